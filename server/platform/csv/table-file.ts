import { open } from 'node:fs/promises'
import { readCsv } from './csv-file.ts'
import { resolveAmbiguousAmounts } from './decimal-separator.ts'
import {
  type ImportRow,
  parseRows,
  type RowFault,
  type TableColumns,
  type TableObserver,
  type TableRecord,
  UnusableFileError,
} from './table.ts'

/**
 * Reads a table as people save it: CSV, or the first visible sheet of an Excel workbook, told apart by the file's first bytes.
 * @throws UnusableFileError
 */
export function readTable(
  file: string,
  columns: TableColumns,
  observer?: Partial<TableObserver>,
): AsyncGenerator<ImportRow | RowFault> {
  const records = readRecords(file, [...columns.required, ...columns.optional], observer)
  return resolveAmbiguousAmounts(parseRows(records, columns), columns.money)
}

/**
 * Every line of such a file, cells as text.
 * @param columnNames of columns, by which the separator of a CSV file is recognised
 * @throws UnusableFileError
 */
export async function* readRecords(
  file: string,
  columnNames: readonly string[],
  { onBytes = () => {}, onNote = () => {}, hasLooseQuotes = false }: Partial<TableObserver> = {},
): AsyncGenerator<TableRecord> {
  const signature = await readSignature(file)
  if (signature.startsWith('\xd0\xcf\x11\xe0')) {
    throw new UnusableFileError(
      'an old Excel workbook (.xls), or one with a password. Save it without one as .xlsx or as "CSV UTF-8"',
      { fault: { code: 'oldWorkbook' } },
    )
  }
  if (/^(%PDF|\x89PNG|GIF8|Rar!|\{\\rtf|\s*<)/.test(signature)) {
    throw new UnusableFileError('no table. Save it as a workbook (.xlsx) or as "CSV UTF-8"')
  }
  if (signature.startsWith('PK')) {
    const { readWorkbook } = await import('./workbook.ts')
    yield* readWorkbook(file, { onBytes, onNote })
  } else yield* readCsv(file, columnNames, { onBytes, onNote, hasLooseQuotes })
}

async function readSignature(file: string): Promise<string> {
  const fileHandle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new UnusableFileError('there is no such file')
    throw error
  })
  try {
    const { buffer, bytesRead } = await fileHandle.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.subarray(0, bytesRead).toString('latin1')
  } finally {
    await fileHandle.close()
  }
}
