import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'
import { setLastId } from '../table-contents.ts'

/** One outbox in the place of two: e-mails keep their ids, which their Message-IDs have, and messages to webhooks follow them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('channel', text, (c) => c.notNull())
    .addColumn('recipient', text, (c) => c.notNull())
    .addColumn('sequence_key', text)
    .addColumn('payload_json', text, (c) => c.notNull())
    .addColumn('order_id', int)
    .addColumn('kind', text)
    .addColumn('event_id', int)
    .addColumn('message_id', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('due_at', text)
    .addColumn('attempts', int, (c) => c.notNull().defaultTo(0))
    .addColumn('is_retried', int, (c) => c.notNull().defaultTo(0))
    .addColumn('last_attempt_at', text)
    .addColumn('last_status', int)
    .addColumn('last_error', text)
    .addColumn('sent_at', text)
    .addColumn('delivered_at', text)
    .addColumn('given_up_at', text)
    .addColumn('fallback_recipient', text)
    .addColumn('fallback_payload_json', text)
    .execute()
  await copyEmails(db, engine)
  await copyWebhookMessages(db, engine)
  for (const statement of [
    'create index outbox_due on outbox (channel, is_retried, due_at, id) where due_at is not null',
    'create index outbox_by_recipient on outbox (recipient, channel, is_retried, due_at, id)',
    'create index outbox_by_sequence on outbox (sequence_key, id) where due_at is not null',
    'create index outbox_by_order on outbox (order_id)',
    'create index outbox_by_message on outbox (message_id) where message_id is not null',
    'create index outbox_by_creation on outbox (channel, created_at, id)',
  ])
    await sql.raw(statement).execute(db)
  for (const table of ['outbox_email', 'webhook_delivery']) await db.schema.dropTable(table).execute()
}

const emailKeys = { subject: 'subject', text: 'text_body', html: 'html_body', unsubscribePath: 'unsubscribe_path' }
const webhookKeys = { messageId: 'message_id', event: 'event', body: 'body' }

async function copyEmails(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`
    insert into outbox (id, channel, recipient, sequence_key, payload_json, order_id, kind, event_id, message_id,
      created_at, due_at, attempts, is_retried, sent_at)
    select id, 'email', recipient, case when order_id is null then null else 'email order ' || order_id end,
      ${buildJson(engine, emailKeys)}, order_id, kind, event_id, message_id,
      created_at, case when sent_at is null then due_at end, attempts, is_deferred, sent_at
    from outbox_email order by id`.execute(db)
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from outbox`.execute(db)
  const lastId = rows[0]?.id
  if (lastId) await setLastId(db as never, engine, 'outbox', lastId)
}

async function copyWebhookMessages(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`
    insert into outbox (channel, recipient, payload_json, created_at, due_at, attempts, is_retried, last_attempt_at,
      last_status, last_error, sent_at, given_up_at)
    select 'webhook', cast(webhook_id as text), ${buildJson(engine, webhookKeys)}, created_at, due_at, attempts,
      case when last_status is null and last_error is null then 0 else 1 end, last_attempt_at, last_status, last_error,
      delivered_at, given_up_at
    from webhook_delivery order by id`.execute(db)
}

/** A JSON text of columns, by its keys. */
function buildJson(engine: Engine, columnByKey: Record<string, string>) {
  const pairs = sql.join(Object.entries(columnByKey).flatMap(([key, column]) => [sql.lit(key), sql.ref(column)]))
  return engine === 'postgres' ? sql`json_build_object(${pairs})::text` : sql`json_object(${pairs})`
}
