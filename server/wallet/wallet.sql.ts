import type { Kysely } from 'kysely'
import type { Transaction } from '../database/connection.ts'
import type { EntryKind, Tables } from '../database/schema.ts'

/** Whole cents; `gainId` null is the customer's own wallet. */
export async function sumEntries(db: Kysely<Tables>, customerId: number, gainId: number | null): Promise<number> {
  const { sum } = await db
    .selectFrom('ledger_entry')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('sum'))
    .where('customer_id', '=', customerId)
    .where('gain_id', gainId === null ? 'is' : '=', gainId)
    .executeTakeFirstOrThrow()
  return sum
}

/** A page of a statement, newest first. `from` is included, `before` not. */
export async function selectStatement(
  db: Kysely<Tables>,
  request: {
    customerId: number
    gainId: number | null
    from: string | undefined
    before: string | undefined
    offset: number
    limit: number
  },
) {
  let entries = db
    .selectFrom('ledger_entry')
    .where('customer_id', '=', request.customerId)
    .where('gain_id', request.gainId === null ? 'is' : '=', request.gainId)
  if (request.from !== undefined) entries = entries.where('entered_at', '>=', request.from)
  if (request.before !== undefined) entries = entries.where('entered_at', '<', request.before)
  const [rows, { total }] = await Promise.all([
    entries
      .selectAll()
      .orderBy('entered_at', 'desc')
      .orderBy('id', 'desc')
      .offset(request.offset)
      .limit(request.limit)
      .execute(),
    entries.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

interface LedgerLine {
  order: { id: number; customerId: number }
  gainId: number | null
  kind: EntryKind
  amountCents: number
}

/** Once for an order, a balance and a kind, however often it is called. */
export async function insertEntry(tx: Transaction, now: Date, line: LedgerLine): Promise<void> {
  await tx
    .insertInto('ledger_entry')
    .values({
      customer_id: line.order.customerId,
      gain_id: line.gainId,
      order_id: line.order.id,
      kind: line.kind,
      amount_cents: line.amountCents,
      entered_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
