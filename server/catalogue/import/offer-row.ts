import { z } from 'zod'
import { priceSchema, wholeNumberSchema } from '../../platform/csv/cells.ts'
import type { Columns } from '../../platform/csv/table.ts'

const productKeyColumns = ['sku', 'slug', 'id'] as const
/** The column that names a row's product. */
export type ProductKeyColumn = (typeof productKeyColumns)[number]

/** Null for an empty cell, or a column that the file does not have. */
const optionalCell = <Cell extends z.ZodType>(cell: Cell) =>
  z.preprocess((text) => (text === '' ? undefined : text), cell.optional()).transform((value) => value ?? null)
const textCell = z.string().trim().default('')

export const OfferRow = z
  .object({
    sku: textCell,
    slug: textCell,
    id: optionalCell(wholeNumberSchema(1, 999_999_999)),
    branch_id: wholeNumberSchema(1, 9999),
    price: optionalCell(priceSchema),
    stock: optionalCell(wholeNumberSchema(0, 999_999_999)),
  })
  .superRefine((row, { addIssue }) => {
    const nonEmpty = productKeyColumns.filter((name) => row[name])
    if (nonEmpty.length === 1) return
    const message =
      nonEmpty.length === 0 ? 'is empty, and so is every other name of the product' : 'names the product twice'
    addIssue({ code: 'custom', path: [nonEmpty[1] ?? 'sku'], message })
  })

export const offerColumns: Columns = {
  required: ['branch_id'],
  optional: [...productKeyColumns, 'price', 'stock'],
  oneOf: [productKeyColumns, ['price', 'stock']],
  money: ['price'],
}
