import type { Context, TransactionContext } from '../context.ts'
import type { LedgerEntryKind } from '../database/schema.ts'

/** Whole cents; `gainId` null is the customer's own wallet. */
export async function sumLedgerEntries(ctx: Context, customerId: number, gainId: number | null): Promise<number> {
  const { sum } = await ctx.db
    .selectFrom('ledger_entry')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('sum'))
    .where('customer_id', '=', customerId)
    .where('gain_id', gainId === null ? 'is' : '=', gainId)
    .executeTakeFirstOrThrow()
  return sum
}

/** A page of a statement, newest first. `from` is included, `endsBefore` not. */
export async function selectStatementPage(
  ctx: Context,
  request: {
    customerId: number
    gainId: number | null
    from: string | undefined
    endsBefore: string | undefined
    offset: number
    limit: number
  },
) {
  let entryQuery = ctx.db
    .selectFrom('ledger_entry')
    .where('customer_id', '=', request.customerId)
    .where('gain_id', request.gainId === null ? 'is' : '=', request.gainId)
  if (request.from !== undefined) entryQuery = entryQuery.where('entered_at', '>=', request.from)
  if (request.endsBefore !== undefined) entryQuery = entryQuery.where('entered_at', '<', request.endsBefore)
  const [rows, { total }] = await Promise.all([
    entryQuery
      .selectAll()
      .orderBy('entered_at', 'desc')
      .orderBy('id', 'desc')
      .offset(request.offset)
      .limit(request.limit)
      .execute(),
    entryQuery.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

interface NewLedgerEntry {
  order: { id: number; customerId: number }
  gainId: number | null
  kind: LedgerEntryKind
  amountCents: number
}

/** Once for an order, a balance and a kind, however often it is called; what comes back in parts comes as often as it is entered. */
export async function insertLedgerEntryOnce(ctx: TransactionContext, entry: NewLedgerEntry): Promise<void> {
  await ctx.db
    .insertInto('ledger_entry')
    .values({
      customer_id: entry.order.customerId,
      gain_id: entry.gainId,
      order_id: entry.order.id,
      kind: entry.kind,
      amount_cents: entry.amountCents,
      entered_at: ctx.clock.now().toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
