import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * The tables that a database has: it may be empty, or may not have run the latest migrations. Kysely's own introspection reads
 * every column of every table, which would be most of a start's work.
 */
export async function listTableNames(db: Kysely<Tables>): Promise<Set<string>> {
  const statement = isSqlite(db)
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  const { rows } = await statement.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Columns with values of ours that are encrypted, which their names say. */
export async function listEncryptedColumns(db: Kysely<Tables>): Promise<{ table: string; column: string }[]> {
  return (await listAllColumns(db)).filter(({ column }) => column.endsWith('_encrypted'))
}

export async function listAllColumns(db: Kysely<Tables>): Promise<{ table: string; column: string }[]> {
  const statement = isSqlite(db)
    ? sql<{ table: string; column: string }>`
        select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
        where t.type = 'table' order by 1, 2`
    : sql<{ table: string; column: string }>`
        select c.relname as "table", a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and not a.attisdropped and a.attnum > 0
        order by 1, 2`
  return (await statement.execute(db)).rows
}

function isSqlite(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}
