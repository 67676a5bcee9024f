import { existsSync, statSync } from 'node:fs'
import { formatDateAndTime } from '../../app/texts/dates.ts'
import manifest from '../../package.json' with { type: 'json' }
import { reindex } from '../catalogue/reindex.ts'
import { backUp, type Tally } from '../database/backup/backup.ts'
import { UnusableBackup } from '../database/backup/backup-file.ts'
import { noteBackup } from '../database/backup/last-backup.ts'
import { restore } from '../database/backup/restore.ts'
import { verifyBackup } from '../database/backup/verify-backup.ts'
import { heldSentence, tablesInUse } from '../database/contents.ts'
import { kindFor } from '../database/kind.ts'
import { migrateAndReindex } from '../database/up-to-date.ts'
import { createClock } from '../platform/clock.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Operator } from './command.ts'
import { startBar } from './progress-bar.ts'

export async function backup(
  [file = '']: string[],
  { storage, openDatabase, print, hasFlag }: Operator,
): Promise<void> {
  if (existsSync(file) && !hasFlag('force')) {
    throw new OperatorError(`${file} is there already: choose another name, or say --force`)
  }
  assertExists(storage.databaseLocation)
  const bar = startBar('{bar} {value} rows')
  const tally = await backUp(await openDatabase(), storage, {
    file,
    version: manifest.version,
    clock: createClock(),
    onRow: () => bar.increment(),
  }).finally(() => bar.stop())
  if (hasFlag('verify'))
    await verifyBackup(file, tally).catch((error: unknown) => {
      if (error instanceof UnusableBackup)
        throw new OperatorError(`${file}: ${error.message}. Back up again, elsewhere.`)
      throw error
    })
  await noteBackup(storage.dataDir, createClock().now())
  print(`${file}: ${summary(tally)}.`)
  if (hasFlag('verify')) print('It was read back whole, with as many rows and files as were written.')
  print(notInIt)
}

export async function restoreBackup([file = '']: string[], { storage, print }: Operator): Promise<void> {
  const bar = startBar('{bar} {percentage}%', 2 * (statSync(file, { throwIfNoEntry: false })?.size ?? 0))
  const { header, keptOwn, isReadable, ...tally } = await restore(storage, {
    file,
    reindex,
    onBytes: (count) => bar.increment(count),
  })
    .catch((error: unknown) => {
      if (error instanceof UnusableBackup) throw new OperatorError(`${file}: ${error.message}. Nothing was changed.`)
      throw error
    })
    .finally(() => bar.stop())
  print(`The shop of ${formatDateAndTime(new Date(header.takenAt))} is back: ${summary(tally)}.`)
  if (keptOwn.length > 0) print(`Were there already, and stay as they are: ${keptOwn.join(', ')}`)
  print(notInIt)
  if (!isReadable)
    print('The ENCRYPTION_KEYS set here are not those of this shop: its prescriptions cannot be read yet.')
}

export async function migrate(_words: string[], { storage, openDatabase, print }: Operator): Promise<void> {
  const steps = await migrateAndReindex(await openDatabase(), kindFor(storage), reindex)
  for (const step of steps) print(`${step}: done`)
  if (steps.length === 0) print('Nothing to do.')
}

export async function fillDemo(_words: string[], { storage, openDatabase, openShop, print }: Operator): Promise<void> {
  if (!storage.sandbox) {
    throw new OperatorError(
      'The demo shop is for the sandbox alone (SANDBOX=1): everybody knows its customers’ password.',
    )
  }
  const database = await openDatabase()
  await migrateAndReindex(database, kindFor(storage), reindex)
  const tables = await tablesInUse(database.db)
  if (tables.length > 0) throw new OperatorError(`${heldSentence(tables)} Nothing was changed.`)
  // The sandbox fills an empty database when it opens.
  await openShop()
  print('The demo shop is in: `npm start` opens it.')
}

const notInIt =
  'SESSION_SECRETS and ENCRYPTION_KEYS are not in a backup: keep them elsewhere. Without its keys nobody reads the prescriptions.'

/** Opening SQLite would create a missing file. */
function assertExists(location: string): void {
  if (location.startsWith('postgres')) return
  if (!existsSync(location)) throw new OperatorError(`There is no shop: ${location} does not exist.`)
}

function summary({ rows, files }: Tally): string {
  const of = (table: string, one: string, many: string) => `${rows[table] ?? 0} ${rows[table] === 1 ? one : many}`
  return [
    of('product', 'product', 'products'),
    of('customer', 'customer', 'customers'),
    of('orders', 'order', 'orders'),
    of('prescription', 'prescription', 'prescriptions'),
    files === 1 ? '1 file' : `${files} files`,
  ].join(', ')
}
