import { z } from 'zod'
import { createWholeNumberSchema, priceSchema } from '../../platform/csv/cell-schemas.ts'
import type { TableColumns } from '../../platform/csv/table.ts'

const productKeyColumns = ['sku', 'slug', 'id'] as const
/** The column that names a row's product. */
export type ProductKeyColumn = (typeof productKeyColumns)[number]

/** Null for an empty cell, or a column that the file does not have. */
const createOptionalCellSchema = <Cell extends z.ZodType>(cellSchema: Cell) =>
  z.preprocess((text) => (text === '' ? undefined : text), cellSchema.optional()).transform((value) => value ?? null)
const textCellSchema = z.string().trim().default('')

export const OfferRowSchema = z
  .object({
    sku: textCellSchema,
    slug: textCellSchema,
    id: createOptionalCellSchema(createWholeNumberSchema(1, 999_999_999)),
    branch_id: createWholeNumberSchema(1, 9999),
    price: createOptionalCellSchema(priceSchema),
    stock: createOptionalCellSchema(createWholeNumberSchema(0, 999_999_999)),
  })
  .superRefine((row, { addIssue }) => {
    const filledColumns = productKeyColumns.filter((name) => row[name])
    if (filledColumns.length === 1) return
    const message =
      filledColumns.length === 0 ? 'is empty, and so is every other name of the product' : 'names the product twice'
    addIssue({ code: 'custom', path: [filledColumns[1] ?? 'sku'], message })
  })

export const offerColumns: TableColumns = {
  required: ['branch_id'],
  optional: [...productKeyColumns, 'price', 'stock'],
  alternativeGroups: [productKeyColumns, ['price', 'stock']],
  money: ['price'],
}
