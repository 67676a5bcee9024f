import { csvLine } from '../texts/csv-line.ts'

/** Without a byte order mark spreadsheets read Latin-1. */
const byteOrderMark = '\ufeff'

/** A file of rows for a spreadsheet. */
export function csvFile(name: string, header: string[], rows: (string | number)[][]): Response {
  return new Response([byteOrderMark, ...[header, ...rows].map(csvLine)].join(''), { headers: csvHeaders(name) })
}

export function csvHeaders(name: string): HeadersInit {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
  }
}
