/**
 * Rows of an operator's file are validated one by one and staged in short batches. Only when the whole file is valid is it published, in
 * one transaction: a crash at any moment leaves the old catalogue, and nobody sees half of a new one.
 */
import { type Insertable, sql } from 'kysely'
import type { BareContext } from '../../context.ts'
import { insertRows } from '../../database/insert-rows.ts'
import type { Tables } from '../../database/schema.ts'
import { addMinutes } from '../../platform/clock.ts'
import type { FaultList, ImportRowStream } from '../../platform/csv/checked-rows.ts'
import { type ImportRow, isRowFault } from '../../platform/csv/table.ts'

/**
 * Rows staged by one statement. SQLite takes 32,766 values, and other processes wait for each write; PostgreSQL's COPY costs
 * round trips.
 */
const batchSizeByEngine = { sqlite: 800, postgres: 2000 }

// Tables that stage the rows of a file until all of them have been validated.

/** An import's id begins with the time. Rows staged before yesterday belong to a crashed import and are deleted. */
export async function beginImport(ctx: BareContext): Promise<string> {
  const yesterday = addMinutes(ctx.clock.now(), -24 * 60).toISOString()
  await ctx.db.deleteFrom('stagedProduct').where('importId', '<', yesterday).execute()
  await ctx.db.deleteFrom('stagedOffer').where('importId', '<', yesterday).execute()
  return `${ctx.clock.now().toISOString()} ${crypto.randomUUID()}`
}

/** Stages the rows that are valid by themselves, to be checked against the shop afterwards. @returns how many */
export async function stageRows<Table extends 'stagedProduct' | 'stagedOffer'>(
  ctx: BareContext,
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
    lastWritePromise = completeRecords(records).then(() => insertRows(ctx, table, records))
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
    if (pendingRecords.length >= batchSizeByEngine[ctx.engine]) await startWrite()
  }
  if (pendingRecords.length > 0) await startWrite()
  await lastWritePromise
  // The statements that publish join hundreds of thousands of rows, which PostgreSQL takes for a few hundred otherwise.
  if (ctx.engine === 'postgres') await sql`analyze ${sql.table(table)}`.execute(ctx.db)
  return stagedCount
}

export async function deleteStagedRows(
  ctx: BareContext,
  table: 'stagedProduct' | 'stagedOffer',
  importId: string,
): Promise<void> {
  await ctx.db.deleteFrom(table).where('importId', '=', importId).execute()
}
