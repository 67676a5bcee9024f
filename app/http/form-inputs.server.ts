import { z } from 'zod'
import type { InputHints } from '../ui/field/field-props.ts'

/** What a form's fields must know of its schema, as plain data: a loader may hand it to a page. */
export function describeInputs<Schema extends z.ZodType>(
  schema: Schema,
): { [Input in keyof z.input<Schema> & string]: InputHints } {
  const hints = Object.fromEntries(listInputs(schema).map(([input, field]) => [input, readHints(field)]))
  return hints as { [Input in keyof z.input<Schema> & string]: InputHints }
}

/** The inputs of an object, of several, and of what is made of them. */
export function listInputs(schema: z.core.$ZodType): [input: string, schema: z.core.$ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape)
  if (schema instanceof z.ZodPipe) return listInputs(schema.def.in)
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(listInputs)
  return []
}

function readHints(field: z.core.$ZodType): InputHints {
  const maxLength = findMaxLength(field)
  return {
    ...(acceptsNothing(field) && { isOptional: true }),
    ...(maxLength !== undefined && { maxLength }),
  }
}

/** A form sends an empty field as nothing. A verb may refuse that itself, where its schema lets it pass. */
function acceptsNothing(field: z.core.$ZodType): boolean {
  return !z.globalRegistry.get(field)?.isRequired && z.safeParse(field, undefined).success
}

/** The letters of a text. What is converted has none, so that no browser cuts a number that is pasted with its name. */
function findMaxLength(field: z.core.$ZodType): number | undefined {
  if (field instanceof z.ZodString) return field.maxLength ?? undefined
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return findMaxLength(field.def.innerType)
  return undefined
}
