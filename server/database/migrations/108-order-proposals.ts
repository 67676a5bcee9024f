import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** What a store offers in place of units that its shelf lacks, and how the customer answered. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema
    .createTable('order_proposal')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('product_id', int, (c) => c.notNull())
    .addColumn('units', int, (c) => c.notNull().check(sql`units > 0`))
    .addColumn('offer', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('open', 'accepted', 'declined', 'lapsed')`))
    .addColumn('answer_until', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('order_proposal_by_order').on('order_proposal').columns(['order_id', 'id']).execute()
  // Of two clerks one asks.
  await sql`create unique index order_proposal_one_open on order_proposal (order_id) where state = 'open'`.execute(db)
}
