import type { BackofficeLine, BackofficeOrder } from '#server/backoffice/orders.ts'
import type { OrderStatus } from '#server/database/schema.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { pickupTexts, backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox, TextField } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

/** The optional fields of the next step. */
function StepFields({ details, nextStatus, failedForm }: StepFieldsProps) {
  return (
    <>
      {details.order.status === 'preparing' && <LotFields lines={details.lines} failedForm={failedForm} />}
      <DeliveryFields nextStatus={nextStatus} failedForm={failedForm} />
    </>
  )
}

interface StepFieldsProps {
  details: BackofficeOrder
  nextStatus: OrderStatus
  failedForm: FailedForm | undefined
}

/** The lots of what is retained, typed or scanned from the box. */
function LotFields({ lines, failedForm }: { lines: BackofficeLine[]; failedForm: FailedForm | undefined }) {
  const retainedLines = lines.filter(({ requiresRetention, unitsToPick }) => requiresRetention && unitsToPick > 0)
  return retainedLines.map(({ productId, name, lots }) => (
    <div key={productId}>
      <input type="hidden" name="retained" value={productId} />
      <TextField
        label={texts.lotOf(name)}
        hint={texts.lotHint}
        name={`lots-${productId}`}
        isOptional
        autoComplete="off"
        maxLength={120}
        defaultValue={failedForm?.getFieldValue(`lots-${productId}`) ?? formatLots(lots)}
        error={failedForm?.firstErrorFieldId === 'lots' ? failedForm.message : null}
      />
    </div>
  ))
}

export function formatLots(lots: BackofficeLine['lots']): string {
  return lots.map(({ lot, units }) => `${lot} x${units}`).join(', ')
}

function DeliveryFields({ nextStatus, failedForm }: Omit<StepFieldsProps, 'details'>) {
  const getValue = (name: string) => failedForm?.getFieldValue(name) ?? ''
  const getError = (name: string) => (failedForm?.firstErrorFieldId === name ? failedForm.message : null)
  const toFieldProps = (name: string) => ({
    name,
    isOptional: true,
    defaultValue: getValue(name),
    error: getError(name),
  })
  if (nextStatus === 'delivered')
    return <TextField label={texts.receivedBy} {...toFieldProps('received_by')} maxLength={80} />
  if (nextStatus === 'ready_for_pickup')
    return (
      <TextField
        label={pickupTexts.shelf}
        hint={pickupTexts.shelfHint}
        {...toFieldProps('shelf_mark')}
        maxLength={20}
      />
    )
  if (nextStatus !== 'out_for_delivery') return null
  return (
    <>
      <TextField label={texts.courierName} {...toFieldProps('courier_name')} maxLength={80} />
      <TextField label={texts.courierPhone} {...toFieldProps('courier_phone')} type="tel" maxLength={40} />
      <TextField label={texts.courierUrl} {...toFieldProps('courier_url')} inputMode="url" placeholder="https://" />
    </>
  )
}

/** The customer says the code; without it, whoever hands the order over checks a document. */
function HandOverForms({ details, failedForm }: { details: BackofficeOrder; failedForm?: FailedForm | undefined }) {
  const getValue = (name: string) => failedForm?.getFieldValue(name) ?? ''
  const isHandOverFailed = failedForm?.intent === 'entregar'
  const usesDocument = isHandOverFailed && getValue('document_name') !== ''
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
          defaultValue={getValue('pickup_code')}
          error={isHandOverFailed && !usesDocument ? failedForm?.message : null}
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
            defaultValue={getValue('document_name')}
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

export function NextStepForm({
  details,
  missingUnits,
  failedForm,
}: {
  details: BackofficeOrder
  missingUnits: number
  failedForm?: FailedForm | undefined
}) {
  const { nextStep, nextStatus, order } = details
  if (nextStep === null || nextStatus === null) return null
  if (order.status === 'ready_for_pickup') return <HandOverForms details={details} failedForm={failedForm} />
  const stepLabel = texts.steps[nextStatus as keyof typeof texts.steps]
  const isBlocked = order.status === 'preparing' && missingUnits > 0
  return (
    <PostForm className={nextStatus === 'preparing' ? row : stack}>
      <input type="hidden" name="step" value={nextStep} />
      <StepFields details={details} nextStatus={nextStatus} failedForm={failedForm} />
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
