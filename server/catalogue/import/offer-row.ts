import { z } from 'zod'
import { price, wholeNumber } from '../../platform/csv/cells.ts'
import type { Columns } from '../../platform/csv/table.ts'

const names = ['sku', 'slug', 'id'] as const
/** The column that names a row's product. */
export type OfferName = (typeof names)[number]

/** Null for an empty cell, or a column that the file does not have. */
const orEmpty = <Cell extends z.ZodType>(cell: Cell) =>
  z.preprocess((text) => (text === '' ? undefined : text), cell.optional()).transform((value) => value ?? null)
const cell = z.string().trim().default('')

export const OfferRow = z
  .object({
    sku: cell,
    slug: cell,
    id: orEmpty(wholeNumber(1, 999_999_999)),
    branch_id: wholeNumber(1, 9999),
    price: orEmpty(price),
    stock: orEmpty(wholeNumber(0, 999_999_999)),
  })
  .superRefine((row, { addIssue }) => {
    const nonEmpty = names.filter((name) => row[name])
    if (nonEmpty.length === 1) return
    const message =
      nonEmpty.length === 0 ? 'is empty, and so is every other name of the product' : 'names the product twice'
    addIssue({ code: 'custom', path: [nonEmpty[1] ?? 'sku'], message })
  })

export const offerColumns: Columns = {
  required: ['branch_id'],
  optional: [...names, 'price', 'stock'],
  oneOf: [names, ['price', 'stock']],
  money: ['price'],
}
