import type { ProductSummary } from '../catalogue/types.ts'
import type { ShopErrorCode } from '../platform/errors.ts'
import type { StoredCoupon } from './coupon.ts'

/** What the bag's cookie holds: no prices or names, so that an old bag can never show or charge an old price. */
export interface Bag {
  lines: { productId: number; quantity: number }[]
  couponCode?: string | undefined
  /** The id under which the server stores the laboratory opt-in. */
  laboratoryOptInId?: string | undefined
}

/** What is taken off some units of a line, in cents. */
export interface LineDiscount {
  /** 0: the product's own discount. */
  promotionId: number
  /** Empty for the product's own discount. */
  title: string
  units: number
  cents: number
}

/** A line at one branch's current price and stock. */
export interface BagLine {
  product: ProductSummary
  quantity: number
  /** quantity × unit price, before and after the discounts. */
  fullTotalCents: number
  totalCents: number
  /** The product's own discount and promotions: what they take off the line. */
  discounts: LineDiscount[]
  /** How many units more would take off more, in words. */
  promotionHint: string | null
  /** The price charged for one unit that has no promotion. */
  unitPriceCents: number
  /** With the laboratory's discount, where the customer opted in and its programme grants it: the line is charged at it. */
  laboratoryDiscount: { listPriceCents: number; discountBasisPoints: number } | null
  /** For how many units the programme grants it, where the line has more and so is charged without it. */
  laboratoryUnitLimit: number | null
}

export interface ReviewedBag {
  /** The bag as it can be ordered now. */
  bag: Bag
  lines: BagLine[]
  /** Lines removed because the branch has none of them, and lines reduced to its stock, or to what a customer may have. */
  droppedLines: { productId: number; name: string | null; reason: ShopErrorCode }[]
  reducedLines: { productId: number; name: string; quantity: number; isMaximum: boolean }[]
  coupon: StoredCoupon | null
  /** Why the bag's coupon was removed. */
  couponRefusal: ShopErrorCode | null
  /** The minimum amount of the coupon that was refused, where it has one. */
  couponMinSubtotalCents: number | null
  unitCount: number
  itemsCents: number
  discountCents: number
  couponDiscountCents: number
  /** What would be charged: items − discount − coupon; delivery is free. */
  totalCents: number
  requiresPrescription: boolean
}
