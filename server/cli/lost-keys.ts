import { reindex } from '../catalogue/reindex.ts'
import { sealAnew } from '../database/key-check.ts'
import { kindFor } from '../database/kind.ts'
import { migrateAndReindex } from '../database/up-to-date.ts'
import { createEncryption } from '../platform/encryption.ts'
import type { Operator } from './command.ts'

/** The shop's keys are lost for good: it opens with those that are set, and without what only the others opened. */
export async function giveUpLostKeys({ readConfig, openDatabase }: Operator): Promise<void> {
  // All settings, since the keys alone would be the demo's where none are set.
  const config = readConfig()
  const database = await openDatabase()
  await migrateAndReindex(database, kindFor(config), reindex)
  await sealAnew(database, createEncryption(config.encryptionKeys))
}
