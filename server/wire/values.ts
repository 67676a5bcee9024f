import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { normalizeDay } from '../../app/texts/normalize-day.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput, stripInvisibleChars } from '../platform/user-input.ts'

/** The largest id in the database: PostgreSQL's integer holds no larger number. */
export const maxId = 2 ** 31 - 1
export const IdSchema = z.number().int().min(1).max(maxId)

const integerPattern = /^-?\d+$/
const decimalPattern = /^-?\d+(\.\d+)?$/

/**
 * A whole number, or its plain decimal digits, which is how forms and addresses send it. `true`, `[1]`, `0x10` and `1e1`, of which
 * JavaScript would make numbers, are none.
 */
export function createIntegerSchema<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(createNumberReader(integerPattern), schema)
}

/** The same with decimals behind a point. */
export function createDecimalSchema<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(createNumberReader(decimalPattern), schema)
}

/** An empty field and null are zero. */
function createNumberReader(pattern: RegExp) {
  return (value: unknown) => {
    if (value === null || value === '') return 0
    if (typeof value !== 'string') return value
    return pattern.test(value.trim()) ? Number(value) : Number.NaN
  }
}

/** An id as forms and addresses send it. */
export const FormIdSchema = createIntegerSchema(IdSchema)

/** Whether a number can be an id. Without zod, since listings check each product. */
export function isId(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= maxId
}

export const InstantSchema = z.string().describe('ISO 8601, UTC')

/** Money on the wire: reais with two decimals; cents inside. */
export const ReaisSchema = z.number().meta({ description: 'reais with two decimals' })

export function toReais(cents: number): number {
  return cents / 100
}

/** A line of text has no control characters and no other line breaks; PostgreSQL could not even store a NUL. */
export const singleLinePattern = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

/**
 * What mail programs turn into a link: in the name of a person it would make an e-mail of ours carry it. U+3002 counts as a dot
 * in the names of sites, and U+2044 and U+2215 look like slashes.
 */
const linkPattern = /:[/\\\u2044\u2215]|www\.|\S[.\u3002][\p{L}\p{N}]/iu

/** Read as it looks: with full-width letters and dots as plain ones, and without what nobody sees. */
export function hasNoLink(name: string): boolean {
  return !linkPattern.test(name.normalize('NFKC').replace(/\p{Cf}/gu, ''))
}

/** Text as people type it, without marks that nobody sees, some of which would reverse the text after it. */
export function createUserTextSchema(message?: string) {
  return z.string(message).overwrite(stripInvisibleChars).trim()
}

/** A name has at least one letter; another rule reports an empty one. */
const emptyOrLetterPattern = /\p{L}|^$/u

/** A single-line name of a thing. */
export function createDisplayNameSchema(message: string, maxLength: number) {
  return createSingleLineSchema(message, maxLength).regex(emptyOrLetterPattern, message)
}

/** The name of a person, which e-mails repeat. */
export function createPersonNameSchema(message: string, maxLength: number) {
  return createSingleLineSchema(message, maxLength)
    .refine(hasNoLink, fieldErrors.nameWithLink)
    .refine((name) => emptyOrLetterPattern.test(name) || !hasNoLink(name), message)
}

function createSingleLineSchema(message: string, maxLength: number) {
  return createUserTextSchema(message)
    .min(1, message)
    .max(maxLength, fieldErrors.tooLong(maxLength))
    .regex(singleLinePattern, fieldErrors.unreadable)
}

export function createEmailSchema(message: string) {
  return z.string(message).overwrite(normalizeInput).max(160, fieldErrors.tooLong(160)).pipe(z.email(message))
}

/** In lower case, as it is stored. */
export function parseEmail(text: string): string {
  const { data } = createEmailSchema(fieldErrors.email).safeParse(text)
  if (data === undefined) throw new ShopError('email.invalid', { input: 'email' })
  return data.toLowerCase()
}

/** A day as forms send it, yyyy-MM-dd or as people type it; yyyy-MM-dd inside. */
export function createDateSchema(message: string) {
  return z.string(message).overwrite(normalizeInput).max(40, message).transform(normalizeDay).pipe(z.iso.date(message))
}

/**
 * A field of a change: left out, it stays as it is. Sent empty it is read by its schema, of a form too, whose reader takes an
 * empty text for one left out.
 */
export function createOptionalUpdateSchema<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? ' ' : value), schema.optional())
}

/** The same of an object's fields, each. */
export function createUpdateShape<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, schema]) => [name, createOptionalUpdateSchema(schema)])
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodPreprocess<z.ZodOptional<Shape[Name]>> }
}

/** A day that may be left empty: null, as an empty text is. */
export function createOptionalDateSchema(message: string) {
  return z
    .string(message)
    .overwrite(normalizeInput)
    .max(40, message)
    .transform((text) => (text === '' ? null : normalizeDay(text)))
    .pipe(z.iso.date(message).nullable())
    .nullable()
}
