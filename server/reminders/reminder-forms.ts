import { z } from 'zod'
import { reminderTexts } from '../../app/texts/reminders.ts'
import { createIntegerSchema, FormIdSchema } from '../wire/values.ts'

/** What a customer sends who wants to be reminded. */
export const ReminderRequestSchema = z.object({
  productId: FormIdSchema.catch(0),
  days: createIntegerSchema(
    z
      .number(reminderTexts.invalidDays)
      .int(reminderTexts.invalidDays)
      .min(1, reminderTexts.invalidDays)
      .max(365, reminderTexts.invalidDays),
  ),
  patientId: z
    .union([z.literal('').transform(() => null), FormIdSchema])
    .optional()
    .transform((id) => id ?? null),
})
