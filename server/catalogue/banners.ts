import { sql } from 'kysely'
import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { type BannerTexts, validateBannerTexts } from './banner-texts.ts'
import { resolveCategory } from './categories.ts'
import { isBannerPhoto } from './import/pictures.ts'
import { chooseBySku, matchesSku } from './product-keys.ts'
import { type Banner, placeholderPicture } from './types.ts'

/** A new banner. It leads to a category or a part of it, or to a product; with neither to the home page. */
export interface NewBanner extends BannerTexts {
  /** Names or slugs. */
  category: string | null
  subcategory: string | null
  sku: string | null
}

/**
 * The home page's banners in order, each with the slug it links to (specification, section 2). One whose product may no
 * longer be promoted is left out (RDC 44/2009, art. 54).
 */
export async function listBanners(ctx: Context): Promise<Banner[]> {
  return toBanners(await selectVisibleBanners(ctx).execute())
}

/** A banner as it would be; its id is 0. */
export async function previewBanner(ctx: Context, banner: NewBanner): Promise<Banner> {
  const { category, subcategory, product } = await resolveTarget(ctx, banner)
  return {
    id: 0,
    ...validateBannerTexts(banner),
    categorySlug: category?.slug ?? null,
    subcategorySlug: subcategory?.slug ?? null,
    productSlug: product?.slug ?? null,
    pictureKey: product ? (product.pictureKey ?? placeholderPicture.key) : null,
    isPhoto: false,
  }
}

/** Adds a banner after the others. @returns its id */
export async function addBanner(ctx: Context, banner: NewBanner): Promise<number> {
  const { category, subcategory, product } = await resolveTarget(ctx, banner)
  const { title, text, linkText } = validateBannerTexts(banner)
  return ctx.transact(async (ctx) => {
    await lockBanners(ctx)
    const highestValues = await ctx.db
      .selectFrom('banner')
      .select(({ fn }) => [fn.max<number | null>('id').as('id'), fn.max<number | null>('position').as('position')])
      .executeTakeFirst()
    const id = (highestValues?.id ?? 0) + 1
    const target = {
      categoryId: category?.id ?? null,
      subcategoryId: subcategory?.id ?? null,
      productId: product?.id ?? null,
    }
    await ctx.db
      .insertInto('banner')
      .values({ id, title, text, linkText, ...target, position: (highestValues?.position ?? 0) + 1 })
      .execute()
    return id
  })
}

export async function changeBannerTexts(ctx: Context, id: number, texts: BannerTexts): Promise<void> {
  const { title, text, linkText } = validateBannerTexts(texts)
  const { numUpdatedRows } = await ctx.db
    .updateTable('banner')
    .set({ title, text, linkText })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('banner.unknown')
}

/**
 * Swaps the banner with the one before or after it.
 * @throws ShopError "banner.unknown", "page.outdated" for the first one that should move up: no page offers it
 */
export async function moveBanner(ctx: Context, id: number, direction: 'up' | 'down'): Promise<void> {
  await ctx.transact(async (ctx) => {
    await lockBanners(ctx)
    const visibleBanners = await selectVisibleBanners(ctx).execute()
    const index = visibleBanners.findIndex((banner) => banner.id === id)
    const movedBanner = visibleBanners[index]
    if (!movedBanner) throw new ShopError('banner.unknown')
    const adjacentBanner = visibleBanners[direction === 'up' ? index - 1 : index + 1]
    if (!adjacentBanner) throw new ShopError('page.outdated')
    await ctx.db
      .updateTable('banner')
      .set({ position: adjacentBanner.position })
      .where('id', '=', movedBanner.id)
      .execute()
    await ctx.db
      .updateTable('banner')
      .set({ position: movedBanner.position })
      .where('id', '=', adjacentBanner.id)
      .execute()
  })
}

export async function removeBanner(ctx: Context, id: number): Promise<void> {
  const { numDeletedRows } = await ctx.db.deleteFrom('banner').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows !== 1n) throw new ShopError('banner.unknown')
}

async function resolveTarget(ctx: Context, { category: categoryName, subcategory: subcategoryName, sku }: NewBanner) {
  if (categoryName && sku) throw new ShopError('banner.target', { input: 'sku' })
  const { category, subcategory } = await resolveCategory(ctx, categoryName ?? undefined, subcategoryName ?? undefined)
  return { category, subcategory, product: sku ? await getPromotableProduct(ctx, sku) : null }
}

async function getPromotableProduct(ctx: Context, sku: string) {
  const products = await ctx.db
    .selectFrom('product')
    .leftJoin('productPicture', (join) =>
      join.onRef('productPicture.productId', '=', 'product.id').on('productPicture.position', '=', 1),
    )
    .select(['product.id', 'product.sku', 'product.slug', 'product.isPromoAllowed', 'productPicture.pictureKey'])
    .where(matchesSku([sku]))
    .execute()
  const product = chooseBySku(products, sku)
  if (!product) throw new ShopError('banner.product', { input: 'sku' })
  if (!product.isPromoAllowed) throw new ShopError('banner.forbidden', { input: 'sku' })
  return product
}

/**
 * Changes of banners follow each other until the transaction ends, since the id and the position of one depend on the others'.
 * @returns the home page's banners as they are
 */
export async function lockBanners(ctx: TransactionContext): Promise<Banner[]> {
  if (ctx.engine === 'postgres') await sql`lock table banner in exclusive mode`.execute(ctx.db)
  return toBanners(await selectVisibleBanners(ctx).execute())
}

type BannerRow = Awaited<ReturnType<ReturnType<typeof selectVisibleBanners>['executeTakeFirstOrThrow']>>

function toBanners(rows: BannerRow[]): Banner[] {
  return rows.map(({ position: _, ownPictureKey, ...row }) => ({
    ...row,
    pictureKey: ownPictureKey ?? row.pictureKey ?? (row.productSlug === null ? null : placeholderPicture.key),
    isPhoto: isBannerPhoto(ownPictureKey ?? ''),
  }))
}

function selectVisibleBanners(ctx: Context) {
  return ctx.db
    .selectFrom('banner')
    .leftJoin('category', 'category.id', 'banner.categoryId')
    .leftJoin('subcategory', 'subcategory.id', 'banner.subcategoryId')
    .leftJoin('product', 'product.id', 'banner.productId')
    .leftJoin('productPicture', (join) =>
      join.onRef('productPicture.productId', '=', 'banner.productId').on('productPicture.position', '=', 1),
    )
    .select([
      'banner.id',
      'banner.title',
      'banner.text',
      'banner.linkText',
      'banner.position',
      'banner.pictureKey as ownPictureKey',
      'category.slug as categorySlug',
      'subcategory.slug as subcategorySlug',
      'product.slug as productSlug',
      'productPicture.pictureKey',
    ])
    .where((eb) => eb.or([eb('product.id', 'is', null), eb('product.isPromoAllowed', '=', true)]))
    .orderBy('banner.position')
    .orderBy('banner.id')
}
