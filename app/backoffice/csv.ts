import { formatCsvLine } from '../texts/csv-line.ts'

/** Without a byte order mark spreadsheets read Latin-1. */
const byteOrderMark = '\ufeff'

/** A file of rows for people: a double click opens it in columns. */
export function createCsvResponse(baseName: string, columnNames: string[], rows: (string | number)[][]): Response {
  return new Response([byteOrderMark, ...[columnNames, ...rows].map((row) => formatCsvLine(row, ';'))].join(''), {
    headers: buildCsvHeaders(baseName),
  })
}

export function buildCsvHeaders(baseName: string): HeadersInit {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${baseName}.csv"`,
    'Cache-Control': 'no-store',
  }
}
