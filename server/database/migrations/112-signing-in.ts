import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'

/** Codes for mailboxes that need not have an account yet; by what a customer signed in. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mailbox_code')
    .addColumn('mailbox_hash', text, (c) => c.primaryKey())
    .addColumn('customer_id', int, (c) => c.references('customer.id').onDelete('cascade'))
    .addColumn('code_hash', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('attempts', int, (c) => c.notNull().check(sql`attempts between 0 and 5`))
    .execute()
  await schema.createIndex('mailbox_code_by_customer').on('mailbox_code').column('customer_id').execute()
  await schema.createIndex('mailbox_code_by_expiry').on('mailbox_code').column('expires_at').execute()
  await schema
    .alterTable('session')
    .addColumn('signed_in_by', text, (c) => c.check(sql`signed_in_by in ('password', 'code', 'passkey')`))
    .execute()
}
