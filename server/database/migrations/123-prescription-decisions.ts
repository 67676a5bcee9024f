import type { Kysely } from 'kysely'

/** How many units of each product a pharmacist approved; null of decisions from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('prescription_decision').addColumn('approved_units_json', 'text').execute()
}
