import { z } from 'zod'
import { merchandisingTexts as texts } from '../../app/texts/backoffice/merchandising.ts'
import { isValidDay } from './calendar.ts'

/** A day as yyyy-MM-dd, as a date field sends it; null for none. One that the calendar has not must not pass for none. */
export const DayInputSchema = z
  .string()
  .trim()
  .default('')
  .refine((day) => day === '' || isValidDay(day), { message: texts.dayUnreadable })
  .transform((day) => day || null)
