import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/connection.ts'
import type { Place } from '../listing/filters.ts'
import type { Versioned } from '../versioned.ts'
import { rank, withScores } from './relevance.ts'
import { type Candidate, findCandidates, findMatches, type Match, maxSearched } from './search.sql.ts'
import { planSearch, relaxQuery, type SearchPlan, type Term, wordsOf } from './search-query.ts'
import { openVocabulary } from './vocabulary.ts'

/** Fewer characters find nothing (specification, section 5). */
const searchMinimum = 3

interface Found {
  /** Best first; `maxSearched` at most. */
  products: Candidate[]
  /** There are more than `maxSearched`. */
  isCapped: boolean
  /** The words actually searched, if the typed ones were corrected; else null. */
  shownFor: string | null
}

/** Searches whose matches are cached: they are the same in every branch until the catalogue changes. */
const maxCached = 100
/** How long they are cached, in milliseconds: where there are more than `maxSearched`, the best sellers may change. */
const keptMs = 5 * 60_000

type Kept = ReturnType<typeof withScores<Match>>

/** Fault-tolerant search: the engine's full-text index finds candidates, everything else is the same on both databases. */
export function openSearch(database: Database, versioned: Versioned) {
  const known = versioned(async () => ({
    vocabulary: openVocabulary(await database.query.selectFrom('search_word').selectAll().execute()),
    matches: new LRUCache<string, Kept>({ max: maxCached, ttl: keptMs }),
  }))
  return { find }

  /**
   * A branch's products that match a shopper's words. Misspelt words are corrected and searched again; where no product has
   * all the words, some are dropped (`relaxQuery`).
   * @param exact search the typed words only
   */
  async function find(branchId: number, text: string, place: Place, exact = false): Promise<Found> {
    if ([...text.trim()].length < searchMinimum) return nothing
    const { vocabulary: words, matches } = await known()
    const candidatesOf = ({ terms }: SearchPlan) =>
      terms.length === 0 ? [] : findCandidates(database, branchId, (most) => matchesOf(terms, most))

    let plan = planSearch(text, words, { exact })
    let candidates = await candidatesOf(plan)
    if (candidates.length === 0 && !exact) {
      const thorough = planSearch(text, words, { thorough: true })
      if (thorough.shownFor !== plan.shownFor) {
        plan = thorough
        candidates = await candidatesOf(plan)
      }
      for (
        let terms = relaxQuery(plan.terms, words);
        candidates.length === 0 && terms;
        terms = relaxQuery(terms, words)
      ) {
        plan = { terms, shownFor: wordsOf(terms, words) }
        candidates = await candidatesOf(plan)
      }
    }
    return {
      products: rank(candidates.slice(0, maxSearched)),
      isCapped: candidates.length > maxSearched,
      shownFor: candidates.length > 0 ? plan.shownFor : null,
    }

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

const nothing: Found = { products: [], isCapped: false, shownFor: null }
