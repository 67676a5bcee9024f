import { z } from 'zod'
import { noFields } from '../http/define-form.server.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { passkeyTexts as texts } from '../texts/passkeys.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { NewPasskeyName, PasskeyList } from '../ui/passkey-list/passkey-list.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { passkeyScript } from './passkey-script.ts'
import {
  type FailedForm,
  rawText,
  type StaffRequest,
  staffAction,
  staffForm,
  staffLoader,
} from './staff-pages.server.tsx'

export const loader = staffLoader(show)

const redirectToPage = (flash: string) => (request: StaffRequest) => ({ to: `${request.root}/chaves`, flash })

const begin = staffForm({
  intent: 'continuar',
  schema: () => z.object({ password: rawText }),
  fields: { password: 'password' },
  run: ({ shop, actor }, { password }) => shop.staff.beginPasskey(actor, password),
  next: async (request, options) => ({ view: await show(request, undefined, options) }),
})

const add = staffForm({
  intent: 'criar',
  schema: () => z.object({ answer: rawText, name: rawText }),
  fields: { answer: 'answer', name: 'nome' },
  run: ({ shop, actor }, passkey) => shop.staff.addPasskey(actor, passkey),
  next: redirectToPage(texts.added),
})

const rename = staffForm({
  intent: 'renomear',
  schema: () => z.object({ name: rawText }),
  fields: { name: 'nome' },
  run: ({ shop, actor, form }, { name }) => shop.staff.renamePasskey(actor, String(form.get('id')), name),
  next: redirectToPage(texts.renamed),
})

const remove = staffForm({
  ...noFields,
  intent: 'remover',
  run: ({ shop, actor, form }) => shop.staff.removePasskey(actor, String(form.get('id'))),
  next: redirectToPage(texts.removed),
})

export const action = staffAction([rename, remove, add, begin], show)

/** One's own passkeys. */
async function show(request: StaffRequest, failedForm?: FailedForm, options?: string): Promise<View> {
  const { shop, actor, root } = request
  const passkeys = await shop.staff.listPasskeys(actor)
  const passkeysPath = `${root}/chaves`
  return {
    title: texts.title,
    script: options && passkeyScript,
    body: (
      <div className={stack}>
        <h1 className={css.top}>{texts.title}</h1>
        <p className={muted}>
          {texts.intro} {texts.counterHint}
        </p>
        {failedForm && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        <Panel title={texts.add}>
          {options ? (
            <>
              <p>{texts.last}</p>
              <noscript>{texts.needsScripts}</noscript>
              <PasskeyForm kind="create" options={options} action={passkeysPath}>
                <input type="hidden" name="intent" value="criar" />
                <NewPasskeyName field="nome" />
                <Button>{texts.add}</Button>
              </PasskeyForm>
            </>
          ) : (
            <PostForm className={stack} action={passkeysPath}>
              <p>{texts.proof}</p>
              <TextField
                label={texts.password}
                name="password"
                type="password"
                autoComplete="current-password"
                required
                error={failedForm?.fieldError('password')}
              />
              <Button variant="outline" name="intent" value="continuar">
                {texts.begin}
              </Button>
            </PostForm>
          )}
        </Panel>
        <PasskeyList
          passkeys={passkeys}
          action={passkeysPath}
          nameField="nome"
          intents={{ rename: 'renomear', remove: 'remover' }}
        />
      </div>
    ),
  }
}
