import { findReplacementObstacle, listAlternativesByProductId } from '../catalogue/alternatives.ts'
import { findProducts } from '../catalogue/products.ts'
import { searchProducts } from '../catalogue/staff-products.ts'
import { loadBranchOffers } from '../catalogue/stock.ts'
import type { ProductSummary } from '../catalogue/types.ts'
import type { Context, OutsideTransaction } from '../context.ts'
import { listDeliveryOptions, uncoveredBranchId } from '../delivery/delivery.ts'
import type { DeliveryOption } from '../delivery/delivery-quote.ts'
import type { Offer, ProductOffer } from '../orders/offer.ts'
import type { Order } from '../orders/order.ts'
import {
  assertOfferPossible,
  canPropose,
  listByOrder,
  type NewProposal,
  type Proposal,
  propose,
  type SeenProposalState,
} from '../orders/proposals.ts'
import { ShopError } from '../platform/errors.ts'
import { type Actor, hasPermission, requirePermission } from '../staff/roles.ts'
import { orderCommand } from './order-command.ts'
import { requireVisibleOrder } from './visible-order.ts'

/** What may be offered; a product only in place of another one. */
export interface PossibleOffer {
  /** Null: for any line. */
  replacedProductId: number | null
  offer: Offer
}

/** A line that may be short, and how much of it. */
export interface Shortage {
  productId: number
  units: number
}

/** What was proposed, the newest first, and what may be. */
export async function listProposalsAndOffers(
  ctx: Context,
  actor: Actor,
  id: number,
): Promise<{ proposals: Proposal[]; offers: PossibleOffer[] }> {
  const order = await requireVisibleOrder(ctx, actor, id)
  const proposals = await listByOrder(ctx, id)
  if (!canPropose(order)) return { proposals, offers: [] }
  return { proposals, offers: [...(await listProductOffers(ctx, order)), ...(await listDeliveryOffers(ctx, order))] }
}

/**
 * Asks the customer, by e-mail and on the order's page.
 * @param isChosen says which of the offers it is
 * @param seenState what the form showed
 */
export async function proposeOffer(
  ctx: Context,
  actor: Actor,
  id: number,
  { productId, units }: Shortage,
  isChosen: (offer: Offer) => boolean,
  seenState: SeenProposalState | null = null,
): Promise<void> {
  requirePermission(actor, 'orders.handle')
  const { offers } = await listProposalsAndOffers(ctx, actor, id)
  const chosenOffer = offers.find(
    ({ offer, replacedProductId }) => isChosen(offer) && (replacedProductId ?? productId) === productId,
  )
  if (!chosenOffer) throw new ShopError('proposal.impossible')
  const proposal = { orderId: id, productId, units, offer: chosenOffer.offer }
  await assertOfferPossible(ctx, proposal, seenState)
  await proposePossibleOffer(ctx, actor, id, proposal, seenState)
}

/** A product that somebody of the staff looked for, in place of a line. */
export interface FoundReplacement {
  offer: ProductOffer
  /** In cents by unit: what the customer pays more, or (negative) gets back. */
  differenceCents: number
  stock: number
  /** Why it can't come in its place; null where it can. */
  obstacle: 'prescription' | 'pharmacist' | 'stock' | 'ordered' | null
}

/**
 * Products by name, SKU or bar code, as the order's branch sells them, that could come in place of a line.
 * @returns the first 50 of those that match
 */
export async function searchReplacements(
  ctx: Context,
  actor: Actor,
  id: number,
  productId: number,
  text: string,
): Promise<FoundReplacement[]> {
  requirePermission(actor, 'orders.handle')
  const order = await requireVisibleOrder(ctx, actor, id)
  const matches = await searchProducts(ctx, text, 'all')
  const ids = matches.map((product) => product.id)
  return loadReplacements(ctx, actor, order, productId, ids)
}

async function loadReplacements(
  ctx: Context,
  actor: Actor,
  order: Order,
  productId: number,
  ids: number[],
): Promise<FoundReplacement[]> {
  const line = order.lines.find((candidate) => candidate.productId === productId)
  if (!line) return []
  const products = await findProducts(ctx, order.branchId, ids)
  const replacements: FoundReplacement[] = []
  for (const replacementId of ids) {
    const product = products.get(replacementId)
    if (!product) continue
    const { name, priceCents, stock } = product
    replacements.push({
      offer: { way: 'product', productId: replacementId, name, priceCents, isChosenByStaff: true },
      differenceCents: priceCents - line.priceCents,
      stock,
      obstacle: await findObstacle(ctx, actor, order, line, product),
    })
  }
  return replacements
}

async function findObstacle(
  ctx: Context,
  actor: Actor,
  order: Order,
  line: Order['lines'][number],
  product: ProductSummary,
): Promise<FoundReplacement['obstacle']> {
  if (order.lines.some(({ productId }) => productId === product.id)) return 'ordered'
  if (line.requiresPrescription || product.requiresPrescription) {
    if (await findReplacementObstacle(ctx, line.productId, product.id)) return 'prescription'
    if (!hasPermission(actor, 'prescriptions.decide')) return 'pharmacist'
  }
  const isAvailable = product.isSellableOnline && !product.isPaused && product.stock > 0
  return isAvailable ? null : 'stock'
}

/**
 * Proposes a product that somebody of the staff looked for. A dearer one costs the customer the difference, by Pix.
 * @throws ShopError "proposal.impossible", "proposal.prescription", "proposal.pharmacist", "stock.short", and those of `assertOfferPossible`
 */
export async function proposeReplacement(
  ctx: Context & OutsideTransaction,
  actor: Actor,
  id: number,
  { productId, units }: Shortage,
  replacementId: number,
  seenState: SeenProposalState | null = null,
): Promise<void> {
  requirePermission(actor, 'orders.handle')
  const order = await requireVisibleOrder(ctx, actor, id)
  const [replacement] = await loadReplacements(ctx, actor, order, productId, [replacementId])
  if (!replacement || replacement.obstacle === 'ordered') throw new ShopError('proposal.impossible')
  if (replacement.obstacle === 'prescription') throw new ShopError('proposal.prescription')
  if (replacement.obstacle === 'pharmacist') throw new ShopError('proposal.pharmacist')
  const proposal = { orderId: id, productId, units, offer: replacement.offer }
  await assertOfferPossible(ctx, proposal, seenState)
  await proposePossibleOffer(ctx, actor, id, proposal, seenState)
}

const proposePossibleOffer = orderCommand({
  permission: 'orders.handle',
  action: 'orders.propose',
  run: (ctx, actor, _, proposal: NewProposal, seenState: SeenProposalState | null) =>
    propose(ctx, proposal, { kind: 'staff', actor }, seenState),
  detail: (_, { productId, units }) => `product ${productId}, ${units}`,
})

/** The same medicine of another laboratory, no dearer than what was paid, and not in the order already. */
async function listProductOffers(ctx: Context, { branchId, lines }: Order): Promise<PossibleOffer[]> {
  const orderedProductIds = new Set(lines.map(({ productId }) => productId))
  const offerLists = lines.filter(hasRemainingUnits).map(async ({ productId, priceCents: paidCents }) => {
    const products = await listAlternativesByProductId(ctx, branchId, productId, 20)
    return products
      .filter(({ id, priceCents, isPaused }) => priceCents <= paidCents && !isPaused && !orderedProductIds.has(id))
      .map(({ id, name, priceCents }): PossibleOffer => {
        return { replacedProductId: productId, offer: { way: 'product', productId: id, name, priceCents } }
      })
  })
  return (await Promise.all(offerLists)).flat()
}

/** A later window, or a store that has all of it. */
async function listDeliveryOffers(ctx: Context, order: Order): Promise<PossibleOffer[]> {
  const lines = order.lines.filter(hasRemainingUnits).map(({ productId, name, keptUnits }) => {
    return { productId, name, quantity: keptUnits }
  })
  const productIds = lines.map(({ productId }) => productId)
  const stock = await loadBranchOffers(ctx, productIds)
  const branchId = order.type === 'pickup' ? uncoveredBranchId : order.branchId
  const goods = { lines, itemsCents: order.itemsCents }
  const options = await listDeliveryOptions(ctx, branchId, order.address.zipcode, goods, stock, 0)
  return options.flatMap((option) => toOffers(option, order)).map((offer) => ({ replacedProductId: null, offer }))
}

function hasRemainingUnits({ keptUnits }: Order['lines'][number]): boolean {
  return keptUnits > 0
}

function toOffers({ choice, obstacle, deliveryPromise, store, branchId }: DeliveryOption, order: Order): Offer[] {
  if (obstacle !== null) return []
  if (choice.method === 'window') {
    const { from, to } = deliveryPromise
    const isLater = !order.deliveryPromise || to > order.deliveryPromise.to
    if (!from || !isLater || choice.windowId === order.windowId) return []
    return [{ way: 'window', windowId: choice.windowId, from: from.toISOString(), to: to.toISOString() }]
  }
  if (choice.method !== 'pickup' || !store || branchId === order.branchId) return []
  return [{ way: 'pickup', branchId, store: store.name, address: store.address }]
}
