import type { DiscountType, Row } from '../database/schema.ts'

export interface Discount {
  type: DiscountType
  /** Cents when `amount`, whole percent when `percent`. */
  value: number
}

/** A product's own discount, from its row. */
export function discountOf(product: Pick<Row<'product'>, 'discount_type' | 'discount_value'>): Discount | null {
  const { discount_type: type, discount_value: value } = product
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
export function unitPrice(listCents: number, discount: Discount | null, isPbm: boolean): UnitPrice {
  if (discount === null || isPbm) return { priceCents: listCents, fullPriceCents: null, discountPercent: null }
  const priceCents = Math.max(1, discounted(listCents, discount))
  if (priceCents >= listCents) return { priceCents: listCents, fullPriceCents: null, discountPercent: null }
  return { priceCents, fullPriceCents: listCents, discountPercent: shownPercent(listCents, discount) }
}

/** A laboratory's discount (PBM), which no price shows before the customer opts in: the price of one unit with it, in cents. */
export function laboratoryPrice(listCents: number, discount: Discount): number {
  return Math.max(1, discounted(listCents, discount))
}

function discounted(listCents: number, { type, value }: Discount): number {
  return type === 'amount' ? listCents - value : Math.floor((listCents * (100 - value) + 50) / 100)
}

/** For an amount: floor(value / price × 100). */
function shownPercent(listCents: number, { type, value }: Discount): number {
  return type === 'amount' ? Math.floor((value * 100) / listCents) : value
}
