import type { Database, Transaction } from '../database/connection.ts'
import type { DiscountType, Row } from '../database/schema.ts'
import { type RefusalCode, ShopError } from '../platform/errors.ts'

export interface Coupon {
  /** Upper case. */
  code: string
  title: string
  type: DiscountType
  /** Cents when `amount`, whole percent when `percent`. */
  value: number
  maxDiscountCents: number | null
  oncePerCustomer: boolean
}

/** What a coupon takes off one bag, in cents; or why it has no effect. */
type CouponVerdict = { coupon: Coupon; discountCents: number } | { refusal: RefusalCode }

export type Coupons = ReturnType<typeof openCoupons>

/** Coupons: their discounts, and the rule that some may be used once per customer. */
export function openCoupons({ query }: Database) {
  return { judge, claim, release, list, save, remove }

  /**
   * The value of a code for lines that may carry a promotion (`eligibleCents`: RDC 44/2009 excludes prescription medicines).
   * Without a customer it is not checked whether the code was already used.
   */
  async function judge(
    code: string,
    {
      eligibleCents,
      customerId,
      within = query,
    }: { eligibleCents: number; customerId?: number | undefined; within?: Transaction | undefined },
  ): Promise<CouponVerdict> {
    const row = await within.selectFrom('coupon').selectAll().where('code', '=', foldCode(code)).executeTakeFirst()
    if (!row) return { refusal: 'coupon.unknown' }
    const coupon = fromRow(row)
    if (coupon.oncePerCustomer && customerId !== undefined) {
      const used = await within
        .selectFrom('coupon_redemption')
        .select('order_id')
        .where('coupon_code', '=', coupon.code)
        .where('customer_id', '=', customerId)
        .executeTakeFirst()
      if (used) return { refusal: 'coupon.used' }
    }
    const discountCents = discountOf(coupon, eligibleCents)
    return discountCents > 0 ? { coupon, discountCents } : { refusal: 'coupon.nothingToDiscount' }
  }

  /**
   * Records that an order used a coupon that may be used once.
   * @throws ShopError "coupon.used" when another order of the customer was quicker; the transaction must then be rolled back
   */
  async function claim(tx: Transaction, coupon: Coupon, customerId: number, orderId: number): Promise<void> {
    if (!coupon.oncePerCustomer) return
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('coupon_redemption')
      .values({ coupon_code: coupon.code, customer_id: customerId, order_id: orderId })
      .onConflict((conflict) => conflict.columns(['coupon_code', 'customer_id']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new ShopError('coupon.used', { field: 'coupon_code' })
  }

  /** Frees the coupon of an order that failed or was cancelled. */
  async function release(tx: Transaction, orderId: number): Promise<void> {
    await tx.deleteFrom('coupon_redemption').where('order_id', '=', orderId).execute()
  }

  async function list(): Promise<Coupon[]> {
    const rows = await query.selectFrom('coupon').selectAll().orderBy('code').execute()
    return rows.map(fromRow)
  }

  /** Adds a coupon, or changes the one with that code. */
  async function save({ code, title, type, value, maxDiscountCents, oncePerCustomer }: Coupon): Promise<void> {
    const row = {
      code: foldCode(code),
      title,
      discount_type: type,
      discount_value: value,
      max_discount_cents: maxDiscountCents,
      once_per_customer: oncePerCustomer ? (1 as const) : (0 as const),
    }
    await query
      .insertInto('coupon')
      .values(row)
      .onConflict((conflict) => conflict.column('code').doUpdateSet(row))
      .execute()
  }

  /** @returns whether there was one */
  async function remove(code: string): Promise<boolean> {
    const { numDeletedRows } = await query.deleteFrom('coupon').where('code', '=', foldCode(code)).executeTakeFirst()
    return numDeletedRows === 1n
  }
}

/** In cents, rounded half up, and at least one cent less than the total, so that there is always something to pay. */
function discountOf({ type, value, maxDiscountCents }: Coupon, eligibleCents: number): number {
  const wanted = type === 'amount' ? value : Math.floor((eligibleCents * value + 50) / 100)
  return Math.max(0, Math.min(wanted, maxDiscountCents ?? wanted, eligibleCents - 1))
}

/** As people type it: " bemvindo10 " is BEMVINDO10. */
function foldCode(code: string): string {
  return code.trim().toUpperCase().slice(0, 40)
}

function fromRow(row: Row<'coupon'>): Coupon {
  return {
    code: row.code,
    title: row.title,
    type: row.discount_type,
    value: row.discount_value,
    maxDiscountCents: row.max_discount_cents,
    oncePerCustomer: row.once_per_customer === 1,
  }
}
