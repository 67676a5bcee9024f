import type { Kysely } from 'kysely'
import { int } from '../columns.ts'

/** A range of postal codes may have its own fee and terms; a branch asks for a minimum. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('branch').addColumn('minimum_order_cents', int).execute()
  for (const column of [
    'delivery_fee_cents',
    'free_delivery_from_cents',
    'minimum_order_cents',
    'shipping_estimate_minutes',
  ])
    await schema.alterTable('branch_zipcodes').addColumn(column, int).execute()
}
