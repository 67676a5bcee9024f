import { type Kysely, sql } from 'kysely'
import { createClock } from '../../platform/clock.ts'
import { createEncryption } from '../../platform/encryption.ts'
import type { FileStorage } from '../../platform/files/file-storage.ts'
import { createFolderStorage } from '../../platform/files/folder-storage.ts'
import { createShopFileStorage } from '../../platform/files/shop-file-storage.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { profileFileName } from '../../platform/profile-file.ts'
import { type Database, openDatabase, type Transaction } from '../connection.ts'
import { isDatabaseInUse } from '../database-in-use.ts'
import { assertDatabaseKind, toDatabaseKind } from '../database-kind.ts'
import { areShopKeys } from '../key-check.ts'
import {
  allMigrationNames,
  isPre1Migration,
  listCompletedMigrations,
  migrate,
  toCurrentMigrations,
} from '../migrate.ts'
import { migrateAndReindex, type Reindex } from '../migrate-and-reindex.ts'
import { addCustomerSearchWords, isLastPre1Schema } from '../pre1-upgrade.ts'
import { beginRest } from '../rest.ts'
import type { StorageConfig } from '../storage-config.ts'
import {
  backupTables,
  formatNotEmptyMessage,
  listColumns,
  listTablesWithData,
  setLastId,
  transientTables,
} from '../table-contents.ts'
import type { BackupCounts } from './backup.ts'
import { type BackupHeader, type BackupRecord, readBackupFile } from './backup-file.ts'

/**
 * How many order numbers are skipped: orders placed after the backup may have numbers that their customers and the bank know.
 * As many as a shop takes in a day at most (`cli/how-far-it-goes.md`).
 */
const orderNumberGap = 20_000

/** The most values in one statement: SQLite's limit is 32,766. */
const maxStatementValues = 30_000

type RestoreResult = BackupCounts & { header: BackupHeader; existingFileKeys: string[]; hasShopKeys: boolean }

/**
 * Restores a backup into an empty database, on either engine, and its files into DATA_DIR or the store. The whole backup is verified
 * before anything is changed, then loaded in one transaction; an older one is migrated afterwards. Existing files are never
 * overwritten. The restored shop is at rest: it may be a copy beside the one that it was made of.
 * @param onBytes called with the number of bytes read; the file is read twice
 * @returns what was restored; `existingFileKeys`: files that existed already, and stay; `hasShopKeys`: whether the encryption
 *   keys are those of the backup's shop
 * @throws UnusableBackupError, or Error with a one-line message: then nothing has changed. A failure after the transaction leaves
 *   data and files restored in the backup's schema, and the next start migrates them
 */
export async function restoreBackup(
  storageConfig: StorageConfig,
  { file, reindex, onBytes = () => {} }: { file: string; reindex: Reindex; onBytes?: (count: number) => void },
): Promise<RestoreResult> {
  const header = await readVerifiedHeader(file, onBytes)
  const migrationNames = requireKnownMigrations(header)
  if (header.sandbox && !storageConfig.isSandbox) {
    throw new OperatorError(
      'This is a backup of the sandbox: its customers are pretend, with passwords that everybody knows.',
    )
  }
  if (!header.sandbox && storageConfig.isSandbox) {
    throw new OperatorError(
      'This is a backup of a live shop: set SANDBOX=0, since the sandbox shows everybody its e-mails.',
    )
  }
  if (await isDatabaseInUse(storageConfig.databaseLocation)) {
    throw new OperatorError('A server has this database open: stop it first, and start it once the shop is back.')
  }
  const database = openDatabase(storageConfig.databaseLocation)
  const fileRestorer = createFileRestorer(storageConfig)
  const kind = toDatabaseKind(storageConfig)
  const now = createClock().now()
  let isCommitted = false
  try {
    await assertDatabaseKind(database, kind)
    await assertEmptyDatabase(database, migrationNames)
    await migrate(database, migrationNames.at(-1))
    const rowCountByTable = await database.transact(async (tx) => {
      const rowCountByTable = await loadRecords(tx, database, readBackupFile(file, onBytes), fileRestorer)
      if (isLastPre1Schema(header.steps))
        await addCustomerSearchWords(tx.withoutPlugins() as unknown as Kysely<unknown>)
      if (migrationNames.length === allMigrationNames.length) {
        await reindex({ db: tx })
        await beginRest(tx, kind, now)
      }
      return rowCountByTable
    })
    isCommitted = true
    await migrateAndReindex(database, kind, reindex)
    // An older backup's database has had no place for it until now.
    await beginRest(database.db, kind, now)
    return {
      header,
      rowCountByTable,
      ...fileRestorer.getResult(),
      hasShopKeys: await areShopKeys(database, createEncryption(storageConfig.encryptionKeys)),
    }
  } catch (error) {
    // After the commit the files must stay, since rows refer to them; the next start completes the migration.
    if (!isCommitted) await fileRestorer.removeWrittenFiles()
    throw error
  } finally {
    await database.close()
  }
}

/** @throws UnusableBackupError unless it is whole */
async function readVerifiedHeader(file: string, onBytes: (count: number) => void): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  for await (const record of readBackupFile(file, onBytes)) if ('balcaoBackup' in record) header = record
  // A backup that could be read to its end has a header.
  return header as BackupHeader
}

/** @throws OperatorError for a backup of another schema than this program's, or an earlier one of its own */
function requireKnownMigrations({ steps: completedMigrations, version }: BackupHeader): string[] {
  const migrationNames = toCurrentMigrations(completedMigrations)
  const unknownMigration = migrationNames.find((migration, index) => migration !== allMigrationNames[index])
  if (unknownMigration === undefined) return migrationNames
  throw new OperatorError(
    isPre1Migration(unknownMigration)
      ? `The backup is of a version that this program does not take over (${completedMigrations.at(-1)}): restore it with the last version before 1.0, start that, and make a new backup.`
      : `The backup is of Balcão ${version}, which is newer than this program: update it first.`,
  )
}

async function assertEmptyDatabase(database: Database, migrationNames: string[]): Promise<void> {
  const completedMigrations = toCurrentMigrations(await listCompletedMigrations(database.db))
  const tables = completedMigrations.length > 0 ? await listTablesWithData(database.db) : []
  if (tables.length > 0) {
    throw new OperatorError(
      `${formatNotEmptyMessage(tables)} Restore into an empty one: another DATA_DIR or DATABASE_URL.`,
    )
  }
  if (completedMigrations.length > migrationNames.length) {
    throw new OperatorError(
      'The backup is older than this database: restore it into one that no server has opened yet.',
    )
  }
}

/** @returns how many rows of each table were restored */
async function loadRecords(
  tx: Transaction,
  { engine }: Database,
  records: AsyncIterable<BackupRecord>,
  fileRestorer: ReturnType<typeof createFileRestorer>,
): Promise<BackupCounts['rowCountByTable']> {
  const rowCountByTable: BackupCounts['rowCountByTable'] = {}
  const lastIds: [table: string, last: number][] = []
  let currentTable: { table: string; columns: string[]; batch: Row[] } | null = null
  await emptyTransientTables(tx, engine)
  for await (const record of records) {
    if (Array.isArray(record)) await addRow(record)
    else if (Buffer.isBuffer(record)) fileRestorer.writeChunk(record)
    else {
      await flushBatch()
      currentTable = null
      if ('file' in record) await fileRestorer.beginFile(record.file)
      if ('table' in record) await beginTable(record)
    }
  }
  await flushBatch()
  await fileRestorer.finishFile()
  for (const [table, lastId] of lastIds) await setLastId(tx, engine, table, lastId)
  return rowCountByTable

  async function beginTable({ table, columns, lastNumber }: Extract<BackupRecord, { table: string }>): Promise<void> {
    const currentColumns = (backupTables as string[]).includes(table) ? await listColumns(tx, engine, table) : []
    const unknownColumn = columns.find((name) => !currentColumns.includes(name))
    if (unknownColumn) throw new OperatorError(`the backup has a column the shop does not: ${table}.${unknownColumn}`)
    if (table === 'orders') lastIds.push([table, (lastNumber ?? 0) + orderNumberGap])
    else if (lastNumber !== null) lastIds.push([table, lastNumber])
    rowCountByTable[table] = 0
    currentTable = { table, columns, batch: [] }
  }

  async function addRow(row: Row): Promise<void> {
    if (!currentTable || row.length !== currentTable.columns.length)
      throw new OperatorError('a row of the backup has no place')
    currentTable.batch.push(row)
    rowCountByTable[currentTable.table] = (rowCountByTable[currentTable.table] ?? 0) + 1
    if (currentTable.batch.length * row.length >= maxStatementValues - row.length) await flushBatch()
  }

  async function flushBatch(): Promise<void> {
    if (!currentTable || currentTable.batch.length === 0) return
    const { table, columns, batch } = currentTable
    const columnRefs = sql.join(columns.map((name) => sql.ref(name)))
    const rowValues = sql.join(batch.map((row) => sql`(${sql.join(row)})`))
    await sql`insert into ${sql.table(table)} (${columnRefs}) values ${rowValues}`.execute(tx)
    currentTable.batch = []
  }
}

async function emptyTransientTables(tx: Transaction, engine: Database['engine']): Promise<void> {
  for (const table of transientTables) {
    // The schema is the backup's, and an older one lacks later tables.
    if ((await listColumns(tx, engine, table)).length > 0) await sql`delete from ${sql.table(table)}`.execute(tx)
  }
}

type Row = (string | number | null)[]

/** Restores files, each once it is complete. */
function createFileRestorer(storageConfig: StorageConfig) {
  const folderStorage = createFolderStorage(storageConfig.dataDir)
  const mainStorage = createShopFileStorage(storageConfig)
  const writtenKeys: string[] = []
  const existingFileKeys: string[] = []
  let currentFile: { key: string; chunks: Buffer[] } | null = null
  return {
    beginFile,
    writeChunk,
    finishFile,
    removeWrittenFiles,
    getResult: () => ({ fileCount: writtenKeys.length, existingFileKeys }),
  }

  async function beginFile(key: string): Promise<void> {
    await finishFile()
    if (await selectStorage(key).has(key)) existingFileKeys.push(key)
    else currentFile = { key, chunks: [] }
  }

  /** Does nothing for a file that exists already. */
  function writeChunk(bytes: Buffer): void {
    currentFile?.chunks.push(bytes)
  }

  async function finishFile(): Promise<void> {
    if (!currentFile) return
    const { key, chunks } = currentFile
    currentFile = null
    // Noted before it is written, so that a partly written file is removed, too.
    writtenKeys.push(key)
    await selectStorage(key).write(key, Buffer.concat(chunks))
  }

  /** What cannot be removed stays: the error that caused the restore to be undone must be the one reported. */
  async function removeWrittenFiles(): Promise<void> {
    for (const key of writtenKeys)
      await selectStorage(key)
        .remove(key)
        .catch(() => {})
  }

  function selectStorage(key: string): FileStorage {
    return key === profileFileName ? folderStorage : mainStorage
  }
}
