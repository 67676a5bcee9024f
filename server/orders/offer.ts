/** What a customer may get in place of units that the shelf lacks: another product, or the whole order in another way. */
export type Offer =
  | { way: 'product'; productId: number; name: string; priceCents: number }
  | { way: 'window'; windowId: number; from: string; to: string }
  | { way: 'pickup'; branchId: number; store: string; address: string }
