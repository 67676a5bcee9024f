import { type Kysely, sql } from 'kysely'
import { int } from '../columns.ts'

/** Of some products a customer gets so many, in an order and in 30 days. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('product')
    .addColumn('max_units', int, (column) => column.check(sql`max_units > 0`))
    .execute()
  await schema.alterTable('staged_product').addColumn('max_units', int).execute()
}
