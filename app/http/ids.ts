import { z } from 'zod'

/**
 * An id from an address or a form. Anything invalid becomes 0, which no row has: the database would fail on a fraction, or
 * on a number beyond its integers.
 */
export function parseId(text: unknown): number {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** The same, of a form. */
export const formIdSchema = z.string().default('').transform(parseId)
