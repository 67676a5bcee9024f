import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { listGtinSpellings } from './gtin.ts'

/** By what a product is named from outside. */
export type ProductKey = { sku: string } | { ean: string } | { productId: number }

/** In the form in which SKUs are compared: they keep their case, and are found in any. */
export function foldSku(sku: string): string {
  return sku.toLowerCase()
}

/** A condition for products with one of these SKUs, whatever their case. Two that differ in their case alone both match. */
export function matchesSku(skus: string[]) {
  // SQLite folds plain letters alone.
  return sql<boolean>`(product.sku in (${sql.join(skus)}) or lower(product.sku) in (${sql.join(skus.map(foldSku))}))`
}

/** Of products that match an SKU in any case the one that is written the same, else the only one. */
export function chooseBySku<Product extends { sku: string }>(products: Product[], sku: string): Product | undefined {
  const matches = products.filter((product) => foldSku(product.sku) === foldSku(sku))
  return matches.find((product) => product.sku === sku) ?? (matches.length === 1 ? matches[0] : undefined)
}

/** Of products that match a bar code the only one: who names more than one of them has to say which. */
export function chooseByEan<Product extends { ean: string | null }>(
  products: Product[],
  ean: string,
): Product | undefined {
  const spellings = listGtinSpellings(ean)
  const matches = products.filter((product) => product.ean !== null && spellings.includes(product.ean))
  return matches.length === 1 ? matches[0] : undefined
}

/** @returns undefined where no product has that key, or more than one */
export async function findProductByKey(ctx: Pick<Context, 'db'>, key: ProductKey) {
  const query = ctx.db.selectFrom('product').select(['id', 'sku', 'ean'])
  if ('productId' in key) return query.where('id', '=', key.productId).executeTakeFirst()
  if ('sku' in key) return chooseBySku(await query.where(matchesSku([key.sku])).execute(), key.sku)
  return chooseByEan(await query.where('ean', 'in', listGtinSpellings(key.ean)).execute(), key.ean)
}

/** Whether a bar code is more than one product's, so that it names none. */
export async function isSharedBarcode(ctx: Context, key: ProductKey): Promise<boolean> {
  if (!('ean' in key)) return false
  const products = ctx.db.selectFrom('product').select('id').where('ean', 'in', listGtinSpellings(key.ean)).limit(2)
  return (await products.execute()).length > 1
}
