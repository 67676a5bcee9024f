import { type Kysely, sql } from 'kysely'

/** Orders may be paid with balances: each gain, and the wallet, pays an order once and gets it back once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('balance_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.dropIndex('ledger_entry_once_per_order').execute()
  await sql`create unique index ledger_entry_once_per_order on ledger_entry (order_id, kind, coalesce(gain_id, 0))
    where order_id is not null`.execute(db)
}
