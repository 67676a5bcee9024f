import { limits } from '../../../app/texts/limits.ts'
import { type DecimalSeparator, isAmbiguousMoney, parseMoney } from '../../../app/texts/money.ts'
import type { PendingReason } from '../../database/schema.ts'
import { foldText } from '../../platform/user-input.ts'
import { listGtinSpellings } from '../gtin.ts'
import type { CmedMedicine } from '../import/cmed-list.ts'
import { ProductRowSchema } from '../import/product-row.ts'
import { type CodeFault, repairGtin } from './gtin-repair.ts'
import { type RowColumns, toClassColumns, toMedicineColumns } from './medicine-row.ts'
import { toTitle } from './product-words.ts'
import type { TillRow } from './till-file.ts'
import type { RuleMatch } from './word-rules.ts'

/** In exactly one of these each row of a till's file ends. */
export type AssemblyList = 'ready' | 'byRule' | 'toComplete' | 'refused'

/** What the shop has already: by these a row finds what it is about. */
export interface KnownProducts {
  /** The SKU of the product with this bar code, in the spelling without zeros in front. */
  skuByCode: Map<string, string>
  skus: Set<string>
  /** Products that wait, or did, by their code. */
  pendingByCode: Map<string, { sku: string | null; isLeftOut: boolean }>
  /** Grows by those of new products. */
  slugs: Set<string>
  medicinesByCode: Map<string, CmedMedicine>
  matchRule: (text: string) => RuleMatch | 'ambiguous' | null
  /** The branch that a cell names; null for none. */
  findBranch: (cell: string) => number | null
}

/** What is to be done with a row. Amounts in cents; null leaves the price, or the stock, as it is. */
export interface PlannedRow {
  line: number
  list: AssemblyList
  description: string
  branchId: number
  /** By what the till names the product: its bar code, else the till's own, else its description; '' for a refused row. */
  code: string
  priceCents: number | null
  stock: number | null
  /** Of a product that the shop has, or will have. */
  sku: string | null
  newProduct: RowColumns | null
  /** For one that waits. */
  pending: { code: string; ean: string | null; reason: PendingReason; suggestion: RowColumns } | null
  /** Why it is refused, or what is taken otherwise than it stands. */
  reasons: string[]
}

const codeFaultReasons: Record<CodeFault, string> = {
  missing: 'has no bar code',
  rounded: 'has a bar code that a spreadsheet rounded: format its column as text and export again',
  store: 'has a bar code of the store’s own',
  digit: 'has a bar code whose last digit does not check the others, not with zeros in front either',
}

/** A code in the one spelling by which it is compared. */
export function toCodeKey(code: string): string {
  return /^\d+$/.test(code) ? (listGtinSpellings(code)[0] ?? code).replace(/^0+/, '') : foldText(code)
}

interface PlanOptions {
  /** The branch that all rows are of; null: their own column tells. */
  branchId: number | null
  decimalSeparator: DecimalSeparator | undefined
}

/** Plans what becomes of each row; the first of several with the same code in the same branch counts. */
export function planAssembly(rows: TillRow[], shop: KnownProducts, options: PlanOptions): PlannedRow[] {
  const firstLines = new Map<string, number>()
  const newPlans = new Map<string, PlannedRow>()
  return rows.map((row) => {
    const base = readRow(row, shop, options)
    if ('list' in base) return base
    const { code, branchId } = base
    const firstLine = firstLines.get(`${branchId} ${toCodeKey(code)}`)
    if (firstLine !== undefined) return refuse(row, branchId, `is in line ${firstLine} too, which counts`)
    firstLines.set(`${branchId} ${toCodeKey(code)}`, row.line)
    return planProduct(row, base, shop, newPlans)
  })
}

/** What a row tells whichever product it is of, or its refusal. */
interface PlanBase extends Omit<PlannedRow, 'list' | 'sku' | 'newProduct' | 'pending'> {
  ean: string | null
}

function readRow(row: TillRow, shop: KnownProducts, options: PlanOptions): PlanBase | PlannedRow {
  const branchId = options.branchId ?? (row.branch === '' ? null : shop.findBranch(row.branch))
  if (branchId === null) return refuse(row, 0, row.branch === '' ? 'names no branch' : 'is of no branch of the shop')
  const [price, stock, gtin] = [
    readPrice(row.price, options.decimalSeparator),
    readStock(row.stock),
    repairGtin(row.ean),
  ]
  if ('fault' in price) return refuse(row, branchId, price.fault)
  if ('fault' in stock) return refuse(row, branchId, stock.fault)
  const codeFault = findCodeFault(gtin, price.cents)
  if (codeFault !== null) return refuse(row, branchId, codeFault)
  const ean = 'ean' in gtin ? gtin.ean : null
  const ownCode = row.sku || row.ean.trim() || foldText(row.description)
  return {
    line: row.line,
    description: row.description,
    branchId,
    priceCents: price.cents,
    stock: stock.units,
    reasons: [price.note, stock.note].filter((note) => note !== undefined),
    ean,
    code: ean ?? ownCode.slice(0, 100),
  }
}

/** What has no code of its own may be completed, where it has a price at least. */
function findCodeFault(gtin: ReturnType<typeof repairGtin>, priceCents: number | null): string | null {
  if ('ean' in gtin) return null
  const reason = codeFaultReasons[gtin.fault]
  if (gtin.fault === 'digit' || gtin.fault === 'rounded') return reason
  return priceCents === null ? `${reason}, and no price` : null
}

function planProduct(
  row: TillRow,
  { ean, ...base }: PlanBase,
  shop: KnownProducts,
  newPlans: Map<string, PlannedRow>,
): PlannedRow {
  const { code } = base
  const pending = shop.pendingByCode.get(toCodeKey(code))
  const sku = findSku(ean, code, shop)
  if (sku !== null) return { ...base, list: 'ready', sku, newProduct: null, pending: null }
  if (pending?.isLeftOut) return refuse(row, base.branchId, 'is a product that you left out of the shop')
  if (row.description === '') return refuse(row, base.branchId, 'has no description')
  // Another branch's row has made it already.
  const twin = newPlans.get(code)
  const plan = twin
    ? { ...twin, ...base, newProduct: null }
    : { ...base, ...describeProduct(row, { ean, ...base }, shop) }
  newPlans.set(code, plan)
  return plan
}

function findSku(ean: string | null, code: string, { skuByCode, skus, pendingByCode }: KnownProducts): string | null {
  if (ean !== null) return skuByCode.get(toCodeKey(ean)) ?? null
  return pendingByCode.get(toCodeKey(code))?.sku ?? (skus.has(code) ? code : null)
}

/** What is known of a product that the shop does not have yet, and what is missing, if anything. */
interface Suggestion {
  list: 'ready' | 'byRule'
  columns: RowColumns
  missing: PendingReason | null
}

function describeProduct(
  row: TillRow,
  { ean, code, priceCents }: PlanBase,
  shop: KnownProducts,
): Pick<PlannedRow, 'list' | 'sku' | 'newProduct' | 'pending'> {
  const medicine = ean === null ? undefined : shop.medicinesByCode.get(toCodeKey(ean))
  const { list, columns, missing } = medicine ? suggestMedicine(medicine, shop) : suggestByRule(row, shop)
  const newProduct = ean === null || priceCents === null ? null : toProductRow(columns, ean, priceCents, shop.slugs)
  const reason = missing ?? (ean === null ? 'code' : priceCents === null ? 'price' : findRowFault(newProduct))
  if (reason !== null) {
    return { list: 'toComplete', sku: null, newProduct: null, pending: { code, ean, reason, suggestion: columns } }
  }
  shop.slugs.add(newProduct?.slug ?? '')
  return { list, sku: ean, newProduct, pending: null }
}

function findRowFault(row: RowColumns | null): 'row' | null {
  return row !== null && ProductRowSchema.safeParse(row).success ? null : 'row'
}

function suggestMedicine(medicine: CmedMedicine, { matchRule }: KnownProducts): Suggestion {
  const { columns, prescriptionClass } = toMedicineColumns(medicine, matchRule)
  return { list: 'ready', columns, missing: prescriptionClass === null ? 'stripe' : null }
}

function suggestByRule({ description, brand: brandCell }: TillRow, { matchRule }: KnownProducts): Suggestion {
  const match = matchRule(description)
  const brand = brandCell === '' ? '' : toTitle(brandCell)
  const isGeneric = /\(gen\)|\bgenerico\b/.test(foldText(description))
  if (match === null || match === 'ambiguous') {
    const columns = { name: toTitle(description), brand, manufacturer: brand }
    return { list: 'byRule', columns, missing: isGeneric ? 'medicine' : (match ?? 'unknown') }
  }
  const { category, subcategory, isMedicine } = match.rule
  const columns = { name: match.name, category, subcategory, brand: brand || (match.brand ?? '') }
  if (isMedicine || isGeneric) return { list: 'byRule', columns: { ...columns, is_medical: '1' }, missing: 'medicine' }
  return { list: 'byRule', columns: toGoodsColumns(columns), missing: columns.brand === '' ? 'brand' : null }
}

function toGoodsColumns(columns: { name: string; brand: string } & RowColumns): RowColumns {
  return {
    ...columns,
    manufacturer: columns.brand,
    presentation: /\b\d+(?:[.,]\d+)?\s?(?:ml|g|kg|l|cm|mm|unidades)\b/i.exec(columns.name)?.[0] ?? '',
    kind: 'nao_medicamento',
    ...toClassColumns('NA'),
  }
}

function refuse(row: TillRow, branchId: number, reason: string): PlannedRow {
  const { line, description } = row
  return {
    ...{ line, description, branchId, reasons: [reason] },
    ...{ list: 'refused', code: '', priceCents: null, stock: null, sku: null, newProduct: null, pending: null },
  }
}

/** The row of a catalogue, of which what is not known is empty. */
export function toProductRow(
  columns: RowColumns,
  sku: string,
  priceCents: number,
  slugs: ReadonlySet<string>,
): RowColumns {
  const slug = toPathSlug(columns.name ?? '')
  return {
    ...Object.fromEntries(Object.keys(ProductRowSchema.shape).map((column) => [column, ''])),
    ...columns,
    sku,
    ean: /^\d{8,14}$/.test(sku) ? sku : (columns.ean ?? ''),
    slug: slugs.has(slug) || slug === '' ? `${slug}-${toPathSlug(sku)}`.replace(/^-/, '') : slug,
    price_typical: (priceCents / 100).toFixed(2),
  }
}

function toPathSlug(name: string): string {
  return foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 180)
}

/** Cents; none for 0, which tills have for what has no price. */
function readPrice(
  cell: string,
  decimalSeparator: DecimalSeparator | undefined,
): { cents: number | null; note?: string } | { fault: string } {
  if (cell === '') return { cents: null, note: 'has no price' }
  // Tills write 4,4900.
  const text = cell.replace(/([.,]\d{2})0+$/, '$1')
  if (isAmbiguousMoney(text) && decimalSeparator === undefined)
    return { fault: `has the price "${cell}", which may be a thousand or one real` }
  const cents = parseMoney(text, decimalSeparator)
  if (cents === null) return { fault: `has the price "${cell}", which is no amount in reais` }
  if (cents > limits.priceCents) return { fault: `has the price "${cell}", which is above what the shop can sell` }
  return cents === 0 ? { cents: null, note: 'has the price 0' } : { cents }
}

/** Units on the shelf; less than none is none. */
function readStock(cell: string): { units: number | null; note?: string } | { fault: string } {
  if (cell === '') return { units: null }
  const [, sign, digits = ''] =
    /^([-+]?)(\d+(?=(?:[.,]0+)?$)|\d{1,3}(?:\.\d{3})+)(?:[.,]0+)?$/.exec(cell.replace(/\s/g, '')) ?? []
  if (sign === undefined) return { fault: `has the stock "${cell}", which is no whole number` }
  const units = Number(digits.replaceAll('.', ''))
  if (sign === '-' && units > 0) return { units: 0, note: `has the stock ${cell}, which was taken as 0` }
  return units > limits.units ? { fault: `has the stock "${cell}", which is above what the shop can keep` } : { units }
}
