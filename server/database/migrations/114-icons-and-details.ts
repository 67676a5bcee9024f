import type { Kysely } from 'kysely'
import { text } from '../columns.ts'

/** The icon of a category's tile (null: the usual one by its position); facts of products that only their pages show, as JSON. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('category').addColumn('icon', text).execute()
  for (const table of ['product', 'staged_product']) {
    await schema
      .alterTable(table)
      .addColumn('details', text, (c) => c.notNull().defaultTo('{}'))
      .execute()
  }
}
