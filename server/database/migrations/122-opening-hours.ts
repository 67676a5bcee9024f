import type { Kysely } from 'kysely'
import { int } from '../columns.ts'

/** A slot that is removed stays, with the bookings of its windows: it may be written again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('delivery_slot')
    .addColumn('is_removed', int, (c) => c.notNull().defaultTo(0))
    .execute()
}
