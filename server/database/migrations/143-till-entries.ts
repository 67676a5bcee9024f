import type { Kysely } from 'kysely'
import { int, text } from '../columns.ts'

/** Who entered an order at the store's till by hand, when, and at which total. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('orders').addColumn('till_entry_at', text).execute()
  await schema.alterTable('orders').addColumn('till_entry_by', text).execute()
  await schema.alterTable('orders').addColumn('till_entry_cents', int).execute()
}
