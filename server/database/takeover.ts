import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { nameWords } from '../platform/user-input.ts'
import type { Engine } from './connection.ts'
import { statementsFor } from './migrations/100-shop.ts'

/** The migrations of the last version before 1.0, whose databases and backups are taken over: after all of them alone. */
export const stepsBefore1 = [
  ...['001-shop', '002-discovery', '003-account', '004-checkout', '006-merchandise', '007-analytics', '009-traces'],
  ...['010-order-object', '012-database-kind', '013-attempts', '014-confirmed-emails', '015-prescription-decisions'],
  ...['016-operator-catalogue', '017-shown-changes', '018-field-names', '019-order-balances', '020-relevance'],
  ...['021-banner-subcategory', '022-coverage-notices', '023-staff', '024-empty-searches', '025-shop-window'],
  ...['026-promotions', '027-partial-refunds', '028-api-keys', '029-webhooks', '030-blocked-customers', '031-synonyms'],
  ...['032-banner-picture', '033-listing-growth', '034-changed-offers'],
]

export function areBefore1(steps: string[]): boolean {
  return steps.length === stepsBefore1.length && steps.every((step, at) => step === stepsBefore1[at])
}

/**
 * Gives a database of the last version before 1.0 today's tables, with all its rows; run it in a transaction.
 * @returns the migration that it has been through then
 */
export async function migrateFromBefore1(tx: Kysely<unknown>, engine: Engine): Promise<string> {
  for (const statement of changes(engine)) await sql.raw(statement).execute(tx)
  await dropShownChanges(tx, engine)
  await addSearchWords(tx)
  const migrations = sql.table(DEFAULT_MIGRATION_TABLE)
  await sql`delete from ${migrations} where name <> ${stepsBefore1.at(-1)}`.execute(tx)
  await sql`update ${migrations} set name = '100-shop'`.execute(tx)
  return '100-shop'
}

/** What 1.0 added. */
function changes(engine: Engine): string[] {
  const all = statementsFor(engine)
  const table = (name: string) => all.filter((each) => new RegExp(`^create table ${name} `).test(each))
  const index = (names: string) => all.filter((each) => new RegExp(`^create (unique )?index (${names}) `).test(each))
  return [
    'alter table outbox_email add column order_id integer',
    'alter table outbox_email add column kind text',
    ...index('outbox_email_by_order'),
    `alter table payment add column refund_reason text check (refund_reason in ('amount', 'late', 'second'))`,
    `alter table order_line add column add_ons text not null default '[]'`,
    `alter table order_line add column variations text not null default '[]'`,
    ...(engine === 'postgres' ? chargesOnPostgres : chargesOnSqlite(table('pix_charge'))),
    ...index('pix_charge_by_order|pix_charge_one_payable_per_order'),
    ...['bank_refund', 'customer_search_word', 'access_log', 'key_check'].flatMap(table),
    ...index('bank_refund_by_order|customer_search_word_by_customer|access_log_by_day|customer_by_phone'),
  ]
}

/** An order may have several charges, of which one can be paid. */
const chargesOnPostgres = [
  'alter table pix_charge drop constraint pix_charge_order_id_key, add column is_spent integer not null default 0',
]

/** SQLite drops no constraint of a table. */
function chargesOnSqlite(table: string[]): string[] {
  const columns = 'txid, order_id, amount_cents, pix_code, created_at, expires_at, checked_at'
  return [
    'alter table pix_charge rename to pix_charge_before',
    ...table,
    `insert into pix_charge (${columns}) select ${columns} from pix_charge_before`,
    'drop table pix_charge_before',
  ]
}

/** Nothing counts any more what pages show. */
async function dropShownChanges(tx: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await sql`drop function note_shown_change, note_sale, note_changed_offer cascade`.execute(tx)
    await sql`drop function name_change`.execute(tx)
  } else {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'trigger' and sql like '%shown_change%'`.execute(tx)
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(tx)
  }
  await sql`drop table shown_change`.execute(tx)
}

const batchSize = 200

/** The words by which customers of before are found. */
export async function addSearchWords(tx: Kysely<unknown>): Promise<void> {
  let last = 0
  for (;;) {
    const { rows } = await sql<{ id: number; first_name: string; last_name: string }>`
      select id, first_name, last_name from customer where id > ${last} and erased_at is null order by id limit ${batchSize}
    `.execute(tx)
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? last
    const values = rows.flatMap(({ id, first_name, last_name }) =>
      nameWords(`${first_name} ${last_name}`).map((word) => sql`(${word}, ${id})`),
    )
    if (values.length > 0)
      await sql`insert into customer_search_word (word, customer_id) values ${sql.join(values)}`.execute(tx)
  }
}
