import type { Kysely } from 'kysely'

/** Whose a laboratory opt-in is, once that is known: what a customer asks for, or has erased, is found by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('laboratory_opt_in')
    .addColumn('customer_id', 'integer', (c) => c.references('customer.id'))
    .execute()
  await db.schema.createIndex('laboratory_opt_in_by_customer').on('laboratory_opt_in').column('customer_id').execute()
}
