/** What stands on one line of a file, whatever its format; lines are counted from 1, as editors and spreadsheets do. */
export interface TableRecord {
  line: number
  cells: string[]
}

/** One row of a file: values by column. */
export interface ImportRow {
  line: number
  values: Record<string, string>
}

/** Why a row can't be imported. */
export interface RowFault {
  line: number
  column?: string
  reason: string
}

export interface TableColumns {
  required: readonly string[]
  optional: readonly string[]
  /** Groups of optional columns, of each of which the file has at least one. */
  alternativeGroups?: readonly (readonly string[])[]
  /** Those of amounts in reais. */
  money?: readonly string[]
}

/** What makes a file as a whole unusable, for messages in another language than the error's. */
export type FileFault =
  | { code: 'encoding' | 'zero' | 'quote'; line: number }
  | { code: 'cut'; line?: number }
  | { code: 'header'; missing: string[]; unknown: string[]; duplicates: string[] }
  | { code: 'empty' | 'rowless' | 'unreadable' | 'oldWorkbook' }

/** The file as a whole is unusable; the message is for the operator. */
export class UnusableFileError extends Error {
  readonly fault: FileFault

  constructor(message: string, { cause, fault = { code: 'unreadable' } }: ErrorOptions & { fault?: FileFault } = {}) {
    super(message, { cause })
    this.fault = fault
  }
}

export function isRowFault(row: ImportRow | RowFault): row is RowFault {
  return 'reason' in row
}

/** Above the header may stand a title, a date, or Excel's `sep=;`. */
const maxHeaderLine = 20

/**
 * The rows of a table under its header. Empty lines are left out, and empty cells beside the table.
 * @throws UnusableFileError for missing or unknown columns, for letters broken by a wrong encoding, and where there are no rows
 */
export async function* parseRows(
  records: AsyncIterable<TableRecord>,
  columns: TableColumns,
): AsyncGenerator<ImportRow | RowFault> {
  const columnNames = new Set([...columns.required, ...columns.optional])
  const countColumnNames = ({ cells }: TableRecord) =>
    cells.filter((cell) => columnNames.has(normalizeColumnName(cell))).length
  let header: string[] | null = null
  let firstRecord: TableRecord | null = null
  let rowCount = 0
  for await (const record of records) {
    if (record.cells.every((cell) => cell.trim() === '')) continue
    assertReadable(record)
    firstRecord ??= record
    if (header === null) {
      if (countColumnNames(record) > 0) header = parseHeader(record, columns)
      else if (record.line >= maxHeaderLine) break
      continue
    }
    rowCount += 1
    yield toRow(header, record)
  }
  if (firstRecord === null) throw new UnusableFileError('the file is empty', { fault: { code: 'empty' } })
  if (header === null) parseHeader(firstRecord, columns)
  if (rowCount === 0) {
    throw new UnusableFileError('there is no row under the names of the columns', { fault: { code: 'rowless' } })
  }
}

/** Names of columns are compared without case, and without the mark that begins some files. */
function normalizeColumnName(cell: string): string {
  return cell
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
}

/** @throws UnusableFileError for missing, unknown or repeated columns */
function parseHeader(
  { line, cells }: TableRecord,
  { required, optional, alternativeGroups = [] }: TableColumns,
): string[] {
  const header = trimEmptyCells(cells, 0).map(normalizeColumnName)
  const missingColumns = required.filter((name) => !header.includes(name))
  const unknownColumns = header.filter((name) => !required.includes(name) && !optional.includes(name))
  const duplicateColumns = header.filter((name, index) => header.indexOf(name) !== index)
  const missingGroups = alternativeGroups.filter((group) => !group.some((name) => header.includes(name)))
  const reasons = [
    missingColumns.length > 0 && `missing columns: ${missingColumns.join(', ')}`,
    ...missingGroups.map((group) => `none of the columns ${group.join(', ')}`),
    unknownColumns.length > 0 && `unknown columns: ${unknownColumns.join(', ')}`,
    duplicateColumns.length > 0 && `columns that stand twice: ${duplicateColumns.join(', ')}`,
  ].filter(Boolean)
  if (reasons.length === 0) return header
  const missingColumnsAndGroups = [...missingColumns, ...missingGroups.map((group) => group.join(' / '))]
  throw new UnusableFileError(`line ${line}: ${reasons.join('; ')}`, {
    fault: { code: 'header', missing: missingColumnsAndGroups, unknown: unknownColumns, duplicates: duplicateColumns },
  })
}

/** A record as a row, or the fault of one that has more or fewer cells than the header. */
function toRow(header: string[], { line, cells }: TableRecord): ImportRow | RowFault {
  const recordCells = trimEmptyCells(cells, header.length)
  if (recordCells.length !== header.length) {
    return { line, reason: `has ${recordCells.length} columns, the header has ${header.length}` }
  }
  const values: Record<string, string> = {}
  for (let index = 0; index < header.length; index += 1) values[header[index] ?? ''] = recordCells[index] ?? ''
  return { line, values }
}

function trimEmptyCells(cells: string[], minLength: number): string[] {
  let length = cells.length
  while (length > minLength && cells[length - 1]?.trim() === '') length -= 1
  return cells.slice(0, length)
}

/** What is left of accented letters when UTF-8 and Latin-1 were confused before the file was saved: `�`, `Ã§`. */
const mojibakePattern = /\ufffd|[ÃÂ][\u0080-\u00bf]/

/** @throws UnusableFileError for letters broken by a wrong encoding, and for the character zero */
export function assertReadable({ line, cells }: TableRecord): void {
  if (mojibakePattern.test(cells.join(' '))) {
    throw new UnusableFileError(`line ${line}: letters are broken. Save the original file as UTF-8, not as Latin-1`, {
      fault: { code: 'encoding', line },
    })
  }
  if (cells.some((cell) => cell.includes('\0'))) {
    throw new UnusableFileError(
      `line ${line}: has the character zero, which no text has. Save the file as a workbook (.xlsx) or as "CSV UTF-8"`,
      { fault: { code: 'zero', line } },
    )
  }
}
