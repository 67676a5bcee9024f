import type { Offers } from '../catalogue/offers.ts'
import type { Pauses } from '../catalogue/pauses.ts'
import type { DeskOffer, DeskProduct, ProductDesk } from '../catalogue/product-desk.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { ShopError } from '../platform/errors.ts'
import type { Audit, AuditEntry } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

interface Parts {
  productDesk: ProductDesk
  offers: Offers
  pauses: Pauses
  delivery: Pick<Delivery, 'listBranches'>
  audit: Audit
}

/** A change of one branch's price and stock, with both as its form showed them. */
export interface OfferEdit {
  branchId: number
  priceCents?: number | undefined
  /** Counted, or added (less than zero takes away). */
  stock?: number | undefined
  addStock?: number | undefined
  expected: { priceCents: number; stock: number }
}

export type ShelfDesk = ReturnType<typeof openShelfDesk>

/** Prices, stock and pauses, by the shop's own people. */
export function openShelfDesk({ productDesk, offers, pauses, delivery, audit }: Parts) {
  return { searchProducts, findProduct, changeOffer, pause, resume }

  /** @throws ShopError "staff.forbidden" */
  async function searchProducts(actor: Actor, typed: string): Promise<DeskProduct[]> {
    requirePermission(actor, 'products.see')
    return productDesk.searchProducts(typed)
  }

  /** @throws ShopError "staff.forbidden", "product.unknown" */
  async function findProduct(
    actor: Actor,
    id: number,
  ): Promise<{ product: DeskProduct; offers: (DeskOffer & { branchName: string })[]; acts: AuditEntry[] }> {
    requirePermission(actor, 'products.see')
    const product = await productDesk.findProduct(id)
    if (!product) throw new ShopError('product.unknown')
    const [found, branches, acts] = await Promise.all([
      productDesk.offersOf(id),
      delivery.listBranches(),
      audit.listEntries(actor, { record: `product ${product.sku}` }),
    ])
    const names = new Map(branches.map((branch) => [branch.id, branch.name]))
    const own = found.filter(({ branchId }) => actor.branchId === null || branchId === actor.branchId)
    return { product, acts, offers: own.map((offer) => ({ ...offer, branchName: names.get(offer.branchId) ?? '' })) }
  }

  /**
   * @throws ShopError "staff.forbidden", "product.unknown", "offer.changed" when it is not as the form showed it any more,
   *   "offer.ceiling", "offer.stock", "offer.unknown"
   */
  async function changeOffer(actor: Actor, productId: number, edit: OfferEdit): Promise<void> {
    requireEdit(actor, edit)
    const product = await productDesk.findProduct(productId)
    if (!product) throw new ShopError('product.unknown')
    const { branchId, ...change } = edit
    const outcome = await offers.setOffer(product.sku, branchId, change, (tx) =>
      audit.record(tx, actor, 'products.change', `product ${product.sku}`, detailOf(edit)),
    )
    if (!('refusal' in outcome)) return
    if (outcome.refusal === 'changed') throw new ShopError('offer.changed')
    if (outcome.refusal === 'ceiling')
      throw new ShopError('offer.ceiling', { field: 'preco', cents: outcome.ceilingCents ?? 0 })
    throw new ShopError(outcome.refusal === 'stock' ? 'offer.stock' : 'offer.unknown', { field: 'estoque' })
  }

  /** Takes it off sale until somebody resumes it. @throws ShopError "staff.forbidden", "product.unknown" */
  async function pause(actor: Actor, productId: number): Promise<void> {
    const { sku } = await pausable(actor, productId)
    await pauses.pauseProduct(sku, null, (tx) => audit.record(tx, actor, 'products.pause', `product ${sku}`))
  }

  /** @throws ShopError "staff.forbidden", "product.unknown" */
  async function resume(actor: Actor, productId: number): Promise<void> {
    const { sku } = await pausable(actor, productId)
    await pauses.resumeProduct(sku, (tx) => audit.record(tx, actor, 'products.resume', `product ${sku}`))
  }

  async function pausable(actor: Actor, productId: number): Promise<DeskProduct> {
    requirePermission(actor, 'products.pause')
    const product = await productDesk.findProduct(productId)
    if (!product) throw new ShopError('product.unknown')
    return product
  }
}

/** @throws ShopError "staff.forbidden" */
function requireEdit(actor: Actor, { branchId, priceCents, stock, addStock, expected }: OfferEdit): void {
  requirePermission(actor, 'products.see')
  if (priceCents !== undefined && priceCents !== expected.priceCents) requirePermission(actor, 'products.price')
  if (stock !== undefined || addStock !== undefined) requirePermission(actor, 'products.stock')
  if (actor.branchId !== null && actor.branchId !== branchId) throw new ShopError('staff.forbidden')
}

/** `branch 1, price 990 → 890, stock +2` */
function detailOf({ branchId, priceCents, stock, addStock = 0, expected }: OfferEdit): string {
  const parts = [`branch ${branchId}`]
  if (priceCents !== undefined && priceCents !== expected.priceCents)
    parts.push(`price ${expected.priceCents} → ${priceCents}`)
  if (stock !== undefined) parts.push(`stock ${expected.stock} → ${stock}`)
  if (addStock !== 0) parts.push(`stock ${addStock < 0 ? '' : '+'}${addStock}`)
  return parts.join(', ')
}
