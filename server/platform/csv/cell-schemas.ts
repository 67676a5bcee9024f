import { z } from 'zod'
import { limits } from '../../../app/texts/limits.ts'
import { isAmbiguousMoney, parseMoney } from '../../../app/texts/money.ts'

/** Cell formats shared by the operator's files: validation with readable messages, and conversion. */

/** A text on one line. */
export const createSingleLineSchema = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(maxLength, `is longer than ${maxLength} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'has a line break or another control character')

/** Null for an empty cell, or a column that the file does not have. */
export const createOptionalCellSchema = <Cell extends z.ZodType>(cellSchema: Cell) =>
  z.preprocess((text) => (text === '' ? undefined : text), cellSchema.optional()).transform((value) => value ?? null)

export const flagSchema = z.enum(['0', '1'], 'must be 0 or 1').transform((digit) => digit === '1')

export const createWholeNumberSchema = (min: number, max: number) => {
  const errorMessage = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, errorMessage)
    .transform(Number)
    .refine((number) => number >= min && number <= max, errorMessage)
}

/** Reais as cents. What may be a thousand or one real is refused rather than guessed, unless the file's other amounts show which. */
const createMoneySchema = (minCents: number) =>
  z
    .string()
    .superRefine((text, { addIssue }) => {
      const errorMessage = findMoneyError(text, minCents)
      if (errorMessage) addIssue({ code: 'custom', message: errorMessage })
    })
    .transform((text) => parseMoney(text) ?? 0)

function findMoneyError(text: string, minCents: number): string | null {
  if (text.trim() === '') return 'is empty'
  if (isAmbiguousMoney(text)) return 'may be a thousand or one real: write the cents, such as 1234.00'
  const cents = parseMoney(text)
  if (cents === null) return 'must be reais, such as 1234.56 or 1.234,56'
  return cents < minCents ? 'must be above zero' : null
}

export const amountSchema = createMoneySchema(0)
/** Of a law, which knows dearer medicines than a shop sells. */
export const ceilingSchema = createMoneySchema(1)
export const priceSchema = ceilingSchema.refine(
  (cents) => cents <= limits.priceCents,
  `must be at most ${(limits.priceCents / 100).toFixed(2)}`,
)
