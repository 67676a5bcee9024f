import { sql } from 'kysely'
import type { Database } from '../../server/database/connection.ts'
import { migrate } from '../../server/database/migrate.ts'
import { pre1MigrationNames } from '../../server/database/pre1-upgrade.ts'
import type { TableName } from '../../server/database/schema.ts'

/** The tables that version 1.0 added. */
const tablesSince1: TableName[] = ['bank_refund', 'customer_search_word', 'access_log', 'key_check']

/** Turns an empty database into one that the last version before 1.0 has opened, or another one with these migrations. */
export async function openBefore1(database: Database, steps: string[] = pre1MigrationNames): Promise<void> {
  await migrate(database, '100-shop')
  const { engine, transact } = database
  const statements = [
    ...tablesSince1.map((table) => `drop table ${table}`),
    'drop index customer_by_phone',
    'drop index outbox_email_by_order',
    ...['order_id', 'kind'].map((column) => `alter table outbox_email drop column ${column}`),
    'alter table payment drop column refund_reason',
    ...['add_ons', 'variations'].map((column) => `alter table order_line drop column ${column}`),
    ...(engine === 'postgres' ? chargesOnPostgres : chargesOnSqlite),
    ...(engine === 'postgres' ? countedOnPostgres : countedOnSqlite),
    'delete from kysely_migration',
    ...steps.map((name) => `insert into kysely_migration values ('${name}', '2026-01-01T00:00:00.000Z')`),
  ]
  await transact(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
}

const chargesOnPostgres = [
  'drop index pix_charge_by_order',
  'alter table pix_charge drop column is_spent, add constraint pix_charge_order_id_key unique (order_id)',
]
const chargesOnSqlite = [
  'alter table pix_charge rename to pix_charge_of_today',
  `create table pix_charge (txid text primary key, order_id integer not null unique references orders (id),
    amount_cents integer not null, pix_code text, created_at text not null, expires_at text not null, checked_at text)`,
  'insert into pix_charge select txid, order_id, amount_cents, pix_code, created_at, expires_at, checked_at from pix_charge_of_today',
  'drop table pix_charge_of_today',
]

/** Triggers counted what pages show; each kind of them is here once. */
const countedTable = `create table shown_change (id integer primary key, changes bigint not null,
  sales bigint not null default 0, branch_id integer, product_id integer)`
const countedOnSqlite = [
  countedTable,
  `create trigger banner_update_shown after update on banner begin update shown_change set changes = changes + 1; end`,
]
const countedOnPostgres = [
  countedTable,
  ...['note_shown_change', 'note_sale', 'note_changed_offer'].map(
    (name) => `create function ${name}() returns trigger language plpgsql as 'begin return null; end'`,
  ),
  `create function name_change(integer, integer, integer, integer) returns boolean language sql as 'select true'`,
  'create trigger banner_update_shown after update on banner for each statement execute function note_shown_change()',
]
