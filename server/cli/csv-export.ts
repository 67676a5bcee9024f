import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createWriteErrorHandler } from './file-import.ts'

/** Writes rows as they come. @returns how many @throws OperatorError for a file that is there already, or that cannot be one */
export async function writeCsv(
  file: string,
  mayOverwrite: boolean,
  columnNames: readonly string[],
  rows: AsyncIterable<string[]>,
): Promise<number> {
  let rowCount = 0
  await pipeline(generateLines(), createWriteStream(file, { flags: mayOverwrite ? 'w' : 'wx' })).catch(
    createWriteErrorHandler(file),
  )
  return rowCount

  async function* generateLines(): AsyncGenerator<string> {
    yield formatLine(columnNames)
    for await (const row of rows) {
      rowCount += 1
      yield formatLine(row)
    }
  }
}

/** For programs: a cell is what it is, which one for people is not (`app/texts/csv-line.ts`). */
function formatLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",;\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`
}
