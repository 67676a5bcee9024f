import type { TableStatementsBuilder } from './dialects.ts'

/** E-mails to be sent, and who used the shop from where. */
export const buildMailAndAccessLogTables: TableStatementsBuilder = ({ identityType }) => [
  // E-mail to be sent, written in the transaction of the event it reports.
  `create table outbox_email (
    id ${identityType},
    recipient text not null,
    subject text not null,
    text_body text not null,
    html_body text not null,
    created_at text not null,
    attempts integer not null default 0,
    due_at text not null, -- Not to be sent earlier. A server claims the e-mail by moving this ahead
    sent_at text,
    order_id integer, -- The order that it tells of, and what: null for all other letters
    kind text
  )`,
  'create index outbox_email_by_order on outbox_email (order_id)',
  'create index outbox_email_by_recipient on outbox_email (recipient)',
  'create index outbox_email_due on outbox_email (sent_at, due_at)',

  // Who used the shop from which address, in a few seconds of a day: encrypted JSON, by that day's key.
  `create table access_log (
    id ${identityType},
    day text not null, -- yyyy-MM-dd in São Paulo
    records_encrypted text not null
  )`,
  'create index access_log_by_day on access_log (day)',
]
