import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** The program (server/staff/roles.ts) defines the roles of the staff: a new one needs no migration. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await sql`alter table staff drop constraint staff_role_check`.execute(db)
    return
  }
  // SQLite drops no check but with its table, and the staff's passkeys would go with that.
  await sql`create temp table staff_passkey as select * from passkey where staff_id is not null`.execute(db)
  await db.schema
    .createTable('staff_of_any_role')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('email', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('role', text, (c) => c.notNull())
    .addColumn('crf', text)
    .addColumn('branch_id', int)
    .addColumn('password_hash', text)
    .addColumn('totp_secret_encrypted', text)
    .addColumn('totp_confirmed', int, (c) => c.notNull().defaultTo(0))
    .addColumn('last_totp_step', int, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('removed_at', text)
    .addCheckConstraint('staff_pharmacist_has_crf', sql`role <> 'pharmacist' or crf is not null`)
    .execute()
  await sql`insert into staff_of_any_role (id, email, name, role, crf, branch_id, password_hash, totp_secret_encrypted,
      totp_confirmed, last_totp_step, created_at, removed_at)
    select id, email, name, role, crf, branch_id, password_hash, totp_secret_encrypted,
      totp_confirmed, last_totp_step, created_at, removed_at from staff`.execute(db)
  await db.schema.dropTable('staff').execute()
  await db.schema.alterTable('staff_of_any_role').renameTo('staff').execute()
  await sql`insert into passkey select * from staff_passkey`.execute(db)
  await sql`drop table staff_passkey`.execute(db)
}
