import { type Kysely, sql } from 'kysely'
import { identity } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** The shop's own people, their sessions, what they did, and what an order's picking needs. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('staff')
    .addColumn('id', 'integer', identity(engine))
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('owner', 'pharmacist', 'clerk')`))
    .addColumn('crf', 'text')
    .addColumn('branch_id', 'integer')
    .addColumn('password_hash', 'text')
    .addColumn('totp_secret_encrypted', 'text')
    .addColumn('totp_confirmed', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_totp_step', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('removed_at', 'text')
    .addCheckConstraint('staff_pharmacist_has_crf', sql`role <> 'pharmacist' or crf is not null`)
    .execute()
  await db.schema
    .createTable('staff_invitation')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('staff_id', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('staff_recovery_code')
    .addColumn('staff_id', 'integer', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('staff_recovery_code_key', ['staff_id', 'code_hash'])
    .execute()
  await db.schema
    .createTable('staff_session')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('staff_id', 'integer', (c) => c.notNull())
    .addColumn('is_verified', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('audit_entry')
    .addColumn('id', 'integer', identity(engine))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('staff_id', 'integer')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('crf', 'text')
    .addColumn('act', 'text', (c) => c.notNull())
    .addColumn('record', 'text', (c) => c.notNull())
    .addColumn('detail', 'text')
    .addColumn('network', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('audit_entry_by_record').on('audit_entry').columns(['record', 'id']).execute()
  await db.schema.createIndex('audit_entry_by_staff').on('audit_entry').columns(['staff_id', 'id']).execute()
  for (const statement of appendOnly(engine)) await sql.raw(statement).execute(db)

  await db.schema
    .createTable('order_pick')
    .addColumn('order_id', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'integer', (c) => c.notNull())
    .addColumn('units', 'integer', (c) => c.notNull())
    .addColumn('picked_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('order_pick_key', ['order_id', 'product_id'])
    .execute()
  await db.schema
    .createTable('end_request')
    .addColumn('order_id', 'integer', (c) => c.primaryKey())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('asked_by', 'text', (c) => c.notNull())
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('answer', 'text')
    .execute()
  // By its beginning: in the order of code points, which PostgreSQL's usual order is not.
  const order = engine === 'postgres' ? ' collate "C"' : ''
  await sql
    .raw(`create index customer_by_name on customer ((lower(first_name || ' ' || last_name)${order}))`)
    .execute(db)
  await db.schema
    .createIndex('orders_by_status_and_payment')
    .on('orders')
    .columns(['status', 'paid_at', 'id'])
    .execute()
}

/** What was done stays written, whoever holds the program's password to the database. */
function appendOnly(engine: Engine): string[] {
  const refused = 'audit entries are never changed'
  if (engine === 'sqlite')
    return ['update', 'delete'].map(
      (event) =>
        `create trigger audit_entry_no_${event} before ${event} on audit_entry begin select raise(abort, '${refused}'); end`,
    )
  return [
    `create function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception '${refused}'; end $$`,
    `create trigger audit_entry_append_only before update or delete or truncate on audit_entry
      for each statement execute function refuse_audit_change()`,
  ]
}
