import { reindex } from '../catalogue/reindex.ts'
import type { Database } from './connection.ts'
import { type DatabaseKind, markAs, refuseOtherKind } from './kind.ts'
import { migrate } from './migrate.ts'

/**
 * Runs the pending migrations, and then rebuilds what is derived from the catalogue, since a migration may change it. A
 * database that nobody has opened before is marked as `kind`.
 * @returns the names of the migrations run
 * @throws Error with one line for a database of the other kind
 */
export async function migrateAndReindex(database: Database, kind: DatabaseKind): Promise<string[]> {
  await refuseOtherKind(database, kind)
  const steps = await migrate(database)
  if (steps.length > 0) await database.transact((tx) => reindex(tx))
  await markAs(database, kind)
  return steps
}
