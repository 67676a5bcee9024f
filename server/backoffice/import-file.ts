import { createCatalogueImporter } from '../catalogue/import/imports.ts'
import { offerColumns } from '../catalogue/import/offer-row.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import { TooManyWithdrawnError } from '../catalogue/import/too-many-withdrawn.ts'
import { type Database, openDatabase, type Transaction } from '../database/connection.ts'
import { errorCodeOf } from '../database/database-errors.ts'
import type { ImportResult, ImportSummary } from '../platform/csv/checked-rows.ts'
import { UnusableFileError } from '../platform/csv/table.ts'
import { readTable } from '../platform/csv/table-file.ts'
import { createAuditLog } from '../staff/audit.ts'
import { createImportAuditRecorder } from './import-audit.ts'
import type { ImportReport, ImportTask } from './import-run.ts'

/** Imports a file over a connection of its own. What goes wrong is in the report. */
export async function importFile(task: ImportTask): Promise<ImportReport> {
  const database = openDatabase(task.databaseLocation)
  return runImportTask(database, task)
    .catch(toFailureReport)
    .finally(() => database.close())
}

async function runImportTask(database: Database, task: ImportTask): Promise<ImportReport> {
  if (!task.dryRun) return { result: await importTable(database, task, task.maxWithdrawals), withdrawal: null }
  try {
    return { result: await importTable(database, task, 0), withdrawal: null }
  } catch (error) {
    if (!(error instanceof TooManyWithdrawnError)) throw error
    const { missingCount, listedCount } = error
    return { result: await importTable(database, task, missingCount), withdrawal: { missingCount, listedCount } }
  }
}

/** @param maxWithdrawals how many products may leave, where that is more than a tenth of the shop */
function importTable(database: Database, task: ImportTask, maxWithdrawals: number): Promise<ImportResult> {
  const { file, kind, isWholeCatalogue, dryRun, maxFaults, actor, now } = task
  const clock = { now: () => now }
  const reportLimits = { maxFaults, maxChanges: dryRun ? maxFaults : 0 }
  const importer = createCatalogueImporter(database, clock)
  const audit = createAuditLog({ database, clock, securityLog: null })
  const recordAudit = createImportAuditRecorder(audit, actor, kind)
  const transactionHook = async (tx: Transaction, result: ImportSummary) => {
    if (maxWithdrawals > 0 && result.withdrawn > maxWithdrawals)
      throw new TooManyWithdrawnError(result.withdrawn, result.withdrawn)
    if (!dryRun) await recordAudit(tx, result)
  }
  if (kind === 'offers')
    return importer.importOffers(readTable(file, offerColumns), { ...reportLimits, dryRun, transactionHook })
  return importer.importProducts(readTable(file, productColumns), {
    ...reportLimits,
    dryRun,
    transactionHook,
    isFullCatalogue: isWholeCatalogue,
    mayWithdrawMany: maxWithdrawals > 0,
    // There is no folder beside an uploaded file.
    processPictures: async () => ({ reason: 'names files, which do not come with an upload' }),
  })
}

/** An error that crosses to another process keeps only its text: what else tells what it was goes beside it. */
function toFailureReport(error: unknown): ImportReport {
  if (error instanceof UnusableFileError) return { fileFault: error.fault }
  if (error instanceof TooManyWithdrawnError) return { withdrawnCount: error.missingCount }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
  return { failure: { message, stack, code: errorCodeOf(error) } }
}
