import { formatCeilingColumn } from '../../app/texts/ceilings.ts'
import { limits } from '../../app/texts/limits.ts'
import * as offers from '../catalogue/offers.ts'
import type { Discount } from '../catalogue/pricing.ts'
import * as productDetails from '../catalogue/product-details.ts'
import type { ProductKey } from '../catalogue/product-keys.ts'
import * as productPauses from '../catalogue/product-pauses.ts'
import { replaceFirstPicture, saveProductPicture } from '../catalogue/product-picture.ts'
import { parsePromotionPeriod } from '../catalogue/promotion-period.ts'
import * as promotions from '../catalogue/promotions.ts'
import * as staffProducts from '../catalogue/staff-products.ts'
import type { Context, TransactionContext } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import { buildReservedUnitsQuery } from '../orders/reserved-units.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { type AuditEntry, findNewestId, listEntries, record } from '../staff/audit.ts'
import { type Actor, hasPermission, requirePermission } from '../staff/roles.ts'
import { type AuditLine, staffCommand } from '../staff/staff-command.ts'
import { loadSelection, toSeenSelection } from './promotion-selection.ts'

/** A change of one branch's price and stock, with both as its form showed them. */
interface OfferEdit {
  branchId: number
  priceCents?: number | undefined
  /** Counted, or added (less than zero takes away). */
  stock?: number | undefined
  addStock?: number | undefined
  /** Why a price above the legal ceiling is to be taken all the same: the owner's alone counts. */
  ceilingReason?: string | undefined
  expected: offers.CountedOffer
}

/** What the store's own system says of one product in one branch. */
export type OfferUpdate = Omit<OfferEdit, 'expected'> & { productKey: ProductKey }

/** What became of it: the offer as it is now, where it was changed, and why it was not, or its price was not. */
export interface OfferUpdateOutcome {
  offer: offers.OfferState | null
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

export async function searchProducts(
  ctx: Context,
  actor: Actor,
  term: string,
  filter: staffProducts.ProductFilter = 'all',
  page = 1,
): Promise<staffProducts.StaffProduct[]> {
  requirePermission(actor, 'products.see')
  return staffProducts.searchProducts(ctx, term, filter, page)
}

export async function getProduct(
  ctx: Context,
  actor: Actor,
  id: number,
): Promise<{
  product: staffProducts.StaffProduct
  offers: (staffProducts.StaffOffer & { branchName: string })[]
  promotion: promotions.Promotion | null
  auditEntries: AuditEntry[]
  /** Of the details, and of the pause, for the forms that show them. */
  detailsHash: string
  pauseHash: string
}> {
  requirePermission(actor, 'products.see')
  const product = await staffProducts.findProduct(ctx, id)
  if (!product) throw new ShopError('product.unknown')
  const [lastPauseId, promotion, productOffers, branches, auditEntries] = await Promise.all([
    findLastPauseId(ctx, product),
    promotions.findPromotion(ctx, id),
    staffProducts.listProductOffers(ctx, buildReservedUnitsQuery, id),
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

export async function changeOffer(ctx: Context, actor: Actor, productId: number, edit: OfferEdit): Promise<void> {
  requireEditPermission(actor, edit)
  const { branchId, ceilingReason, ...change } = edit
  await ctx.transact(async (ctx) => {
    const outcome = await offers.changeOffer(ctx, buildReservedUnitsQuery, { productId }, branchId, {
      ...change,
      mayExceedCeiling: mayExceedCeiling(actor, ceilingReason),
    })
    if ('refusal' in outcome) throw toShopError(outcome)
    await record(ctx, actor, 'products.change', toAuditLine(outcome), formatAuditDetail(edit, outcome))
  })
}

/** Units of a product that no branch sells online; null: each branch's own number. */
export const setSafetyStock = staffCommand({
  permission: 'products.stock',
  action: 'products.change',
  async run(ctx, { branchId }, productId: number, units: number | null, seenUnits: number | null) {
    if (branchId !== null) throw new ShopError('staff.forbidden')
    if ((units ?? 0) > limits.units) throw new ShopError('offer.safety', { input: 'safetyStock' })
    const product = await staffProducts.lockProduct(ctx, productId)
    if (product.safetyStock !== seenUnits) throw new ShopError('offer.changed')
    await staffProducts.setSafetyStock(ctx, productId, units)
    return product
  },
  audit: (product, _, units) => ({ ...toAuditLine(product), detail: `safety stock ${units ?? 'of the branch'}` }),
})

/**
 * Prices and stock as the store's own system has them, each row for itself: one that is refused keeps none of the others back,
 * and a price above its ceiling not the stock of its row.
 * @returns for each row the offer as it is now, and its refusal ("product.unknown", "offer.unknown" for another branch's
 *   too, "offer.ceiling", "offer.stock")
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
  const { productKey, branchId, ceilingReason, ...change } = update
  if (actor.branchId !== null && actor.branchId !== branchId)
    return { offer: null, error: new ShopError('offer.unknown') }
  const outcome = await ctx.transact(async (ctx) => {
    const outcome = await offers.changeOffer(ctx, buildReservedUnitsQuery, productKey, branchId, {
      ...change,
      mayExceedCeiling: mayExceedCeiling(actor, ceilingReason),
    })
    if (!('refusal' in outcome))
      await record(ctx, actor, 'products.change', toAuditLine(outcome), formatAuditDetail(update, outcome))
    return outcome
  })
  if (!('refusal' in outcome)) return { offer: outcome, error: null }
  const error = toShopError(outcome)
  if (outcome.refusal !== 'ceiling' || !changesStock(update)) return { offer: null, error }
  const stockOutcome = await updateOffer(ctx, actor, { ...update, priceCents: undefined })
  return stockOutcome.error ? stockOutcome : { ...stockOutcome, error }
}

/** Takes it off sale until somebody resumes it. */
export const pauseProduct = staffCommand({
  permission: 'products.pause',
  action: 'products.pause',
  async run(ctx, _, productId: number, seenHash: string) {
    const product = await lockSeenPause(ctx, productId, seenHash)
    await productPauses.pauseProduct(ctx, product.sku, null)
    return product
  },
  audit: (product) => toAuditLine(product),
})

export const resumeProduct = staffCommand({
  permission: 'products.pause',
  action: 'products.resume',
  async run(ctx, _, productId: number, seenHash: string) {
    const product = await lockSeenPause(ctx, productId, seenHash)
    await productPauses.resumeProduct(ctx, product.sku)
    return product
  },
  audit: (product) => toAuditLine(product),
})

/** A pause that the page did not show is not ended by it: the next one may be a recall. */
async function lockSeenPause(
  ctx: TransactionContext,
  productId: number,
  seenHash: string,
): Promise<staffProducts.StaffProduct> {
  const product = await staffProducts.lockProduct(ctx, productId)
  assertSeen({ isPaused: product.isPaused, lastPauseId: await findLastPauseId(ctx, product) }, seenHash)
  return product
}

function findLastPauseId(ctx: Context, { sku }: staffProducts.StaffProduct): Promise<number | null> {
  return findNewestId(ctx, { type: 'product', id: sku }, ['products.pause', 'products.resume'])
}

/** Plans a discount for some days, or changes the one planned or running. */
export const setPromotion = staffCommand({
  permission: 'products.promote',
  action: 'products.promote',
  async run(ctx, _, productId: number, { version, ...plan }: PromotionEdit) {
    const product = await staffProducts.lockProduct(ctx, productId)
    const promotion = parsePromotion(ctx, plan)
    await promotions.setPromotion(ctx, productId, promotion, version)
    const { discount, startsAt, endsAt } = promotion
    const discountText = discount.type === 'percent' ? `${discount.value} %` : `${discount.value} cents`
    const detail = `${discountText}, ${startsAt.toISOString()} to ${endsAt?.toISOString() ?? 'further notice'}`
    return { ...toAuditLine(product), detail }
  },
  audit: (line) => line,
})

/** The products of a search that may have a promotion together. @throws ShopError "promotion.tooMany" */
export async function selectForPromotion(
  ctx: Context,
  actor: Actor,
  term: string,
): Promise<promotions.PromotionSelection & { seenHash: string }> {
  requirePermission(actor, 'products.promote')
  const selection = await loadSelection(ctx, term)
  return { ...selection, seenHash: toSeenHash(toSeenSelection(selection)) }
}

/**
 * Gives one promotion to all products of a search that may have one; what they have goes.
 * @returns how many got it
 */
export const promoteSelection = staffCommand({
  permission: 'products.promote',
  action: 'products.promoteSelection',
  async run(ctx, _, term: string, plan: Omit<PromotionEdit, 'version'>, seenHash: string) {
    const selection = await loadSelection(ctx, term)
    assertSeen(toSeenSelection(selection), seenHash)
    const { products } = selection
    if (products.length === 0) throw new ShopError('promotion.none')
    const promotion = parsePromotion(ctx, plan)
    for (const { id, version } of products) await promotions.setPromotion(ctx, id, promotion, version)
    return products.length
  },
  audit: (count, term) => ({ type: 'product', id: null, detail: `${count} products of "${term}"` }),
})

export const endPromotion = staffCommand({
  permission: 'products.promote',
  action: 'products.unpromote',
  async run(ctx, _, productId: number, version: string) {
    const product = await staffProducts.lockProduct(ctx, productId)
    await promotions.removePromotion(ctx, productId, version)
    return product
  },
  audit: (product) => toAuditLine(product),
})

/**
 * Puts a picture in the place of the product's first one.
 * @param currentPictureKey the key of the one that the form showed; null for none
 */
export async function changePicture(
  ctx: Context,
  actor: Actor,
  productId: number,
  content: Uint8Array,
  currentPictureKey: string | null,
) {
  requirePermission(actor, 'products.picture')
  const pictureKey = await saveProductPicture(ctx, productId, content)
  await ctx.transact(async (ctx) => {
    const product = await replaceFirstPicture(ctx, productId, pictureKey, currentPictureKey)
    await record(ctx, actor, 'products.picture', toAuditLine(product))
  })
}

export const changeDetails = staffCommand({
  permission: 'products.describe',
  action: 'products.describe',
  async run(ctx, _, productId: number, input: productDetails.ProductDetails, seenHash: string) {
    const product = await staffProducts.lockProduct(ctx, productId)
    assertSeen(product.details, seenHash)
    await productDetails.changeDetails(ctx, productId, input)
    return product
  },
  audit: (product) => toAuditLine(product),
})

function toAuditLine({ sku }: { sku: string }): AuditLine {
  return { type: 'product', id: sku }
}

function parsePromotion(ctx: Context, { type, value, firstDay, lastDay }: Omit<PromotionEdit, 'version'>) {
  if (value === null || value < 1 || (type === 'percent' && value > 99))
    throw new ShopError('promotion.value', { input: 'discount' })
  return { discount: { type, value }, ...parsePromotionPeriod(ctx.clock.now(), firstDay, lastDay) }
}

function requireEditPermission(actor: Actor, { branchId, priceCents, stock, addStock, expected }: OfferEdit): void {
  requirePermission(actor, 'products.see')
  if (priceCents !== undefined && priceCents !== expected.priceCents) requirePermission(actor, 'products.price')
  if (stock !== undefined || addStock !== undefined) requirePermission(actor, 'products.stock')
  if (actor.branchId !== null && actor.branchId !== branchId) throw new ShopError('staff.forbidden')
}

/** Only the owner may, and says why. */
function mayExceedCeiling(actor: Actor, reason = ''): boolean {
  return reason.trim() !== '' && hasPermission(actor, 'products.exceedCeiling')
}

function changesStock({ stock, addStock }: OfferUpdate): boolean {
  return stock !== undefined || addStock !== undefined
}

/** Why an offer was not changed, with the field of the back office's form. */
function toShopError(outcome: offers.OfferChangeRefusal): ShopError {
  if (outcome.refusal === 'ceiling') return new ShopError('offer.ceiling', { input: 'price', ceiling: outcome.ceiling })
  const { refusal } = outcome
  if (refusal === 'price') return new ShopError('offer.priceLimit', { input: 'price' })
  if (refusal === 'units') return new ShopError('offer.stockLimit', { input: 'stock' })
  if (refusal === 'changed') return new ShopError('offer.changed')
  if (refusal === 'product') return new ShopError('product.unknown')
  if (refusal === 'sharedBarcode') return new ShopError('product.sharedBarcode')
  return new ShopError(refusal === 'stock' ? 'offer.stock' : 'offer.unknown', { input: 'stock' })
}

/**
 * `branch 1, price 990 → 890, shelf 4 → 7, stock +2`, and of a price above its ceiling which that is, and why. What it was before
 * only where the form showed it.
 */
function formatAuditDetail(
  { branchId, priceCents, stock, addStock = 0, ceilingReason = '', expected }: Partial<OfferEdit>,
  { exceededCeiling }: offers.ChangedOffer,
): string {
  const changes = [`branch ${branchId}`]
  if (priceCents !== undefined && priceCents !== expected?.priceCents)
    changes.push(`price ${expected ? `${expected.priceCents} ` : ''}→ ${priceCents}`)
  if (stock !== undefined) changes.push(`shelf ${expected ? `${expected.shelfUnits} ` : ''}→ ${stock}`)
  if (addStock !== 0) changes.push(`stock ${addStock < 0 ? '' : '+'}${addStock}`)
  if (exceededCeiling)
    changes.push(
      `above ceiling ${exceededCeiling.cents} (${formatCeilingColumn(exceededCeiling)}): ${ceilingReason.trim()}`,
    )
  return changes.join(', ')
}
