import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import type { EndedOrder } from '#server/orders/steps.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { queueTexts, orderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatTime } from '../texts/dates.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { chosenItem, ItemFields } from './order-item-fields.tsx'
import { type FailedForm, may, type StaffRequest } from './staff-pages.server.tsx'

/** What became of the money of an order that was ended. */
export function endedOrderText(
  id: number,
  { refundCents, refundedBalanceCents, requiresManualRefund }: EndedOrder,
): string {
  return requiresManualRefund
    ? texts.byHandRefund(id, refundCents)
    : texts.ended(id, refundCents + refundedBalanceCents)
}

/** What became of a request: null is an order that goes on. */
export function cancellationReply(id: number, ended: EndedOrder | null): string {
  return ended ? endedOrderText(id, ended) : queueTexts.orderGoesOn(id)
}

/** A clerk's request to end the order, with the decision for staff who may take it; or why it was ended. */
export function CancellationRequest({
  details: { endRequest },
  request,
}: {
  details: BackofficeOrder
  request: StaffRequest
}) {
  if (!endRequest || endRequest.answer === 'kept') return null
  if (endRequest.answer === 'ended')
    return <Message>{texts.endedBecause(endRequest.askedBy, endRequest.reason)}</Message>
  return (
    <Message tone="warn" title={texts.requestedBy(endRequest.askedBy, formatTime(endRequest.askedAt))}>
      <p>“{endRequest.reason}”</p>
      {may(request.shop, request.actor, 'orders.end') && (
        <PostForm className={row}>
          <Button variant="outline" name="intent" value="sim">
            {texts.cancelTitle}
          </Button>
          <Button variant="text" name="intent" value="nao">
            {texts.keep}
          </Button>
        </PostForm>
      )}
    </Message>
  )
}

type ExceptionsProps = { details: BackofficeOrder; request: StaffRequest; failedForm: FailedForm | undefined }

/** Cancels or refunds, for staff who may; a clerk requests it. */
export function Exceptions({ details, request, failedForm }: ExceptionsProps) {
  const { phase } = details.order
  const mayEnd = may(request.shop, request.actor, 'orders.end')
  if (phase === 'void' || (!mayEnd && details.endRequest?.answer === null)) return null
  const hasLeftStore = phase === 'inTransit' || phase === 'done'
  const isFailed = failedForm?.field === 'motivo'
  const isOpen = failedForm?.form === 'encerrar' || failedForm?.form === 'pedir'
  const title = mayEnd ? (hasLeftStore ? texts.refundTitle : texts.cancelTitle) : texts.askTitle
  return (
    <section className={css.sheet} aria-label={texts.exceptions}>
      <ShortPickForm details={details} failedForm={failedForm} missingEan={request.url.searchParams.get('falta')} />
      <details className={css.foldedForm} open={isOpen}>
        <summary>{title}</summary>
        <PostForm className={stack}>
          <TextField
            label={texts.reason}
            name="motivo"
            required
            maxLength={300}
            error={isFailed ? failedForm.message : null}
            defaultValue={failedForm?.fieldValue('motivo') ?? ''}
          />
          <div className={row}>
            <Button variant="danger" name="intent" value={mayEnd ? 'encerrar' : 'pedir'}>
              {mayEnd ? (hasLeftStore ? texts.refund : texts.cancel) : texts.ask}
            </Button>
            <span className={muted}>{mayEnd ? texts.endHint : texts.askHint}</span>
          </div>
        </PostForm>
      </details>
    </section>
  )
}

interface ShortPickProps {
  details: BackofficeOrder
  failedForm: FailedForm | undefined
  /** The product whose line said that it is lacking. */
  missingEan: string | null
}

/** What the shelf does not have is taken out, and its price goes back. */
function ShortPickForm({ details: { order, lines }, failedForm, missingEan }: ShortPickProps) {
  if (order.status !== 'paid' && order.status !== 'preparing') return null
  const openLines = lines.filter(({ unitsToPick }) => unitsToPick > 0)
  const units = openLines.reduce((sum, { unitsToPick }) => sum + unitsToPick, 0)
  if (units < 2) return null
  const previousInput = failedForm?.form === 'tirar' ? failedForm : undefined
  const item = chosenItem(openLines, previousInput, missingEan)
  return (
    <details className={css.foldedForm} open={previousInput !== undefined || item !== undefined}>
      <summary>{texts.removeTitle}</summary>
      <PostForm className={stack}>
        <ItemFields
          form="tirar"
          labels={{ item: texts.removeItem, units: texts.removeUnits }}
          lines={openLines}
          selected={item}
          previousInput={previousInput}
        />
        <div className={row}>
          <Button variant="danger" name="intent" value="tirar">
            {texts.remove}
          </Button>
          <span className={muted}>{texts.endHint}</span>
        </div>
      </PostForm>
    </details>
  )
}
