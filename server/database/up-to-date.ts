import { reindex } from '../catalogue/reindex.ts'
import type { Database } from './connection.ts'
import { migrate } from './migrate.ts'

/**
 * Takes the steps a database has not taken yet, and reckons again what follows from the catalogue, which a step may change.
 * @returns the names of the steps
 */
export async function bringUpToDate(database: Database): Promise<string[]> {
  const steps = await migrate(database)
  if (steps.length > 0) await database.transact((tx) => reindex(tx))
  return steps
}
