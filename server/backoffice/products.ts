import type { OfferChangeRefusal, OfferService, OfferState } from '../catalogue/offers.ts'
import type { Discount } from '../catalogue/pricing.ts'
import type { ProductDetailEditor, ProductDetails } from '../catalogue/product-details.ts'
import type { ProductPauseService } from '../catalogue/product-pauses.ts'
import type { ProductPictureService } from '../catalogue/product-picture.ts'
import type { Promotion, PromotionService } from '../catalogue/promotions.ts'
import type { ProductFilter, StaffOffer, StaffProduct, StaffProductService } from '../catalogue/staff-products.ts'
import type { DeliveryService } from '../delivery/delivery.ts'
import { isValidDay, startOfShopDay } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { AuditEntry, AuditLog } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

interface Deps {
  clock: Clock
  staffProducts: StaffProductService
  offers: OfferService
  pauses: ProductPauseService
  promotions: PromotionService
  pictures: ProductPictureService
  editDetails: ProductDetailEditor
  delivery: Pick<DeliveryService, 'listBranches'>
  audit: AuditLog
}

/** A change of one branch's price and stock, with both as its form showed them. */
interface OfferEdit {
  branchId: number
  priceCents?: number | undefined
  /** Counted, or added (less than zero takes away). */
  stock?: number | undefined
  addStock?: number | undefined
  expected: { priceCents: number; stock: number }
}

/** What the store's own system says of one product in one branch. */
export type OfferUpdate = Omit<OfferEdit, 'expected'> & { sku: string }

/** A promotion as it is typed: days of São Paulo, both included. */
export interface PromotionEdit {
  type: Discount['type']
  /** Cents, or a whole percentage; null for what is neither. */
  value: number | null
  /** yyyy-MM-dd; empty: from now, or without an end. */
  firstDay: string
  lastDay: string
  /** Of the promotion that the form showed. */
  version: string
}

export type BackofficeProductService = ReturnType<typeof createBackofficeProductService>

/** Prices, stock and pauses, by the shop's own people. */
export function createBackofficeProductService({
  clock,
  staffProducts,
  offers,
  pauses,
  promotions,
  pictures,
  editDetails,
  delivery,
  audit,
}: Deps) {
  return {
    searchProducts,
    getProduct,
    changeOffer,
    applyOfferUpdates,
    pauseProduct,
    resumeProduct,
    setPromotion,
    endPromotion,
    changePicture,
    changeDetails,
  }

  /** @throws ShopError "staff.forbidden" */
  async function searchProducts(actor: Actor, term: string, filter: ProductFilter = 'all'): Promise<StaffProduct[]> {
    requirePermission(actor, 'products.see')
    return staffProducts.searchProducts(term, filter)
  }

  /** @throws ShopError "staff.forbidden", "product.unknown" */
  async function getProduct(
    actor: Actor,
    id: number,
  ): Promise<{
    product: StaffProduct
    offers: (StaffOffer & { branchName: string })[]
    promotion: Promotion | null
    auditEntries: AuditEntry[]
  }> {
    requirePermission(actor, 'products.see')
    const product = await requireProduct(id)
    const [promotion, productOffers, branches, auditEntries] = await Promise.all([
      promotions.findPromotion(id),
      staffProducts.listOffers(id),
      delivery.listBranches(),
      audit.listEntries(actor, { target: { type: 'product', id: product.sku } }),
    ])
    const branchNames = new Map(branches.map((branch) => [branch.id, branch.name]))
    const visibleOffers = productOffers.filter(({ branchId }) => actor.branchId === null || branchId === actor.branchId)
    return {
      product,
      promotion,
      auditEntries,
      offers: visibleOffers.map((offer) => ({ ...offer, branchName: branchNames.get(offer.branchId) ?? '' })),
    }
  }

  /**
   * @throws ShopError "staff.forbidden", "product.unknown", "offer.changed" when it is not as the form showed it any more,
   *   "offer.ceiling", "offer.stock", "offer.unknown"
   */
  async function changeOffer(actor: Actor, productId: number, edit: OfferEdit): Promise<void> {
    requireEditPermission(actor, edit)
    const product = await requireProduct(productId)
    const { branchId, ...change } = edit
    const outcome = await offers.changeOffer(product.sku, branchId, change, (tx) =>
      audit.record(tx, actor, 'products.change', { type: 'product', id: product.sku }, formatAuditDetail(edit)),
    )
    if ('refusal' in outcome) throw toShopError(outcome)
  }

  /**
   * Prices and stock as the store's own system has them, each row for itself: one that is refused keeps none of the others back.
   * @returns for each row the offer as it is now, or its refusal ("product.unknown", "offer.unknown" for another branch's
   *   too, "offer.ceiling", "offer.stock")
   * @throws ShopError "staff.forbidden"
   */
  async function applyOfferUpdates(actor: Actor, updates: OfferUpdate[]): Promise<(OfferState | ShopError)[]> {
    requirePermission(actor, 'products.see')
    if (updates.some(({ priceCents }) => priceCents !== undefined)) requirePermission(actor, 'products.price')
    if (updates.some(({ stock, addStock }) => stock !== undefined || addStock !== undefined))
      requirePermission(actor, 'products.stock')
    const outcomes: (OfferState | ShopError)[] = []
    for (const update of updates) outcomes.push(await updateOffer(actor, update))
    return outcomes
  }

  async function updateOffer(actor: Actor, { sku, branchId, ...change }: OfferUpdate): Promise<OfferState | ShopError> {
    if (actor.branchId !== null && actor.branchId !== branchId) return new ShopError('offer.unknown')
    const outcome = await offers.changeOffer(sku, branchId, change, (tx) =>
      audit.record(
        tx,
        actor,
        'products.change',
        { type: 'product', id: sku },
        formatAuditDetail({ branchId, ...change }),
      ),
    )
    return 'refusal' in outcome ? toShopError(outcome) : outcome
  }

  /** Takes it off sale. @param pausedUntil null: until somebody resumes it @throws ShopError "staff.forbidden", "product.unknown" */
  async function pauseProduct(actor: Actor, productId: number, pausedUntil: Date | null = null): Promise<void> {
    const { sku } = await requireProductToPause(actor, productId)
    await pauses.pauseProduct(sku, pausedUntil, (tx) =>
      audit.record(tx, actor, 'products.pause', { type: 'product', id: sku }),
    )
  }

  /** @throws ShopError "staff.forbidden", "product.unknown" */
  async function resumeProduct(actor: Actor, productId: number): Promise<void> {
    const { sku } = await requireProductToPause(actor, productId)
    await pauses.resumeProduct(sku, (tx) => audit.record(tx, actor, 'products.resume', { type: 'product', id: sku }))
  }

  /**
   * Plans a discount for some days, or changes the one planned or running.
   * @throws ShopError "staff.forbidden", "product.unknown", "promotion.value", "promotion.days", "promotion.over",
   *   "promotion.forbidden", "promotion.laboratory", "promotion.abovePrice", "promotion.changed"
   */
  async function setPromotion(actor: Actor, productId: number, edit: PromotionEdit): Promise<void> {
    requirePermission(actor, 'products.promote')
    const { sku } = await requireProduct(productId)
    const { type, value, firstDay, lastDay } = edit
    if (value === null || value < 1 || (type === 'percent' && value > 99))
      throw new ShopError('promotion.value', { input: 'discount' })
    const { startsAt, endsAt } = parsePromotionPeriod(firstDay, lastDay)
    const discountText = type === 'percent' ? `${value} %` : `${value} cents`
    const detail = `${discountText}, ${startsAt.toISOString()} to ${endsAt?.toISOString() ?? 'further notice'}`
    await promotions.setPromotion(productId, { discount: { type, value }, startsAt, endsAt }, edit.version, (tx) =>
      audit.record(tx, actor, 'products.promote', { type: 'product', id: sku }, detail),
    )
  }

  /** @throws ShopError "staff.forbidden", "product.unknown", "promotion.changed" */
  async function endPromotion(actor: Actor, productId: number, version: string): Promise<void> {
    requirePermission(actor, 'products.promote')
    const { sku } = await requireProduct(productId)
    await promotions.removePromotion(productId, version, (tx) =>
      audit.record(tx, actor, 'products.unpromote', { type: 'product', id: sku }),
    )
  }

  /**
   * Puts a picture in the place of the product's first one.
   * @param currentPictureKey the key of the one that the form showed; null for none
   * @throws ShopError "staff.forbidden", "product.unknown", and those of the picture
   */
  async function changePicture(actor: Actor, productId: number, content: Uint8Array, currentPictureKey: string | null) {
    requirePermission(actor, 'products.picture')
    const { sku } = await requireProduct(productId)
    await pictures.replaceFirstPicture(productId, content, currentPictureKey, (tx) =>
      audit.record(tx, actor, 'products.picture', { type: 'product', id: sku }),
    )
  }

  /** @throws ShopError "staff.forbidden", "product.unknown", "product.detail" */
  async function changeDetails(actor: Actor, productId: number, input: ProductDetails): Promise<void> {
    requirePermission(actor, 'products.describe')
    const { sku } = await requireProduct(productId)
    await editDetails(productId, input, (tx) =>
      audit.record(tx, actor, 'products.describe', { type: 'product', id: sku }),
    )
  }

  /** @throws ShopError "promotion.days", "promotion.over" */
  function parsePromotionPeriod(firstDay: string, lastDay: string): { startsAt: Date; endsAt: Date | null } {
    const now = clock.now()
    const startsAt = firstDay === '' ? now : parseDayStart('firstDay', firstDay)
    if (lastDay === '') return { startsAt, endsAt: null }
    const endsAt = parseDayStart('lastDay', lastDay, 1)
    if (endsAt <= now) throw new ShopError('promotion.over', { input: 'lastDay' })
    if (endsAt <= startsAt) throw new ShopError('promotion.days', { input: 'lastDay' })
    return { startsAt, endsAt }
  }

  async function requireProductToPause(actor: Actor, productId: number): Promise<StaffProduct> {
    requirePermission(actor, 'products.pause')
    return requireProduct(productId)
  }

  /** @throws ShopError "product.unknown" */
  async function requireProduct(productId: number): Promise<StaffProduct> {
    const product = await staffProducts.findProduct(productId)
    if (!product) throw new ShopError('product.unknown')
    return product
  }
}

/** When the day begins that is `daysLater` days after the typed one. @throws ShopError "promotion.days" */
function parseDayStart(inputName: 'firstDay' | 'lastDay', day: string, daysLater = 0): Date {
  if (!isValidDay(day)) throw new ShopError('promotion.days', { input: inputName })
  return startOfShopDay(day, daysLater)
}

/** @throws ShopError "staff.forbidden" */
function requireEditPermission(actor: Actor, { branchId, priceCents, stock, addStock, expected }: OfferEdit): void {
  requirePermission(actor, 'products.see')
  if (priceCents !== undefined && priceCents !== expected.priceCents) requirePermission(actor, 'products.price')
  if (stock !== undefined || addStock !== undefined) requirePermission(actor, 'products.stock')
  if (actor.branchId !== null && actor.branchId !== branchId) throw new ShopError('staff.forbidden')
}

/** Why an offer was not changed, with the field of the back office's form. */
function toShopError({ refusal, ceilingCents }: OfferChangeRefusal): ShopError {
  if (refusal === 'changed') return new ShopError('offer.changed')
  if (refusal === 'product') return new ShopError('product.unknown')
  if (refusal === 'ceiling') return new ShopError('offer.ceiling', { input: 'price', cents: ceilingCents ?? 0 })
  return new ShopError(refusal === 'stock' ? 'offer.stock' : 'offer.unknown', { input: 'stock' })
}

/** `branch 1, price 990 → 890, stock +2`; what it was before only where the form showed it. */
function formatAuditDetail({ branchId, priceCents, stock, addStock = 0, expected }: Partial<OfferEdit>): string {
  const changes = [`branch ${branchId}`]
  if (priceCents !== undefined && priceCents !== expected?.priceCents)
    changes.push(`price ${expected ? `${expected.priceCents} ` : ''}→ ${priceCents}`)
  if (stock !== undefined) changes.push(`stock ${expected ? `${expected.stock} ` : ''}→ ${stock}`)
  if (addStock !== 0) changes.push(`stock ${addStock < 0 ? '' : '+'}${addStock}`)
  return changes.join(', ')
}
