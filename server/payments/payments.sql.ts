import type { Kysely } from 'kysely'
import type { Row, Tables } from '../database/schema.ts'

/** A charge as the shop stores it. */
export type ChargeRow = Row<'pix_charge'>

export function selectChargeOf(query: Kysely<Tables>, orderId: number): Promise<ChargeRow | undefined> {
  return query.selectFrom('pix_charge').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/**
 * Charges to be read from the bank again: those of orders that ended unpaid since `since` and were not read after their end,
 * and those of orders with a refund due. The least recently checked come first.
 */
export function selectUnsettledCharges(
  query: Kysely<Tables>,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<ChargeRow[]> {
  const unread = query
    .selectFrom('orders')
    .innerJoin('pix_charge', 'pix_charge.order_id', 'orders.id')
    .select('pix_charge.txid')
    .where('orders.status', 'in', ['expired', 'failed', 'cancelled'])
    .where('orders.payment_due_at', '>=', since.toISOString())
    .where('orders.payment_due_at', '<=', now.toISOString())
    .where((eb) =>
      eb.or([
        eb('pix_charge.checked_at', 'is', null),
        eb('pix_charge.checked_at', '<', eb.ref('pix_charge.expires_at')),
      ]),
    )
  const owing = query
    .selectFrom('payment')
    .innerJoin('pix_charge', 'pix_charge.order_id', 'payment.order_id')
    .select('pix_charge.txid')
    .where('payment.status', '=', 'refund_due')
  return query
    .selectFrom('pix_charge')
    .selectAll()
    .where('txid', 'in', unread.union(owing))
    .orderBy((eb) => eb.fn.coalesce('checked_at', 'created_at'))
    .limit(limit)
    .execute()
}
