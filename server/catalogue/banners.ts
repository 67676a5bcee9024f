import { sql } from 'kysely'
import type { Database, InTransaction, Transaction } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import { type BannerWords, validWords } from './banner-words.ts'
import type { Categories } from './categories.ts'
import { type Banner, neutralPicture } from './shapes.ts'

/** A new banner. It leads to a category or a part of it, or to a product; with neither to the home page. */
export interface NewBanner extends BannerWords {
  /** Names or slugs. */
  category: string | null
  subcategory: string | null
  sku: string | null
}

/** The home page's banners. */
export function createBanners(
  { db, transact, engine }: Database,
  { resolveCategory }: Pick<Categories, 'resolveCategory'>,
) {
  return { banners, previewBanner, addBanner, changeBanner, moveBanner, removeBanner }

  /**
   * The home page's banners in order, each with the slug it links to (specification, section 2). One whose product may no
   * longer be promoted is left out (RDC 44/2009, art. 54).
   */
  async function banners(): Promise<Banner[]> {
    const rows = await selectVisible(db).execute()
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      text: row.text,
      linkText: row.link_text,
      categorySlug: row.category_slug,
      subcategorySlug: row.subcategory_slug,
      productSlug: row.product_slug,
      pictureKey: row.own_picture_key ?? row.picture_key ?? (row.product_slug === null ? null : neutralPicture.key),
    }))
  }

  /**
   * A banner as it would be; its id is 0.
   * @throws ShopError "banner.empty", "banner.tooLong", "banner.target", "banner.product", "banner.forbidden",
   *   "category.unknown"
   */
  async function previewBanner(banner: NewBanner): Promise<Banner> {
    const { category, subcategory, product } = await targetOf(banner)
    return {
      id: 0,
      ...validWords(banner),
      categorySlug: category?.slug ?? null,
      subcategorySlug: subcategory?.slug ?? null,
      productSlug: product?.slug ?? null,
      pictureKey: product ? (product.picture_key ?? neutralPicture.key) : null,
    }
  }

  /** Adds one after the others. @returns its id @throws as `previewBanner` */
  async function addBanner(banner: NewBanner, alsoWrite: InTransactionWithBanner = async () => {}): Promise<number> {
    const { category, subcategory, product } = await targetOf(banner)
    const { title, text, linkText } = validWords(banner)
    return transact(async (tx) => {
      await lockBanners(tx)
      const last = await tx
        .selectFrom('banner')
        .select(({ fn }) => [fn.max<number | null>('id').as('id'), fn.max<number | null>('position').as('position')])
        .executeTakeFirst()
      const id = (last?.id ?? 0) + 1
      const target = {
        category_id: category?.id ?? null,
        subcategory_id: subcategory?.id ?? null,
        product_id: product?.id ?? null,
      }
      await tx
        .insertInto('banner')
        .values({ id, title, text, link_text: linkText, ...target, position: (last?.position ?? 0) + 1 })
        .execute()
      await alsoWrite(tx, id)
      return id
    })
  }

  /**
   * Changes its words; where it leads stays.
   * @returns whether there is one
   * @throws ShopError "banner.empty", "banner.tooLong"
   */
  async function changeBanner(id: number, words: BannerWords, alsoWrite: InTransaction): Promise<boolean> {
    const { title, text, linkText } = validWords(words)
    return transact(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('banner')
        .set({ title, text, link_text: linkText })
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await alsoWrite(tx)
      return numUpdatedRows === 1n
    })
  }

  /** Changes places with the one shown before it, or after it; the first stays the first. @returns whether there is one */
  async function moveBanner(
    id: number,
    direction: 'up' | 'down',
    alsoWrite: InTransaction = async () => {},
  ): Promise<boolean> {
    return transact(async (tx) => {
      await lockBanners(tx)
      const inOrder = await selectVisible(tx).execute()
      const at = inOrder.findIndex((banner) => banner.id === id)
      const neighbour = inOrder[at]
      if (!neighbour) return false
      const other = inOrder[direction === 'up' ? at - 1 : at + 1]
      if (!other) return true
      await tx.updateTable('banner').set({ position: other.position }).where('id', '=', neighbour.id).execute()
      await tx.updateTable('banner').set({ position: neighbour.position }).where('id', '=', other.id).execute()
      await alsoWrite(tx)
      return true
    })
  }

  /** @returns whether there was one */
  async function removeBanner(id: number, alsoWrite: InTransaction = async () => {}): Promise<boolean> {
    return transact(async (tx) => {
      const { numDeletedRows } = await tx.deleteFrom('banner').where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 1n) await alsoWrite(tx)
      return numDeletedRows === 1n
    })
  }

  /** Whoever adds or moves one waits for who does already: their numbers and places depend on the others'. */
  async function lockBanners(tx: Transaction): Promise<void> {
    if (engine === 'postgres') await sql`lock table banner in exclusive mode`.execute(tx)
  }

  async function targetOf({ category: categoryName, subcategory: subcategoryName, sku }: NewBanner) {
    if (categoryName && sku) throw new ShopError('banner.target', { input: 'sku' })
    const { category, subcategory } = await resolveCategory(categoryName ?? undefined, subcategoryName ?? undefined)
    return { category, subcategory, product: sku ? await productWith(sku) : null }
  }

  async function productWith(sku: string) {
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

/** What a caller adds to the transaction of a new banner, told its id. */
type InTransactionWithBanner = (tx: Transaction, id: number) => Promise<void>

/** Those that the home page has, in its order. */
function selectVisible(tx: Transaction) {
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
