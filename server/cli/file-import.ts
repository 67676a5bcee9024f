import { stat } from 'node:fs/promises'
import { type AuditedImport, createImportContext } from '../backoffice/import-audit.ts'
import { TooManyWithdrawnError } from '../catalogue/import/too-many-withdrawn.ts'
import type { Context } from '../context.ts'
import {
  type ImportRefusal,
  type ImportResult,
  type ImportRowStream,
  type ImportSummary,
  importWithNotes,
} from '../platform/csv/checked-rows.ts'
import { type RowFault, type TableColumns, UnusableFileError } from '../platform/csv/table.ts'
import { readTable } from '../platform/csv/table-file.ts'
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
}

export const importUsage = 'FILE.csv|FILE.xlsx [--dry-run] [--json]'

/** Imports a file with a progress bar, and prints the result. */
export async function runImport(
  file: string,
  columns: TableColumns,
  { print, dryRun, json }: Pick<CommandContext, 'print'> & ImportReportOptions,
  importRows: (rows: ImportRowStream) => Promise<ImportResult>,
): Promise<void> {
  const printJson = (result: object) => {
    if (json) print(JSON.stringify({ file, dryRun, ...result }))
  }
  const result = await readAndImport(file, columns, importRows).catch((error: Error) => {
    printJson({ done: false, reason: error.message })
    throw error
  })
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
  print(formatSummary(result, dryRun))
}

async function readAndImport(
  file: string,
  columns: TableColumns,
  importRows: (rows: ImportRowStream) => Promise<ImportResult>,
): Promise<ImportResult> {
  const fileStats = await stat(file).catch(() => null)
  if (!fileStats) throw new OperatorError(`${file}: there is no such file`)
  const progressBar = startProgressBar('{bar} {percentage}%', fileStats.size)
  const onBytes = (bytes: number) => progressBar.increment(bytes)
  return importWithNotes((onNote) => importRows(readTable(file, columns, { onBytes, onNote })))
    .catch((error: unknown) => throwFileError(file, error))
    .finally(() => progressBar.stop())
}

function formatFaults({ faults, faultCount, notes = [] }: ImportRefusal): string[] {
  const unlistedFaultCount = faultCount - faults.length
  return [
    ...[...notes, ...faults].map(formatRowFault),
    ...(unlistedFaultCount > 0 ? [`and ${unlistedFaultCount} more`] : []),
  ]
}

function formatRowFault({ line, column, reason }: RowFault): string {
  if (line === 0) return `the file ${reason}`
  return `line ${line}${column ? `, column ${column}` : ''}: ${reason}`
}

function formatSummary({ read, changed, added, withdrawn, returned = 0 }: ImportSummary, dryRun: boolean): string {
  const optionalCountTexts = [
    returned > 0 && `${returned} back on sale`,
    withdrawn > 0 && `${withdrawn} withdrawn`,
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
    description: `${description} (columns ${formatColumns(columns)})`,
    async run([file = ''], { openShop, print, hasFlag }) {
      const dryRun = hasFlag('dry-run')
      const ctx = createImportContext((await openShop()).ctx, createOperatorActor(), kind, dryRun)
      await runImport(file, columns, { print, dryRun, json: hasFlag('json') }, (rows) => importRows(ctx, rows))
    },
  }
}
