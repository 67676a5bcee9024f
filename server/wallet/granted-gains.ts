import type { TransactionContext } from '../context.ts'
import { sumLedgerEntries } from './wallet.sql.ts'

interface GrantedGain {
  gainId: number
  customerId: number
  /** What its holder has been granted in all. */
  grantedCents: number
}

/**
 * Credits a gain with what is granted beyond what was before. Where less is granted, takes back as much of the difference as is
 * left of the balance. The caller holds the customer's balances (`lockBalances`).
 * @returns cents that were credited, below zero taken back, and cents of a difference that had been spent
 */
export async function adjustToGranted(
  ctx: TransactionContext,
  { gainId, customerId, grantedCents }: GrantedGain,
): Promise<{ changedCents: number; spentCents: number }> {
  const differenceCents = grantedCents - (await sumGranted(ctx, gainId))
  const balanceCents = differenceCents < 0 ? await sumLedgerEntries(ctx, customerId, gainId) : 0
  const changedCents = Math.max(differenceCents, -balanceCents)
  if (changedCents !== 0) {
    const kind = changedCents > 0 ? 'credit' : 'adjustment'
    const entry = {
      customerId,
      gainId,
      orderId: null,
      kind,
      amountCents: changedCents,
    } as const
    await ctx.db
      .insertInto('ledgerEntry')
      .values({ ...entry, enteredAt: ctx.clock.now() })
      .execute()
  }
  return { changedCents, spentCents: changedCents - differenceCents }
}

/** What an order returned to a gain is no more than was granted: a file that granted less meanwhile counts for it, too. */
export async function takeBackUngranted(ctx: TransactionContext, gainId: number, customerId: number): Promise<void> {
  const gain = await ctx.db.selectFrom('gain').select('grantedCents').where('id', '=', gainId).executeTakeFirstOrThrow()
  const { grantedCents } = gain
  if (grantedCents !== null && grantedCents < (await sumGranted(ctx, gainId)))
    await adjustToGranted(ctx, { gainId, customerId, grantedCents })
}

/** Cents that files granted of a gain, and did not take back. */
async function sumGranted(ctx: TransactionContext, gainId: number): Promise<number> {
  const { sum } = await ctx.db
    .selectFrom('ledgerEntry')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.lit(0)).as('sum'))
    .where('gainId', '=', gainId)
    .where('kind', 'in', ['credit', 'adjustment'])
    .executeTakeFirstOrThrow()
  return Number(sum)
}
