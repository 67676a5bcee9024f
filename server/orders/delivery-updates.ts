import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Branch } from '../delivery/branch.ts'
import type { DeliveryService } from '../delivery/delivery.ts'
import { calculatePromisedAt } from '../delivery/opening-hours.ts'
import { parseShopDateTime } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import type { WebhookService } from '../webhooks/webhooks.ts'
import { type EventActor, insertOrderEvent } from './events.ts'
import { isFiscalKey } from './fiscal-key.ts'
import type { Courier } from './order.ts'
import { listStatusesIn } from './statuses.ts'

type StaffActor = Extract<EventActor, { kind: 'staff' }>

interface Deps {
  database: Database
  clock: Clock
  delivery: Pick<DeliveryService, 'listBranches'>
  webhooks: Pick<WebhookService, 'enqueueOrderLate'>
}

const maxUrlLength = 500
/** Orders per round. */
const maxOrdersPerRound = 500

/** What the staff enter about an order's delivery: courier, recipient, fiscal document, a revised time. */
export function createDeliveryUpdater({ database, clock, delivery, webhooks }: Deps) {
  return { setCourier, setReceivedBy, setFiscalKey, reviseDeliveryPromise, reportLateOrders }

  /** @throws ShopError "courier.name", "courier.url" for one that is no https, "step.impossible" for an order that is over */
  async function setCourier(
    orderId: number,
    input: Courier,
    by: StaffActor,
    transactionHook: TransactionHook,
  ): Promise<void> {
    const courier = { name: normalizeInput(input.name), phone: normalizeInput(input.phone), url: input.url.trim() }
    if (!/\p{L}/u.test(courier.name) || courier.name.length > 80)
      throw new ShopError('courier.name', { input: 'courierName' })
    if (courier.url !== '' && !isValidTrackingUrl(courier.url))
      throw new ShopError('courier.url', { input: 'courierUrl' })
    const { name, phone, url } = courier
    await updateAndRecordEvent(
      orderId,
      'setCourier',
      { courier_name: name, courier_phone: phone, courier_url: url },
      by,
      transactionHook,
    )
  }

  /** @param name who took it at the door */
  async function setReceivedBy(tx: Transaction, orderId: number, name: string): Promise<void> {
    const received_by = normalizeInput(name).slice(0, 80) || null
    await tx.updateTable('orders').set({ received_by }).where('id', '=', orderId).execute()
  }

  /** @throws ShopError "fiscal.key" */
  async function setFiscalKey(
    orderId: number,
    key: string,
    by: StaffActor,
    transactionHook: TransactionHook,
  ): Promise<void> {
    const fiscal_key = normalizeInput(key).replace(/\D/g, '')
    if (!isFiscalKey(fiscal_key)) throw new ShopError('fiscal.key', { input: 'fiscalKey' })
    await updateAndRecordEvent(orderId, 'setFiscalKey', { fiscal_key }, by, transactionHook)
  }

  /** @param localTime yyyy-MM-ddTHH:mm in São Paulo @throws ShopError "promise.past", also for what is no time */
  async function reviseDeliveryPromise(
    orderId: number,
    localTime: string,
    by: StaffActor,
    transactionHook: TransactionHook,
  ): Promise<void> {
    const revisedDeliveryAt = parseShopDateTime(localTime)
    if (!revisedDeliveryAt || !(revisedDeliveryAt > clock.now()))
      throw new ShopError('promise.past', { input: 'promise' })
    await updateAndRecordEvent(
      orderId,
      'setPromise',
      { new_promise_at: revisedDeliveryAt.toISOString() },
      by,
      transactionHook,
    )
  }

  async function updateAndRecordEvent(
    orderId: number,
    kind: 'setCourier' | 'setFiscalKey' | 'setPromise',
    values: Record<string, string>,
    by: StaffActor,
    transactionHook: TransactionHook,
  ): Promise<void> {
    await database.transact(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('orders')
        .set(values)
        .where('id', '=', orderId)
        .where('status', 'in', listStatusesIn('shop', 'inTransit', 'done'))
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new ShopError('step.impossible')
      await insertOrderEvent(tx, { orderId, kind, by, at: clock.now() })
      await transactionHook(tx)
    })
  }

  /** Records which orders did not arrive as promised, once each, and notifies the store's own systems. Called periodically. */
  async function reportLateOrders(): Promise<void> {
    const rows = await database.db
      .selectFrom('orders')
      .select(['id', 'branch_id', 'paid_at', 'promised_to', 'new_promise_at'])
      .where('status', 'in', listStatusesIn('shop', 'inTransit'))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('order_event')
              .select('order_event.id')
              .whereRef('order_event.order_id', '=', 'orders.id')
              .where('kind', '=', 'late'),
          ),
        ),
      )
      .orderBy('paid_at')
      .limit(maxOrdersPerRound)
      .execute()
    const branches = new Map((await delivery.listBranches()).map((branch) => [branch.id, branch]))
    const now = clock.now()
    for (const { id, branch_id, ...promiseColumns } of rows) {
      const dueAt = resolveDeliveryDueAt(parseDeliveryPromise(promiseColumns), branches.get(branch_id) ?? null)
      if (dueAt && dueAt < now) await recordLateOrder(id, branch_id, dueAt)
    }
  }

  async function recordLateOrder(orderId: number, branchId: number, dueAt: Date): Promise<void> {
    await database.transact(async (tx) => {
      // Locks the order, so that only one of two servers records it.
      await tx
        .updateTable('orders')
        .set((eb) => ({ note: eb.ref('note') }))
        .where('id', '=', orderId)
        .execute()
      const lateEvent = await tx
        .selectFrom('order_event')
        .select('id')
        .where('order_id', '=', orderId)
        .where('kind', '=', 'late')
        .executeTakeFirst()
      if (lateEvent) return
      await insertOrderEvent(tx, { orderId, kind: 'late', by: { kind: 'job' }, at: clock.now() })
      await webhooks.enqueueOrderLate(tx, { orderId, branchId, promisedAt: dueAt })
    })
  }
}

function parseDeliveryPromise(row: Pick<Row<'orders'>, 'paid_at' | 'promised_to' | 'new_promise_at'>) {
  const toDate = (text: string | null) => (text === null ? null : new Date(text))
  const promisedAt = toDate(row.promised_to)
  return {
    paidAt: toDate(row.paid_at),
    deliveryPromise: promisedAt && { to: promisedAt },
    revisedPromiseAt: toDate(row.new_promise_at),
  }
}

/** By when an order comes: as the staff revised it, else as was promised; null while it is unpaid. Older orders have no promise of their own. */
export function resolveDeliveryDueAt(
  {
    paidAt,
    deliveryPromise,
    revisedPromiseAt,
  }: { paidAt: Date | null; deliveryPromise: { to: Date } | null; revisedPromiseAt: Date | null },
  branch: Pick<Branch, 'openTime' | 'closeTime' | 'specialDays' | 'shippingEstimateMinutes'> | null,
): Date | null {
  if (revisedPromiseAt) return revisedPromiseAt
  if (!paidAt) return null
  if (deliveryPromise) return deliveryPromise.to
  return branch ? calculatePromisedAt(paidAt, branch, branch.shippingEstimateMinutes) : null
}

function isValidTrackingUrl(url: string): boolean {
  return url.length <= maxUrlLength && URL.parse(url)?.protocol === 'https:'
}
