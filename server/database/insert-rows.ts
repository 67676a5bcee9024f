import { CompiledQuery, type Insertable } from 'kysely'
import type { Database } from './connection.ts'
import type { Tables } from './schema.ts'

/**
 * Inserts very many rows. SQLite gets statements whose text is composed, and prepared, once for each number of rows, not once
 * for each statement; PostgreSQL a COPY, at a third of an insert's cost.
 * @param records all with the same columns, in the same order
 */
export async function insertRows<Table extends keyof Tables & string>(
  { engine, db }: Pick<Database, 'engine' | 'db'>,
  table: Table,
  records: Insertable<Tables[Table]>[],
): Promise<void> {
  const columns = Object.keys(records[0] ?? {})
  await db.executeQuery(
    engine === 'postgres'
      ? CompiledQuery.raw(`copy ${table} (${columns.join(', ')}) from stdin`, [records.map(copyLine).join('')])
      : CompiledQuery.raw(insertInto(table, columns, records.length), valuesOf(records)),
  )
}

function valuesOf(records: object[]): unknown[] {
  const values: unknown[] = []
  for (const record of records) for (const value of Object.values(record)) values.push(value)
  return values
}

const maxTexts = 20
const texts = new Map<string, string>()

function insertInto(table: string, columns: string[], rows: number): string {
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

/** A row in the text format of COPY (PostgreSQL's manual, SQL Commands, COPY, "Text Format"). */
function copyLine(record: object): string {
  return `${Object.values(record).map(copyCell).join('\t')}\n`
}

function copyCell(value: unknown): string {
  return value === null ? '\\N' : String(value).replace(/[\\\n\r\t]/g, (letter) => escapes[letter] ?? '')
}
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
