import { z } from 'zod'
import { limits } from '../../../app/texts/limits.ts'
import { createOptionalCellSchema, createWholeNumberSchema, priceSchema } from '../../platform/csv/cell-schemas.ts'
import type { TableColumns } from '../../platform/csv/table.ts'
import { isGtin } from '../gtin.ts'
import { readScannedCode } from '../scanned-code.ts'

const productKeyColumns = ['sku', 'ean', 'slug', 'id'] as const
/** The column that names a row's product. */
export type ProductKeyColumn = (typeof productKeyColumns)[number]

const textCellSchema = z.string().trim()

/** Units on the shelf: less than none is none, and `12,0` is what spreadsheets make of 12. */
const stockSchema = z
  .string()
  .trim()
  .transform((text) => (isBelowZero(text) ? '0' : text.replace(/[.,]0{1,2}$/, '')))
  .pipe(createWholeNumberSchema(0, limits.units))

/** Tills let what was sold before it was entered go below zero. */
export function isBelowZero(stock: string): boolean {
  return /^-\d{1,9}(?:[.,]0{1,2})?$/.test(stock.trim())
}

export const OfferRowSchema = z
  .object({
    sku: textCellSchema.max(limits.skuLength, `is longer than ${limits.skuLength} characters`).default(''),
    ean: textCellSchema
      .transform((text) => readScannedCode(text).code)
      .refine((ean) => ean === '' || isGtin(ean), 'must be a bar code (GTIN), whose last digit checks the others')
      .default(''),
    slug: textCellSchema.default(''),
    id: createOptionalCellSchema(createWholeNumberSchema(1, 999_999_999)),
    branch_id: createWholeNumberSchema(1, 9999),
    price: createOptionalCellSchema(priceSchema),
    stock: createOptionalCellSchema(stockSchema),
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
