import type { BackofficeLine, BackofficeOrder } from '#server/backoffice/orders.ts'
import type { OrderStatus } from '#server/database/schema.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { pickupTexts, orderTexts as texts } from '../texts/backoffice/orders.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox, TextField } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

/** What a step may say besides. */
function StepFields({ details, status, failedForm }: StepFieldsProps) {
  return (
    <>
      {details.order.status === 'preparing' && <LotFields lines={details.lines} failedForm={failedForm} />}
      <DeliveryFields status={status} failedForm={failedForm} />
    </>
  )
}

interface StepFieldsProps {
  details: BackofficeOrder
  status: OrderStatus
  failedForm: FailedForm | undefined
}

/** The lots of what is retained, typed or scanned from the box. */
function LotFields({ lines, failedForm }: { lines: BackofficeLine[]; failedForm: FailedForm | undefined }) {
  const retainedLines = lines.filter(
    ({ requiresRetention: keepsPrescription, unitsToPick }) => keepsPrescription && unitsToPick > 0,
  )
  return retainedLines.map(({ productId, name, lots }) => (
    <div key={productId}>
      <input type="hidden" name="retido" value={productId} />
      <TextField
        label={texts.lotOf(name)}
        hint={texts.lotHint}
        name={`lote-${productId}`}
        optional
        autoComplete="off"
        maxLength={120}
        defaultValue={failedForm?.fieldValue(`lote-${productId}`) ?? formatLots(lots)}
        error={failedForm?.firstErrorFieldId === 'lote' ? failedForm.message : null}
      />
    </div>
  ))
}

export function formatLots(lots: BackofficeLine['lots']): string {
  return lots.map(({ lot, units }) => `${lot} x${units}`).join(', ')
}

function DeliveryFields({ status, failedForm }: Omit<StepFieldsProps, 'details'>) {
  const valueFor = (name: string) => failedForm?.fieldValue(name) ?? ''
  const errorFor = (name: string) => (failedForm?.firstErrorFieldId === name ? failedForm.message : null)
  const fieldProps = (name: string) => ({ name, optional: true, defaultValue: valueFor(name), error: errorFor(name) })
  if (status === 'delivered')
    return <TextField label={texts.receivedBy} {...fieldProps('received_by')} maxLength={80} />
  if (status === 'ready_for_pickup')
    return (
      <TextField label={pickupTexts.shelf} hint={pickupTexts.shelfHint} {...fieldProps('shelf_mark')} maxLength={20} />
    )
  if (status !== 'out_for_delivery') return null
  return (
    <>
      <TextField label={texts.courierName} {...fieldProps('courier_name')} maxLength={80} />
      <TextField label={texts.courierPhone} {...fieldProps('courier_phone')} type="tel" maxLength={40} />
      <TextField label={texts.courierUrl} {...fieldProps('courier_url')} inputMode="url" placeholder="https://" />
    </>
  )
}

/** Who came says the code; without it, whoever hands the order over sees a document. */
function HandOverForms({ details, failedForm }: { details: BackofficeOrder; failedForm?: FailedForm | undefined }) {
  const valueFor = (name: string) => failedForm?.fieldValue(name) ?? ''
  const isFailed = failedForm?.intent === 'entregar'
  const usesDocument = isFailed && valueFor('document_name') !== ''
  const needsPaperPrescription = details.lines.some(
    ({ requiresPrescription, unitsToPick }) => requiresPrescription && unitsToPick > 0,
  )
  const paperCheckbox = needsPaperPrescription && (
    <Checkbox name="paper" value="ok" required label={pickupTexts.sawOriginalPrescription} />
  )
  return (
    <div className={stack} id="entregar">
      {details.order.pickup?.shelfMark && (
        <p>
          {pickupTexts.shelf}: <b>{details.order.pickup.shelfMark}</b>
        </p>
      )}
      <PostForm className={stack}>
        <TextField
          label={pickupTexts.codeLabel}
          name="pickup_code"
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={12}
          defaultValue={valueFor('pickup_code')}
          error={isFailed && !usesDocument ? failedForm?.message : null}
        />
        {paperCheckbox}
        <Button name="intent" value="entregar">
          {pickupTexts.handOver}
        </Button>
      </PostForm>
      <details open={usesDocument}>
        <summary>{pickupTexts.noCode}</summary>
        <PostForm className={stack}>
          <TextField
            label={pickupTexts.nameLabel}
            hint={pickupTexts.noCodeHint}
            name="document_name"
            autoComplete="off"
            required
            maxLength={80}
            defaultValue={valueFor('document_name')}
            error={usesDocument ? failedForm?.message : null}
          />
          {paperCheckbox}
          <Button variant="outline" name="intent" value="entregar">
            {pickupTexts.handOver}
          </Button>
        </PostForm>
      </details>
    </div>
  )
}

export function NextStep({
  details,
  missingUnits,
  failedForm,
}: {
  details: BackofficeOrder
  missingUnits: number
  failedForm?: FailedForm | undefined
}) {
  const { nextStatus, order } = details
  if (nextStatus === null) return null
  if (order.status === 'ready_for_pickup') return <HandOverForms details={details} failedForm={failedForm} />
  const stepLabel = texts.steps[nextStatus as keyof typeof texts.steps]
  const isBlocked = order.status === 'preparing' && missingUnits > 0
  return (
    <PostForm className={nextStatus === 'preparing' ? row : stack}>
      <StepFields details={details} status={nextStatus} failedForm={failedForm} />
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
