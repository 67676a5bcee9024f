import type { Transaction } from '../database/connection.ts'
import { minutesAfter } from '../platform/clock.ts'

/** Tables of which an erased customer keeps no row. */
const owned = [
  'session',
  'known_device',
  'email_code',
  'wishlist_item',
  'address',
  'patient',
  'laboratory_opt_in',
] as const

/**
 * Deletes everything that identifies a customer, across all domains in one transaction (LGPD, art. 18). The row itself stays
 * without personal data, since orders, retained prescriptions (encrypted) and ledger entries refer to it.
 */
export async function eraseCustomer(
  tx: Transaction,
  { id: customerId, email }: { id: number; email: string },
  erasedAt: Date,
): Promise<void> {
  await deleteOwned(tx, [customerId])
  await tx.deleteFrom('stock_notice').where('email', '=', email).execute()
  await tx.deleteFrom('outbox_email').where('recipient', '=', email).execute()
  const orders = tx.selectFrom('orders').select('id').where('customer_id', '=', customerId)
  await tx.updateTable('conversion_outbox').set({ device_id: null }).where('order_id', 'in', orders).execute()
  const gains = tx.selectFrom('gain').select('id').where('customer_id', '=', customerId)
  await tx.deleteFrom('gain_address').where('gain_id', 'in', gains).execute()
  await tx
    .updateTable('customer')
    .set({
      first_name: '',
      last_name: '',
      // Unique, and an address that can never exist (RFC 2606).
      email: `erased-${customerId}@invalid`,
      phone: '',
      birthday: null,
      password_hash: '',
      erased_at: erasedAt.toISOString(),
    })
    .where('id', '=', customerId)
    .execute()
}

/**
 * Deletes what requests that were under way during an erasure have written since: on another device the customer may have
 * saved an address in the same instant.
 */
export async function eraseLatecomers(query: Transaction, now: Date): Promise<void> {
  const erased = await query
    .selectFrom('customer')
    .select('id')
    .where('erased_at', '>', minutesAfter(now, -24 * 60).toISOString())
    .execute()
  const ids = erased.map(({ id }) => id)
  if (ids.length > 0) await deleteOwned(query, ids)
}

async function deleteOwned(query: Transaction, customerIds: number[]): Promise<void> {
  for (const table of owned) await query.deleteFrom(table).where('customer_id', 'in', customerIds).execute()
}
