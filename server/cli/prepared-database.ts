import { reindex } from '../catalogue/reindex.ts'
import type { Database } from '../database/connection.ts'
import { toDatabaseKind } from '../database/database-kind.ts'
import { assertNoPendingMigrations } from '../database/migrate.ts'
import { migrateAndReindex } from '../database/migrate-and-reindex.ts'
import type { CommandContext } from './command.ts'

/**
 * The database as the shop would open it, for a command that needs no shop around it.
 * @throws OperatorError for an older shop's database, Error with one line for one of the other kind
 */
export async function prepareDatabase(
  { openDatabase }: Pick<CommandContext, 'openDatabase'>,
  config: { isSandbox: boolean },
): Promise<Database> {
  const database = await openDatabase()
  await assertNoPendingMigrations(database)
  await migrateAndReindex(database, toDatabaseKind(config), reindex)
  return database
}
