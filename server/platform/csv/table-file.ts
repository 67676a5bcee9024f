import { open, readFile } from 'node:fs/promises'
import {
  type Columns,
  type CsvRow,
  checkHeader,
  type RowFault,
  readCsv,
  refuseUnreadable,
  rowOf,
  UnusableFile,
} from './csv-file.ts'

/**
 * Reads a table as people save it: CSV, or the first sheet of an Excel workbook, told apart by the file's first bytes.
 * @throws UnusableFile
 */
export async function* readTable(file: string, columns: Columns): AsyncGenerator<CsvRow | RowFault> {
  yield* (await isArchive(file)) ? readWorkbook(file, columns) : readCsv(file, columns)
}

/** A workbook is a zip archive. */
async function isArchive(file: string): Promise<boolean> {
  const opened = await open(file)
  try {
    const { buffer } = await opened.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1').startsWith('PK')
  } finally {
    await opened.close()
  }
}

async function* readWorkbook(file: string, columns: Columns): AsyncGenerator<CsvRow | RowFault> {
  const { readSheet } = await import('read-excel-file/node')
  const sheet = await readSheet(await readFile(file)).catch((cause: unknown) => {
    throw new UnusableFile('no workbook that can be read', { cause })
  })
  let header: string[] | null = null
  for (const [index, cells] of sheet.entries()) {
    const line = index + 1
    const record = cells.map(textOf)
    if (record.every((cell) => cell === '')) continue
    refuseUnreadable(record, line)
    // The sheet is as wide as its widest row: what stands beside the table must be empty.
    if (header === null) header = checkHeader(withoutEmptyEnd(record, 0), columns)
    else yield rowOf(header, withoutEmptyEnd(record, header.length), line)
  }
  if (header === null) throw new UnusableFile('the file is empty', { fault: { code: 'empty' } })
}

/** A cell as it would stand in a CSV file: numbers with a point, yes and no as 1 and 0. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  // Twelve digits are more than any price has, and fewer than show that 0.1 + 0.2 is not 0.3; a bar code is whole.
  if (typeof cell === 'number') return String(Number.isInteger(cell) ? cell : Number(cell.toPrecision(12)))
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

function withoutEmptyEnd(record: string[], least: number): string[] {
  let length = record.length
  while (length > least && record[length - 1] === '') length -= 1
  return record.slice(0, length)
}
