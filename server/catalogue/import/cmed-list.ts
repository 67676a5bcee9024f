import { type DecimalSeparator, detectDecimalSeparator, parseMoney } from '../../../app/texts/money.ts'
import { findCommonSeparator } from '../../platform/csv/decimal-separator.ts'
import { assertReadable, type TableRecord, UnusableFileError } from '../../platform/csv/table.ts'
import { readRecords } from '../../platform/csv/table-file.ts'

/** A medicine's legal price ceiling in São Paulo (PMC, 18 %), from the CMED's list. */
export interface PriceCeiling {
  ggrem: string
  registration: string
  eans: string[]
  priceCents: number
}

const pmc18Pattern = /^PMC\s+18\s*%$/
const headerNames = ['CÓDIGO GGREM', 'REGISTRO', 'PRODUTO']

/**
 * Reads the CMED's monthly list, which is published as xlsx and often converted to csv. The header's row and the columns vary
 * from month to month; numbers are text ("1234,56", "54,23*", "    -     ") or, once converted, numbers.
 * @throws UnusableFileError for what is not the list, and for a price or a code of it that cannot be read: what is left out would
 *   pass for below its ceiling
 */
export async function readCmedList(file: string): Promise<PriceCeiling[]> {
  let columnIndexes: ReturnType<typeof findColumnIndexes> = null
  const rows: TableRecord[] = []
  for await (const record of readRecords(file, headerNames)) {
    assertReadable(record)
    if (columnIndexes) rows.push(record)
    else columnIndexes = findColumnIndexes(record)
  }
  if (!columnIndexes)
    throw new UnusableFileError("no line with the columns CÓDIGO GGREM and PRODUTO: this is not the CMED's price list")
  const { price } = columnIndexes
  const decimalSeparator = findCommonSeparator(
    new Set(rows.map(({ cells }) => detectDecimalSeparator(cells[price] ?? ''))),
  )
  const ceilings = rows.flatMap((row) => parseCeiling(row, columnIndexes, decimalSeparator))
  if (ceilings.length > 0) return ceilings
  throw new UnusableFileError(
    'no line has a price in the column PMC 18 %. Download the list of "preço máximo ao consumidor"',
  )
}

/** Where the columns needed are; null for a line that is not the header. @throws UnusableFileError where one is missing */
function findColumnIndexes({ cells }: TableRecord) {
  const header = cells.map((name) => name.trim().toUpperCase())
  if (!header.includes('CÓDIGO GGREM') || !header.includes('PRODUTO')) return null
  const getColumnIndex = (isMatch: (name: string) => boolean, name: string) => {
    const index = header.findIndex(isMatch)
    if (index < 0) throw new UnusableFileError(`no column ${name}: this is not the CMED's price list`)
    return index
  }
  return {
    ggrem: getColumnIndex((name) => name === 'CÓDIGO GGREM', 'CÓDIGO GGREM'),
    registration: getColumnIndex((name) => name === 'REGISTRO', 'REGISTRO'),
    price: getColumnIndex((name) => pmc18Pattern.test(name), 'PMC 18 %'),
    eans: header.flatMap((name, index) => (/^EAN \d$/.test(name) ? [index] : [])),
  }
}

/** None for a medicine without a price for consumers, such as those of hospitals, and for notes below the table. */
function parseCeiling(
  { line, cells }: TableRecord,
  columnIndexes: NonNullable<ReturnType<typeof findColumnIndexes>>,
  decimalSeparator: DecimalSeparator | undefined,
): PriceCeiling[] {
  const priceText = cells[columnIndexes.price]?.trim() ?? ''
  if (/^[-–—]*$/.test(priceText)) return []
  const priceCents = parseMoney(priceText, decimalSeparator)
  if (priceCents === null) {
    throw new UnusableFileError(`line ${line}, column PMC 18 %: "${priceText}" is no price. ${originalListHint}`)
  }
  if (priceCents === 0) return []
  const parseCodeAt = (index: number) => parseCode(cells[index] ?? '', line)
  const codes = {
    ggrem: parseCodeAt(columnIndexes.ggrem),
    registration: parseCodeAt(columnIndexes.registration),
    eans: columnIndexes.eans.map(parseCodeAt).filter((ean) => ean !== ''),
  }
  if (codes.ggrem === '' && codes.registration === '' && codes.eans.length === 0) {
    throw new UnusableFileError(
      `line ${line}: has a price, but no code that says of which medicine. ${originalListHint}`,
    )
  }
  return [{ ...codes, priceCents }]
}

const originalListHint = 'Take the list as the CMED publishes it (.xlsx)'

/** Digits alone; empty for a dash or a word. @throws UnusableFileError for a code that a spreadsheet rounded: `7,89E+12` */
function parseCode(text: string, line: number): string {
  if (/\d[.,]?\d*E\+?\d/i.test(text) || /^\d{8,}[.,]\d/.test(text.trim())) {
    throw new UnusableFileError(
      `line ${line}: the code "${text.trim()}" was rounded by a spreadsheet. ${originalListHint}`,
    )
  }
  const digits = text.replace(/[\s./-]/g, '')
  return /^\d{8,}$/.test(digits) ? digits : ''
}
