import { sql } from 'kysely'
import { limits } from '../../app/texts/limits.ts'
import { loadNamesById, searchIdsByContact } from '../accounts/customers.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { OrderStatus, Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import { maxId } from '../wire/values.ts'
import { transitions } from './lifecycle.ts'
import { attachNets } from './order-net-loader.ts'
import { listStatusesIn, type OrderPhase, phaseOf } from './statuses.ts'

/** The statuses of orders that need work by the staff, in sequence. */
export const queueStatuses = listStatusesIn('shop', 'inTransit')

/** An order as the back office's lists show it. */
export interface QueuedOrder {
  id: number
  status: OrderStatus
  phase: OrderPhase
  branchId: number
  customerName: string
  neighborhood: string
  /** What is kept of it, and what it comes to. */
  units: number
  totalCents: number
  placedAt: Date
  /** Null while it is unpaid. */
  paidAt: Date | null
  deliveryPromise: { to: Date } | null
  type: 'delivery' | 'pickup'
  /** The revised delivery time set by the staff. */
  revisedPromiseAt: Date | null
  /** The deadline for the customer's answer to a proposal; null if none is open. */
  proposalDeadline: Date | null
  /** Somebody entered it at the store's till. */
  isAtTill: boolean
  isPaidAtDoor: boolean
}

/** Which orders, and from which change on. */
export interface ChangeFilter {
  status?: OrderStatus | undefined
  /** Null: of all branches. */
  branchId: number | null
  /** Only those whose last change was recorded then, or later. */
  updatedSince?: Date | undefined
  /** The last change of the page before; 0 for the first page. */
  afterChangeId: number
}

/** An order with its last change. */
export interface ChangedOrder extends QueuedOrder {
  changeId: number
  /** When that was recorded. */
  updatedAt: Date
}

/** Where an order stands, when it was paid, and what it was promised for. */
export interface OpenOrder {
  id: number
  branchId: number
  status: OrderStatus
  paidAt: Date | null
  deliveryPromise: { to: Date } | null
  revisedPromiseAt: Date | null
}

/** With who asked, by name; its answer is null while it waits. */
export type CancellationRequest = Row<'endRequest'>

/** A line as a picker sees it. */
export interface LineToPick {
  productId: number
  name: string
  /** The quantity without what was taken out. */
  unitsToPick: number
  pickedUnits: number
}

/** A unit of a product, counted by a form that has a name of its own. */
interface Scan {
  orderId: number
  scanId: string
  productId: number
}

/** Orders on a page of a list. */
export const ordersPerPage = 40
const changesPerPage = 100
const scanRetentionMinutes = 7 * 24 * 60

/** How many wait, by status. */
export async function countQueueByStatus(
  ctx: Context,
  branchId: number | null,
): Promise<Partial<Record<OrderStatus, number>>> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('status', 'in', queueStatuses)
    .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** The payment time of the newest order nobody has started; null if there is none. */
export async function findLatestUnstartedPaidAt(ctx: Context, branchId: number | null): Promise<Date | null> {
  const latestRows = await Promise.all(
    transitions.cancelPaid.from.map((status) =>
      ctx.db
        .selectFrom('orders')
        .select('paidAt')
        .where('status', '=', status)
        .where('paidAt', 'is not', null)
        .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
        .orderBy('paidAt', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  const latestPaidAt = latestRows
    .flatMap((row) => row?.paidAt ?? [])
    .sort((a, b) => a.getTime() - b.getTime())
    .at(-1)
  return latestPaidAt ?? null
}

/** How many orders wait in each status, of all branches, and the oldest one's payment time; null if none waits. */
export async function summarizeQueue(
  ctx: Context,
): Promise<{ status: OrderStatus; count: number; oldestAt: Date | null }[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count'), eb.fn.min('paidAt').as('oldestAt')])
    .where('status', 'in', queueStatuses)
    .groupBy('status')
    .execute()
  return queueStatuses.map((status) => {
    const row = rows.find((candidate) => candidate.status === status)
    return { status, count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null }
  })
}

/**
 * By order number or its prefix, or by the customer's names, e-mail or phone; the exact number first, then the newest.
 * @param page from 1
 */
export async function searchOrders(
  ctx: Context,
  term: string,
  branchId: number | null,
  page = 1,
  isAtTill: boolean | null = null,
): Promise<{ orders: QueuedOrder[]; hasMore: boolean }> {
  const searchText = normalizeInput(term)
  if (searchText === '') return { orders: [], hasMore: false }
  const customerIds = await searchIdsByContact(ctx, searchText)
  const orderDigits = /^(?:(?:pedido|n[º°o.]{0,2})\s*)?#?\s*(\d{1,9})$/i.exec(searchText)?.[1] ?? ''
  const rows = await selectQueuedOrders(ctx)
    .where((eb) =>
      eb.or([
        ...buildIdRangesWithPrefix(orderDigits).map(([first, last]) => eb.between('id', first, last)),
        ...(customerIds.length > 0 ? [eb('customerId', 'in', customerIds)] : []),
      ]),
    )
    .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
    .$if(isAtTill !== null, (qb) => qb.where('tillEntryAt', isAtTill ? 'is not' : 'is', null))
    .orderBy((eb) => eb.case().when('id', '=', Number(orderDigits)).then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(ordersPerPage + 1)
    .offset((page - 1) * ordersPerPage)
    .execute()
  return { orders: await loadQueuedOrders(ctx, rows.slice(0, ordersPerPage)), hasMore: rows.length > ordersPerPage }
}

/** The ten that ended last. */
export async function listLatestClosedOrders(ctx: Context, branchId: number | null): Promise<QueuedOrder[]> {
  const closingEvents = await ctx.db
    .selectFrom('orderEvent as event')
    .innerJoin('orders', 'orders.id', 'event.orderId')
    .select('event.orderId')
    .where('event.status', 'in', listStatusesIn('done', 'void'))
    // Unpaid orders that expired needed no work.
    .where('event.kind', 'not in', ['expire', 'fail'])
    .$if(branchId !== null, (qb) => qb.where('orders.branchId', '=', branchId as number))
    .orderBy('event.id', 'desc')
    // An order delivered and then refunded appears twice.
    .limit(ordersPerPage)
    .execute()
  return listByIds(ctx, [...new Set(closingEvents.map(({ orderId }) => orderId))].slice(0, 10))
}

/** In the order of the ids. */
export async function listByIds(ctx: Context, ids: number[]): Promise<QueuedOrder[]> {
  if (ids.length === 0) return []
  const rows = await selectQueuedOrders(ctx).where('id', 'in', ids).execute()
  return loadQueuedOrders(
    ctx,
    rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  )
}

/**
 * Orders of every status, by their last change, the longest unchanged first. One that changes meanwhile comes again on a later
 * page, so that none is missed; only what was recorded before, and committed after, its neighbours may be.
 */
export async function listByChange(
  ctx: Context,
  { status, branchId, updatedSince, afterChangeId }: ChangeFilter,
): Promise<{ orders: ChangedOrder[]; hasMore: boolean }> {
  const recordedAt = sql<Date>`coalesce(event.recorded_at, event.at)`
  const changes = await ctx.db
    .selectFrom('orderEvent as event')
    .innerJoin('orders', 'orders.id', 'event.orderId')
    .select(['event.id', 'event.orderId', recordedAt.as('recordedAt')])
    .where('event.id', '>', afterChangeId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orderEvent as later')
            .select('later.id')
            .whereRef('later.orderId', '=', 'event.orderId')
            .whereRef('later.id', '>', 'event.id'),
        ),
      ),
    )
    .$if(status !== undefined, (qb) => qb.where('orders.status', '=', status as OrderStatus))
    .$if(branchId !== null, (qb) => qb.where('orders.branchId', '=', branchId as number))
    .$if(updatedSince !== undefined, (qb) => qb.where(recordedAt, '>=', updatedSince as Date))
    .orderBy('event.id')
    .limit(changesPerPage + 1)
    .execute()
  const page = changes.slice(0, changesPerPage)
  const orderIds = page.map(({ orderId }) => orderId)
  const ordersById = new Map((await listByIds(ctx, orderIds)).map((order) => [order.id, order]))
  return {
    orders: page.flatMap(({ id: changeId, orderId, recordedAt: updatedAt }) => {
      const order = ordersById.get(orderId)
      return order ? [{ ...order, changeId, updatedAt }] : []
    }),
    hasMore: changes.length > changesPerPage,
  }
}

/** Every open order; without names and lines, however many. */
export async function listOpenOrders(
  ctx: Context,
  branchId: number | null,
  isAtTill: boolean | null = null,
): Promise<OpenOrder[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['id', 'branchId', 'status', 'paidAt', 'promiseEndsAt', 'revisedPromiseAt'])
    .where('status', 'in', queueStatuses)
    .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
    .$if(isAtTill !== null, (qb) => qb.where('tillEntryAt', isAtTill ? 'is not' : 'is', null))
    .execute()
  return rows.map(({ promiseEndsAt, ...row }) => ({
    ...row,
    deliveryPromise: promiseEndsAt === null ? null : { to: promiseEndsAt },
  }))
}

/** How many units of each product have been picked, by product. */
export async function loadPickedUnitsByProduct(
  ctx: Context,
  orderId: number,
): Promise<Map<number, { units: number; pickedAt: Date }>> {
  const rows = await ctx.db.selectFrom('orderPick').selectAll().where('orderId', '=', orderId).execute()
  return new Map(rows.map((row) => [row.productId, { units: row.units, pickedAt: row.pickedAt }]))
}

/** An order's lines, and how much of each lies in the bag, within a transaction that has locked the order. */
export async function listUnitsToPick(ctx: TransactionContext, orderId: number): Promise<LineToPick[]> {
  const rows = await ctx.db
    .selectFrom('orderLine as line')
    .leftJoin('orderPick as pick', (join) =>
      join.onRef('pick.orderId', '=', 'line.orderId').onRef('pick.productId', '=', 'line.productId'),
    )
    .select(['line.productId', 'line.name', 'line.quantity', 'line.removedUnits', 'pick.units'])
    .where('line.orderId', '=', orderId)
    .execute()
  return rows.map(({ productId, name, quantity, removedUnits, units }) => ({
    productId,
    name,
    unitsToPick: quantity - removedUnits,
    pickedUnits: units ?? 0,
  }))
}

/** The first of these orders of which something still has to be picked, among so many as the queue has on a page. */
export async function findFirstUnpicked(ctx: Context, orderIds: number[]): Promise<number | null> {
  const ids = orderIds.slice(0, ordersPerPage)
  if (ids.length === 0) return null
  const rows = await ctx.db
    .selectFrom('orderLine as line')
    .leftJoin('orderPick as pick', (join) =>
      join.onRef('pick.orderId', '=', 'line.orderId').onRef('pick.productId', '=', 'line.productId'),
    )
    .select('line.orderId')
    .distinct()
    .where('line.orderId', 'in', ids)
    .where((eb) =>
      eb(eb('line.quantity', '-', eb.ref('line.removedUnits')), '>', eb.fn.coalesce('pick.units', eb.lit(0))),
    )
    .execute()
  const unpickedIds = new Set(rows.map(({ orderId }) => orderId))
  return ids.find((id) => unpickedIds.has(id)) ?? null
}

/** @returns false where it was counted before */
export async function tryRecordScan(ctx: TransactionContext, { orderId, scanId, productId }: Scan): Promise<boolean> {
  const scannedAt = ctx.clock.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('orderScan')
    .values({ orderId, scanId, productId, scannedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whose form nobody has open any more. Called periodically. */
export async function eraseOldScans(ctx: Context): Promise<void> {
  const cutoff = addMinutes(ctx.clock.now(), -scanRetentionMinutes)
  await ctx.db.deleteFrom('orderScan').where('scannedAt', '<', cutoff).execute()
}

/**
 * Counts more units of a line, in one statement: two scanners never count one unit twice.
 * @param units no more than the line has
 * @returns false when fewer than these are missing
 */
export async function recordPickedUnits(
  ctx: TransactionContext,
  orderId: number,
  productId: number,
  quantity: number,
  units = 1,
): Promise<boolean> {
  const pickedAt = ctx.clock.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('orderPick')
    .values({ orderId, productId, units, pickedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['orderId', 'productId'])
        .doUpdateSet((eb) => ({ units: eb('orderPick.units', '+', units), pickedAt }))
        .where('orderPick.units', '<=', quantity - units),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * A second request for the same order replaces the first.
 * @param request answered at once by who may end orders
 */
export async function saveCancellationRequest(
  ctx: TransactionContext,
  request: Omit<CancellationRequest, 'requestedAt'>,
): Promise<void> {
  if (request.reason.length > limits.cancellationReasonLength)
    throw new ShopError('text.tooLong', { input: 'reason', max: limits.cancellationReasonLength })
  const row = { ...request, requestedAt: ctx.clock.now() }
  await ctx.db
    .insertInto('endRequest')
    .values(row)
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet(row))
    .execute()
}

/** Rejects the request; the order continues. @throws ShopError "request.missing" when it was answered before */
export async function rejectCancellationRequest(ctx: TransactionContext, orderId: number): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('endRequest')
    .set({ answer: 'kept' })
    .where('orderId', '=', orderId)
    .where('answer', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('request.missing')
}

/** Oldest first. */
export async function listCancellationRequests(
  ctx: Context,
  branchId: number | null,
): Promise<(CancellationRequest & { status: OrderStatus; totalCents: number })[]> {
  const rows = await ctx.db
    .selectFrom('endRequest')
    .innerJoin('orders', 'orders.id', 'endRequest.orderId')
    .selectAll('endRequest')
    .select(['id', 'status', 'paidAt', 'totalCents', 'balanceCents', 'doorMeans', 'shortPickedCents'])
    .select(['deliveryFeeCents', 'deliveryRefundedCents'])
    .where('answer', 'is', null)
    .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
    .orderBy('requestedAt')
    .execute()
  return (await attachNets(ctx, rows)).map(({ net, ...row }) => ({ ...row, totalCents: net.listedCents }))
}

export async function findCancellationRequest(ctx: Context, orderId: number): Promise<CancellationRequest | null> {
  const row = await ctx.db.selectFrom('endRequest').selectAll().where('orderId', '=', orderId).executeTakeFirst()
  return row ?? null
}

function selectQueuedOrders(ctx: Context) {
  return ctx.db
    .selectFrom('orders')
    .select(['id', 'status', 'branchId', 'customerId', 'deliveryAddress', 'totalCents', 'placedAt', 'paidAt'])
    .select(['doorMeans', 'shortPickedCents'])
    .select(['revisedPromiseAt', 'promiseEndsAt', 'orderType'])
    .select(['balanceCents', 'deliveryFeeCents', 'deliveryRefundedCents', 'tillEntryAt'])
    .select((eb) =>
      eb
        .selectFrom('orderProposal')
        .select('answerDueAt')
        .whereRef('orderId', '=', 'orders.id')
        .where('state', '=', 'open')
        .where('answerDueAt', '>', ctx.clock.now())
        .as('proposalDueAt'),
    )
}

async function loadQueuedOrders(
  ctx: Context,
  rows: Awaited<ReturnType<ReturnType<typeof selectQueuedOrders>['execute']>>,
): Promise<QueuedOrder[]> {
  const customerIds = rows.map(({ customerId }) => customerId)
  const [customerNames, rowsWithNet] = await Promise.all([loadNamesById(ctx, customerIds), attachNets(ctx, rows)])
  return rowsWithNet.map((row) => ({
    id: row.id,
    status: row.status,
    phase: phaseOf(row.status),
    branchId: row.branchId,
    customerName: customerNames.get(row.customerId) ?? '',
    neighborhood: JSON.parse(row.deliveryAddress).neighborhood ?? '',
    units: row.net.units,
    totalCents: row.net.listedCents,
    placedAt: row.placedAt,
    paidAt: row.paidAt,
    deliveryPromise: row.promiseEndsAt === null ? null : { to: row.promiseEndsAt },
    type: row.orderType,
    revisedPromiseAt: row.revisedPromiseAt,
    proposalDeadline: row.proposalDueAt,
    isAtTill: row.tillEntryAt !== null,
    isPaidAtDoor: row.doorMeans !== null,
  }))
}

/** All id ranges whose decimal form has this prefix; empty without a number. */
function buildIdRangesWithPrefix(digits: string): [first: number, last: number][] {
  const firstId = Number(digits)
  if (firstId === 0) return []
  const ranges: [number, number][] = []
  for (let factor = 1; firstId * factor <= maxId; factor *= 10)
    ranges.push([firstId * factor, Math.min(firstId * factor + factor - 1, maxId)])
  return ranges
}
