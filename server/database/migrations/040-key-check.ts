import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'

/** A value that the shop's key seals at its first start, and that each later start opens (`../key-check.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('key_check')
    .addColumn('id', int, (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('sealed_encrypted', text, (c) => c.notNull())
    .execute()
}
