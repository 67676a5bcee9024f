import { createCatalogueImports } from '../catalogue/import/imports.ts'
import { offerColumns } from '../catalogue/import/offer-row.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import { TooManyWithdrawn } from '../catalogue/import/too-many-withdrawn.ts'
import { type Database, openDatabase, type Transaction } from '../database/connection.ts'
import { errorCode } from '../database/failures.ts'
import type { Imported, ImportResult } from '../platform/csv/checked-rows.ts'
import { UnusableFile } from '../platform/csv/table.ts'
import { readTable } from '../platform/csv/table-file.ts'
import { createAudit } from '../staff/audit.ts'
import { recordImport } from './import-note.ts'
import type { ImportReport, ImportTask } from './import-run.ts'

/** Imports a file over a connection of its own. What goes wrong is in the report. */
export async function importFile(task: ImportTask): Promise<ImportReport> {
  const database = openDatabase(task.databaseLocation)
  return run(database, task)
    .catch(reportOf)
    .finally(() => database.close())
}

async function run(database: Database, task: ImportTask): Promise<ImportReport> {
  if (!task.dryRun) return { result: await take(database, task, task.mayWithdraw), withdrawal: null }
  try {
    return { result: await take(database, task, 0), withdrawal: null }
  } catch (error) {
    if (!(error instanceof TooManyWithdrawn)) throw error
    const { unnamed, onSale } = error
    return { result: await take(database, task, unnamed), withdrawal: { unnamed, onSale } }
  }
}

/** @param mayWithdraw how many products may leave, where that is more than a tenth of the shop */
function take(database: Database, task: ImportTask, mayWithdraw: number): Promise<ImportResult> {
  const { file, kind, isWhole, dryRun, maxFaults, by, now } = task
  const clock = { now: () => now }
  const limits = { maxFaults, maxChanges: dryRun ? maxFaults : 0 }
  const imports = createCatalogueImports(database, clock)
  const audit = createAudit({ database, clock, securityLog: null })
  const note = recordImport(audit, by, kind)
  const alsoWrite = async (tx: Transaction, done: Imported) => {
    if (mayWithdraw > 0 && done.withdrawn > mayWithdraw) throw new TooManyWithdrawn(done.withdrawn, done.withdrawn)
    if (!dryRun) await note(tx, done)
  }
  if (kind === 'offers') return imports.importOffers(readTable(file, offerColumns), { ...limits, dryRun, alsoWrite })
  return imports.importProducts(readTable(file, productColumns), {
    ...limits,
    dryRun,
    alsoWrite,
    replace: isWhole,
    mayWithdrawMany: mayWithdraw > 0,
    // There is no folder beside an uploaded file.
    makePictures: async () => ({ reason: 'names files, which do not come with an upload' }),
  })
}

/** An error that crosses to another process keeps only its text: what else tells what it was goes beside it. */
function reportOf(error: unknown): ImportReport {
  if (error instanceof UnusableFile) return { unusable: error.fault }
  if (error instanceof TooManyWithdrawn) return { tooManyWithdrawn: error.unnamed }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
  return { failure: { message, stack, code: errorCode(error) } }
}
