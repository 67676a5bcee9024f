import { formatCsvLine } from '../texts/csv-line.ts'

/** Without a byte order mark spreadsheets read Latin-1. */
const byteOrderMark = '\ufeff'

/** A file of rows for a spreadsheet. */
export function createCsvResponse(fileName: string, columnNames: string[], rows: (string | number)[][]): Response {
  return new Response([byteOrderMark, ...[columnNames, ...rows].map(formatCsvLine)].join(''), {
    headers: buildCsvHeaders(fileName),
  })
}

export function buildCsvHeaders(fileName: string): HeadersInit {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}.csv"`,
    'Cache-Control': 'no-store',
  }
}
