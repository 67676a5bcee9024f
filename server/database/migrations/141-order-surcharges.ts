import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/**
 * What a change of a paid order costs besides: it takes effect once that is paid. An order has one charge that can be paid, and one
 * payment that it took, and beside them as many for what was paid besides.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema
    .createTable('order_surcharge')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('address', 'proposal')`))
    .addColumn('details', text, (c) => c.notNull())
    .addColumn('amount_cents', int, (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('waiting', 'paid', 'over')`))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('due_at', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('order_surcharge_by_order').on('order_surcharge').columns(['order_id', 'id']).execute()
  await sql`create unique index order_surcharge_one_waiting on order_surcharge (order_id) where state = 'waiting'`.execute(
    db,
  )
  for (const table of ['charge', 'payment']) await schema.alterTable(table).addColumn('surcharge_id', int).execute()
  await schema.dropIndex('pix_charge_one_payable_per_order').execute()
  await sql`create unique index charge_one_payable_per_order on charge (order_id)
    where is_spent = 0 and surcharge_id is null`.execute(db)
  await sql`create unique index charge_one_payable_per_surcharge on charge (surcharge_id)
    where is_spent = 0 and surcharge_id is not null`.execute(db)
  await schema.dropIndex('payment_one_captured_per_order').execute()
  await sql`create unique index payment_one_captured_per_order on payment (order_id)
    where status = 'captured' and surcharge_id is null`.execute(db)
  await sql`create unique index payment_one_captured_per_surcharge on payment (surcharge_id)
    where status = 'captured' and surcharge_id is not null`.execute(db)
}
