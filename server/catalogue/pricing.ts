import type { DiscountType, Row } from '../database/schema.ts'

export interface Discount {
  type: DiscountType
  /** Cents when `amount`, whole percent when `percent`. */
  value: number
}

export function discountOf(product: Pick<Row<'product'>, 'discountType' | 'discountValue'>): Discount | null {
  const { discountType: type, discountValue: value } = product
  return type && value ? { type, value } : null
}

/** What one unit costs at one branch, in cents. `fullPriceCents` is set only where a discount may be shown. */
export interface UnitPrice {
  priceCents: number
  fullPriceCents: number | null
  discountPercent: number | null
}

/**
 * The price of one unit (specification, section 5): an amount is subtracted, a percentage taken off and the result rounded
 * half up to the cent. A laboratory discount (PBM) never counts here: no price shows it before the customer opts in.
 */
export function calculateUnitPrice(listPriceCents: number, discount: Discount | null, isPbm: boolean): UnitPrice {
  if (discount === null || isPbm) return { priceCents: listPriceCents, fullPriceCents: null, discountPercent: null }
  const priceCents = Math.max(1, applyDiscount(listPriceCents, discount))
  if (priceCents >= listPriceCents) return { priceCents: listPriceCents, fullPriceCents: null, discountPercent: null }
  return {
    priceCents,
    fullPriceCents: listPriceCents,
    discountPercent: calculateDisplayPercent(listPriceCents, discount),
  }
}

/** A laboratory's discount (PBM), which no price shows before the customer opts in: the price of one unit with it, in cents. */
export function calculatePbmPrice(listPriceCents: number, discount: Discount): number {
  return Math.max(1, applyDiscount(listPriceCents, discount))
}

function applyDiscount(listPriceCents: number, { type, value }: Discount): number {
  return type === 'amount' ? listPriceCents - value : Math.floor((listPriceCents * (100 - value) + 50) / 100)
}

/** For an amount: floor(value / price × 100). */
function calculateDisplayPercent(listPriceCents: number, { type, value }: Discount): number {
  return type === 'amount' ? Math.floor((value * 100) / listPriceCents) : value
}
