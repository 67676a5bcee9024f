import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'

/** Codes for mailboxes that need not have an account yet; passkeys, a customer's or one of the staff's; by what a customer signed in. */
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
    .createTable('passkey')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('customer_id', int, (c) => c.references('customer.id').onDelete('cascade'))
    .addColumn('staff_id', int, (c) => c.references('staff.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('public_key', text, (c) => c.notNull())
    .addColumn('counter', int, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('used_at', text)
    .addCheckConstraint('passkey_one_holder', sql`(customer_id is null) <> (staff_id is null)`)
    .execute()
  await schema.createIndex('passkey_by_customer').on('passkey').column('customer_id').execute()
  await schema.createIndex('passkey_by_staff').on('passkey').column('staff_id').execute()
  await schema
    .createTable('passkey_answer')
    .addColumn('challenge', text, (c) => c.primaryKey())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await schema
    .alterTable('session')
    .addColumn('signed_in_by', text, (c) => c.check(sql`signed_in_by in ('password', 'code', 'passkey')`))
    .execute()
}
