import type { Database } from '../database/connection.ts'
import type { BankRefundStatus, RefundReason, Row } from '../database/schema.ts'
import { inBatches } from '../platform/csv/batches.ts'
import { sumOf } from './bank-refunds.ts'
import { isExternal } from './incoming.ts'

/** A payment received, and what went back of it without the shop's asking. */
export interface Payment {
  /** The Pix's end-to-end id, or `external:` and the provider's id. */
  reference: string
  orderId: number
  amountCents: number
  status: Row<'payment'>['status']
  /** Why it was not captured; null where it was. */
  reason: RefundReason | null
  receivedAt: Date
  /** Without parts that were refunded or are due, and without what the bank returns by itself. */
  restCents: number
  bankRefunds: { id: string; amountCents: number; status: BankRefundStatus; noticedAt: Date }[]
}

/** Reads what was received, what went back of it, and what is still owed. */
export function createPaymentRecords(query: Database['query']) {
  return { paymentsOf, duePayments, measureRefunds }

  /** All payments received for an order, by Pix or at the external page, oldest first. */
  async function paymentsOf(orderId: number, status?: 'captured'): Promise<Payment[]> {
    const rows = await query
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', orderId)
      .$if(status !== undefined, (all) => all.where('status', '=', 'captured'))
      .orderBy('received_at')
      .execute()
    return withRefunds(rows)
  }

  async function withRefunds(rows: Row<'payment'>[]): Promise<Payment[]> {
    const references = rows.map(({ reference }) => reference)
    if (references.length === 0) return []
    const [parts, foreign] = await Promise.all([
      query.selectFrom('partial_refund').selectAll().where('reference', 'in', references).execute(),
      query.selectFrom('bank_refund').selectAll().where('reference', 'in', references).orderBy('noticed_at').execute(),
    ])
    return rows.map(
      ({ reference, order_id: orderId, amount_cents: amountCents, status, refund_reason, received_at }) => {
        const bankRefunds = foreign
          .filter((refund) => refund.reference === reference)
          .map(({ refund_id: id, amount_cents, status, noticed_at }) => ({
            id,
            amountCents: amount_cents,
            status,
            noticedAt: new Date(noticed_at),
          }))
        const partCents = sumOf(
          parts.filter((part) => part.reference === reference).map((part) => ({ amountCents: part.amount_cents })),
        )
        const bankCents = sumOf(bankRefunds.filter(({ status }) => status !== 'failed'))
        return {
          reference,
          orderId,
          amountCents,
          status,
          reason: refund_reason,
          receivedAt: new Date(received_at),
          restCents: Math.max(0, amountCents - partCents - bankCents),
          bankRefunds,
        }
      },
    )
  }

  /** All money still to be refunded, whole payments and parts, oldest first. */
  async function duePayments() {
    const [whole, parts] = await Promise.all([
      query.selectFrom('payment').selectAll().where('status', '=', 'refund_due').orderBy('received_at').execute(),
      query.selectFrom('partial_refund').selectAll().where('status', '=', 'due').orderBy('created_at').execute(),
    ])
    const owed: Payment[] = []
    for (const some of inBatches(whole)) owed.push(...(await withRefunds(some)))
    return [
      ...owed.map(({ orderId, reference, receivedAt, restCents }) => ({
        orderId,
        reference,
        amountCents: restCents,
        receivedAt,
        byHand: isExternal(reference),
      })),
      ...parts.map(({ order_id: orderId, reference, amount_cents: amountCents, created_at }) => ({
        orderId,
        reference,
        amountCents,
        receivedAt: new Date(created_at),
        byHand: false,
      })),
    ]
      .filter(({ amountCents }) => amountCents > 0)
      .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  }

  /** How many refunds are owed, of whole payments and of parts, and since when the oldest; null where none is. */
  async function measureRefunds(): Promise<{ count: number; oldestAt: Date | null }> {
    const [whole, parts] = await Promise.all([
      query
        .selectFrom('payment')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('received_at').as('oldest')])
        .where('status', '=', 'refund_due')
        .executeTakeFirstOrThrow(),
      query
        .selectFrom('partial_refund')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
        .where('status', '=', 'due')
        .executeTakeFirstOrThrow(),
    ])
    const [oldest] = [whole.oldest, parts.oldest].filter(Boolean).sort()
    return { count: whole.count + parts.count, oldestAt: oldest ? new Date(oldest) : null }
  }
}
