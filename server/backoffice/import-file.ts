import { assembleCatalogue } from '../catalogue/assembly/assemble-catalogue.ts'
import { readTillFile } from '../catalogue/assembly/till-file.ts'
import { importBagPromotions } from '../catalogue/bag-promotions/bag-promotion-import.ts'
import { bagPromotionColumns } from '../catalogue/bag-promotions/bag-promotion-row.ts'
import { readCmedList } from '../catalogue/import/cmed-list.ts'
import { importOffers } from '../catalogue/import/offer-import.ts'
import { offerColumns } from '../catalogue/import/offer-row.ts'
import { OlderCeilingListError } from '../catalogue/import/older-ceiling-list-error.ts'
import { importProducts } from '../catalogue/import/product-import.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import { TooManyWithdrawnError } from '../catalogue/import/too-many-withdrawn.ts'
import { type BareContext, createBareContext } from '../context.ts'
import { openDatabase } from '../database/connection.ts'
import { errorCodeOf } from '../database/database-errors.ts'
import { buildReservedUnitsQuery } from '../orders/reserved-units.ts'
import {
  allFaults,
  type ImportResult,
  type ImportRowStream,
  importSingly,
  importWithNotes,
} from '../platform/csv/checked-rows.ts'
import { UnusableFileError } from '../platform/csv/table.ts'
import { readTable } from '../platform/csv/table-file.ts'
import { createSecurityLog } from '../platform/security-log.ts'
import { importCeilings } from './ceiling-import.ts'
import { createImportContext } from './import-audit.ts'
import type { AssemblyTask, CeilingTask, ImportReport, ImportTask, TableTask } from './import-run.ts'

type OnProgress = ((share: number) => void) | undefined

/**
 * Imports a file over a connection of its own. What goes wrong is in the report.
 * @param onProgress of a till's file: is told again and again how much is done, from 0 to 1
 */
export async function importFile(
  task: ImportTask | CeilingTask,
  onProgress?: (share: number) => void,
): Promise<ImportReport> {
  const database = openDatabase(task.databaseLocation)
  // What an import writes into the audit trail is for no log.
  const securityLog = createSecurityLog({ info() {}, warn() {} }, '')
  const ctx = createBareContext(database, { clock: { now: () => task.now }, securityLog })
  return (task.kind === 'ceilings' ? runCeilingTask(ctx, task) : runImportTask(ctx, task, onProgress))
    .catch(toFailureReport)
    .finally(() => database.close())
}

async function runCeilingTask(ctx: BareContext, { actor, file, mayBeOlder }: CeilingTask): Promise<ImportReport> {
  return { ceilings: await importCeilings(ctx, actor, file, { mayBeOlder }) }
}

async function runImportTask(ctx: BareContext, task: ImportTask, onProgress: OnProgress): Promise<ImportReport> {
  const report = await runWholeTask(ctx, task, onProgress)
  return 'result' in report ? { ...report, result: limitFaults(report.result, task.maxFaults) } : report
}

/** As many faults as are shown; how many there are is told beside them. */
function limitFaults(result: ImportResult, maxFaults: number): ImportResult {
  if ('faults' in result) return { ...result, faults: result.faults.slice(0, maxFaults) }
  return result.refusals ? { ...result, refusals: result.refusals.slice(0, maxFaults) } : result
}

async function runWholeTask(ctx: BareContext, task: ImportTask, onProgress: OnProgress): Promise<ImportReport> {
  if (task.kind === 'assembly') return { result: await assemble(ctx, task, onProgress), withdrawal: null }
  if (!task.dryRun) return { result: await importTable(ctx, task, task.maxWithdrawals), withdrawal: null }
  try {
    return { result: await importTable(ctx, task, 0), withdrawal: null }
  } catch (error) {
    if (!(error instanceof TooManyWithdrawnError)) throw error
    const { missingCount, listedCount } = error
    return { result: await importTable(ctx, task, missingCount), withdrawal: { missingCount, listedCount } }
  }
}

async function assemble(ctx: BareContext, task: AssemblyTask, onProgress: OnProgress): Promise<ImportResult> {
  const { file, listFile, columns, branchId, branches, dryRun, actor, maxRows } = task
  return importWithNotes(async (onNote) => {
    const till = await readTillFile(file, columns, { onNote }, maxRows ?? undefined).catch(blameInput('till'))
    const cmedList = await readCmedList(listFile, {}, { isForCatalogue: true }).catch(blameInput('list'))
    const importContext = createImportContext(ctx, actor, 'assembly', dryRun)
    return assembleCatalogue(importContext, buildReservedUnitsQuery, till, cmedList, { branchId, branches, onProgress })
  })
}

/** Says of a file that cannot be used by which input it came. */
function blameInput(input: string) {
  return (error: unknown): never => {
    if (error instanceof UnusableFileError) error.input = input
    throw error
  }
}

/** @param maxWithdrawals how many products may leave, where that is more than a tenth of the shop */
function importTable(ctx: BareContext, task: TableTask, maxWithdrawals: number): Promise<ImportResult> {
  const { file, kind, isWholeCatalogue, dryRun, maxFaults, actor } = task
  const importContext = createImportContext(ctx, actor, kind, dryRun)
  const reportLimits = { maxFaults: allFaults, maxChanges: dryRun ? maxFaults : 0 }
  if (kind === 'offers')
    return importWithNotes((onNote) =>
      importSingly(
        () => readTable(file, offerColumns, { onNote }),
        (rows) => importOffers(importContext, buildReservedUnitsQuery, rows, reportLimits),
      ),
    )
  if (kind === 'promotions')
    return importWithNotes((onNote) =>
      importSingly(
        () => readTable(file, bagPromotionColumns, { onNote }),
        (rows) => importBagPromotions(importContext, rows),
      ),
    )
  const options = {
    ...reportLimits,
    isFullCatalogue: isWholeCatalogue,
    maxWithdrawals: maxWithdrawals || undefined,
    // There is no folder beside an uploaded file.
    processPictures: async () => ({ reason: 'names files, which do not come with an upload' }),
  }
  return importWithNotes((onNote) => {
    const createRowStream = () => readTable(file, productColumns, { onNote })
    const importRows = (rows: ImportRowStream) => importProducts(importContext, rows, options)
    // A refused row of a whole catalogue names a product that must not leave for it.
    return isWholeCatalogue ? importRows(createRowStream()) : importSingly(createRowStream, importRows)
  })
}

/** An error that crosses to another process keeps only its text: what else tells what it was goes beside it. */
function toFailureReport(error: unknown): ImportReport {
  if (error instanceof UnusableFileError) return { fileFault: error.fault, input: error.input, message: error.message }
  if (error instanceof OlderCeilingListError)
    return { olderList: { publishedOn: error.publishedOn, storedOn: error.storedOn } }
  if (error instanceof TooManyWithdrawnError) return { withdrawnCount: error.missingCount }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
  return { failure: { message, stack, code: errorCodeOf(error) } }
}
