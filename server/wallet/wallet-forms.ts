import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { dateSchema } from '../wire/values.ts'

const dayField = z
  .string()
  .transform((text) => text.trim() || undefined)
  .pipe(dateSchema(fieldErrors.dateFormat).optional())
  .optional()

/** A period, both days included, and a page of it. Forms and addresses send text. */
export const StatementRequest = z
  .object({
    from: dayField,
    to: dayField,
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    perPage: z.coerce.number().int().min(1).max(100).default(10),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: fieldErrors.periodReversed,
  })
