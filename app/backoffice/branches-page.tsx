import { z } from 'zod'
import type { BackofficeBranch } from '#server/backoffice/branches.ts'
import { parseId } from '../http/ids.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { branchTexts as texts } from '../texts/backoffice/branches.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import {
  type FailedForm,
  rawText,
  type StaffRequest,
  staffAction,
  staffForm,
  staffLoader,
} from './staff-pages.server.tsx'

export const loader = staffLoader((request) => loadView(request))

/** The settings by the names of their fields. */
const fieldNames = {
  fee: 'taxa',
  freeFrom: 'gratis',
  pickupMinutes: 'retirada',
  windows: 'janelas',
  specialDays: 'dias',
} as const

const saveSettingsForm = staffForm({
  intent: 'salvar',
  schema: () =>
    z.object({
      branchId: rawText,
      fee: rawText,
      freeFrom: rawText,
      pickupMinutes: rawText,
      windows: rawText,
      specialDays: rawText,
    }),
  fields: { branchId: 'loja', ...fieldNames },
  run: ({ shop, actor }, { branchId, ...settings }) =>
    shop.backoffice.branches.changeSettings(actor, parseId(branchId), settings),
  respond: ({ root }) => ({ to: `${root}/lojas`, flash: texts.savedMessage }),
})

export const action = staffAction([saveSettingsForm], loadView)

/** One form for each branch. */
async function loadView({ shop, actor }: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const branches = await shop.backoffice.branches.list(actor)
  return {
    title: texts.title,
    body: (
      <div className={stack}>
        <h1>{texts.title}</h1>
        <p className={muted}>{texts.intro}</p>
        {failedForm && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        {branches.map((details) => (
          <BranchForm
            key={details.branch.id}
            {...details}
            failedForm={
              failedForm && parseId(failedForm.fieldValue('loja')) === details.branch.id ? failedForm : undefined
            }
          />
        ))}
      </div>
    ),
  }
}

function BranchForm({ branch, settings, failedForm }: BackofficeBranch & { failedForm: FailedForm | undefined }) {
  const fieldProps = (key: keyof typeof fieldNames) => ({
    name: fieldNames[key],
    id: `${fieldNames[key]}-${branch.id}`,
    label: texts[key],
    defaultValue: failedForm ? failedForm.fieldValue(fieldNames[key]) : settings[key],
  })
  return (
    <Panel title={branch.name}>
      <PostForm className={stack}>
        <TextField {...fieldProps('fee')} inputMode="decimal" required maxLength={12} />
        <TextField {...fieldProps('freeFrom')} hint={texts.freeFromHint} optional inputMode="decimal" maxLength={12} />
        <TextField
          {...fieldProps('pickupMinutes')}
          hint={texts.pickupHint}
          optional
          inputMode="numeric"
          maxLength={5}
        />
        <TextField {...fieldProps('windows')} hint={texts.windowsHint} optional maxLength={4000} />
        <TextField {...fieldProps('specialDays')} hint={texts.daysHint} optional maxLength={2000} />
        <input type="hidden" name="loja" value={branch.id} />
        <Button variant="outline" name="intent" value="salvar">
          {texts.save}
        </Button>
      </PostForm>
    </Panel>
  )
}
