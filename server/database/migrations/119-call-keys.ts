import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'

/**
 * Nothing acts twice: the staff's calls by their idempotency keys, scans by the form that sent them; in which status a
 * cancellation was asked for; and when an event was recorded, which a bank's may be long after it happened.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('call_key')
    .addColumn('key_hash', text, (c) => c.primaryKey())
    .addColumn('input_hash', text, (c) => c.notNull())
    .addColumn('status', int)
    .addColumn('answer_encrypted', text, (c) => c.notNull())
    .addColumn('claimed_until', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('call_key_by_expiry').on('call_key').column('expires_at').execute()
  await schema
    .createTable('order_scan')
    .addColumn('scan_id', text, (c) => c.notNull())
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('product_id', int, (c) => c.notNull())
    .addColumn('scanned_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('order_scan_pk', ['order_id', 'scan_id', 'product_id'])
    .execute()
  await schema.createIndex('order_scan_by_time').on('order_scan').column('scanned_at').execute()
  await schema.alterTable('end_request').addColumn('asked_status', text).execute()
  await schema.alterTable('order_event').addColumn('recorded_at', text).execute()
  await sql`create index order_event_by_recording on order_event (coalesce(recorded_at, at))`.execute(db)
}
