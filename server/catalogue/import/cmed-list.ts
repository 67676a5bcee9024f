import { parse } from 'csv-parse/sync'
import { UnusableFile } from '../../platform/csv/csv-file.ts'

/** A medicine's legal price ceiling in São Paulo (PMC, 18 %), from the CMED's list. */
export interface Ceiling {
  ggrem: string
  registration: string
  eans: string[]
  priceCents: number
}

const pmc18 = /^PMC\s+18\s*%$/

/**
 * Reads the table of the CMED's monthly list, which is published as xlsx and often converted to csv. The header's row and
 * the columns vary from month to month, and numbers are text: "1234,56", "54,23*", "    -     ".
 * @throws UnusableFile where the header or one of the columns needed is missing
 */
export function readCeilings(table: unknown[][]): Ceiling[] {
  const cell = (row: unknown[], index: number) => String(row[index] ?? '').trim()
  const start = table.findIndex((row) => {
    const names = row.map((name) => String(name ?? '').trim())
    return names.includes('CÓDIGO GGREM') && names.includes('PRODUTO')
  })
  const header = (table[start] ?? []).map((name) => String(name ?? '').trim())
  const column = (matches: (name: string) => boolean, name: string) => {
    const index = header.findIndex(matches)
    if (index < 0) throw new UnusableFile(`no column ${name}: this is not the CMED's price list`)
    return index
  }
  const ggrem = column((name) => name === 'CÓDIGO GGREM', 'CÓDIGO GGREM')
  const registration = column((name) => name === 'REGISTRO', 'REGISTRO')
  const price = column((name) => pmc18.test(name), 'PMC 18 %')
  const eans = header.flatMap((name, index) => (/^EAN \d$/.test(name) ? [index] : []))

  return table.slice(start + 1).flatMap((row) => {
    const priceCents = centsIn(cell(row, price))
    if (priceCents === null) return []
    return [
      {
        ggrem: cell(row, ggrem),
        registration: cell(row, registration),
        eans: eans.map((index) => cell(row, index)).filter((ean) => /^\d{8,14}$/.test(ean)),
        priceCents,
      },
    ]
  })
}

export function parseCmedCsv(text: string): unknown[][] {
  return parse(text, { bom: true, delimiter: ';', relax_column_count: true, skip_empty_lines: true })
}

/** Parses "1234,56", "1.234,56" and "54,23*"; null where there is no price. */
function centsIn(text: string): number | null {
  const found = /^(\d[\d.]*)(?:,(\d{1,2}))?\s*\*?$/.exec(text)
  if (!found) return null
  return Number((found[1] ?? '').replaceAll('.', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}
