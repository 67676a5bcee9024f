import { type Kysely, sql } from 'kysely'
import type { Database, Engine } from '../database/connection.ts'
import type { Tables } from '../database/schema.ts'
import type { Place } from './filters.ts'
import type { Term } from './search-query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Filters count no further. */
export const mostFound = 1000
/** More products than anyone looks through: of what a search finds beyond, the best sellers count. */
export const mostSearched = 400
/** So many words at most are searched one by one in the place of those that begin alike. */
const mostEndings = 16

/** What orders, filters and counts look at; of a search its words, too. */
export type Candidate = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number]
export type FoundCandidate = Candidate & { searchText: string }

/**
 * Products that hold every term, one more than `mostSearched` at most: the best sellers, an order (migration 002) that is the
 * same on both engines. Words are of a–z and 0–9 alone (`searchWords`), so no operator of either engine can come in with them.
 */
export async function findCandidates(
  { query, engine }: Pick<Database, 'query' | 'engine'>,
  vocabulary: Vocabulary,
  branchId: number,
  terms: Term[],
  place: Place,
): Promise<FoundCandidate[]> {
  const match = expressionOf(terms, vocabulary, grammars[engine])
  if (engine === 'sqlite') return foundBySqlite(query, match, branchId, place).execute()
  for (let most = mostSearched + 1; ; most *= 4) {
    const found = await foundByPostgres(query, match, branchId, place, most).execute()
    const offered = found.filter((product): product is typeof product & FoundCandidate => product.outOfStock !== null)
    if (found.length < most || offered.length > mostSearched) return offered.slice(0, mostSearched + 1)
  }
}

/** As far as orders, filters and counts look at a product of a branch. */
const ofProduct = [
  'product.id',
  'product.name_key as nameKey',
  'product.brand',
  'product.active_ingredient as activeIngredient',
  'product.kind',
  'product.requires_prescription as requiresPrescription',
  'product.units_sold as unitsSold',
] as const
const ofOffer = [
  'offer.out_of_stock as outOfStock',
  'offer.effective_price_cents as priceCents',
  'offer.discount_percent as discountPercent',
] as const

/** A branch's products, as far as orders, filters and counts look at them. */
export function selectListed(query: Kysely<Tables>, branchId: number) {
  return query
    .selectFrom('product')
    .innerJoin('offer', (join) =>
      join.onRef('offer.product_id', '=', 'product.id').on('offer.branch_id', '=', branchId),
    )
    .select([...ofProduct, ...ofOffer])
}

/** Row numbers of the search table hold the id in their lower half. */
function foundBySqlite(query: Kysely<Tables>, match: string, branchId: number, place: Place) {
  const found = sql<{ id: number; position: number }>`(
    select rowid & 4294967295 as id, rowid as position from product_search where product_search match ${match})`
  return selectListed(query, branchId)
    .innerJoin(found.as('found'), 'found.id', 'product.id')
    .select('product.search_text as searchText')
    .where(({ and }) => and(columnsOf(place)))
    .orderBy('found.position')
    .limit(mostSearched + 1)
}

/**
 * The first matches, then their offers, which some may not have: joined before they are cut off, PostgreSQL would look up the
 * offer of every match. All that is asked of a product stands in an index, all that is asked of its offer in another.
 */
function foundByPostgres(query: Kysely<Tables>, match: string, branchId: number, place: Place, most: number) {
  return query
    .selectFrom((from) =>
      from
        .selectFrom('product')
        .select([...ofProduct, 'product.search_text as searchText', sql<number>`search_row`.as('position')])
        .where(sql<boolean>`search_vector @@ ${match}::tsquery`)
        .where(({ and }) => and(columnsOf(place)))
        .orderBy('position')
        .limit(most)
        .as('found'),
    )
    .leftJoin('offer', (join) => join.onRef('offer.product_id', '=', 'found.id').on('offer.branch_id', '=', branchId))
    .selectAll('found')
    .select(ofOffer)
    .orderBy('found.position')
}

function columnsOf({ categoryId, subcategoryId }: Place) {
  return {
    ...(categoryId !== undefined && { 'product.category_id': categoryId }),
    ...(subcategoryId !== undefined && { 'product.subcategory_id': subcategoryId }),
  }
}

/** How an engine writes what it shall look for. */
interface Grammar {
  and: string
  or: string
  whole: (word: string) => string
  begun: (word: string) => string
}

const grammars: Record<Engine, Grammar> = {
  sqlite: { and: ' AND ', or: ' OR ', whole: (word) => `"${word}"`, begun: (word) => `"${word}"*` },
  postgres: { and: ' & ', or: ' | ', whole: (word) => `'${word}'`, begun: (word) => `'${word}':*` },
}

function expressionOf(terms: Term[], vocabulary: Vocabulary, { and, or, whole, begun }: Grammar): string {
  const all = (parts: string[]) => `(${parts.join(and)})`
  const any = (parts: string[]) => `(${parts.join(or)})`
  const search = (word: string) => {
    // One letter would begin half the catalogue.
    if (word.length === 1 && !/\d/.test(word)) return whole(word)
    // Both engines read all products of a beginning before they give the first, but stop early with whole words.
    const words = vocabulary.startingWith(word, mostEndings)
    return words === null || words.length === 0 ? begun(word) : any(words.map(whole))
  }
  return all(terms.map(({ ways }) => any(ways.map(({ words }) => all(words.map(search))))))
}
