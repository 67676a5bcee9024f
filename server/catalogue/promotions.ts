import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { listBranchIds } from '../delivery/delivery.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { adjustDiscountedCount } from './listing/discounted-count.ts'
import { type Discount, discountOf } from './pricing.ts'

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

export type PromotionService = ReturnType<typeof createPromotionService>

/**
 * Discounts with a start and an end. A running promotion replaces the discount of the product, since every price, index and
 * sort order already derives from that column; the product's own discount is stored with the promotion meanwhile. An import
 * changes the own one (`import/imports.sql.ts`).
 */
export function createPromotionService({ db, transact, engine }: Database, clock: Clock) {
  return { findPromotion, setPromotion, removePromotion, startAndEndDuePromotions }

  async function findPromotion(productId: number): Promise<Promotion | null> {
    const row = await db.selectFrom('promotion').selectAll().where('product_id', '=', productId).executeTakeFirst()
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
  async function setPromotion(
    productId: number,
    { discount, startsAt, endsAt }: PromotionPlan,
    version: string,
    transactionHook: TransactionHook,
  ): Promise<void> {
    await transact(async (tx) => {
      const product = await lockProduct(tx, productId)
      if (product.promo_allowed === 0) throw new ShopError('promotion.forbidden')
      if (product.is_pbm === 1) throw new ShopError('promotion.laboratory')
      const lowestPriceCents = await findLowestPriceCents(tx, productId)
      if (!isBelowLowestPrice(discount, lowestPriceCents))
        throw new ShopError('promotion.abovePrice', { input: 'discount', cents: lowestPriceCents })
      await assertVersionAndEndPromotion(tx, productId, version)
      await tx
        .insertInto('promotion')
        .values({
          product_id: productId,
          discount_type: discount.type,
          discount_value: discount.value,
          starts_at: startsAt.toISOString(),
          ends_at: endsAt?.toISOString() ?? null,
        })
        .execute()
      await startOrEndPromotion(tx, productId)
      await transactionHook(tx)
    })
  }

  /** @throws ShopError "product.unknown", "promotion.changed" */
  async function removePromotion(productId: number, version: string, transactionHook: TransactionHook): Promise<void> {
    await transact(async (tx) => {
      await lockProduct(tx, productId)
      await assertVersionAndEndPromotion(tx, productId, version)
      await transactionHook(tx)
    })
  }

  /** Starts the promotions that are due, and ends those that are over. Called periodically, by any number of servers. */
  async function startAndEndDuePromotions(): Promise<void> {
    const now = clock.now().toISOString()
    const duePromotions = await db
      .selectFrom('promotion')
      .select('product_id')
      .where((eb) => eb.or([eb('ends_at', '<=', now), eb.and([eb('is_running', '=', 0), eb('starts_at', '<=', now)])]))
      .orderBy('product_id')
      .execute()
    for (const { product_id } of duePromotions) {
      await transact(async (tx) => {
        await lockProduct(tx, product_id)
        await startOrEndPromotion(tx, product_id)
      })
    }
  }

  /** Makes the product's discount what it should be now. */
  async function startOrEndPromotion(tx: Transaction, productId: number): Promise<void> {
    const row = await lockPromotion(tx, productId)
    const now = clock.now().toISOString()
    if (row === undefined) return
    if (row.ends_at !== null && row.ends_at <= now) await endPromotion(tx, row)
    else if (row.is_running === 0 && row.starts_at <= now) await startPromotion(tx, row)
  }

  /** A discount that by now exceeds some branch's price is not applied until it fits again. */
  async function startPromotion(tx: Transaction, row: Row<'promotion'>): Promise<void> {
    const product = await lockProduct(tx, row.product_id)
    // An import may have forbidden it meanwhile (RDC 44/2009, art. 54).
    if (product.promo_allowed === 0 || product.is_pbm === 1) return endPromotion(tx, row)
    const discount = { type: row.discount_type, value: row.discount_value }
    if (!isBelowLowestPrice(discount, await findLowestPriceCents(tx, row.product_id))) return
    await tx
      .updateTable('promotion')
      .set({
        is_running: 1,
        own_discount_type: product.discount_type,
        own_discount_value: product.discount_value,
      })
      .where('product_id', '=', row.product_id)
      .execute()
    await setDiscount(tx, row.product_id, discount)
  }

  async function endPromotion(tx: Transaction, row: Row<'promotion'>): Promise<void> {
    await tx.deleteFrom('promotion').where('product_id', '=', row.product_id).execute()
    const { own_discount_type: discount_type, own_discount_value: discount_value } = row
    if (row.is_running === 1) await setDiscount(tx, row.product_id, discountOf({ discount_type, discount_value }))
  }

  /** @throws ShopError "promotion.changed" */
  async function assertVersionAndEndPromotion(tx: Transaction, productId: number, version: string): Promise<void> {
    const row = await lockPromotion(tx, productId)
    if ((row ? versionOf(row) : noPromotionVersion) !== version) throw new ShopError('promotion.changed')
    if (row) await endPromotion(tx, row)
  }

  /** Triggers update the offers' prices and sort columns; the counts of the listing filters are adjusted here. */
  async function setDiscount(tx: Transaction, productId: number, discount: Discount | null): Promise<void> {
    const previousOffers = await listDiscountedOffers(tx, productId)
    await tx
      .updateTable('product')
      .set({ discount_type: discount?.type ?? null, discount_value: discount?.value ?? null })
      .where('id', '=', productId)
      .execute()
    const currentOffers = await listDiscountedOffers(tx, productId)
    const createBranchMatcher = (offers: typeof previousOffers) => (branchId: number) =>
      offers.some(({ branch_id }) => branch_id === branchId)
    for (const offer of currentOffers)
      if (!createBranchMatcher(previousOffers)(offer.branch_id)) await adjustDiscountedCount(tx, offer, 1)
    for (const offer of previousOffers)
      if (!createBranchMatcher(currentOffers)(offer.branch_id)) await adjustDiscountedCount(tx, offer, -1)
  }

  async function listDiscountedOffers(tx: Transaction, productId: number) {
    return tx
      .selectFrom('offer')
      .select(['branch_id', 'category_id', 'subcategory_id'])
      .where('branch_id', 'in', await listBranchIds(tx))
      .where('product_id', '=', productId)
      .where('discount_percent', '>', 0)
      .orderBy('branch_id')
      .execute()
  }

  /** Of all branches, in cents; 0 where none offers it. */
  async function findLowestPriceCents(tx: Transaction, productId: number): Promise<number> {
    const row = await tx
      .selectFrom('offer')
      .select((eb) => eb.fn.min<number | null>('price_cents').as('cents'))
      .where('branch_id', 'in', await listBranchIds(tx))
      .where('product_id', '=', productId)
      .executeTakeFirst()
    return row?.cents ?? 0
  }

  /** Locks the product's row, so that changes of its promotion happen one after the other. @throws ShopError "product.unknown" */
  async function lockProduct(tx: Transaction, productId: number): Promise<Row<'product'>> {
    const productQuery = tx.selectFrom('product').selectAll().where('id', '=', productId)
    const row = await (engine === 'postgres' ? productQuery.forUpdate() : productQuery).executeTakeFirst()
    if (!row) throw new ShopError('product.unknown')
    return row
  }

  /** Locked, since an import changes the own discount of a running promotion. */
  async function lockPromotion(tx: Transaction, productId: number): Promise<Row<'promotion'> | undefined> {
    const promotionQuery = tx.selectFrom('promotion').selectAll().where('product_id', '=', productId)
    return (engine === 'postgres' ? promotionQuery.forUpdate() : promotionQuery).executeTakeFirst()
  }
}

/** An amount must leave something of the lowest price. */
function isBelowLowestPrice({ type, value }: Discount, lowestPriceCents: number): boolean {
  return type === 'percent' || lowestPriceCents === 0 || value < lowestPriceCents
}

function versionOf({ discount_type, discount_value, starts_at, ends_at }: Row<'promotion'>): string {
  return [discount_type, discount_value, starts_at, ends_at ?? ''].join(' ')
}
