import { stripNoncharacters } from '../../../app/texts/writable-text.ts'

/** What stands on one line of a file, whatever its format; lines are counted from 1, as editors and spreadsheets do. */
export interface TableRecord {
  line: number
  cells: string[]
  /** Cells of a workbook whose content nobody can know, by their index. */
  cellFaults?: { index: number; reason: string }[]
}

/** Who reads a file is told of. */
export interface TableObserver {
  /** The number of bytes read, for a progress bar. */
  onBytes: (count: number) => void
  /** What people would not expect of the file as a whole, at line 0. */
  onNote: (note: RowFault) => void
  /** Takes a quotation mark inside a cell for what it is, inches, as tills write it. */
  hasLooseQuotes: boolean
}

/** One row of a file: values by column. */
export interface ImportRow {
  line: number
  values: Record<string, string>
}

/** Why a row can't be imported; at line 0 the file as a whole. */
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
  | { code: 'listColumns'; missing: string[] }
  | { code: 'tillColumns'; missing: string[]; header: string[]; samples: string[]; columns: Record<string, number> }
  | { code: 'cell'; line: number; column: string; word: string }
  | { code: 'empty' | 'rowless' | 'noPrices' | 'unreadable' | 'oldWorkbook' | 'tooMuch' }

/** The file as a whole is unusable; the message is for the operator. */
export class UnusableFileError extends Error {
  readonly fault: FileFault
  /** Of several files, which one it is: the input that it came by. */
  input = 'file'

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
    if (isEmpty(record)) continue
    assertReadable(record)
    firstRecord ??= record
    if (header === null) {
      if (countColumnNames(record) > 0) header = parseHeader(record, columns)
      else if (record.line >= maxHeaderLine) break
      continue
    }
    rowCount += 1
    yield* toRows(header, record)
  }
  if (firstRecord === null) throw new UnusableFileError('the file is empty', { fault: { code: 'empty' } })
  if (header === null) parseHeader(firstRecord, columns)
  if (rowCount === 0) {
    throw new UnusableFileError('there is no row under the names of the columns', { fault: { code: 'rowless' } })
  }
}

function isEmpty({ cells, cellFaults = [] }: TableRecord): boolean {
  return cellFaults.length === 0 && cells.every((cell) => cell.trim() === '')
}

/** Of the table's columns: what stands beside it is not read. */
function listCellFaults(header: string[], { line, cellFaults = [] }: TableRecord): RowFault[] {
  return cellFaults.flatMap(({ index, reason }) => (header[index] ? [{ line, column: header[index], reason }] : []))
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

function toRows(header: string[], record: TableRecord): (ImportRow | RowFault)[] {
  const cellFaults = listCellFaults(header, record)
  return cellFaults.length > 0 ? cellFaults : [toRow(header, record)]
}

function toRow(header: string[], { line, cells }: TableRecord): ImportRow | RowFault {
  const recordCells = trimEmptyCells(cells, header.length)
  if (recordCells.length !== header.length) {
    return { line, reason: `has ${recordCells.length} columns, the header has ${header.length}` }
  }
  const values: Record<string, string> = {}
  for (let index = 0; index < header.length; index += 1)
    values[header[index] ?? ''] = stripNoncharacters(recordCells[index] ?? '')
  return { line, values }
}

function trimEmptyCells(cells: string[], minLength: number): string[] {
  let length = cells.length
  while (length > minLength && cells[length - 1]?.trim() === '') length -= 1
  return cells.slice(0, length)
}

/**
 * What is left of accented letters when UTF-8 was read as Latin-1 before the file was saved: `Ã§Ã£o`, `NÂº`. A capital before the
 * sign is right in `HORTELÃ®`: so a pair counts only where a small letter stands beside it, or where its second half is no text.
 */
const mojibakePattern =
  /\ufffd|[ÃÂ][\u0080-\u009f]|Â[ªº°]|(?<=\p{Ll})[ÃÂ][\u00a0-\u00bf]|(?<!\p{L})Â[\u00a0-\u00bf]|(?<!\p{L})Ã[\u00a0-\u00b6\u00b8-\u00bf]\p{Ll}|(?<=\p{Lu})Ã[€‚ƒ‡‰Š“”•š](?=\p{Lu})/u

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
