import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** A pharmacist asks for another picture of a prescription, for which its order waits. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema
    .createTable('prescription_picture_request')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('prescription_id', int, (c) => c.notNull().references('prescription.id').onDelete('cascade'))
    .addColumn('part_id', int, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('pharmacist_name', text, (c) => c.notNull())
    .addColumn('pharmacist_crf', text, (c) => c.notNull())
    .addColumn('requested_at', text, (c) => c.notNull())
    .addColumn('due_at', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull().check(sql`state in ('waiting', 'answered', 'over')`))
    .addColumn('answered_at', text)
    .execute()
  await schema
    .createIndex('prescription_picture_request_by_prescription')
    .on('prescription_picture_request')
    .columns(['prescription_id', 'id'])
    .execute()
  // Of two pharmacists one asks.
  await sql`create unique index prescription_picture_request_one_waiting on prescription_picture_request (prescription_id)
    where state = 'waiting'`.execute(db)
}
