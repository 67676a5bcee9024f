/** A file of rows for a spreadsheet. What it would run as a formula is quoted as text. */
export function csvFile(name: string, header: string[], rows: (string | number)[][]): Response {
  const text = [header, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')
  return new Response(`${text}\r\n`, { headers: csvHeaders(name) })
}

export function csvHeaders(name: string): HeadersInit {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
  }
}

export function csvCell(value: string | number): string {
  const text = String(value)
  return `"${(/^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text).replaceAll('"', '""')}"`
}
