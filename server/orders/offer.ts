/** What a customer may get in place of units that the shelf lacks: another product, or the whole order in another way. */
export type Offer =
  | ProductOffer
  | { way: 'window'; windowId: number; from: string; to: string }
  | { way: 'pickup'; branchId: number; store: string; address: string }

export interface ProductOffer {
  way: 'product'
  productId: number
  name: string
  priceCents: number
  /** The staff looked for it, so that it may be another medicine, or dearer; left out: the same, and no dearer. */
  isChosenByStaff?: true | undefined
}
