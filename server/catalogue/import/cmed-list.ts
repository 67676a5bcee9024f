import { basename } from 'node:path'
import {
  type DecimalSeparator,
  detectDecimalSeparator,
  isAmbiguousMoney,
  parseMoney,
} from '../../../app/texts/money.ts'
import { findCommonSeparator } from '../../platform/csv/decimal-separator.ts'
import { assertReadable, type TableObserver, type TableRecord, UnusableFileError } from '../../platform/csv/table.ts'
import { readRecords } from '../../platform/csv/table-file.ts'

/** What the CMED's list says of a pack of a medicine, in its own words; '' where it says nothing. */
export interface CmedMedicine {
  /** In the file, for messages. */
  line: number
  /** The code of the pack in this list; '' where it has none that can be read. */
  ggrem: string
  /** Anvisa's; '' likewise. */
  registration: string
  /** Up to three bar codes, as they stand: some with a zero in front. */
  eans: string[]
  /** SUBSTÂNCIA, LABORATÓRIO, PRODUTO and APRESENTAÇÃO. */
  substance: string
  laboratory: string
  product: string
  presentation: string
  /** CLASSE TERAPÊUTICA: `J01C1 - PENICILINAS ORAIS DE AMPLO ESPECTRO`. */
  therapeuticClass: string
  /** TIPO DE PRODUTO: Genérico, Similar, Novo, Biológico, Específico, Fitoterápico … */
  productType: string
  /** TARJA: `Tarja Vermelha`, `Tarja Vermelha sob restrição`, `Tarja Preta`, `Tarja Sem Tarja`. */
  stripe: string
  /** REGIME DE PREÇO: Regulado or Liberado. */
  priceRegime: string
  /** Null where the list does not tell what type of product it is. */
  isGeneric: boolean | null
  /** ICMS 0 %: Sim. */
  isIcmsFree: boolean
  /** RESTRIÇÃO HOSPITALAR: not sold to consumers. */
  isForHospitals: boolean
  /** Cents by rate of ICMS (`12 %`, `17,5 %`, `17 % ALC`); none for what is not sold to consumers, or sold at any price. */
  ceilings: Record<string, number>
}

/** The CMED's price list of a month. */
export interface CmedList {
  /** The day of its publication, yyyy-MM-dd; null where neither its title nor the file's name tells. */
  publishedOn: string | null
  /** The rates of its columns of prices for consumers, in the file's order. */
  rates: string[]
  medicines: CmedMedicine[]
}

/** Where the columns are; -1 for one that the list lacks. */
interface ColumnIndexes {
  /** All of the header, in capitals. */
  names: string[]
  ggrem: number
  registration: number
  substance: number
  laboratory: number
  product: number
  presentation: number
  therapeuticClass: number
  productType: number
  stripe: number
  priceRegime: number
  icmsFree: number
  hospitals: number
  eans: number[]
  prices: PriceColumn[]
}

interface PriceColumn {
  rate: string
  index: number
}

const headerNames = ['CÓDIGO GGREM', 'REGISTRO', 'PRODUTO']

/** `PMC 17,5 %  ALC`: ALC is the column of free trade areas. `PMC Sem Impostos` is no price of a sale to consumers. */
const priceColumnPattern = /^PMC\s*(\d+(?:[.,]\d+)?)\s*%\s*(ALC)?$/

/**
 * Reads the CMED's monthly list, which is published as xlsx and often converted to csv. The header's row and the columns vary
 * from month to month; numbers are text ("1234,56", "54,23*", "    -     ") or, once converted, numbers.
 * @throws UnusableFileError for what is not the list, and for a price or a code of it that cannot be read: what is left out would
 *   pass for below its ceiling
 * @param isForCatalogue wants the columns that name and classify a medicine, too
 */
export async function readCmedList(
  file: string,
  observer?: Partial<TableObserver>,
  { isForCatalogue = false }: { isForCatalogue?: boolean } = {},
): Promise<CmedList> {
  let columns: ColumnIndexes | null = null
  const titles: string[] = []
  const medicines: CmedMedicine[] = []
  const separators = new Set<DecimalSeparator | null>()
  // Only rows that the rest of the file must explain are kept: a list has two million cells.
  const ambiguousRows: TableRecord[] = []
  for await (const record of readRecords(file, headerNames, observer)) {
    assertReadable(record)
    if (!columns) {
      columns = findColumnIndexes(record)
      if (columns && isForCatalogue) assertDescribesMedicines(columns)
      titles.push(record.cells.join(' '))
      continue
    }
    assertKnownCells(record, columns)
    const priceTexts = columns.prices.map(({ index }) => record.cells[index] ?? '')
    for (const text of priceTexts) separators.add(detectDecimalSeparator(text))
    if (priceTexts.some(isAmbiguousMoney)) ambiguousRows.push(record)
    else medicines.push(...parseMedicine(record, columns))
  }
  if (!columns) {
    throw createHeaderError(
      "no line with the columns CÓDIGO GGREM and PRODUTO: this is not the CMED's price list",
      'CÓDIGO GGREM',
      'PRODUTO',
    )
  }
  const separator = findCommonSeparator(separators)
  for (const record of ambiguousRows) medicines.push(...parseMedicine(record, columns, separator))
  if (!medicines.some(({ ceilings }) => Object.keys(ceilings).length > 0)) {
    throw new UnusableFileError(
      'no line has a price for consumers (PMC). Download the list of "preço máximo ao consumidor"',
      { fault: { code: 'noPrices' } },
    )
  }
  return {
    publishedOn: findPublicationDay(titles, file),
    rates: columns.prices.map(({ rate }) => rate),
    medicines: medicines.sort((a, b) => a.line - b.line),
  }
}

/** Of `Publicada em 11/08/2026` above the table, else of a file named as the CMED names it: `xls_conformidade_site_20260811_…`. */
function findPublicationDay(titles: string[], file: string): string | null {
  const [, day, month, year] = /publicad[ao] em\s+(\d{1,2})\/(\d{1,2})\/(\d{4})/i.exec(titles.join('\n')) ?? []
  if (day && month && year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const [, ...nameParts] = /(?<!\d)(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/.exec(basename(file)) ?? []
  return nameParts.length === 3 ? nameParts.join('-') : null
}

/** What cannot be known of a medicine's price would pass for no ceiling. @throws UnusableFileError */
function assertKnownCells(
  { line, cells, cellFaults = [] }: TableRecord,
  { names, ggrem, registration, productType, icmsFree, eans, prices }: ColumnIndexes,
): void {
  if (cellFaults.length === 0) return
  const usedIndexes = [ggrem, registration, productType, icmsFree, ...eans, ...prices.map(({ index }) => index)]
  const cellFault = cellFaults.find(({ index }) => usedIndexes.includes(index))
  if (!cellFault) return
  const { index, reason } = cellFault
  throw new UnusableFileError(`line ${line}: ${reason}. ${originalListHint}`, {
    fault: { code: 'cell', line, column: names[index] ?? '', word: cells[index] ?? '' },
  })
}

function createHeaderError(message: string, ...missing: string[]): UnusableFileError {
  return new UnusableFileError(message, { fault: { code: 'header', missing, unknown: [], duplicates: [] } })
}

/** Null for a line that is not the header. @throws UnusableFileError where a column needed is missing */
function findColumnIndexes({ cells }: TableRecord): ColumnIndexes | null {
  const header = cells.map((name) =>
    name
      .replace(/^\ufeff/, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toUpperCase(),
  )
  if (!header.includes('CÓDIGO GGREM') || !header.includes('PRODUTO')) return null
  const find = (pattern: RegExp) => header.findIndex((name) => pattern.test(name))
  const prices = header.flatMap((name, index) => {
    const [isPrice, rate = '', freeTradeArea] = priceColumnPattern.exec(name) ?? []
    return isPrice ? [{ rate: `${rate.replace('.', ',')} %${freeTradeArea ? ' ALC' : ''}`, index }] : []
  })
  const registration = header.indexOf('REGISTRO')
  if (registration < 0) throw createHeaderError("no column REGISTRO: this is not the CMED's price list", 'REGISTRO')
  if (prices.length === 0) {
    const reason = 'no column of prices for consumers (PMC 18 %). Download the list of "preço máximo ao consumidor"'
    throw createHeaderError(reason, 'PMC 18 %')
  }
  return {
    names: header,
    ggrem: header.indexOf('CÓDIGO GGREM'),
    registration,
    substance: find(/^SUBST[ÂA]NCIA/),
    laboratory: find(/^LABORAT[ÓO]RIO/),
    product: header.indexOf('PRODUTO'),
    presentation: find(/^APRESENTA[ÇC][ÃA]O/),
    therapeuticClass: find(/^CLASSE TERAP/),
    productType: find(/^TIPO DE PRODUTO/),
    stripe: find(/^TARJA/),
    priceRegime: find(/^REGIME/),
    icmsFree: find(/^ICMS 0 ?%/),
    hospitals: find(/^RESTRI[ÇC][ÃA]O HOSP/),
    eans: header.flatMap((name, index) => (/^EAN \d$/.test(name) ? [index] : [])),
    prices,
  }
}

/** Without one of these every medicine would wait for somebody to complete it. @throws UnusableFileError */
function assertDescribesMedicines({
  substance,
  laboratory,
  presentation,
  productType,
  stripe,
  eans,
}: ColumnIndexes): void {
  const indexes: [name: string, index: number][] = [
    ['SUBSTÂNCIA', substance],
    ['LABORATÓRIO', laboratory],
    ['EAN 1', eans[0] ?? -1],
    ['APRESENTAÇÃO', presentation],
    ['TIPO DE PRODUTO', productType],
    ['TARJA', stripe],
  ]
  const missing = indexes.filter(([, index]) => index < 0).map(([name]) => name)
  if (missing.length === 0) return
  throw new UnusableFileError(`no column ${missing.join(', ')} in the CMED's list. ${originalListHint}`, {
    fault: { code: 'listColumns', missing },
  })
}

/** None for notes below the table. */
function parseMedicine(
  { line, cells }: TableRecord,
  columns: ColumnIndexes,
  decimalSeparator?: DecimalSeparator,
): CmedMedicine[] {
  const parsePriceAt = ({ rate, index }: PriceColumn) => {
    const priceText = cells[index]?.trim() ?? ''
    if (isDash(priceText)) return 0
    const priceCents = parseMoney(priceText, decimalSeparator)
    if (priceCents !== null) return priceCents
    const column = `PMC ${rate}`
    throw new UnusableFileError(`line ${line}, column ${column}: "${priceText}" is no price. ${originalListHint}`, {
      fault: { code: 'cell', line, column, word: priceText },
    })
  }
  const ceilings: CmedMedicine['ceilings'] = {}
  for (const column of columns.prices) {
    const cents = parsePriceAt(column)
    // A rate that stands twice counts with its lower price.
    if (cents > 0) ceilings[column.rate] = Math.min(cents, ceilings[column.rate] ?? cents)
  }
  const parseCodeAt = (index: number) => parseCode(cells[index] ?? '', line, columns.names[index] ?? '')
  const codes = {
    ggrem: parseCodeAt(columns.ggrem),
    registration: parseCodeAt(columns.registration),
    eans: columns.eans.map(parseCodeAt).filter((ean) => ean !== ''),
  }
  if (codes.ggrem === '' && codes.registration === '' && codes.eans.length === 0) {
    if (Object.keys(ceilings).length === 0) return []
    const fault = { code: 'cell' as const, line, column: 'CÓDIGO GGREM', word: cells[columns.ggrem]?.trim() ?? '' }
    throw new UnusableFileError(
      `line ${line}: has a price, but no code that says of which medicine. ${originalListHint}`,
      { fault },
    )
  }
  const readText = (index: number) => {
    const text = cells[index]?.replace(/\s+/g, ' ').trim() ?? ''
    return isDash(text) ? '' : text
  }
  const productType = readText(columns.productType)
  const isYes = (index: number) => /^sim$/i.test(readText(index))
  return [
    {
      line,
      ...codes,
      substance: readText(columns.substance),
      laboratory: readText(columns.laboratory),
      product: readText(columns.product),
      presentation: readText(columns.presentation),
      therapeuticClass: readText(columns.therapeuticClass),
      productType,
      stripe: readText(columns.stripe),
      priceRegime: readText(columns.priceRegime),
      isGeneric: productType === '' ? null : /^gen[eé]rico/i.test(productType),
      isIcmsFree: isYes(columns.icmsFree),
      isForHospitals: isYes(columns.hospitals),
      ceilings,
    },
  ]
}

/** How the list writes that there is nothing: `    -     `. */
function isDash(text: string): boolean {
  return /^[-–—\s]*$/.test(text)
}

const originalListHint = 'Take the list as the CMED publishes it (.xlsx)'

/** Digits alone; empty for a dash or a word. @throws UnusableFileError for a code that a spreadsheet rounded: `7,89E+12` */
function parseCode(text: string, line: number, column: string): string {
  if (/\d[.,]?\d*E\+?\d/i.test(text) || /^\d{8,}[.,]\d/.test(text.trim())) {
    const word = text.trim()
    throw new UnusableFileError(`line ${line}: the code "${word}" was rounded by a spreadsheet. ${originalListHint}`, {
      fault: { code: 'cell', line, column, word },
    })
  }
  const digits = text.replace(/[\s./-]/g, '')
  return /^\d{8,}$/.test(digits) ? digits : ''
}
