import type { Clock } from '../../platform/clock.ts'
import type { FileStorage } from '../../platform/files/file-storage.ts'
import { createFolderStorage } from '../../platform/files/folder-storage.ts'
import { createShopFileStorage } from '../../platform/files/shop-file-storage.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { profileFileName } from '../../platform/profile-file.ts'
import type { Database, Engine, Transaction } from '../connection.ts'
import { findDatabaseKind, toDatabaseKind } from '../database-kind.ts'
import { assertKnownMigrations, listCompletedMigrations } from '../migrate.ts'
import type { StorageConfig } from '../storage-config.ts'
import { backupTables, findLastId, listColumns, listExistingTables, streamRows } from '../table-contents.ts'
import { type BackupRecord, chunkBytes, writeBackupFile } from './backup-file.ts'

/** How many rows of each table, and how many files, were backed up or restored. */
export interface BackupCounts {
  rowCountByTable: Record<string, number>
  fileCount: number
}

/**
 * Writes everything needed to restore a shop into one file: a consistent snapshot of its tables, then the shop's files, wherever they are.
 * Encrypted data stays encrypted; no secret or key is included.
 * @param onRow called for each row
 * @throws Error where there is no shop, or one of a newer version
 */
export async function createBackup(
  database: Database,
  storageConfig: Pick<StorageConfig, 'dataDir' | 's3Location' | 'isSandbox'>,
  { file, version, clock, onRow = () => {} }: { file: string; version: string; clock: Clock; onRow?: () => void },
): Promise<BackupCounts> {
  const files = createShopFileStorage(storageConfig)
  const counts: BackupCounts = { rowCountByTable: {}, fileCount: 0 }
  await database.runOnSnapshot((tx) => writeBackupFile(file, streamRecords(tx)))
  return counts

  async function* streamRecords(tx: Transaction): AsyncGenerator<BackupRecord> {
    const completedMigrations = await listCompletedMigrations(tx)
    if (completedMigrations.length === 0) throw new OperatorError('There is no shop in this database yet.')
    assertKnownMigrations(completedMigrations)
    // As the database says: a nightly backup may run without the live shop's settings.
    const sandbox = ((await findDatabaseKind({ db: tx })) ?? toDatabaseKind(storageConfig)) === 'demo'
    yield { balcaoBackup: 1, version, takenAt: clock.now().toISOString(), sandbox, steps: completedMigrations }
    yield* streamTables(tx, database.engine)
    for await (const key of listFileKeys(tx, files)) yield* streamFile(key)
  }

  async function* streamTables(tx: Transaction, engine: Engine): AsyncGenerator<BackupRecord> {
    for (const table of await listExistingTables(tx, backupTables)) {
      const columns = await listColumns(tx, engine, table)
      const lastNumber = columns.includes('id') ? await findLastId(tx, engine, table) : null
      yield { table, columns, lastNumber }
      let rowCount = 0
      for await (const row of streamRows(tx, engine, table, columns)) {
        yield columns.map((name) => row[name] as string | number | null)
        rowCount += 1
        onRow()
      }
      counts.rowCountByTable[table] = rowCount
    }
  }

  /** Empty for a file deleted since the tables were read: a running shop erases prescriptions. */
  async function* streamFile(key: string): AsyncGenerator<BackupRecord> {
    const content = await (key === profileFileName ? createFolderStorage(storageConfig.dataDir) : files).read(key)
    if (!content) return
    yield { file: key }
    for (let offset = 0; offset < content.length; offset += chunkBytes)
      yield content.subarray(offset, offset + chunkBytes)
    counts.fileCount += 1
  }
}

/** Of prescriptions only files that the tables refer to: others are being uploaded, or should have been deleted. */
async function* listFileKeys(tx: Transaction, files: FileStorage): AsyncGenerator<string> {
  const prescriptionParts = await tx
    .selectFrom('prescriptionPart')
    .select('fileKey')
    .where('fileKey', 'is not', null)
    .execute()
  yield profileFileName
  for await (const key of files.list('imagens')) if (key.endsWith('.webp')) yield key
  for (const { fileKey } of prescriptionParts) yield `receitas/${fileKey}`
}
