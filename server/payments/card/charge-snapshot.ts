import { parseCents } from '../amounts.ts'
import type { ChargeSnapshot, ProviderPayment, ProviderRefund } from '../provider.ts'
import type { RequestedRefund } from './card-refunds.ts'
import type { CardOrder } from './mercado-pago.schemas.ts'

type OrderPayment = NonNullable<NonNullable<CardOrder['transactions']>['payments']>[number]

/** What an order at Mercado Pago means to the shop. An undocumented status means "not paid, poll again". */
export function toSnapshot(
  order: CardOrder,
  { requestedRefunds, now }: { requestedRefunds: RequestedRefund[]; now: Date },
): ChargeSnapshot {
  const payments = order.transactions?.payments ?? []
  return {
    state: toChargeState(order),
    codeOrUrl: order.checkout_url ?? null,
    payments: payments
      .filter((payment) => isPaid(payment) || isDeclined(payment.status))
      .map((payment) => toPayment(order, payment, requestedRefunds, now)),
  }
}

function toChargeState({ status, status_detail, transactions }: CardOrder): ChargeSnapshot['state'] {
  const payments = transactions?.payments ?? []
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

function isDeclined(status: string): boolean {
  return ['failed', 'canceled', 'cancelled', 'expired'].includes(status)
}

function toPayment(
  order: CardOrder,
  payment: OrderPayment,
  requestedRefunds: RequestedRefund[],
  now: Date,
): ProviderPayment {
  const { payment_method: method } = payment
  return {
    reference: payment.id,
    amountCents: parseCents(payment.amount),
    receivedAt: parseDate(payment.date_approved ?? order.last_updated_date ?? order.created_date) ?? now,
    method: 'card',
    card: {
      brand: method?.id ?? null,
      lastFour: method?.last_four_digits ?? null,
      installments: method?.installments ?? null,
    },
    refunds: [...toRefunds(order, payment, requestedRefunds), ...toDisputes(order, payment)],
    isReversed: !isPaid(payment),
  }
}

/** Those that the shop requested have the name that it gave; a refused one is not among the provider's. */
function toRefunds(
  { transactions }: CardOrder,
  { id }: OrderPayment,
  requestedRefunds: RequestedRefund[],
): ProviderRefund[] {
  const providerRefunds = (transactions?.refunds ?? [])
    .filter(({ transaction_id }) => transaction_id === id)
    .map((refund): ProviderRefund => {
      const request = requestedRefunds.find(({ providerRefundId }) => providerRefundId === refund.id)
      return {
        id: request?.name ?? refund.id,
        amountCents: parseCents(refund.amount),
        status: toRefundStatus(refund.status),
        requestedAt: request?.requestedAt ?? parseDate(refund.date_created),
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

/** A dispute that the shop wins gives the money back to it. */
function toDisputes({ transactions }: CardOrder, { id, amount }: OrderPayment): ProviderRefund[] {
  return (transactions?.chargebacks ?? [])
    .filter(({ transaction_id }) => transaction_id === id)
    .map((chargeback) => ({
      id: chargeback.id,
      amountCents: parseCents(chargeback.amount ?? amount),
      status: /^(reimbursed|won|canceled|cancelled)$/.test(chargeback.status) ? 'failed' : 'returned',
      requestedAt: null,
      isDispute: true,
    }))
}

export function toRefundStatus(status: string): ProviderRefund['status'] {
  if (['processed', 'refunded', 'approved'].includes(status)) return 'returned'
  return isDeclined(status) || status === 'rejected' ? 'failed' : 'pending'
}

/** Times come with an offset. */
function parseDate(instant: string | null | undefined): Date | null {
  const date = new Date(instant ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
