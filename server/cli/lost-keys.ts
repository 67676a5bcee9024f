import { reindex } from '../catalogue/reindex.ts'
import { toDatabaseKind } from '../database/database-kind.ts'
import { replaceKeyCheck } from '../database/key-check.ts'
import { assertNoPendingMigrations } from '../database/migrate.ts'
import { migrateAndReindex } from '../database/migrate-and-reindex.ts'
import { createEncryption } from '../platform/encryption.ts'
import type { CommandContext } from './command.ts'

/** The shop's keys are lost for good: it opens with those that are set, and without what only the others opened. */
export async function discardLostKeys({ readConfig, openDatabase }: CommandContext): Promise<void> {
  // All settings, since the keys alone would be the demo's where none are set.
  const config = readConfig()
  const database = await openDatabase()
  await assertNoPendingMigrations(database)
  await migrateAndReindex(database, toDatabaseKind(config), reindex)
  await replaceKeyCheck(database, createEncryption(config.encryptionKeys))
}
