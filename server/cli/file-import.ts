import type { Stats } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { formatCsvLine } from '../../app/texts/csv-line.ts'
import { formatImportError } from '../../app/texts/import-errors.ts'
import { importCommandTexts as texts } from '../../app/texts/operator/imports.ts'
import type { Language, Sentence } from '../../app/texts/operator/sentence.ts'
import { type AuditedImport, createImportContext } from '../backoffice/import-audit.ts'
import { TooManyWithdrawnError } from '../catalogue/import/too-many-withdrawn.ts'
import type { Context } from '../context.ts'
import {
  defaultMaxFaults,
  type ImportRefusal,
  type ImportResult,
  type ImportRowStream,
  importSingly,
  importWithNotes,
} from '../platform/csv/checked-rows.ts'
import { type FileFault, type RowFault, type TableColumns, UnusableFileError } from '../platform/csv/table.ts'
import { readTable } from '../platform/csv/table-file.ts'
import { ShopError } from '../platform/errors.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Command, CommandContext } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { formatOwnerError, languageUsage, readLanguage } from './owner-language.ts'
import { startProgressBar } from './progress-bar.ts'

/** What is wrong with a file; null for an error of another kind. */
function toFileSentence(file: string, error: unknown): Sentence | null {
  if (error instanceof TooManyWithdrawnError) return texts.tooManyWithdrawn(file, error.message, error)
  if (!(error instanceof UnusableFileError)) return null
  return {
    en: `${file}: ${error.message}. Nothing was changed.`,
    pt: `${file}: ${toShopError(error.fault).message}`,
  }
}

/** Throws a fault of the file as a one-line message, in Portuguese as the back office says it, and rethrows anything else. */
export function throwFileError(file: string, error: unknown, language: Language): never {
  const sentence = toFileSentence(file, error)
  throw sentence ? new OperatorError(sentence[language]) : error
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
  language: Language
}

export const importUsage = `FILE.csv|FILE.xlsx [--dry-run] [--json] [--faults FILE] ${languageUsage}`

export function readReportOptions({ hasFlag, getOptionValue }: CommandContext): ImportReportOptions {
  return {
    dryRun: hasFlag('dry-run'),
    json: hasFlag('json'),
    faultsFile: getOptionValue('faults'),
    language: readLanguage(getOptionValue),
  }
}

/** Imports a file with a progress bar, and prints the result. */
export async function runImport(
  file: string,
  columns: TableColumns,
  { print, dryRun, json, faultsFile, isWhole = false, language }: Pick<CommandContext, 'print'> & ImportReportOptions,
  importRows: (rows: ImportRowStream) => Promise<ImportResult>,
): Promise<void> {
  const printJson = (result: object) => {
    if (json) print(JSON.stringify({ file, dryRun, ...result }))
  }
  const result = await readAndImport(file, columns, importRows, { isWhole, language }).catch((error: Error) => {
    printJson({ done: false, reason: toFileSentence(file, error)?.en ?? error.message })
    return throwFileError(file, error, language)
  })
  const faults = 'faults' in result ? result.faults : (result.refusals ?? [])
  if (faultsFile !== undefined) await writeFaults(faultsFile, faults)
  if ('faults' in result) {
    printJson({ done: false, ...result })
    if (!json) for (const line of listFaults(result)) print(line[language])
    throw new OperatorError(texts.faults(file, result.faultCount)[language])
  }
  printJson({ done: !dryRun, ...result })
  if (json) return
  const { notes = [], read, added, changed, withdrawn, returned = 0, refusedCount: refused = 0 } = result
  for (const note of notes) print(texts.rowFault(note)[language])
  for (const line of listFaults({ faults, faultCount: faults.length })) print(line[language])
  const summary = texts.summary({ read, added, changed, withdrawn, returned, refused })
  print([summary, ...(dryRun ? [texts.dryRun] : [])].map((sentence) => sentence[language]).join(' '))
}

async function readAndImport(
  file: string,
  columns: TableColumns,
  importRows: (rows: ImportRowStream) => Promise<ImportResult>,
  { isWhole = false, language }: Pick<ImportReportOptions, 'isWhole' | 'language'>,
): Promise<ImportResult> {
  const fileStats = await requireFile(file, language)
  const progressBar = startProgressBar('{bar} {percentage}%', fileStats.size)
  const onBytes = (bytes: number) => progressBar.increment(bytes)
  return importWithNotes((onNote) => {
    const createRowStream = () => readTable(file, columns, { onBytes, onNote })
    return isWhole ? importRows(createRowStream()) : importSingly(createRowStream, importRows)
  }).finally(() => progressBar.stop())
}

/** @throws OperatorError where there is no such file, or it is a folder */
export async function requireFile(file: string, language: Language): Promise<Stats> {
  const fileStats = await stat(file).catch(() => null)
  if (!fileStats) throw new OperatorError(texts.noFile(file)[language])
  if (fileStats.isDirectory()) throw new OperatorError(texts.isFolder(file)[language])
  return fileStats
}

/** For whoever corrects the file in a spreadsheet: line, column, why. */
async function writeFaults(file: string, faults: RowFault[]): Promise<void> {
  const rows = faults.map(({ line, column = '', reason }) => [line, column, formatImportError(reason)])
  const text = [['linha', 'coluna', 'motivo'], ...rows].map((row) => formatCsvLine(row, ';')).join('')
  await writeFile(file, `\ufeff${text}`).catch(createWriteErrorHandler(file))
}

function listFaults({ faults, faultCount, notes = [] }: ImportRefusal): Sentence[] {
  const listedFaults = faults.slice(0, defaultMaxFaults)
  const unlistedFaultCount = faultCount - listedFaults.length
  return [
    ...[...notes, ...listedFaults].map(texts.rowFault),
    ...(unlistedFaultCount > 0 ? [texts.moreFaults(unlistedFaultCount)] : []),
  ]
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
    formatError: formatOwnerError,
    description,
    columns: formatColumns(columns),
    async run([file = ''], context) {
      const options = readReportOptions(context)
      const { ctx } = await context.openShop()
      const importContext = createImportContext(ctx, createOperatorActor(), kind, options.dryRun)
      await runImport(file, columns, { ...options, print: context.print }, (rows) => importRows(importContext, rows))
    },
  }
}
