/** What stands on one line of a file, whatever its format; lines are counted from 1, as editors and spreadsheets do. */
export interface TableRecord {
  line: number
  cells: string[]
}

/** One row of a file: values by column. */
export interface CsvRow {
  line: number
  values: Record<string, string>
}

/** Why a row can't be imported. */
export interface RowFault {
  line: number
  column?: string
  reason: string
}

export interface Columns {
  required: readonly string[]
  optional: readonly string[]
  /** Groups of optional columns, of each of which the file has at least one. */
  oneOf?: readonly (readonly string[])[]
  /** Those of amounts in reais. */
  money?: readonly string[]
}

/** What makes a file as a whole unusable, for sentences in another language than the message's. */
export type FileFault =
  | { code: 'encoding' | 'zero' | 'quote'; line: number }
  | { code: 'cut'; line?: number }
  | { code: 'header'; missing: string[]; unknown: string[]; duplicates: string[] }
  | { code: 'empty' | 'rowless' | 'unreadable' | 'oldWorkbook' }

/** The file as a whole is unusable; the message is for the operator. */
export class UnusableFile extends Error {
  readonly fault: FileFault

  constructor(message: string, { cause, fault = { code: 'unreadable' } }: ErrorOptions & { fault?: FileFault } = {}) {
    super(message, { cause })
    this.fault = fault
  }
}

export function isFault(row: CsvRow | RowFault): row is RowFault {
  return 'reason' in row
}

/** Above the header may stand a title, a date, or Excel's `sep=;`. */
const maxHeaderLine = 20

/**
 * The rows of a table under its header. Empty lines are left out, and empty cells beside the table.
 * @throws UnusableFile for missing or unknown columns, for letters broken by a wrong encoding, and where there are no rows
 */
export async function* rowsOf(
  records: AsyncIterable<TableRecord>,
  columns: Columns,
): AsyncGenerator<CsvRow | RowFault> {
  const names = new Set([...columns.required, ...columns.optional])
  const countNames = ({ cells }: TableRecord) => cells.filter((cell) => names.has(nameIn(cell))).length
  let header: string[] | null = null
  let first: TableRecord | null = null
  let rows = 0
  for await (const record of records) {
    if (record.cells.every((cell) => cell.trim() === '')) continue
    assertReadable(record)
    first ??= record
    if (header === null) {
      if (countNames(record) > 0) header = headerIn(record, columns)
      else if (record.line >= maxHeaderLine) break
      continue
    }
    rows += 1
    yield rowOf(header, record)
  }
  if (first === null) throw new UnusableFile('the file is empty', { fault: { code: 'empty' } })
  if (header === null) headerIn(first, columns)
  if (rows === 0) {
    throw new UnusableFile('there is no row under the names of the columns', { fault: { code: 'rowless' } })
  }
}

/** Names of columns are compared without case, and without the mark that begins some files. */
function nameIn(cell: string): string {
  return cell
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
}

/** @throws UnusableFile for missing, unknown or repeated columns */
function headerIn({ line, cells }: TableRecord, { required, optional, oneOf = [] }: Columns): string[] {
  const header = withoutEmptyEnd(cells, 0).map(nameIn)
  const missing = required.filter((name) => !header.includes(name))
  const unknown = header.filter((name) => !required.includes(name) && !optional.includes(name))
  const duplicates = header.filter((name, index) => header.indexOf(name) !== index)
  const without = oneOf.filter((group) => !group.some((name) => header.includes(name)))
  const reasons = [
    missing.length > 0 && `missing columns: ${missing.join(', ')}`,
    ...without.map((group) => `none of the columns ${group.join(', ')}`),
    unknown.length > 0 && `unknown columns: ${unknown.join(', ')}`,
    duplicates.length > 0 && `columns that stand twice: ${duplicates.join(', ')}`,
  ].filter(Boolean)
  if (reasons.length === 0) return header
  const allMissing = [...missing, ...without.map((group) => group.join(' / '))]
  throw new UnusableFile(`line ${line}: ${reasons.join('; ')}`, {
    fault: { code: 'header', missing: allMissing, unknown, duplicates },
  })
}

/** A record as a row, or the fault of one that has more or fewer cells than the header. */
function rowOf(header: string[], { line, cells }: TableRecord): CsvRow | RowFault {
  const recordCells = withoutEmptyEnd(cells, header.length)
  if (recordCells.length !== header.length) {
    return { line, reason: `has ${recordCells.length} columns, the header has ${header.length}` }
  }
  const values: Record<string, string> = {}
  for (let index = 0; index < header.length; index += 1) values[header[index] ?? ''] = recordCells[index] ?? ''
  return { line, values }
}

function withoutEmptyEnd(cells: string[], minLength: number): string[] {
  let length = cells.length
  while (length > minLength && cells[length - 1]?.trim() === '') length -= 1
  return cells.slice(0, length)
}

/** What is left of accented letters when UTF-8 and Latin-1 were confused before the file was saved: `�`, `Ã§`. */
const mojibake = /\ufffd|[ÃÂ][\u0080-\u00bf]/

/** @throws UnusableFile for letters broken by a wrong encoding, and for the character zero */
export function assertReadable({ line, cells }: TableRecord): void {
  if (mojibake.test(cells.join(' '))) {
    throw new UnusableFile(`line ${line}: letters are broken. Save the original file as UTF-8, not as Latin-1`, {
      fault: { code: 'encoding', line },
    })
  }
  if (cells.some((cell) => cell.includes('\0'))) {
    throw new UnusableFile(
      `line ${line}: has the character zero, which no text has. Save the file as a workbook (.xlsx) or as "CSV UTF-8"`,
      { fault: { code: 'zero', line } },
    )
  }
}
