import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'

const lookBackDays = 30
const minutesPerDay = 24 * 60
/** A price counts for the days before the one that followed it, however long that one has held. */
const keptDays = 400

/**
 * Notes the prices that offers have now, after their own discount: a price that held for less than the time between two rounds is
 * none. Called periodically, by any number of servers.
 */
export async function recordPrices(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.transact(async (ctx) => {
    await ctx.db
      .updateTable('pricePeriod')
      .set({ endedAt: now })
      .where('endedAt', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('offer')
              .select('offer.productId')
              .whereRef('offer.productId', '=', 'pricePeriod.productId')
              .whereRef('offer.branchId', '=', 'pricePeriod.branchId')
              .whereRef('offer.effectivePriceCents', '=', 'pricePeriod.priceCents'),
          ),
        ),
      )
      .execute()
    await sql`
      insert into price_period (product_id, branch_id, price_cents, started_at)
      select product_id, branch_id, effective_price_cents, ${now.toISOString()} from offer
      where not exists (
        select 1 from price_period as running
        where running.product_id = offer.product_id and running.branch_id = offer.branch_id and running.ended_at is null
      )
      on conflict do nothing`.execute(ctx.db)
    await ctx.db
      .deleteFrom('pricePeriod')
      .where('endedAt', '<', addMinutes(now, -keptDays * minutesPerDay))
      .execute()
  })
}

/**
 * The lowest price of the 30 days before the one that a store has now, in cents: of what is sold below its full price.
 * @returns null of anything else, and where none is known
 */
export async function findLowestPriceBefore(
  ctx: Context,
  branchId: number,
  { id, priceCents, fullPriceCents }: { id: number; priceCents: number; fullPriceCents: number | null },
): Promise<number | null> {
  if (fullPriceCents === null) return null
  const periods = await ctx.db
    .selectFrom('pricePeriod')
    .selectAll()
    .where('productId', '=', id)
    .where('branchId', '=', branchId)
    .execute()
  return pickLowestPriceBefore(periods, priceCents, ctx.clock.now())
}

type PricePeriod = Pick<Row<'pricePeriod'>, 'priceCents' | 'startedAt' | 'endedAt'>

export function pickLowestPriceBefore(periods: PricePeriod[], priceCents: number, now: Date): number | null {
  const current = periods.find((period) => period.endedAt === null && period.priceCents === priceCents)
  const firstInstant = addMinutes(current?.startedAt ?? now, -lookBackDays * minutesPerDay)
  const prices = periods
    .filter((period) => period !== current && (period.endedAt ?? now) > firstInstant)
    .map((period) => period.priceCents)
  return prices.length === 0 ? null : Math.min(...prices)
}
