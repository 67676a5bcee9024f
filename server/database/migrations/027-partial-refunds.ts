import { type Kysely, sql } from 'kysely'
import { identity } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Units taken out of paid orders, since the shelf had none, and the money that goes back for them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('order_line')
    .addColumn('removed_units', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`removed_units between 0 and quantity`),
    )
    .execute()
  await db.schema
    .alterTable('orders')
    .addColumn('removed_cents', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`removed_cents = 0 or removed_cents between 1 and total_cents - balance_cents`),
    )
    .execute()
  await db.schema
    .createTable('partial_refund')
    .addColumn('id', 'integer', identity(engine))
    .addColumn('order_id', 'integer', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('due', 'refunded')`))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('partial_refund_by_payment').on('partial_refund').columns(['reference']).execute()
  await db.schema.createIndex('partial_refund_by_status').on('partial_refund').columns(['status', 'order_id']).execute()
}
