import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { orderStatusTexts, orderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatMoney } from '../texts/format.ts'
import { formatPaymentMethod } from '../texts/payment-methods.ts'
import { listRefundTexts } from '../texts/returned-payments.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { Refunds } from '../ui/refunds/refunds.tsx'
import { formatTimestamp } from './audit-actions.ts'
import { AuditLog } from './audit-log.tsx'
import * as css from './backoffice.css.ts'

/** What was received for it, when, and what became of it. */
export function Payments({ details: { payments }, now }: { details: BackofficeOrder; now: Date }) {
  if (payments.length === 0) return null
  return (
    <Panel title={texts.payments}>
      <ul className={css.historyList}>
        {payments.map(({ reference, method, amountCents, status, receivedAt }) => (
          <li key={reference}>
            <time dateTime={receivedAt.toISOString()}>{formatTimestamp(receivedAt, now)}</time>
            <span>
              {formatMoney(amountCents)}
              <small>
                {formatPaymentMethod(method)}, {texts.paymentStates[status]}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What laboratories' programmes authorised for it, and what became of that. */
export function LaboratoryDiscounts({ details: { authorisations, lines } }: { details: BackofficeOrder }) {
  if (authorisations.length === 0) return null
  return (
    <Panel title={texts.laboratory}>
      <ul className={css.historyList}>
        {authorisations.map(({ productId, units, discountHundredths, state }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: of one product there may be several
          <li key={index}>
            <span>
              {lines.find((line) => line.productId === productId)?.name}
              <small>
                {texts.authorised(units, discountHundredths ?? 0)}, {texts.authorisationStates.get(state)}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What goes back of its payments, and why; with a word of warning where the goods are away. */
export function RefundList({ details: { order, payments } }: { details: BackofficeOrder }) {
  const capturedPayment = payments.find(({ reason }) => reason === null)
  const isRefundedAfterDispatch =
    hasLeftStore(order.phase) && capturedPayment?.restCents === 0 && capturedPayment.status === 'refunded'
  const warnings = isRefundedAfterDispatch ? [{ key: 'away', text: texts.returnedInTransitHint }] : []
  return <Refunds refunds={[...listRefundTexts(payments, order.dueCents), ...warnings]} />
}

function hasLeftStore(phase: BackofficeOrder['order']['phase']): boolean {
  return phase === 'inTransit' || phase === 'done'
}

/** Its steps with who took each, then everything that was done with it. */
export function OrderHistory({ details: { history, auditEntries }, now }: { details: BackofficeOrder; now: Date }) {
  return (
    <Panel title={texts.history}>
      <ol className={css.historyList}>
        {[...history].reverse().map(({ status, reachedAt, by }) => (
          <li key={status}>
            <time dateTime={reachedAt.toISOString()}>{formatTimestamp(reachedAt, now)}</time>
            <span>
              {orderStatusTexts[status]}
              {by.name && <small>{by.crf === null ? by.name : `${by.name}, ${backofficeTexts.crf(by.crf)}`}</small>}
            </span>
          </li>
        ))}
      </ol>
      {auditEntries.length > 0 && (
        <details>
          <summary>{texts.auditTitle}</summary>
          <AuditLog entries={auditEntries} now={now} />
        </details>
      )}
    </Panel>
  )
}
