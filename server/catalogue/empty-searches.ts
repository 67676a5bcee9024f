import type { Database } from '../database/connection.ts'
import { toShopDay } from '../platform/calendar.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { fold, normalizeInput } from '../platform/user-input.ts'

const maxLength = 60
/** Different words counted in a day: a robot's inventions must not fill the disk. */
const maxRowsPerDay = 2_000

export type EmptySearches = ReturnType<typeof createEmptySearches>

/** Searches that found nothing, counted by day and words, without who searched; kept for four weeks. */
export function createEmptySearches({ db }: Database, clock: Clock) {
  return { recordSearch, listByDay, eraseOld }

  /** Counts one more; longer ones are cut, and a day's words are no more than 2,000. */
  async function recordSearch(text: string): Promise<void> {
    const words = fold(normalizeInput(text)).replace(/\s+/g, ' ').slice(0, maxLength)
    if (words.length < 3) return
    const day = toShopDay(clock.now())
    const { numUpdatedRows } = await db
      .updateTable('empty_search')
      .set((eb) => ({ times: eb('times', '+', 1) }))
      .where('day', '=', day)
      .where('words', '=', words)
      .executeTakeFirst()
    if (numUpdatedRows === 1n || (await countRows(day)) >= maxRowsPerDay) return
    await db
      .insertInto('empty_search')
      .values({ day, words, times: 1 })
      .onConflict((conflict) =>
        conflict.columns(['day', 'words']).doUpdateSet((eb) => ({ times: eb('empty_search.times', '+', 1) })),
      )
      .execute()
  }

  async function countRows(day: string): Promise<number> {
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

  async function eraseOld(): Promise<void> {
    const cutoffDay = toShopDay(minutesAfter(clock.now(), -retentionMinutesOf('searches')))
    await db.deleteFrom('empty_search').where('day', '<', cutoffDay).execute()
  }
}
