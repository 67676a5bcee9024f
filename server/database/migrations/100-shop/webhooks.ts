import type { TableStatementsBuilder } from './dialects.ts'

/** The store’s own systems that are notified of changes, and the messages sent to them. */
export const buildWebhookTables: TableStatementsBuilder = ({ identityType }) => [
  // A URL that is notified of changes.
  `create table webhook (
    id ${identityType},
    url text not null,
    secret_encrypted text not null, -- Signs its messages; empty once it is removed
    branch_id integer, -- Told of that branch alone; null: of all
    created_at text not null,
    removed_at text -- It stays for the log of its messages
  )`,
  // Every change of an order's status asks for the present ones.
  'create index webhook_by_removal on webhook (removed_at, id)',

  // A message to a webhook, written in the transaction of the event it tells.
  `create table webhook_delivery (
    id ${identityType},
    webhook_id integer not null references webhook (id),
    -- The same for every attempt, and for every webhook that is told of the event: msg_ and letters or digits
    message_id text not null,
    event text not null, -- order.status_changed
    body text not null, -- The JSON that is signed and sent. Never with personal data
    created_at text not null,
    -- Not to be sent earlier; null once it has arrived or was given up. A server claims the message by moving this ahead
    due_at text,
    attempts integer not null default 0,
    delivered_at text,
    given_up_at text,
    last_status integer, -- The status of the last answer; null where there was none
    last_error text, -- See DeliveryFault in schema.ts
    last_attempt_at text
  )`,
  'create index webhook_delivery_by_creation on webhook_delivery (created_at)',
  'create index webhook_delivery_due on webhook_delivery (webhook_id, due_at, id)',
]
