import type { Kysely } from 'kysely'

/** The customer of a laboratory opt-in, once known: needed to export and erase a customer's data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('laboratory_opt_in')
    .addColumn('customer_id', 'integer', (c) => c.references('customer.id'))
    .execute()
  await db.schema.createIndex('laboratory_opt_in_by_customer').on('laboratory_opt_in').column('customer_id').execute()
}
