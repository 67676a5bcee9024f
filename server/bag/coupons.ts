import { limits } from '../../app/texts/limits.ts'
import { type AttemptLimit, assertAllowed, consume } from '../accounts/attempt-limiter.ts'
import type { Context, OutsideTransaction, TransactionContext } from '../context.ts'
import { toShopDay } from '../platform/calendar.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import type { Coupon, StoredCoupon } from './coupon.ts'
import { calculateDiscountCents, findCouponRefusal } from './coupon-discount.ts'

/** The discount of a coupon on one bag, in cents; or why it has no effect. */
type CouponEvaluation =
  | { coupon: StoredCoupon; discountCents: number }
  | { refusal: ShopErrorCode; minimumCents?: number | undefined }

/**
 * The value of a code for lines that may carry a promotion (`eligibleCents`: RDC 44/2009 excludes prescription medicines).
 * Without a customer it is not checked whether the code was already used.
 */
export async function evaluateCoupon(
  ctx: Context,
  code: string,
  { eligibleCents, customerId }: { eligibleCents: number; customerId?: number | undefined },
): Promise<CouponEvaluation> {
  const row = await ctx.db
    .selectFrom('coupon')
    .selectAll()
    .where('code', '=', normalizeCouponCode(code))
    .executeTakeFirst()
  if (!row) return { refusal: 'coupon.unknown' }
  const { redemptions, ...coupon } = row
  const refusal = findCouponRefusal(coupon, redemptions, eligibleCents, toShopDay(ctx.clock.now()))
  if (refusal) return { refusal, minimumCents: coupon.minimumCents ?? undefined }
  if (coupon.isOncePerCustomer && customerId !== undefined) {
    const redemption = await ctx.db
      .selectFrom('couponRedemption')
      .select('orderId')
      .where('couponCode', '=', coupon.code)
      .where('customerId', '=', customerId)
      .executeTakeFirst()
    if (redemption) return { refusal: 'coupon.used' }
  }
  const discountCents = calculateDiscountCents(coupon, eligibleCents)
  return discountCents > 0 ? { coupon, discountCents } : { refusal: 'coupon.nothingToDiscount' }
}

/** Codes that no coupon has, from one network: somebody guesses. */
const unknownCodeLimit: AttemptLimit = { name: 'unknown coupons', maxAttempts: 60, periodMinutes: 15 }

/**
 * Comes before a code that somebody typed, or followed a link to.
 * @throws ShopError "coupon.unknown", which is counted; "limit.reached" for any code, after too many
 */
export async function assertCouponExists(ctx: OutsideTransaction, code: string, clientNetwork: string): Promise<void> {
  await assertAllowed(ctx, [unknownCodeLimit, clientNetwork])
  const coupon = await ctx.db
    .selectFrom('coupon')
    .select('id')
    .where('code', '=', normalizeCouponCode(code))
    .executeTakeFirst()
  if (coupon) return
  if (normalizeCouponCode(code) !== '') await consume(ctx, [unknownCodeLimit, clientNetwork])
  throw new ShopError('coupon.unknown', { input: 'couponCode' })
}

/** A code's coupon, and why it does not hold now, whatever the bag has. @throws ShopError "coupon.unknown" */
export async function findCouponOffer(
  ctx: Context,
  code: string,
  customerId?: number,
): Promise<{ coupon: Pick<StoredCoupon, 'code' | 'title' | 'minimumCents' | 'lastDay'>; refusal: string | null }> {
  const coupon = await ctx.db
    .selectFrom('coupon')
    .select(['code', 'title', 'minimumCents', 'lastDay'])
    .where('code', '=', normalizeCouponCode(code))
    .executeTakeFirst()
  if (!coupon) throw new ShopError('coupon.unknown')
  const evaluation = await evaluateCoupon(ctx, code, { eligibleCents: limits.priceCents, customerId })
  return {
    coupon,
    refusal: 'refusal' in evaluation ? new ShopError(evaluation.refusal as 'coupon.used').message : null,
  }
}

/**
 * Counts an order's use of a coupon, and records it for one that each customer may use once.
 * @throws ShopError "coupon.used" when another order of the customer was quicker, "coupon.usedUp" when another customer's
 *   order was the last use; the transaction must then be rolled back
 */
export async function redeemCoupon(
  ctx: TransactionContext,
  coupon: StoredCoupon,
  customerId: number,
  orderId: number,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('coupon')
    .set((eb) => ({ redemptions: eb('redemptions', '+', 1) }))
    .where('id', '=', coupon.id)
    .where((eb) => eb.or([eb('maxUses', 'is', null), eb('redemptions', '<', eb.ref('maxUses'))]))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('coupon.usedUp', { input: 'couponCode' })
  if (!coupon.isOncePerCustomer) return
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('couponRedemption')
    .values({ couponCode: coupon.code, customerId, orderId })
    .onConflict((conflict) => conflict.columns(['couponCode', 'customerId']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new ShopError('coupon.used', { input: 'couponCode' })
}

/**
 * Frees the coupon of an order that failed or was cancelled. That of a coupon which was removed frees none of another one with
 * its code.
 * @param couponId the order's; null without one
 */
export async function releaseCoupon(ctx: TransactionContext, orderId: number, couponId: number | null): Promise<void> {
  if (couponId === null) return
  await ctx.db
    .updateTable('coupon')
    .set((eb) => ({ redemptions: eb('redemptions', '-', 1) }))
    .where('id', '=', couponId)
    // Orders of before the uses were counted.
    .where('redemptions', '>', 0)
    .execute()
  await ctx.db.deleteFrom('couponRedemption').where('orderId', '=', orderId).execute()
}

export async function listCoupons(ctx: Context): Promise<(StoredCoupon & { useCount: number })[]> {
  const rows = await ctx.db.selectFrom('coupon').selectAll().orderBy('code').execute()
  return rows.map(({ redemptions: useCount, ...coupon }) => ({ ...coupon, useCount }))
}

/**
 * Adds a coupon, or changes the one with that code.
 * @returns the one before, null for a new one, and the code as it is kept
 * @throws ShopError "coupon.exists" when another was quicker to add one with that code
 */
export async function saveCoupon(ctx: Context, coupon: Coupon): Promise<{ before: Coupon | null; code: string }> {
  const row = { ...coupon, code: normalizeCouponCode(coupon.code) }
  return ctx.transact(async (ctx) => {
    const before = await lockCoupon(ctx, row.code)
    if (before) await ctx.db.updateTable('coupon').set(row).where('code', '=', row.code).execute()
    else await insertCoupon(ctx, row)
    return { before, code: row.code }
  })
}

/** Who used it once is remembered: the same code made anew is used by others. */
export async function removeCoupon(ctx: Context, typedCode: string): Promise<void> {
  await ctx.db.deleteFrom('coupon').where('code', '=', normalizeCouponCode(typedCode)).execute()
}

/** The coupon of a code, its row locked until the transaction ends; null without one. */
export async function lockCoupon(ctx: TransactionContext, typedCode: string): Promise<Coupon | null> {
  const row = await ctx.db
    .updateTable('coupon')
    .set((eb) => ({ title: eb.ref('title') }))
    .where('code', '=', normalizeCouponCode(typedCode))
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const { redemptions: _, ...coupon } = row
  return coupon
}

async function insertCoupon(ctx: TransactionContext, row: Coupon): Promise<void> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('coupon')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new ShopError('coupon.exists', { input: 'code', word: row.code })
}

/** As people type it: " bemvindo10 " is BEMVINDO10. */
function normalizeCouponCode(code: string): string {
  return normalizeInput(code).toUpperCase()
}
