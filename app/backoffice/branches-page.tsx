import { z } from 'zod'
import type { BackofficeBranch, BrokenBookings } from '#server/backoffice/branches.ts'
import { formIdSchema, parseId } from '../http/ids.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { branchTexts as texts } from '../texts/backoffice/branches.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatPromisedTime } from '../texts/delivery-promise.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { toFieldName } from '../ui/field/field-props.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { type FailedForm, showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(loadView)

/** 'Salvar'; 'Salvar mesmo assim' says which orders its sender has seen. */
const createSettingsForm = (intent: 'salvar' | 'salvar-assim') =>
  defineStaffForm({
    intent,
    schema: ({ delivery }) =>
      delivery.BranchSettings.extend({ branchId: formIdSchema, seenBookings: z.string().default('') }),
    run: ({ backoffice, seenHash }, { branchId, seenBookings, ...settings }) =>
      backoffice.branches.changeBranchSettings(branchId, settings, {
        settings: seenHash,
        brokenBookings: intent === 'salvar-assim' ? seenBookings : '',
      }),
    respond: () => ({ flash: texts.savedMessage }),
  })

const saveForm = createSettingsForm('salvar')

export const action = createStaffAction([saveForm, createSettingsForm('salvar-assim')], loadView)

async function loadView(request: StaffRequest): Promise<View> {
  const { backoffice, failedForm } = request
  const branches = await backoffice.branches.listBranches()
  const brokenBookings = failedForm?.errorCode === 'branch.booked' && (await previewBrokenBookings(request, failedForm))
  return {
    title: texts.title,
    content: (
      <>
        <p className={muted}>{texts.intro}</p>
        {branches.map((details) => (
          <BranchForm
            key={details.branch.id}
            {...details}
            isOnly={branches.length === 1}
            request={request}
            {...(brokenBookings && { brokenBookings })}
          />
        ))}
      </>
    ),
  }
}

function previewBrokenBookings({ shop, backoffice }: StaffRequest, { getFieldValue }: FailedForm) {
  const inputs = Object.keys(texts.fields).map((input) => [input, getFieldValue(toFieldName(input))])
  const settings = shop.delivery.BranchSettings.parse(Object.fromEntries(inputs))
  return backoffice.branches.previewBrokenBookings(parseId(getFieldValue('branch_id')), settings)
}

const settingNames = Object.keys(texts.fields) as (keyof typeof texts.fields)[]

/** Lists, which take the whole line; amounts stand beside each other. */
const listSettings = new Set<string>(['zipcodes', 'windows', 'weeklyHours', 'specialDays'])

type BranchFormProps = BackofficeBranch & {
  isOnly: boolean
  request: StaffRequest
  /** Orders that the refused form would not keep. */
  brokenBookings?: BrokenBookings | undefined
}

function BranchForm({ branch, settings, seenHash, isOnly, request, brokenBookings }: BranchFormProps) {
  const { field, failedForm, seenState } = showStaffForm(saveForm, request, {
    texts: texts.fields,
    values: settings,
    row: { branch_id: branch.id },
    intents: ['salvar-assim'],
  })
  return (
    <details className={`${css.tablePanel} ${css.collapsibleForm}`} open={isOnly || failedForm !== undefined}>
      <summary>
        <h2>{branch.name}</h2>
      </summary>
      <p>
        <a href={`${request.rootPath}/lojas/${branch.id}/semana`}>{texts.week.link}</a>
      </p>
      <PostForm className={stack}>
        <div className={css.settings}>
          {settingNames.map((setting) => (
            <div key={setting} data-list={listSettings.has(setting) || undefined}>
              <TextField {...field(setting)} />
            </div>
          ))}
        </div>
        <input type="hidden" name="branch_id" value={branch.id} />
        {seenState(seenHash)}
        {failedForm && brokenBookings && <BrokenBookingList {...brokenBookings} intent="salvar-assim" />}
        <Button variant="outline" name="intent" value="salvar">
          {texts.save}
        </Button>
      </PostForm>
    </details>
  )
}

/** What a change would not keep, and the button that saves it all the same. */
export function BrokenBookingList({ bookings, seenHash, intent }: BrokenBookings & { intent: string }) {
  return (
    <>
      <p>{texts.brokenBookings}</p>
      <ul>
        {bookings.map(({ orderId, reason, deliveryPromise, keptUntil }) => (
          <li key={orderId}>{texts.brokenBooking(orderId, formatBookedTime(deliveryPromise, keptUntil), reason)}</li>
        ))}
      </ul>
      <input type="hidden" name="seen_bookings" value={seenHash} />
      <Button variant="outline" name="intent" value={intent}>
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
