import { z } from 'zod'

/** Ids as the database keeps them: a larger one names nothing, and PostgreSQL's integer would not take it. */
export const largestId = 2 ** 31 - 1
export const Id = z.number().int().min(1).max(largestId)
/** An id as forms and addresses send it: as text. */
export const TypedId = z.coerce.number().int().min(1).max(largestId)

/** Whether a number may be an id: forms and addresses bring anything. By hand, since a listing asks it of each product. */
export function isId(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= largestId
}

/** Money on the wire: reais with two decimals; cents inside. */
export const Reais = z.number().meta({ description: 'reais with two decimals' })

export function toReais(cents: number): number {
  return cents / 100
}

/** Control characters have no place in a line of text; PostgreSQL would not even keep a NUL. */
export const oneLine = /^[^\p{Cc}]*$/u

/** Text as people type it, without the marks that turn the direction of reading: they would turn what stands after it. */
export function typedText(message?: string) {
  return z
    .string(message)
    .overwrite((typed) => typed.replace(/\p{Bidi_Control}/gu, ''))
    .trim()
}
