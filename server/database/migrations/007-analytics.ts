import type { Kysely } from 'kysely'
import type { Engine } from '../connection.ts'

/** The device for which an order is counted once it is paid. */
export async function up(db: Kysely<unknown>, _engine: Engine): Promise<void> {
  await db.schema
    .createTable('purchase_count')
    .addColumn('order_id', 'integer', (c) => c.primaryKey().references('orders.id'))
    .addColumn('device_id', 'text')
    .execute()
  await db.schema
    .createIndex('purchase_count_by_device')
    .on('purchase_count')
    .column('device_id')
    .where('device_id', 'is not', null)
    .execute()
}
