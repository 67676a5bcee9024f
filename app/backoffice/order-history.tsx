import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { dossierTexts } from '../texts/backoffice/dossier.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { labelBackofficeStatus, backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatMoney } from '../texts/format.ts'
import { backofficeChangeTexts } from '../texts/order-changes.ts'
import { orderTexts } from '../texts/orders.ts'
import { formatPaymentMethod } from '../texts/payment-methods.ts'
import { formatRefundMeans } from '../texts/refund-means.ts'
import { listRefundTexts } from '../texts/returned-payments.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { Refunds } from '../ui/refunds/refunds.tsx'
import { formatTimestamp } from './audit-formatting.ts'
import { AuditLog } from './audit-log.tsx'
import * as css from './backoffice.css.ts'

type PaymentsPanelProps = { details: BackofficeOrder; rootPath: string; now: Date }

/** The payments received for it, when, and their status. */
export function PaymentsPanel({ details: { payments, order }, rootPath, now }: PaymentsPanelProps) {
  if (payments.length === 0) return null
  return (
    <Panel title={texts.payments}>
      <ul className={css.historyList}>
        {payments.map(({ reference, method, amountCents, status, receivedAt, ...payment }) => (
          <li key={reference}>
            <time dateTime={receivedAt.toISOString()}>{formatTimestamp(receivedAt, now)}</time>
            <span>
              {formatMoney(amountCents)}
              <small>
                {formatPaymentMethod(method)}, {texts.paymentStates[status]}
              </small>
              {payment.isRefundMatchedByAmount && <small>{texts.matchedByAmount}</small>}
              {payment.bankRefunds.map(
                ({ id, isDispute, providerStatus }) =>
                  isDispute && providerStatus && <small key={id}>{texts.disputeStatus(providerStatus)}</small>,
              )}
              {payment.settlements.map(({ id, amountCents, receipt, ...settlement }) => (
                <small key={id}>
                  {texts.settledAs(formatMoney(amountCents), formatRefundMeans(settlement), receipt)}
                </small>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href={`${rootPath}/pedidos/${order.id}/dossie`}>
          {dossierTexts.link}
          {dossierTexts.linkSuffix}
        </a>
      </p>
    </Panel>
  )
}

export function LaboratoryDiscounts({ details: { authorisations, lines } }: { details: BackofficeOrder }) {
  if (authorisations.length === 0) return null
  return (
    <Panel title={texts.laboratory}>
      <ul className={css.historyList}>
        {authorisations.map(({ productId, units, discountHundredths: discountBasisPoints, state }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: of one product there may be several
          <li key={index}>
            <span>
              {lines.find((line) => line.productId === productId)?.name}
              <small>
                {texts.authorisedDiscount(units, discountBasisPoints ?? 0)}, {texts.authorisationStates.get(state)}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The refunds of its payments and their reasons; with a warning where the goods had left the shop. */
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

type OrderHistoryProps = { details: BackofficeOrder; now: Date }

/** Its status changes with who made each, then its audit log. */
export function OrderHistory({ details: { order, history, changes, auditEntries }, now }: OrderHistoryProps) {
  const steps = [
    ...history.map(({ kind, status, reachedAt: at, by: changedBy, isCounselled }) => {
      const label = labelBackofficeStatus({ status, isPaidAtDoor: order.isPaidAtDoor })
      return { name: kind === 'approve' ? orderTexts.approvedStep : label, at, changedBy, isCounselled }
    }),
    ...changes.map(({ kind, at }) => {
      return { name: backofficeChangeTexts.steps[kind], at, changedBy: null, isCounselled: false }
    }),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  return (
    <Panel title={texts.history}>
      <ol className={css.historyList}>
        {steps.reverse().map(({ name, at, changedBy, isCounselled }) => (
          <li key={`${name} ${at.toISOString()}`}>
            <time dateTime={at.toISOString()}>{formatTimestamp(at, now)}</time>
            <span>
              {name}
              {isCounselled && <small>{texts.counselled}</small>}
              {changedBy?.name && (
                <small>
                  {changedBy.crf === null ? changedBy.name : `${changedBy.name}, ${backofficeTexts.crf(changedBy.crf)}`}
                </small>
              )}
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
