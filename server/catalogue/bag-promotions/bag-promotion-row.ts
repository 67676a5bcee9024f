import { z } from 'zod'
import { normalizeDay } from '../../../app/texts/normalize-day.ts'
import { createSingleLineSchema } from '../../platform/csv/cell-schemas.ts'
import type { TableColumns } from '../../platform/csv/table.ts'
import { maxRuleLength } from './promotion-kinds.ts'

/** The form's fields, and the products by SKU or EAN with | between them. */
export const BagPromotionRow = z.object({
  rule: createSingleLineSchema(maxRuleLength),
  products: z.string().transform((text) => [
    ...new Set(
      text
        .split('|')
        .map((key) => key.trim())
        .filter(Boolean),
    ),
  ]),
  first_day: z.string().default('').transform(normalizeDay),
  last_day: z.string().default('').transform(normalizeDay),
})

export const bagPromotionColumns: TableColumns = {
  required: ['rule', 'products'],
  optional: ['first_day', 'last_day'],
}
