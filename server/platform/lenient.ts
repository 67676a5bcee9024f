import { z } from 'zod'
import { parseShopDateTime } from './calendar.ts'

/** What is only informative: null where it is missing or cannot be read, so that it never makes the whole unreadable. */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  return z
    .unknown()
    .optional()
    .transform((value): z.output<Schema> | null => schema.safeParse(value).data ?? null)
}

/** What could be read of a list, and how many of its entries could not. */
export interface LenientList<Entry> {
  entries: Entry[]
  oddCount: number
}

/** A list whose entries are read each for itself. Missing or null, it is empty; anything else that is no list is one odd entry. */
export function lenientListOf<Schema extends z.ZodType>(entrySchema: Schema) {
  return z
    .unknown()
    .optional()
    .transform((value): LenientList<z.output<Schema>> => {
      if (value === undefined || value === null) return { entries: [], oddCount: 0 }
      if (!Array.isArray(value)) return { entries: [], oddCount: 1 }
      const results = value.map((entry) => entrySchema.safeParse(entry))
      const entries = results.flatMap((result) => (result.success ? [result.data] : []))
      return { entries, oddCount: results.length - entries.length }
    })
}

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(?:(Z)|([+-]\d{2}):?(\d{2})?)?$/i

/** An instant as other systems write it: `-0300` and nanoseconds are read, and a time without a zone is the shop's. Null for what is none. */
export function parseLenientInstant(value: unknown): Date | null {
  const match = typeof value === 'string' ? instantPattern.exec(value) : null
  if (!match) return null
  const [, day, hour, minute, second = '00', fraction = '', utc, offsetHours, offsetMinutes = '00'] = match
  const shopMinute = parseShopDateTime(`${day}T${hour}:${minute}`)
  if (!shopMinute || Number(second) > 59) return null
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3)
  if (!utc && !offsetHours) return new Date(shopMinute.getTime() + Number(second) * 1000 + Number(milliseconds))
  const zone = utc ? 'Z' : `${offsetHours}:${offsetMinutes}`
  const instant = new Date(`${day}T${hour}:${minute}:${second}.${milliseconds}${zone}`)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** An instant that is only informative. */
export const LenientInstant = z.unknown().optional().transform(parseLenientInstant)
