import { sql } from 'kysely'
import type { Engine, Transaction } from './connection.ts'
import type { Tables } from './schema.ts'

/**
 * What the rows of each table are, in an order in which a row finds those it refers to: the shop's `own`; those that a server may
 * write before there is anything to sell; or `reckoned` from others and never kept, like what waits to be imported. A table
 * that is not named here does not compile.
 */
const contents: Record<keyof Tables, 'own' | 'passing' | 'reckoned'> = {
  branch: 'own',
  branch_zipcodes: 'own',
  category: 'own',
  subcategory: 'own',
  product: 'own',
  product_picture: 'own',
  offer: 'own',
  search_word: 'reckoned',
  catalogue_version: 'passing',
  listing_count: 'reckoned',
  banner: 'own',
  stock_notice: 'own',
  staged_product: 'reckoned',
  staged_offer: 'reckoned',
  customer: 'own',
  session: 'passing',
  email_code: 'own',
  outbox_email: 'own',
  address: 'own',
  wishlist_item: 'own',
  orders: 'own',
  gain: 'own',
  gain_address: 'own',
  ledger_entry: 'own',
  order_line: 'own',
  order_step: 'own',
  pix_charge: 'own',
  payment: 'own',
  coupon: 'own',
  coupon_use: 'own',
  laboratory_opt_in: 'own',
  laboratory_opt_in_product: 'own',
  patient: 'own',
  prescription: 'own',
  prescription_part: 'own',
  prescription_product: 'own',
  prescription_look: 'own',
  external_payment: 'own',
  purchase_count: 'own',
  sandbox_charge: 'own',
  sandbox_webhook: 'passing',
}

const names = Object.keys(contents) as (keyof Tables)[]

/** What a backup carries. */
export const keptTables = names.filter((name) => contents[name] !== 'reckoned')

/** Rows that make no shop: a backup carries them, and takes the place of those it finds. */
export const passingTables = names.filter((name) => contents[name] === 'passing')

/** Which tables of a migrated database hold something of a shop; none of an empty one. */
export async function tablesInUse(tx: Transaction): Promise<string[]> {
  const used: string[] = []
  for (const name of names) {
    if (contents[name] !== 'own') continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (rows.length > 0) used.push(name)
  }
  return used
}

/** The operator's word for a database that is not empty. */
export function heldSentence(used: string[]): string {
  const [first, second, ...more] = used
  return `This database holds a shop already (rows of ${[first, second, more.length > 0 && `${more.length} more tables`].filter(Boolean).join(', ')}).`
}

/** A table's columns that are written, not reckoned by the database; none of a table that is not there. */
export async function columnsOf(tx: Transaction, engine: Engine, table: string): Promise<string[]> {
  const statement =
    engine === 'postgres'
      ? sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
          order by ordinal_position`
      : sql<{ name: string }>`select name from pragma_table_info(${table}) order by cid`
  const { rows } = await statement.execute(tx)
  return rows.map(({ name }) => name)
}

/** The last number a table gave to a row, which may be gone: no number is given twice. Null where it gave none. */
export async function lastNumberOf(tx: Transaction, engine: Engine, table: string): Promise<number | null> {
  const statement =
    engine === 'postgres'
      ? sql<{
          last: number | null
        }>`select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as last`
      : sql<{ last: number | null }>`select seq as last from sqlite_sequence where name = ${table}`
  const { rows } = await statement.execute(tx)
  return rows[0]?.last ?? null
}

/** From here on numbers are given after `last`. */
export async function continueAfter(tx: Transaction, engine: Engine, table: string, last: number): Promise<void> {
  if (engine === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`.execute(tx)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx)
}

/** Every row, one after the other. Nothing else may be asked of `tx` meanwhile. */
export async function* rowsOf(
  tx: Transaction,
  engine: Engine,
  table: keyof Tables,
  columns: string[],
): AsyncGenerator<Record<string, unknown>> {
  const query = tx.selectFrom(table).select(columns as never[])
  if (engine === 'sqlite') return yield* query.stream()
  await sql`declare kept_rows no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch 5000 from kept_rows`.execute(tx)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close kept_rows`.execute(tx)
}
