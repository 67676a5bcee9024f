import { z } from 'zod'

/** The largest id in the database: PostgreSQL's integer holds no larger number. */
export const largestId = 2 ** 31 - 1
export const Id = z.number().int().min(1).max(largestId)
/** An id as forms and addresses send it, which is as text. */
export const TypedId = z.coerce.number().int().min(1).max(largestId)

/** Whether a number can be an id. Without zod, since listings check each product. */
export function isId(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= largestId
}

/** Money on the wire: reais with two decimals; cents inside. */
export const Reais = z.number().meta({ description: 'reais with two decimals' })

export function toReais(cents: number): number {
  return cents / 100
}

/** A line of text has no control characters; PostgreSQL could not even store a NUL. */
export const oneLine = /^[^\p{Cc}]*$/u

/** Text as people type it, without bidirectional control characters, which would reverse the text after it. */
export function typedText(message?: string) {
  return z
    .string(message)
    .overwrite((typed) => typed.replace(/\p{Bidi_Control}/gu, ''))
    .trim()
}
