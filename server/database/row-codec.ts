import type { KyselyPlugin, PluginTransformResultArgs, QueryResult, UnknownRow } from 'kysely'

/** What a column holds is said by its name: SQLite has neither booleans nor instants, so both engines keep integers and texts. */
const decoders: [name: RegExp, decode: (value: never) => unknown][] = [
  [/^(is|has|requires)[A-Z]/, (value: number | boolean) => value === 1 || value === true],
  [/^at$|At$/, (value: string) => new Date(value)],
]

/** A name of the code as the database writes it: `orderLine`, `order_line`. */
export const toDatabaseName = memoize((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
export const toCodeName = memoize((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
export const findDecoder = memoize((name) => decoders.find(([pattern]) => pattern.test(name))?.[1])

const describeColumn = memoize((column) => {
  const name = toCodeName(column)
  return { column, name, decode: findDecoder(name) }
})

function memoize<Result>(compute: (name: string) => Result): (name: string) => Result {
  const resultByName = new Map<string, Result>()
  return (name) => {
    if (!resultByName.has(name)) resultByName.set(name, compute(name))
    return resultByName.get(name) as Result
  }
}

export function encodeValue(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Date ? value.toISOString() : value
}

/** Rows in the words of the code, with booleans and dates; for statements, the engines' compilers write names and values the other way round. */
export const rowCodec: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [firstRow] = result.rows
    if (firstRow === undefined) return result
    const fields = Object.keys(firstRow).map(describeColumn)
    const rows = result.rows.map((row) => {
      const decodedRow: UnknownRow = {}
      for (const { column, name, decode } of fields) {
        const value = row[column]
        decodedRow[name] = decode && value !== null ? decode(value as never) : value
      }
      return decodedRow
    })
    return { ...result, rows }
  },
}
