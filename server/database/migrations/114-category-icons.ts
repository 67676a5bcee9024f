import type { Kysely } from 'kysely'
import { text } from '../columns.ts'

/** The icon of a category's tile on the home page; null: the shop's usual one by its position. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('category').addColumn('icon', text).execute()
}
