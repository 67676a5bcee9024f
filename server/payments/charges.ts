import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { chargeTexts } from '../../app/texts/charges.ts'
import type { Database } from '../database/connection.ts'
import type { Order } from '../orders/order.ts'
import type { OrderService } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { type ChargeRow, findActiveCharge, toChargeKey } from './charges.sql.ts'
import {
  type ChargeSnapshot,
  type PaymentProvider,
  ProviderError,
  type ProviderName,
  type StartedCharge,
} from './provider.ts'
import type { ProviderCaller } from './provider-caller.ts'
import { createUnavailableError } from './provider-responses.ts'

/** What the shopper pays. */
export interface Charge {
  /** The shop's id for it: 32 letters and digits. */
  reference: string
  provider: ProviderName
  /** "Pix copia e cola", which is also the QR code's content, or the address of the provider's page. */
  codeOrUrl: string
  amountCents: number
  expiresAt: Date
  /** A payment for it has arrived, which the provider still examines. */
  isInReview: boolean
}

interface Deps {
  database: Database
  clock: Clock
  orders: OrderService
  requireProvider: (charge: Pick<ChargeRow, 'provider'>) => PaymentProvider
  providerCaller: ProviderCaller
  /** Applies a charge's snapshot to its order. */
  applySnapshot: (charge: ChargeRow, snapshot: ChargeSnapshot) => Promise<void>
  closeAndRefreshCharge: (charge: ChargeRow) => Promise<void>
  createDeadlineSignal: () => AbortSignal
}

/** Charges: an order has one at a time, and a new one where it took a wrong amount, was declined, or another method is chosen. */
export function createChargeService({
  database: { db },
  clock,
  orders,
  requireProvider,
  providerCaller,
  applySnapshot,
  closeAndRefreshCharge,
  createDeadlineSignal,
}: Deps) {
  return { chargeOrder, findCharge, wasLastChargeDeclined }

  /**
   * Creates an order's charge at a provider, or returns the existing one. One at another provider is closed first; if it was paid
   * meanwhile, that counts, and if it still can be, a second payment goes back.
   *
   * The reference is stored before the provider is called: whatever fails afterwards, a retry asks for the same charge.
   * @throws ShopError "order.unknown", "order.notPayable", "payment.unavailable"
   */
  async function chargeOrder(customerId: number, orderId: number, provider: ProviderName): Promise<Charge> {
    const order = await requirePayableOrder(customerId, orderId)
    const previousCharge = await findActiveCharge(db, orderId)
    if (previousCharge && previousCharge.provider !== provider) {
      await abandonCharge(previousCharge)
      await requirePayableOrder(customerId, orderId)
    }
    const { row, isNew } = await findOrCreateCharge(order, provider)
    if (row.payable !== null) return toCharge(row, row.payable)

    const startedCharge = await providerCaller.callWithErrorLog(row, () => startCharge(row, isNew))
    await db
      .updateTable('charge')
      .set({ payable: startedCharge.codeOrUrl, provider_id: startedCharge.providerId })
      .where('reference', '=', row.reference)
      .execute()
    return toCharge(row, startedCharge.codeOrUrl)
  }

  async function requirePayableOrder(customerId: number, orderId: number): Promise<Order> {
    const order = await orders.getOrder(customerId, orderId)
    if (order.status !== 'pending_payment' || countSecondsUntil(order.paymentDueAt) < 1)
      throw new ShopError('order.notPayable')
    return order
  }

  function countSecondsUntil(deadline: Date): number {
    return Math.floor((deadline.getTime() - clock.now().getTime()) / 1000)
  }

  /** @returns the charge of a customer's order, null when none was made yet or the order is not theirs */
  async function findCharge(customerId: number, orderId: number): Promise<Charge | null> {
    const [charge, order] = await Promise.all([findActiveCharge(db, orderId), orders.findSummary(orderId)])
    return charge && charge.payable !== null && order?.customerId === customerId
      ? toCharge(charge, charge.payable)
      : null
  }

  /** Whether the payer's bank declined the order's last charge, and nothing else was chosen since. */
  async function wasLastChargeDeclined(orderId: number): Promise<boolean> {
    const lastCharge = await db
      .selectFrom('charge')
      .select('state')
      .where('order_id', '=', orderId)
      .orderBy('is_spent')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return lastCharge?.state === 'refused'
  }

  /** Marked before it is closed, since to some providers a closed charge looks like a declined one. An unavailable provider is not waited for. */
  async function abandonCharge(charge: ChargeRow): Promise<void> {
    await db.updateTable('charge').set({ is_spent: 1 }).where('reference', '=', charge.reference).execute()
    if (charge.payable !== null) await providerCaller.tryReachProvider(charge, () => closeAndRefreshCharge(charge))
  }

  /** @returns the order's charge; two concurrent calls both get the one inserted first */
  async function findOrCreateCharge(order: Order, provider: ProviderName): Promise<{ row: ChargeRow; isNew: boolean }> {
    const existingCharge = await findActiveCharge(db, order.id)
    if (existingCharge) return { row: existingCharge, isNew: false }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('charge')
      .values({
        reference: requireProvider({ provider }).createReference?.() ?? randomUUID().replaceAll('-', ''),
        provider,
        order_id: order.id,
        amount_cents: order.dueCents,
        provider_id: null,
        payable: null,
        created_at: clock.now().toISOString(),
        expires_at: order.paymentDueAt.toISOString(),
        checked_at: null,
      })
      .onConflict((conflict) => conflict.column('order_id').where(sql.ref('is_spent'), '=', sql.lit(0)).doNothing())
      .executeTakeFirst()
    const row = await findActiveCharge(db, order.id)
    if (!row) throw new Error(`order ${order.id} has no charge after one was written`)
    return { row, isNew: numInsertedOrUpdatedRows === 1n }
  }

  async function startCharge(row: ChargeRow, isNew: boolean): Promise<StartedCharge> {
    const provider = requireProvider(row)
    const options = { signal: createDeadlineSignal() }
    const { reference, order_id: orderId, amount_cents: amountCents, provider_id: providerId } = row
    const snapshot = isNew ? null : await provider.readCharge(toChargeKey(row), options)
    if (snapshot && snapshot.state !== 'open') {
      await applySnapshot(row, snapshot)
      throw new ShopError('order.notPayable')
    }
    if (snapshot) return { codeOrUrl: requireCodeOrUrl(snapshot), providerId }
    const expiresInSeconds = countSecondsUntil(new Date(row.expires_at))
    return provider.startCharge(
      { reference, orderId, amountCents, expiresInSeconds, message: chargeTexts.message(orderId) },
      options,
    )
  }
}

/** @throws ShopError "payment.unavailable": none is better than one that cannot be paid, or for a wrong amount */
function requireCodeOrUrl({ codeOrUrl }: ChargeSnapshot): string {
  if (codeOrUrl !== null) return codeOrUrl
  throw createUnavailableError(new ProviderError('unusable charge', 200))
}

function toCharge(row: ChargeRow, codeOrUrl: string): Charge {
  return {
    reference: row.reference,
    provider: row.provider,
    codeOrUrl,
    amountCents: row.amount_cents,
    expiresAt: new Date(row.expires_at),
    isInReview: row.state === 'in_review',
  }
}
