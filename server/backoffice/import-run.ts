import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { BranchName } from '../catalogue/assembly/assemble-catalogue.ts'
import type { TillColumnIndexes } from '../catalogue/assembly/till-columns.ts'
import type { CeilingImport } from '../catalogue/import/ceiling-import.ts'
import type { ImportResult } from '../platform/csv/checked-rows.ts'
import type { FileFault } from '../platform/csv/table.ts'
import { ShopError } from '../platform/errors.ts'
import type { Actor } from '../staff/roles.ts'

export type ImportKind = 'catalogue' | 'offers' | 'promotions'

interface BaseTask {
  databaseLocation: string
  file: string
  dryRun: boolean
  maxFaults: number
  actor: Actor
  now: Date
}

export interface TableTask extends BaseTask {
  kind: ImportKind
  /** Of a catalogue: what it does not name leaves the shop. */
  isWholeCatalogue: boolean
  /** How many products may leave, where that is more than a tenth of the shop; 0: no more than a tenth. */
  maxWithdrawals: number
}

/** A till's file beside the CMED's list. */
export interface AssemblyTask extends BaseTask {
  kind: 'assembly'
  listFile: string
  branchId: number | null
  branches: BranchName[]
  /** What somebody said the till's columns are; null: their names tell. */
  columns: TillColumnIndexes | null
  /** Who waits for a page waits for no more of the till's rows; null: for all. */
  maxRows: number | null
}

/** What the importing process is given. */
export type ImportTask = TableTask | AssemblyTask

/** A list of the CMED that takes the place of the shop's. */
export interface CeilingTask {
  kind: 'ceilings'
  databaseLocation: string
  file: string
  mayBeOlder: boolean
  actor: Actor
  now: Date
}

/** More than a tenth of the products on sale would leave. */
export interface MassWithdrawal {
  missingCount: number
  listedCount: number
}

interface ImportOutcome {
  result: ImportResult
  withdrawal: MassWithdrawal | null
}

/** What it answers. */
export type ImportReport =
  | ImportOutcome
  | { ceilings: CeilingImport }
  | { olderList: { publishedOn: string | null; storedOn: string } }
  | { fileFault: FileFault; input: string; message: string }
  | { withdrawnCount: number }
  | { failure: { message: string; stack: string; code: string } }

/** A workbook of ten megabytes may unpack to a hundred times as much: its process then ends, not the server. */
const maxHeapMegabytes = 768

/** Of what was just made, most is dropped at once: a third less memory at the same speed. */
const maxYoungMegabytes = 8

const programPath = join(import.meta.dirname, 'import-program.ts')

/** Imports a file. The shop does so in a process of its own. */
export type FileImporter = (task: ImportTask | CeilingTask) => Promise<ImportReport>

/**
 * Imports a file.
 * @throws ShopError "import.encoding", "import.zero", "import.quote", "import.header", "import.listColumns", "import.tillColumns", "import.empty", "import.rowless", "import.cut",
 *   "import.oldWorkbook", "import.unreadable", "import.tooMuch", "import.withdrawsMany"
 */
export async function runImport(importFile: FileImporter, task: ImportTask): Promise<ImportOutcome> {
  const report = await importFile(task)
  if ('result' in report) return report
  return throwReport(report)
}

/** @throws ShopError "ceilings.older", and those of `runImport` for an unusable file */
export async function runCeilingImport(importFile: FileImporter, task: CeilingTask): Promise<CeilingImport> {
  const report = await importFile(task)
  if ('ceilings' in report) return report.ceilings
  return throwReport(report)
}

/** @throws ShopError of a file that cannot be used, Error of a fault of ours */
export function throwReport(report: ImportReport): never {
  if ('olderList' in report) throw new ShopError('ceilings.older', { input: 'file', ...report.olderList })
  if ('fileFault' in report)
    throw new ShopError(`import.${report.fileFault.code}`, { ...report.fileFault, input: report.input })
  if ('withdrawnCount' in report)
    throw new ShopError('import.withdrawsMany', { input: 'withdrawals', products: report.withdrawnCount })
  if (!('failure' in report)) throw new Error('the import did something else than it was asked for')
  const { message, ...errorFields } = report.failure
  throw Object.assign(new Error(message), errorFields)
}

/** Tests spare themselves the processes. */
export const createFileImporter = (): FileImporter => importInChildProcess

/** @throws ShopError "import.tooMuch" when the file needs more memory than the process may use */
export function importInChildProcess(task: ImportTask | CeilingTask): Promise<ImportReport> {
  const child = fork(programPath, {
    // Not the options of a development server or of a test's runner.
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`, `--max-semi-space-size=${maxYoungMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as ImportReport))
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      // How V8 ends when its memory is used up.
      const isOutOfMemory = signal === 'SIGABRT' || code === 134
      reject(
        isOutOfMemory
          ? new ShopError('import.tooMuch', { input: 'file' })
          : new Error(`the import ended without a result (code ${code}, signal ${signal})`),
      )
    })
    child.send(task)
  })
}
