import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import type { ChargeKey, ProviderName } from '../ports/payment-provider.ts'

/** After so many refusals a provider is not asked again to return money: the shop returns it by other means. */
export const maxRefusals = 2

/** A charge as the shop stores it. */
export type ChargeRow = Row<'charge'>

export function toChargeKey({ reference, providerId, amountCents }: ChargeRow): ChargeKey {
  return { reference, providerId, amountCents }
}

/**
 * The charge that an order may be paid with; undefined before there is one, and once it is spent.
 * @param surchargeId of what a change of the order costs besides; null for the order's own
 */
export function findActiveCharge(
  ctx: Context,
  orderId: number,
  surchargeId: number | null = null,
): Promise<ChargeRow | undefined> {
  return ctx.db
    .selectFrom('charge')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('surchargeId', surchargeId === null ? 'is' : '=', surchargeId)
    .where('isSpent', '=', false)
    .executeTakeFirst()
}

/** A charge that its order was not paid with, and will not be: another one may be made. */
export async function markChargeUnusableUnlessPaid(
  ctx: Context,
  { reference, orderId, surchargeId }: ChargeRow,
): Promise<void> {
  await ctx.db
    .updateTable('charge')
    .set({ isSpent: true })
    .where('reference', '=', reference)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment')
            .select('reference')
            .where('orderId', '=', orderId)
            .where('surchargeId', surchargeId === null ? 'is' : '=', surchargeId)
            .where('refundReason', 'is', null),
        ),
      ),
    )
    .execute()
}

/**
 * The charges of these orders, which ended unpaid, that were not read from their provider after they had expired.
 */
export function selectChargesUncheckedSinceExpiry(ctx: Context, orderIds: number[]): Promise<ChargeRow[]> {
  return ctx.db
    .selectFrom('charge')
    .selectAll()
    .where('orderId', 'in', orderIds)
    .where((eb) => eb.or([eb('checkedAt', 'is', null), eb('checkedAt', '<', eb.ref('expiresAt'))]))
    .execute()
}

/**
 * Charges that may still take money though no shopper waits for it: in review, until that ends, or abandoned for another method
 * since a time.
 */
export function selectUnattendedCharges(
  ctx: Context,
  { checkedBefore, abandonedSince }: { checkedBefore: Date; abandonedSince: Date },
): Promise<ChargeRow[]> {
  return (
    ctx.db
      .selectFrom('charge')
      .selectAll()
      // Worded like its partial index, so that only few of all charges are read.
      .where(sql<boolean>`(state = 'in_review' or (state = 'open' and is_spent = 1))`)
      // One that nobody has seen, since its provider was unavailable, is read once.
      .where((eb) => eb.or([eb('payable', 'is not', null), eb('checkedAt', 'is', null)]))
      .where((eb) => eb.or([eb('state', '=', 'in_review'), eb('createdAt', '>', abandonedSince)]))
      .where((eb) => eb.or([eb('checkedAt', 'is', null), eb('checkedAt', '<', checkedBefore)]))
      .execute()
  )
}

/** Charges of which money may have arrived that could not be read, the longest first, of one order or of all. */
export function selectUnclearCharges(ctx: Context, orderId?: number): Promise<ChargeRow[]> {
  return ctx.db
    .selectFrom('charge')
    .selectAll()
    .where('unclearAt', 'is not', null)
    .$if(orderId !== undefined, (qb) => qb.where('orderId', '=', orderId ?? 0))
    .orderBy('unclearAt')
    .execute()
}

/** Whether money may have arrived for an order that could not be read. */
export async function hasUnclearCharge(ctx: Context, orderId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('charge')
    .select('reference')
    .where('orderId', '=', orderId)
    .where('unclearAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a payment of an order is still examined by its provider. */
export async function hasChargeInReview(ctx: Context, orderId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('charge')
    .select('reference')
    .where('orderId', '=', orderId)
    .where('state', '=', 'in_review')
    .executeTakeFirst()
  return row !== undefined
}

export function selectDisputedCharges(ctx: Context): Promise<ChargeRow[]> {
  const disputedOrderIds = ctx.db
    .selectFrom('bankRefund')
    .select('orderId')
    .where('status', '=', 'under_way')
    .where('isDispute', '=', true)
  return ctx.db.selectFrom('charge').selectAll().where('orderId', 'in', disputedOrderIds).execute()
}

/** Charges of a provider that were paid, and not read of late: the least recently read first. */
export function selectPaidCharges(
  ctx: Context,
  {
    provider,
    checkedBefore,
    createdSince,
    limit,
  }: { provider: ProviderName; checkedBefore: Date; createdSince: Date; limit: number },
): Promise<ChargeRow[]> {
  return ctx.db
    .selectFrom('charge')
    .selectAll()
    .where('provider', '=', provider)
    .where('createdAt', '>', createdSince)
    .where('checkedAt', '<', checkedBefore)
    .where('orderId', 'in', ctx.db.selectFrom('payment').select('orderId').where('provider', '=', provider))
    .orderBy('checkedAt')
    .limit(limit)
    .execute()
}

/**
 * The charges of orders with a refund due, of the whole or of a part, or with one that the bank has under way by itself. One that
 * the provider refused is requested again once, after a time, and then no more.
 */
export function selectChargesWithDueRefund(
  ctx: Context,
  { refusedBefore }: { refusedBefore: Date },
): Promise<ChargeRow[]> {
  const refusedBeforeText = refusedBefore
  const ordersWithDueRefunds = ctx.db
    .selectFrom('payment')
    .select('orderId')
    .where('status', '=', 'refund_due')
    .where('refusalCount', '<', maxRefusals)
    .where((eb) => eb.or([eb('refusedAt', 'is', null), eb('refusedAt', '<=', refusedBeforeText)]))
  const ordersWithDuePartialRefunds = ctx.db
    .selectFrom('partialRefund')
    .select('orderId')
    .where('status', '=', 'due')
    .where('refusalCount', '<', maxRefusals)
    .where((eb) => eb.or([eb('refusedAt', 'is', null), eb('refusedAt', '<=', refusedBeforeText)]))
  const ordersWithPendingBankRefunds = ctx.db
    .selectFrom('bankRefund')
    .select('orderId')
    .where('status', '=', 'under_way')
    .where('isDispute', '=', false)
  return ctx.db
    .selectFrom('charge')
    .selectAll()
    .where((eb) =>
      eb.or(
        [ordersWithDueRefunds, ordersWithDuePartialRefunds, ordersWithPendingBankRefunds].map((orderIds) =>
          eb('orderId', 'in', orderIds),
        ),
      ),
    )
    .execute()
}
