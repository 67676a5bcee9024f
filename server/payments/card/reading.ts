import { centsOf } from '../amounts.ts'
import type { Reading, ReadPayment, ReadRefund } from '../provider.ts'
import type { AskedRefund } from './card-refunds.ts'
import type { CardOrder } from './mercado-pago.shapes.ts'

type OrderPayment = NonNullable<NonNullable<CardOrder['transactions']>['payments']>[number]

/** What an order at Mercado Pago means to the shop. A status that nobody told us of means "not paid, ask again". */
export function readingOf(order: CardOrder, { requests, now }: { requests: AskedRefund[]; now: Date }): Reading {
  const payments = order.transactions?.payments ?? []
  return {
    state: stateOf(order),
    payable: order.checkout_url ?? null,
    payments: payments
      .filter((payment) => isPaid(payment) || isDeclined(payment.status))
      .map((payment) => paymentOf(order, payment, requests, now)),
  }
}

function stateOf({ status, status_detail, transactions }: CardOrder): Reading['state'] {
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

/** Of `processed` some details mean that the money came; where it went back since, its refunds tell. */
function isPaid({ status, status_detail }: OrderPayment): boolean {
  const details = [
    'accredited',
    'partially_refunded',
    'refunded',
    'charged_back',
    'in_mediation',
    'settled',
    'reimbursed',
  ]
  if (status === 'processed') return details.includes(status_detail ?? 'accredited')
  return ['refunded', 'charged_back', 'in_mediation'].includes(status)
}

function isDeclined(status: string): boolean {
  return ['failed', 'canceled', 'cancelled', 'expired'].includes(status)
}

function paymentOf(order: CardOrder, payment: OrderPayment, requests: AskedRefund[], now: Date): ReadPayment {
  const { payment_method: method } = payment
  return {
    reference: payment.id,
    amountCents: centsOf(payment.amount),
    receivedAt: dateOf(payment.date_approved ?? order.last_updated_date ?? order.created_date) ?? now,
    method: 'card',
    card: {
      brand: method?.id ?? null,
      lastFour: method?.last_four_digits ?? null,
      installments: method?.installments ?? null,
    },
    refunds: [...refundsOf(order, payment, requests), ...disputesOf(order, payment)],
    isReversed: !isPaid(payment),
  }
}

/** Those that the shop asked for have the name that it gave; one that was refused is none of the provider's. */
function refundsOf({ transactions }: CardOrder, { id }: OrderPayment, requests: AskedRefund[]): ReadRefund[] {
  const providerRefunds = (transactions?.refunds ?? [])
    .filter(({ transaction_id }) => transaction_id === id)
    .map((refund): ReadRefund => {
      const request = requests.find(({ providerId }) => providerId === refund.id)
      return {
        id: request?.name ?? refund.id,
        amountCents: centsOf(refund.amount),
        status: refundStatus(refund.status),
        requestedAt: request?.requestedAt ?? dateOf(refund.date_created),
      }
    })
  const refused = requests
    .filter((refund) => refund.payment === id && refund.isRefused)
    .map(({ name, amountCents, requestedAt }): ReadRefund => ({ id: name, amountCents, status: 'failed', requestedAt }))
  return [...providerRefunds, ...refused]
}

/** A dispute that the shop wins gives the money back to it. */
function disputesOf({ transactions }: CardOrder, { id, amount }: OrderPayment): ReadRefund[] {
  return (transactions?.chargebacks ?? [])
    .filter(({ transaction_id }) => transaction_id === id)
    .map((chargeback) => ({
      id: chargeback.id,
      amountCents: centsOf(chargeback.amount ?? amount),
      status: /^(reimbursed|won|canceled|cancelled)$/.test(chargeback.status) ? 'failed' : 'returned',
      requestedAt: null,
      isDispute: true,
    }))
}

export function refundStatus(status: string): ReadRefund['status'] {
  if (['processed', 'refunded', 'approved'].includes(status)) return 'returned'
  return isDeclined(status) || status === 'rejected' ? 'failed' : 'underWay'
}

/** Times come with an offset. */
function dateOf(instant: string | null | undefined): Date | null {
  const date = new Date(instant ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
