import { z } from 'zod'

/**
 * An object of an answer: of each field its schema, and how it is read of the domain's object.
 * @returns a function that takes the fields, by their names on the wire
 */
export function createDto<Source>() {
  return <Schemas extends Record<string, z.ZodType>>(
    fields: {
      readonly [Name in keyof Schemas]: readonly [
        schema: Schemas[Name],
        read: (source: Source) => z.input<Schemas[Name]>,
      ]
    },
  ) => {
    const entries = Object.entries(fields)
    const schema = z.object(Object.fromEntries(entries.map(([name, [schema]]) => [name, schema])) as Schemas)
    return {
      fields,
      schema,
      toDto: (source: Source) =>
        Object.fromEntries(entries.map(([name, [, read]]) => [name, read(source)])) as z.input<typeof schema>,
    }
  }
}
