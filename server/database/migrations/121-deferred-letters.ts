import type { Kysely } from 'kysely'
import { int } from '../columns.ts'

/** An order's later letters do not wait for one that its mailbox puts off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('outbox_email')
    .addColumn('is_deferred', int, (c) => c.notNull().defaultTo(0))
    .execute()
}
