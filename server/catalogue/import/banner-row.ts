import { z } from 'zod'
import { line } from '../../platform/csv/cells.ts'
import type { Columns } from '../../platform/csv/table.ts'
import { bannerLengths } from '../banner-words.ts'

const optional = z.string().trim().default('')

export const BannerRow = z
  .object({
    title: line(bannerLengths.title),
    text: line(bannerLengths.text),
    link_text: line(bannerLengths.linkText),
    category: optional,
    subcategory: optional,
    sku: optional,
  })
  .superRefine(({ category, sku }, { addIssue }) => {
    if (category && sku)
      addIssue({ code: 'custom', path: ['sku'], message: 'stands beside a category: give one of them' })
  })

export const bannerColumns: Columns = {
  required: ['title', 'text', 'link_text'],
  optional: ['category', 'subcategory', 'sku'],
}
