import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { refusals } from '../../app/texts/refusals.ts'
import { maxId, userText } from '../wire/values.ts'
import { problemKinds } from './problem.ts'

export const maxMessage = 1000

const units = refusals['problem.units']()
const count = z.coerce.number(units).int(units).min(1, units)

/** What a customer tells: the products that are ticked, and how many units of each. */
export const ProblemReport = z.object({
  kind: z.enum(problemKinds, fields.problemKind),
  items: z.array(z.object({ productId: count.max(maxId, units), units: count.max(999, units) })).max(200),
  message: userText().max(maxMessage, fields.tooLong(maxMessage)).default(''),
})
