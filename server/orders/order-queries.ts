import { sql } from 'kysely'
import { loadEmailsById } from '../accounts/customers.ts'
import { loadProductRecords } from '../catalogue/products.ts'
import type { ProductRecord } from '../catalogue/types.ts'
import type { Context } from '../context.ts'
import type { OrderStatus, Row } from '../database/schema.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import { loadByOrderIds } from '../prescriptions/prescription-queries.ts'
import { toDoorTerms } from './door-terms.ts'
import { type OrderEvent, selectOrderEvents } from './events.ts'
import type { Order, OrderLine, OrderSummary } from './order.ts'
import { countKeptUnits } from './order-net.ts'
import { attachNets, toNetLine } from './order-net-loader.ts'
import {
  selectBoughtProducts,
  selectLinePromotions,
  selectNewestOrders,
  selectOrderLines,
  selectOrdersOfCustomer,
} from './orders.sql.ts'
import { listStatusesIn, phaseOf } from './statuses.ts'
import { readTillEntry } from './till-entries.ts'

type OrderLineRow = Awaited<ReturnType<typeof selectOrderLines>>[number]

/** An order as its rows have it. */
export type PlacedOrder = Omit<Order, 'prescriptionId' | 'prescriptionRefusal' | 'partlyApproved' | 'net'>

export interface StatusHistoryEntry {
  /** By what it reached the status. */
  kind: OrderEvent['kind']
  status: OrderStatus
  reachedAt: Date
  by: OrderEvent['by']
  /** Of a hand-over: that they were told how to use it. */
  isCounselled: boolean
}

/** @throws ShopError "order.unknown" for an id that is unknown or another customer's */
export async function getOrder(ctx: Context, customerId: number, id: number): Promise<Order> {
  const row = await selectOrdersOfCustomer(ctx, customerId).where('id', '=', id).executeTakeFirst()
  const [order] = await loadOrderDetails(ctx, row ? [row] : [])
  if (!order) throw new ShopError('order.unknown')
  return order
}

export async function findByIdempotencyKey(
  ctx: Context,
  customerId: number,
  idempotencyKey: string,
): Promise<Order | null> {
  const row = await selectOrdersOfCustomer(ctx, customerId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
  const [order] = await loadOrderDetails(ctx, row ? [row] : [])
  return order ?? null
}

/** Newest first. */
export async function listOrders(ctx: Context, customerId: number): Promise<Order[]> {
  return loadOrderDetails(ctx, await selectOrdersOfCustomer(ctx, customerId).execute())
}

export async function countDeliveredOrders(ctx: Context, customerId: number): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customerId', '=', customerId)
    .where('status', '=', 'delivered')
    .executeTakeFirstOrThrow()
  return count
}

/** The products of a customer's paid orders, the latest bought first; 20 at most. */
export async function listBoughtProductIds(ctx: Context, customerId: number): Promise<number[]> {
  const rows = await selectBoughtProducts(ctx, customerId).limit(20).execute()
  return rows.map(({ productId }) => productId)
}

/** Of a customer's orders since then that came to something, the units that they keep, by product. */
export async function countUnitsSince(ctx: Context, customerId: number, since: Date): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom('orderLine')
    .innerJoin('orders', 'orders.id', 'orderLine.orderId')
    .select('productId')
    .select(({ fn }) => fn.sum<number>(sql`quantity - removed_units - returned_units`).as('units'))
    .where('customerId', '=', customerId)
    .where('placedAt', '>', since)
    .where('status', 'not in', listStatusesIn('void'))
    .groupBy('productId')
    .execute()
  return new Map(rows.map(({ productId, units }) => [productId, Number(units)]))
}

/** Everything that happened to an order, in sequence. */
export function listEvents(ctx: Context, orderId: number): Promise<OrderEvent[]> {
  return selectOrderEvents(ctx, orderId)
}

/** An order as it was placed, without today's catalogue and prescription data. @throws ShopError "order.unknown" for another's, too */
export async function getOrderAsPlaced(ctx: Context, customerId: number, id: number): Promise<PlacedOrder> {
  const row = await selectOrdersOfCustomer(ctx, customerId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new ShopError('order.unknown')
  const [lines, promotions] = await Promise.all([selectOrderLines(ctx, [id]), selectLinePromotions(ctx, [id])])
  return { ...toOrder(row), lines: lines.map((line) => toOrderLine(line, undefined, promotions)) }
}

/** The statuses an order went through, in sequence, and who of the staff brought it there. */
export async function listStatusHistory(ctx: Context, orderId: number): Promise<StatusHistoryEntry[]> {
  const events = await selectOrderEvents(ctx, orderId)
  return events.flatMap(({ kind, status, at, by, data }) =>
    status === null
      ? []
      : [{ kind, status, reachedAt: at, by, isCounselled: 'isCounselled' in data && data.isCounselled === true }],
  )
}

/** The newest 50 orders of all customers, with one status or any, without lines. */
export async function listNewestOrders(ctx: Context, status?: string) {
  const rows = await selectNewestOrders(ctx, status)
  const customerIds = rows.map(({ customerId }) => customerId)
  const [emails, rowsWithNet] = await Promise.all([loadEmailsById(ctx, customerIds), attachNets(ctx, rows)])
  return rowsWithNet.map((row) => ({
    id: row.id,
    status: row.status,
    placedAt: row.placedAt,
    totalCents: row.net.listedCents,
    email: emails.get(row.customerId) ?? '',
  }))
}

/** Any customer's order; null for an unknown id. */
export async function findOrder(ctx: Context, id: number): Promise<Order | null> {
  const order = await findSummary(ctx, id)
  return order ? getOrder(ctx, order.customerId, id) : null
}

/** Any customers' orders; unknown ids are left out. */
export async function listByIds(ctx: Context, ids: number[]): Promise<Order[]> {
  const orders: Order[] = []
  for (const batch of splitIntoBatches(ids)) {
    const rows = await ctx.db.selectFrom('orders').selectAll().where('id', 'in', batch).execute()
    orders.push(...(await loadOrderDetails(ctx, rows)))
  }
  return orders
}

/** Any customer's order, without lines; null for an unknown id. */
export async function findSummary(ctx: Context, id: number): Promise<OrderSummary | null> {
  return (await loadSummaries(ctx, [id])).get(id) ?? null
}

/** Any customers' orders, without lines; unknown ids are left out. */
export async function loadSummaries(ctx: Context, ids: number[]): Promise<Map<number, OrderSummary>> {
  const summaries = new Map<number, OrderSummary>()
  for (const batch of splitIntoBatches(ids)) {
    const rows = await ctx.db
      .selectFrom('orders')
      .select(['id', 'customerId', 'branchId', 'status', 'totalCents'])
      .select('orderType as type')
      .select(['balanceCents', 'paidAt'])
      .where('id', 'in', batch)
      .execute()
    for (const { paidAt, balanceCents, ...row } of rows)
      summaries.set(row.id, {
        ...row,
        dueCents: row.totalCents - balanceCents,
        paidAt,
      })
  }
  return summaries
}

/** The ids of orders that ended without a purchase, and whose payment was due in that time, both ends included. */
export async function listVoidOrderIds(
  ctx: Context,
  { since, until }: { since: Date; until: Date },
): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('status', 'in', listStatusesIn('void'))
    .where('paymentDueAt', '>=', since)
    .where('paymentDueAt', '<=', until)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * An account with an order that has not ended is not erased: the order must still reach its customer, or be refunded.
 * @throws ShopError "order.underWay" with the oldest such order
 */
export async function assertNoOpenOrders(ctx: Context, customerId: number): Promise<void> {
  const order = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', 'not in', listStatusesIn('done', 'void'))
    .orderBy('id')
    .executeTakeFirst()
  if (order) throw new ShopError('order.underWay', { orderId: order.id })
}

/** With their lines, and today's data of the catalogue and their prescriptions. */
async function loadOrderDetails(ctx: Context, rows: Row<'orders'>[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [lines, promotions, prescriptionsByOrder] = await Promise.all([
    selectOrderLines(ctx, ids),
    selectLinePromotions(ctx, ids),
    loadByOrderIds(ctx, ids),
  ])
  const productIds = lines.map(({ productId }) => productId)
  const [products, rowsWithNet] = await Promise.all([loadProductRecords(ctx, productIds), attachNets(ctx, rows, lines)])
  return rowsWithNet.map(({ net, ...row }) => ({
    ...toOrder(row),
    net,
    prescriptionId: prescriptionsByOrder.get(row.id)?.id ?? null,
    prescriptionRefusal: prescriptionsByOrder.get(row.id)?.reason ?? null,
    partlyApproved: (prescriptionsByOrder.get(row.id)?.approvedUnits ?? []).filter(
      ({ units, orderedUnits }) => units < orderedUnits,
    ),
    lines: lines
      .filter(({ orderId }) => orderId === row.id)
      .map((line) => toOrderLine(line, products.get(line.productId), promotions)),
  }))
}

function toOrder(row: Row<'orders'>): Omit<PlacedOrder, 'lines'> {
  return {
    id: row.id,
    customerId: row.customerId,
    status: row.status,
    branchId: row.branchId,
    addressId: row.deliveryAddressId,
    address: JSON.parse(row.deliveryAddress),
    itemsCents: row.itemsCents,
    discountCents: row.discountCents,
    couponCode: row.couponCode,
    couponTitle: row.couponTitle,
    couponDiscountCents: row.couponDiscountCents,
    deliveryFeeCents: row.deliveryFeeCents,
    refundedFeeCents: row.deliveryRefundedCents,
    totalCents: row.totalCents,
    balanceCents: row.balanceCents,
    dueCents: row.totalCents - row.balanceCents,
    shortPickedCents: row.shortPickedCents - row.deliveryRefundedCents,
    note: row.note,
    isScheduled: row.isScheduled,
    appVersion: row.appVersion,
    gainIds: JSON.parse(row.gainIds),
    placedAt: row.placedAt,
    paymentDueAt: row.paymentDueAt,
    paidAt: row.paidAt,
    phase: phaseOf(row.status),
    isPaidAtDoor: row.doorMeans !== null,
    doorTerms: toDoorTerms(row),
    courier:
      row.courierName === null
        ? null
        : { name: row.courierName, phone: row.courierPhone ?? '', url: row.courierUrl ?? '' },
    receivedBy: row.receivedBy,
    fiscalKey: row.fiscalKey,
    tillEntry: readTillEntry(row),
    type: row.orderType,
    windowId: row.deliveryWindowId,
    deliveryPromise: row.promiseEndsAt === null ? null : { from: row.promiseStartsAt, to: row.promiseEndsAt },
    pickup:
      row.pickupCode === null || row.pickupEndsAt === null
        ? null
        : { code: row.pickupCode, until: row.pickupEndsAt, shelfMark: row.shelfMark },
    revisedPromiseAt: row.revisedPromiseAt,
  }
}

function toOrderLine(
  row: OrderLineRow,
  product: ProductRecord | undefined,
  promotions: Row<'orderLineDiscount'>[],
): OrderLine {
  return {
    ...toNetLine(row),
    keptUnits: countKeptUnits(toNetLine(row)),
    name: row.name,
    priceCents: Math.floor(row.fullPriceCents - Number(row.discountCents) / row.quantity),
    promotions: promotions
      .filter(({ orderId, productId }) => orderId === row.orderId && productId === row.productId)
      .map(({ title, units, cents }) => ({ title, units, cents })),
    requiresPrescription: row.requiresPrescription,
    addOns: JSON.parse(row.addOns),
    variations: JSON.parse(row.variations),
    isPbm: product?.isPbm ?? false,
    slug: product?.slug ?? null,
    pictureKey: product?.pictureKey ?? null,
  }
}
