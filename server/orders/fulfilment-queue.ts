import type { CustomerService } from '../accounts/customers.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { OrderStatus, Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import { maxId } from '../wire/values.ts'
import { transitions } from './lifecycle.ts'
import { listStatusesIn, type OrderPhase, phaseOf } from './statuses.ts'

/** The statuses of orders that need work by the staff, in sequence. */
const queueStatuses = listStatusesIn('shop', 'inTransit')

/** An order as the back office's lists show it. */
export interface QueuedOrder {
  id: number
  status: OrderStatus
  phase: OrderPhase
  branchId: number
  customerName: string
  neighborhood: string
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
}

interface QueueFilter {
  statuses: readonly OrderStatus[]
  /** Null: of all branches. */
  branchId: number | null
}

/** When an order was paid, and by when it is due. */
type PaidOrderTimes = {
  id: number
  branchId: number
  paidAt: Date
  deliveryPromise: { to: Date } | null
  revisedPromiseAt: Date | null
}

export interface CancellationRequest {
  orderId: number
  reason: string
  /** A name. */
  askedBy: string
  askedAt: Date
  /** Null while it waits. */
  decision: 'ended' | 'kept' | null
}

const maxListedOrders = 40

interface Deps {
  database: Database
  clock: Clock
  customers: Pick<CustomerService, 'loadNamesById' | 'searchIdsByContact'>
}

/** Orders as the shop's people work through them: the queue, the units picked for each order, cancellation requests. */
export function createFulfilmentQueue({ database, clock, customers }: Deps) {
  const { db } = database
  return {
    queueStatuses,
    listQueue,
    countQueueByStatus,
    findLatestUnstartedPaidAt,
    summarizeQueue,
    searchOrders,
    listLatestClosedOrders,
    listByIds,
    listPaidOrderTimes,
    maxListedOrders,
    loadPickedUnitsByProduct,
    recordPickedUnit,
    requestCancellation,
    rejectCancellationRequest,
    recordCancellation,
    listCancellationRequests,
    findCancellationRequest,
  }

  /**
   * The 40 paid longest ago. One query per status: each reads its index in order, however many orders wait.
   */
  async function listQueue({ statuses, branchId }: QueueFilter): Promise<QueuedOrder[]> {
    const rowsByStatus = await Promise.all(
      statuses.map((status) =>
        db
          .selectFrom('orders')
          .select(['id', 'paid_at'])
          .where('status', '=', status)
          .$if(branchId !== null, (qb) => qb.where('branch_id', '=', branchId as number))
          .orderBy('paid_at')
          .orderBy('id')
          .limit(maxListedOrders)
          .execute(),
      ),
    )
    const ids = rowsByStatus
      .flat()
      .sort((a, b) => (a.paid_at ?? '').localeCompare(b.paid_at ?? '') || a.id - b.id)
      .slice(0, maxListedOrders)
      .map(({ id }) => id)
    return listByIds(ids)
  }

  /** How many wait, by status. */
  async function countQueueByStatus(branchId: number | null): Promise<Partial<Record<OrderStatus, number>>> {
    const rows = await db
      .selectFrom('orders')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('status', 'in', queueStatuses)
      .$if(branchId !== null, (qb) => qb.where('branch_id', '=', branchId as number))
      .groupBy('status')
      .execute()
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  }

  /** The payment time of the newest order nobody has started; null if there is none. */
  async function findLatestUnstartedPaidAt(branchId: number | null): Promise<Date | null> {
    const latestRows = await Promise.all(
      transitions.cancelPaid.from.map((status) =>
        db
          .selectFrom('orders')
          .select('paid_at')
          .where('status', '=', status)
          .where('paid_at', 'is not', null)
          .$if(branchId !== null, (qb) => qb.where('branch_id', '=', branchId as number))
          .orderBy('paid_at', 'desc')
          .limit(1)
          .executeTakeFirst(),
      ),
    )
    const latestPaidAt = latestRows
      .flatMap((row) => row?.paid_at ?? [])
      .sort()
      .at(-1)
    return latestPaidAt === undefined ? null : new Date(latestPaidAt)
  }

  /** How many orders wait in each status, of all branches, and the oldest one's payment time; null if none waits. */
  async function summarizeQueue(): Promise<{ status: OrderStatus; count: number; oldestAt: Date | null }[]> {
    const rows = await db
      .selectFrom('orders')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count'), eb.fn.min('paid_at').as('oldest')])
      .where('status', 'in', queueStatuses)
      .groupBy('status')
      .execute()
    return queueStatuses.map((status) => {
      const row = rows.find((candidate) => candidate.status === status)
      return { status, count: row?.count ?? 0, oldestAt: row?.oldest ? new Date(row.oldest) : null }
    })
  }

  /** By order number or its prefix, or by the customer's names, e-mail or phone; the exact number first, then the newest 40. */
  async function searchOrders(term: string, branchId: number | null): Promise<QueuedOrder[]> {
    const searchText = normalizeInput(term)
    if (searchText === '') return []
    const customerIds = await customers.searchIdsByContact(searchText)
    const orderDigits = /^(?:(?:pedido|n[º°o.]{0,2})\s*)?#?\s*(\d{1,9})$/i.exec(searchText)?.[1] ?? ''
    const rows = await selectQueuedOrders()
      .where((eb) =>
        eb.or([
          ...buildIdRangesWithPrefix(orderDigits).map(([first, last]) => eb.between('id', first, last)),
          ...(customerIds.length > 0 ? [eb('customer_id', 'in', customerIds)] : []),
        ]),
      )
      .$if(branchId !== null, (qb) => qb.where('branch_id', '=', branchId as number))
      .orderBy((eb) => eb.case().when('id', '=', Number(orderDigits)).then(0).else(1).end())
      .orderBy('id', 'desc')
      .limit(maxListedOrders)
      .execute()
    return loadQueuedOrders(rows)
  }

  /** The ten that ended last. */
  async function listLatestClosedOrders(branchId: number | null): Promise<QueuedOrder[]> {
    const closingEvents = await db
      .selectFrom('order_event as event')
      .innerJoin('orders', 'orders.id', 'event.order_id')
      .select('event.order_id')
      .where('event.status', 'in', listStatusesIn('done', 'void'))
      // Unpaid orders that expired needed no work.
      .where('event.kind', 'not in', ['expire', 'fail'])
      .$if(branchId !== null, (qb) => qb.where('orders.branch_id', '=', branchId as number))
      .orderBy('event.id', 'desc')
      // An order delivered and then refunded appears twice.
      .limit(maxListedOrders)
      .execute()
    return listByIds([...new Set(closingEvents.map(({ order_id }) => order_id))].slice(0, 10))
  }

  /** In the order of the ids. */
  async function listByIds(ids: number[]): Promise<QueuedOrder[]> {
    if (ids.length === 0) return []
    const rows = await selectQueuedOrders().where('id', 'in', ids).execute()
    return loadQueuedOrders(rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
  }

  /** The payment time of each open order, oldest first; without names and lines, however many. */
  async function listPaidOrderTimes(branchId: number | null): Promise<PaidOrderTimes[]> {
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'branch_id as branchId', 'paid_at', 'promised_to', 'new_promise_at'])
      .where('status', 'in', queueStatuses)
      .where('paid_at', 'is not', null)
      .$narrowType<{ paid_at: string }>()
      .$if(branchId !== null, (qb) => qb.where('branch_id', '=', branchId as number))
      .orderBy('paid_at')
      .orderBy('id')
      .execute()
    return rows.map(({ paid_at, promised_to, new_promise_at, ...row }) => ({
      ...row,
      paidAt: new Date(paid_at),
      deliveryPromise: promised_to === null ? null : { to: new Date(promised_to) },
      revisedPromiseAt: new_promise_at === null ? null : new Date(new_promise_at),
    }))
  }

  /** How many units of each product have been picked, by product. */
  async function loadPickedUnitsByProduct(orderId: number): Promise<Map<number, { units: number; pickedAt: Date }>> {
    const rows = await db.selectFrom('order_pick').selectAll().where('order_id', '=', orderId).execute()
    return new Map(rows.map((row) => [row.product_id, { units: row.units, pickedAt: new Date(row.picked_at) }]))
  }

  /** Counts one more unit of a line, in one statement: two scanners never count one unit twice. @returns false when all are there */
  async function recordPickedUnit(
    tx: Transaction,
    orderId: number,
    productId: number,
    quantity: number,
  ): Promise<boolean> {
    const picked_at = clock.now().toISOString()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('order_pick')
      .values({ order_id: orderId, product_id: productId, units: 1, picked_at })
      .onConflict((conflict) =>
        conflict
          .columns(['order_id', 'product_id'])
          .doUpdateSet((eb) => ({ units: eb('order_pick.units', '+', 1), picked_at }))
          .where('order_pick.units', '<', quantity),
      )
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  /** A second request for the same order replaces the first. */
  async function requestCancellation(
    tx: Transaction,
    orderId: number,
    reason: string,
    requestedBy: string,
  ): Promise<void> {
    await upsertCancellationRequest(tx, orderId, { reason, asked_by: requestedBy, answer: null })
  }

  /** Records a cancellation by someone allowed to cancel; also resolves a pending request. */
  async function recordCancellation(
    tx: Transaction,
    orderId: number,
    reason: string,
    cancelledBy: string,
  ): Promise<void> {
    await upsertCancellationRequest(tx, orderId, { reason, asked_by: cancelledBy, answer: 'ended' })
  }

  async function upsertCancellationRequest(
    tx: Transaction,
    orderId: number,
    values: Pick<Row<'end_request'>, 'reason' | 'asked_by' | 'answer'>,
  ): Promise<void> {
    const row = { ...values, asked_at: clock.now().toISOString() }
    await tx
      .insertInto('end_request')
      .values({ order_id: orderId, ...row })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
      .execute()
  }

  /** Rejects the request; the order continues. @throws ShopError "request.missing" when it was answered before */
  async function rejectCancellationRequest(tx: Transaction, orderId: number): Promise<void> {
    const { numUpdatedRows } = await tx
      .updateTable('end_request')
      .set({ answer: 'kept' })
      .where('order_id', '=', orderId)
      .where('answer', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('request.missing')
  }

  /** Oldest first. */
  async function listCancellationRequests(
    branchId: number | null,
  ): Promise<(CancellationRequest & { totalCents: number })[]> {
    const rows = await db
      .selectFrom('end_request')
      .innerJoin('orders', 'orders.id', 'end_request.order_id')
      .selectAll('end_request')
      .select('total_cents')
      .where('answer', 'is', null)
      .$if(branchId !== null, (qb) => qb.where('branch_id', '=', branchId as number))
      .orderBy('asked_at')
      .execute()
    return rows.map((row) => ({ ...toCancellationRequest(row), totalCents: row.total_cents }))
  }

  async function findCancellationRequest(orderId: number): Promise<CancellationRequest | null> {
    const row = await db.selectFrom('end_request').selectAll().where('order_id', '=', orderId).executeTakeFirst()
    return row ? toCancellationRequest(row) : null
  }

  function selectQueuedOrders() {
    return db
      .selectFrom('orders')
      .select(['id', 'status', 'branch_id', 'customer_id', 'delivery_address', 'total_cents', 'placed_at', 'paid_at'])
      .select(['new_promise_at', 'promised_to', 'order_type'])
      .select((eb) =>
        eb
          .selectFrom('order_line')
          .select((line) => line.fn.sum<number>('quantity').as('units'))
          .whereRef('order_id', '=', 'orders.id')
          .as('units'),
      )
      .select((eb) =>
        eb
          .selectFrom('order_proposal')
          .select('answer_until')
          .whereRef('order_id', '=', 'orders.id')
          .where('state', '=', 'open')
          .where('answer_until', '>', clock.now().toISOString())
          .as('proposal_until'),
      )
  }

  async function loadQueuedOrders(
    rows: Awaited<ReturnType<ReturnType<typeof selectQueuedOrders>['execute']>>,
  ): Promise<QueuedOrder[]> {
    const customerNames = await customers.loadNamesById(rows.map(({ customer_id }) => customer_id))
    return rows.map((row) => ({
      id: row.id,
      status: row.status,
      phase: phaseOf(row.status),
      branchId: row.branch_id,
      customerName: customerNames.get(row.customer_id) ?? '',
      neighborhood: JSON.parse(row.delivery_address).neighborhood ?? '',
      units: Number(row.units ?? 0),
      totalCents: row.total_cents,
      placedAt: new Date(row.placed_at),
      paidAt: row.paid_at === null ? null : new Date(row.paid_at),
      deliveryPromise: row.promised_to === null ? null : { to: new Date(row.promised_to) },
      type: row.order_type,
      revisedPromiseAt: row.new_promise_at === null ? null : new Date(row.new_promise_at),
      proposalDeadline: row.proposal_until === null ? null : new Date(row.proposal_until),
    }))
  }
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

function toCancellationRequest({
  order_id,
  reason,
  asked_by,
  asked_at,
  answer,
}: Row<'end_request'>): CancellationRequest {
  return { orderId: order_id, reason, askedBy: asked_by, askedAt: new Date(asked_at), decision: answer }
}
