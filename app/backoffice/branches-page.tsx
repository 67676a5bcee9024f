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
  createStaffAction,
  createStaffLoader,
  defineStaffForm,
  type FailedForm,
  rawTextSchema,
  type StaffRequest,
} from './staff-pages.server.tsx'

export const loader = createStaffLoader((request) => loadView(request))

/** The settings by the names of their fields. */
const fieldNameBySetting = {
  fee: 'taxa',
  freeDeliveryFrom: 'gratis',
  pickupMinutes: 'retirada',
  windows: 'janelas',
  specialDays: 'dias',
} as const

const saveSettingsForm = defineStaffForm({
  intent: 'salvar',
  schema: () =>
    z.object({
      branchId: rawTextSchema,
      fee: rawTextSchema,
      freeDeliveryFrom: rawTextSchema,
      pickupMinutes: rawTextSchema,
      windows: rawTextSchema,
      specialDays: rawTextSchema,
    }),
  fields: { branchId: 'loja', ...fieldNameBySetting },
  run: ({ shop, actor }, { branchId, ...settings }) =>
    shop.backoffice.branches.changeBranchSettings(actor, parseId(branchId), settings),
  respond: ({ rootPath }) => ({ to: `${rootPath}/lojas`, flash: texts.savedMessage }),
})

export const action = createStaffAction([saveSettingsForm], loadView)

/** One form for each branch. */
async function loadView({ shop, actor }: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const branches = await shop.backoffice.branches.listBranches(actor)
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
              failedForm && parseId(failedForm.getFieldValue('loja')) === details.branch.id ? failedForm : undefined
            }
          />
        ))}
      </div>
    ),
  }
}

function BranchForm({ branch, settings, failedForm }: BackofficeBranch & { failedForm: FailedForm | undefined }) {
  const toFieldProps = (setting: keyof typeof fieldNameBySetting) => ({
    name: fieldNameBySetting[setting],
    id: `${fieldNameBySetting[setting]}-${branch.id}`,
    label: texts[setting],
    defaultValue: failedForm ? failedForm.getFieldValue(fieldNameBySetting[setting]) : settings[setting],
  })
  return (
    <Panel title={branch.name}>
      <PostForm className={stack}>
        <TextField {...toFieldProps('fee')} inputMode="decimal" required maxLength={12} />
        <TextField
          {...toFieldProps('freeDeliveryFrom')}
          hint={texts.freeDeliveryFromHint}
          isOptional
          inputMode="decimal"
          maxLength={12}
        />
        <TextField
          {...toFieldProps('pickupMinutes')}
          hint={texts.pickupHint}
          isOptional
          inputMode="numeric"
          maxLength={5}
        />
        <TextField {...toFieldProps('windows')} hint={texts.windowsHint} isOptional maxLength={4000} />
        <TextField {...toFieldProps('specialDays')} hint={texts.specialDaysHint} isOptional maxLength={2000} />
        <input type="hidden" name="loja" value={branch.id} />
        <Button variant="outline" name="intent" value="salvar">
          {texts.save}
        </Button>
      </PostForm>
    </Panel>
  )
}
