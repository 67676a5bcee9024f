import type { Context, TransactionContext } from '../context.ts'
import type { LedgerEntryKind } from '../database/schema.ts'

/** Whole cents; `gainId` null is the customer's own wallet. */
export async function sumLedgerEntries(ctx: Context, customerId: number, gainId: number | null): Promise<number> {
  const { sum } = await ctx.db
    .selectFrom('ledgerEntry')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.lit(0)).as('sum'))
    .where('customerId', '=', customerId)
    .where('gainId', gainId === null ? 'is' : '=', gainId)
    .executeTakeFirstOrThrow()
  return sum
}

/** A page of a statement, newest first. `from` is included, `endsBefore` not. */
export async function selectStatementPage(
  ctx: Context,
  request: {
    customerId: number
    gainId: number | null
    from: Date | undefined
    endsBefore: Date | undefined
    offset: number
    limit: number
  },
) {
  let entryQuery = ctx.db
    .selectFrom('ledgerEntry')
    .where('customerId', '=', request.customerId)
    .where('gainId', request.gainId === null ? 'is' : '=', request.gainId)
  if (request.from !== undefined) entryQuery = entryQuery.where('enteredAt', '>=', request.from)
  if (request.endsBefore !== undefined) entryQuery = entryQuery.where('enteredAt', '<', request.endsBefore)
  const [rows, { total }] = await Promise.all([
    entryQuery
      .select(['id', 'kind', 'orderId', 'amountCents', 'enteredAt'])
      .orderBy('enteredAt', 'desc')
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
    .insertInto('ledgerEntry')
    .values({
      customerId: entry.order.customerId,
      gainId: entry.gainId,
      orderId: entry.order.id,
      kind: entry.kind,
      amountCents: entry.amountCents,
      enteredAt: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
