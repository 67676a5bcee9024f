import type { BareContext } from '../../context.ts'
import { splitIntoBatches } from '../../platform/csv/batches.ts'
import { checkRows, createFaultList, type ImportResult, type ImportRowStream } from '../../platform/csv/checked-rows.ts'
import { chooseBySku, matchesSku } from '../product-keys.ts'
import { toSlug } from '../search/slug.ts'
import { BannerRowSchema } from './banner-row.ts'

/**
 * Replaces the home page's banners, in the file's order. Each links to a category by its name, or to a subcategory of it, to a product by its SKU, or
 * with neither to the home page.
 */
export async function importBanners(ctx: BareContext, file: ImportRowStream): Promise<ImportResult> {
  const faults = createFaultList()
  const rows = await checkRows(file, BannerRowSchema, faults)
  return ctx.transact(async (ctx) => {
    const categories = await ctx.db.selectFrom('category').select(['id', 'slug']).execute()
    const subcategories = await ctx.db.selectFrom('subcategory').select(['id', 'slug', 'categoryId']).execute()
    const products = await listProductsBySku(
      ctx,
      rows.flatMap(({ row }) => row.sku || []),
    )

    const resolveCategoryId = (line: number, name: string | undefined): number | null => {
      if (!name) return null
      const category = categories.find(({ slug }) => slug === toSlug(name))
      if (!category) faults.add({ line, column: 'category', reason: `"${name}" is no category of the shop` })
      return category?.id ?? null
    }
    const resolveSubcategoryId = (line: number, name: string | undefined, categoryId: number | null): number | null => {
      if (!name) return null
      const subcategory = subcategories.find(
        (candidate) => candidate.slug === toSlug(name) && candidate.categoryId === categoryId,
      )
      if (!subcategory) faults.add({ line, column: 'subcategory', reason: `"${name}" is no part of that category` })
      return subcategory?.id ?? null
    }
    const resolvePromotableProductId = (line: number, sku: string | undefined): number | null => {
      if (!sku) return null
      const product = chooseBySku(products, sku)
      if (!product) faults.add({ line, column: 'sku', reason: `"${sku}" is no product of the shop` })
      if (product?.isPromoAllowed === false) {
        faults.add({ line, column: 'sku', reason: `"${sku}" may not be promoted (RDC 44/2009, art. 54)` })
      }
      return product?.id ?? null
    }
    const banners = rows.map(({ line, row: { category, subcategory, sku, link_text: linkText, ...texts } }, index) => {
      const position = index + 1
      const categoryId = resolveCategoryId(line, category)
      const subcategoryId = resolveSubcategoryId(line, subcategory, categoryId)
      const target = {
        categoryId,
        subcategoryId,
        productId: resolvePromotableProductId(line, sku),
      }
      return { id: position, ...texts, linkText, ...target, position }
    })
    if (faults.count > 0) return faults.toResult()

    const { numDeletedRows } = await ctx.db.deleteFrom('banner').executeTakeFirstOrThrow()
    for (const batch of splitIntoBatches(banners)) await ctx.db.insertInto('banner').values(batch).execute()
    return { read: rows.length, changed: 0, added: rows.length, withdrawn: Number(numDeletedRows) }
  })
}

async function listProductsBySku(ctx: BareContext, skus: string[]) {
  if (skus.length === 0) return []
  return ctx.db.selectFrom('product').select(['id', 'sku', 'isPromoAllowed']).where(matchesSku(skus)).execute()
}
