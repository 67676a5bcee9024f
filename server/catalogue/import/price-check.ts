import type { BareContext } from '../../context.ts'
import type { Ceiling } from '../ceiling-rates.ts'
import {
  type CeilingRules,
  decideCeiling,
  indexPacks,
  type ListedMedicine,
  loadBranchRules,
  loadPacks,
  type PricedProduct,
  pricedProductColumns,
  toPacks,
} from '../ceilings.ts'

export interface PriceAboveCeiling {
  productId: number
  sku: string
  name: string
  branchId: number
  priceCents: number
  ceiling: Ceiling
}

/** For how many medicines a column counts, in a state. */
export interface UsedColumn extends Omit<Ceiling, 'cents'> {
  productCount: number
}

/**
 * Compares every branch's price with its ceiling. The price compared is the one charged, after the product's discount.
 * @param list compares with this list alone; without it with what the shop has (`ceilings.ts`)
 * @param branchId compares this branch's prices alone; null: those of all
 * @returns how many of the shop's medicines have a ceiling, by which columns, and the prices above it
 */
export async function findPricesAboveCeiling(
  ctx: BareContext,
  list?: ListedMedicine[],
  branchId: number | null = null,
) {
  const offers = await ctx.db
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.productId')
    .where('product.isMedicine', '=', true)
    .$if(branchId !== null, (qb) => qb.where('offer.branchId', '=', branchId as number))
    .select(pricedProductColumns)
    .select(['product.sku', 'product.name', 'offer.branchId', 'offer.effectivePriceCents'])
    .orderBy('product.id')
    .orderBy('offer.branchId')
    .execute()
  const branchRules = await loadBranchRules(ctx)
  const rules: CeilingRules = {
    ...branchRules,
    packs: list ? indexPacks(list.flatMap(toPacks)) : await loadPacks(ctx, listProducts(offers)),
  }
  const findCeiling = (product: PricedProduct, branchId: number) =>
    decideCeiling(rules, list ? { ...product, ceilingPriceCents: null } : product, branchId)
  const pricesAboveCeiling: PriceAboveCeiling[] = []
  const ceilingsByProductId = new Map<number, Map<string | null, Ceiling>>()
  for (const offer of offers) {
    const state = rules.stateByBranchId.get(offer.branchId) ?? null
    const ceilingsByState = ceilingsByProductId.get(offer.id) ?? new Map<string | null, Ceiling>()
    const ceiling = ceilingsByState.get(state) ?? findCeiling(offer, offer.branchId)
    if (!ceiling) continue
    ceilingsByProductId.set(offer.id, ceilingsByState.set(state, ceiling))
    if (offer.effectivePriceCents <= ceiling.cents) continue
    const { id: productId, sku, name, branchId, effectivePriceCents } = offer
    pricesAboveCeiling.push({ productId, sku, name, branchId, priceCents: effectivePriceCents, ceiling })
  }
  const usedCeilings = [...ceilingsByProductId.values()].flatMap((ceilings) => [...ceilings.values()])
  return {
    matchedProductCount: ceilingsByProductId.size,
    usedColumns: countColumns(usedCeilings),
    pricesAboveCeiling,
  }
}

function listProducts(offers: PricedProduct[]): PricedProduct[] {
  return [...new Map(offers.map((product) => [product.id, product])).values()]
}

function countColumns(ceilings: Ceiling[]): UsedColumn[] {
  const columnByName = new Map<string, UsedColumn>()
  for (const { cents, ...column } of ceilings) {
    const name = JSON.stringify(column)
    const productCount = (columnByName.get(name)?.productCount ?? 0) + 1
    columnByName.set(name, { ...column, productCount })
  }
  return [...columnByName.values()].sort((a, b) => b.productCount - a.productCount)
}
