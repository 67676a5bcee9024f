import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { createDateSchema, createIntegerSchema } from '../wire/values.ts'

const optionalDaySchema = z
  .string()
  .transform((text) => text.trim() || undefined)
  .pipe(createDateSchema(fieldErrors.dateFormat).optional())
  .optional()

/** A period, both days included, and a page of it. Forms and addresses send text. */
export const StatementRequest = z
  .object({
    from: optionalDaySchema,
    to: optionalDaySchema,
    page: createIntegerSchema(z.number().int().min(1).max(100_000)).default(1),
    perPage: createIntegerSchema(z.number().int().min(1).max(100)).default(10),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: fieldErrors.periodReversed,
  })
