import { type DecimalSeparator, detectDecimalSeparator, parseMoney } from '../../../app/texts/money.ts'
import type { ProductKind } from '../../database/schema.ts'
import { findCommonSeparator } from '../../platform/csv/decimal-separator.ts'
import { assertReadable, type TableObserver, type TableRecord, UnusableFileError } from '../../platform/csv/table.ts'
import { readRecords } from '../../platform/csv/table-file.ts'

/** The columns of São Paulo's ceilings (PMC), by the ICMS of a product: 12 % on generics, none on what is free of it, else 18 %. */
export type CeilingColumn = 'PMC 18 %' | 'PMC 12 %' | 'PMC 0 %'

/** A medicine's legal price ceilings in São Paulo, from the CMED's list. */
export interface PriceCeiling {
  ggrem: string
  registration: string
  eans: string[]
  /** Cents; a list need not have all of them. */
  ceilings: { 'PMC 18 %': number } & Partial<Record<CeilingColumn, number>>
  /** Null where the list does not tell what kind of product it is. */
  isGeneric: boolean | null
  isIcmsFree: boolean
}

/** The column that a product's ceiling stands in, whether the list has it or not. */
export function chooseCeilingColumn(
  { isGeneric, isIcmsFree }: Pick<PriceCeiling, 'isGeneric' | 'isIcmsFree'>,
  kind: ProductKind,
): CeilingColumn {
  if (isIcmsFree) return 'PMC 0 %'
  return (isGeneric ?? kind === 'generico') ? 'PMC 12 %' : 'PMC 18 %'
}

const createColumnPattern = (name: string) => new RegExp(`^${name.replaceAll(' ', '\\s*')}$`)
const headerNames = ['CÓDIGO GGREM', 'REGISTRO', 'PRODUTO']

/**
 * Reads the CMED's monthly list, which is published as xlsx and often converted to csv. The header's row and the columns vary
 * from month to month; numbers are text ("1234,56", "54,23*", "    -     ") or, once converted, numbers.
 * @throws UnusableFileError for what is not the list, and for a price or a code of it that cannot be read: what is left out would
 *   pass for below its ceiling
 */
export async function readCmedList(file: string, observer?: Partial<TableObserver>): Promise<PriceCeiling[]> {
  let columnIndexes: ReturnType<typeof findColumnIndexes> = null
  const rows: TableRecord[] = []
  for await (const record of readRecords(file, headerNames, observer)) {
    assertReadable(record)
    if (columnIndexes) rows.push(assertKnownCells(record, columnIndexes))
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

/** What cannot be known of a medicine would pass for no ceiling. @throws UnusableFileError */
function assertKnownCells(
  record: TableRecord,
  { eans, ...indexes }: NonNullable<ReturnType<typeof findColumnIndexes>>,
) {
  const usedIndexes = [...eans, ...Object.values(indexes)]
  const fault = record.cellFaults?.find(({ index }) => usedIndexes.includes(index))
  if (fault) throw new UnusableFileError(`line ${record.line}: ${fault.reason}. ${originalListHint}`)
  return record
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
    price: getColumnIndex((name) => createColumnPattern('PMC 18 %').test(name), 'PMC 18 %'),
    price12: header.findIndex((name) => createColumnPattern('PMC 12 %').test(name)),
    price0: header.findIndex((name) => createColumnPattern('PMC 0 %').test(name)),
    kind: header.findIndex((name) => name.startsWith('TIPO DE PRODUTO')),
    icmsFree: header.findIndex((name) => createColumnPattern('ICMS 0 %').test(name)),
    eans: header.flatMap((name, index) => (/^EAN \d$/.test(name) ? [index] : [])),
  }
}

/** None for a medicine without a price for consumers, such as those of hospitals, and for notes below the table. */
function parseCeiling(
  { line, cells }: TableRecord,
  columnIndexes: NonNullable<ReturnType<typeof findColumnIndexes>>,
  decimalSeparator: DecimalSeparator | undefined,
): PriceCeiling[] {
  const parsePriceAt = (index: number, column: CeilingColumn) => {
    const priceText = cells[index]?.trim() ?? ''
    if (/^[-–—]*$/.test(priceText)) return 0
    const priceCents = parseMoney(priceText, decimalSeparator)
    if (priceCents !== null) return priceCents
    throw new UnusableFileError(`line ${line}, column ${column}: "${priceText}" is no price. ${originalListHint}`)
  }
  const priceCents = parsePriceAt(columnIndexes.price, 'PMC 18 %')
  if (priceCents === 0) return []
  const [price12, price0] = [
    parsePriceAt(columnIndexes.price12, 'PMC 12 %'),
    parsePriceAt(columnIndexes.price0, 'PMC 0 %'),
  ]
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
  const kind = cells[columnIndexes.kind]?.trim() ?? ''
  return [
    {
      ...codes,
      ceilings: {
        'PMC 18 %': priceCents,
        ...(price12 > 0 && { 'PMC 12 %': price12 }),
        ...(price0 > 0 && { 'PMC 0 %': price0 }),
      },
      isGeneric: kind === '' ? null : /^gen[eé]rico/i.test(kind),
      isIcmsFree: /^sim$/i.test(cells[columnIndexes.icmsFree]?.trim() ?? ''),
    },
  ]
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
