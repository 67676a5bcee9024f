import { type Kysely, sql } from 'kysely'
import type { Database, Engine } from '../../database/connection.ts'
import type { Tables } from '../../database/schema.ts'
import type { CategoryScope } from '../listing/category-scope.ts'
import type { Term } from './search-query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Filters count up to this many products. */
export const maxCounted = 1000
/** The most products of a search; of more matches, the best sellers are taken. */
export const maxResults = 400
/** A prefix is replaced by the words that begin with it, if they are at most this many. */
const maxEndings = 16

/** What sorting, filters and counts need. */
export type Candidate = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number]
/** With how well it matches a search (`withScores`). */
export type ScoredCandidate = Candidate & { score: number }
/** A product found by a search: the part that is the same in every branch. */
export type Match = Awaited<ReturnType<typeof findMatches>>[number]

/**
 * The best-selling products that contain every term, in an order that is the same on both engines (`100-shop/search.ts`). Words
 * consist of a–z and 0–9 only (`searchWords`), so no operator of either engine's syntax can be injected.
 */
export function findMatches(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  vocabulary: Vocabulary,
  terms: Term[],
  scope: CategoryScope,
  limit: number,
) {
  const match = expressionOf(terms, vocabulary, grammars[engine])
  return (engine === 'sqlite' ? selectMatchesSqlite(db, match) : selectMatchesPostgres(db, match))
    .select(ofProduct)
    .select('product.search_text as searchText')
    .where(({ and }) => and(columnsOf(scope)))
    .orderBy('position')
    .limit(limit)
    .execute()
}

/**
 * The matches that a branch offers, with its prices: at most `maxResults` + 1.
 * @param matchesOf returns the first `limit` matches
 */
export async function findCandidates<Known extends { id: number }>(
  database: Pick<Database, 'db' | 'engine'>,
  branchId: number,
  matchesOf: (limit: number) => Promise<Known[]>,
) {
  for (let limit = maxResults + 1; ; limit *= 4) {
    const matches = await matchesOf(limit)
    const offerOf = await findOffers(
      database,
      branchId,
      matches.map(({ id }) => id),
    )
    const offered = matches.flatMap((match) => {
      const offer = offerOf.get(match.id)
      return offer ? [{ ...match, ...offer }] : []
    })
    if (matches.length < limit || offered.length > maxResults) return offered.slice(0, maxResults + 1)
  }
}

/** A branch's price, stock and sales of products, by their ids. */
export async function findOffers({ db, engine }: Pick<Database, 'db' | 'engine'>, branchId: number, ids: number[]) {
  const offers = await db
    .selectFrom('offer')
    .select(['product_id as id', 'units_sold as unitsSold'])
    .select(ofOffer)
    .where('branch_id', '=', branchId)
    .where('product_id', 'in', idsIn(ids, engine))
    .execute()
  return new Map(offers.map((offer) => [offer.id, offer]))
}

/** One parameter for the whole list: with one for each id, every length would be another statement to parse and plan. */
function idsIn(ids: number[], engine: Engine) {
  return engine === 'sqlite'
    ? sql<number>`(select value from json_each(${JSON.stringify(ids)}))`
    : sql<number>`(select unnest(${ids}::integer[]))`
}

/** The columns of a product for sorting, filters and counts that neither the branch nor a sale changes. */
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

/** A branch's products, with the columns for sorting, filters and counts. */
export function selectListed(db: Kysely<Tables>, branchId: number) {
  return db
    .selectFrom('product')
    .innerJoin('offer', (join) =>
      join.onRef('offer.product_id', '=', 'product.id').on('offer.branch_id', '=', branchId),
    )
    .select([...ofProduct, 'product.units_sold as unitsSold', ...ofOffer])
}

/** Row numbers of the search table have the product's id in their lower 32 bits. */
function selectMatchesSqlite(db: Kysely<Tables>, match: string) {
  const matches = sql<{ id: number; position: number }>`(
    select rowid & 4294967295 as id, rowid as position from product_search where product_search match ${match})`
  return db.selectFrom('product').innerJoin(matches.as('found'), 'found.id', 'product.id').select('found.position')
}

/** An index has all the columns used, so that the table is not read. */
function selectMatchesPostgres(db: Kysely<Tables>, match: string) {
  return db
    .selectFrom('product')
    .select(sql<number>`search_row`.as('position'))
    .where(sql<boolean>`search_vector @@ ${match}::tsquery`)
}

function columnsOf({ categoryId, subcategoryId }: CategoryScope) {
  return {
    ...(categoryId !== undefined && { 'product.category_id': categoryId }),
    ...(subcategoryId !== undefined && { 'product.subcategory_id': subcategoryId }),
  }
}

/** Vitamins that people ask for without their number: D is D3, K is K2, B is B12 and others. */
export function numbered(letter: string, vocabulary: Vocabulary): string[] {
  if (!/^[bdk]$/.test(letter)) return []
  return Array.from({ length: 12 }, (_, index) => `${letter}${index + 1}`).filter((word) => vocabulary.find(word))
}

/** An engine's full-text query syntax. */
interface Grammar {
  and: string
  or: string
  exact: (word: string) => string
  prefix: (word: string) => string
}

const grammars: Record<Engine, Grammar> = {
  sqlite: { and: ' AND ', or: ' OR ', exact: (word) => `"${word}"`, prefix: (word) => `"${word}"*` },
  postgres: { and: ' & ', or: ' | ', exact: (word) => `'${word}'`, prefix: (word) => `'${word}':*` },
}

function expressionOf(terms: Term[], vocabulary: Vocabulary, { and, or, exact, prefix }: Grammar): string {
  const all = (parts: string[]) => `(${parts.join(and)})`
  const any = (parts: string[]) => `(${parts.join(or)})`
  const search = (word: string) => {
    // As a prefix, a single letter would match half the catalogue.
    if (word.length === 1 && !/\d/.test(word)) return any([word, ...numbered(word, vocabulary)].map(exact))
    // For a prefix both engines read all matches before returning the first; for whole words they stop early.
    const words = vocabulary.startingWith(word, maxEndings)
    return words === null || words.length === 0 ? prefix(word) : any(words.map(exact))
  }
  return all(terms.map(({ alternatives }) => any(alternatives.map(({ words }) => all(words.map(search))))))
}
