import { type Kysely, sql } from 'kysely'
import { text } from '../columns.ts'

/** When a customer's e-mail was confirmed. Accounts from before count as confirmed: nobody asked them for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('customer').addColumn('email_confirmed_at', text).execute()
  await sql`update customer set email_confirmed_at = created_at`.execute(db)
}
