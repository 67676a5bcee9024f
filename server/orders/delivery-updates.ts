import type { Context, TransactionContext } from '../context.ts'
import type { Branch } from '../delivery/branch.ts'
import { getBranchOrDefault, listBranches } from '../delivery/delivery.ts'
import { calculatePromisedAt } from '../delivery/delivery-quote.ts'
import { isOpenOn, isOpenUntil } from '../delivery/opening-hours.ts'
import { parseShopDateTime, toShopDay } from '../platform/calendar.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { createFairRounds } from '../platform/for-each-isolated.ts'
import { normalizeInput } from '../platform/user-input.ts'
import { enqueueOrderLate } from '../webhooks/webhooks.ts'
import { type EventActor, insertOrderEvent } from './events.ts'
import { isFiscalKey, normalizeFiscalKey } from './fiscal-key.ts'
import type { Courier } from './order.ts'
import { isInPhase, listStatusesIn } from './statuses.ts'

type StaffActor = Extract<EventActor, { kind: 'staff' }>

const maxUrlLength = 500
const maxOrdersPerRound = 500

const createLateRounds = () => createFairRounds(maxOrdersPerRound)

/** @throws ShopError "courier.name", "courier.url" for one that is no https, "step.impossible" for an order that is over */
export async function setCourier(
  ctx: TransactionContext,
  orderId: number,
  input: Courier,
  by: StaffActor,
): Promise<void> {
  const { name, phone, url } = readCourier(input)
  const columns = { courierName: name, courierPhone: phone, courierUrl: url }
  await updateAndRecordEvent(ctx, orderId, 'setCourier', columns, by)
}

/** A courier named lately, by the last of the orders that they brought. */
export interface RecentCourier extends Courier {
  orderId: number
  /** How many orders they have with them now. */
  orderCount: number
}

const courierMemoryMinutes = 7 * 24 * 60
const maxRecentCouriers = 8

/** Who brought orders of a branch (null: of all) that were paid in the last week: the latest first. */
export async function listCouriers(ctx: Context, branchId: number | null): Promise<RecentCourier[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['id', 'status', 'courierName', 'courierPhone', 'courierUrl'])
    .where('status', 'in', listStatusesIn('inTransit', 'done'))
    .where('paidAt', '>', addMinutes(ctx.clock.now(), -courierMemoryMinutes))
    .where('courierName', 'is not', null)
    .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
    .orderBy('paidAt', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  const couriers = new Map<string, RecentCourier>()
  for (const { id, status, courierName, courierPhone, courierUrl } of rows) {
    const [name, phone, url] = [courierName ?? '', courierPhone ?? '', courierUrl ?? '']
    const courier = couriers.get(`${name} ${phone}`) ?? { orderId: id, orderCount: 0, name, phone, url }
    if (status === 'out_for_delivery') courier.orderCount += 1
    couriers.set(`${name} ${phone}`, courier)
  }
  return [...couriers.values()].slice(0, maxRecentCouriers)
}

/** @throws ShopError "courier.name", "courier.url" */
export function readCourier(input: Courier): Courier {
  const courier = { name: normalizeInput(input.name), phone: normalizeInput(input.phone), url: input.url.trim() }
  if (!/\p{L}/u.test(courier.name) || courier.name.length > 80)
    throw new ShopError('courier.name', { input: 'courierName' })
  if (courier.url !== '' && !isValidTrackingUrl(courier.url))
    throw new ShopError('courier.url', { input: 'courierUrl' })
  return courier
}

/** @param name who took it at the door */
export async function setReceivedBy(ctx: TransactionContext, orderId: number, name: string): Promise<void> {
  const receivedBy = normalizeInput(name).slice(0, 80) || null
  await ctx.db.updateTable('orders').set({ receivedBy }).where('id', '=', orderId).execute()
}

/** @throws ShopError "fiscal.key", "step.impossible" for an order that is over */
export async function setFiscalKey(
  ctx: TransactionContext,
  orderId: number,
  key: string,
  by: StaffActor,
): Promise<void> {
  const fiscalKey = normalizeFiscalKey(key)
  if (!isFiscalKey(fiscalKey)) throw new ShopError('fiscal.key', { input: 'fiscalKey' })
  await updateAndRecordEvent(ctx, orderId, 'setFiscalKey', { fiscalKey }, by)
}

/**
 * @param localTime yyyy-MM-ddTHH:mm in São Paulo
 * @throws ShopError "promise.past", also for what is no time, "promise.closed" for one at which the branch is closed, "step.impossible"
 *   for an order that is over
 */
export async function reviseDeliveryPromise(
  ctx: TransactionContext,
  orderId: number,
  localTime: string,
  by: StaffActor,
): Promise<void> {
  const revisedDeliveryAt = parseShopDateTime(localTime)
  if (!revisedDeliveryAt || !(revisedDeliveryAt > ctx.clock.now()))
    throw new ShopError('promise.past', { input: 'promise' })
  await assertBranchWorksAt(ctx, orderId, revisedDeliveryAt)
  await updateAndRecordEvent(ctx, orderId, 'setPromise', { revisedPromiseAt: revisedDeliveryAt.toISOString() }, by)
}

/** What has left may still arrive after closing, but on no closed day. */
async function assertBranchWorksAt(ctx: TransactionContext, orderId: number, instant: Date): Promise<void> {
  const order = await ctx.db
    .selectFrom('orders')
    .select(['branchId', 'status'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new ShopError('order.unknown')
  const { hours } = await getBranchOrDefault(ctx, order.branchId)
  const isPossible = isInPhase(order.status, 'inTransit')
    ? isOpenOn(toShopDay(instant), hours)
    : isOpenUntil(instant, hours)
  if (!isPossible) throw new ShopError('promise.closed', { input: 'promise' })
}

async function updateAndRecordEvent(
  ctx: TransactionContext,
  orderId: number,
  kind: 'setCourier' | 'setFiscalKey' | 'setPromise',
  values: Record<string, string | Date>,
  by: StaffActor,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('orders')
    .set(values)
    .where('id', '=', orderId)
    .where('status', 'in', listStatusesIn('shop', 'inTransit', 'done'))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('step.impossible')
  await insertOrderEvent(ctx, { orderId, kind, by })
}

/** Records which orders did not arrive as promised, once each, and notifies the store's own systems. Called periodically. */
export async function reportLateOrders(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['id', 'branchId', 'paidAt', 'promiseEndsAt', 'revisedPromiseAt'])
    .where('status', 'in', listStatusesIn('shop', 'inTransit'))
    // An older order has no promise of its own: its branch tells.
    .where((eb) => {
      const ownPromise = eb.fn.coalesce('revisedPromiseAt', 'promiseEndsAt')
      return eb.or([eb(ownPromise, '<', now), eb(ownPromise, 'is', null)])
    })
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orderEvent')
            .select('orderEvent.id')
            .whereRef('orderEvent.orderId', '=', 'orders.id')
            .where('kind', '=', 'late'),
        ),
      ),
    )
    .orderBy('paidAt')
    .execute()
  const branches = new Map((await listBranches(ctx)).map((branch) => [branch.id, branch]))
  const lateOrders = rows.flatMap(({ id, branchId, promiseEndsAt: to, ...promise }) => {
    const dueAt = resolveDeliveryDueAt({ ...promise, deliveryPromise: to && { to } }, branches.get(branchId) ?? null)
    return dueAt && dueAt < now ? [{ id, branchId, dueAt }] : []
  })
  await ctx.memory(createLateRounds)(
    lateOrders,
    ({ id }) => `order ${id}`,
    ({ id, branchId, dueAt }) => recordLateOrder(ctx, id, branchId, dueAt),
  )
}

async function recordLateOrder(ctx: Context, orderId: number, branchId: number, dueAt: Date): Promise<void> {
  await ctx.transact(async (ctx) => {
    // Locks the order, so that only one of two servers records it.
    await ctx.db
      .updateTable('orders')
      .set((eb) => ({ note: eb.ref('note') }))
      .where('id', '=', orderId)
      .execute()
    const lateEvent = await ctx.db
      .selectFrom('orderEvent')
      .select('id')
      .where('orderId', '=', orderId)
      .where('kind', '=', 'late')
      .executeTakeFirst()
    if (lateEvent) return
    await insertOrderEvent(ctx, { orderId, kind: 'late', by: { kind: 'job' } })
    await enqueueOrderLate(ctx, { orderId, branchId, promisedAt: dueAt })
  })
}

/** By when an order comes: as the staff revised it, else as was promised; null while it is unpaid. Older orders have no promise of their own. */
export function resolveDeliveryDueAt(
  {
    paidAt,
    deliveryPromise,
    revisedPromiseAt,
  }: { paidAt: Date | null; deliveryPromise: { to: Date } | null; revisedPromiseAt: Date | null },
  branch: Pick<Branch, 'hours' | 'shippingEstimateMinutes'> | null,
): Date | null {
  if (revisedPromiseAt) return revisedPromiseAt
  if (deliveryPromise) return deliveryPromise.to
  if (!paidAt) return null
  return branch && calculatePromisedAt(branch, paidAt)
}

function isValidTrackingUrl(url: string): boolean {
  return url.length <= maxUrlLength && URL.parse(url)?.protocol === 'https:'
}
