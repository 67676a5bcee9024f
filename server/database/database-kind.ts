import { sql } from 'kysely'
import { OperatorError } from '../platform/operator-error.ts'
import type { Database } from './connection.ts'
import { listTableNames } from './introspection.ts'

/** Whose data a database holds: the demo's, with passwords that everybody knows, or a live shop's. */
export type DatabaseKind = 'demo' | 'live'

const wrongKindMessages: Record<DatabaseKind, string> = {
  demo: 'The database is a live shop’s, which the sandbox does not open: start with SANDBOX=0 and the live shop’s settings, or name another DATABASE_URL or DATA_DIR for the sandbox.',
  live: 'The database is the demo’s, whose passwords everybody knows: start with SANDBOX=1, or name an empty DATABASE_URL or DATA_DIR for the live shop.',
}

export function toDatabaseKind({ isSandbox }: { isSandbox: boolean }): DatabaseKind {
  return isSandbox ? 'demo' : 'live'
}

/** Null for a database that no shop has opened yet, or none since it could be marked. */
export async function findDatabaseKind({ db }: Pick<Database, 'db'>): Promise<DatabaseKind | null> {
  if (!(await listTableNames(db)).has('database_kind')) return null
  return (await db.selectFrom('databaseKind').select('kind').executeTakeFirst())?.kind ?? null
}

/**
 * Changes nothing.
 * @throws Error with one line that names what to do, where the database is marked as the other kind
 */
export async function assertDatabaseKind(database: Pick<Database, 'db'>, kind: DatabaseKind): Promise<void> {
  const storedKind = await findDatabaseKind(database)
  if (storedKind !== null && storedKind !== kind) throw new OperatorError(wrongKindMessages[kind])
}

/**
 * Marks a migrated database, unless it is marked: two processes that open an empty one at once cannot both have it.
 * @throws Error as `assertDatabaseKind` does
 */
export async function ensureDatabaseKind(database: Pick<Database, 'db'>, kind: DatabaseKind): Promise<void> {
  await sql`insert into database_kind (id, kind) values (1, ${kind}) on conflict (id) do nothing`.execute(database.db)
  await assertDatabaseKind(database, kind)
}

/** Until the transaction ends no other process changes what the shop has one of, beside its tables: `shop.json`. */
export async function lockDatabaseKind({ db }: Pick<Database, 'db'>): Promise<void> {
  await db
    .updateTable('databaseKind')
    .set((eb) => ({ kind: eb.ref('kind') }))
    .execute()
}
