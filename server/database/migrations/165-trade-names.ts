import type { Kysely } from 'kysely'
import { text } from '../columns.ts'

/** What medicines of the CMED's list are called, beside their substances: the shop may have another of the same substance. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('trade_name')
    .addColumn('word', text, (column) => column.primaryKey())
    .addColumn('ingredient', text, (column) => column.notNull())
    .execute()
}
