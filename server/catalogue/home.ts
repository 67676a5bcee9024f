import type { Alongside, Database } from '../database/connection.ts'
import type { Listings } from './listing/listing.ts'
import type { Products } from './products.ts'
import { type Banner, neutralPicture, type ProductSummary } from './shapes.ts'

/** The contents of the home page. */
export function openHome({ query, transact }: Database, listings: Listings, { findProducts }: Products) {
  return { banners, changeBanner, removeBanner, promotedProducts }

  /**
   * The home page's banners, each with the slug it links to (specification, section 2). One whose product may no longer be
   * promoted is left out (RDC 44/2009, art. 54).
   */
  async function banners(): Promise<Banner[]> {
    const rows = await query
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
        'category.slug as category_slug',
        'subcategory.slug as subcategory_slug',
        'product.slug as product_slug',
        'product_picture.picture_key',
      ])
      .where((eb) => eb.or([eb('product.id', 'is', null), eb('product.promo_allowed', '=', 1)]))
      .orderBy('banner.position')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      text: row.text,
      linkText: row.link_text,
      categorySlug: row.category_slug,
      subcategorySlug: row.subcategory_slug,
      productSlug: row.product_slug,
      pictureKey: row.picture_key ?? (row.product_slug === null ? null : neutralPicture.key),
    }))
  }

  /** Changes its words; where it leads stays. @returns whether there is one */
  async function changeBanner(
    id: number,
    { title, text, linkText }: Pick<Banner, 'title' | 'text' | 'linkText'>,
    alongside: Alongside = async () => {},
  ): Promise<boolean> {
    return transact(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('banner')
        .set({ title, text, link_text: linkText })
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await alongside(tx)
      return numUpdatedRows === 1n
    })
  }

  /** @returns whether there was one */
  async function removeBanner(id: number, alongside: Alongside = async () => {}): Promise<boolean> {
    return transact(async (tx) => {
      const { numDeletedRows } = await tx.deleteFrom('banner').where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 1n) await alongside(tx)
      return numDeletedRows === 1n
    })
  }

  /**
   * Products of a category for the home page: in stock, the biggest discounts first. Only what may be promoted (RDC 44/2009, art. 54).
   */
  async function promotedProducts(branchId: number, categoryId: number, limit: number): Promise<ProductSummary[]> {
    // More than needed, since some may not be promoted or sold online.
    const ids = await listings.promoted(branchId, categoryId, limit * 3)
    const products = await findProducts(branchId, ids)
    return ids
      .flatMap((id) => products.get(id) ?? [])
      .filter(({ promoAllowed, sellableOnline }) => promoAllowed && sellableOnline)
      .slice(0, limit)
  }
}
