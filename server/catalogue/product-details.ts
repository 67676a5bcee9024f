import { z } from 'zod'
import type { BareContext, Context } from '../context.ts'
import { ShopError } from '../platform/errors.ts'

/** As a file or a form has it; empty: the product has none. */
const createTextSchema = (maxLength: number) =>
  z.string().trim().max(maxLength, `is longer than ${maxLength} characters`)

/**
 * Facts that a product's page shows, and that nothing is found, sorted or sold by. Another one is a row here and its label in
 * `app/texts/product.ts`: the column of catalogue files, the back office's field and the line on the page follow.
 */
export const productDetailSchemas = {
  storage: createTextSchema(200),
} satisfies Record<string, z.ZodType<string, string>>

export type DetailKey = keyof typeof productDetailSchemas
export type ProductDetails = { [Key in DetailKey]?: string | undefined }

const schemaEntries = Object.entries(productDetailSchemas) as [DetailKey, z.ZodType<string, string>][]
const detailKeys = schemaEntries.map(([key]) => key)

/** The columns of catalogue files: one that a file does not have changes nothing. */
export const detailColumnSchemas = Object.fromEntries(
  schemaEntries.map(([key, schema]) => [key, schema.optional()]),
) as {
  [Key in DetailKey]: z.ZodOptional<(typeof productDetailSchemas)[Key]>
}

export function readDetails(json: string): ProductDetails {
  return JSON.parse(json)
}

/** As they are stored after a change: in one order, so that the same facts are the same text. */
export function mergeDetails(json: string, changes: ProductDetails): string {
  const mergedDetails = { ...readDetails(json), ...changes }
  return JSON.stringify(Object.fromEntries(detailKeys.map((key) => [key, mergedDetails[key] || undefined])))
}

/** The details that a row of a file has, as they are staged. */
export function serializeRowDetails(row: ProductDetails): string {
  return JSON.stringify(Object.fromEntries(detailKeys.map((key) => [key, row[key]])))
}

/** Merges what products have already into the rows of a file: the details, and the safety stock where it has no such column. */
export async function mergeStoredColumns(
  ctx: BareContext,
  rows: { sku: string; details?: string | undefined; safetyStock?: number | null | undefined }[],
): Promise<void> {
  const skus = rows.map(({ sku }) => sku)
  const products = await ctx.db
    .selectFrom('product')
    .select(['sku', 'details', 'safetyStock'])
    .where('sku', 'in', skus)
    .execute()
  const productsBySku = new Map(products.map((product) => [product.sku, product]))
  for (const row of rows) {
    const product = productsBySku.get(row.sku)
    row.details = mergeDetails(product?.details ?? '{}', readDetails(row.details ?? '{}'))
    if (row.safetyStock === undefined) row.safetyStock = product?.safetyStock ?? null
  }
}

export async function changeDetails(ctx: Context, productId: number, input: ProductDetails): Promise<void> {
  const changes: ProductDetails = {}
  for (const [key, schema] of schemaEntries) {
    const parseResult = schema.safeParse(input[key] ?? '')
    if (!parseResult.success) throw new ShopError('product.detail', { input: key })
    changes[key] = parseResult.data
  }
  const details = mergeDetails('{}', changes)
  await ctx.db.updateTable('product').set({ details }).where('id', '=', productId).execute()
}
