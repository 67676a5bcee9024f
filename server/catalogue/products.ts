import type { Context } from '../context.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import { foldText } from '../platform/user-input.ts'
import { isId } from '../wire/values.ts'
import { loadProductRecordRows, selectFullProducts, selectProductSummaries } from './catalogue.sql.ts'
import { calculateUnitPrice, type Discount, discountOf } from './pricing.ts'
import { readDetails } from './product-details.ts'
import {
  type Product,
  type ProductOverview,
  type ProductRecord,
  type ProductSummary,
  placeholderPicture,
} from './types.ts'

/** The products with these ids that the branch lists, by id; unknown ids are left out. */
export async function findProducts(
  ctx: Context,
  branchId: number,
  ids: number[],
): Promise<Map<number, ProductSummary>> {
  const validIds = ids.filter(isId)
  if (validIds.length === 0) return new Map()
  const rows = await selectProductSummaries(ctx, branchId).where('product.id', 'in', validIds).execute()
  return new Map(rows.map((row) => [row.id, toProductSummary(row)]))
}

/**
 * Finds a product by its slug, or by one that it had before, ignoring case and accents.
 * @throws ShopError "product.unknown"; "product.withdrawn" for one that no branch sells any more
 */
export async function getProductBySlug(ctx: Context, branchId: number, slug: string): Promise<Product> {
  const [product] = toFullProductById(
    await selectFullProducts(ctx, branchId).where('product.slug', '=', foldText(slug)).execute(),
  ).values()
  if (product) return product
  const id = await findProductIdBySlug(ctx, slug)
  const [renamedProduct] = id === null ? [] : await listFullProducts(ctx, branchId, [id])
  if (renamedProduct) return renamedProduct
  const offerQuery = ctx.db.selectFrom('offer').select('productId').where('productId', '=', id).limit(1)
  throw new ShopError(id === null || (await offerQuery.executeTakeFirst()) ? 'product.unknown' : 'product.withdrawn')
}

/** The product that has a slug, or had it; also a withdrawn one. */
export async function findProductIdBySlug(ctx: Context, slug: string): Promise<number | null> {
  const currentProduct = await ctx.db
    .selectFrom('product')
    .select('id')
    .where('slug', '=', foldText(slug))
    .executeTakeFirst()
  if (currentProduct) return currentProduct.id
  const historyRow = await ctx.db
    .selectFrom('productSlugHistory')
    .select('productId')
    .where('slug', '=', foldText(slug))
    .executeTakeFirst()
  return historyRow?.productId ?? null
}

/** The products with these ids that the branch lists, in their order, with everything their pages show. */
export async function listFullProducts(ctx: Context, branchId: number, ids: number[]): Promise<Product[]> {
  const validIds = ids.filter(isId)
  if (validIds.length === 0) return []
  const products = toFullProductById(
    await selectFullProducts(ctx, branchId).where('product.id', 'in', validIds).execute(),
  )
  return validIds.flatMap((id) => products.get(id) ?? [])
}

/** The products with these ids that the branch lists, in their order; unknown ids are left out. */
export async function listProductOverviews(ctx: Context, branchId: number, ids: number[]): Promise<ProductOverview[]> {
  if (ids.length === 0) return []
  const rows = await selectProductSummaries(ctx, branchId)
    .where('product.id', 'in', ids)
    .select(['product.description', 'product.categoryId', 'product.subcategoryId'])
    .execute()
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowById.get(id)
    return row ? { ...toProductSummary(row), discount: discountOf(row) } : []
  })
}

/** The usual discount of the laboratory, by id, for those products that have one (PBM). The laboratory's programme decides whether it is granted. */
export async function loadLaboratoryDiscounts(ctx: Context, ids: number[]): Promise<Map<number, Discount>> {
  const validIds = ids.filter(isId)
  if (validIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('product')
    .select(['id', 'discountType', 'discountValue'])
    .where('id', 'in', validIds)
    .where('isPbm', '=', true)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const discount = discountOf(row)
      return discount ? [[row.id, discount] as const] : []
    }),
  )
}

/** What does not depend on a branch, by id, also of withdrawn products; unknown ids are left out. */
export async function loadProductRecords(ctx: Context, ids: number[]): Promise<Map<number, ProductRecord>> {
  const records = new Map<number, ProductRecord>()
  for (const batch of splitIntoBatches([...new Set(ids)].filter(isId))) {
    for (const row of await loadProductRecordRows(ctx, batch)) records.set(row.id, row)
  }
  return records
}

type ProductSummaryRow = Awaited<ReturnType<ReturnType<typeof selectProductSummaries>['execute']>>[number]

function toProductSummary<Row extends ProductSummaryRow>({
  priceCents,
  discountType,
  discountValue,
  pauseEndsAt,
  pictureKey,
  ...row
}: Row) {
  return {
    ...row,
    ...calculateUnitPrice(priceCents, discountOf({ discountType, discountValue }), row.isPbm),
    listPriceCents: priceCents,
    isPaused: pauseEndsAt !== null,
    pictureKey: pictureKey ?? placeholderPicture.key,
  }
}

type FullProductRow = Awaited<ReturnType<ReturnType<typeof selectFullProducts>['execute']>>[number]

/** By id. */
function toFullProductById(rows: FullProductRow[]): Map<number, Product> {
  const products = new Map<number, Product>()
  for (const { alt, details, ...row } of rows) {
    const product = products.get(row.id) ?? { ...toProductSummary(row), details: readDetails(details), pictures: [] }
    product.pictures.push(row.pictureKey === null ? placeholderPicture : { key: row.pictureKey, alt: alt ?? '' })
    products.set(row.id, product)
  }
  return products
}
