import type { Kysely } from 'kysely'
import { text } from '../columns.ts'

/** The CPF that a customer wants in an order's fiscal document; when the goods of a withdrawal were back in the shop. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('orders').addColumn('fiscal_cpf_encrypted', text).execute()
  await schema.alterTable('order_problem').addColumn('goods_back_at', text).execute()
}
