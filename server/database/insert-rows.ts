import { CompiledQuery, type Insertable } from 'kysely'
import type { Database } from './connection.ts'
import { encodeValue, toDatabaseName } from './row-codec.ts'
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
  const tableName = toDatabaseName(table)
  const columns = Object.keys(records[0] ?? {}).map(toDatabaseName)
  await db.executeQuery(
    engine === 'postgres'
      ? CompiledQuery.raw(`copy ${tableName} (${columns.join(', ')}) from stdin`, [records.map(toCopyLine).join('')])
      : CompiledQuery.raw(buildInsertStatement(tableName, columns, records.length), flattenValues(records)),
  )
}

function flattenValues(records: object[]): unknown[] {
  const values: unknown[] = []
  for (const record of records) for (const value of Object.values(record)) values.push(encodeValue(value))
  return values
}

const maxCachedStatements = 20
const statementCache = new Map<string, string>()

function buildInsertStatement(table: string, columns: string[], rowCount: number): string {
  const cacheKey = `${table} ${rowCount} ${columns}`
  let statement = statementCache.get(cacheKey)
  if (statement === undefined) {
    if (statementCache.size >= maxCachedStatements) statementCache.clear()
    const placeholders = `(${columns.map(() => '?').join(', ')})`
    statement = `insert into ${table} (${columns.join(', ')}) values ${Array(rowCount).fill(placeholders).join(', ')}`
    statementCache.set(cacheKey, statement)
  }
  return statement
}

/** A row in the text format of COPY (PostgreSQL's manual, SQL Commands, COPY, "Text Format"). */
function toCopyLine(record: object): string {
  return `${Object.values(record)
    .map((value) => toCopyCell(encodeValue(value)))
    .join('\t')}\n`
}

function toCopyCell(value: unknown): string {
  return value === null ? '\\N' : String(value).replace(/[\\\n\r\t]/g, (char) => escapeByChar[char] ?? '')
}
const escapeByChar: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
