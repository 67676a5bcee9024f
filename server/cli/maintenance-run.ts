import { existsSync, statSync } from 'node:fs'
import { formatDateAndTime } from '../../app/texts/dates.ts'
import manifest from '../../package.json' with { type: 'json' }
import { reindex } from '../catalogue/reindex.ts'
import { type BackupCounts, createBackup } from '../database/backup/backup.ts'
import { UnusableBackupError } from '../database/backup/backup-file.ts'
import { writeLastBackupAt } from '../database/backup/last-backup.ts'
import { restoreBackup } from '../database/backup/restore.ts'
import { verifyBackup } from '../database/backup/verify-backup.ts'
import { toDatabaseKind } from '../database/database-kind.ts'
import { migrateAndReindex } from '../database/migrate-and-reindex.ts'
import { endRest, restMessage } from '../database/rest.ts'
import { formatNotEmptyMessage, listTablesWithData } from '../database/table-contents.ts'
import { createClock } from '../platform/clock.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { CommandContext } from './command.ts'
import { prepareDatabase } from './prepared-database.ts'
import { startProgressBar } from './progress-bar.ts'

export async function runBackup(
  [file = '']: string[],
  { storageConfig, openDatabase, print, hasFlag }: CommandContext,
): Promise<void> {
  if (existsSync(file) && !hasFlag('force')) {
    throw new OperatorError(`${file} is there already: choose another name, or say --force`)
  }
  assertDatabaseExists(storageConfig.databaseLocation)
  const progressBar = startProgressBar('{bar} {value} rows')
  const counts = await createBackup(await openDatabase(), storageConfig, {
    file,
    version: manifest.version,
    clock: createClock(),
    onRow: () => progressBar.increment(),
  }).finally(() => progressBar.stop())
  if (hasFlag('verify'))
    await verifyBackup(file, counts).catch((error: unknown) => {
      if (error instanceof UnusableBackupError)
        throw new OperatorError(`${file}: ${error.message}. Back up again, elsewhere.`)
      throw error
    })
  await writeLastBackupAt(storageConfig.dataDir, createClock().now())
  print(`${file}: ${formatCounts(counts)}.`)
  if (hasFlag('verify')) print('It was read back whole, with as many rows and files as were written.')
  print(keysNotInBackupMessage)
}

export async function runRestore([file = '']: string[], { storageConfig, print }: CommandContext): Promise<void> {
  const progressBar = startProgressBar(
    '{bar} {percentage}%',
    2 * (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
  )
  const { header, existingFileKeys, hasShopKeys, ...counts } = await restoreBackup(storageConfig, {
    file,
    reindex,
    onBytes: (count) => progressBar.increment(count),
  })
    .catch((error: unknown) => {
      if (error instanceof UnusableBackupError)
        throw new OperatorError(`${file}: ${error.message}. Nothing was changed.`)
      throw error
    })
    .finally(() => progressBar.stop())
  print(`The shop of ${formatDateAndTime(new Date(header.takenAt))} is back: ${formatCounts(counts)}.`)
  if (existingFileKeys.length > 0) print(`Were there already, and stay as they are: ${existingFileKeys.join(', ')}`)
  print(keysNotInBackupMessage)
  if (!hasShopKeys)
    print('The ENCRYPTION_KEYS set here are not those of this shop: its prescriptions cannot be read yet.')
  print(restMessage)
}

export async function runResume(_args: string[], { openShop, openDatabase, print }: CommandContext): Promise<void> {
  // Settings, keys and kind are the shop's, or this is refused.
  await openShop()
  const wasAtRest = await endRest(await openDatabase())
  print(wasAtRest ? 'This is the shop now: it does its work again within a minute.' : 'It was not at rest.')
}

export async function runMigrate(
  _args: string[],
  { storageConfig, openDatabase, print }: CommandContext,
): Promise<void> {
  const migrationNames = await migrateAndReindex(await openDatabase(), toDatabaseKind(storageConfig), reindex)
  for (const migration of migrationNames) print(`${migration}: done`)
  if (migrationNames.length === 0) print('Nothing to do.')
}

export async function runSeedDemo(
  _args: string[],
  { storageConfig, openDatabase, openShop, print }: CommandContext,
): Promise<void> {
  if (!storageConfig.isSandbox) {
    throw new OperatorError(
      'The demo shop is for the sandbox alone (SANDBOX=1): everybody knows its customers’ password.',
    )
  }
  const database = await prepareDatabase({ openDatabase }, storageConfig)
  const tables = await listTablesWithData(database.db)
  if (tables.length > 0) throw new OperatorError(`${formatNotEmptyMessage(tables)} Nothing was changed.`)
  // The sandbox seeds an empty database when it opens.
  await openShop()
  print('The demo shop is in: `npm start` opens it.')
}

const keysNotInBackupMessage =
  'SESSION_SECRETS and ENCRYPTION_KEYS are not in a backup: keep them elsewhere. Without its keys nobody reads the prescriptions.'

/** Opening SQLite would create a missing file. */
function assertDatabaseExists(location: string): void {
  if (location.startsWith('postgres')) return
  if (!existsSync(location)) throw new OperatorError(`There is no shop: ${location} does not exist.`)
}

function formatCounts({ rowCountByTable, fileCount }: BackupCounts): string {
  const formatCount = (table: string, singular: string, plural: string) =>
    `${rowCountByTable[table] ?? 0} ${rowCountByTable[table] === 1 ? singular : plural}`
  return [
    formatCount('product', 'product', 'products'),
    formatCount('customer', 'customer', 'customers'),
    formatCount('orders', 'order', 'orders'),
    formatCount('prescription', 'prescription', 'prescriptions'),
    fileCount === 1 ? '1 file' : `${fileCount} files`,
  ].join(', ')
}
