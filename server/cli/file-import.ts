import { stat, writeFile } from 'node:fs/promises'
import { formatCsvLine } from '../../app/texts/csv-line.ts'
import { formatImportError } from '../../app/texts/import-errors.ts'
import { type AuditedImport, createImportContext } from '../backoffice/import-audit.ts'
import { TooManyWithdrawnError } from '../catalogue/import/too-many-withdrawn.ts'
import type { Context } from '../context.ts'
import {
  defaultMaxFaults,
  type ImportRefusal,
  type ImportResult,
  type ImportRowStream,
  type ImportSummary,
  importSingly,
  importWithNotes,
} from '../platform/csv/checked-rows.ts'
import { type FileFault, type RowFault, type TableColumns, UnusableFileError } from '../platform/csv/table.ts'
import { readTable } from '../platform/csv/table-file.ts'
import { ShopError } from '../platform/errors.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Command, CommandContext } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { startProgressBar } from './progress-bar.ts'

/** Throws a fault of the file as a one-line message, and rethrows anything else. */
export function throwFileError(file: string, error: unknown): never {
  if (error instanceof TooManyWithdrawnError) {
    throw new OperatorError(
      `${file}: ${error.message}. They would be withdrawn, more than a tenth of the shop: see whether the file is whole. If it is meant, add --yes. Nothing was changed.`,
    )
  }
  if (error instanceof UnusableFileError) throw new OperatorError(`${file}: ${error.message}. Nothing was changed.`)
  throw error
}

/** The same in Portuguese, as the back office says it. */
export function throwFileErrorInPortuguese(file: string, error: unknown): never {
  if (error instanceof UnusableFileError) throw new OperatorError(`${file}: ${toShopError(error.fault).message}`)
  return throwFileError(file, error)
}

/** The refusal of such a file. */
export function toShopError(fault: FileFault): ShopError {
  return new ShopError(`import.${fault.code}`, { ...fault, input: 'file' })
}

/** For a file that is written where one is already. */
export function createWriteErrorHandler(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EEXIST')
      throw new OperatorError(`${file} is there already: choose another name, or say --force`)
    if (error.code === 'ENOENT')
      throw new OperatorError(`${file}: there is no such folder. Make it first, or choose another one`)
    if (error.code === 'EISDIR') throw new OperatorError(`${file} is a folder: add the name of a file`)
    throw error
  }
}

/** The options of every import: `importUsage`. */
interface ImportReportOptions {
  dryRun: boolean
  /** Prints the result as one JSON object. */
  json: boolean
  /** Where all faults are written to, in Portuguese. */
  faultsFile?: string | undefined
  /** Refuses the file as a whole for one row: what it does not name leaves the shop. */
  isWhole?: boolean
}

export const importUsage = 'FILE.csv|FILE.xlsx [--dry-run] [--json] [--faults FILE]'

/** Imports a file with a progress bar, and prints the result. */
export async function runImport(
  file: string,
  columns: TableColumns,
  { print, dryRun, json, faultsFile, isWhole = false }: Pick<CommandContext, 'print'> & ImportReportOptions,
  importRows: (rows: ImportRowStream) => Promise<ImportResult>,
): Promise<void> {
  const printJson = (result: object) => {
    if (json) print(JSON.stringify({ file, dryRun, ...result }))
  }
  const result = await readAndImport(file, columns, importRows, isWhole).catch((error: Error) => {
    printJson({ done: false, reason: error.message })
    throw error
  })
  const faults = 'faults' in result ? result.faults : (result.refusals ?? [])
  if (faultsFile !== undefined) await writeFaults(faultsFile, faults)
  if ('faults' in result) {
    printJson({ done: false, ...result })
    if (!json) for (const line of formatFaults(result)) print(line)
    throw new OperatorError(
      `${file}: ${result.faultCount} ${result.faultCount === 1 ? 'fault' : 'faults'}. Nothing was changed.`,
    )
  }
  printJson({ done: !dryRun, ...result })
  if (json) return
  for (const note of result.notes ?? []) print(formatRowFault(note))
  for (const line of formatFaults({ faults, faultCount: faults.length })) print(line)
  print(formatSummary(result, dryRun))
}

async function readAndImport(
  file: string,
  columns: TableColumns,
  importRows: (rows: ImportRowStream) => Promise<ImportResult>,
  isWhole: boolean,
): Promise<ImportResult> {
  const fileStats = await stat(file).catch(() => null)
  if (!fileStats) throw new OperatorError(`${file}: there is no such file`)
  const progressBar = startProgressBar('{bar} {percentage}%', fileStats.size)
  const onBytes = (bytes: number) => progressBar.increment(bytes)
  return importWithNotes((onNote) => {
    const createRowStream = () => readTable(file, columns, { onBytes, onNote })
    return isWhole ? importRows(createRowStream()) : importSingly(createRowStream, importRows)
  })
    .catch((error: unknown) => throwFileError(file, error))
    .finally(() => progressBar.stop())
}

/** For whoever corrects the file in a spreadsheet: line, column, why. */
async function writeFaults(file: string, faults: RowFault[]): Promise<void> {
  const rows = faults.map(({ line, column = '', reason }) => [line, column, formatImportError(reason)])
  const text = [['linha', 'coluna', 'motivo'], ...rows].map((row) => formatCsvLine(row, ';')).join('')
  await writeFile(file, `\ufeff${text}`).catch(createWriteErrorHandler(file))
}

function formatFaults({ faults, faultCount, notes = [] }: ImportRefusal): string[] {
  const listedFaults = faults.slice(0, defaultMaxFaults)
  const unlistedFaultCount = faultCount - listedFaults.length
  return [
    ...[...notes, ...listedFaults].map(formatRowFault),
    ...(unlistedFaultCount > 0 ? [`and ${unlistedFaultCount} more`] : []),
  ]
}

export function formatRowFault({ line, column, reason }: RowFault): string {
  if (line === 0) return `the file ${reason}`
  return `line ${line}${column ? `, column ${column}` : ''}: ${reason}`
}

function formatSummary(summary: ImportSummary, dryRun: boolean): string {
  const { read, changed, added, withdrawn, returned = 0, refusedCount = 0 } = summary
  const optionalCountTexts = [
    returned > 0 && `${returned} back on sale`,
    withdrawn > 0 && `${withdrawn} withdrawn`,
    refusedCount > 0 && `${refusedCount} refused`,
  ].filter(Boolean)
  const countsText = [`${added} added`, `${changed} changed`, ...optionalCountTexts].join(', ')
  return `${read} ${read === 1 ? 'row' : 'rows'} read: ${countsText}.${dryRun ? ' This was a dry run: nothing was changed.' : ''}`
}

/** Optional ones in brackets. */
export function formatColumns({ required, optional }: TableColumns): string {
  return [...required, ...optional.map((name) => `[${name}]`)].join(', ')
}

/** A command that takes one file into the shop; its help names the columns, optional ones in brackets. */
export function createImportCommand(
  kind: AuditedImport,
  description: string,
  columns: TableColumns,
  importRows: (ctx: Context, rows: ImportRowStream) => Promise<ImportResult>,
): Command {
  return {
    usage: importUsage,
    description,
    columns: formatColumns(columns),
    async run([file = ''], { openShop, print, hasFlag, getOptionValue }) {
      const dryRun = hasFlag('dry-run')
      const ctx = createImportContext((await openShop()).ctx, createOperatorActor(), kind, dryRun)
      const options = { print, dryRun, json: hasFlag('json'), faultsFile: getOptionValue('faults') }
      await runImport(file, columns, options, (rows) => importRows(ctx, rows))
    },
  }
}
