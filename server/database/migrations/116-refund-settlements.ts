import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Answers of providers that could not be read, refunds that they refused, and what the shop returned by other means. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema.alterTable('charge').addColumn('unclear_since', text).execute()
  await schema.alterTable('charge').addColumn('unclear_reason', text).execute()
  await sql`create index charge_unclear on charge (unclear_since) where unclear_since is not null`.execute(db)
  for (const table of ['payment', 'partial_refund'] as const) {
    await schema
      .alterTable(table)
      .addColumn('refusal_count', int, (c) => c.notNull().defaultTo(0))
      .execute()
    await schema.alterTable(table).addColumn('refused_at', text).execute()
    await schema.alterTable(table).addColumn('refusal_reason', text).execute()
  }
  await schema
    .alterTable('payment')
    .addColumn('is_refund_matched_by_amount', int, (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('card_refund')
    .addColumn('is_matched_by_amount', int, (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('bank_refund').addColumn('provider_status', text).execute()
  await schema
    .createTable('refund_settlement')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('order_id', int, (c) => c.notNull())
    .addColumn('payment_id', int, (c) => c.notNull())
    .addColumn('partial_refund_id', int, (c) => c.unique())
    .addColumn('amount_cents', int, (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('means', text, (c) => c.notNull())
    .addColumn('settled_on', text, (c) => c.notNull())
    .addColumn('receipt', text)
    .addColumn('recorded_at', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('refund_settlement_by_payment').on('refund_settlement').column('payment_id').execute()
}
