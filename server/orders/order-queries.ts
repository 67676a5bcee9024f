import type { CustomerService } from '../accounts/customers.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ProductRecord } from '../catalogue/types.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { OrderStatus, Row } from '../database/schema.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import { type OrderEvent, selectOrderEvents } from './events.ts'
import type { Order, OrderLine, OrderSummary } from './order.ts'
import { selectBoughtProducts, selectNewestOrders, selectOrderLines, selectOrdersOfCustomer } from './orders.sql.ts'
import { listStatusesIn, phaseOf } from './statuses.ts'

export type OrderQueries = ReturnType<typeof createOrderQueries>

interface Deps {
  database: Database
  customers: Pick<CustomerService, 'loadEmailsById'>
  catalogue: Pick<Catalogue, 'loadProductRecords'>
  prescriptions: Pick<PrescriptionService, 'loadByOrderIds'>
}

/** An order as its rows have it. */
export type PlacedOrder = Omit<Order, 'prescriptionId' | 'prescriptionRefusal'>

export interface StatusHistoryEntry {
  status: OrderStatus
  reachedAt: Date
  by: OrderEvent['by']
}

/** Reads orders, for the customer and the operator. */
export function createOrderQueries({ database: { db }, customers, catalogue, prescriptions }: Deps) {
  return {
    getOrder,
    findByIdempotencyKey,
    listOrders,
    countDeliveredOrders,
    listBoughtProductIds,
    listEvents,
    getOrderAsPlaced,
    listStatusHistory,
    listNewestOrders,
    findOrder,
    listByIds,
    findSummary,
    loadSummaries,
    listVoidOrderIds,
    assertNoOpenOrders,
  }

  /** @throws ShopError "order.unknown" for an id that is unknown or another customer's */
  async function getOrder(customerId: number, id: number): Promise<Order> {
    const row = await selectOrdersOfCustomer(db, customerId).where('id', '=', id).executeTakeFirst()
    const [order] = await loadOrderDetails(row ? [row] : [])
    if (!order) throw new ShopError('order.unknown')
    return order
  }

  async function findByIdempotencyKey(customerId: number, idempotencyKey: string): Promise<Order | null> {
    const row = await selectOrdersOfCustomer(db, customerId)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst()
    const [order] = await loadOrderDetails(row ? [row] : [])
    return order ?? null
  }

  /** Newest first. */
  async function listOrders(customerId: number): Promise<Order[]> {
    return loadOrderDetails(await selectOrdersOfCustomer(db, customerId).execute())
  }

  async function countDeliveredOrders(customerId: number): Promise<number> {
    const { count } = await db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('customer_id', '=', customerId)
      .where('status', '=', 'delivered')
      .executeTakeFirstOrThrow()
    return count
  }

  /** The products of a customer's paid orders, the latest bought first; 20 at most. */
  async function listBoughtProductIds(customerId: number): Promise<number[]> {
    const rows = await selectBoughtProducts(db, customerId).limit(20).execute()
    return rows.map(({ product_id }) => product_id)
  }

  /** Everything that happened to an order, in sequence. */
  function listEvents(orderId: number, tx: Transaction = db): Promise<OrderEvent[]> {
    return selectOrderEvents(tx, orderId)
  }

  /** An order as it was placed, without today's catalogue and prescription data. @throws ShopError "order.unknown" for another's, too */
  async function getOrderAsPlaced(tx: Transaction, customerId: number, id: number): Promise<PlacedOrder> {
    const row = await selectOrdersOfCustomer(tx, customerId).where('id', '=', id).executeTakeFirst()
    if (!row) throw new ShopError('order.unknown')
    const lines = await selectOrderLines(tx, [id])
    return { ...toOrder(row), lines: lines.map((line) => toOrderLine(line, undefined)) }
  }

  /** The statuses an order went through, in sequence, and who of the staff brought it there. */
  async function listStatusHistory(orderId: number): Promise<StatusHistoryEntry[]> {
    const events = await selectOrderEvents(db, orderId)
    return events.flatMap(({ status, at, by }) => (status === null ? [] : [{ status, reachedAt: at, by }]))
  }

  /** The newest 50 orders of all customers, with one status or any, without lines. */
  async function listNewestOrders(status?: string) {
    const rows = await selectNewestOrders(db, status)
    const emails = await customers.loadEmailsById(rows.map(({ customer_id }) => customer_id))
    return rows.map((row) => ({
      id: row.id,
      status: row.status,
      placedAt: new Date(row.placed_at),
      totalCents: row.total_cents,
      email: emails.get(row.customer_id) ?? '',
    }))
  }

  /** Any customer's order; null for an unknown id. */
  async function findOrder(id: number): Promise<Order | null> {
    const order = await findSummary(id)
    return order ? getOrder(order.customerId, id) : null
  }

  /** Any customers' orders; unknown ids are left out. */
  async function listByIds(ids: number[]): Promise<Order[]> {
    const orders: Order[] = []
    for (const batch of splitIntoBatches(ids)) {
      const rows = await db.selectFrom('orders').selectAll().where('id', 'in', batch).execute()
      orders.push(...(await loadOrderDetails(rows)))
    }
    return orders
  }

  /** Any customer's order, without lines; null for an unknown id. */
  async function findSummary(id: number): Promise<OrderSummary | null> {
    return (await loadSummaries([id])).get(id) ?? null
  }

  /** Any customers' orders, without lines; unknown ids are left out. */
  async function loadSummaries(ids: number[]): Promise<Map<number, OrderSummary>> {
    const summaries = new Map<number, OrderSummary>()
    for (const batch of splitIntoBatches(ids)) {
      const rows = await db
        .selectFrom('orders')
        .select(['id', 'customer_id as customerId', 'branch_id as branchId', 'status', 'total_cents as totalCents'])
        .select('order_type as type')
        .select(['balance_cents', 'paid_at'])
        .where('id', 'in', batch)
        .execute()
      for (const { paid_at, balance_cents, ...row } of rows)
        summaries.set(row.id, {
          ...row,
          dueCents: row.totalCents - balance_cents,
          paidAt: paid_at === null ? null : new Date(paid_at),
        })
    }
    return summaries
  }

  /** The ids of orders that ended without a purchase, and whose payment was due in that time, both ends included. */
  async function listVoidOrderIds({ since, until }: { since: Date; until: Date }): Promise<number[]> {
    const rows = await db
      .selectFrom('orders')
      .select('id')
      .where('status', 'in', listStatusesIn('void'))
      .where('payment_due_at', '>=', since.toISOString())
      .where('payment_due_at', '<=', until.toISOString())
      .execute()
    return rows.map(({ id }) => id)
  }

  /**
   * An account with an order that has not ended is not erased: the order must still reach its customer, or be refunded.
   * @throws ShopError "order.underWay" with the oldest such order
   */
  async function assertNoOpenOrders(tx: Transaction, customerId: number): Promise<void> {
    const order = await tx
      .selectFrom('orders')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('status', 'not in', listStatusesIn('done', 'void'))
      .orderBy('id')
      .executeTakeFirst()
    if (order) throw new ShopError('order.underWay', { orderId: order.id })
  }

  /** With their lines, and today's data of the catalogue and their prescriptions. */
  async function loadOrderDetails(rows: Row<'orders'>[]): Promise<Order[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const [lines, prescriptionsByOrder] = await Promise.all([
      selectOrderLines(db, ids),
      prescriptions.loadByOrderIds(ids),
    ])
    const products = await catalogue.loadProductRecords(lines.map(({ product_id }) => product_id))
    return rows.map((row) => ({
      ...toOrder(row),
      prescriptionId: prescriptionsByOrder.get(row.id)?.id ?? null,
      prescriptionRefusal: prescriptionsByOrder.get(row.id)?.reason ?? null,
      lines: lines
        .filter(({ order_id }) => order_id === row.id)
        .map((line) => toOrderLine(line, products.get(line.product_id))),
    }))
  }
}

function toOrder(row: Row<'orders'>): Omit<Order, 'prescriptionId' | 'prescriptionRefusal' | 'lines'> {
  return {
    id: row.id,
    customerId: row.customer_id,
    status: row.status,
    branchId: row.branch_id,
    addressId: row.delivery_address_id,
    address: JSON.parse(row.delivery_address),
    itemsCents: row.items_cents,
    discountCents: row.discount_cents,
    couponCode: row.coupon_code,
    couponTitle: row.coupon_title,
    couponDiscountCents: row.coupon_discount_cents,
    deliveryFeeCents: row.delivery_charge_cents,
    totalCents: row.total_cents,
    balanceCents: row.balance_cents,
    dueCents: row.total_cents - row.balance_cents,
    shortPickedCents: row.removed_cents,
    note: row.note,
    isScheduled: row.is_scheduled === 1,
    appVersion: row.app_version,
    gainIds: JSON.parse(row.gain_ids),
    placedAt: new Date(row.placed_at),
    paymentDueAt: new Date(row.payment_due_at),
    paidAt: row.paid_at === null ? null : new Date(row.paid_at),
    phase: phaseOf(row.status),
    courier:
      row.courier_name === null
        ? null
        : { name: row.courier_name, phone: row.courier_phone ?? '', url: row.courier_url ?? '' },
    receivedBy: row.received_by,
    fiscalKey: row.fiscal_key,
    type: row.order_type,
    windowId: row.delivery_window_id,
    deliveryPromise:
      row.promised_to === null
        ? null
        : { from: row.promised_from === null ? null : new Date(row.promised_from), to: new Date(row.promised_to) },
    pickup:
      row.pickup_code === null || row.pickup_until === null
        ? null
        : { code: row.pickup_code, until: new Date(row.pickup_until), shelfMark: row.shelf_mark },
    revisedPromiseAt: row.new_promise_at === null ? null : new Date(row.new_promise_at),
  }
}

function toOrderLine(row: Row<'order_line'>, product: ProductRecord | undefined): OrderLine {
  return {
    productId: row.product_id,
    name: row.name,
    quantity: row.quantity,
    fullPriceCents: row.full_price_cents,
    priceCents: row.price_cents,
    requiresPrescription: row.requires_prescription === 1,
    shortPickedUnits: row.removed_units,
    addOns: JSON.parse(row.add_ons),
    variations: JSON.parse(row.variations),
    isPbm: product?.isPbm ?? false,
    slug: product?.slug ?? null,
    pictureKey: product?.pictureKey ?? null,
  }
}
