import { z } from 'zod'
import { parseHundredths } from '../platform/exact-decimal.ts'

/** Reais as digits and a point, as providers write them: never through a number with decimals. */
export function toDecimalAmount(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** @throws RangeError for what is not exactly an amount */
export function parseCents(amount: string | number): number {
  const cents = parseHundredths(amount)
  if (cents === null) throw new RangeError(`no exact amount: ${amount}`)
  return cents
}

/** Cents of an amount in a provider's answer, which is exact or is not read. */
export const AmountCents = z.unknown().transform((amount, context): number => {
  const cents = parseHundredths(amount)
  if (cents !== null) return cents
  context.addIssue('no exact amount')
  return z.NEVER
})

/** Of a payment: what is nothing is no payment. */
export const PositiveAmountCents = AmountCents.pipe(z.number().positive())

/** What identifies something at a provider, whatever characters it has but the one that PostgreSQL cannot store. */
export const ProviderId = z.string().regex(/^[^\0]{1,100}$/u)

/** Of entries without an id, one that stays theirs: by the amount, and which of that amount it is. */
export function createMissingIdNamer(): (amountCents: number) => string {
  const countByAmount = new Map<number, number>()
  return (amountCents) => {
    const count = (countByAmount.get(amountCents) ?? 0) + 1
    countByAmount.set(amountCents, count)
    return `unnamed-${amountCents}-${count}`
  }
}
