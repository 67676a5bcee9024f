import { z } from 'zod'
import type { BackofficeBranch, BrokenBookings } from '#server/backoffice/branches.ts'
import type { Shop } from '#server/shop.ts'
import type { Actor } from '#server/staff/roles.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { formIdSchema, parseId } from '../http/ids.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { branchTexts as texts } from '../texts/backoffice/branches.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatPromisedTime } from '../texts/delivery-promise.ts'
import { Button } from '../ui/button/button.tsx'
import { type InputHints, toFieldName } from '../ui/field/field-props.ts'
import { Fields } from '../ui/field/fields.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import { listPresentValues, SeenState } from './seen-state.tsx'
import {
  createStaffAction,
  createStaffLoader,
  defineStaffForm,
  type FailedForm,
  type StaffRequest,
} from './staff-pages.server.tsx'

export const loader = createStaffLoader((request) => loadView(request))

/** 'Salvar'; 'Salvar mesmo assim' says which orders its sender has seen. */
const settingsForms = (['salvar', 'salvar-assim'] as const).map((intent) =>
  defineStaffForm({
    intent,
    schema: ({ delivery }) =>
      delivery.BranchSettings.extend({ branchId: formIdSchema, seenBookings: z.string().default('') }),
    run: ({ shop, actor, seenHash }, { branchId, seenBookings, ...settings }) =>
      shop.backoffice.branches.changeBranchSettings(actor, branchId, settings, {
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
    failedForm?.errorCode === 'branch.booked' && (await previewBrokenBookings(shop, actor, failedForm))
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
            inputs={describeInputs(shop.delivery.BranchSettings)}
            {...(failedForm?.getFieldValue('branch_id') === String(details.branch.id) && {
              failedForm,
              ...(brokenBookings && { brokenBookings }),
            })}
          />
        ))}
      </div>
    ),
  }
}

function previewBrokenBookings({ delivery, backoffice }: Shop, actor: Actor, { getFieldValue }: FailedForm) {
  const inputs = Object.keys(texts.fields).map((input) => [input, getFieldValue(toFieldName(input))])
  const settings = delivery.BranchSettings.parse(Object.fromEntries(inputs))
  return backoffice.branches.previewBrokenBookings(actor, parseId(getFieldValue('branch_id')), settings)
}

type BranchFormProps = BackofficeBranch & {
  inputs: Record<keyof typeof texts.fields, InputHints>
  failedForm?: FailedForm | undefined
  /** Orders that the refused form would not keep. */
  brokenBookings?: BrokenBookings | undefined
}

function BranchForm({ branch, settings, seenHash, inputs, failedForm, brokenBookings }: BranchFormProps) {
  return (
    <Panel title={branch.name}>
      <PostForm className={stack}>
        <Fields inputs={inputs} texts={texts.fields} values={settings} state={failedForm} idSuffix={`-${branch.id}`} />
        <input type="hidden" name="branch_id" value={branch.id} />
        <SeenState
          seenHash={seenHash}
          failedForm={failedForm}
          presentValues={listPresentValues(texts.fields, settings)}
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
      <input type="hidden" name="seen_bookings" value={seenHash} />
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
