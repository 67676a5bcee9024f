import type { Database, Transaction } from './connection.ts'
import { assertDatabaseKind, type DatabaseKind, ensureDatabaseKind } from './database-kind.ts'
import { migrate } from './migrate.ts'

/** Rebuilds what is derived from the catalogue (`catalogue/reindex.ts`): handed in, since the database knows no domain. */
export type Reindex = (ctx: { db: Transaction }) => Promise<void>

/**
 * Runs the pending migrations, and then rebuilds what is derived from the catalogue, since a migration may change it. A
 * database that nobody has opened before is marked as `kind`.
 * @returns the names of the migrations run
 * @throws Error with one line for a database of the other kind
 */
export async function migrateAndReindex(database: Database, kind: DatabaseKind, reindex: Reindex): Promise<string[]> {
  await assertDatabaseKind(database, kind)
  const migrationNames = await migrate(database)
  if (migrationNames.length > 0) await database.transact((db) => reindex({ db }))
  await ensureDatabaseKind(database, kind)
  return migrationNames
}
