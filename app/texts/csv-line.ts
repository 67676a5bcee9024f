/**
 * A line of a CSV file. What a spreadsheet would run as a formula is quoted as text. Spaces that do not break, which hold a
 * page's amounts and durations together, are plain ones: who searches or splits a column types no others.
 */
export function formatCsvLine(values: (string | number)[]): string {
  return `${values.map(formatCell).join(',')}\r\n`
}

function formatCell(value: string | number): string {
  const text = String(value).replaceAll('\u00a0', ' ')
  return `"${(/^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text).replaceAll('"', '""')}"`
}
