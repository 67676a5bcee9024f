import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/connection.ts'
import { getOrLoad } from '../../platform/ttl-cache.ts'
import { normalizeInput } from '../../platform/user-input.ts'
import type { CategoryScope } from '../listing/category-scope.ts'
import { createInMemoryFacetCounter, facetsOf } from '../listing/facet-counts.ts'
import { noFilters } from '../listing/facets.ts'
import type { ListingCache, SearchResult } from '../listing/listing-cache.ts'
import type { CacheByVersion } from '../versioned.ts'
import { parseWordList } from './phrases.ts'
import { rank, withScores } from './relevance.ts'
import { findCandidates, findMatches, type Match, maxResults, type ScoredCandidate } from './search.sql.ts'
import { alternativesOf, planSearch, relaxQuery, type SearchPlan, type Term, wordsOf } from './search-query.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** Fewer characters find nothing (specification, section 5). */
const minQueryLength = 3

interface CorrectedSearchResult extends SearchResult {
  /** The words actually searched, if the typed ones were corrected; else null. */
  correctedQuery: string | null
  /** Words left out, since no product has them all. */
  droppedWords?: string
}

/** A search on its way: what it looked for at first, what it looks for in the end, and what it has found. */
interface SearchRun {
  vocabulary: Vocabulary
  firstPlan: SearchPlan
  plan: SearchPlan
  droppedWords: string
  result: SearchResult
}

/** Searches whose matches are cached: they are the same in every branch until the catalogue changes. */
const maxCached = 100
/**
 * How long matches are cached, in milliseconds: where there are more than `maxResults`, the best sellers may change.
 */
const matchesTtlMs = 2.5 * 60_000

type ScoredMatches = ReturnType<typeof withScores<Match>>

/**
 * Fault-tolerant search: the engine's full-text index finds candidates, everything else is the same on both databases.
 */
export function createSearch(database: Database, cachedByVersion: CacheByVersion, { searches }: ListingCache) {
  const { db } = database
  const caches = cachedByVersion(async () => {
    const [words, synonyms] = await Promise.all([
      db.selectFrom('search_word').selectAll().execute(),
      db.selectFrom('synonym').select('words').execute(),
    ])
    return {
      vocabulary: createVocabulary(
        words,
        synonyms.map(({ words }) => parseWordList(words)),
      ),
      matches: new LRUCache<string, ScoredMatches>({ max: maxCached, ttl: matchesTtlMs }),
    }
  })
  return { find, explain }

  /**
   * A branch's products that match a shopper's words. Misspelt words are corrected and searched again; where no product has
   * all the words, some are dropped (`relaxQuery`).
   * @param exact search the typed words only
   */
  async function find(
    branchId: number,
    text: string,
    scope: CategoryScope,
    exact = false,
  ): Promise<CorrectedSearchResult> {
    const run = await runSearch(branchId, text, scope, exact)
    return run ? toCorrectedResult(run) : { ...(await toSearchResult([])), correctedQuery: null }
  }

  /**
   * What a search finds, with what it looked for: of each term its alternatives, any of which will do. Where nothing was
   * found, those of all the words.
   */
  async function explain(
    branchId: number,
    text: string,
  ): Promise<CorrectedSearchResult & { alternatives: string[][] }> {
    const run = await runSearch(branchId, text, {}, false)
    if (!run) return { ...(await toSearchResult([])), correctedQuery: null, alternatives: [] }
    const { terms } = run.result.products.length > 0 ? run.plan : run.firstPlan
    return { ...toCorrectedResult(run), alternatives: alternativesOf(terms, run.vocabulary) }
  }

  /** @returns null for fewer characters than a search needs */
  async function runSearch(
    branchId: number,
    input: string,
    scope: CategoryScope,
    exact: boolean,
  ): Promise<SearchRun | null> {
    const text = normalizeInput(input)
    if ([...text].length < minQueryLength) return null
    const { vocabulary, matches } = await caches()
    const findAll = ({ terms }: SearchPlan) =>
      getOrLoad(searches, [branchId, terms, scope.categoryId, scope.subcategoryId], async () => {
        if (terms.length === 0) return toSearchResult([])
        return toSearchResult(await findCandidates(database, branchId, (limit) => matchesOf(terms, limit)))
      })

    const firstPlan = planSearch(text, vocabulary, { exact })
    let plan = firstPlan
    let result = await findAll(plan)
    let droppedTerms: Term[] = []
    if (result.products.length === 0 && !exact) {
      const thoroughPlan = planSearch(text, vocabulary, { thorough: true })
      if (thoroughPlan.correctedQuery !== plan.correctedQuery) {
        plan = thoroughPlan
        result = await findAll(plan)
      }
      const allTerms = plan.terms
      for (
        let terms = relaxQuery(allTerms, vocabulary);
        result.products.length === 0 && terms;
        terms = relaxQuery(terms, vocabulary)
      ) {
        const remaining = terms
        droppedTerms = allTerms.filter((term) => !remaining.includes(term))
        plan = { terms, correctedQuery: wordsOf(terms, vocabulary) }
        result = await findAll(plan)
      }
    }
    return { vocabulary, firstPlan, plan, droppedWords: wordsOf(droppedTerms, vocabulary), result }

    async function matchesOf(terms: Term[], limit: number): Promise<ScoredMatches> {
      const key = JSON.stringify([terms, scope.categoryId, scope.subcategoryId, limit])
      const cached = matches.get(key)
      if (cached) return cached
      const scoredMatches = withScores(await findMatches(database, vocabulary, terms, scope, limit), terms)
      matches.set(key, scoredMatches)
      return scoredMatches
    }
  }
}

function toCorrectedResult({ plan, droppedWords, result }: SearchRun): CorrectedSearchResult {
  if (result.products.length === 0) return { ...result, correctedQuery: null }
  return { ...result, correctedQuery: plan.correctedQuery, ...(droppedWords !== '' && { droppedWords }) }
}

async function toSearchResult(candidates: ScoredCandidate[]): Promise<SearchResult> {
  const products = rank(candidates.slice(0, maxResults))
  const isCapped = candidates.length > maxResults
  return {
    products,
    isCapped,
    facets: await facetsOf(noFilters, createInMemoryFacetCounter(products, isCapped, noFilters)),
  }
}
