import { muted, stack } from '../styles/shared.css.ts'
import { recordTexts as texts } from '../texts/backoffice/records.ts'
import { TextArea } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { View } from './document.tsx'
import { IntentRow } from './intent-button.tsx'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const wordsForm = defineStaffForm({
  intent: 'palavras',
  schema: ({ backoffice }) => backoffice.records.forms.WordRulesForm,
  run: ({ backoffice, seenHash }, { rules }) => backoffice.records.changeWordRules(rules, seenHash),
  respond: (_, rules) => ({ flash: texts.wordsSavedMessage(rules.length) }),
})

export const loader = createStaffLoader(loadView)

export const action = createStaffAction([wordsForm], loadView)

async function loadView(request: StaffRequest): Promise<View> {
  const { text, seenHash } = await request.backoffice.records.getWordRules()
  const { field, failedForm } = showStaffForm(wordsForm, request, {
    texts: texts.wordsFields,
    values: { rules: text },
  })
  return {
    title: texts.wordsTitle,
    content: (
      <>
        <p className={muted}>{texts.wordsIntro}</p>
        <Panel as="div">
          <PostForm className={stack}>
            <TextArea {...field('rules')} rows={20} />
            <SeenState seenHash={seenHash} failedForm={failedForm} />
            <IntentRow intent="palavras" label={texts.saveWords} />
          </PostForm>
        </Panel>
      </>
    ),
  }
}
