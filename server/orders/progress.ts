import type { Customers } from '../accounts/customers.ts'
import type { Coupons } from '../bag/coupons.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StockLine } from '../catalogue/shapes.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Mail } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import type { Purchase, Wallet } from '../wallet/wallet.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { type OrderNews, openOrderMail } from './order-mail.ts'
import { hasLeftTheShop, inTheShop, isOver } from './statuses.ts'

interface Parts {
  database: Database
  clock: Clock
  accounts: Pick<Customers, 'findAddressee'>
  catalogue: Catalogue
  coupons: Coupons
  prescriptions: Prescriptions
  mail: Mail
  wallet: Wallet
  webhooks: Pick<Webhooks, 'enqueue'>
}

export type Progress = ReturnType<typeof openProgress>

/** Status changes of placed orders. Each is a conditional update, so that two servers never both apply it. */
export function openProgress({ database, clock, accounts, mail, webhooks, ...domains }: Parts) {
  const { catalogue, coupons, prescriptions, wallet } = domains
  const { enqueueOrderEmail, enqueueRemovalEmail, enqueueReturnEmail } = openOrderMail({ accounts, mail })
  return {
    recordStatus,
    markPaid,
    dueOrders,
    expireOrder,
    transition,
    stopReturned,
    reportRemoval,
    reportReturn: enqueueReturnEmail,
  }

  /**
   * Marks an order as paid, once; one with a prescription goes to the pharmacist's review.
   * @returns false, changing nothing, when it no longer waits for payment
   */
  async function markPaid(tx: Transaction, id: number, paidAt: Date): Promise<boolean> {
    const reviewed = await tx
      .selectFrom('order_line')
      .select('product_id')
      .where('order_id', '=', id)
      .where('requires_prescription', '=', 1)
      .executeTakeFirst()
    const status = reviewed ? 'prescription_review' : 'paid'
    if (!(await compareAndSetStatus(tx, id, ['pending_payment'], { status, paid_at: paidAt.toISOString() })))
      return false
    await recordStatus(tx, id, 'paid', paidAt)
    if (reviewed) await recordStatus(tx, id, 'prescription_review', paidAt)
    const { lines } = await stockTakenBy(tx, id)
    await catalogue.countSales(tx, lines)
    return true
  }

  /** The ids of orders whose payment deadline has passed. */
  async function dueOrders(): Promise<number[]> {
    const rows = await database.query
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'pending_payment')
      .where('payment_due_at', '<=', clock.now().toISOString())
      .orderBy('id')
      .limit(100)
      .execute()
    return rows.map((row) => row.id)
  }

  /**
   * Ends an order that was not paid in time, whose payment was refused, or that its customer cancelled, and returns its
   * stock, exactly once.
   * @returns false, changing nothing, when it no longer waits for payment
   */
  function expireOrder(id: number, status: 'expired' | 'failed' | 'cancelled' = 'expired'): Promise<boolean> {
    return database.transact((tx) => transition(tx, id, ['pending_payment'], status))
  }

  /**
   * Takes an order from one of the statuses `from` to another; if that ends it without delivery, what balances paid is
   * returned, and stock, coupon and prescription are released, exactly once.
   * @returns false, changing nothing, when it is in none of them
   */
  async function transition(
    tx: Transaction,
    id: number,
    from: OrderStatus[],
    to: OrderStatus,
    news: OrderNews = to,
  ): Promise<boolean> {
    const before = await statusOf(tx, id)
    if (!before || !(await compareAndSetStatus(tx, id, from, { status: to }))) return false
    await recordStatus(tx, id, to, clock.now(), news)
    if (isOver(to)) await wallet.returnPayment(tx, await paidOrder(tx, id))
    // Goods that left the shop are not returned to stock (medicines can't be sold again).
    if (!isOver(to) || hasLeftTheShop(before)) return true
    const { branchId, couponCode, lines } = await stockTakenBy(tx, id)
    await catalogue.returnStock(tx, branchId, lines)
    await coupons.release(tx, id, couponCode)
    await prescriptions.release(tx, id)
    return true
  }

  /**
   * Stops an order whose payment the bank gave back by itself, while it is in the shop.
   * @returns false, changing nothing, when it has left, or ended
   */
  function stopReturned(tx: Transaction, id: number): Promise<boolean> {
    return transition(tx, id, inTheShop, 'refunded', 'payment_returned')
  }

  /** Tells the customer of units taken out, and what goes back for them. */
  function reportRemoval(tx: Transaction, id: number, units: number, refundCents: number): Promise<void> {
    return enqueueRemovalEmail(tx, id, { units, refundCents })
  }

  /** Records a status change, writes the customer's e-mail and the webhooks' messages, credits or reverses cashback. */
  async function recordStatus(tx: Transaction, id: number, status: OrderStatus, at: Date, news: OrderNews = status) {
    await tx.insertInto('order_status_history').values({ order_id: id, status, reached_at: at.toISOString() }).execute()
    await enqueueOrderEmail(tx, id, news)
    await webhooks.enqueue(tx, async () => ({
      orderId: id,
      status,
      branchId: await branchOf(tx, id),
      reachedAt: at,
    }))
    if (status === 'delivered') await wallet.creditCashback(tx, await purchaseOf(tx, id))
    if (status === 'refunded') await wallet.reverseCashback(tx, id)
  }

  async function branchOf(tx: Transaction, id: number): Promise<number> {
    const { branch_id } = await tx
      .selectFrom('orders')
      .select('branch_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return branch_id
  }

  /** Reads the status and locks the row (on PostgreSQL), so that it cannot change before the transaction ends. */
  async function statusOf(tx: Transaction, id: number): Promise<OrderStatus | null> {
    const held = tx.selectFrom('orders').select('status').where('id', '=', id)
    const row = await (database.engine === 'postgres' ? held.forUpdate() : held).executeTakeFirst()
    return row?.status ?? null
  }

  async function compareAndSetStatus(
    tx: Transaction,
    id: number,
    from: OrderStatus[],
    change: { status: OrderStatus; paid_at?: string },
  ): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set(change)
      .where('id', '=', id)
      .where('status', 'in', from)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async function purchaseOf(tx: Transaction, id: number): Promise<Purchase> {
    const order = await tx
      .selectFrom('orders')
      .select(['id', 'customer_id as customerId', 'coupon_discount_cents as couponDiscountCents'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const lines = await tx
      .selectFrom('order_line')
      .select((eb) => [
        'product_id as productId',
        'price_cents as priceCents',
        eb('quantity', '-', eb.ref('removed_units')).as('quantity'),
      ])
      .where('order_id', '=', id)
      .execute()
    return { ...order, lines: lines.map((line) => ({ ...line, quantity: Number(line.quantity) })) }
  }

  async function paidOrder(tx: Transaction, id: number) {
    return tx
      .selectFrom('orders')
      .select(['id', 'customer_id as customerId', 'balance_cents as balanceCents'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }

  async function stockTakenBy(tx: Transaction, id: number) {
    const { branch_id, coupon_code } = await tx
      .selectFrom('orders')
      .select(['branch_id', 'coupon_code'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const rows = await tx
      .selectFrom('order_line')
      .select(['product_id as productId', 'quantity', 'removed_units', 'name'])
      .where('order_id', '=', id)
      .execute()
    // Units that were taken out were not there: they do not return.
    const lines = rows.map(({ removed_units, quantity, ...line }) => ({ ...line, quantity: quantity - removed_units }))
    return { branchId: branch_id, couponCode: coupon_code, lines: lines satisfies StockLine[] }
  }
}
