import { z } from 'zod'
import { merchandisingTexts as texts } from '../../app/texts/backoffice/merchandising.ts'
import { isShopDay } from './calendar.ts'

/** A day as yyyy-MM-dd, as a date field sends it; null for none. One that the calendar has not must not pass for none. */
export const DayInput = z
  .string()
  .trim()
  .default('')
  .refine((day) => day === '' || isShopDay(day), { message: texts.dayUnreadable })
  .transform((day) => day || null)
