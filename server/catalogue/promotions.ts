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

/** The version of a product without a promotion. */
const noPromotionVersion = ''

export async function findPromotion(ctx: Context, productId: number): Promise<Promotion | null> {
  const row = await ctx.db.selectFrom('promotion').selectAll().where('product_id', '=', productId).executeTakeFirst()
  if (!row) return null
  return {
    discount: { type: row.discount_type, value: row.discount_value },
    startsAt: new Date(row.starts_at),
    endsAt: row.ends_at === null ? null : new Date(row.ends_at),
    isRunning: row.is_running === 1,
    regularDiscount: discountOf({ discount_type: row.own_discount_type, discount_value: row.own_discount_value }),
    version: versionOf(row),
  }
}

/**
 * Plans a promotion, which replaces the existing one; one that has already started is applied at once.
 * @param version of the promotion that its form showed
 * @throws ShopError "product.unknown", "promotion.forbidden", "promotion.laboratory", "promotion.abovePrice",
 *   "promotion.changed"
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
        product_id: productId,
        discount_type: discount.type,
        discount_value: discount.value,
        starts_at: startsAt.toISOString(),
        ends_at: endsAt?.toISOString() ?? null,
      })
      .execute()
    await startOrEndPromotion(ctx, productId)
  })
}

/** @throws ShopError "product.unknown", "promotion.changed" */
export async function removePromotion(ctx: Context, productId: number, version: string): Promise<void> {
  await ctx.transact(async (ctx) => {
    await lockProduct(ctx, productId)
    await assertVersionAndEndPromotion(ctx, productId, version)
  })
}

/** Starts the promotions that are due, and ends those that are over. Called periodically, by any number of servers. */
export async function startAndEndDuePromotions(ctx: Context): Promise<void> {
  const now = ctx.clock.now().toISOString()
  const duePromotions = await ctx.db
    .selectFrom('promotion')
    .select('product_id')
    .where((eb) => eb.or([eb('ends_at', '<=', now), eb.and([eb('is_running', '=', 0), eb('starts_at', '<=', now)])]))
    .orderBy('product_id')
    .execute()
  await forEachIsolated(
    duePromotions,
    ({ product_id }) => `product ${product_id}`,
    ({ product_id }) =>
      ctx.transact(async (ctx) => {
        await lockProduct(ctx, product_id)
        await startOrEndPromotion(ctx, product_id)
      }),
  )
}

/** Makes the product's discount what it should be now. */
async function startOrEndPromotion(ctx: TransactionContext, productId: number): Promise<void> {
  const row = await lockPromotion(ctx, productId)
  if (row === undefined) return
  const step = findDueStep(row, ctx.clock.now().toISOString())
  if (step === 'end') await endPromotion(ctx, row)
  if (step === 'start') await startPromotion(ctx, row)
}

/** A discount that by now exceeds some branch's price is not applied until it fits again. */
async function startPromotion(ctx: TransactionContext, row: Row<'promotion'>): Promise<void> {
  const product = await lockProduct(ctx, row.product_id)
  // An import may have forbidden it meanwhile (RDC 44/2009, art. 54).
  if (findPromotionRefusal(product)) return endPromotion(ctx, row)
  const discount = { type: row.discount_type, value: row.discount_value }
  if (!isBelowLowestPrice(discount, await findLowestPriceCents(ctx, row.product_id))) return
  await ctx.db
    .updateTable('promotion')
    .set({
      is_running: 1,
      own_discount_type: product.discount_type,
      own_discount_value: product.discount_value,
    })
    .where('product_id', '=', row.product_id)
    .execute()
  await setDiscount(ctx, row.product_id, discount)
}

async function endPromotion(ctx: TransactionContext, row: Row<'promotion'>): Promise<void> {
  await ctx.db.deleteFrom('promotion').where('product_id', '=', row.product_id).execute()
  const { own_discount_type: discount_type, own_discount_value: discount_value } = row
  if (row.is_running === 1) await setDiscount(ctx, row.product_id, discountOf({ discount_type, discount_value }))
}

/** @throws ShopError "promotion.changed" */
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
    .set({ discount_type: discount?.type ?? null, discount_value: discount?.value ?? null })
    .where('id', '=', productId)
    .execute()
  const currentOffers = await listDiscountedOffers(ctx, productId)
  const createBranchMatcher = (offers: typeof previousOffers) => (branchId: number) =>
    offers.some(({ branch_id }) => branch_id === branchId)
  for (const offer of currentOffers)
    if (!createBranchMatcher(previousOffers)(offer.branch_id)) await adjustDiscountedCount(ctx, offer, 1)
  for (const offer of previousOffers)
    if (!createBranchMatcher(currentOffers)(offer.branch_id)) await adjustDiscountedCount(ctx, offer, -1)
}

async function listDiscountedOffers(ctx: TransactionContext, productId: number) {
  return ctx.db
    .selectFrom('offer')
    .select(['branch_id', 'category_id', 'subcategory_id'])
    .where('branch_id', 'in', await listBranchIds(ctx))
    .where('product_id', '=', productId)
    .where('discount_percent', '>', 0)
    .orderBy('branch_id')
    .execute()
}

/** Of all branches, in cents; 0 where none offers it. */
async function findLowestPriceCents(ctx: TransactionContext, productId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('offer')
    .select((eb) => eb.fn.min<number | null>('price_cents').as('cents'))
    .where('branch_id', 'in', await listBranchIds(ctx))
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return row?.cents ?? 0
}

/** Locks the product's row, so that changes of its promotion happen one after the other. @throws ShopError "product.unknown" */
async function lockProduct(ctx: TransactionContext, productId: number): Promise<Row<'product'>> {
  const productQuery = ctx.db.selectFrom('product').selectAll().where('id', '=', productId)
  const row = await (ctx.engine === 'postgres' ? productQuery.forUpdate() : productQuery).executeTakeFirst()
  if (!row) throw new ShopError('product.unknown')
  return row
}

/** Locked, since an import changes the own discount of a running promotion. */
async function lockPromotion(ctx: TransactionContext, productId: number): Promise<Row<'promotion'> | undefined> {
  const promotionQuery = ctx.db.selectFrom('promotion').selectAll().where('product_id', '=', productId)
  return (ctx.engine === 'postgres' ? promotionQuery.forUpdate() : promotionQuery).executeTakeFirst()
}

function versionOf({ discount_type, discount_value, starts_at, ends_at }: Row<'promotion'>): string {
  return [discount_type, discount_value, starts_at, ends_at ?? ''].join(' ')
}
