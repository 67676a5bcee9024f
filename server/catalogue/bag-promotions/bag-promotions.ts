import { sql } from 'kysely'
import type { BareContext, Context, TransactionContext } from '../../context.ts'
import type { Row } from '../../database/schema.ts'
import { listBranchIds } from '../../delivery/delivery.ts'
import { splitIntoBatches } from '../../platform/csv/batches.ts'
import { ShopError } from '../../platform/errors.ts'
import { findBagPromotionRefusal } from '../promotion-rules.ts'
import { type PromotionRule, readPromotionRule } from './promotion-kinds.ts'

export interface BagPromotion {
  id: number
  rule: PromotionRule
  /** Of all of its products. */
  productCount: number
  startsAt: Date
  /** Null: until somebody removes it. */
  endsAt: Date | null
}

/** A promotion with those of its products that a bag has. */
export interface ApplicablePromotion extends BagPromotion {
  productIds: number[]
}

/** What a new one needs. */
export interface NewBagPromotion extends Pick<BagPromotion, 'startsAt' | 'endsAt'> {
  /** As people type it. */
  rule: string
  productIds: number[]
}

/** All that are not over, the newest first. */
export async function listBagPromotions(ctx: BareContext): Promise<BagPromotion[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('bagPromotion')
    .selectAll()
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .orderBy('id', 'desc')
    .execute()
  return rows.flatMap(toBagPromotion)
}

/** Those that run now for one of these products, and may: a product's law or programme may have changed since. */
export async function loadApplicablePromotions(ctx: Context, productIds: number[]): Promise<ApplicablePromotion[]> {
  if (productIds.length === 0) return []
  const rows = await selectRunning(ctx).where('bagPromotionProduct.productId', 'in', productIds).execute()
  const promotions = new Map<number, ApplicablePromotion>()
  for (const row of rows) {
    const promotion = promotions.get(row.id) ?? toBagPromotion(row).map((each) => ({ ...each, productIds: [] }))[0]
    if (!promotion) continue
    promotions.set(row.id, { ...promotion, productIds: [...promotion.productIds, row.productId] })
  }
  return [...promotions.values()]
}

function selectRunning(ctx: Context) {
  const now = ctx.clock.now()
  return ctx.db
    .selectFrom('bagPromotion')
    .innerJoin('bagPromotionProduct', 'bagPromotionProduct.promotionId', 'bagPromotion.id')
    .innerJoin('product', 'product.id', 'bagPromotionProduct.productId')
    .select(['bagPromotion.id', 'rule', 'productCount', 'startsAt', 'endsAt', 'bagPromotionProduct.productId'])
    .where('startsAt', '<=', now)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .where('isMedicine', '=', false)
    .where('isPromoAllowed', '=', true)
    .where('isPbm', '=', false)
    .orderBy('bagPromotion.id')
}

/** For conditions: the products that one of them runs for, of which there are few. */
export const runningProductIds = (now: Date) =>
  sql<number>`(
    select promoted.product_id from bag_promotion_product promoted
    join bag_promotion on bag_promotion.id = promoted.promotion_id
    join product promotable on promotable.id = promoted.product_id
    where promotable.is_medicine = 0 and promotable.is_promo_allowed = 1 and promotable.is_pbm = 0
      and bag_promotion.starts_at <= ${now.toISOString()}
      and (bag_promotion.ends_at is null or bag_promotion.ends_at > ${now.toISOString()})
  )`

/** For columns of a query over products: the rule that runs for the product, the oldest of several; null where there is none. */
export const runningRule = (now: Date) =>
  sql<string | null>`(
    select rule from bag_promotion_product join bag_promotion on id = promotion_id
    where product_id = product.id and product.is_medicine = 0 and product.is_promo_allowed = 1 and product.is_pbm = 0
      and starts_at <= ${now.toISOString()} and (ends_at is null or ends_at > ${now.toISOString()})
    order by id limit 1
  )`

/**
 * @returns its id
 * @throws ShopError "promotion.unreadable", "promotion.none", "promotion.medicine", "promotion.forbidden", "promotion.laboratory",
 *   "promotion.noSaving", "promotion.exists"
 */
export async function addBagPromotion(
  ctx: BareContext,
  { rule: text, productIds, startsAt, endsAt }: NewBagPromotion,
): Promise<number> {
  const rule = readPromotionRule(text)
  if (!rule) throw new ShopError('promotion.unreadable', { input: 'rule' })
  if (productIds.length === 0) throw new ShopError('promotion.none')
  const products = await ctx.db.selectFrom('product').selectAll().where('id', 'in', productIds).execute()
  for (const product of products) {
    const refusal = findBagPromotionRefusal(product)
    if (refusal) throw new ShopError(refusal)
  }
  await assertSavesSomething(ctx, rule, products)
  await assertIsAnother(ctx, { rule: rule.title, startsAt, endsAt }, products)
  const { id } = await ctx.db
    .insertInto('bagPromotion')
    .values({ rule: rule.title, productCount: products.length, startsAt, endsAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const batch of splitIntoBatches(products))
    await ctx.db
      .insertInto('bagPromotionProduct')
      .values(batch.map((product) => ({ promotionId: id, productId: product.id })))
      .execute()
  return id
}

/** A dozen of each product, at its highest price, would cost less. */
async function assertSavesSomething(ctx: BareContext, rule: PromotionRule, products: Row<'product'>[]): Promise<void> {
  const prices = await ctx.db
    .selectFrom('offer')
    .select((eb) => ['productId', eb.fn.max<number>('priceCents').as('fullPriceCents')])
    .where('branchId', 'in', await listBranchIds(ctx))
    .where(
      'productId',
      'in',
      products.map(({ id }) => id),
    )
    .groupBy('productId')
    .execute()
  const runs = prices
    .map((price) => ({ ...price, units: 12 }))
    .sort((a, b) => b.fullPriceCents - a.fullPriceCents || a.productId - b.productId)
  if (runs.length > 0 && rule.save(runs).cents <= 0) throw new ShopError('promotion.noSaving', { input: 'rule' })
}

/** The same promotion twice would go on after somebody removed it. */
async function assertIsAnother(
  ctx: BareContext,
  { rule, startsAt, endsAt }: Pick<Row<'bagPromotion'>, 'rule' | 'startsAt' | 'endsAt'>,
  products: Row<'product'>[],
): Promise<void> {
  const latestStart = startsAt < ctx.clock.now() ? ctx.clock.now() : startsAt
  const rows = await ctx.db
    .selectFrom('bagPromotionProduct')
    .innerJoin('bagPromotion', 'bagPromotion.id', 'promotionId')
    .select(['promotionId', 'productId', 'startsAt'])
    .where('rule', '=', rule)
    .where('productCount', '=', products.length)
    .where('endsAt', endsAt === null ? 'is' : '=', endsAt)
    .where('startsAt', '<=', latestStart)
    .execute()
  const isPlanned = startsAt > ctx.clock.now()
  for (const id of new Set(rows.map(({ promotionId }) => promotionId))) {
    const ownRows = rows.filter((row) => row.promotionId === id && (!isPlanned || +row.startsAt === +startsAt))
    const productIds = new Set(ownRows.map(({ productId }) => productId))
    if (productIds.size > 0 && products.every((product) => productIds.has(product.id)))
      throw new ShopError('promotion.exists', { input: 'rule' })
  }
}

/** Orders that had it keep their price. @throws ShopError "promotion.unknown" */
export async function removeBagPromotion(ctx: TransactionContext, id: number): Promise<BagPromotion> {
  const row = await ctx.db.deleteFrom('bagPromotion').where('id', '=', id).returningAll().executeTakeFirst()
  const [promotion] = row ? toBagPromotion(row) : []
  if (!promotion) throw new ShopError('promotion.unknown')
  return promotion
}

function toBagPromotion(row: Row<'bagPromotion'>): BagPromotion[] {
  const rule = readPromotionRule(row.rule)
  const { id, productCount, startsAt, endsAt } = row
  return rule ? [{ id, rule, productCount, startsAt, endsAt }] : []
}
