import { reindex } from '../catalogue/reindex.ts'
import type { Database } from './connection.ts'
import { migrate } from './migrate.ts'

/**
 * Runs the pending migrations, and then rebuilds what is derived from the catalogue, since a migration may change it.
 * @returns the names of the migrations run
 */
export async function bringUpToDate(database: Database): Promise<string[]> {
  const steps = await migrate(database)
  if (steps.length > 0) await database.transact((tx) => reindex(tx))
  return steps
}
