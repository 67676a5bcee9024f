import type { Context } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Branch } from '../delivery/branch.ts'
import { listBranches } from '../delivery/delivery.ts'
import { listCouriers, type RecentCourier, readCourier, resolveDeliveryDueAt } from '../orders/delivery-updates.ts'
import * as fulfilmentQueue from '../orders/fulfilment-queue.ts'
import type { Courier } from '../orders/order.ts'
import { startOfShopDay, toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { type Actor, canSeeOrder, hasPermission, requirePermission } from '../staff/roles.ts'
import { type CourierChoice, findChosenCourier } from './courier-choice.ts'
import { advanceOrder } from './orders.ts'
import { seenOrder } from './seen-order.ts'

export interface WaitingOrder extends fulfilmentQueue.QueuedOrder {
  /** Null while it is unpaid. */
  promisedAt: Date | null
}

/** Parts of the queue that are no status: all of it, what is late, and what is promised for another day. */
const otherTabs = ['open', 'late', 'later'] as const

export type QueueTab = (typeof otherTabs)[number] | (typeof fulfilmentQueue.queueStatuses)[number]

/** Where an order of the queue stands in it: late, for today, for another day, or waiting for who picks it up. */
export type QueueSection = 'late' | 'today' | 'later' | 'ready'

export interface QueueOrder extends WaitingOrder {
  section: QueueSection
  /** What a form that changes it sends back. */
  seenHash: string
}

/** The same without names and places. */
export type WatchedOrder = Pick<
  QueueOrder,
  'id' | 'status' | 'isPaidAtDoor' | 'phase' | 'branchId' | 'units' | 'promisedAt' | 'revisedPromiseAt' | 'section'
>

/** An open order, with its place in the queue. */
interface QueuePlace {
  id: number
  status: OrderStatus
  /** Milliseconds; infinite where nothing was promised. */
  dueAt: number
  section: QueueSection
}

/** After which place of the queue a program goes on. */
export type QueueCursor = Pick<QueuePlace, 'id' | 'dueAt'> & { isReady: boolean }

/**
 * A page of the queue by what is promised: late, for today, for another day, then what waits for who picks it up. How many there
 * are in each part, when the last one came, what ended lately, and who asks for an answer. Every order that is counted stands
 * on one of the pages.
 * @param page from 1; one behind the last has no orders
 * @param isAtTill whether somebody entered it at the store's till; null: both
 */
export async function listQueue(
  ctx: Context,
  actor: Actor,
  tab: QueueTab,
  requestedBranchId: number | null,
  page = 1,
  isAtTill: boolean | null = null,
) {
  requirePermission(actor, 'orders.see')
  const branchId = actor.branchId ?? requestedBranchId
  const [places, latestPaidAt, latestClosedOrders, cancellationRequests] = await Promise.all([
    listPlaces(ctx, branchId, isAtTill),
    fulfilmentQueue.findLatestUnstartedPaidAt(ctx, branchId),
    fulfilmentQueue.listLatestClosedOrders(ctx, branchId),
    hasPermission(actor, 'orders.end') ? fulfilmentQueue.listCancellationRequests(ctx, branchId) : [],
  ])
  const tabPlaces = places.filter((place) => isInTab(place, tab))
  const { ordersPerPage } = fulfilmentQueue
  return {
    orders: await loadPlacedOrders(ctx, tabPlaces.slice((page - 1) * ordersPerPage, page * ordersPerPage)),
    pageCount: Math.max(1, Math.ceil(tabPlaces.length / ordersPerPage)),
    /** Of the tab, before which of them the page begins. */
    firstIndex: (page - 1) * ordersPerPage,
    orderCount: tabPlaces.length,
    ...countPlaces(places, tabPlaces),
    latestPaidAt,
    closedOrders: await toVisibleWaitingOrders(ctx, actor, latestClosedOrders),
    cancellationRequests: cancellationRequests.map((request) => ({
      ...request,
      seenHash: seenOrder.request(request, request),
    })),
  }
}

/** What a screen whose session has ended shows of the queue: its first page, without names and places. */
export async function watchQueue(
  ctx: Context,
  watcher: Pick<Actor, 'role' | 'branchId'>,
  requestedBranchId: number | null,
): Promise<{ orders: WatchedOrder[]; orderCount: number; latestPaidAt: Date | null }> {
  requirePermission(watcher, 'orders.see')
  const branchId = watcher.branchId ?? requestedBranchId
  const places = await listPlaces(ctx, branchId)
  const orders = await loadPlacedOrders(ctx, places.slice(0, fulfilmentQueue.ordersPerPage))
  return {
    orders: orders.map(
      ({ id, status, isPaidAtDoor, phase, branchId, units, promisedAt, revisedPromiseAt, section }) => ({
        ...{ id, status, isPaidAtDoor, phase, branchId, units, promisedAt, revisedPromiseAt, section },
      }),
    ),
    orderCount: places.length,
    latestPaidAt: await fulfilmentQueue.findLatestUnstartedPaidAt(ctx, branchId),
  }
}

/** The orders of a part, as `listQueue` sorts them, from a place on. */
export async function listQueuePart(
  ctx: Context,
  actor: Actor,
  tab: QueueTab,
  requestedBranchId: number | null,
  after: QueueCursor | null,
): Promise<{ orders: QueueOrder[]; next: QueueCursor | null }> {
  requirePermission(actor, 'orders.see')
  const places = (await listPlaces(ctx, actor.branchId ?? requestedBranchId)).filter(
    (place) => isInTab(place, tab) && (after === null || comparePlaces(toCursor(place), after) > 0),
  )
  const page = places.slice(0, fulfilmentQueue.ordersPerPage)
  const last = page.at(-1)
  return {
    orders: await loadPlacedOrders(ctx, page),
    next: last && places.length > page.length ? toCursor(last) : null,
  }
}

/** As `queue.listByChange`, of what somebody sees. */
export async function listOrdersByChange(ctx: Context, actor: Actor, filter: fulfilmentQueue.ChangeFilter) {
  requirePermission(actor, 'orders.see')
  const branchId = actor.branchId ?? filter.branchId
  const { orders: changedOrders, hasMore } = await fulfilmentQueue.listByChange(ctx, { ...filter, branchId })
  return { orders: await toVisibleWaitingOrders(ctx, actor, changedOrders), hasMore }
}

/** By number, name, e-mail or phone; the newest first. @param page from 1 @param isAtTill as in `listQueue` */
export async function searchOrders(
  ctx: Context,
  actor: Actor,
  term: string,
  page = 1,
  isAtTill: boolean | null = null,
): Promise<{ orders: WaitingOrder[]; hasMore: boolean }> {
  requirePermission(actor, 'customers.find')
  const { orders, hasMore } = await fulfilmentQueue.searchOrders(ctx, term, actor.branchId, page, isAtTill)
  return { orders: await toVisibleWaitingOrders(ctx, actor, orders), hasMore }
}

/** Who brought orders of a branch (null: of all) in the last week, the latest first: named once, they need not be typed again. */
export async function listRecentCouriers(
  ctx: Context,
  actor: Actor,
  branchId: number | null,
): Promise<RecentCourier[]> {
  requirePermission(actor, 'orders.handle')
  return listCouriers(ctx, actor.branchId ?? branchId)
}

/** The first order of the queue, besides this one and of its branch, that still has to be picked; null where there is none. */
export async function findNextOrderToPick(
  ctx: Context,
  actor: Actor,
  { id, branchId }: { id: number; branchId: number },
): Promise<number | null> {
  requirePermission(actor, 'orders.see')
  const places = (await listPlaces(ctx, actor.branchId ?? branchId)).filter(
    (place) => place.id !== id && (place.status === 'paid' || place.status === 'preparing'),
  )
  const ids = places.map((place) => place.id)
  return fulfilmentQueue.findFirstUnpicked(ctx, ids)
}

/** What became of one of several orders: null where its step was taken. */
export interface StepOutcome {
  id: number
  error: ShopError | null
}

/**
 * Hands orders to one courier, each for itself: one that is refused keeps none of the others back.
 * @param orders with what the page showed of each (`seenOrder.status`)
 * @throws ShopError "staff.forbidden", "courier.name", "courier.url"
 */
export async function dispatchOrders(
  ctx: Context,
  actor: Actor,
  orders: { id: number; seenHash: string }[],
  choice: CourierChoice,
): Promise<StepOutcome[]> {
  requirePermission(actor, 'orders.handle')
  const courier = await findChosenCourier(ctx, actor, choice)
  if (courier) readCourier(courier)
  const outcomes: StepOutcome[] = []
  for (const { id, seenHash } of orders)
    outcomes.push({ id, error: await tryDispatch(ctx, actor, id, courier, seenHash) })
  return outcomes
}

async function tryDispatch(
  ctx: Context,
  actor: Actor,
  id: number,
  courier: Courier | undefined,
  seenHash: string,
): Promise<ShopError | null> {
  try {
    await advanceOrder(ctx, actor, id, 'dispatch', { courier }, seenHash)
    return null
  } catch (error) {
    if (error instanceof ShopError) return error
    throw error
  }
}

/** Every open order's place, in sequence. */
async function listPlaces(
  ctx: Context,
  branchId: number | null,
  isAtTill: boolean | null = null,
): Promise<QueuePlace[]> {
  const [openOrders, branches] = await Promise.all([
    fulfilmentQueue.listOpenOrders(ctx, branchId, isAtTill),
    loadBranchesById(ctx),
  ])
  const now = ctx.clock.now()
  const tomorrow = startOfShopDay(toShopDay(now), 1)
  return openOrders
    .map((order) => {
      const dueAt = resolveDeliveryDueAt(order, branches.get(order.branchId) ?? null)
      return {
        id: order.id,
        status: order.status,
        dueAt: dueAt?.getTime() ?? Number.POSITIVE_INFINITY,
        section: findSection(order.status, dueAt, now, tomorrow),
      }
    })
    .sort((a, b) => comparePlaces(toCursor(a), toCursor(b)))
}

function findSection(status: OrderStatus, dueAt: Date | null, now: Date, tomorrow: Date): QueueSection {
  // It was in time, and waits for its customer.
  if (status === 'ready_for_pickup') return 'ready'
  if (dueAt === null) return 'today'
  if (dueAt < now) return 'late'
  return dueAt < tomorrow ? 'today' : 'later'
}

function comparePlaces(a: QueueCursor, b: QueueCursor): number {
  if (a.isReady !== b.isReady) return a.isReady ? 1 : -1
  return a.dueAt === b.dueAt ? a.id - b.id : a.dueAt < b.dueAt ? -1 : 1
}

function toCursor({ id, dueAt, section }: QueuePlace): QueueCursor {
  return { id, dueAt, isReady: section === 'ready' }
}

function isInTab({ status, section }: QueuePlace, tab: QueueTab): boolean {
  return tab === 'open' || tab === status || tab === section
}

/** How many stand in each part, and of the tab in each section. */
function countPlaces(places: QueuePlace[], tabPlaces: QueuePlace[]) {
  const countBySection: Partial<Record<QueueSection, number>> = {}
  for (const { section } of tabPlaces) countBySection[section] = (countBySection[section] ?? 0) + 1
  const tabs: QueueTab[] = [...otherTabs, ...fulfilmentQueue.queueStatuses]
  const countByTab = Object.fromEntries(
    tabs.map((tab) => [tab, places.filter((place) => isInTab(place, tab)).length]),
  ) as Record<QueueTab, number>
  return { countByTab, countBySection }
}

async function loadPlacedOrders(ctx: Context, places: QueuePlace[]): Promise<QueueOrder[]> {
  const ids = places.map(({ id }) => id)
  const orders = await fulfilmentQueue.listByIds(ctx, ids)
  const placesById = new Map(places.map((place) => [place.id, place]))
  return (await withPromisedTimes(ctx, orders)).map((order) => ({
    ...order,
    section: placesById.get(order.id)?.section ?? 'today',
    seenHash: seenOrder.status(order),
  }))
}

/** Those of a list that somebody sees. */
async function toVisibleWaitingOrders<Queued extends fulfilmentQueue.QueuedOrder>(
  ctx: Context,
  actor: Actor,
  queuedOrders: Queued[],
): Promise<(Queued & { promisedAt: Date | null })[]> {
  return withPromisedTimes(
    ctx,
    queuedOrders.filter((order) => canSeeOrder(actor, order)),
  )
}

async function withPromisedTimes<Queued extends fulfilmentQueue.QueuedOrder>(
  ctx: Context,
  queuedOrders: Queued[],
): Promise<(Queued & { promisedAt: Date | null })[]> {
  const branches = await loadBranchesById(ctx)
  return queuedOrders.map((order) => ({
    ...order,
    promisedAt: resolveDeliveryDueAt(order, branches.get(order.branchId) ?? null),
  }))
}

async function loadBranchesById(ctx: Context): Promise<Map<number, Branch>> {
  return new Map((await listBranches(ctx)).map((branch) => [branch.id, branch]))
}
