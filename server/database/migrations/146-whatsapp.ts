import type { Kysely } from 'kysely'
import { int, text } from '../columns.ts'

/** Who is told by WhatsApp, under which names its templates are registered, and where a store is told of new orders. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('whatsapp_contact')
    .addColumn('customer_id', int, (c) => c.primaryKey())
    .addColumn('phone', text, (c) => c.notNull().unique())
    .addColumn('opted_in_at', text, (c) => c.notNull())
    .execute()
  await schema
    .createTable('whatsapp_template')
    .addColumn('template_key', text, (c) => c.primaryKey())
    .addColumn('name', text, (c) => c.notNull())
    .execute()
  await schema
    .createTable('branch_alert')
    .addColumn('branch_id', int, (c) => c.primaryKey())
    .addColumn('email', text)
    .addColumn('phone', text)
    .execute()
}
