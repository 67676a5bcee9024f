import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/connection.ts'
import { getOrLoad } from '../../platform/ttl-cache.ts'
import { normalizeInput } from '../../platform/user-input.ts'
import { countAmong, facetsOf } from '../listing/facet-counts.ts'
import { noFilters } from '../listing/facets.ts'
import type { ListingCache, SearchResult } from '../listing/listing-cache.ts'
import type { Place } from '../listing/place.ts'
import type { CacheByVersion } from '../versioned.ts'
import { parseWordList } from './phrases.ts'
import { rank, withScores } from './relevance.ts'
import { findCandidates, findMatches, type Match, maxSearched, type ScoredCandidate } from './search.sql.ts'
import { alternativesOf, planSearch, relaxQuery, type SearchPlan, type Term, wordsOf } from './search-query.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** Fewer characters find nothing (specification, section 5). */
const searchMinimum = 3

interface SearchFindings extends SearchResult {
  /** The words actually searched, if the typed ones were corrected; else null. */
  correctedQuery: string | null
  /** Words left out, since no product has them all. */
  leftOut?: string
}

/** A search on its way: what it looked for at first, what it looks for in the end, and what it has found. */
interface SearchRun {
  vocabulary: Vocabulary
  firstPlan: SearchPlan
  plan: SearchPlan
  leftOut: string
  result: SearchResult
}

/** Searches whose matches are cached: they are the same in every branch until the catalogue changes. */
const maxCached = 100
/**
 * How long matches are cached, in milliseconds: where there are more than `maxSearched`, the best sellers may change.
 */
const matchesMs = 2.5 * 60_000

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
      matches: new LRUCache<string, ScoredMatches>({ max: maxCached, ttl: matchesMs }),
    }
  })
  return { find, explain }

  /**
   * A branch's products that match a shopper's words. Misspelt words are corrected and searched again; where no product has
   * all the words, some are dropped (`relaxQuery`).
   * @param exact search the typed words only
   */
  async function find(branchId: number, text: string, place: Place, exact = false): Promise<SearchFindings> {
    const run = await seek(branchId, text, place, exact)
    return run ? foundIn(run) : { ...(await ranked([])), correctedQuery: null }
  }

  /**
   * What a search finds, with what it looked for: of each term the ways to say it, any of which will do. Where nothing was
   * found, those of all the words.
   */
  async function explain(branchId: number, text: string): Promise<SearchFindings & { alternatives: string[][] }> {
    const run = await seek(branchId, text, {}, false)
    if (!run) return { ...(await ranked([])), correctedQuery: null, alternatives: [] }
    const { terms } = run.result.products.length > 0 ? run.plan : run.firstPlan
    return { ...foundIn(run), alternatives: alternativesOf(terms, run.vocabulary) }
  }

  /** @returns null for fewer characters than a search needs */
  async function seek(branchId: number, input: string, place: Place, exact: boolean): Promise<SearchRun | null> {
    const text = normalizeInput(input)
    if ([...text].length < searchMinimum) return null
    const { vocabulary: words, matches } = await caches()
    const findAll = ({ terms }: SearchPlan) =>
      getOrLoad(searches, [branchId, terms, place.categoryId, place.subcategoryId], async () => {
        if (terms.length === 0) return ranked([])
        return ranked(await findCandidates(database, branchId, (most) => matchesOf(terms, most)))
      })

    const firstPlan = planSearch(text, words, { exact })
    let plan = firstPlan
    let result = await findAll(plan)
    let leftOut: Term[] = []
    if (result.products.length === 0 && !exact) {
      const thorough = planSearch(text, words, { thorough: true })
      if (thorough.correctedQuery !== plan.correctedQuery) {
        plan = thorough
        result = await findAll(plan)
      }
      const allTerms = plan.terms
      for (
        let terms = relaxQuery(allTerms, words);
        result.products.length === 0 && terms;
        terms = relaxQuery(terms, words)
      ) {
        const remaining = terms
        leftOut = allTerms.filter((term) => !remaining.includes(term))
        plan = { terms, correctedQuery: wordsOf(terms, words) }
        result = await findAll(plan)
      }
    }
    return { vocabulary: words, firstPlan, plan, leftOut: wordsOf(leftOut, words), result }

    async function matchesOf(terms: Term[], limit: number): Promise<ScoredMatches> {
      const key = JSON.stringify([terms, place.categoryId, place.subcategoryId, limit])
      const cached = matches.get(key)
      if (cached) return cached
      const scoredMatches = withScores(await findMatches(database, words, terms, place, limit), terms)
      matches.set(key, scoredMatches)
      return scoredMatches
    }
  }
}

function foundIn({ plan, leftOut, result }: SearchRun): SearchFindings {
  if (result.products.length === 0) return { ...result, correctedQuery: null }
  return { ...result, correctedQuery: plan.correctedQuery, ...(leftOut !== '' && { leftOut }) }
}

async function ranked(candidates: ScoredCandidate[]): Promise<SearchResult> {
  const products = rank(candidates.slice(0, maxSearched))
  const isCapped = candidates.length > maxSearched
  return {
    products,
    isCapped,
    facets: await facetsOf(noFilters, countAmong(products, isCapped, noFilters)),
  }
}
