import { type DecimalSeparator, detectDecimalSeparator } from '../../../app/texts/money.ts'
import { findCommonSeparator } from '../../platform/csv/decimal-separator.ts'
import { assertReadable, type TableObserver, type TableRecord, UnusableFileError } from '../../platform/csv/table.ts'
import { readRecords } from '../../platform/csv/table-file.ts'
import {
  commonColumnNames,
  guessTillColumns,
  listMissingColumns,
  type TillColumn,
  type TillColumnIndexes,
  tillColumns,
} from './till-columns.ts'

/** A row as the till wrote it; '' for a column that its file does not have. */
export type TillRow = { line: number } & Record<TillColumn, string>

export interface TillFile {
  header: string[]
  /** A cell of each column, for choosing what it is. */
  samples: string[]
  columns: TillColumnIndexes
  rows: TillRow[]
  /** Of its prices; undefined where none shows it. */
  decimalSeparator: DecimalSeparator | undefined
}

/** Above the header may stand the shop's name, a date, the report's title. */
const maxHeaderLine = 30

/**
 * Reads what a till exports: Latin-1 or UTF-8, any separator, title rows, quotes inside of cells, a workbook.
 * @param chosenColumns what somebody said the columns are; without it their names tell
 * @throws UnusableFileError for what is no table, and where bar code, description or price cannot be found
 */
export async function readTillFile(
  file: string,
  chosenColumns: TillColumnIndexes | null,
  observer?: Partial<TableObserver>,
  maxRows = Number.POSITIVE_INFINITY,
): Promise<TillFile> {
  const records: TableRecord[] = []
  for await (const record of readRecords(file, commonColumnNames, { ...observer, hasLooseQuotes: true })) {
    if (record.cells.every((cell) => cell.trim() === '')) continue
    assertReadable(record)
    records.push(record)
    if (records.length > maxRows)
      throw new UnusableFileError(`there are more than ${maxRows} rows`, { fault: { code: 'tooMuch' } })
  }
  const headerIndex = findHeaderIndex(records)
  const header = records[headerIndex]
  if (header === undefined) throw new UnusableFileError('the file is empty', { fault: { code: 'empty' } })
  const samples = records[headerIndex + 1]?.cells ?? []
  const columns = chosenColumns ?? guessTillColumns(header.cells)
  const missing = listMissingColumns(columns)
  if (missing.length > 0) {
    throw new UnusableFileError(`line ${header.line}: no column for ${missing.join(', ')}`, {
      fault: { code: 'tillColumns', missing, header: header.cells, samples, columns },
    })
  }
  const rows = records
    .slice(headerIndex + 1)
    .map((record) => toTillRow(record, columns))
    .filter((row) => !isRepeatedHeader(row, header, columns))
  if (rows.length === 0)
    throw new UnusableFileError('there is no row under the names of the columns', { fault: { code: 'rowless' } })
  const separators = new Set(rows.map(({ price }) => detectDecimalSeparator(price)))
  return { header: header.cells, samples, columns, rows, decimalSeparator: findCommonSeparator(separators) }
}

/** The first line that names two columns or more; else the first with two cells, whose columns somebody has to name. */
function findHeaderIndex(records: TableRecord[]): number {
  const firstRecords = records.slice(0, maxHeaderLine)
  const index = firstRecords.findIndex(({ cells }) => Object.keys(guessTillColumns(cells)).length >= 2)
  if (index >= 0) return index
  return Math.max(
    0,
    firstRecords.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1),
  )
}

function toTillRow({ line, cells }: TableRecord, columns: TillColumnIndexes): TillRow {
  const entries = tillColumns.map((column) => {
    const index = columns[column]
    return [column, index === undefined ? '' : (cells[index] ?? '').trim()] as const
  })
  return { line, ...(Object.fromEntries(entries) as Record<TillColumn, string>) }
}

/** Reports of several pages repeat their header. */
function isRepeatedHeader(row: TillRow, header: TableRecord, { description }: TillColumnIndexes): boolean {
  return description !== undefined && row.description !== '' && row.description === header.cells[description]?.trim()
}
