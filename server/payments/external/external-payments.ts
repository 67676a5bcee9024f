import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Database, Transaction } from '../../database/connection.ts'
import type { Orders } from '../../orders/orders.ts'
import type { Clock } from '../../platform/clock.ts'
import { ShopError } from '../../platform/errors.ts'
import { recordForeignRefund, settleReturned } from '../bank-refunds.ts'
import { externalReference, goingBackOf, recordPayment } from '../incoming.ts'

/** Without the character zero, which PostgreSQL cannot store. */
const Id = z.string().regex(/^[^\0]{1,100}$/u)

/** What the provider posts to /webhooks/payment (README.md of this folder). */
export const ProviderCall = z.object({
  /** The payment's id at the provider. */
  payment_id: Id,
  transaction_reference: Id,
  status: z.enum(['paid', 'refused', 'refunded']),
  /** Reais with at most two decimals. */
  amount: z.number().positive().max(10_000_000).multipleOf(0.01),
})
export type ProviderCall = z.infer<typeof ProviderCall>

interface Deps {
  database: Database
  clock: Clock
  orders: Orders
  /** The page's address, and the secret that signs the provider's calls; null where no provider is configured. */
  settings: { url: string; secret: string } | null
  /** For what the operator has to do by hand. */
  log: { warn(details: { orderId: number; reference: string }, message: string): void }
}

export type ExternalPayments = ReturnType<typeof createExternalPayments>

/** Payment at a provider's own page. Only calls that the provider signed count, and they are checked against the order. */
export function createExternalPayments({ database, clock, orders, settings, log }: Deps) {
  const { query } = database
  return { referenceFor, pageFor, isGenuine, learn, findOrder }

  /**
   * The order's reference at the payment page: one per order, the same at every call.
   * @throws ShopError "order.unknown", "order.notPayable"
   */
  async function referenceFor(customerId: number, orderId: number): Promise<string> {
    const order = await orders.findOrder(customerId, orderId)
    if (order.status !== 'pending_payment' || order.paymentDueAt <= clock.now()) throw new ShopError('order.notPayable')
    await query
      .insertInto('external_payment')
      .values({ reference: randomUUID(), order_id: orderId, created_at: clock.now().toISOString() })
      .onConflict((conflict) => conflict.column('order_id').doNothing())
      .execute()
    const { reference } = await query
      .selectFrom('external_payment')
      .select('reference')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    return reference
  }

  /**
   * The URL of the provider's page, with the specification's three parameters.
   * @throws ShopError as `referenceFor`; "payment.unavailable" where no provider is set up
   */
  async function pageFor(customerId: number, orderId: number): Promise<string> {
    if (!settings) throw new ShopError('payment.unavailable')
    const reference = await referenceFor(customerId, orderId)
    const query = new URLSearchParams({ transaction_reference: reference, order_id: String(orderId), layout: '2' })
    return `${settings.url}${settings.url.includes('?') ? '&' : '?'}${query}`
  }

  /** Whether the provider signed exactly these bytes: HMAC-SHA-256 in hexadecimal, compared in constant time. */
  function isGenuine(body: Uint8Array, signature: string): boolean {
    if (!settings) return false
    const expected = createHmac('sha256', settings.secret).update(body).digest()
    const actual = Buffer.from(signature.replace(/^sha256=/, ''), 'hex')
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }

  /**
   * Processes a provider's call; calls may be repeated and arrive in any order.
   * @returns false for a reference the shop never issued
   */
  async function learn(call: ProviderCall): Promise<boolean> {
    const order = await findOrder(call.transaction_reference)
    if (!order) return false
    const reference = externalReference(call.payment_id)
    const amountCents = Math.round(call.amount * 100)
    if (call.status === 'refused') await orders.endUnpaid(order.id, 'fail', { kind: 'bank' })
    else if (call.status === 'refunded') await recordRefund(reference, order.id, amountCents)
    else {
      const outcome = await recordPayment(database, orders, {
        reference,
        orderId: order.id,
        amountCents,
        expectedCents: order.dueCents,
        receivedAt: clock.now(),
      })
      if (outcome === 'refund_due')
        log.warn({ orderId: order.id, reference }, 'a refund is due at the payment provider')
    }
    return true
  }

  async function recordRefund(reference: string, orderId: number, amountCents: number): Promise<void> {
    const isUnexpected = await database.transact(async (tx) => {
      // A refund reported before its payment is recorded as refunded, so that the later `paid` changes nothing.
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('payment')
        .values({
          reference,
          order_id: orderId,
          amount_cents: amountCents,
          status: 'refunded',
          received_at: clock.now().toISOString(),
        })
        .onConflict((conflict) => conflict.column('reference').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 1n) return false
      const { numUpdatedRows } = await tx
        .updateTable('payment')
        .set({ status: 'refunded' })
        .where('reference', '=', reference)
        .where('order_id', '=', orderId)
        .where('status', '=', 'refund_due')
        .executeTakeFirst()
      return numUpdatedRows !== 1n && (await recordUnasked(tx, reference, orderId, amountCents))
    })
    if (isUnexpected)
      log.warn({ orderId, reference }, 'the provider returned money although no refund was due: check the order')
  }

  /** The provider names no refund: of the same amount, reported as often as it likes, there is one. @returns whether it is new */
  async function recordUnasked(
    tx: Transaction,
    reference: string,
    orderId: number,
    amountCents: number,
  ): Promise<boolean> {
    const captured = await tx
      .selectFrom('payment')
      .select('amount_cents')
      .where('reference', '=', reference)
      .where('order_id', '=', orderId)
      .where('status', '=', 'captured')
      .executeTakeFirst()
    if (!captured) return false
    const refund = { reference, refundId: String(amountCents), orderId, amountCents, status: 'returned' as const }
    const isNew = await recordForeignRefund(tx, clock, refund)
    if ((await goingBackOf(tx, reference)) >= captured.amount_cents)
      await settleReturned(tx, orders, orderId, reference)
    return isNew
  }

  /** The order behind a reference; null for one the shop never issued. */
  async function findOrder(reference: string) {
    const row = await query
      .selectFrom('external_payment')
      .select('order_id')
      .where('reference', '=', reference)
      .executeTakeFirst()
    return row ? orders.findForOperator(row.order_id) : null
  }
}
