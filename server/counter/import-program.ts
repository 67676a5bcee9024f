import { once } from 'node:events'
import { openCatalogueImports } from '../catalogue/import/imports.ts'
import { offerColumns } from '../catalogue/import/offer-import.ts'
import { TooManyWithdrawn } from '../catalogue/import/product-import.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import { type Database, openDatabase, type Transaction } from '../database/connection.ts'
import { errorCode } from '../database/failures.ts'
import type { Imported, ImportResult } from '../platform/csv/checked-rows.ts'
import { UnusableFile } from '../platform/csv/csv-file.ts'
import { readTable } from '../platform/csv/table-file.ts'
import { openAudit } from '../staff/audit.ts'
import type { ImportErrand, ImportReport } from './import-run.ts'

/**
 * The program of the process that imports one file. On SQLite a server has a single connection, and every page would wait for
 * the import's transaction; checking a long file keeps a processor busy; and a file may unpack to more than fits in memory.
 */
const [errand] = (await once(process, 'message')) as [ImportErrand]
// Without its server nobody would learn what became of it: the transaction is rolled back.
process.once('disconnect', () => process.exit(1))
const database = openDatabase(errand.databaseLocation)
const clock = { now: () => errand.now }
const report = await run(database)
  .catch(reportOf)
  .finally(() => database.close())
process.send?.(report, () => process.exit(0))

async function run(database: Database): Promise<ImportReport> {
  if (!errand.dryRun) return { result: await take(database, errand.mayWithdraw), withdrawal: null }
  try {
    return { result: await take(database, 0), withdrawal: null }
  } catch (error) {
    if (!(error instanceof TooManyWithdrawn)) throw error
    const { unnamed, onSale } = error
    return { result: await take(database, unnamed), withdrawal: { unnamed, onSale } }
  }
}

/** @param mayWithdraw how many products may leave, where that is more than a tenth of the shop */
function take(database: Database, mayWithdraw: number): Promise<ImportResult> {
  const { file, kind, isWhole, dryRun, maxFaults, by } = errand
  const imports = openCatalogueImports(database, clock)
  const audit = openAudit({ database, clock })
  const alongside = async (tx: Transaction, done: Imported) => {
    if (mayWithdraw > 0 && done.withdrawn > mayWithdraw) throw new TooManyWithdrawn(done.withdrawn, done.withdrawn)
    if (!dryRun) await audit.record(tx, by, 'products.import', `import ${kind}`, detailOf(done))
  }
  if (kind === 'offers') return imports.importOffers(readTable(file, offerColumns), { dryRun, maxFaults, alongside })
  return imports.importProducts(readTable(file, productColumns), {
    dryRun,
    maxFaults,
    alongside,
    replace: isWhole,
    mayWithdrawMany: mayWithdraw > 0,
    // There is no folder beside an uploaded file.
    makePictures: async () => ({ reason: 'names files, which do not come with an upload' }),
  })
}

/** `205 rows, 1 added, 3 changed, 0 returned, 12 withdrawn` */
function detailOf({ read, added, changed, returned = 0, withdrawn }: Imported): string {
  return `${read} rows, ${added} added, ${changed} changed, ${returned} returned, ${withdrawn} withdrawn`
}

/** An error that crosses to another process keeps only its text: what else tells what it was goes beside it. */
function reportOf(error: unknown): ImportReport {
  if (error instanceof UnusableFile) return { unusable: error.fault }
  if (error instanceof TooManyWithdrawn) return { tooManyWithdrawn: error.unnamed }
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
  return { failure: { message, stack, code: errorCode(error) } }
}
