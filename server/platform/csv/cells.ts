import { z } from 'zod'
import { isAmbiguousMoney, parseMoney } from '../../../app/texts/money.ts'

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

/** Reais as cents. What may be a thousand or one real is refused rather than guessed, unless the file's other amounts tell. */
const money = (least: number) =>
  z
    .string()
    .superRefine((text, { addIssue }) => {
      const reason = moneyFault(text, least)
      if (reason) addIssue({ code: 'custom', message: reason })
    })
    .transform((text) => parseMoney(text) ?? 0)

function moneyFault(text: string, least: number): string | null {
  if (text.trim() === '') return 'is empty'
  if (isAmbiguousMoney(text)) return 'may be a thousand or one real: write the cents, such as 1234.00'
  const cents = parseMoney(text)
  if (cents === null) return 'must be reais, such as 1234.56 or 1.234,56'
  return cents < least ? 'must be above zero' : null
}

export const amount = money(0)
export const price = money(1)
