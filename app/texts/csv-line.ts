import { toWritableText } from './writable-text.ts'

/**
 * A line of a CSV file. What a spreadsheet would run as a formula is quoted as text. Spaces that do not break, which hold a
 * page's amounts and durations together, are plain ones: who searches or splits a column types no others.
 * @param separator a semicolon for people, whose Excel splits at no other in Brazil; a comma for programs
 */
export function formatCsvLine(values: (string | number)[], separator: ',' | ';'): string {
  return `${values.map(formatCell).join(separator)}\r\n`
}

function formatCell(value: string | number): string {
  const text = toWritableText(String(value)).replaceAll('\u00a0', ' ')
  return `"${(/^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text).replaceAll('"', '""')}"`
}
