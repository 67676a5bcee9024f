import type { Kysely } from 'kysely'
import { int, text } from '../columns.ts'

/** Counted attempts, so that limits hold in any number of processes and over a restart; and the devices of customers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('attempt_count')
    .addColumn('key_hash', text, (c) => c.primaryKey())
    .addColumn('attempts', int, (c) => c.notNull())
    .addColumn('last_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('attempt_count_by_expiry').on('attempt_count').column('expires_at').execute()

  await schema
    .createTable('known_device')
    .addColumn('token_hash', text, (c) => c.notNull())
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id').onDelete('cascade'))
    .addColumn('expires_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('known_device_key', ['token_hash', 'customer_id'])
    .execute()
  await schema.createIndex('known_device_by_customer').on('known_device').column('customer_id').execute()
}
