import { type RawBuilder, sql } from 'kysely'
import type { ProductKind } from '../../database/schema.ts'
import { runningProductIds } from '../bag-promotions/bag-promotions.ts'
import type { ListingProduct } from '../search/search.sql.ts'

export type SqlFragment = RawBuilder<unknown>

/** The table to read columns from that both product and offer have. */
export type ColumnSource = 'offer' | 'product'

/** The columns of a product, and of its offer in a branch, that stored counts are made of. */
export type CountedProduct = Pick<ListingProduct, 'brand' | 'activeIngredient' | 'kind' | 'requiresPrescription'>
export type CountedOffer = Pick<ListingProduct, 'discountPercent'>

/** The definition of a filter of listings. */
interface Facet<Value> {
  /** Narrows nothing. */
  emptyValue: Value
  isSet(value: Value): boolean
  /** The rule, once for the database and once for products in memory. */
  buildCondition(value: Value, source: ColumnSource, now: Date): SqlFragment
  matches(product: ListingProduct, value: Value): boolean
  /** Only the table `product` has its column: offers have those of all others. */
  needsProductTable?: boolean
}

interface ChoiceFacet<Value extends string> extends Facet<readonly Value[]> {
  type: 'choices'
  choiceOf(product: CountedProduct): Value
}

interface FlagFacet extends Facet<boolean> {
  type: 'flag'
  /** How `reindex` counts it; without it it is counted for each listing, since each sale, or the clock, may change it. */
  matchesOffer?: (product: CountedProduct, offer: CountedOffer) => boolean
}

/**
 * The filters of listings. Another one is a row here and one in `app/listing/facet-fields.ts`, with its label; the
 * filters, their conditions and counts follow. The names are also those of the stored counts (`facet_count`).
 */
export const facetDefinitions = {
  kinds: createChoiceFacet<ProductKind>('kind', ({ kind }) => kind),
  price: createPriceFacet(),
  brands: createChoiceFacet('product.brand', ({ brand }) => brand),
  ingredients: createChoiceFacet('product.activeIngredient', ({ activeIngredient }) => activeIngredient),
  inStock: createFlagFacet({
    buildCondition: () => sql`offer.is_out_of_stock = 0`,
    matches: ({ isOutOfStock }) => !isOutOfStock,
  }),
  onOffer: createCountedFlagFacet(
    () => sql`offer.discount_percent > 0`,
    (_, { discountPercent }) => discountPercent > 0,
  ),
  inBagPromotion: createFlagFacet({
    buildCondition: (source, now) =>
      sql`${sql.ref(source === 'offer' ? 'offer.product_id' : 'product.id')} in ${runningProductIds(now)}`,
    matches: ({ isInBagPromotion }) => isInBagPromotion,
  }),
  withoutPrescription: createCountedFlagFacet(
    (source) => sql`${sql.ref(`${source}.requires_prescription`)} = 0`,
    ({ requiresPrescription }) => !requiresPrescription,
  ),
}

/** @param column with its table, unless both have it */
function createChoiceFacet<Value extends string>(
  column: string,
  choiceOf: (product: CountedProduct) => Value,
): ChoiceFacet<Value> {
  const needsProductTable = column.includes('.')
  return {
    type: 'choices',
    emptyValue: [],
    isSet: (values) => values.length > 0,
    buildCondition: (values, source) =>
      sql`${sql.ref(needsProductTable ? column : `${source}.${column}`)} in (${sql.join(values)})`,
    matches: (product, values) => values.includes(choiceOf(product)),
    needsProductTable,
    choiceOf,
  }
}

function createFlagFacet(definition: {
  buildCondition: (source: ColumnSource, now: Date) => SqlFragment
  matches: (product: ListingProduct) => boolean
  needsProductTable?: boolean
}): FlagFacet {
  return {
    ...definition,
    type: 'flag',
    emptyValue: false,
    isSet: (value) => value,
    buildCondition: (_, source, now) => definition.buildCondition(source, now),
  }
}

function createCountedFlagFacet(
  buildCondition: (source: ColumnSource) => SqlFragment,
  matchesOffer: NonNullable<FlagFacet['matchesOffer']>,
): FlagFacet {
  return { ...createFlagFacet({ buildCondition, matches: (product) => matchesOffer(product, product) }), matchesOffer }
}

interface PriceRange {
  minCents: number | null
  maxCents: number | null
}

function createPriceFacet(): Facet<PriceRange> & { type: 'range' } {
  const priceColumn = sql`offer.effective_price_cents`
  return {
    type: 'range',
    emptyValue: { minCents: null, maxCents: null },
    isSet: ({ minCents, maxCents }) => minCents !== null || maxCents !== null,
    buildCondition: ({ minCents, maxCents }) =>
      sql`${priceColumn} >= ${minCents ?? 0}${maxCents === null ? sql`` : sql` and ${priceColumn} <= ${maxCents}`}`,
    matches: (product, { minCents, maxCents }) =>
      product.priceCents >= (minCents ?? 0) && (maxCents === null || product.priceCents <= maxCents),
  }
}

export type FacetKey = keyof typeof facetDefinitions
type KeyOf<Type> = { [Key in FacetKey]: (typeof facetDefinitions)[Key] extends Type ? Key : never }[FacetKey]
/** The facets that offer values, and those that are set or not. */
export type ChoiceKey = KeyOf<{ type: 'choices' }>
export type FlagKey = KeyOf<{ type: 'flag' }>

type ValueOf<SomeFacet> = SomeFacet extends Facet<infer Value> ? Value : never
/** What a listing is narrowed by: of each facet its value. */
export type Filters = { readonly [Key in FacetKey]: ValueOf<(typeof facetDefinitions)[Key]> }

/** The rows as one type: a filter's value always belongs to its own facet. */
const facetEntries = Object.entries(facetDefinitions) as [FacetKey, Facet<unknown>][]
const listKeysOfType = (type: string) =>
  (Object.keys(facetDefinitions) as FacetKey[]).filter((key) => facetDefinitions[key].type === type)
export const choiceKeys = listKeysOfType('choices') as ChoiceKey[]
export const flagKeys = listKeysOfType('flag') as FlagKey[]

export const noFilters = Object.fromEntries(
  facetEntries.map(([key, { emptyValue }]) => [key, emptyValue]),
) as unknown as Filters

function listActiveFacets(filters: Filters) {
  return facetEntries.filter(([key, facet]) => facet.isSet(filters[key]))
}

export function isFiltered(filters: Filters): boolean {
  return listActiveFacets(filters).length > 0
}

export function matchesFilters(product: ListingProduct, filters: Filters): boolean {
  return listActiveFacets(filters).every(([key, facet]) => facet.matches(product, filters[key]))
}

/** The same for the database. */
export function buildFilterConditions(filters: Filters, now: Date, source: ColumnSource = 'offer'): SqlFragment[] {
  return listActiveFacets(filters).map(([key, facet]) => facet.buildCondition(filters[key], source, now))
}

export function needsProductTable(filters: Filters): boolean {
  return listActiveFacets(filters).some(([, facet]) => facet.needsProductTable)
}
