import { addDays } from '../../app/texts/days.ts'
import type { Context } from '../context.ts'
import { toShopDay } from '../platform/calendar.ts'
import { retention } from '../platform/retention.ts'
import { foldText, normalizeInput } from '../platform/user-input.ts'

const maxQueryLength = 60
/** Different queries counted in a day: a robot must not fill the disk. */
const maxRowsPerDay = 2_000

/** Adds one to the count of a query; long queries are cut, and a day stores 2,000 different ones at most. */
export async function recordEmptySearch(ctx: Context, text: string): Promise<void> {
  const query = foldText(normalizeInput(text)).replace(/\s+/g, ' ').slice(0, maxQueryLength)
  if (query.length < 3) return
  const day = toShopDay(ctx.clock.now())
  const { numUpdatedRows } = await ctx.db
    .updateTable('emptySearch')
    .set((eb) => ({ times: eb('times', '+', 1) }))
    .where('day', '=', day)
    .where('words', '=', query)
    .executeTakeFirst()
  if (numUpdatedRows === 1n || (await countQueriesOfDay(ctx, day)) >= maxRowsPerDay) return
  await ctx.db
    .insertInto('emptySearch')
    .values({ day, words: query, times: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'words']).doUpdateSet((eb) => ({ times: eb('emptySearch.times', '+', 1) })),
    )
    .execute()
}

async function countQueriesOfDay(ctx: Context, day: string): Promise<number> {
  const { rows } = await ctx.db
    .selectFrom('emptySearch')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(rows)
}

/** Of these days (yyyy-MM-dd in São Paulo, both included) the most frequent first. */
export async function listByDays(
  ctx: Context,
  firstDay: string,
  lastDay: string,
  maxCount = 20,
): Promise<{ words: string; times: number }[]> {
  const rows = await ctx.db
    .selectFrom('emptySearch')
    .select((eb) => ['words', eb.fn.sum<number>('times').as('times')])
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .groupBy('words')
    .orderBy('times', 'desc')
    .orderBy('words')
    .limit(maxCount)
    .execute()
  return rows.map(({ words, times }) => ({ words, times: Number(times) }))
}

export async function eraseOldSearches(ctx: Context): Promise<void> {
  const cutoffDay = addDays(toShopDay(ctx.clock.now()), -retention.searches.days)
  await ctx.db.deleteFrom('emptySearch').where('day', '<', cutoffDay).execute()
}
