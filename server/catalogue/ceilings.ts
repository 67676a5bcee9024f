import type { BareContext, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { loadBranchStates } from '../delivery/branch-states.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { type Ceiling, type CeilingRate, chooseCeiling, defaultCeilingRates, type ListedPack } from './ceiling-rates.ts'

export interface StoredCeilingList {
  /** yyyy-MM-dd; null where the list did not tell. */
  publishedOn: string | null
  importedAt: Date
  packCount: number
}

/** What tells a product's ceiling. */
export type PricedProduct = Pick<
  Row<'product'>,
  'id' | 'kind' | 'isMedicine' | 'ean' | 'ggrem' | 'anvisaRegistration' | 'ceilingPriceCents'
>

export const pricedProductColumns = [
  'product.id',
  'product.kind',
  'product.isMedicine',
  'product.ean',
  'product.ggrem',
  'product.anvisaRegistration',
  'product.ceilingPriceCents',
] as const

/** A list's packs by their codes, without the zeros in front that spreadsheets drop. */
export interface PackIndex {
  byEan: Map<string, ListedPack[]>
  byGgrem: Map<string, ListedPack[]>
  byRegistration: Map<string, ListedPack[]>
}

/** What decides on a ceiling, beside the product. */
export interface CeilingRules {
  packs: PackIndex
  stateByBranchId: Map<number, string | null>
  rates: CeilingRate[]
}

/** What counts of a medicine of the CMED's list. */
export interface ListedMedicine extends ListedPack {
  ggrem: string
  registration: string
  eans: string[]
}

type PackCodes = Record<'ean' | 'ggrem' | 'registration', string | null>

/** The legal ceiling of a product in a branch: the one rule of pages, forms, calls and files. Null where none is known. */
export async function findCeiling(
  ctx: Pick<BareContext, 'db'>,
  productId: number,
  branchId: number,
): Promise<Ceiling | null> {
  return (await loadCeilingFinder(ctx, productId))(branchId)
}

/** The ceiling of a product in any branch. */
export async function loadCeilingFinder(
  ctx: Pick<BareContext, 'db'>,
  productId: number,
): Promise<(branchId: number) => Ceiling | null> {
  const product = await ctx.db
    .selectFrom('product')
    .select(pricedProductColumns)
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) return () => null
  const decide = await loadCeilings(ctx, [product])
  return (branchId) => decide(product, branchId)
}

/** The ceilings of these products, in any branch. */
export async function loadCeilings(
  ctx: Pick<BareContext, 'db'>,
  products: PricedProduct[],
): Promise<(product: PricedProduct, branchId: number) => Ceiling | null> {
  const [packs, branchRules] = await Promise.all([loadPacks(ctx, products), loadBranchRules(ctx)])
  return (product, branchId) => decideCeiling({ packs, ...branchRules }, product, branchId)
}

/** By a product's id the lowest ceiling of all branches. */
export async function loadLowestCeilings(
  ctx: Pick<BareContext, 'db'>,
  products: PricedProduct[],
): Promise<Map<number, Ceiling>> {
  const [packs, branchRules] = await Promise.all([loadPacks(ctx, products), loadBranchRules(ctx)])
  const branchIds = [...branchRules.stateByBranchId.keys()]
  return new Map(
    products.flatMap((product) => {
      const ceilings = branchIds.flatMap((id) => decideCeiling({ packs, ...branchRules }, product, id) ?? [])
      const [lowest] = ceilings.sort((a, b) => a.cents - b.cents)
      return lowest ? [[product.id, lowest] as const] : []
    }),
  )
}

/** The rates, and the state of each branch. */
export async function loadBranchRules(ctx: Pick<BareContext, 'db'>): Promise<Omit<CeilingRules, 'packs'>> {
  const [stateByBranchId, rates] = await Promise.all([loadBranchStates(ctx), listCeilingRates(ctx)])
  return { stateByBranchId, rates }
}

/** The CMED's list counts where it names the product; else what the catalogue's file says. */
export function decideCeiling(rules: CeilingRules, product: PricedProduct, branchId: number): Ceiling | null {
  const state = rules.stateByBranchId.get(branchId) ?? null
  const isGeneric = product.kind === 'generico'
  const ceiling = chooseCeiling(findPacks(rules.packs, product), { state, isGeneric, rates: rules.rates })
  if (ceiling) return ceiling
  const { ceilingPriceCents } = product
  return ceilingPriceCents === null ? null : { cents: ceilingPriceCents, rate: null, state, doubt: null }
}

/** By the GGREM code, else the registration, else the bar code: the most reliable first. */
function findPacks({ byEan, byGgrem, byRegistration }: PackIndex, product: PricedProduct): ListedPack[] {
  if (!product.isMedicine) return []
  const { ean, ggrem, registration } = stripProductCodes(product)
  return byGgrem.get(ggrem ?? '') ?? byRegistration.get(registration ?? '') ?? byEan.get(ean ?? '') ?? []
}

/** A medicine's packs: one for each bar code; one without, where the list has none. */
export function toPacks({ eans, ggrem, registration, isGeneric, isIcmsFree, ceilings }: ListedMedicine) {
  const uniqueEans = [...new Set(eans.map(stripCode))]
  return (uniqueEans.length > 0 ? uniqueEans : [null]).map((ean) => ({
    ...{ ean, ggrem: stripCode(ggrem), registration: stripCode(registration) },
    ...{ isGeneric, isIcmsFree, ceilings },
  }))
}

export function indexPacks(packs: (ListedPack & PackCodes)[]): PackIndex {
  const index: PackIndex = { byEan: new Map(), byGgrem: new Map(), byRegistration: new Map() }
  const add = (map: Map<string, ListedPack[]>, code: string | null, pack: ListedPack) => {
    if (code) map.set(code, [...(map.get(code) ?? []), pack])
  }
  for (const pack of packs) {
    add(index.byEan, pack.ean, pack)
    add(index.byGgrem, pack.ggrem, pack)
    add(index.byRegistration, pack.registration, pack)
  }
  return index
}

/** Digits without zeros in front; null for a code without any. */
function stripCode(code: string | null): string | null {
  return code?.replace(/\D/g, '').replace(/^0+/, '') || null
}

function stripProductCodes({ ean, ggrem, anvisaRegistration }: PricedProduct): PackCodes {
  return { ean: stripCode(ean), ggrem: stripCode(ggrem), registration: stripCode(anvisaRegistration) }
}

/** Those of the stored list that may be these products'. */
export async function loadPacks(ctx: Pick<BareContext, 'db'>, products: PricedProduct[]): Promise<PackIndex> {
  const rows: Row<'priceCeiling'>[] = []
  for (const batch of splitIntoBatches(products.filter(({ isMedicine }) => isMedicine))) {
    const codes = batch.map(stripProductCodes)
    const listCodes = (column: keyof PackCodes) => codes.flatMap((product) => product[column] ?? [])
    const query = ctx.db.selectFrom('priceCeiling').selectAll()
    for (const column of ['ean', 'ggrem', 'registration'] as const) {
      const batchCodes = listCodes(column)
      if (batchCodes.length > 0) rows.push(...(await query.where(column, 'in', batchCodes).execute()))
    }
  }
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return indexPacks([...rowById.values()].map((row) => ({ ...row, ceilings: JSON.parse(row.centsByRate) })))
}

/** All rates; of a state and a kind the first counts: the owner's stand before those that the shop began with. */
export async function listCeilingRates(ctx: Pick<BareContext, 'db'>): Promise<CeilingRate[]> {
  return [...(await ctx.db.selectFrom('ceilingRate').selectAll().execute()), ...defaultCeilingRates]
}

/** @param rate of a state (`states` of the branches) and a kind; in place of what was set before */
export async function setCeilingRate(ctx: TransactionContext, rate: CeilingRate): Promise<void> {
  const { state, isGeneric, ...values } = rate
  await ctx.db
    .insertInto('ceilingRate')
    .values({ state, isGeneric, ...values })
    .onConflict((conflict) => conflict.columns(['state', 'isGeneric']).doUpdateSet(values))
    .execute()
}

/** Both of a state; without an entry a rate is null. */
export interface StateRates {
  generic: CeilingRate
  other: CeilingRate
}

export function selectStateRates(rates: CeilingRate[], state: string): StateRates {
  const find = (isGeneric: boolean) =>
    rates.find((rate) => rate.state === state && rate.isGeneric === isGeneric) ??
    ({ state, isGeneric, rate: null, source: '', sourceDate: '' } satisfies CeilingRate)
  return { generic: find(true), other: find(false) }
}

/** A state's rates, locked until the transaction ends. */
export async function lockStateRates(ctx: TransactionContext, state: string): Promise<StateRates> {
  const { generic, other } = selectStateRates(await listCeilingRates(ctx), state)
  // Who comes second waits here for the first one's rows.
  await ctx.db
    .insertInto('ceilingRate')
    .values([generic, other])
    .onConflict((conflict) => conflict.columns(['state', 'isGeneric']).doUpdateSet({ state }))
    .execute()
  return selectStateRates(await listCeilingRates(ctx), state)
}

/** Null before the first list. */
export async function findStoredCeilingList(ctx: Pick<BareContext, 'db'>): Promise<StoredCeilingList | null> {
  const list = await ctx.db.selectFrom('ceilingList').select(['publishedOn', 'importedAt']).executeTakeFirst()
  if (!list) return null
  const { packCount } = await ctx.db
    .selectFrom('priceCeiling')
    .select(({ fn }) => fn.countAll<number>().as('packCount'))
    .executeTakeFirstOrThrow()
  return { ...list, packCount: Number(packCount) }
}
