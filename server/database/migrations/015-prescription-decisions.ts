import type { Kysely } from 'kysely'

/**
 * Who decided on a prescription: one line per decision, which the primary key keeps to one. No foreign key: the line stays
 * when the prescription is erased.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('prescription_decision')
    .addColumn('prescription_id', 'integer', (c) => c.primaryKey())
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('pharmacist_name', 'text', (c) => c.notNull())
    .addColumn('pharmacist_crf', 'text', (c) => c.notNull())
    .addColumn('decided_at', 'text', (c) => c.notNull())
    .execute()
}
