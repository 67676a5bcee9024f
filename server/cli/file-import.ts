import { stat } from 'node:fs/promises'
import { SingleBar } from 'cli-progress'
import type { ImportFile, ImportResult } from '../import/checked-rows.ts'
import { type Columns, readCsv, UnusableFile } from '../import/csv-file.ts'
import type { Shop } from '../shop.ts'
import { type Command, type Operator, UsageError } from './command.ts'

/** Throws a fault of the file as a one-line message, and rethrows anything else. */
export function refuse(file: string, error: unknown): never {
  if (error instanceof UnusableFile) throw new Error(`${file}: ${error.message}. Nothing was changed.`)
  throw error
}

export function fileIn([file, ...more]: string[]): string {
  if (!file || more.length > 0) throw new UsageError('one file is wanted')
  return file
}

/** Imports a file with a progress bar, and prints the result. */
export async function importing(
  file: string,
  columns: Columns,
  { print }: Operator,
  take: (rows: ImportFile) => Promise<ImportResult>,
): Promise<void> {
  const size = await stat(file).catch(() => null)
  if (!size) throw new Error(`${file}: there is no such file`)
  // Shown only on a terminal, and on stderr, so that stdout can be redirected to a file.
  const bar = new SingleBar({ format: '{bar} {percentage}%', clearOnComplete: true, hideCursor: true })
  bar.start(size.size, 0)
  const result = await take(readCsv(file, columns, (bytes) => bar.increment(bytes)))
    .catch((error: unknown) => refuse(file, error))
    .finally(() => bar.stop())
  if ('faults' in result) {
    for (const { line, column, reason } of result.faults) {
      print(`line ${line}${column ? `, column ${column}` : ''}: ${reason}`)
    }
    const more = result.faultCount - result.faults.length
    if (more > 0) print(`and ${more} more`)
    throw new Error(
      `${file}: ${result.faultCount} ${result.faultCount === 1 ? 'fault' : 'faults'}. Nothing was changed.`,
    )
  }
  const { read, changed, added, withdrawn } = result
  print(
    `${read} ${read === 1 ? 'row' : 'rows'} read: ${added} added, ${changed} changed${withdrawn > 0 ? `, ${withdrawn} withdrawn` : ''}.`,
  )
}

/** A command that takes one file into the shop; its help names the columns, optional ones in brackets. */
export function importCommand(
  does: string,
  columns: Columns,
  take: (shop: Shop, rows: ImportFile) => Promise<ImportResult>,
): Command {
  const names = [...columns.required, ...columns.optional.map((name) => `[${name}]`)]
  return {
    takes: 'FILE.csv',
    does: `${does} (columns ${names.join(', ')})`,
    async run(args, operator) {
      const file = fileIn(args)
      const shop = await operator.openShop()
      await importing(file, columns, operator, (rows) => take(shop, rows))
    },
  }
}
