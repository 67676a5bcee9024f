import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { getOrLoad } from '../../platform/ttl-cache.ts'
import { normalizeInput } from '../../platform/user-input.ts'
import { createCatalogueCache } from '../catalogue-cache.ts'
import type { CategoryScope } from '../listing/category-scope.ts'
import { buildFacets, createInMemoryFacetCounter } from '../listing/facet-counts.ts'
import { noFilters } from '../listing/facets.ts'
import type { SearchResult } from '../listing/listing-cache.ts'
import { parseWordList } from './phrases.ts'
import { addScores, rankProducts } from './relevance.ts'
import {
  listOfferedMatches,
  listSearchMatches,
  maxResults,
  type ScoredProduct,
  type SearchMatch,
} from './search.sql.ts'
import {
  formatAlternatives,
  formatTerms,
  planSearch,
  relaxQuery,
  type SearchPlan,
  type SearchTerm,
} from './search-query.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** Fewer characters find nothing (specification, section 5). */
const minQueryLength = 3

interface CorrectedSearchResult extends SearchResult {
  /** The words actually searched, if the typed ones were corrected; else null. */
  correctedQuery: string | null
  /** Words left out, since no product has them all. */
  droppedWords?: string
}

/** A finished search: its first plan, its final plan, and the result. */
interface SearchRun {
  vocabulary: Vocabulary
  firstPlan: SearchPlan
  plan: SearchPlan
  droppedWords: string
  result: SearchResult
}

/** Without a word that no product has, the others may be anything's: "creme" without "xyz". Then only the best are worth a look. */
const maxRelaxedResults = 24

/** Searches whose matches are cached: they are the same in every branch until the catalogue changes. */
const maxCachedSearches = 100
/**
 * How long matches are cached, in milliseconds: where there are more than `maxResults`, the best sellers may change.
 */
const matchesTtlMs = 2.5 * 60_000

type ScoredMatches = ReturnType<typeof addScores<SearchMatch>>

function loadCaches(ctx: Context) {
  return ctx.memory(createCatalogueCache).byVersion(ctx, 'search', () => loadVocabulary(ctx))
}

async function loadVocabulary(ctx: Context) {
  const [words, synonyms] = await Promise.all([
    selectWords(ctx).execute(),
    ctx.db.selectFrom('synonym').select('words').execute(),
  ])
  return {
    vocabulary: createVocabulary(
      words,
      synonyms.map(({ words }) => parseWordList(words)),
    ),
    matchCache: new LRUCache<string, ScoredMatches>({ max: maxCachedSearches, ttl: matchesTtlMs }),
  }
}

/** The catalogue's words, and the trade names of medicines that it does not have. */
function selectWords({ db }: Context) {
  return db
    .selectFrom('searchWord')
    .select(['word', 'spelling', 'products', 'ingredient'])
    .unionAll(
      db
        .selectFrom('tradeName')
        .select(({ val }) => ['word', 'word as spelling', val(0).as('products'), 'ingredient'])
        .where('word', 'not in', db.selectFrom('searchWord').select('word')),
    )
}

/**
 * A branch's products that match a shopper's words. Misspelt words are corrected and searched again; where no product has
 * all the words, some are dropped (`relaxQuery`).
 * @param isExact search the typed words only
 */
export async function searchProducts(
  ctx: Context,
  branchId: number,
  text: string,
  scope: CategoryScope,
  isExact = false,
): Promise<CorrectedSearchResult> {
  const run = await runSearch(ctx, branchId, text, scope, isExact)
  return run ? toCorrectedResult(run) : { ...(await toSearchResult([])), correctedQuery: null }
}

/**
 * What a search finds, with what it looked for: of each term its alternatives, any of which will do. Where nothing was
 * found, those of all the words.
 */
export async function explainSearch(
  ctx: Context,
  branchId: number,
  text: string,
): Promise<CorrectedSearchResult & { alternatives: string[][] }> {
  const run = await runSearch(ctx, branchId, text, {}, false)
  if (!run) return { ...(await toSearchResult([])), correctedQuery: null, alternatives: [] }
  const { terms } = run.result.products.length > 0 ? run.plan : run.firstPlan
  return { ...toCorrectedResult(run), alternatives: formatAlternatives(terms, run.vocabulary) }
}

/** @returns null for fewer characters than a search needs */
async function runSearch(
  ctx: Context,
  branchId: number,
  input: string,
  scope: CategoryScope,
  isExact: boolean,
): Promise<SearchRun | null> {
  const text = normalizeInput(input)
  if ([...text].length < minQueryLength) return null
  const { vocabulary, matchCache } = await loadCaches(ctx)
  const loadResult = ({ terms }: SearchPlan, maxCount = maxResults) =>
    getOrLoad(
      ctx.memory(createCatalogueCache).listing.searchResults,
      [branchId, terms, scope.categoryId, scope.subcategoryId, maxCount],
      async () => {
        if (terms.length === 0) return toSearchResult([])
        return toSearchResult(await listOfferedMatches(ctx, branchId, (limit) => loadMatches(terms, limit)), maxCount)
      },
    )

  const firstPlan = planSearch(text, vocabulary, { isExact })
  let plan = firstPlan
  let result = await loadResult(plan)
  let droppedTerms: SearchTerm[] = []
  if (result.products.length === 0 && !isExact) {
    const thoroughPlan = planSearch(text, vocabulary, { correctsPrefixes: true })
    if (thoroughPlan.correctedQuery !== plan.correctedQuery) {
      plan = thoroughPlan
      result = await loadResult(plan)
    }
    const allTerms = plan.terms
    for (
      let terms = relaxQuery(allTerms, vocabulary);
      result.products.length === 0 && terms;
      terms = relaxQuery(terms, vocabulary)
    ) {
      const remainingTerms = terms
      droppedTerms = allTerms.filter((term) => !remainingTerms.includes(term))
      plan = { terms, correctedQuery: formatTerms(terms, vocabulary) }
      result = await loadResult(plan, maxRelaxedResults)
    }
  }
  return { vocabulary, firstPlan, plan, droppedWords: formatTerms(droppedTerms, vocabulary), result }

  async function loadMatches(terms: SearchTerm[], limit: number): Promise<ScoredMatches> {
    const key = JSON.stringify([terms, scope.categoryId, scope.subcategoryId, limit])
    const cachedMatches = matchCache.get(key)
    if (cachedMatches) return cachedMatches
    const scoredMatches = addScores(await listSearchMatches(ctx, vocabulary, terms, scope, limit), terms)
    matchCache.set(key, scoredMatches)
    return scoredMatches
  }
}

function toCorrectedResult({ plan, droppedWords, result }: SearchRun): CorrectedSearchResult {
  if (result.products.length === 0) return { ...result, correctedQuery: null }
  return { ...result, correctedQuery: plan.correctedQuery, ...(droppedWords !== '' && { droppedWords }) }
}

async function toSearchResult(candidates: ScoredProduct[], maxCount = maxResults): Promise<SearchResult> {
  const products = rankProducts(candidates.slice(0, maxResults)).slice(0, maxCount)
  const isCapped = candidates.length > maxResults && maxCount === maxResults
  return {
    products,
    isCapped,
    facets: await buildFacets(noFilters, createInMemoryFacetCounter(products, isCapped, noFilters)),
  }
}
