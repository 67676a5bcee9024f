import { toWritableText } from './writable-text.ts'

/** Text, a number, or an amount of money. */
export type CsvCell = string | number | { cents: number }

/**
 * A line of a CSV file. What a spreadsheet would run as a formula is quoted as text; numbers stand without quotes, to be added up. Spaces that
 * do not break, which hold a page's amounts and durations together, are plain ones: who searches or splits a column types no others.
 * @param separator a semicolon for people, whose Excel splits at no other in Brazil, and whose decimals follow a comma; a comma for programs
 */
export function formatCsvLine(cells: CsvCell[], separator: ',' | ';'): string {
  return `${cells.map((cell) => formatCell(cell, separator)).join(separator)}\r\n`
}

function formatCell(cell: CsvCell, separator: ',' | ';'): string {
  if (typeof cell === 'string') return quoteText(cell)
  const number = typeof cell === 'number' ? String(cell) : (cell.cents / 100).toFixed(2)
  return separator === ';' ? number.replace('.', ',') : number
}

function quoteText(value: string): string {
  const text = toWritableText(value).replaceAll('\u00a0', ' ')
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
