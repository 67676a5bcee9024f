import { LRUCache } from 'lru-cache'
import type { Candidate, ScoredCandidate } from '../search/search.sql.ts'
import type { Change } from './changes.ts'
import type { Facets } from './facets.ts'

/** What a branch has for a search's terms. */
export interface FoundInBranch {
  /** In an order of their own; one more than `maxSearched` where there are more. */
  candidates: ScoredCandidate[]
  /** Best first; `maxSearched` at most. */
  products: Candidate[]
  /** There are more than `maxSearched`. */
  isCapped: boolean
  /** What the filters beside them offer as long as none is chosen. */
  facets: Facets
}

/** Some 150 kB each. */
const maxSearches = 100

/**
 * How long matches are kept, in milliseconds, and then what branches have of them: where there are more than `maxSearched`, the
 * best sellers may change.
 */
export const keptSearchMs = 2.5 * 60_000

interface Kept {
  found: FoundInBranch
  /** How many changes had happened at least when it was found. */
  at: number
}

/**
 * What searches found, kept while nothing changes but offers: of those that have changed price, stock and sales are read again.
 * @param changes grows
 */
export function openKeptSearches(changes: readonly Change[]) {
  const kept = new LRUCache<string, Kept>({ max: maxSearches, ttl: keptSearchMs, noUpdateTTL: true })
  return {
    /** @param now the number of changes whose effects a search has to show */
    at: (now: number) => ({
      /**
       * What was found, brought up to date, or found now.
       * @param renew finds the products named as they are now
       */
      async recall(
        branchId: number,
        key: unknown[],
        {
          find,
          renew,
        }: {
          find: () => Promise<FoundInBranch>
          renew: (found: FoundInBranch, ids: number[]) => Promise<FoundInBranch>
        },
      ): Promise<FoundInBranch> {
        const name = JSON.stringify([branchId, key])
        const known = kept.get(name)
        const found = known ? await upToDate(known) : await find()
        // Meanwhile somebody may have searched who knew of more changes.
        if ((kept.peek(name)?.at ?? 0) <= now) kept.set(name, { found, at: now })
        return found

        async function upToDate({ found, at }: Kept): Promise<FoundInBranch> {
          const changed = idsOf(changes.slice(at, now), branchId)
          const ids = found.candidates.map(({ id }) => id).filter((id) => changed.has(id))
          return ids.length === 0 ? found : renew(found, ids)
        }
      },
    }),
  }
}

/** The products that have changed in a branch. */
function idsOf(changes: readonly Change[], here: number): Set<number> {
  return new Set(
    changes.flatMap(({ productId, branchId }) => (branchId === null || branchId === here ? productId : [])),
  )
}
