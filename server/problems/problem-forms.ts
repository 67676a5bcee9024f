import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { limits } from '../../app/texts/limits.ts'
import { refusals } from '../../app/texts/refusals.ts'
import { createIntegerSchema, createUserTextSchema, maxId } from '../wire/values.ts'
import { problemKinds } from './problem.ts'

const unitsError = refusals['problem.units']()
const positiveIntegerSchema = z.number(unitsError).int(unitsError).min(1, unitsError)

/** What is written of a problem, by either side. A form sends each line's end as two characters, which its field counts as one. */
export const ProblemMessageSchema = createUserTextSchema()
  .overwrite((text) => text.replaceAll('\r\n', '\n'))
  .max(limits.problemMessageLength, fieldErrors.tooLong(limits.problemMessageLength))

/** A customer's report: the products that are ticked, and how many units of each. */
export const ProblemReportSchema = z.object({
  kind: z.enum(problemKinds, fieldErrors.problemKind),
  items: z
    .array(
      z.object({
        productId: createIntegerSchema(positiveIntegerSchema.max(maxId, unitsError)),
        units: createIntegerSchema(positiveIntegerSchema.max(limits.units, unitsError)),
      }),
    )
    .max(200),
  message: ProblemMessageSchema.default(''),
})
