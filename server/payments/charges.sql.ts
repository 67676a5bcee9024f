import { type Kysely, sql } from 'kysely'
import type { Row, Tables } from '../database/schema.ts'
import type { ChargeKey, ProviderName } from './provider.ts'

/** A charge as the shop stores it. */
export type ChargeRow = Row<'charge'>

/** What a provider needs to find a charge. */
export function toChargeKey({ reference, provider_id: providerId, amount_cents: amountCents }: ChargeRow): ChargeKey {
  return { reference, providerId, amountCents }
}

/** The charge that an order may be paid with; undefined before there is one, and once it is spent. */
export function findActiveCharge(db: Kysely<Tables>, orderId: number): Promise<ChargeRow | undefined> {
  return db
    .selectFrom('charge')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('is_spent', '=', 0)
    .executeTakeFirst()
}

/** A charge that its order was not paid with, and will not be: another one may be made. */
export async function markChargeUnusableUnlessPaid(
  db: Kysely<Tables>,
  { reference, order_id }: ChargeRow,
): Promise<void> {
  await db
    .updateTable('charge')
    .set({ is_spent: 1 })
    .where('reference', '=', reference)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment')
            .select('reference')
            .where('order_id', '=', order_id)
            .where('refund_reason', 'is', null),
        ),
      ),
    )
    .execute()
}

/**
 * The charges of these orders, which ended unpaid, that were not read from their provider after they had expired.
 */
export function selectChargesUncheckedSinceExpiry(db: Kysely<Tables>, orderIds: number[]): Promise<ChargeRow[]> {
  return db
    .selectFrom('charge')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', eb.ref('expires_at'))]))
    .execute()
}

/** Charges that may still take money though no shopper waits for it: abandoned for another method, or in review. Least recently read first. */
export function selectUnattendedCharges(
  db: Kysely<Tables>,
  { checkedBefore, createdSince }: { checkedBefore: Date; createdSince: Date },
): Promise<ChargeRow[]> {
  return (
    db
      .selectFrom('charge')
      .selectAll()
      // Worded like its partial index, so that only few of all charges are read.
      .where(sql<boolean>`(state = 'in_review' or (state = 'open' and is_spent = 1))`)
      // One that nobody has seen, since its provider was unavailable, is read once.
      .where((eb) => eb.or([eb('payable', 'is not', null), eb('checked_at', 'is', null)]))
      .where('created_at', '>', createdSince.toISOString())
      .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', checkedBefore.toISOString())]))
      .execute()
  )
}

/** Charges of a provider that were paid, and not read of late: the least recently read first, at most 100. */
export function selectPaidCharges(
  db: Kysely<Tables>,
  { provider, checkedBefore, createdSince }: { provider: ProviderName; checkedBefore: Date; createdSince: Date },
): Promise<ChargeRow[]> {
  return db
    .selectFrom('charge')
    .selectAll()
    .where('provider', '=', provider)
    .where('created_at', '>', createdSince.toISOString())
    .where('checked_at', '<', checkedBefore.toISOString())
    .where('order_id', 'in', db.selectFrom('payment').select('order_id').where('provider', '=', provider))
    .orderBy('checked_at')
    .limit(100)
    .execute()
}

/** The charges of orders with a refund due, of the whole or of a part, or with one that the bank has under way by itself. */
export function selectChargesWithDueRefund(db: Kysely<Tables>): Promise<ChargeRow[]> {
  const ordersWithDueRefunds = db.selectFrom('payment').select('order_id').where('status', '=', 'refund_due')
  const ordersWithDuePartialRefunds = db.selectFrom('partial_refund').select('order_id').where('status', '=', 'due')
  const ordersWithPendingBankRefunds = db.selectFrom('bank_refund').select('order_id').where('status', '=', 'under_way')
  return db
    .selectFrom('charge')
    .selectAll()
    .where((eb) =>
      eb.or(
        [ordersWithDueRefunds, ordersWithDuePartialRefunds, ordersWithPendingBankRefunds].map((orderIds) =>
          eb('order_id', 'in', orderIds),
        ),
      ),
    )
    .execute()
}
