import { stat } from 'node:fs/promises'
import { TooManyWithdrawn } from '../catalogue/import/too-many-withdrawn.ts'
import type { Imported, ImportFile, ImportOptions, ImportResult } from '../platform/csv/checked-rows.ts'
import { type Columns, UnusableFile } from '../platform/csv/table.ts'
import { readTable } from '../platform/csv/table-file.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Shop } from '../shop.ts'
import type { Command, Operator } from './command.ts'
import { startBar } from './progress-bar.ts'

/** Throws a fault of the file as a one-line message, and rethrows anything else. */
export function refuse(file: string, error: unknown): never {
  if (error instanceof TooManyWithdrawn) {
    throw new OperatorError(
      `${file}: ${error.message}. They would be withdrawn, more than a tenth of the shop: see whether the file is whole. If it is meant, add --yes. Nothing was changed.`,
    )
  }
  if (error instanceof UnusableFile) throw new OperatorError(`${file}: ${error.message}. Nothing was changed.`)
  throw error
}

/** For a file that is written where one is already. */
export function assertNotExisting(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EEXIST')
      throw new OperatorError(`${file} is there already: choose another name, or say --force`)
    if (error.code === 'ENOENT')
      throw new OperatorError(`${file}: there is no such folder. Make it first, or choose another one`)
    if (error.code === 'EISDIR') throw new OperatorError(`${file} is a folder: add the name of a file`)
    throw error
  }
}

/** The options of every import: `importTakes`. */
interface Reporting {
  dryRun: boolean
  /** Prints the result as one JSON object. */
  json: boolean
}

export const importTakes = 'FILE.csv|FILE.xlsx [--dry-run] [--json]'

/** Imports a file with a progress bar, and prints the result. */
export async function importing(
  file: string,
  columns: Columns,
  { print, dryRun, json }: Pick<Operator, 'print'> & Reporting,
  take: (rows: ImportFile) => Promise<ImportResult>,
): Promise<void> {
  const report = (result: object) => {
    if (json) print(JSON.stringify({ file, dryRun, ...result }))
  }
  const result = await read(file, columns, take).catch((error: Error) => {
    report({ done: false, reason: error.message })
    throw error
  })
  if ('faults' in result) {
    report({ done: false, ...result })
    if (!json) for (const line of faultLines(result)) print(line)
    throw new OperatorError(
      `${file}: ${result.faultCount} ${result.faultCount === 1 ? 'fault' : 'faults'}. Nothing was changed.`,
    )
  }
  report({ done: !dryRun, ...result })
  if (!json) print(summary(result, dryRun))
}

async function read(
  file: string,
  columns: Columns,
  take: (rows: ImportFile) => Promise<ImportResult>,
): Promise<ImportResult> {
  const size = await stat(file).catch(() => null)
  if (!size) throw new OperatorError(`${file}: there is no such file`)
  const bar = startBar('{bar} {percentage}%', size.size)
  return take(readTable(file, columns, (bytes) => bar.increment(bytes)))
    .catch((error: unknown) => refuse(file, error))
    .finally(() => bar.stop())
}

function faultLines({ faults, faultCount }: Extract<ImportResult, { faults: unknown }>): string[] {
  const more = faultCount - faults.length
  return [
    ...faults.map(({ line, column, reason }) => `line ${line}${column ? `, column ${column}` : ''}: ${reason}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

function summary({ read, changed, added, withdrawn, returned = 0 }: Imported, dryRun: boolean): string {
  const more = [returned > 0 && `${returned} back on sale`, withdrawn > 0 && `${withdrawn} withdrawn`].filter(Boolean)
  const counts = [`${added} added`, `${changed} changed`, ...more].join(', ')
  return `${read} ${read === 1 ? 'row' : 'rows'} read: ${counts}.${dryRun ? ' This was a dry run: nothing was changed.' : ''}`
}

/** A command that takes one file into the shop; its help names the columns, optional ones in brackets. */
export function importCommand(
  does: string,
  columns: Columns,
  take: (shop: Shop, rows: ImportFile, options: ImportOptions) => Promise<ImportResult>,
): Command {
  const names = [...columns.required, ...columns.optional.map((name) => `[${name}]`)]
  return {
    usage: importTakes,
    description: `${does} (columns ${names.join(', ')})`,
    async run([file = ''], { openShop, print, hasFlag }) {
      const shop = await openShop()
      const dryRun = hasFlag('dry-run')
      await importing(file, columns, { print, dryRun, json: hasFlag('json') }, (rows) => take(shop, rows, { dryRun }))
    },
  }
}
