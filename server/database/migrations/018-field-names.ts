import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connection.ts'

/** Tables and columns get the names that engineers of the field expect. No row is touched; references follow by themselves. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const [from, to] of tables) await db.schema.alterTable(from).renameTo(to).execute()
  for (const [table, from, to] of columns) await db.schema.alterTable(table).renameColumn(from, to).execute()
  await (engine === 'postgres' ? renameOnPostgres(db) : renameOnSqlite(db))
}

const tables = [
  ['order_step', 'order_status_history'],
  ['prescription_look', 'prescription_access_log'],
  ['purchase_count', 'conversion_outbox'],
  ['coupon_use', 'coupon_redemption'],
  ['listing_count', 'facet_count'],
] as const

const columns = [
  ['orders', 'submission_key', 'idempotency_key'],
  ['coupon', 'most_cents', 'max_discount_cents'],
  ['laboratory_opt_in', 'cpf_sealed', 'cpf_encrypted'],
  ['patient', 'name_sealed', 'name_encrypted'],
  ['prescription_part', 'details_sealed', 'details_encrypted'],
  ['prescription_access_log', 'looked_at', 'accessed_at'],
  ['prescription_access_log', 'looked_by', 'accessed_by'],
  ['email_code', 'tries', 'attempts'],
] as const

/** SQLite renames no index, and no constraint either: theirs stay as they are, seen by nobody. */
async function renameOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`drop index purchase_count_by_device`.execute(db)
  await sql`create index conversion_outbox_by_device on conversion_outbox (device_id) where device_id is not null`.execute(
    db,
  )
}

/** Constraints and their indexes are named in errors and in plans. */
async function renameOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter index purchase_count_by_device rename to conversion_outbox_by_device`.execute(db)
  await sql`alter sequence prescription_look_id_seq rename to prescription_access_log_id_seq`.execute(db)
  await sql`alter table orders rename constraint orders_one_per_submission to orders_one_per_idempotency_key`.execute(
    db,
  )
  await sql`alter table email_code rename constraint email_code_five_tries to email_code_five_attempts`.execute(db)
  for (const [from, to] of tables) {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint where conrelid = ${to}::regclass and starts_with(conname, ${from})`.execute(
      db,
    )
    for (const { name } of rows) {
      const renamed = sql.ref(name.replace(from, to))
      await sql`alter table ${sql.table(to)} rename constraint ${sql.ref(name)} to ${renamed}`.execute(db)
    }
  }
}
