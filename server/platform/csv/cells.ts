import { z } from 'zod'

/** Cell formats shared by the operator's files: validation with readable messages, and conversion. */

/** A text on one line. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(most, `is longer than ${most} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'has a line break or another control character')

export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((bit) => Number(bit) as 0 | 1)

export const wholeNumber = (least: number, most: number) => {
  const reason = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, reason)
    .transform(Number)
    .refine((number) => number >= least && number <= most, reason)
}

/** Reais with a point, as cents: `1234.56`. Commas and thousands separators are refused rather than guessed. */
export const amount = z
  .string()
  .trim()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'must be reais with a point, such as 1234.56')
  .transform((reais) => Math.round(Number(reais) * 100))

export const price = amount.refine((cents) => cents > 0, 'must be above zero')
