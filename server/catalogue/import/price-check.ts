import type { Context } from '../../context.ts'
import type { ProductKind } from '../../database/schema.ts'
import type { CmedMedicine } from './cmed-list.ts'

/** The columns of São Paulo's ceilings (PMC), by the ICMS of a product: 12 % on generics, none on what is free of it, else 18 %. */
type CeilingColumn = 'PMC 18 %' | 'PMC 12 %' | 'PMC 0 %'

/** What is compared of a list's medicine. */
type PriceCeiling = Pick<CmedMedicine, 'ggrem' | 'registration' | 'eans' | 'isGeneric' | 'isIcmsFree' | 'ceilings'>

/** The column that a product's ceiling stands in, whether the list has it or not. */
function chooseCeilingColumn(
  { isGeneric, isIcmsFree }: Pick<PriceCeiling, 'isGeneric' | 'isIcmsFree'>,
  kind: ProductKind,
): CeilingColumn {
  if (isIcmsFree) return 'PMC 0 %'
  return (isGeneric ?? kind === 'generico') ? 'PMC 12 %' : 'PMC 18 %'
}

/** A price above the legal ceiling. */
interface PriceAboveCeiling {
  sku: string
  name: string
  branchId: number
  priceCents: number
  ceilingCents: number
  column: CeilingColumn
}

/** Which column the ceilings of how many medicines stand in. */
export interface UsedColumn {
  column: CeilingColumn
  /** The one that counts for them by law, where the list lacks it. */
  missingColumn: CeilingColumn | null
  productCount: number
}

/**
 * Compares every branch's price with the list: by GGREM code, else registration, else bar code; where a code stands twice, with
 * the lowest ceiling. The price compared is the one charged, after the product's discount.
 * @returns how many of the shop's medicines are in the list, by which columns, and the prices above their ceiling
 */
export async function findPricesAboveCeiling(ctx: Context, ceilings: PriceCeiling[]) {
  const ceilingsByCode = indexByCode(ceilings)
  const offers = await ctx.db
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.productId')
    .where('product.isMedicine', '=', true)
    .select([
      'product.id',
      'product.sku',
      'product.kind',
      'product.name',
      'product.ggrem',
      'product.anvisaRegistration',
      'product.ean',
    ])
    .select(['offer.branchId', 'offer.effectivePriceCents'])
    .orderBy('product.id')
    .orderBy('offer.branchId')
    .execute()
  const limitByProductId = new Map<number, ProductLimit>()
  const pricesAboveCeiling: PriceAboveCeiling[] = []
  for (const offer of offers) {
    const [matches] = listCodes({
      ggrem: offer.ggrem ?? '',
      registration: offer.anvisaRegistration ?? '',
      eans: [offer.ean ?? ''],
    }).flatMap((code) => [ceilingsByCode.get(code) ?? []].filter(({ length }) => length > 0))
    if (matches === undefined) continue
    const limit = limitByProductId.get(offer.id) ?? findLowestLimit(matches, offer.kind)
    limitByProductId.set(offer.id, limit)
    if (offer.effectivePriceCents <= limit.ceilingCents) continue
    pricesAboveCeiling.push({
      sku: offer.sku,
      name: offer.name,
      branchId: offer.branchId,
      priceCents: offer.effectivePriceCents,
      ceilingCents: limit.ceilingCents,
      column: limit.column,
    })
  }
  const usedColumns = countColumns([...limitByProductId.values()])
  return { matchedProductCount: limitByProductId.size, usedColumns, pricesAboveCeiling }
}

/** A code may stand twice in a list. */
function indexByCode(ceilings: PriceCeiling[]): Map<string, PriceCeiling[]> {
  const ceilingsByCode = new Map<string, PriceCeiling[]>()
  for (const ceiling of ceilings)
    for (const code of listCodes(ceiling)) ceilingsByCode.set(code, [...(ceilingsByCode.get(code) ?? []), ceiling])
  return ceilingsByCode
}

interface ProductLimit {
  ceilingCents: number
  column: CeilingColumn
  missingColumn: CeilingColumn | null
}

function findLowestLimit(ceilings: PriceCeiling[], kind: ProductKind): ProductLimit {
  const limits = ceilings.map((ceiling): ProductLimit => {
    const column = chooseCeilingColumn(ceiling, kind)
    const ceilingCents = ceiling.ceilings[column.slice('PMC '.length)]
    return ceilingCents === undefined
      ? { ceilingCents: ceiling.ceilings['18 %'] ?? Infinity, column: 'PMC 18 %', missingColumn: column }
      : { ceilingCents, column, missingColumn: null }
  })
  return limits.reduce((lowest, limit) => (limit.ceilingCents < lowest.ceilingCents ? limit : lowest))
}

function countColumns(limits: ProductLimit[]): UsedColumn[] {
  const columnByName = new Map<string, UsedColumn>()
  for (const { column, missingColumn } of limits) {
    const name = `${column} ${missingColumn}`
    const count = columnByName.get(name)?.productCount ?? 0
    columnByName.set(name, { column, missingColumn, productCount: count + 1 })
  }
  return [...columnByName.values()].sort((a, b) => b.productCount - a.productCount)
}

/** The codes that identify a medicine, the most reliable first; without the leading zeros that spreadsheets drop. */
function listCodes({ ggrem, registration, eans }: Pick<PriceCeiling, 'ggrem' | 'registration' | 'eans'>): string[] {
  const stripCode = (code: string) => code.replace(/\D/g, '').replace(/^0+/, '')
  return [`g${stripCode(ggrem)}`, `r${stripCode(registration)}`, ...eans.map((ean) => `e${stripCode(ean)}`)].filter(
    (code) => code.length > 1,
  )
}
