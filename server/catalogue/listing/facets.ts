import { type RawBuilder, sql } from 'kysely'
import type { ProductKind } from '../../database/schema.ts'
import type { Candidate } from '../search/search.sql.ts'

export type Condition = RawBuilder<unknown>

/** The table to read columns from that both product and offer have. */
export type ColumnSource = 'offer' | 'product'

/** The columns of a product, and of its offer in a branch, that stored counts are made of. */
export type CountedProduct = Pick<Candidate, 'brand' | 'activeIngredient' | 'kind' | 'requiresPrescription'>
export type CountedOffer = Pick<Candidate, 'discountPercent'>

/** One thing that a listing can be narrowed by. */
interface Facet<Value> {
  /** Narrows nothing. */
  none: Value
  isSet(value: Value): boolean
  /** The rule, once for the database and once for products in memory. */
  condition(value: Value, source: ColumnSource): Condition
  matches(product: Candidate, value: Value): boolean
  /** Only the table `product` has its column: offers have those of all others. */
  needsProduct?: boolean
}

interface ChoiceFacet<Value extends string> extends Facet<readonly Value[]> {
  type: 'choices'
  choiceOf(product: CountedProduct): Value
}

interface Flag extends Facet<boolean> {
  type: 'flag'
  /** How `reindex` counts it; without it it is counted for each listing, since each sale may change it. */
  isCounted?: (product: CountedProduct, offer: CountedOffer) => boolean
}

/**
 * What listings can be narrowed by. One more is a row here and one in `app/listing/facet-fields.ts`, with its words; the
 * filters, their conditions and counts follow. The names are also those of the stored counts (`facet_count`).
 */
export const facets = {
  kinds: choices<ProductKind>('kind', ({ kind }) => kind),
  price: range(),
  brands: choices('product.brand', ({ brand }) => brand),
  ingredients: choices('product.active_ingredient', ({ activeIngredient }) => activeIngredient),
  inStock: flag({
    condition: () => sql`offer.out_of_stock = 0`,
    matches: ({ outOfStock }) => outOfStock === 0,
  }),
  onOffer: countedFlag(
    () => sql`offer.discount_percent > 0`,
    (_, { discountPercent }) => discountPercent > 0,
  ),
  withoutPrescription: countedFlag(
    (source) => sql`${sql.ref(`${source}.requires_prescription`)} = 0`,
    ({ requiresPrescription }) => requiresPrescription === 0,
  ),
}

/** @param column with its table, unless both have it */
function choices<Value extends string>(
  column: string,
  choiceOf: (product: CountedProduct) => Value,
): ChoiceFacet<Value> {
  const needsProduct = column.includes('.')
  return {
    type: 'choices',
    none: [],
    isSet: (values) => values.length > 0,
    condition: (values, source) =>
      sql`${sql.ref(needsProduct ? column : `${source}.${column}`)} in (${sql.join(values)})`,
    matches: (product, values) => values.includes(choiceOf(product)),
    needsProduct,
    choiceOf,
  }
}

function flag(rules: {
  condition: (source: ColumnSource) => Condition
  matches: (product: Candidate) => boolean
  needsProduct?: boolean
}): Flag {
  return {
    ...rules,
    type: 'flag',
    none: false,
    isSet: (value) => value,
    condition: (_, source) => rules.condition(source),
  }
}

function countedFlag(condition: (source: ColumnSource) => Condition, isCounted: NonNullable<Flag['isCounted']>): Flag {
  return { ...flag({ condition, matches: (product) => isCounted(product, product) }), isCounted }
}

interface PriceRange {
  fromCents: number | null
  toCents: number | null
}

function range(): Facet<PriceRange> & { type: 'range' } {
  const priceCents = sql`offer.effective_price_cents`
  return {
    type: 'range',
    none: { fromCents: null, toCents: null },
    isSet: ({ fromCents, toCents }) => fromCents !== null || toCents !== null,
    condition: ({ fromCents, toCents }) =>
      sql`${priceCents} >= ${fromCents ?? 0}${toCents === null ? sql`` : sql` and ${priceCents} <= ${toCents}`}`,
    matches: (product, { fromCents, toCents }) =>
      product.priceCents >= (fromCents ?? 0) && (toCents === null || product.priceCents <= toCents),
  }
}

export type FacetKey = keyof typeof facets
type KeyOf<Type> = { [Key in FacetKey]: (typeof facets)[Key] extends Type ? Key : never }[FacetKey]
/** The facets that offer values, and those that are set or not. */
export type ChoiceKey = KeyOf<{ type: 'choices' }>
export type FlagKey = KeyOf<{ type: 'flag' }>

type ValueOf<One> = One extends Facet<infer Value> ? Value : never
/** What a listing is narrowed by: of each facet its value. */
export type Filters = { readonly [Key in FacetKey]: ValueOf<(typeof facets)[Key]> }

/** The rows as one type: a filter's value always belongs to its own facet. */
const rows = Object.entries(facets) as [FacetKey, Facet<unknown>][]
const keysOf = (type: string) => (Object.keys(facets) as FacetKey[]).filter((key) => facets[key].type === type)
export const choiceKeys = keysOf('choices') as ChoiceKey[]
export const flagKeys = keysOf('flag') as FlagKey[]

export const noFilters = Object.fromEntries(rows.map(([key, { none }]) => [key, none])) as unknown as Filters

function active(filters: Filters) {
  return rows.filter(([key, facet]) => facet.isSet(filters[key]))
}

export function isFiltered(filters: Filters): boolean {
  return active(filters).length > 0
}

export function matchesFilters(product: Candidate, filters: Filters): boolean {
  return active(filters).every(([key, facet]) => facet.matches(product, filters[key]))
}

/** The same for the database. */
export function conditions(filters: Filters, source: ColumnSource = 'offer'): Condition[] {
  return active(filters).map(([key, facet]) => facet.condition(filters[key], source))
}

export function needsProduct(filters: Filters): boolean {
  return active(filters).some(([, facet]) => facet.needsProduct)
}
