import { type Kysely, sql } from 'kysely'
import { identity, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Accounts from registration to deletion: e-mailed codes, the outbox, the devices of sessions, gains and the ledger. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db

  await schema
    .createTable('outbox_email')
    .addColumn('id', int, identity(engine))
    .addColumn('recipient', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('text_body', text, (c) => c.notNull())
    .addColumn('html_body', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('attempts', int, (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', text, (c) => c.notNull())
    .addColumn('sent_at', text)
    .execute()
  await schema.createIndex('outbox_email_due').on('outbox_email').columns(['sent_at', 'due_at']).execute()
  await schema.createIndex('outbox_email_by_recipient').on('outbox_email').column('recipient').execute()

  await schema.alterTable('customer').addColumn('erased_at', text).execute()
  await schema
    .alterTable('session')
    .addColumn('device', text, (c) => c.notNull().defaultTo(''))
    .execute()

  await schema
    .createTable('email_code')
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id').onDelete('cascade'))
    .addColumn('purpose', text, (c) => c.notNull())
    .addColumn('code_hash', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('tries', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('email_code_key', ['customer_id', 'purpose'])
    .addCheckConstraint('email_code_five_tries', sql`tries between 0 and 5`)
    .execute()

  await schema
    .createTable('gain')
    .addColumn('id', int, identity(engine))
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('gain_by_customer').on('gain').column('customer_id').execute()

  await schema
    .createTable('gain_address')
    .addColumn('id', int, identity(engine))
    .addColumn('gain_id', int, (c) => c.notNull().references('gain.id').onDelete('cascade'))
    .addColumn('address_type', text, (c) => c.notNull())
    .addColumn('zipcode', text, (c) => c.notNull())
    .addColumn('street', text, (c) => c.notNull())
    .addColumn('number', text, (c) => c.notNull())
    .addColumn('complement', text, (c) => c.notNull())
    .addColumn('neighborhood', text, (c) => c.notNull())
    .addColumn('city', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('gain_address_by_gain').on('gain_address').column('gain_id').execute()

  await schema
    .createTable('ledger_entry')
    .addColumn('id', int, identity(engine))
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id'))
    .addColumn('gain_id', int, (c) => c.references('gain.id'))
    .addColumn('order_id', int, (c) => c.references('orders.id'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('amount_cents', int, (c) => c.notNull())
    .addColumn('entered_at', text, (c) => c.notNull())
    .addCheckConstraint('ledger_entry_moves_something', sql`amount_cents <> 0`)
    .execute()
  await schema
    .createIndex('ledger_entry_by_account')
    .on('ledger_entry')
    .columns(['customer_id', 'gain_id', 'entered_at'])
    .execute()
  // An order's cashback is credited once, and reversed once.
  await schema
    .createIndex('ledger_entry_once_per_order')
    .on('ledger_entry')
    .columns(['order_id', 'kind'])
    .unique()
    .where(sql.ref('order_id'), 'is not', null)
    .execute()
}
