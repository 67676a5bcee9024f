import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { muted, row } from '../styles/shared.css.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatTime } from '../texts/dates.ts'
import { Checkbox, TextField } from '../ui/field/field.tsx'
import { toCheckboxProps } from '../ui/field/field-props.ts'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { FoldedForm } from './folded-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { endOrderForm, removeUnitsForm, requestCancellationForm } from './order-forms.server.ts'
import { findSelectedLine, ItemFields } from './order-item-fields.tsx'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

/** A clerk's request to end the order, with the decision for staff who may take it; or why it was ended. */
export function CancellationRequest({ details, request }: { details: BackofficeOrder; request: StaffRequest }) {
  const { cancellationRequest, seenHashes } = details
  if (!cancellationRequest || cancellationRequest.answer === 'kept') return null
  if (cancellationRequest.answer === 'ended')
    return <Message>{texts.endedBecause(cancellationRequest.requestedBy, cancellationRequest.reason)}</Message>
  return (
    <Message
      tone="warn"
      title={texts.requestedBy(cancellationRequest.requestedBy, formatTime(cancellationRequest.requestedAt))}
    >
      <p>“{cancellationRequest.reason}”</p>
      {details.payments.some(({ isRefundWindowOver, reason }) => isRefundWindowOver && reason === null) && (
        <p>{texts.pastRefundWindowHint}</p>
      )}
      {request.isAllowed('orders.end') && (
        <PostForm className={row}>
          <SeenState seenHash={seenHashes.request} />
          <IntentButton intent="sim" label={texts.cancelTitle} variant="outline" />
          <IntentButton intent="nao" label={texts.keepOrder} variant="text" />
        </PostForm>
      )}
    </Message>
  )
}

type CancellationPanelProps = { details: BackofficeOrder; request: StaffRequest }

/** Cancels or refunds, for staff who may; a clerk requests it. */
export function CancellationPanel({ details, request }: CancellationPanelProps) {
  const { phase } = details.order
  const mayEndOrder = request.isAllowed('orders.end')
  if (phase === 'void' || (!mayEndOrder && details.cancellationRequest?.answer === null)) return null
  const hasLeftStore = phase === 'inTransit' || phase === 'done'
  const { field, failedForm } = showStaffForm(mayEndOrder ? endOrderForm : requestCancellationForm, request, {
    texts: texts.endFields,
  })
  const [title, buttonText] = !mayEndOrder
    ? [texts.requestCancellationTitle, texts.requestCancellation]
    : hasLeftStore
      ? [texts.refundTitle, texts.refund]
      : [texts.cancelTitle, texts.cancel]
  return (
    <section className={css.tablePanel} aria-label={texts.exceptionsTitle}>
      <ShortPickForm details={details} request={request} />
      <FoldedForm title={title} isOpen={failedForm !== undefined}>
        <SeenState seenHash={details.seenHashes[mayEndOrder ? 'status' : 'request']} />
        {/* What was typed stays, whichever form of the page was refused. */}
        <TextField {...field('reason')} defaultValue={request.failedForm?.getFieldValue('reason')} />
        <div className={row}>
          <IntentButton intent={mayEndOrder ? 'encerrar' : 'pedir'} label={buttonText} variant="danger" />
          <span className={muted}>{mayEndOrder ? formatEndHint(details) : texts.requestCancellationHint}</span>
        </div>
      </FoldedForm>
    </section>
  )
}

/** What the customer gets, said before the button is pressed. */
function formatEndHint({ payments }: BackofficeOrder): string {
  const capturedPayment = payments.find(({ reason }) => reason === null)
  return capturedPayment?.isRefundWindowOver ? texts.pastRefundWindowHint : texts.cancelHint
}

/** Removes what the shelf lacks, and refunds its price. */
function ShortPickForm({ details: { order, lines }, request }: CancellationPanelProps) {
  if (order.status !== 'paid' && order.status !== 'preparing') return null
  const linesToPick = lines.filter(({ unitsToPick }) => unitsToPick > 0)
  const unitCount = linesToPick.reduce((sum, { unitsToPick }) => sum + unitsToPick, 0)
  if (unitCount < 2) return null
  const { field, failedForm } = showStaffForm(removeUnitsForm, request, {
    texts: { ...texts.shortItemFields, ...texts.removalFields },
    values: { units: '1', clearsStock: '1' },
  })
  const maySetStock = request.isAllowed('products.stock')
  const selectedLine = findSelectedLine(linesToPick, failedForm, request.url)
  return (
    <FoldedForm title={texts.removeTitle} isOpen={failedForm !== undefined || selectedLine !== undefined}>
      <ItemFields field={field} lines={linesToPick} selectedLine={selectedLine} />
      {maySetStock && <Checkbox {...toCheckboxProps(field('clearsStock'))} />}
      {linesToPick.map(({ productId, stock }) => (
        <input key={productId} type="hidden" name={`stock-${productId}`} value={stock} />
      ))}
      <div className={row}>
        <IntentButton intent="tirar" label={texts.removeAndRefund} variant="danger" />
        <span className={muted}>{texts.cancelHint}</span>
      </div>
    </FoldedForm>
  )
}
