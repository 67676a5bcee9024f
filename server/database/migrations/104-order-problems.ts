import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Problems that customers report with their orders, and the shop's replies; part of what balances paid may come back by itself. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema
    .createTable('order_problem')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id'))
    .addColumn('branch_id', int, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('message', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('draft', 'open', 'asked', 'closed')`))
    .addColumn('decision', text, (c) => c.check(sql`decision in ('grant', 'part', 'refuse')`))
    .addColumn('granted_cents', int, (c) => c.notNull().defaultTo(0).check(sql`granted_cents >= 0`))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('due_at', text, (c) => c.notNull())
    .addColumn('paused_at', text)
    .execute()
  await schema.createIndex('order_problem_by_order').on('order_problem').columns(['order_id', 'id']).execute()
  await schema.createIndex('order_problem_by_customer').on('order_problem').column('customer_id').execute()
  await schema.createIndex('order_problem_by_state').on('order_problem').columns(['state', 'due_at']).execute()
  // Of two tabs one wins.
  await sql`create unique index order_problem_one_unanswered on order_problem (order_id)
    where state in ('open', 'asked')`.execute(db)
  await sql`create unique index order_problem_one_draft on order_problem (order_id) where state = 'draft'`.execute(db)
  await schema
    .createTable('order_problem_item')
    .addColumn('problem_id', int, (c) => c.notNull().references('order_problem.id').onDelete('cascade'))
    .addColumn('product_id', int, (c) => c.notNull())
    .addColumn('units', int, (c) => c.notNull().check(sql`units > 0`))
    .addPrimaryKeyConstraint('order_problem_item_key', ['problem_id', 'product_id'])
    .execute()
  await schema
    .createTable('order_problem_message')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('problem_id', int, (c) => c.notNull().references('order_problem.id').onDelete('cascade'))
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('staff_name', text)
    .addColumn('staff_crf', text)
    .addColumn('text', text, (c) => c.notNull())
    .execute()
  await schema
    .createIndex('order_problem_message_by_problem')
    .on('order_problem_message')
    .column('problem_id')
    .execute()
  await schema
    .createTable('order_problem_photo')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('problem_id', int, (c) => c.notNull().references('order_problem.id').onDelete('cascade'))
    .addColumn('content_encrypted', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('order_problem_photo_by_problem').on('order_problem_photo').column('problem_id').execute()
  await schema.dropIndex('ledger_entry_once_per_order').execute()
  await sql`create unique index ledger_entry_once_per_order on ledger_entry (order_id, kind, coalesce(gain_id, 0))
    where order_id is not null and kind <> 'part_returned'`.execute(db)
  await schema.alterTable('orders').addColumn('courier_name', text).execute()
  await schema.alterTable('orders').addColumn('courier_phone', text).execute()
  await schema.alterTable('orders').addColumn('courier_url', text).execute()
  await schema.alterTable('orders').addColumn('received_by', text).execute()
  await schema.alterTable('orders').addColumn('fiscal_key', text).execute()
  await schema.alterTable('orders').addColumn('new_promise_at', text).execute()
}
