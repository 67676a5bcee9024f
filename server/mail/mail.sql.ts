import type { Transaction } from '../database/connection.ts'

/** The data for an order's e-mails; nothing once its customer's account is erased. */
export function selectOrderFacts(tx: Transaction, orderId: number) {
  return tx
    .selectFrom('orders')
    .innerJoin('customer', 'customer.id', 'orders.customer_id')
    .select(['customer.email', 'customer.email_confirmed_at', 'customer.first_name'])
    .select(['orders.total_cents', 'orders.payment_due_at', 'orders.paid_at'])
    .where('orders.id', '=', orderId)
    .where('customer.erased_at', 'is', null)
    .executeTakeFirst()
}

/** Whether a pharmacist reviewed the order's prescription. */
export async function wasReviewed(tx: Transaction, orderId: number): Promise<boolean> {
  const step = await tx
    .selectFrom('order_status_history')
    .select('status')
    .where('order_id', '=', orderId)
    .where('status', '=', 'prescription_review')
    .executeTakeFirst()
  return step !== undefined
}
