import { type Kysely, sql } from 'kysely'
import { createEncryption } from '../../platform/encryption.ts'
import type { FileStorage } from '../../platform/files/file-storage.ts'
import { createFolderStorage } from '../../platform/files/folder-storage.ts'
import { createFiles } from '../../platform/files/open-files.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { type Database, openDatabase, type Transaction } from '../connection.ts'
import { columnsOf, continueAfter, heldSentence, keptTables, tablesInUse, transientTables } from '../contents.ts'
import { isInUse } from '../in-use.ts'
import { areTheShops } from '../key-check.ts'
import { assertSameKind, kindFor } from '../kind.ts'
import { asOfToday, isBefore1, migrate, stepNames, stepsTaken } from '../migrate.ts'
import type { StorageConfig } from '../storage.ts'
import { addSearchWords, areBefore1 } from '../takeover.ts'
import { migrateAndReindex, type Reindex } from '../up-to-date.ts'
import type { Tally } from './backup.ts'
import { type Header, type Part, profileFile, readBackupFile } from './backup-file.ts'

/**
 * Order numbers left out: orders of after the backup may have numbers that their customers and the bank know. As many as a shop
 * takes in a day at most (`cli/how-far-it-goes.md`).
 */
const orderNumberGap = 20_000

/** The most values in one statement: SQLite's limit is 32,766. */
const maxValues = 30_000

type Restored = Tally & { header: Header; keptOwn: string[]; isReadable: boolean }

/**
 * Restores a backup into an empty database, on either engine, and its files into DATA_DIR or the store. The whole backup is verified
 * before anything is changed, then loaded in one transaction; an older one is migrated afterwards. Existing files are never
 * overwritten.
 * @param onBytes called with the number of bytes read; the file is read twice
 * @returns what was restored; `keptOwn`: files that existed already; `isReadable`: whether the keys are those of the
 *   backup's shop
 * @throws UnusableBackup, or Error with a one-line message: then nothing has changed. A failure after the transaction leaves
 *   data and files restored in the backup's schema, and the next start migrates them
 */
export async function restore(
  storage: StorageConfig,
  { file, reindex, onBytes = () => {} }: { file: string; reindex: Reindex; onBytes?: (count: number) => void },
): Promise<Restored> {
  const header = await verify(file, onBytes)
  const steps = stepsOfToday(header)
  if (header.sandbox && !storage.sandbox) {
    throw new OperatorError(
      'This is a backup of the sandbox: its customers are pretend, with passwords that everybody knows.',
    )
  }
  if (!header.sandbox && storage.sandbox) {
    throw new OperatorError(
      'This is a backup of a live shop: set SANDBOX=0, since the sandbox shows everybody its e-mails.',
    )
  }
  if (await isInUse(storage.databaseLocation)) {
    throw new OperatorError('A server has this database open: stop it first, and start it once the shop is back.')
  }
  const database = openDatabase(storage.databaseLocation)
  const files = createRestoredFiles(storage)
  let isBack = false
  try {
    await assertSameKind(database, kindFor(storage))
    await assertUnused(database, steps)
    await migrate(database, steps.at(-1))
    const rows = await database.transact(async (tx) => {
      const rows = await load(tx, database, readBackupFile(file, onBytes), files)
      if (areBefore1(header.steps)) await addSearchWords(tx as unknown as Kysely<unknown>)
      if (steps.length === stepNames.length) await reindex(tx)
      return rows
    })
    isBack = true
    await migrateAndReindex(database, kindFor(storage), reindex)
    return {
      header,
      rows,
      ...files.outcome(),
      isReadable: await areTheShops(database, createEncryption(storage.encryptionKeys)),
    }
  } catch (error) {
    // After the commit the files must stay, since rows refer to them; the next start completes the migration.
    if (!isBack) await files.undo()
    throw error
  } finally {
    await database.close()
  }
}

/** @throws UnusableBackup unless it is whole */
async function verify(file: string, onBytes: (count: number) => void): Promise<Header> {
  let header: Header | undefined
  for await (const part of readBackupFile(file, onBytes)) if ('balcaoBackup' in part) header = part
  // A backup that could be read to its end has a header.
  return header as Header
}

/** @throws OperatorError for a backup of another schema than this program's, or an earlier one of its own */
function stepsOfToday({ steps: completed, version }: Header): string[] {
  const steps = asOfToday(completed)
  const unknownStep = steps.find((step, at) => step !== stepNames[at])
  if (unknownStep === undefined) return steps
  throw new OperatorError(
    isBefore1(unknownStep)
      ? `The backup is of a version that this program does not take over (${completed.at(-1)}): restore it with the last version before 1.0, start that, and make a new backup.`
      : `The backup is of Balcão ${version}, which is newer than this program: update it first.`,
  )
}

async function assertUnused(database: Database, steps: string[]): Promise<void> {
  const completed = asOfToday(await stepsTaken(database.db))
  const tables = completed.length > 0 ? await tablesInUse(database.db) : []
  if (tables.length > 0) {
    throw new OperatorError(`${heldSentence(tables)} Restore into an empty one: another DATA_DIR or DATABASE_URL.`)
  }
  if (completed.length > steps.length) {
    throw new OperatorError(
      'The backup is older than this database: restore it into one that no server has opened yet.',
    )
  }
}

/** @returns how many rows of each table were restored */
async function load(
  tx: Transaction,
  { engine }: Database,
  parts: AsyncIterable<Part>,
  files: ReturnType<typeof createRestoredFiles>,
): Promise<Tally['rows']> {
  const rows: Tally['rows'] = {}
  const lastNumbers: [table: string, last: number][] = []
  let into: { table: string; columns: string[]; batch: Row[] } | null = null
  await emptyTransientTables(tx, engine)
  for await (const part of parts) {
    if (Array.isArray(part)) await addRow(part)
    else if (Buffer.isBuffer(part)) files.write(part)
    else {
      await write()
      into = null
      if ('file' in part) await files.begin(part.file)
      if ('table' in part) await beginTable(part)
    }
  }
  await write()
  await files.end()
  for (const [table, last] of lastNumbers) await continueAfter(tx, engine, table, last)
  return rows

  async function beginTable({ table, columns, lastNumber }: Extract<Part, { table: string }>): Promise<void> {
    const currentColumns = (keptTables as string[]).includes(table) ? await columnsOf(tx, engine, table) : []
    const unknownColumn = columns.find((name) => !currentColumns.includes(name))
    if (unknownColumn) throw new OperatorError(`the backup has a column the shop does not: ${table}.${unknownColumn}`)
    if (table === 'orders') lastNumbers.push([table, (lastNumber ?? 0) + orderNumberGap])
    else if (lastNumber !== null) lastNumbers.push([table, lastNumber])
    rows[table] = 0
    into = { table, columns, batch: [] }
  }

  async function addRow(row: Row): Promise<void> {
    if (!into || row.length !== into.columns.length) throw new OperatorError('a row of the backup has no place')
    into.batch.push(row)
    rows[into.table] = (rows[into.table] ?? 0) + 1
    if (into.batch.length * row.length >= maxValues - row.length) await write()
  }

  async function write(): Promise<void> {
    if (!into || into.batch.length === 0) return
    const { table, columns, batch } = into
    const names = sql.join(columns.map((name) => sql.ref(name)))
    const values = sql.join(batch.map((row) => sql`(${sql.join(row)})`))
    await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(tx)
    into.batch = []
  }
}

async function emptyTransientTables(tx: Transaction, engine: Database['engine']): Promise<void> {
  for (const table of transientTables) {
    // The schema is the backup's, and an older one lacks later tables.
    if ((await columnsOf(tx, engine, table)).length > 0) await tx.deleteFrom(table).execute()
  }
}

type Row = (string | number | null)[]

/** Restores files, each once it is complete. */
function createRestoredFiles(storage: StorageConfig) {
  const folder = createFolderStorage(storage.dataDir)
  const shared = createFiles(storage)
  const keys: string[] = []
  const keptOwn: string[] = []
  let unfinished: { key: string; chunks: Buffer[] } | null = null
  return { begin, write, end, undo, outcome: () => ({ files: keys.length, keptOwn }) }

  async function begin(key: string): Promise<void> {
    await end()
    if (await placeOf(key).has(key)) keptOwn.push(key)
    else unfinished = { key, chunks: [] }
  }

  /** Does nothing for a file that exists already. */
  function write(bytes: Buffer): void {
    unfinished?.chunks.push(bytes)
  }

  async function end(): Promise<void> {
    if (!unfinished) return
    const { key, chunks } = unfinished
    unfinished = null
    // Known before it is written, so that a part of it is undone, too.
    keys.push(key)
    await placeOf(key).write(key, Buffer.concat(chunks))
  }

  /** What cannot be removed stays: the reason for the undoing is to be told. */
  async function undo(): Promise<void> {
    for (const key of keys)
      await placeOf(key)
        .remove(key)
        .catch(() => {})
  }

  function placeOf(key: string): FileStorage {
    return key === profileFile ? folder : shared
  }
}
