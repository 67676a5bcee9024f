import { z } from 'zod'
import { reminderTexts } from '../../app/texts/reminders.ts'
import { TypedId } from '../wire/values.ts'

/** What a customer sends who wants to be reminded. */
export const ReminderRequest = z.object({
  productId: TypedId.catch(0),
  days: z.coerce
    .number(reminderTexts.invalidDays)
    .int(reminderTexts.invalidDays)
    .min(1, reminderTexts.invalidDays)
    .max(365, reminderTexts.invalidDays),
  patientId: z
    .union([z.literal('').transform(() => null), TypedId])
    .optional()
    .transform((id) => id ?? null),
})
