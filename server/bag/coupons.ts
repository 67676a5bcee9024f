import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { toShopDay } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import { type Coupon, CouponInputSchema } from './coupon.ts'

/** The discount of a coupon on one bag, in cents; or why it has no effect. */
type CouponEvaluation =
  | { coupon: Coupon; discountCents: number }
  | { refusal: ShopErrorCode; minSubtotalCents?: number | undefined }

export type CouponService = ReturnType<typeof createCouponService>

/** Coupons: their discounts, and the rule that some may be used once per customer. */
export function createCouponService({ db, transact }: Database, clock: Clock) {
  return { CouponInputSchema, evaluateCoupon, redeemCoupon, releaseCoupon, listCoupons, saveCoupon, removeCoupon }

  /**
   * The value of a code for lines that may carry a promotion (`eligibleCents`: RDC 44/2009 excludes prescription medicines).
   * Without a customer it is not checked whether the code was already used.
   */
  async function evaluateCoupon(
    code: string,
    {
      eligibleCents,
      customerId,
      tx = db,
    }: { eligibleCents: number; customerId?: number | undefined; tx?: Transaction | undefined },
  ): Promise<CouponEvaluation> {
    const row = await tx
      .selectFrom('coupon')
      .selectAll()
      .where('code', '=', normalizeCouponCode(code))
      .executeTakeFirst()
    if (!row) return { refusal: 'coupon.unknown' }
    const coupon = toCoupon(row)
    const refusal = findCouponRefusal(coupon, row.redemptions, eligibleCents, toShopDay(clock.now()))
    if (refusal) return { refusal, minSubtotalCents: coupon.minSubtotalCents ?? undefined }
    if (coupon.oncePerCustomer && customerId !== undefined) {
      const redemption = await tx
        .selectFrom('coupon_redemption')
        .select('order_id')
        .where('coupon_code', '=', coupon.code)
        .where('customer_id', '=', customerId)
        .executeTakeFirst()
      if (redemption) return { refusal: 'coupon.used' }
    }
    const discountCents = calculateDiscountCents(coupon, eligibleCents)
    return discountCents > 0 ? { coupon, discountCents } : { refusal: 'coupon.nothingToDiscount' }
  }

  /**
   * Counts an order's use of a coupon, and records it for one that each customer may use once.
   * @throws ShopError "coupon.used" when another order of the customer was quicker, "coupon.usedUp" when another customer's
   *   order was the last use; the transaction must then be rolled back
   */
  async function redeemCoupon(tx: Transaction, coupon: Coupon, customerId: number, orderId: number): Promise<void> {
    const { numUpdatedRows } = await tx
      .updateTable('coupon')
      .set((eb) => ({ redemptions: eb('redemptions', '+', 1) }))
      .where('code', '=', coupon.code)
      .where((eb) => eb.or([eb('max_uses', 'is', null), eb('redemptions', '<', eb.ref('max_uses'))]))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('coupon.usedUp', { input: 'couponCode' })
    if (!coupon.oncePerCustomer) return
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('coupon_redemption')
      .values({ coupon_code: coupon.code, customer_id: customerId, order_id: orderId })
      .onConflict((conflict) => conflict.columns(['coupon_code', 'customer_id']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new ShopError('coupon.used', { input: 'couponCode' })
  }

  /** Frees the coupon of an order that failed or was cancelled. @param code the order's; null without one */
  async function releaseCoupon(tx: Transaction, orderId: number, code: string | null): Promise<void> {
    if (code === null) return
    await tx
      .updateTable('coupon')
      .set((eb) => ({ redemptions: eb('redemptions', '-', 1) }))
      .where('code', '=', code)
      // Orders of before the uses were counted.
      .where('redemptions', '>', 0)
      .execute()
    await tx.deleteFrom('coupon_redemption').where('order_id', '=', orderId).execute()
  }

  async function listCoupons(): Promise<(Coupon & { useCount: number })[]> {
    const rows = await db.selectFrom('coupon').selectAll().orderBy('code').execute()
    return rows.map((row) => ({ ...toCoupon(row), useCount: row.redemptions }))
  }

  /** Adds a coupon, or changes the one with that code. */
  async function saveCoupon(coupon: Coupon, transactionHook: TransactionHook = async () => {}): Promise<void> {
    const { code, title, type, value, maxDiscountCents, oncePerCustomer } = coupon
    const row = {
      code: normalizeCouponCode(code),
      title,
      discount_type: type,
      discount_value: value,
      max_discount_cents: maxDiscountCents,
      once_per_customer: oncePerCustomer ? (1 as const) : (0 as const),
      first_day: coupon.firstDay,
      last_day: coupon.lastDay,
      minimum_cents: coupon.minSubtotalCents,
      max_uses: coupon.maxUses,
    }
    await transact(async (tx) => {
      await tx
        .insertInto('coupon')
        .values(row)
        .onConflict((conflict) => conflict.column('code').doUpdateSet(row))
        .execute()
      await transactionHook(tx)
    })
  }

  /** @returns whether there was one */
  async function removeCoupon(code: string, transactionHook: TransactionHook): Promise<boolean> {
    return transact(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('coupon')
        .where('code', '=', normalizeCouponCode(code))
        .executeTakeFirst()
      if (numDeletedRows === 1n) await transactionHook(tx)
      return numDeletedRows === 1n
    })
  }
}

/** Why a coupon does not hold today, for so little, or any more. @param today yyyy-MM-dd in São Paulo */
function findCouponRefusal(
  { firstDay, lastDay, minSubtotalCents, maxUses }: Coupon,
  useCount: number,
  eligibleCents: number,
  today: string,
): ShopErrorCode | null {
  if ((firstDay ?? today) > today || (lastDay ?? today) < today) return 'coupon.notToday'
  if (maxUses !== null && useCount >= maxUses) return 'coupon.usedUp'
  return eligibleCents < (minSubtotalCents ?? 0) ? 'coupon.belowMinimum' : null
}

/** In cents, rounded half up, and at least one cent less than the total, so that there is always something to pay. */
function calculateDiscountCents({ type, value, maxDiscountCents }: Coupon, eligibleCents: number): number {
  const discountCents = type === 'amount' ? value : Math.floor((eligibleCents * value + 50) / 100)
  return Math.max(0, Math.min(discountCents, maxDiscountCents ?? discountCents, eligibleCents - 1))
}

/** As people type it: " bemvindo10 " is BEMVINDO10. */
function normalizeCouponCode(code: string): string {
  return normalizeInput(code).toUpperCase().slice(0, 40)
}

function toCoupon(row: Row<'coupon'>): Coupon {
  return {
    code: row.code,
    title: row.title,
    type: row.discount_type,
    value: row.discount_value,
    maxDiscountCents: row.max_discount_cents,
    oncePerCustomer: row.once_per_customer === 1,
    firstDay: row.first_day,
    lastDay: row.last_day,
    minSubtotalCents: row.minimum_cents,
    maxUses: row.max_uses,
  }
}
