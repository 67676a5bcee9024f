import type { Kysely } from 'kysely'
import { int, text } from '../columns.ts'

/** The slugs that products had before: links and search engines still name them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('product_slug_history')
    .addColumn('slug', text, (c) => c.primaryKey())
    .addColumn('product_id', int, (c) => c.notNull().references('product.id'))
    .execute()
}
