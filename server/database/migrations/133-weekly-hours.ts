import type { Kysely } from 'kysely'
import { text } from '../columns.ts'

/** A branch may open at other hours on each weekday. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('branch').addColumn('weekly_hours', text).execute()
}
