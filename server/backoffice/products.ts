import { limits } from '../../app/texts/limits.ts'
import type { CountedOffer, OfferChangeRefusal, OfferState } from '../catalogue/offers.ts'
import * as offers from '../catalogue/offers.ts'
import type { Discount } from '../catalogue/pricing.ts'
import type { ProductDetails } from '../catalogue/product-details.ts'
import * as productDetails from '../catalogue/product-details.ts'
import type { ProductKey } from '../catalogue/product-keys.ts'
import * as productPauses from '../catalogue/product-pauses.ts'
import { replaceFirstPicture } from '../catalogue/product-picture.ts'
import type { Promotion } from '../catalogue/promotions.ts'
import * as promotions from '../catalogue/promotions.ts'
import { findPromotion, removePromotion } from '../catalogue/promotions.ts'
import type { ProductFilter, StaffOffer, StaffProduct } from '../catalogue/staff-products.ts'
import * as staffProducts from '../catalogue/staff-products.ts'
import { findProduct, listProductOffers } from '../catalogue/staff-products.ts'
import type { ChangeHook, Context } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import { buildReservedUnitsQuery } from '../orders/reserved-units.ts'
import { isValidDay, startOfShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import type { AuditEntry } from '../staff/audit.ts'
import { findNewestId, listEntries, record } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

/** A change of one branch's price and stock, with both as its form showed them. */
interface OfferEdit {
  branchId: number
  priceCents?: number | undefined
  /** Counted, or added (less than zero takes away). */
  stock?: number | undefined
  addStock?: number | undefined
  expected: CountedOffer
}

/** What the store's own system says of one product in one branch. */
export type OfferUpdate = Omit<OfferEdit, 'expected'> & { productKey: ProductKey }

/** What became of it: the offer as it is now, where it was changed, and why it was not, or its price was not. */
export interface OfferUpdateOutcome {
  offer: OfferState | null
  error: ShopError | null
}

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

const pauseActions = ['products.pause', 'products.resume'] as const

/** @throws ShopError "staff.forbidden" */
export async function searchProducts(
  ctx: Context,
  actor: Actor,
  term: string,
  filter: ProductFilter = 'all',
): Promise<StaffProduct[]> {
  requirePermission(actor, 'products.see')
  return staffProducts.searchProducts(ctx, term, filter)
}

/** @throws ShopError "staff.forbidden", "product.unknown" */
export async function getProduct(
  ctx: Context,
  actor: Actor,
  id: number,
): Promise<{
  product: StaffProduct
  offers: (StaffOffer & { branchName: string })[]
  promotion: Promotion | null
  auditEntries: AuditEntry[]
  /** Of the details, and of the pause, for the forms that show them. */
  detailsHash: string
  pauseHash: string
}> {
  requirePermission(actor, 'products.see')
  const product = await requireProduct(ctx, id)
  const [lastPauseId, promotion, productOffers, branches, auditEntries] = await Promise.all([
    findLastPauseId(ctx, product),
    findPromotion(ctx, id),
    listProductOffers(ctx, buildReservedUnitsQuery, id),
    listBranches(ctx),
    listEntries(ctx, actor, { target: { type: 'product', id: product.sku } }),
  ])
  const branchNames = new Map(branches.map((branch) => [branch.id, branch.name]))
  const visibleOffers = productOffers.filter(({ branchId }) => actor.branchId === null || branchId === actor.branchId)
  return {
    product,
    promotion,
    auditEntries,
    detailsHash: toSeenHash(product.details),
    pauseHash: toSeenHash({ isPaused: product.isPaused, lastPauseId }),
    offers: visibleOffers.map((offer) => ({ ...offer, branchName: branchNames.get(offer.branchId) ?? '' })),
  }
}

/**
 * @throws ShopError "staff.forbidden", "product.unknown", "offer.changed" when it is not as the form showed it any more,
 *   "offer.ceiling", "offer.stock", "offer.unknown"
 */
export async function changeOffer(ctx: Context, actor: Actor, productId: number, edit: OfferEdit): Promise<void> {
  requireEditPermission(actor, edit)
  const product = await requireProduct(ctx, productId)
  const { branchId, ...change } = edit
  const outcome = await offers.changeOffer(ctx, buildReservedUnitsQuery, { productId }, branchId, change, (ctx) =>
    record(ctx, actor, 'products.change', { type: 'product', id: product.sku }, formatAuditDetail(edit)),
  )
  if ('refusal' in outcome) throw toShopError(outcome)
}

/**
 * Units of a product that no branch sells online.
 * @param units null: each branch's own number
 * @param seenUnits what the form showed
 * @throws ShopError "staff.forbidden", "product.unknown", "offer.changed", "offer.safety"
 */
export async function setSafetyStock(
  ctx: Context,
  actor: Actor,
  productId: number,
  units: number | null,
  seenUnits: number | null,
): Promise<void> {
  requirePermission(actor, 'products.stock')
  if (actor.branchId !== null) throw new ShopError('staff.forbidden')
  if ((units ?? 0) > limits.units) throw new ShopError('offer.safety', { input: 'safetyStock' })
  const { sku } = await requireProduct(ctx, productId)
  const wasChanged = await staffProducts.setSafetyStock(ctx, productId, units, seenUnits, (ctx) =>
    record(ctx, actor, 'products.change', { type: 'product', id: sku }, `safety stock ${units ?? 'of the branch'}`),
  )
  if (!wasChanged) throw new ShopError('offer.changed')
}

/**
 * Prices and stock as the store's own system has them, each row for itself: one that is refused keeps none of the others back,
 * and a price above its ceiling not the stock of its row.
 * @returns for each row the offer as it is now, and its refusal ("product.unknown", "offer.unknown" for another branch's
 *   too, "offer.ceiling", "offer.stock")
 * @throws ShopError "staff.forbidden"
 */
export async function applyOfferUpdates(
  ctx: Context,
  actor: Actor,
  updates: OfferUpdate[],
): Promise<OfferUpdateOutcome[]> {
  requirePermission(actor, 'products.see')
  if (updates.some(({ priceCents }) => priceCents !== undefined)) requirePermission(actor, 'products.price')
  if (updates.some(changesStock)) requirePermission(actor, 'products.stock')
  const outcomes: OfferUpdateOutcome[] = []
  for (const update of updates) outcomes.push(await updateOffer(ctx, actor, update))
  return outcomes
}

async function updateOffer(ctx: Context, actor: Actor, update: OfferUpdate): Promise<OfferUpdateOutcome> {
  const { productKey, branchId, ...change } = update
  if (actor.branchId !== null && actor.branchId !== branchId)
    return { offer: null, error: new ShopError('offer.unknown') }
  const outcome = await offers.changeOffer(ctx, buildReservedUnitsQuery, productKey, branchId, change, (ctx, sku) =>
    record(ctx, actor, 'products.change', { type: 'product', id: sku }, formatAuditDetail({ branchId, ...change })),
  )
  if (!('refusal' in outcome)) return { offer: outcome, error: null }
  const error = toShopError(outcome)
  if (outcome.refusal !== 'ceiling' || !changesStock(update)) return { offer: null, error }
  const stockOutcome = await updateOffer(ctx, actor, { ...update, priceCents: undefined })
  return stockOutcome.error ? stockOutcome : { ...stockOutcome, error }
}

/** Takes it off sale until somebody resumes it. @throws ShopError "staff.forbidden", "product.unknown", "page.outdated" */
export async function pauseProduct(ctx: Context, actor: Actor, productId: number, seenHash: string): Promise<void> {
  const product = await requireProductToPause(ctx, actor, productId)
  await productPauses.pauseProduct(ctx, product.sku, null, createPauseHook(actor, 'products.pause', product, seenHash))
}

/** @throws ShopError "staff.forbidden", "product.unknown", "page.outdated" */
export async function resumeProduct(ctx: Context, actor: Actor, productId: number, seenHash: string): Promise<void> {
  const product = await requireProductToPause(ctx, actor, productId)
  await productPauses.resumeProduct(ctx, product.sku, createPauseHook(actor, 'products.resume', product, seenHash))
}

/** A pause that the page did not show is not ended by it: the next one may be a recall. */
function createPauseHook(
  actor: Actor,
  action: (typeof pauseActions)[number],
  product: StaffProduct,
  seenHash: string,
): ChangeHook<{ isPaused: boolean }> {
  return async (ctx, { isPaused }) => {
    assertSeen({ isPaused, lastPauseId: await findLastPauseId(ctx, product) }, seenHash)
    await record(ctx, actor, action, { type: 'product', id: product.sku })
  }
}

function findLastPauseId(ctx: Context, { sku }: StaffProduct): Promise<number | null> {
  return findNewestId(ctx, { type: 'product', id: sku }, pauseActions)
}

/**
 * Plans a discount for some days, or changes the one planned or running.
 * @throws ShopError "staff.forbidden", "product.unknown", "promotion.value", "promotion.days", "promotion.over",
 *   "promotion.forbidden", "promotion.laboratory", "promotion.abovePrice", "promotion.changed"
 */
export async function setPromotion(ctx: Context, actor: Actor, productId: number, edit: PromotionEdit): Promise<void> {
  requirePermission(actor, 'products.promote')
  const { sku } = await requireProduct(ctx, productId)
  const { type, value, firstDay, lastDay } = edit
  if (value === null || value < 1 || (type === 'percent' && value > 99))
    throw new ShopError('promotion.value', { input: 'discount' })
  const { startsAt, endsAt } = parsePromotionPeriod(ctx, firstDay, lastDay)
  const discountText = type === 'percent' ? `${value} %` : `${value} cents`
  const detail = `${discountText}, ${startsAt.toISOString()} to ${endsAt?.toISOString() ?? 'further notice'}`
  await promotions.setPromotion(ctx, productId, { discount: { type, value }, startsAt, endsAt }, edit.version, (ctx) =>
    record(ctx, actor, 'products.promote', { type: 'product', id: sku }, detail),
  )
}

/** @throws ShopError "staff.forbidden", "product.unknown", "promotion.changed" */
export async function endPromotion(ctx: Context, actor: Actor, productId: number, version: string): Promise<void> {
  requirePermission(actor, 'products.promote')
  const { sku } = await requireProduct(ctx, productId)
  await removePromotion(ctx, productId, version, (ctx) =>
    record(ctx, actor, 'products.unpromote', { type: 'product', id: sku }),
  )
}

/**
 * Puts a picture in the place of the product's first one.
 * @param currentPictureKey the key of the one that the form showed; null for none
 * @throws ShopError "staff.forbidden", "product.unknown", and those of the picture
 */
export async function changePicture(
  ctx: Context,
  actor: Actor,
  productId: number,
  content: Uint8Array,
  currentPictureKey: string | null,
) {
  requirePermission(actor, 'products.picture')
  const { sku } = await requireProduct(ctx, productId)
  await replaceFirstPicture(ctx, productId, content, currentPictureKey, (ctx) =>
    record(ctx, actor, 'products.picture', { type: 'product', id: sku }),
  )
}

/** @throws ShopError "staff.forbidden", "product.unknown", "product.detail", "page.outdated" */
export async function changeDetails(
  ctx: Context,
  actor: Actor,
  productId: number,
  input: ProductDetails,
  seenHash: string,
): Promise<void> {
  requirePermission(actor, 'products.describe')
  const { sku } = await requireProduct(ctx, productId)
  await productDetails.changeDetails(ctx, productId, input, async (ctx, before) => {
    assertSeen(before, seenHash)
    await record(ctx, actor, 'products.describe', { type: 'product', id: sku })
  })
}

/** @throws ShopError "promotion.days", "promotion.over" */
function parsePromotionPeriod(
  ctx: Context,
  firstDay: string,
  lastDay: string,
): { startsAt: Date; endsAt: Date | null } {
  const now = ctx.clock.now()
  const startsAt = firstDay === '' ? now : parseDayStart('firstDay', firstDay)
  if (lastDay === '') return { startsAt, endsAt: null }
  const endsAt = parseDayStart('lastDay', lastDay, 1)
  if (endsAt <= now) throw new ShopError('promotion.over', { input: 'lastDay' })
  if (endsAt <= startsAt) throw new ShopError('promotion.days', { input: 'lastDay' })
  return { startsAt, endsAt }
}

async function requireProductToPause(ctx: Context, actor: Actor, productId: number): Promise<StaffProduct> {
  requirePermission(actor, 'products.pause')
  return requireProduct(ctx, productId)
}

/** @throws ShopError "product.unknown" */
async function requireProduct(ctx: Context, productId: number): Promise<StaffProduct> {
  const product = await findProduct(ctx, productId)
  if (!product) throw new ShopError('product.unknown')
  return product
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

function changesStock({ stock, addStock }: OfferUpdate): boolean {
  return stock !== undefined || addStock !== undefined
}

/** Why an offer was not changed, with the field of the back office's form. */
function toShopError({ refusal, ceilingCents }: OfferChangeRefusal): ShopError {
  if (refusal === 'price') return new ShopError('offer.priceLimit', { input: 'price' })
  if (refusal === 'units') return new ShopError('offer.stockLimit', { input: 'stock' })
  if (refusal === 'changed') return new ShopError('offer.changed')
  if (refusal === 'product') return new ShopError('product.unknown')
  if (refusal === 'ceiling') return new ShopError('offer.ceiling', { input: 'price', cents: ceilingCents ?? 0 })
  return new ShopError(refusal === 'stock' ? 'offer.stock' : 'offer.unknown', { input: 'stock' })
}

/** `branch 1, price 990 → 890, shelf 4 → 7, stock +2`; what it was before only where the form showed it. */
function formatAuditDetail({ branchId, priceCents, stock, addStock = 0, expected }: Partial<OfferEdit>): string {
  const changes = [`branch ${branchId}`]
  if (priceCents !== undefined && priceCents !== expected?.priceCents)
    changes.push(`price ${expected ? `${expected.priceCents} ` : ''}→ ${priceCents}`)
  if (stock !== undefined) changes.push(`shelf ${expected ? `${expected.shelfUnits} ` : ''}→ ${stock}`)
  if (addStock !== 0) changes.push(`stock ${addStock < 0 ? '' : '+'}${addStock}`)
  return changes.join(', ')
}
