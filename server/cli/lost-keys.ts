import { replaceKeyCheck } from '../database/key-check.ts'
import { createEncryption } from '../platform/encryption.ts'
import type { CommandContext } from './command.ts'
import { prepareDatabase } from './prepared-database.ts'

/** The shop's keys are lost for good: it opens with those that are set, and without what only the others opened. */
export async function discardLostKeys({ readConfig, ...context }: CommandContext): Promise<void> {
  // All settings, since the keys alone would be the demo's where none are set.
  const config = readConfig()
  const database = await prepareDatabase(context, config)
  await replaceKeyCheck(database, createEncryption(config.encryptionKeys))
}
