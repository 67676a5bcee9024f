import { type Kysely, sql } from 'kysely'
import type { Database, Engine } from '../database/connection.ts'
import type { Tables } from '../database/schema.ts'
import type { Place } from './filters.ts'
import type { Term } from './search-query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Filters count up to this many products. */
export const mostFound = 1000
/** The most products of a search; of more matches, the best sellers are taken. */
export const mostSearched = 400
/** A prefix is replaced by the words that begin with it, if they are at most this many. */
const mostEndings = 16

/** What orders, filters and counts look at. */
export type Candidate = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number]
/** What a product is in every branch. */
export type Match = Awaited<ReturnType<typeof findMatches>>[number]

/**
 * The first products that hold every term: the best sellers, an order (migration 002) that is the same on both engines. Words
 * are of a–z and 0–9 alone (`searchWords`), so no operator of either engine can come in with them.
 */
export function findMatches(
  { query, engine }: Pick<Database, 'query' | 'engine'>,
  vocabulary: Vocabulary,
  terms: Term[],
  place: Place,
  most: number,
) {
  const match = expressionOf(terms, vocabulary, grammars[engine])
  return (engine === 'sqlite' ? foundBySqlite(query, match) : foundByPostgres(query, match))
    .select(ofProduct)
    .select('product.search_text as searchText')
    .where(({ and }) => and(columnsOf(place)))
    .orderBy('position')
    .limit(most)
    .execute()
}

/**
 * The matches that a branch offers, with what it asks for them: one more than `mostSearched` at most.
 * @param matchesOf the first so many matches
 */
export async function findCandidates<Known extends { id: number }>(
  { query, engine }: Pick<Database, 'query' | 'engine'>,
  branchId: number,
  matchesOf: (most: number) => Promise<Known[]>,
) {
  for (let most = mostSearched + 1; ; most *= 4) {
    const matches = await matchesOf(most)
    const ids = matches.map(({ id }) => id)
    const offers = await query
      .selectFrom('offer')
      .select(['product_id as id', 'units_sold as unitsSold'])
      .select(ofOffer)
      .where('branch_id', '=', branchId)
      .where('product_id', 'in', idsIn(ids, engine))
      .execute()
    const offerOf = new Map(offers.map((offer) => [offer.id, offer]))
    const offered = matches.flatMap((match) => {
      const offer = offerOf.get(match.id)
      return offer ? [{ ...match, ...offer }] : []
    })
    if (matches.length < most || offered.length > mostSearched) return offered.slice(0, mostSearched + 1)
  }
}

/** As one JSON parameter: a statement as long as its list would be parsed and planned each time. */
function idsIn(ids: number[], engine: Engine) {
  return engine === 'sqlite'
    ? sql<number>`(select value from json_each(${JSON.stringify(ids)}))`
    : sql<number>`(select unnest(${ids}::integer[]))`
}

/** As far as orders, filters and counts look at a product, whatever is sold of it and wherever. */
const ofProduct = [
  'product.id',
  'product.name_key as nameKey',
  'product.brand',
  'product.active_ingredient as activeIngredient',
  'product.kind',
  'product.requires_prescription as requiresPrescription',
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
    .select([...ofProduct, 'product.units_sold as unitsSold', ...ofOffer])
}

/** Row numbers of the search table hold the id in their lower half. */
function foundBySqlite(query: Kysely<Tables>, match: string) {
  const found = sql<{ id: number; position: number }>`(
    select rowid & 4294967295 as id, rowid as position from product_search where product_search match ${match})`
  return query.selectFrom('product').innerJoin(found.as('found'), 'found.id', 'product.id').select('found.position')
}

/** All that is asked of a product stands in an index. */
function foundByPostgres(query: Kysely<Tables>, match: string) {
  return query
    .selectFrom('product')
    .select(sql<number>`search_row`.as('position'))
    .where(sql<boolean>`search_vector @@ ${match}::tsquery`)
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
    // For a prefix both engines read all matches before returning the first; for whole words they stop early.
    const words = vocabulary.startingWith(word, mostEndings)
    return words === null || words.length === 0 ? begun(word) : any(words.map(whole))
  }
  return all(terms.map(({ ways }) => any(ways.map(({ words }) => all(words.map(search))))))
}
