import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Engine } from '../../database/connection.ts'
import { runningProductIds } from '../bag-promotions/bag-promotions.ts'
import type { CategoryScope } from '../listing/category-scope.ts'
import type { SearchTerm } from './search-query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Filters count up to this many products. */
export const maxExactCount = 1000
/** The most products of a search; of more matches, the best sellers are taken. */
export const maxResults = 400
/** A prefix is replaced by the words that begin with it, if they are at most this many. */
const maxWordsPerPrefix = 16

/** What sorting, filters and counts need. */
export type ListingProduct = Awaited<ReturnType<ReturnType<typeof selectOfferedProducts>['execute']>>[number]
/** With how well it matches a search (`addScores`). */
export type ScoredProduct = ListingProduct & { score: number }
/** A product found by a search: the part that is the same in every branch. */
export type SearchMatch = Awaited<ReturnType<typeof listSearchMatches>>[number]

/**
 * The best-selling products that contain every term, in an order that is the same on both engines (`100-shop/search.ts`). Words
 * consist of a–z and 0–9 only (`toSearchWords`), so no operator of either engine's syntax can be injected.
 */
export function listSearchMatches(
  ctx: Pick<Context, 'db' | 'engine'>,
  vocabulary: Vocabulary,
  terms: SearchTerm[],
  scope: CategoryScope,
  limit: number,
) {
  const matchExpression = buildMatchExpression(terms, vocabulary, querySyntaxByEngine[ctx.engine])
  return (
    ctx.engine === 'sqlite' ? selectMatchesSqlite(ctx, matchExpression) : selectMatchesPostgres(ctx, matchExpression)
  )
    .select(productColumns)
    .select('product.searchText')
    .where(({ and }) => and(toScopeFilter(scope)))
    .orderBy('position')
    .limit(limit)
    .execute()
}

/**
 * The matches that a branch offers, with its prices: at most `maxResults` + 1.
 * @param loadMatches returns the first `limit` matches
 */
export async function listOfferedMatches<T extends { id: number }>(
  ctx: Context,
  branchId: number,
  loadMatches: (limit: number) => Promise<T[]>,
) {
  for (let limit = maxResults + 1; ; limit *= 4) {
    const matches = await loadMatches(limit)
    const ids = matches.map(({ id }) => id)
    const offerByProductId = await loadOffersByProductId(ctx, branchId, ids)
    const offeredMatches = matches.flatMap((match) => {
      const offer = offerByProductId.get(match.id)
      return offer ? [{ ...match, ...offer }] : []
    })
    if (matches.length < limit || offeredMatches.length > maxResults) return offeredMatches.slice(0, maxResults + 1)
  }
}

/** A branch's price, stock and sales of products, by their ids. */
export async function loadOffersByProductId(
  ctx: Pick<Context, 'db' | 'engine' | 'clock'>,
  branchId: number,
  ids: number[],
) {
  const offers = await ctx.db
    .selectFrom('offer')
    .select(['productId as id', 'unitsSold'])
    .select(offerColumns)
    .select(buildPromotionColumn(ctx))
    .where('branchId', '=', branchId)
    .where('productId', 'in', buildIdList(ids, ctx.engine))
    .execute()
  return new Map(offers.map((offer) => [offer.id, offer]))
}

/** One parameter for the whole list: with one for each id, every length would be another statement to parse and plan. */
function buildIdList(ids: number[], engine: Engine) {
  return engine === 'sqlite'
    ? sql<number>`(select value from json_each(${JSON.stringify(ids)}))`
    : sql<number>`(select unnest(${ids}::integer[]))`
}

/** The columns of a product for sorting, filters and counts that neither the branch nor a sale changes. */
const productColumns = [
  'product.id',
  'product.nameKey',
  'product.brand',
  'product.activeIngredient',
  'product.kind',
  'product.requiresPrescription',
] as const
const offerColumns = ['offer.isOutOfStock', 'offer.effectivePriceCents as priceCents', 'offer.discountPercent'] as const

const buildPromotionColumn = (ctx: Pick<Context, 'clock'>) =>
  sql<boolean>`case when offer.product_id in ${runningProductIds(ctx.clock.now())} then 1 else 0 end`.as(
    'isInBagPromotion',
  )

/** A branch's products, with the columns for sorting, filters and counts. */
export function selectOfferedProducts(ctx: Context, branchId: number) {
  return ctx.db
    .selectFrom('product')
    .innerJoin('offer', (join) => join.onRef('offer.productId', '=', 'product.id').on('offer.branchId', '=', branchId))
    .select([...productColumns, 'product.unitsSold', ...offerColumns])
    .select(buildPromotionColumn(ctx))
}

/** Row numbers of the search table have the product's id in their lower 32 bits. */
function selectMatchesSqlite(ctx: Pick<Context, 'db'>, matchExpression: string) {
  const matches = sql<{ id: number; position: number }>`(
    select rowid & 4294967295 as id, rowid as position from product_search where product_search match ${matchExpression})`
  return ctx.db.selectFrom('product').innerJoin(matches.as('found'), 'found.id', 'product.id').select('found.position')
}

/** An index has all the columns used, so that the table is not read. */
function selectMatchesPostgres(ctx: Pick<Context, 'db'>, matchExpression: string) {
  return ctx.db
    .selectFrom('product')
    .select(sql<number>`search_row`.as('position'))
    .where(sql<boolean>`search_vector @@ ${matchExpression}::tsquery`)
}

function toScopeFilter({ categoryId, subcategoryId }: CategoryScope) {
  return {
    ...(categoryId !== undefined && { 'product.categoryId': categoryId }),
    ...(subcategoryId !== undefined && { 'product.subcategoryId': subcategoryId }),
  }
}

/** Vitamins that people ask for without their number: D is D3, K is K2, B is B12 and others. */
export function listNumberedVitamins(letter: string, vocabulary: Vocabulary): string[] {
  if (!/^[bdk]$/.test(letter)) return []
  return Array.from({ length: 12 }, (_, index) => `${letter}${index + 1}`).filter((word) => vocabulary.findWord(word))
}

/** An engine's full-text query syntax. */
interface QuerySyntax {
  andOperator: string
  orOperator: string
  quoteWord: (word: string) => string
  quotePrefix: (word: string) => string
}

const querySyntaxByEngine: Record<Engine, QuerySyntax> = {
  sqlite: {
    andOperator: ' AND ',
    orOperator: ' OR ',
    quoteWord: (word) => `"${word}"`,
    quotePrefix: (word) => `"${word}"*`,
  },
  postgres: {
    andOperator: ' & ',
    orOperator: ' | ',
    quoteWord: (word) => `'${word}'`,
    quotePrefix: (word) => `'${word}':*`,
  },
}

function buildMatchExpression(
  terms: SearchTerm[],
  vocabulary: Vocabulary,
  { andOperator, orOperator, quoteWord, quotePrefix }: QuerySyntax,
): string {
  const joinWithAnd = (parts: string[]) => `(${parts.join(andOperator)})`
  const joinWithOr = (parts: string[]) => `(${parts.join(orOperator)})`
  const buildWordExpression = (word: string) => {
    // As a prefix, a single letter would match half the catalogue.
    if (word.length === 1 && !/\d/.test(word))
      return joinWithOr([word, ...listNumberedVitamins(word, vocabulary)].map(quoteWord))
    // For a prefix both engines read all matches before returning the first; for whole words they stop early.
    const words = vocabulary.listWordsStartingWith(word, maxWordsPerPrefix)
    return words === null || words.length === 0 ? quotePrefix(word) : joinWithOr(words.map(quoteWord))
  }
  return joinWithAnd(
    terms.map(({ alternatives }) =>
      joinWithOr(alternatives.map(({ words }) => joinWithAnd(words.map(buildWordExpression)))),
    ),
  )
}
