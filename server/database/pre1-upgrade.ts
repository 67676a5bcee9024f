import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { toNameWords } from '../platform/user-input.ts'
import type { Engine } from './connection.ts'
import { buildStatements } from './migrations/100-shop.ts'

/** The migrations of the last version before 1.0, whose databases and backups are taken over: after all of them alone. */
export const pre1MigrationNames = [
  ...['001-shop', '002-discovery', '003-account', '004-checkout', '006-merchandise', '007-analytics', '009-traces'],
  ...['010-order-object', '012-database-kind', '013-attempts', '014-confirmed-emails', '015-prescription-decisions'],
  ...['016-operator-catalogue', '017-shown-changes', '018-field-names', '019-order-balances', '020-relevance'],
  ...['021-banner-subcategory', '022-coverage-notices', '023-staff', '024-empty-searches', '025-shop-window'],
  ...['026-promotions', '027-partial-refunds', '028-api-keys', '029-webhooks', '030-blocked-customers', '031-synonyms'],
  ...['032-banner-picture', '033-listing-growth', '034-changed-offers'],
]

export function isLastPre1Schema(migrationNames: string[]): boolean {
  return (
    migrationNames.length === pre1MigrationNames.length &&
    migrationNames.every((migration, index) => migration === pre1MigrationNames[index])
  )
}

/**
 * Gives a database of the last version before 1.0 today's tables, with all its rows; run it in a transaction.
 * @returns the migration that it has been through then
 */
export async function migrateFromPre1(tx: Kysely<unknown>, engine: Engine): Promise<string> {
  for (const statement of buildUpgradeStatements(engine)) await sql.raw(statement).execute(tx)
  await dropShownChangeTable(tx, engine)
  await addCustomerSearchWords(tx)
  const migrations = sql.table(DEFAULT_MIGRATION_TABLE)
  await sql`delete from ${migrations} where name <> ${pre1MigrationNames.at(-1)}`.execute(tx)
  await sql`update ${migrations} set name = '100-shop'`.execute(tx)
  return '100-shop'
}

/** What 1.0 added. */
function buildUpgradeStatements(engine: Engine): string[] {
  const allStatements = buildStatements(engine)
  const listCreateTableStatements = (name: string) =>
    allStatements.filter((statement) => new RegExp(`^create table ${name} `).test(statement))
  const listCreateIndexStatements = (namePattern: string) =>
    allStatements.filter((statement) => new RegExp(`^create (unique )?index (${namePattern}) `).test(statement))
  return [
    'alter table outbox_email add column order_id integer',
    'alter table outbox_email add column kind text',
    ...listCreateIndexStatements('outbox_email_by_order'),
    `alter table payment add column refund_reason text check (refund_reason in ('amount', 'late', 'second'))`,
    `alter table order_line add column add_ons text not null default '[]'`,
    `alter table order_line add column variations text not null default '[]'`,
    ...(engine === 'postgres'
      ? postgresChargeStatements
      : buildSqliteChargeStatements(listCreateTableStatements('pix_charge'))),
    ...listCreateIndexStatements('pix_charge_by_order|pix_charge_one_payable_per_order'),
    ...['bank_refund', 'customer_search_word', 'access_log', 'key_check'].flatMap(listCreateTableStatements),
    ...listCreateIndexStatements(
      'bank_refund_by_order|customer_search_word_by_customer|access_log_by_day|customer_by_phone',
    ),
  ]
}

/** An order may have several charges, of which one can be paid. */
const postgresChargeStatements = [
  'alter table pix_charge drop constraint pix_charge_order_id_key, add column is_spent integer not null default 0',
]

/** SQLite drops no constraint of a table. */
function buildSqliteChargeStatements(createTableStatements: string[]): string[] {
  const columnList = 'txid, order_id, amount_cents, pix_code, created_at, expires_at, checked_at'
  return [
    'alter table pix_charge rename to pix_charge_before',
    ...createTableStatements,
    `insert into pix_charge (${columnList}) select ${columnList} from pix_charge_before`,
    'drop table pix_charge_before',
  ]
}

/** Nothing counts any more what pages show. */
async function dropShownChangeTable(tx: Kysely<unknown>, engine: Engine): Promise<void> {
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
export async function addCustomerSearchWords(tx: Kysely<unknown>): Promise<void> {
  let lastId = 0
  for (;;) {
    const { rows } = await sql<{ id: number; first_name: string; last_name: string }>`
      select id, first_name, last_name from customer where id > ${lastId} and erased_at is null order by id limit ${batchSize}
    `.execute(tx)
    if (rows.length === 0) return
    lastId = rows.at(-1)?.id ?? lastId
    const wordRows = rows.flatMap(({ id, first_name, last_name }) =>
      toNameWords(`${first_name} ${last_name}`).map((word) => sql`(${word}, ${id})`),
    )
    if (wordRows.length > 0)
      await sql`insert into customer_search_word (word, customer_id) values ${sql.join(wordRows)}`.execute(tx)
  }
}
