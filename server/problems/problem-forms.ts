import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { refusals } from '../../app/texts/refusals.ts'
import { maxId, userTextSchema } from '../wire/values.ts'
import { problemKinds } from './problem.ts'

export const maxMessageLength = 1000

const unitsError = refusals['problem.units']()
const positiveInteger = z.coerce.number(unitsError).int(unitsError).min(1, unitsError)

/** What a customer tells: the products that are ticked, and how many units of each. */
export const ProblemReport = z.object({
  kind: z.enum(problemKinds, fieldErrors.problemKind),
  items: z
    .array(z.object({ productId: positiveInteger.max(maxId, unitsError), units: positiveInteger.max(999, unitsError) }))
    .max(200),
  message: userTextSchema().max(maxMessageLength, fieldErrors.tooLong(maxMessageLength)).default(''),
})
