import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** What laboratories' programmes authorised, reminders of medicines that run out. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema.alterTable('laboratory_opt_in_product').addColumn('discount_hundredths', int).execute()
  await schema.alterTable('laboratory_opt_in_product').addColumn('max_units', int).execute()
  await schema
    .createTable('laboratory_authorisation')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id'))
    .addColumn('idempotency_key', text, (c) => c.notNull())
    .addColumn('product_id', int, (c) => c.notNull())
    .addColumn('order_id', int, (c) => c.references('orders.id'))
    .addColumn('units', int, (c) => c.notNull().check(sql`units >= 0`))
    .addColumn('discount_hundredths', int)
    .addColumn('state', text, (c) =>
      c.notNull().check(sql`state in ('requested', 'authorised', 'confirmed', 'cancelled', 'lost')`),
    )
    .addColumn('is_delivered', int, (c) => c.notNull().defaultTo(0))
    .addColumn('requested_at', text, (c) => c.notNull())
    .addColumn('due_at', text)
    .execute()
  // Of a form sent twice one authorisation is asked for.
  await sql`create unique index laboratory_authorisation_one_open
    on laboratory_authorisation (customer_id, idempotency_key, product_id) where units > 0`.execute(db)
  await schema
    .createIndex('laboratory_authorisation_by_order')
    .on('laboratory_authorisation')
    .column('order_id')
    .execute()
  await sql`create index laboratory_authorisation_due on laboratory_authorisation (due_at)
    where due_at is not null`.execute(db)
  await sql`create index laboratory_authorisation_loose on laboratory_authorisation (requested_at)
    where order_id is null and units > 0`.execute(db)
  await schema
    .createTable('sandbox_authorisation')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('units', int, (c) => c.notNull())
    .addColumn('discount_hundredths', int, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('open', 'confirmed', 'cancelled')`))
    .execute()

  await schema
    .createTable('refill_reminder')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id'))
    .addColumn('patient_id', int, (c) => c.references('patient.id').onDelete('set null'))
    .addColumn('product_id', int, (c) => c.notNull())
    .addColumn('quantity', int, (c) => c.notNull().check(sql`quantity > 0`))
    .addColumn('days', int, (c) => c.notNull().check(sql`days > 0`))
    .addColumn('due_on', text, (c) => c.notNull())
    .addColumn('token', text, (c) => c.notNull())
    .addColumn('written_at', text)
    .addUniqueConstraint('refill_reminder_once', ['customer_id', 'product_id'])
    .execute()
  await schema.createIndex('refill_reminder_by_token').on('refill_reminder').column('token').execute()
  await schema.createIndex('refill_reminder_by_patient').on('refill_reminder').column('patient_id').execute()
  await sql`create index refill_reminder_due on refill_reminder (due_on) where written_at is null`.execute(db)
  await schema.alterTable('outbox_email').addColumn('unsubscribe_path', text).execute()
}
