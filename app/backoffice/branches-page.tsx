import { z } from 'zod'
import type { BackofficeBranch, BrokenBookings } from '#server/backoffice/branches.ts'
import { parseId } from '../http/ids.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { branchTexts as texts } from '../texts/backoffice/branches.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatPromisedTime } from '../texts/delivery-promise.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import { SeenState } from './seen-state.tsx'
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
  safetyStock: 'seguranca',
} as const

const SettingsSchema = z.object({
  fee: rawTextSchema,
  freeDeliveryFrom: rawTextSchema,
  pickupMinutes: rawTextSchema,
  windows: rawTextSchema,
  specialDays: rawTextSchema,
  safetyStock: rawTextSchema,
})

/** 'Salvar'; 'Salvar mesmo assim' says which orders its sender has seen. */
const settingsForms = (['salvar', 'salvar-assim'] as const).map((intent) =>
  defineStaffForm({
    intent,
    schema: () => SettingsSchema.extend({ branchId: rawTextSchema, seenBookings: rawTextSchema }),
    fields: { branchId: 'loja', seenBookings: 'pedidos', ...fieldNameBySetting },
    run: ({ shop, actor, seenHash }, { branchId, seenBookings, ...settings }) =>
      shop.backoffice.branches.changeBranchSettings(actor, parseId(branchId), settings, {
        settings: seenHash,
        brokenBookings: intent === 'salvar-assim' ? seenBookings : '',
      }),
    respond: ({ rootPath }) => ({ to: `${rootPath}/lojas`, flash: texts.savedMessage }),
  }),
)

export const action = createStaffAction(settingsForms, loadView)

/** One form for each branch. */
async function loadView({ shop, actor }: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const branches = await shop.backoffice.branches.listBranches(actor)
  const brokenBookings =
    failedForm?.errorCode === 'branch.booked'
      ? await shop.backoffice.branches.previewBrokenBookings(
          actor,
          parseId(failedForm.getFieldValue('loja')),
          readSettings(failedForm),
        )
      : undefined
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
            {...(failedForm && parseId(failedForm.getFieldValue('loja')) === details.branch.id
              ? { failedForm, brokenBookings }
              : {})}
          />
        ))}
      </div>
    ),
  }
}

const settingNames = Object.keys(fieldNameBySetting) as (keyof typeof fieldNameBySetting)[]

function readSettings(failedForm: FailedForm) {
  return SettingsSchema.parse(
    Object.fromEntries(settingNames.map((setting) => [setting, failedForm.getFieldValue(fieldNameBySetting[setting])])),
  )
}

type BranchFormProps = BackofficeBranch & {
  failedForm?: FailedForm | undefined
  /** Orders that the refused form would not keep. */
  brokenBookings?: BrokenBookings | undefined
}

function BranchForm({ branch, settings, seenHash, failedForm, brokenBookings }: BranchFormProps) {
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
        <TextField {...toFieldProps('pickupMinutes')} hint={texts.pickupHint} isOptional inputMode="numeric" />
        <TextField {...toFieldProps('windows')} hint={texts.windowsHint} isOptional maxLength={4000} />
        <TextField {...toFieldProps('specialDays')} hint={texts.specialDaysHint} isOptional maxLength={2000} />
        <TextField {...toFieldProps('safetyStock')} hint={texts.safetyStockHint} isOptional inputMode="numeric" />
        <input type="hidden" name="loja" value={branch.id} />
        <SeenState
          seenHash={seenHash}
          failedForm={failedForm}
          presentValues={settingNames.map((setting) => ({
            field: fieldNameBySetting[setting],
            label: texts[setting],
            value: settings[setting],
          }))}
        />
        {brokenBookings && <BrokenBookingList {...brokenBookings} />}
        <Button variant="outline" name="intent" value="salvar">
          {texts.save}
        </Button>
      </PostForm>
    </Panel>
  )
}

function BrokenBookingList({ bookings, seenHash }: BrokenBookings) {
  return (
    <>
      <p>{texts.brokenBookings}</p>
      <ul>
        {bookings.map(({ orderId, reason, deliveryPromise, keptUntil }) => (
          <li key={orderId}>{texts.brokenBooking(orderId, formatBookedTime(deliveryPromise, keptUntil), reason)}</li>
        ))}
      </ul>
      <input type="hidden" name="pedidos" value={seenHash} />
      <Button variant="outline" name="intent" value="salvar-assim">
        {texts.saveAnyway}
      </Button>
    </>
  )
}

function formatBookedTime(
  deliveryPromise: BrokenBookings['bookings'][number]['deliveryPromise'],
  keptUntil: Date | null,
): string | null {
  if (keptUntil) return texts.keptUntil(formatDateAndTime(keptUntil))
  return deliveryPromise && texts.promisedFor(formatPromisedTime(deliveryPromise))
}
