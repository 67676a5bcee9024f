import type { Kysely } from 'kysely'
import type { Row, Tables } from '../database/schema.ts'

/** A charge as the shop stores it. */
export type ChargeRow = Row<'pix_charge'>

export function selectChargeOf(query: Kysely<Tables>, orderId: number): Promise<ChargeRow | undefined> {
  return query.selectFrom('pix_charge').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** The charges of these orders that were not read from the bank after they had expired. */
export function selectUnreadCharges(query: Kysely<Tables>, orderIds: number[]): Promise<ChargeRow[]> {
  return query
    .selectFrom('pix_charge')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', eb.ref('expires_at'))]))
    .execute()
}

/** The charges of orders with a refund due, of the whole or of a part. */
export function selectOwingCharges(query: Kysely<Tables>): Promise<ChargeRow[]> {
  const owing = query.selectFrom('payment').select('order_id').where('status', '=', 'refund_due')
  const owingPart = query.selectFrom('partial_refund').select('order_id').where('status', '=', 'due')
  return query
    .selectFrom('pix_charge')
    .selectAll()
    .where((eb) => eb.or([eb('order_id', 'in', owing), eb('order_id', 'in', owingPart)]))
    .execute()
}
