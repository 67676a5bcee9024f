import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { listBranchIds } from '../delivery/delivery.ts'
import { ShopError } from '../platform/errors.ts'
import { forEachIsolated } from '../platform/for-each-isolated.ts'
import { adjustDiscountedCount } from './listing/discounted-count.ts'
import { type Discount, discountOf } from './pricing.ts'
import { findDueStep, findPromotionRefusal, isBelowLowestPrice } from './promotion-rules.ts'

interface PromotionPlan {
  discount: Discount
  startsAt: Date
  /** Null: until somebody removes it. */
  endsAt: Date | null
}

export interface Promotion extends PromotionPlan {
  isRunning: boolean
  /** What the product has without it. */
  regularDiscount: Discount | null
  /** Another one after each change, for forms. */
  version: string
}

/** Products to which one promotion is to be given together, and the promotion that each has. */
export interface PromotionSelection {
  products: { id: number; name: string; isMedicine: boolean; version: string }[]
  /** The promotions by quantity that some of them have. */
  bagPromotionIds: number[]
  /** Of those that match, some may have no promotion (RDC 44/2009, art. 54; laboratories' programmes). */
  matchCount: number
  /** Of the products, how many have stock in some branch. */
  inStockCount: number
}

const noPromotionVersion = ''

export async function findPromotion(ctx: Context, productId: number): Promise<Promotion | null> {
  const row = await ctx.db.selectFrom('promotion').selectAll().where('productId', '=', productId).executeTakeFirst()
  if (!row) return null
  return {
    discount: { type: row.discountType, value: row.discountValue },
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    isRunning: row.isRunning,
    regularDiscount: discountOf({ discountType: row.ownDiscountType, discountValue: row.ownDiscountValue }),
    version: versionOf(row),
  }
}

/** Of these products those that may have a promotion, by id. */
export async function loadSelection(ctx: Context, ids: number[]): Promise<PromotionSelection> {
  if (ids.length === 0) return { products: [], bagPromotionIds: [], matchCount: 0, inStockCount: 0 }
  const rows = await ctx.db.selectFrom('product').where('id', 'in', ids).selectAll().orderBy('id').execute()
  const promotions = await ctx.db.selectFrom('promotion').where('productId', 'in', ids).selectAll().execute()
  const bagPromotions = await ctx.db
    .selectFrom('bagPromotionProduct')
    .select('promotionId')
    .distinct()
    .where('productId', 'in', ids)
    .orderBy('promotionId')
    .execute()
  const versionById = new Map(promotions.map((row) => [row.productId, versionOf(row)]))
  const stocked = await ctx.db
    .selectFrom('offer')
    .where('productId', 'in', ids)
    .where('stock', '>', 0)
    .select('productId')
    .distinct()
    .execute()
  const stockedIds = new Set(stocked.map(({ productId }) => productId))
  const products = rows.filter((row) => findPromotionRefusal(row) === null)
  return {
    products: products.map(({ id, name, isMedicine }) => {
      return { id, name, isMedicine, version: versionById.get(id) ?? noPromotionVersion }
    }),
    bagPromotionIds: bagPromotions.map(({ promotionId }) => promotionId),
    matchCount: rows.length,
    inStockCount: products.filter(({ id }) => stockedIds.has(id)).length,
  }
}

/**
 * Plans a promotion, which replaces the existing one; one that has already started is applied at once.
 * @param version of the promotion that its form showed
 */
export async function setPromotion(
  ctx: Context,
  productId: number,
  { discount, startsAt, endsAt }: PromotionPlan,
  version: string,
): Promise<void> {
  await ctx.transact(async (ctx) => {
    const product = await lockProduct(ctx, productId)
    const refusal = findPromotionRefusal(product)
    if (refusal) throw new ShopError(refusal)
    const lowestPriceCents = await findLowestPriceCents(ctx, productId)
    if (!isBelowLowestPrice(discount, lowestPriceCents))
      throw new ShopError('promotion.abovePrice', { input: 'discount', cents: lowestPriceCents })
    await assertVersionAndEndPromotion(ctx, productId, version)
    await ctx.db
      .insertInto('promotion')
      .values({
        productId,
        discountType: discount.type,
        discountValue: discount.value,
        startsAt,
        endsAt: endsAt ?? null,
      })
      .execute()
    await startOrEndPromotion(ctx, productId)
  })
}

export async function removePromotion(ctx: Context, productId: number, version: string): Promise<void> {
  await ctx.transact(async (ctx) => {
    await lockProduct(ctx, productId)
    await assertVersionAndEndPromotion(ctx, productId, version)
  })
}

/** Starts the promotions that are due, and ends those that are over. Called periodically, by any number of servers. */
export async function startAndEndDuePromotions(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const duePromotions = await ctx.db
    .selectFrom('promotion')
    .select('productId')
    .where((eb) => eb.or([eb('endsAt', '<=', now), eb.and([eb('isRunning', '=', false), eb('startsAt', '<=', now)])]))
    .orderBy('productId')
    .execute()
  await forEachIsolated(
    duePromotions,
    ({ productId }) => `product ${productId}`,
    ({ productId }) =>
      ctx.transact(async (ctx) => {
        await lockProduct(ctx, productId)
        await startOrEndPromotion(ctx, productId)
      }),
  )
}

/** Makes the product's discount what it should be now. */
async function startOrEndPromotion(ctx: TransactionContext, productId: number): Promise<void> {
  const row = await lockPromotion(ctx, productId)
  if (row === undefined) return
  const step = findDueStep(row, ctx.clock.now())
  if (step === 'end') await endPromotion(ctx, row)
  if (step === 'start') await startPromotion(ctx, row)
}

/** A discount that by now exceeds some branch's price is not applied until it fits again. */
async function startPromotion(ctx: TransactionContext, row: Row<'promotion'>): Promise<void> {
  const product = await lockProduct(ctx, row.productId)
  // An import may have forbidden it meanwhile (RDC 44/2009, art. 54).
  if (findPromotionRefusal(product)) return endPromotion(ctx, row)
  const discount = { type: row.discountType, value: row.discountValue }
  if (!isBelowLowestPrice(discount, await findLowestPriceCents(ctx, row.productId))) return
  await ctx.db
    .updateTable('promotion')
    .set({
      isRunning: true,
      ownDiscountType: product.discountType,
      ownDiscountValue: product.discountValue,
    })
    .where('productId', '=', row.productId)
    .execute()
  await setDiscount(ctx, row.productId, discount)
}

async function endPromotion(ctx: TransactionContext, row: Row<'promotion'>): Promise<void> {
  await ctx.db.deleteFrom('promotion').where('productId', '=', row.productId).execute()
  const { ownDiscountType: discountType, ownDiscountValue: discountValue } = row
  if (row.isRunning) await setDiscount(ctx, row.productId, discountOf({ discountType, discountValue }))
}

async function assertVersionAndEndPromotion(
  ctx: TransactionContext,
  productId: number,
  version: string,
): Promise<void> {
  const row = await lockPromotion(ctx, productId)
  if ((row ? versionOf(row) : noPromotionVersion) !== version) throw new ShopError('promotion.changed')
  if (row) await endPromotion(ctx, row)
}

/** Triggers update the offers' prices and sort columns; the counts of the listing filters are adjusted here. */
async function setDiscount(ctx: TransactionContext, productId: number, discount: Discount | null): Promise<void> {
  const previousOffers = await listDiscountedOffers(ctx, productId)
  await ctx.db
    .updateTable('product')
    .set({ discountType: discount?.type ?? null, discountValue: discount?.value ?? null })
    .where('id', '=', productId)
    .execute()
  const currentOffers = await listDiscountedOffers(ctx, productId)
  const createBranchMatcher = (offers: typeof previousOffers) => (branchId: number) =>
    offers.some((offer) => offer.branchId === branchId)
  for (const offer of currentOffers)
    if (!createBranchMatcher(previousOffers)(offer.branchId)) await adjustDiscountedCount(ctx, offer, 1)
  for (const offer of previousOffers)
    if (!createBranchMatcher(currentOffers)(offer.branchId)) await adjustDiscountedCount(ctx, offer, -1)
}

async function listDiscountedOffers(ctx: TransactionContext, productId: number) {
  return ctx.db
    .selectFrom('offer')
    .select(['branchId', 'categoryId', 'subcategoryId'])
    .where('branchId', 'in', await listBranchIds(ctx))
    .where('productId', '=', productId)
    .where('discountPercent', '>', 0)
    .orderBy('branchId')
    .execute()
}

/** Of all branches, in cents; 0 where none offers it. */
async function findLowestPriceCents(ctx: TransactionContext, productId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('offer')
    .select((eb) => eb.fn.min<number | null>('priceCents').as('cents'))
    .where('branchId', 'in', await listBranchIds(ctx))
    .where('productId', '=', productId)
    .executeTakeFirst()
  return row?.cents ?? 0
}

/** Locks the product's row, so that changes of its promotion happen one after the other. */
async function lockProduct(ctx: TransactionContext, productId: number): Promise<Row<'product'>> {
  const productQuery = ctx.db.selectFrom('product').selectAll().where('id', '=', productId)
  const row = await (ctx.engine === 'postgres' ? productQuery.forUpdate() : productQuery).executeTakeFirst()
  if (!row) throw new ShopError('product.unknown')
  return row
}

/** Locked, since an import changes the own discount of a running promotion. */
async function lockPromotion(ctx: TransactionContext, productId: number): Promise<Row<'promotion'> | undefined> {
  const promotionQuery = ctx.db.selectFrom('promotion').selectAll().where('productId', '=', productId)
  return (ctx.engine === 'postgres' ? promotionQuery.forUpdate() : promotionQuery).executeTakeFirst()
}

function versionOf({ discountType, discountValue, startsAt, endsAt }: Row<'promotion'>): string {
  return [discountType, discountValue, startsAt.toISOString(), endsAt?.toISOString() ?? ''].join(' ')
}
