import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { typedDay } from '../wire/values.ts'

const day = z
  .string()
  .transform((typed) => typed.trim() || undefined)
  .pipe(typedDay(fields.day).optional())
  .optional()

/** A period, both days included, and a page of it. Forms and addresses send text. */
export const StatementRequest = z
  .object({
    start_date: day,
    end_date: day,
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(10),
  })
  .refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    path: ['end_date'],
    message: fields.period,
  })
  .transform(({ start_date, end_date, page, limit }) => ({ from: start_date, to: end_date, page, perPage: limit }))
