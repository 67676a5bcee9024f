/** A line of a CSV file. What a spreadsheet would run as a formula is quoted as text. */
export function csvLine(values: (string | number)[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: string | number): string {
  const text = String(value)
  return `"${(/^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text).replaceAll('"', '""')}"`
}
