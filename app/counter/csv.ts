/** A cell of a file for download. A value that a spreadsheet would run as a formula is quoted as text. */
export function csvCell(text: string): string {
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
