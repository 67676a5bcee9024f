import type { Kysely } from 'kysely'
import { int, text } from '../columns.ts'

/** An order may be paid where it is handed over; each branch says up to how much, and by whom. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('branch').addColumn('door_payment_limit_cents', int).execute()
  await schema
    .alterTable('branch')
    .addColumn('is_door_payment_known_only', int, (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('orders').addColumn('door_means', text).execute()
  await schema.alterTable('orders').addColumn('change_for_cents', int).execute()
  await schema.alterTable('payment').addColumn('door_method', text).execute()
}
