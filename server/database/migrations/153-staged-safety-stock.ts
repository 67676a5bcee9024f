import type { Kysely } from 'kysely'
import { int } from '../columns.ts'

/** A catalogue's file may tell of each product how many units no branch sells online. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('staged_product').addColumn('safety_stock', int).execute()
}
