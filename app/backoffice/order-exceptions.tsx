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
export function endedSentence(
  id: number,
  { refundCents, refundedBalanceCents, requiresManualRefund }: EndedOrder,
): string {
  return requiresManualRefund
    ? texts.byHandRefund(id, refundCents)
    : texts.ended(id, refundCents + refundedBalanceCents)
}

/** What became of a request: null is an order that goes on. */
export function answerSentence(id: number, ended: EndedOrder | null): string {
  return ended ? endedSentence(id, ended) : queueTexts.orderGoesOn(id)
}

/** A clerk's request to end the order, for who may answer it; or why it was ended. */
export function EndRequest({ details: { endRequest }, request }: { details: BackofficeOrder; request: StaffRequest }) {
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

/** Cancel or refund, for who may; a clerk asks for it. */
export function Exceptions({ details, request, failedForm }: ExceptionsProps) {
  const { phase } = details.order
  const mayEnd = may(request.shop, request.actor, 'orders.end')
  if (phase === 'over' || (!mayEnd && details.endRequest?.answer === null)) return null
  const hasLeft = phase === 'road' || phase === 'done'
  const isFailed = failedForm?.field === 'motivo'
  const isAgain = failedForm?.form === 'encerrar' || failedForm?.form === 'pedir'
  const title = mayEnd ? (hasLeft ? texts.refundTitle : texts.cancelTitle) : texts.askTitle
  return (
    <section className={css.sheet} aria-label={texts.exceptions}>
      <Removal details={details} failedForm={failedForm} missingEan={request.url.searchParams.get('falta')} />
      <details className={css.exception} open={isAgain}>
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
              {mayEnd ? (hasLeft ? texts.refund : texts.cancel) : texts.ask}
            </Button>
            <span className={muted}>{mayEnd ? texts.endHint : texts.askHint}</span>
          </div>
        </PostForm>
      </details>
    </section>
  )
}

interface RemovalProps {
  details: BackofficeOrder
  failedForm: FailedForm | undefined
  /** The product whose line said that it is lacking. */
  missingEan: string | null
}

/** What the shelf does not have is taken out, and its price goes back. */
function Removal({ details: { order, lines }, failedForm, missingEan }: RemovalProps) {
  if (order.status !== 'paid' && order.status !== 'preparing') return null
  const openLines = lines.filter(({ unitsToPick }) => unitsToPick > 0)
  const units = openLines.reduce((sum, { unitsToPick }) => sum + unitsToPick, 0)
  if (units < 2) return null
  const again = failedForm?.form === 'tirar' ? failedForm : undefined
  const item = chosenItem(openLines, again, missingEan)
  return (
    <details className={css.exception} open={again !== undefined || item !== undefined}>
      <summary>{texts.removeTitle}</summary>
      <PostForm className={stack}>
        <ItemFields
          form="tirar"
          labels={{ item: texts.removeItem, units: texts.removeUnits }}
          lines={openLines}
          selected={item}
          again={again}
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
