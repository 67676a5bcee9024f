import type { Kysely } from 'kysely'
import { int } from '../columns.ts'

/** What an order was promised stays, whatever the shop promises later; one percent was promised to all before. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('orders')
    .addColumn('cashback_percent', int, (column) => column.notNull().defaultTo(1))
    .execute()
}
