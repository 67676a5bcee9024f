import type { Transaction } from '../database/connection.ts'

/**
 * Deletes everything that identifies a customer, across all domains in one transaction (LGPD, art. 18). The row itself stays
 * without personal data, since orders, retained prescriptions (encrypted) and ledger entries refer to it.
 */
export async function eraseCustomer(
  tx: Transaction,
  { id: customerId, email }: { id: number; email: string },
  erasedAt: Date,
): Promise<void> {
  for (const table of ['session', 'email_code', 'wishlist_item', 'address', 'patient', 'laboratory_opt_in'] as const) {
    await tx.deleteFrom(table).where('customer_id', '=', customerId).execute()
  }
  await tx.deleteFrom('stock_notice').where('email', '=', email).execute()
  await tx.deleteFrom('outbox_email').where('recipient', '=', email).execute()
  const orders = tx.selectFrom('orders').select('id').where('customer_id', '=', customerId)
  await tx.updateTable('purchase_count').set({ device_id: null }).where('order_id', 'in', orders).execute()
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
