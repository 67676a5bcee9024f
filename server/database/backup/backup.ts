import type { Clock } from '../../platform/clock.ts'
import type { FileStorage } from '../../platform/files/file-storage.ts'
import { createFolderStorage } from '../../platform/files/folder-storage.ts'
import { createFiles } from '../../platform/files/open-files.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { Database, Engine, Transaction } from '../connection.ts'
import { columnsOf, keptTables, lastNumberOf, presentOf, rowsOf } from '../contents.ts'
import { kindFor, kindOf } from '../kind.ts'
import { assertUsable, stepsTaken } from '../migrate.ts'
import type { StorageConfig } from '../storage.ts'
import { chunkBytes, type Part, profileFile, writeBackupFile } from './backup-file.ts'

/** How many rows of each table, and how many files, were backed up or restored. */
export interface Tally {
  rows: Record<string, number>
  files: number
}

/**
 * Writes everything needed to restore a shop into one file: a consistent snapshot of its tables, then the shop's files, wherever they are.
 * Encrypted data stays encrypted; no secret or key is included.
 * @param onRow called for each row
 * @throws Error where there is no shop, or one of a newer version
 */
export async function backUp(
  database: Database,
  storage: Pick<StorageConfig, 'dataDir' | 's3Location' | 'sandbox'>,
  { file, version, clock, onRow = () => {} }: { file: string; version: string; clock: Clock; onRow?: () => void },
): Promise<Tally> {
  const files = createFiles(storage)
  const tally: Tally = { rows: {}, files: 0 }
  await database.snapshot((tx) => writeBackupFile(file, parts(tx)))
  return tally

  async function* parts(tx: Transaction): AsyncGenerator<Part> {
    const steps = await stepsTaken(tx)
    if (steps.length === 0) throw new OperatorError('There is no shop in this database yet.')
    assertUsable(steps)
    // As the database says: a nightly backup may run without the live shop's settings.
    const sandbox = ((await kindOf({ db: tx })) ?? kindFor(storage)) === 'demo'
    yield { balcaoBackup: 1, version, takenAt: clock.now().toISOString(), sandbox, steps }
    yield* tables(tx, database.engine)
    for await (const name of fileNames(tx, files)) yield* contentOf(name)
  }

  async function* tables(tx: Transaction, engine: Engine): AsyncGenerator<Part> {
    for (const table of await presentOf(tx, keptTables)) {
      const columns = await columnsOf(tx, engine, table)
      const lastNumber = columns.includes('id') ? await lastNumberOf(tx, engine, table) : null
      yield { table, columns, lastNumber }
      let rows = 0
      for await (const row of rowsOf(tx, engine, table, columns)) {
        yield columns.map((name) => row[name] as string | number | null)
        rows += 1
        onRow()
      }
      tally.rows[table] = rows
    }
  }

  /** Empty for a file deleted since the tables were read: a running shop erases prescriptions. */
  async function* contentOf(name: string): AsyncGenerator<Part> {
    const content = await (name === profileFile ? createFolderStorage(storage.dataDir) : files).read(name)
    if (!content) return
    yield { file: name }
    for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
    tally.files += 1
  }
}

/** Of prescriptions only files that the tables refer to: others are being uploaded, or should have been deleted. */
async function* fileNames(tx: Transaction, files: FileStorage): AsyncGenerator<string> {
  const parts = await tx.selectFrom('prescription_part').select('file_key').where('file_key', 'is not', null).execute()
  yield profileFile
  for await (const name of files.list('imagens')) if (name.endsWith('.webp')) yield name
  for (const { file_key } of parts) yield `receitas/${file_key}`
}
