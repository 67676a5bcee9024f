import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/connection.ts'
import { getOrLoad } from '../../platform/short-cache.ts'
import { readTyped } from '../../platform/typed.ts'
import { countAmong, facetsOf } from '../listing/facets.ts'
import { noFilters, type Place } from '../listing/filters.ts'
import type { ListingCache, SearchResult } from '../listing/listing-cache.ts'
import type { Versioned } from '../versioned.ts'
import { groupIn } from './phrases.ts'
import { rank, withScores } from './relevance.ts'
import { findCandidates, findMatches, type Match, maxSearched, type ScoredCandidate } from './search.sql.ts'
import { alternativesOf, planSearch, relaxQuery, type SearchPlan, type Term, wordsOf } from './search-query.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** Fewer characters find nothing (specification, section 5). */
const searchMinimum = 3

interface Found extends SearchResult {
  /** The words actually searched, if the typed ones were corrected; else null. */
  shownFor: string | null
  /** Words left out, since no product has them all. */
  leftOut?: string
}

/** A search on its way: what it looked for at first, what it looks for in the end, and what it has found. */
interface Sought {
  vocabulary: Vocabulary
  asked: SearchPlan
  plan: SearchPlan
  leftOut: string
  found: SearchResult
}

/** Searches whose matches are cached: they are the same in every branch until the catalogue changes. */
const maxCached = 100
/**
 * How long matches are cached, in milliseconds: where there are more than `maxSearched`, the best sellers may change.
 */
const matchesMs = 2.5 * 60_000

type Kept = ReturnType<typeof withScores<Match>>

/**
 * Fault-tolerant search: the engine's full-text index finds candidates, everything else is the same on both databases.
 */
export function createSearch(database: Database, versioned: Versioned, { searches }: ListingCache) {
  const { query } = database
  const known = versioned(async () => {
    const [words, synonyms] = await Promise.all([
      query.selectFrom('search_word').selectAll().execute(),
      query.selectFrom('synonym').select('words').execute(),
    ])
    return {
      vocabulary: createVocabulary(
        words,
        synonyms.map(({ words }) => groupIn(words)),
      ),
      matches: new LRUCache<string, Kept>({ max: maxCached, ttl: matchesMs }),
    }
  })
  return { find, explain }

  /**
   * A branch's products that match a shopper's words. Misspelt words are corrected and searched again; where no product has
   * all the words, some are dropped (`relaxQuery`).
   * @param exact search the typed words only
   */
  async function find(branchId: number, text: string, place: Place, exact = false): Promise<Found> {
    const sought = await seek(branchId, text, place, exact)
    return sought ? foundIn(sought) : { ...(await ranked([])), shownFor: null }
  }

  /**
   * What a search finds, with what it looked for: of each term the ways to say it, any of which will do. Where nothing was
   * found, those of all the words.
   */
  async function explain(branchId: number, text: string): Promise<Found & { ways: string[][] }> {
    const sought = await seek(branchId, text, {}, false)
    if (!sought) return { ...(await ranked([])), shownFor: null, ways: [] }
    const { terms } = sought.found.products.length > 0 ? sought.plan : sought.asked
    return { ...foundIn(sought), ways: alternativesOf(terms, sought.vocabulary) }
  }

  /** @returns null for fewer characters than a search needs */
  async function seek(branchId: number, typed: string, place: Place, exact: boolean): Promise<Sought | null> {
    const text = readTyped(typed)
    if ([...text].length < searchMinimum) return null
    const { vocabulary: words, matches } = await known()
    const findAll = ({ terms }: SearchPlan) =>
      getOrLoad(searches, [branchId, terms, place.categoryId, place.subcategoryId], async () => {
        if (terms.length === 0) return ranked([])
        return ranked(await findCandidates(database, branchId, (most) => matchesOf(terms, most)))
      })

    const asked = planSearch(text, words, { exact })
    let plan = asked
    let found = await findAll(plan)
    let leftOut: Term[] = []
    if (found.products.length === 0 && !exact) {
      const thorough = planSearch(text, words, { thorough: true })
      if (thorough.shownFor !== plan.shownFor) {
        plan = thorough
        found = await findAll(plan)
      }
      const whole = plan.terms
      for (
        let terms = relaxQuery(whole, words);
        found.products.length === 0 && terms;
        terms = relaxQuery(terms, words)
      ) {
        const kept = terms
        leftOut = whole.filter((term) => !kept.includes(term))
        plan = { terms, shownFor: wordsOf(terms, words) }
        found = await findAll(plan)
      }
    }
    return { vocabulary: words, asked, plan, leftOut: wordsOf(leftOut, words), found }

    async function matchesOf(terms: Term[], most: number): Promise<Kept> {
      const key = JSON.stringify([terms, place.categoryId, place.subcategoryId, most])
      const kept = matches.get(key)
      if (kept) return kept
      const found = withScores(await findMatches(database, words, terms, place, most), terms)
      matches.set(key, found)
      return found
    }
  }
}

function foundIn({ plan, leftOut, found }: Sought): Found {
  if (found.products.length === 0) return { ...found, shownFor: null }
  return { ...found, shownFor: plan.shownFor, ...(leftOut !== '' && { leftOut }) }
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
