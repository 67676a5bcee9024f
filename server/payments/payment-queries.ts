import type { PaymentMethodDetails } from '../../app/texts/payment-methods.ts'
import type { Database } from '../database/connection.ts'
import type { BankRefundStatus, RefundReason, Row } from '../database/schema.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import type { ProviderName } from './provider.ts'
import { sumRefundCents } from './unrequested-refunds.ts'

/** A payment received, and what went back of it without the shop's asking. */
export interface Payment {
  provider: ProviderName
  /** The provider's id of it: of a Pix its end-to-end id. */
  reference: string
  method: PaymentMethodDetails
  orderId: number
  amountCents: number
  status: Row<'payment'>['status']
  /** Why it was not captured; null where it was. */
  reason: RefundReason | null
  receivedAt: Date
  /** Without parts that were refunded or are due, and without what the bank returns by itself. */
  restCents: number
  bankRefunds: { id: string; amountCents: number; status: BankRefundStatus; isDispute: boolean }[]
}

/** Reads what was received, what went back of it, and what is still owed. */
export function createPaymentQueries(db: Database['db'], requiresManualRefund: (provider: ProviderName) => boolean) {
  return { listPayments, loadPaymentMethods, listDueRefunds, summarizeDueRefunds }

  /** All payments received for an order, oldest first. */
  async function listPayments(orderId: number, status?: 'captured'): Promise<Payment[]> {
    const rows = await db
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', orderId)
      .$if(status !== undefined, (qb) => qb.where('status', '=', 'captured'))
      .orderBy('received_at')
      .orderBy('id')
      .execute()
    return toPaymentsWithRefunds(rows)
  }

  /** How each of these orders was paid; those that were not, or by balances alone, are left out. */
  async function loadPaymentMethods(orderIds: number[]): Promise<Map<number, 'pix' | 'card' | 'external'>> {
    const methodByOrderId = new Map<number, 'pix' | 'card' | 'external'>()
    for (const batch of splitIntoBatches(orderIds)) {
      const rows = await db
        .selectFrom('payment')
        .select(['order_id', 'method'])
        .where('order_id', 'in', batch)
        .where('refund_reason', 'is', null)
        .execute()
      for (const { order_id, method } of rows) methodByOrderId.set(order_id, method ?? 'external')
    }
    return methodByOrderId
  }

  async function toPaymentsWithRefunds(rows: Row<'payment'>[]): Promise<Payment[]> {
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    const [partialRefunds, bankRefundRows] = await Promise.all([
      db.selectFrom('partial_refund').selectAll().where('payment_id', 'in', ids).execute(),
      db.selectFrom('bank_refund').selectAll().where('payment_id', 'in', ids).orderBy('noticed_at').execute(),
    ])
    return rows.map((row) => {
      const bankRefunds = bankRefundRows
        .filter((refund) => refund.payment_id === row.id)
        .map(({ refund_id: id, amount_cents, status, is_dispute }) => ({
          id,
          amountCents: amount_cents,
          status,
          isDispute: is_dispute === 1,
        }))
      const partialRefundCents = partialRefunds
        .filter((refund) => refund.payment_id === row.id)
        .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      const bankRefundCents = sumRefundCents(bankRefunds.filter(({ status }) => status !== 'failed'))
      return {
        provider: row.provider,
        reference: row.reference,
        method: {
          method: row.method,
          brand: row.card_brand,
          lastFour: row.card_last_four,
          installments: row.installments,
        },
        orderId: row.order_id,
        amountCents: row.amount_cents,
        status: row.status,
        reason: row.refund_reason,
        receivedAt: new Date(row.received_at),
        restCents: Math.max(0, row.amount_cents - partialRefundCents - bankRefundCents),
        bankRefunds,
      }
    })
  }

  /** All money still to be refunded, whole payments and parts, oldest first. */
  async function listDueRefunds() {
    const [paymentRows, partialRefunds] = await Promise.all([
      db.selectFrom('payment').selectAll().where('status', '=', 'refund_due').orderBy('received_at').execute(),
      db
        .selectFrom('partial_refund')
        .innerJoin('payment', 'payment.id', 'partial_refund.payment_id')
        .select(['payment.provider', 'payment.reference', 'partial_refund.order_id as orderId'])
        .select(['partial_refund.amount_cents as amountCents', 'partial_refund.created_at'])
        .where('partial_refund.status', '=', 'due')
        .execute(),
    ])
    const payments: Payment[] = []
    for (const batch of splitIntoBatches(paymentRows)) payments.push(...(await toPaymentsWithRefunds(batch)))
    return [
      ...payments.map(({ orderId, provider, reference, receivedAt, restCents }) => {
        return {
          orderId,
          provider,
          reference,
          amountCents: restCents,
          receivedAt,
          requiresManualRefund: requiresManualRefund(provider),
        }
      }),
      ...partialRefunds.map(({ created_at, ...refund }) => ({
        ...refund,
        receivedAt: new Date(created_at),
        requiresManualRefund: false,
      })),
    ]
      .filter(({ amountCents }) => amountCents > 0)
      .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  }

  /** How many refunds are owed, of whole payments and of parts, and since when the oldest; null where none is. */
  async function summarizeDueRefunds(): Promise<{ count: number; oldestAt: Date | null }> {
    const [fullRefunds, partialRefunds] = await Promise.all([
      db
        .selectFrom('payment')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('received_at').as('oldest')])
        .where('status', '=', 'refund_due')
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('partial_refund')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
        .where('status', '=', 'due')
        .executeTakeFirstOrThrow(),
    ])
    const [oldestTimestamp] = [fullRefunds.oldest, partialRefunds.oldest].filter(Boolean).sort()
    return {
      count: fullRefunds.count + partialRefunds.count,
      oldestAt: oldestTimestamp ? new Date(oldestTimestamp) : null,
    }
  }
}

export function toPaymentMethodDetails({
  method,
  card_brand: brand,
  card_last_four: lastFour,
  installments,
}: Pick<Row<'payment'>, 'method' | 'card_brand' | 'card_last_four' | 'installments'>): PaymentMethodDetails {
  return { method, brand, lastFour, installments }
}
