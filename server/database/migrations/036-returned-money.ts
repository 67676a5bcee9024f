import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'

/**
 * Money that goes back without the shop's asking, and why; an order's letters by its number; a second charge for an order whose
 * first one took a Pix of another amount; what a line of an order was sent with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('outbox_email').addColumn('order_id', int).execute()
  await schema.alterTable('outbox_email').addColumn('kind', text).execute()
  await schema.createIndex('outbox_email_by_order').on('outbox_email').column('order_id').execute()

  await schema
    .alterTable('payment')
    .addColumn('refund_reason', text, (c) => c.check(sql`refund_reason in ('amount', 'late', 'second')`))
    .execute()

  await schema
    .createTable('bank_refund')
    .addColumn('reference', text, (c) => c.notNull())
    .addColumn('refund_id', text, (c) => c.notNull())
    .addColumn('order_id', int, (c) => c.notNull())
    .addColumn('amount_cents', int, (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('status', text, (c) => c.notNull().check(sql`status in ('under_way', 'returned', 'failed')`))
    .addColumn('noticed_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('bank_refund_key', ['reference', 'refund_id'])
    .execute()
  await schema.createIndex('bank_refund_by_order').on('bank_refund').column('order_id').execute()

  // SQLite drops no constraint of a table: the rows move to one without "one charge for each order".
  await schema
    .createTable('pix_charge_of_any_number')
    .addColumn('txid', text, (c) => c.primaryKey())
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('amount_cents', int, (c) => c.notNull())
    .addColumn('pix_code', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('checked_at', text)
    .addColumn('is_spent', int, (c) => c.notNull().defaultTo(0))
    .execute()
  const columns = sql.raw('txid, order_id, amount_cents, pix_code, created_at, expires_at, checked_at')
  await sql`insert into pix_charge_of_any_number (${columns}) select ${columns} from pix_charge`.execute(db)
  await schema.dropTable('pix_charge').execute()
  await schema.alterTable('pix_charge_of_any_number').renameTo('pix_charge').execute()
  await schema
    .createIndex('pix_charge_one_payable_per_order')
    .on('pix_charge')
    .column('order_id')
    .unique()
    .where(sql.ref('is_spent'), '=', sql.lit(0))
    .execute()
  await schema.createIndex('pix_charge_by_order').on('pix_charge').column('order_id').execute()

  await schema
    .alterTable('order_line')
    .addColumn('add_ons', text, (c) => c.notNull().defaultTo('[]'))
    .execute()
  await schema
    .alterTable('order_line')
    .addColumn('variations', text, (c) => c.notNull().defaultTo('[]'))
    .execute()
}
