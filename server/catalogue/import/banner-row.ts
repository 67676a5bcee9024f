import { z } from 'zod'
import { singleLineSchema } from '../../platform/csv/cells.ts'
import type { Columns } from '../../platform/csv/table.ts'
import { maxBannerLengths } from '../banner-texts.ts'

const optionalText = z.string().trim().default('')

export const BannerRow = z
  .object({
    title: singleLineSchema(maxBannerLengths.title),
    text: singleLineSchema(maxBannerLengths.text),
    link_text: singleLineSchema(maxBannerLengths.linkText),
    category: optionalText,
    subcategory: optionalText,
    sku: optionalText,
  })
  .superRefine(({ category, sku }, { addIssue }) => {
    if (category && sku)
      addIssue({ code: 'custom', path: ['sku'], message: 'stands beside a category: give one of them' })
  })

export const bannerColumns: Columns = {
  required: ['title', 'text', 'link_text'],
  optional: ['category', 'subcategory', 'sku'],
}
