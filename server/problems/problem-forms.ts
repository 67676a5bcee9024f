import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { TypedId, typedText } from '../wire/values.ts'
import { problemKinds } from './problem.ts'

export const maxMessage = 1000

/** What a customer tells: the products that are ticked, and how many units of each. */
export const ProblemReport = z.object({
  kind: z.enum(problemKinds, fields.problemKind),
  items: z.array(z.object({ productId: TypedId, units: z.coerce.number().int().min(1).max(999) })).max(200),
  message: typedText().max(maxMessage, fields.tooLong(maxMessage)).default(''),
})
