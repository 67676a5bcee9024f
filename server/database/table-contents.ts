import { sql } from 'kysely'
import type { Engine, Transaction } from './connection.ts'
import { listTableNames } from './introspection.ts'
import type { TableName, Tables } from './schema.ts'

/** Tables that a migration replaced: backups from before it hold them. */
type ReplacedTable = 'order_status_history' | 'pix_charge' | 'external_payment' | 'outbox_email' | 'webhook_delivery'

/**
 * The tables by kind, in an order that satisfies foreign keys: the shop's `primary` data; `transient` rows that a migration or a
 * server may write before there is anything to sell; or `derived` from other tables, or temporary (such as staged imports),
 * and not backed up.
 * A table missing here does not compile.
 */
const kindByTable: Record<TableName | ReplacedTable, 'primary' | 'transient' | 'derived'> = {
  branch: 'primary',
  branch_zipcodes: 'primary',
  delivery_slot: 'primary',
  delivery_window: 'primary',
  category: 'primary',
  subcategory: 'primary',
  product: 'primary',
  product_picture: 'primary',
  product_slug_history: 'primary',
  offer: 'primary',
  withdrawn_offer: 'primary',
  promotion: 'primary',
  bag_promotion: 'primary',
  bag_promotion_product: 'primary',
  search_word: 'derived',
  synonym: 'transient',
  catalogue_version: 'transient',
  facet_count: 'derived',
  banner: 'primary',
  price_period: 'primary',
  stock_notice: 'primary',
  coverage_notice: 'primary',
  empty_search: 'transient',
  ceiling_list: 'primary',
  price_ceiling: 'primary',
  trade_name: 'primary',
  ceiling_rate: 'primary',
  staged_product: 'derived',
  staged_offer: 'derived',
  catalogue_rule: 'transient',
  pending_product: 'primary',
  pending_offer: 'primary',
  customer: 'primary',
  customer_search_word: 'primary',
  access_log: 'transient',
  session: 'transient',
  mailbox_code: 'derived',
  known_device: 'primary',
  attempt_count: 'derived',
  passkey_answer: 'derived',
  outbox: 'primary',
  whatsapp_contact: 'primary',
  whatsapp_template: 'primary',
  branch_alert: 'primary',
  outbox_email: 'primary',
  address: 'primary',
  wishlist_item: 'primary',
  orders: 'primary',
  gain: 'primary',
  gain_address: 'primary',
  ledger_entry: 'primary',
  order_line: 'primary',
  order_line_discount: 'primary',
  order_status_history: 'primary',
  order_event: 'primary',
  order_problem: 'primary',
  order_problem_item: 'primary',
  order_problem_message: 'primary',
  order_problem_photo: 'primary',
  order_proposal: 'primary',
  order_surcharge: 'primary',
  charge: 'primary',
  pix_charge: 'primary',
  payment: 'primary',
  external_report: 'primary',
  card_refund: 'primary',
  coupon: 'primary',
  coupon_redemption: 'primary',
  laboratory_opt_in: 'primary',
  laboratory_opt_in_product: 'primary',
  laboratory_authorisation: 'primary',
  patient: 'primary',
  prescription: 'primary',
  prescription_part: 'primary',
  prescription_product: 'primary',
  prescription_access_log: 'primary',
  prescription_decision: 'primary',
  prescription_fingerprint: 'primary',
  prescription_picture_request: 'primary',
  prescription_quote: 'primary',
  fingerprint_key: 'primary',
  refill_reminder: 'primary',
  external_payment: 'primary',
  conversion_outbox: 'primary',
  partial_refund: 'primary',
  bank_refund: 'primary',
  refund_settlement: 'primary',
  order_pick: 'primary',
  order_lot: 'primary',
  order_scan: 'derived',
  end_request: 'primary',
  staff: 'primary',
  passkey: 'primary',
  staff_invitation: 'primary',
  staff_recovery_code: 'primary',
  staff_session: 'transient',
  api_key: 'primary',
  call_key: 'derived',
  audit_entry: 'primary',
  webhook: 'primary',
  webhook_delivery: 'primary',
  sandbox_charge: 'primary',
  sandbox_card_order: 'primary',
  sandbox_webhook: 'transient',
  sandbox_authorisation: 'primary',
  database_kind: 'transient',
  key_check: 'transient',
}

/** All tables of the shop, of today and replaced ones. */
export const shopTables = Object.keys(kindByTable) as TableName[]

export const backupTables = shopTables.filter((name) => kindByTable[name] !== 'derived')

/** Tables whose rows do not make a shop: a backup includes them, and a restore replaces existing ones. */
export const transientTables = shopTables.filter((name) => kindByTable[name] === 'transient')

/** Those of these tables that this database has: it may not have run the latest migrations. */
export async function listExistingTables(tx: Transaction, tables: TableName[]): Promise<TableName[]> {
  const existingTables = await listTableNames(tx)
  return tables.filter((table) => existingTables.has(table))
}

/** The tables that hold data of a shop; none for an empty database. */
export async function listTablesWithData(tx: Transaction): Promise<string[]> {
  const tables = shopTables.filter((name) => kindByTable[name] === 'primary')
  const existsQueries = (await listExistingTables(tx, tables)).map(
    (name) => sql`select ${sql.lit(name)} as name where exists (select 1 from ${sql.table(name)})`,
  )
  if (existsQueries.length === 0) return []
  const { rows } = await sql<{ name: string }>`${sql.join(existsQueries, sql` union all `)}`.execute(tx)
  return rows.map(({ name }) => name)
}

export function formatNotEmptyMessage(tables: string[]): string {
  const [first, second, ...remainingTables] = tables
  return `This database holds a shop already (rows of ${[first, second, remainingTables.length > 0 && `${remainingTables.length} more tables`].filter(Boolean).join(', ')}).`
}

/** A table's columns without those generated by the database; empty for a missing table. */
export async function listColumns(tx: Transaction, engine: Engine, table: string): Promise<string[]> {
  const statement =
    engine === 'postgres'
      ? sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
          order by ordinal_position`
      : sql<{ name: string }>`select name from pragma_table_info(${table}) order by cid`
  const { rows } = await statement.execute(tx)
  return rows.map(({ name }) => name)
}

/** The last id a table assigned, even if its row was deleted, since ids are never reused. Null where none was. */
export async function findLastId(tx: Transaction, engine: Engine, table: string): Promise<number | null> {
  const statement =
    engine === 'postgres'
      ? sql<{
          last: number | null
        }>`select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as last`
      : sql<{ last: number | null }>`select seq as last from sqlite_sequence where name = ${table}`
  const { rows } = await statement.execute(tx)
  return rows[0]?.last ?? null
}

/** Makes the table assign ids after `lastId`. */
export async function setLastId(tx: Transaction, engine: Engine, table: string, lastId: number): Promise<void> {
  if (engine === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${lastId})`.execute(tx)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(tx)
}

/** Streams all rows. Run no other query on `tx` meanwhile. */
export async function* streamRows(
  tx: Transaction,
  engine: Engine,
  table: string,
  columns: string[],
): AsyncGenerator<Record<string, unknown>> {
  const db = tx.withoutPlugins()
  const query = db.selectFrom(table as keyof Tables).select(columns as never[])
  if (engine === 'sqlite') return yield* query.stream()
  await sql`declare kept_rows no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch 5000 from kept_rows`.execute(db)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close kept_rows`.execute(db)
}
