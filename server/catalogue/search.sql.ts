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

/**
 * Products that hold every term, one more than `mostSearched` at most, with what ranking, filters and counts need. Words are
 * of a–z and 0–9 alone (`searchWords`), so no operator of either engine can come in with them.
 */
export function selectCandidates(
  { query, engine }: Pick<Database, 'query' | 'engine'>,
  vocabulary: Vocabulary,
  branchId: number,
  terms: Term[],
  { categoryId, subcategoryId }: Place,
) {
  const match = expressionOf(terms, vocabulary, grammars[engine])
  const found = engine === 'postgres' ? foundByPostgres(match) : foundBySqlite(match)
  let matching = selectListed(query, branchId)
    .innerJoin(found, 'found.id', 'product.id')
    .select('product.search_text as searchText')
  if (categoryId !== undefined) matching = matching.where('offer.category_id', '=', categoryId)
  if (subcategoryId !== undefined) matching = matching.where('offer.subcategory_id', '=', subcategoryId)
  return matching.orderBy('found.position').limit(mostSearched + 1)
}

/** A branch's products, as far as orders, filters and counts look at them. */
export function selectListed(query: Kysely<Tables>, branchId: number) {
  return query
    .selectFrom('product')
    .innerJoin('offer', (join) =>
      join.onRef('offer.product_id', '=', 'product.id').on('offer.branch_id', '=', branchId),
    )
    .select([
      'product.id',
      'product.name_key as nameKey',
      'product.brand',
      'product.active_ingredient as activeIngredient',
      'offer.kind',
      'offer.requires_prescription as requiresPrescription',
      'offer.units_sold as unitsSold',
      'offer.stock',
      'offer.effective_price_cents as priceCents',
      'offer.discount_percent as discountPercent',
    ])
}

interface FoundRow {
  id: number
  /** Best sellers first: the order in which candidates are cut off, the same on both engines (migration 002). */
  position: number
}

/** Row numbers of the search table hold the id in their lower half. */
function foundBySqlite(match: string) {
  return sql<FoundRow>`(select rowid & 4294967295 as id, rowid as position from product_search where product_search match ${match})`.as(
    'found',
  )
}

/** The words' index first, then the branch's offers: joined at once, PostgreSQL would look up every match before it cuts them off. */
function foundByPostgres(match: string) {
  return sql<FoundRow>`(select id, search_row as position from product where search_vector @@ ${match}::tsquery)`.as(
    'found',
  )
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
