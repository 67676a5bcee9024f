import type { BackofficeLine, BackofficeOrder } from '#server/backoffice/orders.ts'
import type { OrderStatus } from '#server/database/schema.ts'
import type { RecentCourier } from '#server/orders/delivery-updates.ts'
import type { Shop } from '#server/shop.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { pickupTexts, backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox, TextField } from '../ui/field/field.tsx'
import { toCheckboxProps } from '../ui/field/field-props.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { CourierFields } from './courier-fields.tsx'
import { IntentButton } from './intent-button.tsx'
import { advanceOrderForm, handOverOrderForm } from './order-forms.server.ts'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

interface StepProps {
  details: BackofficeOrder
  request: StaffRequest
}

type NextStepProps = StepProps & { missingUnits: number; couriers: RecentCourier[] }

/** The lots of what is retained, typed or scanned from the box. */
function LotFields({ details: { lines }, request }: StepProps) {
  const retainedLines = lines.filter(({ requiresRetention, unitsToPick }) => requiresRetention && unitsToPick > 0)
  if (retainedLines.length === 0) return null
  const lotForm = { ...advanceOrderForm, schema: ({ backoffice }: Shop) => backoffice.forms.LotItem }
  return (
    <div className={stack} id="lots">
      {retainedLines.map(({ productId, name, lots }) => {
        const { field, failedForm } = showStaffForm(lotForm, request, {
          texts: { text: [texts.lotOf(name), texts.lotHint] },
          values: { text: formatLots(lots) },
          names: { text: 'lots' },
          item: productId,
        })
        return (
          <div key={productId}>
            <input type="hidden" name="retained" value={productId} />
            {/* A refusal names the product, and concerns the list. */}
            <TextField {...field('text')} autoComplete="off" error={failedForm?.getFieldError('lots')} />
          </div>
        )
      })}
    </div>
  )
}

export function formatLots(lots: BackofficeLine['lots']): string {
  return lots.map(({ lot, units }) => `${lot} x${units}`).join(', ')
}

type DeliveryFieldsProps = Pick<NextStepProps, 'request' | 'couriers'> & { nextStatus: OrderStatus }

function DeliveryFields({ nextStatus, request, couriers }: DeliveryFieldsProps) {
  const { field, failedForm } = showStaffForm(advanceOrderForm, request, { texts: texts.stepFields })
  if (nextStatus === 'delivered') return <TextField {...field('receivedBy')} />
  if (nextStatus === 'ready_for_pickup') return <TextField {...field('shelfMark')} />
  if (nextStatus !== 'out_for_delivery') return null
  return <CourierFields field={field} couriers={couriers} isOpen={failedForm !== undefined} />
}

/** The customer says the code; without it, whoever hands the order over checks a document. */
function HandOverForms({ details, request }: StepProps) {
  const { field, failedForm } = showStaffForm(handOverOrderForm, request, { texts: pickupTexts.fields })
  const usesDocument = Boolean(failedForm?.getFieldValue('document_name'))
  const needsPaperPrescription = details.lines.some(
    ({ requiresPrescription, unitsToPick }) => requiresPrescription && unitsToPick > 0,
  )
  const paperCheckbox = needsPaperPrescription && (
    // Without an id, as it stands in both forms, and to be ticked each time.
    <Checkbox {...toCheckboxProps(field('paper'), 'ok')} id={undefined} defaultChecked={false} />
  )
  const counselledCheckbox = (
    <Checkbox {...toCheckboxProps(field('counselled'))} id={undefined} defaultChecked={false} />
  )
  return (
    <div className={stack} id="entregar">
      {details.order.pickup?.shelfMark && (
        <p>
          {texts.stepFields.shelfMark[0]}: <b>{details.order.pickup.shelfMark}</b>
        </p>
      )}
      <PostForm className={stack}>
        {/* A refusal concerns the whole form: the code does not match, or is another store's. */}
        <TextField
          {...field('pickupCode')}
          inputMode="numeric"
          autoComplete="off"
          error={usesDocument ? null : failedForm?.message}
        />
        {paperCheckbox}
        {counselledCheckbox}
        <IntentButton intent="entregar" label={pickupTexts.handOver} />
      </PostForm>
      <details open={usesDocument}>
        <summary>{pickupTexts.noCode}</summary>
        <PostForm className={stack}>
          <TextField {...field('documentName')} autoComplete="off" error={usesDocument ? failedForm?.message : null} />
          {paperCheckbox}
          {counselledCheckbox}
          <IntentButton intent="entregar" label={pickupTexts.handOver} variant="outline" />
        </PostForm>
      </details>
    </div>
  )
}

/** While units are missing only what begins the picking is asked for. */
export function NextStepForm({ details, missingUnits, request, couriers }: NextStepProps) {
  const { nextStep, nextStatus, order } = details
  if (nextStep === null || nextStatus === null) return null
  if (order.status === 'ready_for_pickup') return <HandOverForms details={details} request={request} />
  const stepLabel = texts.steps[nextStatus as keyof typeof texts.steps]
  const isBlocked = order.status === 'preparing' && missingUnits > 0
  return (
    <PostForm className={nextStatus === 'preparing' ? row : stack}>
      <input type="hidden" name="step" value={nextStep} />
      {order.status === 'preparing' && !isBlocked && <LotFields details={details} request={request} />}
      {!isBlocked && <DeliveryFields nextStatus={nextStatus} request={request} couriers={couriers} />}
      <Button
        name="intent"
        value="avancar"
        variant={isBlocked || (order.status === 'paid' && missingUnits > 0) ? 'outline' : 'solid'}
        disabled={isBlocked}
        aria-describedby={isBlocked ? 'falta-conferir' : undefined}
      >
        {stepLabel}
      </Button>
      {isBlocked && (
        <p className={muted} id="falta-conferir">
          {texts.missingUnitsHint(missingUnits)}
        </p>
      )}
    </PostForm>
  )
}
