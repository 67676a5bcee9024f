import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/**
 * By what a prescription is recognised when it comes again, and what is recorded of a retained one: treatment, lots.
 */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  const { schema } = db
  const addPrescriptionColumn = (name: string) => schema.alterTable('prescription').addColumn(name, text)
  await addPrescriptionColumn('released_at').execute()
  await schema
    .alterTable('prescription_part')
    .addColumn('is_prolonged', int, (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('prescription_decision').addColumn('justification', text).execute()
  // Under a key of the shop's own, so that nobody without it can try codes.
  await schema
    .createTable('prescription_fingerprint')
    .addColumn('part_id', int, (c) => c.notNull().references('prescription_part.id').onDelete('cascade'))
    .addColumn('hash', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('prescription_fingerprint_key', ['part_id', 'hash'])
    .execute()
  await schema.createIndex('prescription_fingerprint_by_hash').on('prescription_fingerprint').column('hash').execute()
  await schema
    .createTable('fingerprint_key')
    .addColumn('id', int, (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('key_encrypted', text, (c) => c.notNull())
    .execute()
  // Which lots lie in an order's bag, of what is retained.
  await schema
    .createTable('order_lot')
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('product_id', int, (c) => c.notNull())
    .addColumn('lot', text, (c) => c.notNull())
    .addColumn('units', int, (c) => c.notNull().check(sql`units > 0`))
    .addPrimaryKeyConstraint('order_lot_key', ['order_id', 'product_id', 'lot'])
    .execute()
}
