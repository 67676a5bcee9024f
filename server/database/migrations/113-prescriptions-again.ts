import type { Kysely } from 'kysely'
import { int, text } from '../columns.ts'

/** How often a prescription serves again, and by which one it does; photos of prescriptions that come before their bag. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const alterPrescriptionPart = () => schema.alterTable('prescription_part')
  await alterPrescriptionPart().addColumn('repeat_times', int).execute()
  await alterPrescriptionPart().addColumn('repeat_until', text).execute()
  await alterPrescriptionPart()
    .addColumn('repeats_part_id', int, (c) => c.references('prescription_part.id').onDelete('set null'))
    .execute()
  await schema.createIndex('prescription_part_repeats').on('prescription_part').column('repeats_part_id').execute()
  await schema.createIndex('prescription_part_by_file').on('prescription_part').column('file_key').execute()
  await schema
    .createTable('prescription_quote')
    .addColumn('prescription_id', int, (c) => c.primaryKey().references('prescription.id').onDelete('cascade'))
    .addColumn('branch_id', int, (c) => c.notNull())
    .addColumn('note_encrypted', text, (c) => c.notNull())
    .addColumn('answered_at', text)
    .addColumn('answer_encrypted', text)
    .addColumn('bag_token', text)
    .execute()
}
