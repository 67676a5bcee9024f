import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '../../database/connection.ts'
import { insertRows } from '../../database/insert-rows.ts'
import type { Tables } from '../../database/schema.ts'
import { addMinutes, type Clock } from '../../platform/clock.ts'
import type { FaultList, ImportOptions, ImportRowStream, ImportSummary } from '../../platform/csv/checked-rows.ts'
import { type ImportRow, isRowFault } from '../../platform/csv/table.ts'

/**
 * Rows staged by one statement. SQLite takes 32,766 values, and other processes wait for each write; PostgreSQL's COPY costs
 * round trips.
 */
const batchSizeByEngine = { sqlite: 800, postgres: 2000 }

export interface CatalogueImportOptions extends ImportOptions {
  /** Runs at the end of the import's transaction, with what it did: both happen, or neither. */
  transactionHook?: (tx: Transaction, summary: ImportSummary) => Promise<void>
}

export type ImportDatabase = Pick<Database, 'engine' | 'db' | 'transact'>
export type ImportStaging = ReturnType<typeof createImportStaging>

/** Tables that stage the rows of a file until all of them have been validated. */
export function createImportStaging(database: ImportDatabase, clock: Clock) {
  const { db } = database
  return { beginImport, stageRows, deleteStagedRows }

  /** An import's id begins with the time. Rows staged before yesterday belong to a crashed import and are deleted. */
  async function beginImport(): Promise<string> {
    const yesterday = addMinutes(clock.now(), -24 * 60).toISOString()
    await db.deleteFrom('staged_product').where('import_id', '<', yesterday).execute()
    await db.deleteFrom('staged_offer').where('import_id', '<', yesterday).execute()
    return `${clock.now().toISOString()} ${crypto.randomUUID()}`
  }

  /** Stages the rows that are valid by themselves, to be checked against the shop afterwards. @returns how many */
  async function stageRows<Table extends 'staged_product' | 'staged_offer'>(
    table: Table,
    file: ImportRowStream,
    faults: FaultList,
    toRecord: (row: ImportRow) => Promise<Insertable<Tables[Table]> | null>,
    /** Completes the records of a batch with what the database knows. */
    completeRecords: (records: Insertable<Tables[Table]>[]) => Promise<void> = async () => {},
  ): Promise<number> {
    let pendingRecords: Insertable<Tables[Table]>[] = []
    let stagedCount = 0
    let lastWritePromise = Promise.resolve()
    /** Validates the next rows while the database writes the previous ones. */
    const startWrite = async () => {
      const records = pendingRecords
      pendingRecords = []
      await lastWritePromise
      lastWritePromise = completeRecords(records).then(() => insertRows(database, table, records))
      // Prevents an unhandled rejection: whoever awaits the promise still gets the error.
      lastWritePromise.catch(() => {})
    }
    for await (const row of file) {
      if (isRowFault(row)) {
        faults.add(row)
        continue
      }
      const record = await toRecord(row)
      if (record === null) continue
      stagedCount += 1
      pendingRecords.push(record)
      if (pendingRecords.length >= batchSizeByEngine[database.engine]) await startWrite()
    }
    if (pendingRecords.length > 0) await startWrite()
    await lastWritePromise
    // The statements that publish join hundreds of thousands of rows, which PostgreSQL takes for a few hundred otherwise.
    if (database.engine === 'postgres') await sql`analyze ${sql.table(table)}`.execute(db)
    return stagedCount
  }

  async function deleteStagedRows(table: 'staged_product' | 'staged_offer', importId: string): Promise<void> {
    await db.deleteFrom(table).where('import_id', '=', importId).execute()
  }
}
