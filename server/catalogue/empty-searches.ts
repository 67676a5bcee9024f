import type { Database } from '../database/connection.ts'
import { toShopDay } from '../platform/calendar.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { foldText, normalizeInput } from '../platform/user-input.ts'

const maxQueryLength = 60
/** Different queries counted in a day: a robot must not fill the disk. */
const maxRowsPerDay = 2_000

export type EmptySearchLog = ReturnType<typeof createEmptySearchLog>

/** Searches that found nothing, counted by day and words, without who searched; kept for four weeks. */
export function createEmptySearchLog({ db }: Database, clock: Clock) {
  return { recordEmptySearch, listByDay, eraseOldSearches }

  /** Adds one to the count of a query; long queries are cut, and a day stores 2,000 different ones at most. */
  async function recordEmptySearch(text: string): Promise<void> {
    const query = foldText(normalizeInput(text)).replace(/\s+/g, ' ').slice(0, maxQueryLength)
    if (query.length < 3) return
    const day = toShopDay(clock.now())
    const { numUpdatedRows } = await db
      .updateTable('empty_search')
      .set((eb) => ({ times: eb('times', '+', 1) }))
      .where('day', '=', day)
      .where('words', '=', query)
      .executeTakeFirst()
    if (numUpdatedRows === 1n || (await countQueriesOfDay(day)) >= maxRowsPerDay) return
    await db
      .insertInto('empty_search')
      .values({ day, words: query, times: 1 })
      .onConflict((conflict) =>
        conflict.columns(['day', 'words']).doUpdateSet((eb) => ({ times: eb('empty_search.times', '+', 1) })),
      )
      .execute()
  }

  async function countQueriesOfDay(day: string): Promise<number> {
    const { rows } = await db
      .selectFrom('empty_search')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('day', '=', day)
      .executeTakeFirstOrThrow()
    return Number(rows)
  }

  /** @param day yyyy-MM-dd in São Paulo. The most frequent first, 20 at most. */
  async function listByDay(day: string): Promise<{ words: string; times: number }[]> {
    return db
      .selectFrom('empty_search')
      .select(['words', 'times'])
      .where('day', '=', day)
      .orderBy('times', 'desc')
      .orderBy('words')
      .limit(20)
      .execute()
  }

  async function eraseOldSearches(): Promise<void> {
    const cutoffDay = toShopDay(addMinutes(clock.now(), -retentionMinutesOf('searches')))
    await db.deleteFrom('empty_search').where('day', '<', cutoffDay).execute()
  }
}
