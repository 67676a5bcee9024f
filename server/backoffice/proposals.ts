import type { AlternativeService } from '../catalogue/alternatives.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type DeliveryService, uncoveredBranchId } from '../delivery/delivery.ts'
import type { DeliveryOption } from '../delivery/delivery-quote.ts'
import type { Offer } from '../orders/offer.ts'
import type { Order } from '../orders/order.ts'
import type { OrderService } from '../orders/orders.ts'
import type { Proposal } from '../orders/proposals.ts'
import { ShopError } from '../platform/errors.ts'
import type { AuditLog } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { requireVisibleOrder } from './visible-order.ts'

interface Deps {
  catalogue: Pick<Catalogue, 'loadBranchOffers'>
  alternatives: Pick<AlternativeService, 'listAlternativesByProductId'>
  delivery: Pick<DeliveryService, 'listDeliveryOptions'>
  orders: OrderService
  audit: AuditLog
}

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

export type BackofficeProposalService = ReturnType<typeof createBackofficeProposalService>

/** What the shelf lacks: the clerk proposes something else to the customer. */
export function createBackofficeProposalService({ catalogue, alternatives, delivery, orders, audit }: Deps) {
  return { listProposalsAndOffers, proposeOffer }

  /** What was proposed, the newest first, and what may be. */
  async function listProposalsAndOffers(
    actor: Actor,
    id: number,
  ): Promise<{ proposals: Proposal[]; offers: PossibleOffer[] }> {
    const order = await requireVisibleOrder(orders, actor, id)
    const proposals = await orders.proposals.listByOrder(id)
    if (!orders.proposals.canPropose(order)) return { proposals, offers: [] }
    return { proposals, offers: [...(await listProductOffers(order)), ...(await listDeliveryOffers(order))] }
  }

  /**
   * Asks the customer, by e-mail and on the order's page.
   * @param isChosen says which of the offers it is
   * @throws ShopError "staff.forbidden", "order.unknown", "proposal.impossible", and those of `orders.proposals.propose`
   */
  async function proposeOffer(
    actor: Actor,
    id: number,
    { productId, units }: Shortage,
    isChosen: (offer: Offer) => boolean,
  ): Promise<void> {
    requirePermission(actor, 'orders.handle')
    const { offers } = await listProposalsAndOffers(actor, id)
    const chosenOffer = offers.find(
      ({ offer, replacedProductId }) => isChosen(offer) && (replacedProductId ?? productId) === productId,
    )
    if (!chosenOffer) throw new ShopError('proposal.impossible')
    const proposal = { orderId: id, productId, units, offer: chosenOffer.offer }
    await orders.proposals.propose(proposal, { kind: 'staff', actor }, (tx) =>
      audit.record(tx, actor, 'orders.propose', { type: 'order', id }, `product ${productId}, ${units}`),
    )
  }

  /** The same medicine of another laboratory, no dearer than what was paid, and not in the order already. */
  async function listProductOffers({ branchId, lines }: Order): Promise<PossibleOffer[]> {
    const orderedProductIds = new Set(lines.map(({ productId }) => productId))
    const offerLists = lines.filter(hasRemainingUnits).map(async ({ productId, priceCents: paidCents }) => {
      const products = await alternatives.listAlternativesByProductId(branchId, productId, 20)
      return products
        .filter(({ id, priceCents, isPaused }) => priceCents <= paidCents && !isPaused && !orderedProductIds.has(id))
        .map(({ id, name, priceCents }): PossibleOffer => {
          return { replacedProductId: productId, offer: { way: 'product', productId: id, name, priceCents } }
        })
    })
    return (await Promise.all(offerLists)).flat()
  }

  /** A later window, or a store that has all of it. */
  async function listDeliveryOffers(order: Order): Promise<PossibleOffer[]> {
    const lines = order.lines.filter(hasRemainingUnits).map(({ productId, name, quantity, shortPickedUnits }) => {
      return { productId, name, quantity: quantity - shortPickedUnits }
    })
    const stock = await catalogue.loadBranchOffers(lines.map(({ productId }) => productId))
    const branchId = order.type === 'pickup' ? uncoveredBranchId : order.branchId
    const goods = { lines, itemsCents: order.itemsCents }
    const options = await delivery.listDeliveryOptions(branchId, order.address.zipcode, goods, stock)
    return options.flatMap((option) => toOffers(option, order)).map((offer) => ({ replacedProductId: null, offer }))
  }
}

function hasRemainingUnits({ quantity, shortPickedUnits }: Order['lines'][number]): boolean {
  return quantity > shortPickedUnits
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
