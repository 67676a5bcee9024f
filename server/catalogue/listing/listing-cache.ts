import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/connection.ts'
import { type Moment, noMoment, openShownChanges } from '../../database/shown-changes.ts'
import { cachedBy } from '../versioned.ts'
import { type Change, knownColumns } from './changes.ts'
import { openKeptCounts } from './kept-counts.ts'
import { openKeptSearches } from './kept-searches.ts'

export type ListingCache = Awaited<ReturnType<ReturnType<typeof openListingCache>>>

/** After so many changes everything is found anew, so that they need not all be remembered. */
const maxChanges = 1000

/** What is known of a catalogue while nothing changes but offers. */
interface Known {
  moment: Moment
  /** Up to that moment, in the order in which they were noticed. Only ever added to: a place in it is a point in time. */
  changes: Change[]
  counts: ReturnType<typeof openKeptCounts>
  searches: ReturnType<typeof openKeptSearches>
}

/**
 * What costs more the more products there are: which products a page has, how many fit a filter, what a branch has for a
 * search. Pages are cached until a price, the stock as shown, a sale or the catalogue changes; counts and searches for longer,
 * since of a change of offers it is known which they are.
 */
export function openListingCache({ query, transact }: Pick<Database, 'query' | 'transact'>) {
  const { countWithSales, findChangedOffers } = openShownChanges({ query, transact })
  let known = Promise.resolve(nothing(noMoment))
  return cachedBy(countWithSales)(async () => {
    // One after the other: each goes on from where the one before has come to.
    known = known.then(catchUp, () => catchUp(nothing(noMoment)))
    const { changes, counts, searches } = await known
    const now = changes.length
    return { pages: new LRUCache<string, number[]>({ max: 2000 }), counts: counts.at(now), searches: searches.at(now) }
  })

  async function catchUp(known: Known): Promise<Known> {
    const { moment, offers } = await findChangedOffers(known.moment, knownColumns)
    if (offers === null || known.changes.length + offers.length > maxChanges) return nothing(moment)
    known.changes.push(...offers)
    return { ...known, moment }
  }
}

function nothing(moment: Moment): Known {
  const changes: Change[] = []
  return { moment, changes, counts: openKeptCounts(changes), searches: openKeptSearches(changes) }
}

/** The cached value, or a new one, which is cached from now on. */
export async function recall<Value extends object>(
  cache: LRUCache<string, Value>,
  key: unknown[],
  load: () => Promise<Value>,
): Promise<Value> {
  const name = JSON.stringify(key)
  const kept = cache.get(name)
  if (kept) return kept
  const value = await load()
  cache.set(name, value)
  return value
}
