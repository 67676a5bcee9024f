import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { dateInput } from '../wire/values.ts'

const day = z
  .string()
  .transform((text) => text.trim() || undefined)
  .pipe(dateInput(fields.day).optional())
  .optional()

/** A period, both days included, and a page of it. Forms and addresses send text. */
export const StatementRequest = z
  .object({
    from: day,
    to: day,
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    perPage: z.coerce.number().int().min(1).max(100).default(10),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: fields.period,
  })
