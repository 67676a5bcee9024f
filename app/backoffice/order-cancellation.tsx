import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import type { CancellationResult } from '#server/orders/order-commands.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { queueTexts, backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatTime } from '../texts/dates.ts'
import { limits } from '../texts/limits.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { findSelectedLine, ItemFields } from './order-item-fields.tsx'
import { SeenState } from './seen-state.tsx'
import { type FailedForm, hasPermission, type StaffRequest } from './staff-pages.server.tsx'

/** The message about the refund of an ended order. */
export function formatEndedOrderMessage(
  id: number,
  { refundCents, refundedBalanceCents, requiresManualRefund }: CancellationResult,
): string {
  return requiresManualRefund
    ? texts.manualRefundMessage(id, refundCents)
    : texts.endedMessage(id, refundCents + refundedBalanceCents)
}

/** The message about a decided request: null is an order that is kept. */
export function formatCancellationDecision(id: number, cancellation: CancellationResult | null): string {
  return cancellation ? formatEndedOrderMessage(id, cancellation) : queueTexts.orderKeptMessage(id)
}

/** A clerk's request to end the order, with the decision for staff who may take it; or why it was ended. */
export function CancellationRequest({ details, request }: { details: BackofficeOrder; request: StaffRequest }) {
  const { cancellationRequest, seenHashes } = details
  if (!cancellationRequest || cancellationRequest.decision === 'kept') return null
  if (cancellationRequest.decision === 'ended')
    return <Message>{texts.endedBecause(cancellationRequest.askedBy, cancellationRequest.reason)}</Message>
  return (
    <Message
      tone="warn"
      title={texts.requestedBy(cancellationRequest.askedBy, formatTime(cancellationRequest.askedAt))}
    >
      <p>“{cancellationRequest.reason}”</p>
      {details.payments.some(({ isRefundWindowOver, reason }) => isRefundWindowOver && reason === null) && (
        <p>{texts.pastRefundWindowHint}</p>
      )}
      {hasPermission(request.shop, request.actor, 'orders.end') && (
        <PostForm className={row}>
          <SeenState seenHash={seenHashes.request} />
          <Button variant="outline" name="intent" value="sim">
            {texts.cancelTitle}
          </Button>
          <Button variant="text" name="intent" value="nao">
            {texts.keepOrder}
          </Button>
        </PostForm>
      )}
    </Message>
  )
}

type CancellationPanelProps = { details: BackofficeOrder; request: StaffRequest; failedForm: FailedForm | undefined }

/** Cancels or refunds, for staff who may; a clerk requests it. */
export function CancellationPanel({ details, request, failedForm }: CancellationPanelProps) {
  const { phase } = details.order
  const mayEndOrder = hasPermission(request.shop, request.actor, 'orders.end')
  if (phase === 'void' || (!mayEndOrder && details.cancellationRequest?.decision === null)) return null
  const hasLeftStore = phase === 'inTransit' || phase === 'done'
  const hasReasonError = failedForm?.firstErrorFieldId === 'reason'
  const isExpanded = ['encerrar', 'pedir'].includes(failedForm?.intent ?? '')
  const [title, buttonText] = !mayEndOrder
    ? [texts.requestCancellationTitle, texts.requestCancellation]
    : hasLeftStore
      ? [texts.refundTitle, texts.refund]
      : [texts.cancelTitle, texts.cancel]
  return (
    <section className={css.tablePanel} aria-label={texts.exceptionsTitle}>
      <ShortPickForm
        details={details}
        failedForm={failedForm}
        missingProductId={request.url.searchParams.get('falta')}
      />
      <details className={css.collapsibleForm} open={isExpanded}>
        <summary>{title}</summary>
        <PostForm className={stack}>
          <SeenState seenHash={details.seenHashes[mayEndOrder ? 'status' : 'request']} />
          <TextField
            label={texts.reason}
            name="reason"
            required
            maxLength={limits.cancellationReasonLength}
            error={hasReasonError ? failedForm.message : null}
            defaultValue={failedForm?.getFieldValue('reason') ?? ''}
          />
          <div className={row}>
            <Button variant="danger" name="intent" value={mayEndOrder ? 'encerrar' : 'pedir'}>
              {buttonText}
            </Button>
            <span className={muted}>{mayEndOrder ? formatEndHint(details) : texts.requestCancellationHint}</span>
          </div>
        </PostForm>
      </details>
    </section>
  )
}

/** What the customer gets, said before the button is pressed. */
function formatEndHint({ payments }: BackofficeOrder): string {
  const capturedPayment = payments.find(({ reason }) => reason === null)
  return capturedPayment?.isRefundWindowOver ? texts.pastRefundWindowHint : texts.cancelHint
}

interface ShortPickFormProps {
  details: BackofficeOrder
  failedForm: FailedForm | undefined
  /** The product that was reported as short. */
  missingProductId: string | null
}

/** Removes what the shelf lacks, and refunds its price. */
function ShortPickForm({ details: { order, lines }, failedForm, missingProductId }: ShortPickFormProps) {
  if (order.status !== 'paid' && order.status !== 'preparing') return null
  const linesToPick = lines.filter(({ unitsToPick }) => unitsToPick > 0)
  const unitCount = linesToPick.reduce((sum, { unitsToPick }) => sum + unitsToPick, 0)
  if (unitCount < 2) return null
  const failedShortPickForm = failedForm?.intent === 'tirar' ? failedForm : undefined
  const selectedLine = findSelectedLine(linesToPick, failedShortPickForm, missingProductId)
  return (
    <details className={css.collapsibleForm} open={failedShortPickForm !== undefined || selectedLine !== undefined}>
      <summary>{texts.removeTitle}</summary>
      <PostForm className={stack}>
        <ItemFields
          idPrefix="tirar"
          labels={{ item: texts.removeItem, units: texts.removeUnits }}
          lines={linesToPick}
          selectedLine={selectedLine}
          failedForm={failedShortPickForm}
        />
        <div className={row}>
          <Button variant="danger" name="intent" value="tirar">
            {texts.removeAndRefund}
          </Button>
          <span className={muted}>{texts.cancelHint}</span>
        </div>
      </PostForm>
    </details>
  )
}
