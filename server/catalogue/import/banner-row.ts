import { z } from 'zod'
import { createSingleLineSchema } from '../../platform/csv/cell-schemas.ts'
import type { TableColumns } from '../../platform/csv/table.ts'
import { maxBannerTextLengths } from '../banner-texts.ts'

const optionalTextSchema = z.string().trim().default('')

export const BannerRowSchema = z
  .object({
    title: createSingleLineSchema(maxBannerTextLengths.title),
    text: createSingleLineSchema(maxBannerTextLengths.text),
    link_text: createSingleLineSchema(maxBannerTextLengths.linkText),
    category: optionalTextSchema,
    subcategory: optionalTextSchema,
    sku: optionalTextSchema,
  })
  .superRefine(({ category, sku }, { addIssue }) => {
    if (category && sku)
      addIssue({ code: 'custom', path: ['sku'], message: 'stands beside a category: give one of them' })
  })

export const bannerColumns: TableColumns = {
  required: ['title', 'text', 'link_text'],
  optional: ['category', 'subcategory', 'sku'],
}
