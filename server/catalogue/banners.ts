import { sql } from 'kysely'
import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import { type BannerTexts, validateBannerTexts } from './banner-texts.ts'
import type { CategoryService } from './categories.ts'
import { type Banner, placeholderPicture } from './types.ts'

/** A new banner. It leads to a category or a part of it, or to a product; with neither to the home page. */
export interface NewBanner extends BannerTexts {
  /** Names or slugs. */
  category: string | null
  subcategory: string | null
  sku: string | null
}

/** The home page's banners. */
export function createBannerService(
  { db, transact, engine }: Database,
  { resolveCategory }: Pick<CategoryService, 'resolveCategory'>,
) {
  return { listBanners, previewBanner, addBanner, changeBannerTexts, moveBanner, removeBanner }

  /**
   * The home page's banners in order, each with the slug it links to (specification, section 2). One whose product may no
   * longer be promoted is left out (RDC 44/2009, art. 54).
   */
  async function listBanners(): Promise<Banner[]> {
    const rows = await selectVisibleBanners(db).execute()
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      text: row.text,
      linkText: row.link_text,
      categorySlug: row.category_slug,
      subcategorySlug: row.subcategory_slug,
      productSlug: row.product_slug,
      pictureKey: row.own_picture_key ?? row.picture_key ?? (row.product_slug === null ? null : placeholderPicture.key),
    }))
  }

  /**
   * A banner as it would be; its id is 0.
   * @throws ShopError "banner.empty", "banner.tooLong", "banner.target", "banner.product", "banner.forbidden",
   *   "category.unknown"
   */
  async function previewBanner(banner: NewBanner): Promise<Banner> {
    const { category, subcategory, product } = await resolveTarget(banner)
    return {
      id: 0,
      ...validateBannerTexts(banner),
      categorySlug: category?.slug ?? null,
      subcategorySlug: subcategory?.slug ?? null,
      productSlug: product?.slug ?? null,
      pictureKey: product ? (product.picture_key ?? placeholderPicture.key) : null,
    }
  }

  /** Adds a banner after the others. @returns its id @throws as `previewBanner` */
  async function addBanner(
    banner: NewBanner,
    transactionHook: BannerTransactionHook = async () => {},
  ): Promise<number> {
    const { category, subcategory, product } = await resolveTarget(banner)
    const { title, text, linkText } = validateBannerTexts(banner)
    return transact(async (tx) => {
      await lockBanners(tx)
      const highestValues = await tx
        .selectFrom('banner')
        .select(({ fn }) => [fn.max<number | null>('id').as('id'), fn.max<number | null>('position').as('position')])
        .executeTakeFirst()
      const id = (highestValues?.id ?? 0) + 1
      const target = {
        category_id: category?.id ?? null,
        subcategory_id: subcategory?.id ?? null,
        product_id: product?.id ?? null,
      }
      await tx
        .insertInto('banner')
        .values({ id, title, text, link_text: linkText, ...target, position: (highestValues?.position ?? 0) + 1 })
        .execute()
      await transactionHook(tx, id)
      return id
    })
  }

  /**
   * Changes the banner's texts; its link stays.
   * @returns whether there is one
   * @throws ShopError "banner.empty", "banner.tooLong"
   */
  async function changeBannerTexts(id: number, texts: BannerTexts, transactionHook: TransactionHook): Promise<boolean> {
    const { title, text, linkText } = validateBannerTexts(texts)
    return transact(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('banner')
        .set({ title, text, link_text: linkText })
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await transactionHook(tx)
      return numUpdatedRows === 1n
    })
  }

  /** Swaps the banner with the one before or after it; the first cannot move up. @returns whether there is such a banner */
  async function moveBanner(
    id: number,
    direction: 'up' | 'down',
    transactionHook: TransactionHook = async () => {},
  ): Promise<boolean> {
    return transact(async (tx) => {
      await lockBanners(tx)
      const visibleBanners = await selectVisibleBanners(tx).execute()
      const index = visibleBanners.findIndex((banner) => banner.id === id)
      const movedBanner = visibleBanners[index]
      if (!movedBanner) return false
      const adjacentBanner = visibleBanners[direction === 'up' ? index - 1 : index + 1]
      if (!adjacentBanner) return true
      await tx
        .updateTable('banner')
        .set({ position: adjacentBanner.position })
        .where('id', '=', movedBanner.id)
        .execute()
      await tx
        .updateTable('banner')
        .set({ position: movedBanner.position })
        .where('id', '=', adjacentBanner.id)
        .execute()
      await transactionHook(tx)
      return true
    })
  }

  /** @returns whether there was one */
  async function removeBanner(id: number, transactionHook: TransactionHook = async () => {}): Promise<boolean> {
    return transact(async (tx) => {
      const { numDeletedRows } = await tx.deleteFrom('banner').where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 1n) await transactionHook(tx)
      return numDeletedRows === 1n
    })
  }

  /** Serialises additions and moves, since a banner's id and position depend on the others'. */
  async function lockBanners(tx: Transaction): Promise<void> {
    if (engine === 'postgres') await sql`lock table banner in exclusive mode`.execute(tx)
  }

  async function resolveTarget({ category: categoryName, subcategory: subcategoryName, sku }: NewBanner) {
    if (categoryName && sku) throw new ShopError('banner.target', { input: 'sku' })
    const { category, subcategory } = await resolveCategory(categoryName ?? undefined, subcategoryName ?? undefined)
    return { category, subcategory, product: sku ? await getPromotableProduct(sku) : null }
  }

  async function getPromotableProduct(sku: string) {
    const product = await db
      .selectFrom('product')
      .leftJoin('product_picture', (join) =>
        join.onRef('product_picture.product_id', '=', 'product.id').on('product_picture.position', '=', 1),
      )
      .select(['product.id', 'product.slug', 'product.promo_allowed', 'product_picture.picture_key'])
      .where('product.sku', '=', sku)
      .executeTakeFirst()
    if (!product) throw new ShopError('banner.product', { input: 'sku' })
    if (product.promo_allowed === 0) throw new ShopError('banner.forbidden', { input: 'sku' })
    return product
  }
}

/** A callback that runs in the transaction of a new banner, with its id. */
type BannerTransactionHook = (tx: Transaction, id: number) => Promise<void>

/** The banners of the home page, in its order. */
function selectVisibleBanners(tx: Transaction) {
  return tx
    .selectFrom('banner')
    .leftJoin('category', 'category.id', 'banner.category_id')
    .leftJoin('subcategory', 'subcategory.id', 'banner.subcategory_id')
    .leftJoin('product', 'product.id', 'banner.product_id')
    .leftJoin('product_picture', (join) =>
      join.onRef('product_picture.product_id', '=', 'banner.product_id').on('product_picture.position', '=', 1),
    )
    .select([
      'banner.id',
      'banner.title',
      'banner.text',
      'banner.link_text',
      'banner.position',
      'banner.picture_key as own_picture_key',
      'category.slug as category_slug',
      'subcategory.slug as subcategory_slug',
      'product.slug as product_slug',
      'product_picture.picture_key',
    ])
    .where((eb) => eb.or([eb('product.id', 'is', null), eb('product.promo_allowed', '=', 1)]))
    .orderBy('banner.position')
    .orderBy('banner.id')
}
