import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { refusals } from '../../app/texts/refusals.ts'
import { createUserTextSchema, maxId } from '../wire/values.ts'
import { problemKinds } from './problem.ts'

export const maxMessageLength = 1000

const unitsError = refusals['problem.units']()
const positiveIntegerSchema = z.coerce.number(unitsError).int(unitsError).min(1, unitsError)

/** A customer's report: the products that are ticked, and how many units of each. */
export const ProblemReportSchema = z.object({
  kind: z.enum(problemKinds, fieldErrors.problemKind),
  items: z
    .array(
      z.object({
        productId: positiveIntegerSchema.max(maxId, unitsError),
        units: positiveIntegerSchema.max(999, unitsError),
      }),
    )
    .max(200),
  message: createUserTextSchema().max(maxMessageLength, fieldErrors.tooLong(maxMessageLength)).default(''),
})
