import { CompiledQuery, type Insertable, type Kysely } from 'kysely'
import type { Tables } from './schema.ts'

const maxTexts = 20
const texts = new Map<string, string>()

/**
 * Inserts very many rows by statements whose text is composed once for each number of rows, not once for each statement: so
 * SQLite prepares it once, too.
 * @param records all with the same columns, in the same order
 */
export async function insertRows<Table extends keyof Tables & string>(
  query: Kysely<Tables>,
  table: Table,
  records: Insertable<Tables[Table]>[],
): Promise<void> {
  const columns = Object.keys(records[0] ?? {})
  const values: unknown[] = []
  for (const record of records) for (const value of Object.values(record)) values.push(value)
  await query.executeQuery(CompiledQuery.raw(textFor(table, columns, records.length), values))
}

function textFor(table: string, columns: string[], rows: number): string {
  const key = `${table} ${rows} ${columns}`
  let text = texts.get(key)
  if (text === undefined) {
    if (texts.size >= maxTexts) texts.clear()
    const row = `(${columns.map(() => '?').join(', ')})`
    text = `insert into ${table} (${columns.join(', ')}) values ${Array(rows).fill(row).join(', ')}`
    texts.set(key, text)
  }
  return text
}
