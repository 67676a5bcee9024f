import type { ChargeSnapshot, ProviderPayment, ProviderRefund } from '../../ports/payment-provider.ts'
import { cardProduct } from './card-product.ts'
import type { RequestedRefund } from './card-refunds.ts'
import type { CardOrderAnswer, OrderPayment } from './mercado-pago.schemas.ts'
import type { OrderProduct } from './order-product.ts'

/** What an order at Mercado Pago means to the shop. An undocumented status means "not paid, poll again". */
export function toSnapshot(
  order: CardOrderAnswer,
  requestedRefunds: RequestedRefund[],
  product: OrderProduct = cardProduct,
): ChargeSnapshot {
  const unclearReason = findUnclearReason(order)
  return {
    state: toChargeState(order),
    codeOrUrl: product.findPayable(order),
    payments: order.transactions.payments
      .filter((payment) => isPaid(payment) || isDeclined(payment.status))
      .map((payment) => toPayment(order, payment, requestedRefunds, product)),
    ...(unclearReason && { unclearReason }),
  }
}

function toChargeState({
  status,
  status_detail,
  transactions: { payments },
}: CardOrderAnswer): ChargeSnapshot['state'] {
  if (payments.some(isPaid)) return 'closed'
  if (
    status === 'processing' ||
    status_detail === 'in_process' ||
    payments.some(({ status }) => status === 'processing')
  )
    return 'in_review'
  if (isDeclined(status)) return status === 'failed' ? 'refused' : 'closed'
  return status === 'refunded' ? 'closed' : 'open'
}

/** What could not be read, and may mean that money has arrived, or has gone back. */
function findUnclearReason({ status, transactions }: CardOrderAnswer): string | null {
  const { payments, refunds, chargebacks, oddPaymentCount, oddRefundCount } = transactions
  if (oddPaymentCount > 0 && !isDeclined(status)) return `payments that cannot be read: ${oddPaymentCount}`
  if (oddRefundCount > 0) return `refunds or disputes that cannot be read: ${oddRefundCount}`
  const paidPayments = payments.filter(isPaid)
  if (payments.length > 1 && [...refunds, ...chargebacks].some(({ paymentId }) => paymentId === null))
    return 'a refund or dispute of no payment'
  if (paidPayments.some((payment) => isDisputed(payment) && chargebacks.length === 0))
    return 'a dispute without its details'
  if (paidPayments.length > 0) return null
  if (status !== null && paidOrderStatuses.includes(status)) return `${status} without a payment`
  return status === null ? 'no status' : null
}

const paidOrderStatuses = ['processed', 'refunded', 'charged_back', 'in_mediation']

/** Some details of `processed` mean that the money came; whether it went back since is in its refunds. */
function isPaid({ status, status_detail }: OrderPayment): boolean {
  const paidStatusDetails = [
    'accredited',
    'partially_refunded',
    'refunded',
    'charged_back',
    'in_mediation',
    'settled',
    'reimbursed',
  ]
  if (status === 'processed') return paidStatusDetails.includes(status_detail ?? 'accredited')
  return ['refunded', 'charged_back', 'in_mediation'].includes(status)
}

function isDisputed({ status, status_detail }: OrderPayment): boolean {
  return status === 'charged_back' || status_detail === 'charged_back'
}

function isDeclined(status: string | null): boolean {
  return status !== null && ['failed', 'canceled', 'cancelled', 'expired'].includes(status)
}

function toPayment(
  order: CardOrderAnswer,
  payment: OrderPayment,
  requestedRefunds: RequestedRefund[],
  product: OrderProduct,
): ProviderPayment {
  return {
    reference: payment.id,
    amountCents: payment.amount,
    receivedAt: payment.date_approved ?? order.last_updated_date ?? order.created_date,
    ...product.describePayment(payment),
    refunds: [...toRefunds(order, payment, requestedRefunds), ...toDisputes(order, payment)],
    ...(order.transactions.oddRefundCount > 0 && { hasUnclearRefunds: true }),
    isReversed: !isPaid(payment),
  }
}

/** Those that the shop requested have the name that it gave; a refused one is not among the provider's. */
function toRefunds(
  { transactions }: CardOrderAnswer,
  { id }: OrderPayment,
  requestedRefunds: RequestedRefund[],
): ProviderRefund[] {
  const providerRefunds = transactions.refunds
    .filter(({ paymentId }) => paymentId === id)
    .map((refund): ProviderRefund => {
      const request = requestedRefunds.find(({ providerRefundId }) => providerRefundId === refund.id)
      return {
        id: request?.name ?? refund.id,
        amountCents: refund.amount,
        status: toRefundStatus(refund.status),
        requestedAt: request?.requestedAt ?? refund.date_created,
        ...(request?.isMatchedByAmount && { isMatchedByAmount: true }),
      }
    })
  const refusedRefunds = requestedRefunds
    .filter((request) => request.paymentReference === id && request.isRefused)
    .map(
      ({ name, amountCents, requestedAt }): ProviderRefund => ({
        id: name,
        amountCents,
        status: 'failed',
        requestedAt,
      }),
    )
  return [...providerRefunds, ...refusedRefunds]
}

/** Money is gone only with a dispute that is lost; one that the shop wins gives it back; any other is still open. */
function toDisputes({ transactions }: CardOrderAnswer, { id, amount }: OrderPayment): ProviderRefund[] {
  return transactions.chargebacks
    .filter(({ paymentId }) => paymentId === id)
    .map((chargeback) => ({
      id: chargeback.id,
      amountCents: chargeback.amount ?? amount,
      status: toDisputeStatus(chargeback.status),
      requestedAt: null,
      isDispute: true,
      providerStatus: chargeback.status,
    }))
}

function toDisputeStatus(status: string): ProviderRefund['status'] {
  if (['settled', 'lost'].includes(status)) return 'returned'
  return ['reimbursed', 'won', 'canceled', 'cancelled'].includes(status) ? 'failed' : 'pending'
}

export function toRefundStatus(status: string): ProviderRefund['status'] {
  if (['processed', 'refunded', 'approved'].includes(status)) return 'returned'
  return isDeclined(status) || status === 'rejected' ? 'failed' : 'pending'
}
