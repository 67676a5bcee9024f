import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { chargeTexts } from '../../app/texts/charges.ts'
import type { Context } from '../context.ts'
import type { Order } from '../orders/order.ts'
import { findSummary, getOrder } from '../orders/order-queries.ts'
import { ShopError } from '../platform/errors.ts'
import {
  type ChargeSnapshot,
  createUnavailableError,
  ProviderError,
  type ProviderName,
  type StartedCharge,
} from '../ports/payment-provider.ts'
import { requireProvider } from '../receipts/providers.ts'
import { applySnapshot, closeAndRefreshCharge } from './charge-reading.ts'
import { type ChargeRow, findActiveCharge, toChargeKey } from './charges.sql.ts'
import { mercadoPagoPixProduct } from './pix/mercado-pago-pix.ts'
import { callWithErrorLog, tryReachProvider } from './provider-caller.ts'

/** What the shopper pays. */
export interface Charge {
  /** The shop's id for it: 32 letters and digits. */
  reference: string
  provider: ProviderName
  /** By what it is paid, whoever takes it: `pix`, `card`, `external`. */
  way: ProviderName
  /** "Pix copia e cola", which is also the QR code's content, or the address of the provider's page. */
  codeOrUrl: string
  amountCents: number
  expiresAt: Date
  /** A payment for it has arrived, which the provider still examines. */
  isInReview: boolean
  /** A payment for it may have arrived, which could not be read. */
  isUnclear: boolean
}

/**
 * Creates an order's charge at a provider, or returns the existing one. One at another provider is closed first; if it was paid
 * meanwhile, that counts, and if it still can be, a second payment goes back.
 *
 * The reference is stored before the provider is called: whatever fails afterwards, a retry asks for the same charge.
 * @param way `pix`: by the provider that the shop takes it through; any other is its provider's name
 * @throws ShopError "order.unknown", "order.notPayable", "payment.unavailable"
 */
export async function chargeOrder(
  ctx: Context,
  customerId: number,
  orderId: number,
  way: ProviderName,
): Promise<Charge> {
  const provider = way === 'pix' ? ctx.settings.pixProviderName : way
  const order = await requirePayableOrder(ctx, customerId, orderId)
  const previousCharge = await findActiveCharge(ctx, orderId)
  if (previousCharge && previousCharge.provider !== provider) {
    await abandonCharge(ctx, previousCharge)
    await requirePayableOrder(ctx, customerId, orderId)
  }
  return startOrReadCharge(ctx, await findOrCreateCharge(ctx, toChargeableOrder(order), provider))
}

const toChargeableOrder = ({ id, dueCents, paymentDueAt }: Order): Chargeable => ({
  ...{ orderId: id, surchargeId: null, amountCents: dueCents, expiresAt: paymentDueAt },
})

/** What can be charged: an order, or what a change of it costs besides. */
export interface Chargeable {
  orderId: number
  surchargeId: number | null
  amountCents: number
  expiresAt: Date
}

/** @throws ShopError "order.notPayable", "payment.unavailable" */
export async function startOrReadCharge(
  ctx: Context,
  { row, isNew }: { row: ChargeRow; isNew: boolean },
): Promise<Charge> {
  if (row.payable !== null) return toCharge(row, row.payable)
  const startedCharge = await callWithErrorLog(ctx, row, () => startCharge(ctx, row, isNew))
  await ctx.db
    .updateTable('charge')
    .set({ payable: startedCharge.codeOrUrl, providerId: startedCharge.providerId })
    .where('reference', '=', row.reference)
    .execute()
  return toCharge(row, startedCharge.codeOrUrl)
}

async function requirePayableOrder(ctx: Context, customerId: number, orderId: number): Promise<Order> {
  const order = await getOrder(ctx, customerId, orderId)
  if (order.status !== 'pending_payment' || countSecondsUntil(ctx, order.paymentDueAt) < 1)
    throw new ShopError('order.notPayable')
  return order
}

export function countSecondsUntil(ctx: Context, deadline: Date): number {
  return Math.floor((deadline.getTime() - ctx.clock.now().getTime()) / 1000)
}

/** @returns the charge of a customer's order, null when none was made yet or the order is not theirs */
export async function findCharge(ctx: Context, customerId: number, orderId: number): Promise<Charge | null> {
  const [charge, order] = await Promise.all([findActiveCharge(ctx, orderId), findSummary(ctx, orderId)])
  return charge && charge.payable !== null && order?.customerId === customerId ? toCharge(charge, charge.payable) : null
}

/** Whether the payer's bank declined the order's last charge, and nothing else was chosen since. */
export async function wasLastChargeDeclined(ctx: Context, orderId: number): Promise<boolean> {
  const lastCharge = await ctx.db
    .selectFrom('charge')
    .select('state')
    .where('orderId', '=', orderId)
    .where('surchargeId', 'is', null)
    .orderBy('isSpent')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return lastCharge?.state === 'refused'
}

/** Marked before it is closed, since to some providers a closed charge looks like a declined one. An unavailable provider is not waited for. */
async function abandonCharge(ctx: Context, charge: ChargeRow): Promise<void> {
  await ctx.db.updateTable('charge').set({ isSpent: true }).where('reference', '=', charge.reference).execute()
  if (charge.payable !== null) await tryReachProvider(ctx, charge, () => closeAndRefreshCharge(ctx, charge))
}

/** @returns the order's charge; two concurrent calls both get the one inserted first */
export async function findOrCreateCharge(
  ctx: Context,
  { orderId, surchargeId, amountCents, expiresAt }: Chargeable,
  provider: ProviderName,
): Promise<{ row: ChargeRow; isNew: boolean }> {
  const existingCharge = await findActiveCharge(ctx, orderId, surchargeId)
  if (existingCharge) return { row: existingCharge, isNew: false }
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('charge')
    .values({
      reference: requireProvider(ctx, { provider }).createReference?.() ?? randomUUID().replaceAll('-', ''),
      provider,
      orderId,
      surchargeId,
      amountCents,
      providerId: null,
      payable: null,
      createdAt: ctx.clock.now(),
      expiresAt,
      checkedAt: null,
    })
    .onConflict((conflict) =>
      surchargeId === null
        ? conflict
            .column('orderId')
            .where(sql.ref('is_spent'), '=', sql.lit(0))
            .where(sql.ref('surcharge_id'), 'is', null)
            .doNothing()
        : conflict
            .column('surchargeId')
            .where(sql.ref('is_spent'), '=', sql.lit(0))
            .where(sql.ref('surcharge_id'), 'is not', null)
            .doNothing(),
    )
    .executeTakeFirst()
  const row = await findActiveCharge(ctx, orderId, surchargeId)
  if (!row) throw new Error(`order ${orderId} has no charge after one was written`)
  return { row, isNew: numInsertedOrUpdatedRows === 1n }
}

async function startCharge(ctx: Context, row: ChargeRow, isNew: boolean): Promise<StartedCharge> {
  const provider = requireProvider(ctx, row)
  const options = { signal: ctx.settings.createProviderDeadline() }
  const { reference, orderId, amountCents, providerId } = row
  const snapshot = isNew ? null : await provider.readCharge(toChargeKey(row), options)
  if (snapshot && snapshot.state !== 'open') {
    await applySnapshot(ctx, row, snapshot)
    throw new ShopError('order.notPayable')
  }
  if (snapshot) return { codeOrUrl: requireCodeOrUrl(snapshot), providerId }
  const expiresInSeconds = countSecondsUntil(ctx, row.expiresAt)
  return provider.startCharge(
    { reference, orderId, amountCents, expiresInSeconds, message: chargeTexts.message(orderId) },
    options,
  )
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
    way: row.provider === mercadoPagoPixProduct.name ? 'pix' : row.provider,
    codeOrUrl,
    amountCents: row.amountCents,
    expiresAt: row.expiresAt,
    isInReview: row.state === 'in_review',
    isUnclear: row.unclearAt !== null,
  }
}
