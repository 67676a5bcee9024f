import type { Database } from '../database/connection.ts'
import type { Place } from './filters.ts'
import { rank } from './relevance.ts'
import { type Candidate, findCandidates, mostSearched } from './search.sql.ts'
import { askLess, planSearch, type SearchPlan, wordsOf } from './search-query.ts'
import type { Versioned } from './versioned.ts'
import { openVocabulary, type Vocabulary } from './vocabulary.ts'

/** Fewer characters find nothing (specification, section 5). */
export const searchMinimum = 3

export interface Found {
  /** Best first; `mostSearched` at most. */
  products: Candidate[]
  /** There are more than `mostSearched`. */
  isCapped: boolean
  /** What was really searched, where the typed words had to be put right; else null. */
  shownFor: string | null
}

/** Search that forgives: the engine finds candidates, everything else is the same on both databases. */
export function openSearch(database: Database, versioned: Versioned) {
  const vocabulary = versioned(async (): Promise<Vocabulary> => {
    return openVocabulary(await database.query.selectFrom('search_word').selectAll().execute())
  })
  return { find }

  /**
   * Products of a branch that answer a shopper's words. Misspelt words are put right and searched again; where no product has
   * all the words, those with most of them are shown.
   * @param exact search the typed words only
   */
  async function find(branchId: number, text: string, place: Place, exact = false): Promise<Found> {
    if ([...text.trim()].length < searchMinimum) return nothing
    const words = await vocabulary()
    const candidatesOf = ({ terms }: SearchPlan) =>
      terms.length === 0 ? [] : findCandidates(database, words, branchId, terms, place)

    let plan = planSearch(text, words, { exact })
    let candidates = await candidatesOf(plan)
    if (candidates.length === 0 && !exact) {
      const thorough = planSearch(text, words, { thorough: true })
      if (thorough.shownFor !== plan.shownFor) {
        plan = thorough
        candidates = await candidatesOf(plan)
      }
      for (let terms = askLess(plan.terms, words); candidates.length === 0 && terms; terms = askLess(terms, words)) {
        plan = { terms, shownFor: wordsOf(terms, words) }
        candidates = await candidatesOf(plan)
      }
    }
    return {
      products: rank(candidates.slice(0, mostSearched), plan.terms),
      isCapped: candidates.length > mostSearched,
      shownFor: candidates.length > 0 ? plan.shownFor : null,
    }
  }
}

const nothing: Found = { products: [], isCapped: false, shownFor: null }
