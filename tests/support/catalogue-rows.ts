import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { ImportRowStream } from '../../server/platform/csv/checked-rows.ts'

export type Values = Record<string, string>

/** Rows as read from a file, whose first line is the header. */
export async function* inFile(rows: Values[]): ImportRowStream {
  for (const [index, values] of rows.entries()) yield { line: index + 2, values }
}

export const demoRows: Values[] = parse(
  readFileSync(new URL('../../server/demo/catalogue.csv', import.meta.url), 'utf8'),
  { columns: true, bom: true },
)
/** A row of the demo's catalogue file with other values. */
export const rowOf = (sku: string, changes: Values = {}): Values => ({
  ...demoRows.find((row) => row.sku === sku),
  ...changes,
})
