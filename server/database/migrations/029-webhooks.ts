import type { Kysely } from 'kysely'
import { identity } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Addresses of the store's own systems that are told of changes, and the messages to them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('webhook')
    .addColumn('id', 'integer', identity(engine))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('secret_encrypted', 'text', (c) => c.notNull())
    .addColumn('branch_id', 'integer')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('removed_at', 'text')
    .execute()
  // Every change of an order's status asks for the present ones.
  await db.schema.createIndex('webhook_by_removal').on('webhook').columns(['removed_at', 'id']).execute()
  await db.schema
    .createTable('webhook_delivery')
    .addColumn('id', 'integer', identity(engine))
    .addColumn('webhook_id', 'integer', (c) => c.notNull().references('webhook.id'))
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('delivered_at', 'text')
    .addColumn('given_up_at', 'text')
    .addColumn('last_status', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('last_attempt_at', 'text')
    .execute()
  await db.schema
    .createIndex('webhook_delivery_due')
    .on('webhook_delivery')
    .columns(['webhook_id', 'due_at', 'id'])
    .execute()
  await db.schema.createIndex('webhook_delivery_by_creation').on('webhook_delivery').column('created_at').execute()
}
