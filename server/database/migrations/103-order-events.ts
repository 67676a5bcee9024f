import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/**
 * What happens to an order, with who did it, in place of the statuses it reached; an order's e-mails by the event that they
 * report.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema
    .createTable('order_event')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('status', text)
    .addColumn('actor_kind', text, (c) => c.notNull().check(sql`actor_kind in ('customer', 'job', 'bank', 'staff')`))
    .addColumn('actor_id', int)
    .addColumn('actor_name', text)
    .addColumn('actor_crf', text)
    .addColumn('data', text, (c) => c.notNull().defaultTo('{}'))
    .execute()
  await schema.createIndex('order_event_by_order').on('order_event').columns(['order_id', 'id']).execute()
  await schema.createIndex('order_event_by_status').on('order_event').columns(['status', 'at']).execute()
  await sql`
    insert into order_event (order_id, kind, at, status, actor_kind, actor_id)
    select order_id,
      case history.status
        when 'pending_payment' then 'place' when 'paid' then 'pay' when 'prescription_review' then 'review'
        when 'preparing' then 'pick' when 'out_for_delivery' then 'dispatch' when 'delivered' then 'deliver'
        when 'expired' then 'expire' when 'failed' then 'fail' when 'cancelled' then 'cancel' else 'refund' end,
      reached_at, history.status,
      case when history.status = 'pending_payment' then 'customer' when history.status in ('paid', 'prescription_review', 'failed')
        then 'bank' when history.status = 'expired' then 'job' else 'staff' end,
      case when history.status = 'pending_payment' then customer_id end
    from order_status_history as history join orders on orders.id = order_id
    order by reached_at, case history.status when 'pending_payment' then 0 when 'paid' then 1 when 'prescription_review' then 2
      when 'preparing' then 3 when 'out_for_delivery' then 4 when 'delivered' then 5 else 6 end, order_id`.execute(db)
  await schema.dropTable('order_status_history').execute()
  for (const statement of buildAppendOnlyTriggers(engine)) await sql.raw(statement).execute(db)
  await schema.alterTable('outbox_email').addColumn('event_id', int).execute()
  await schema.alterTable('outbox_email').addColumn('message_id', text).execute()
}

function buildAppendOnlyTriggers(engine: Engine): string[] {
  const refusalMessage = 'events of orders are never changed'
  if (engine === 'sqlite')
    return ['update', 'delete'].map(
      (event) =>
        `create trigger order_event_no_${event} before ${event} on order_event begin select raise(abort, '${refusalMessage}'); end`,
    )
  return [
    `create function refuse_order_event_change() returns trigger language plpgsql as $$
      begin raise exception '${refusalMessage}'; end $$`,
    `create trigger order_event_append_only before update or delete or truncate on order_event
      for each statement execute function refuse_order_event_change()`,
  ]
}
