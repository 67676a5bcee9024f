import { expect, test } from 'vitest'
import type { OrderStatus } from '../../server/database/schema.ts'
import {
  countQueueByStatus,
  eraseOldScans,
  findFirstUnpicked,
  findLatestUnstartedPaidAt,
  listByChange,
  listByIds,
  listLatestClosedOrders,
  listOpenOrders,
  listUnitsToPick,
  ordersPerPage,
  queueStatuses,
  recordPickedUnits,
  searchOrders,
  summarizeQueue,
  tryRecordScan,
} from '../../server/orders/fulfilment-queue.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const minutesAfter = (shop: Shop, minutes: number) => new Date(shop.clock.now().getTime() + minutes * 60_000)

/** An order as it stands in the queue: paid so many minutes after the test's beginning, or not at all. */
async function standing(shop: Shop, status: OrderStatus, paidMinutes: number | null, changes: object = {}) {
  const { id } = await shop.place([line(novalgina)])
  const paidAt = paidMinutes === null ? null : minutesAfter(shop, paidMinutes)
  await shop.database.db
    .updateTable('orders')
    .set({ status, paidAt, ...changes })
    .where('id', '=', id)
    .execute()
  return id
}

const ids = (orders: { id: number }[]) => orders.map(({ id }) => id)

test('how many wait, and since when, is told of each status that needs work', async () => {
  const shop = await openCheckout()
  await standing(shop, 'paid', 20)
  await standing(shop, 'paid', 10, { branchId: 2 })
  await standing(shop, 'out_for_delivery', 5)
  await standing(shop, 'delivered', 1)
  await standing(shop, 'pending_payment', null)
  expect(await countQueueByStatus(shop.ctx, null)).toEqual({ paid: 2, out_for_delivery: 1 })
  expect(await countQueueByStatus(shop.ctx, 2)).toEqual({ paid: 1 })
  expect(await summarizeQueue(shop.ctx)).toEqual(
    queueStatuses.map((status) => {
      if (status === 'paid') return { status, count: 2, oldestAt: minutesAfter(shop, 10) }
      if (status === 'out_for_delivery') return { status, count: 1, oldestAt: minutesAfter(shop, 5) }
      return { status, count: 0, oldestAt: null }
    }),
  )
})

test('the newest order that nobody has begun is of any status before picking, and of the branch', async () => {
  const shop = await openCheckout()
  expect(await findLatestUnstartedPaidAt(shop.ctx, null)).toBeNull()
  await standing(shop, 'paid', 20)
  await standing(shop, 'paid', 5)
  await standing(shop, 'prescription_review', 10)
  await standing(shop, 'preparing', 50)
  await standing(shop, 'paid', 40, { branchId: 2 })
  expect(await findLatestUnstartedPaidAt(shop.ctx, null)).toEqual(minutesAfter(shop, 40))
  expect(await findLatestUnstartedPaidAt(shop.ctx, 1)).toEqual(minutesAfter(shop, 20))
  await standing(shop, 'prescription_review', 30)
  expect(await findLatestUnstartedPaidAt(shop.ctx, 1)).toEqual(minutesAfter(shop, 30))
  expect(await findLatestUnstartedPaidAt(shop.ctx, 3)).toBeNull()
})

test('open orders tell where they stand, when they were paid, and what they were promised for', async () => {
  const shop = await openCheckout()
  const promise = { promiseEndsAt: minutesAfter(shop, 90), revisedPromiseAt: minutesAfter(shop, 120) }
  const revised = await standing(shop, 'paid', 30, { ...promise })
  const elsewhere = await standing(shop, 'preparing', 10, { promiseEndsAt: null, branchId: 2 })
  const unpaid = await standing(shop, 'paid', null, { promiseEndsAt: null })
  await standing(shop, 'delivered', 1)
  const none = { deliveryPromise: null, revisedPromiseAt: null }
  expect((await listOpenOrders(shop.ctx, null)).sort((a, b) => a.id - b.id)).toEqual([
    {
      ...{ id: revised, branchId: 1, status: 'paid', paidAt: minutesAfter(shop, 30) },
      ...{ deliveryPromise: { to: promise.promiseEndsAt }, revisedPromiseAt: promise.revisedPromiseAt },
    },
    { id: elsewhere, branchId: 2, status: 'preparing', paidAt: minutesAfter(shop, 10), ...none },
    { id: unpaid, branchId: 1, status: 'paid', paidAt: null, ...none },
  ])
  expect(ids(await listOpenOrders(shop.ctx, 2))).toEqual([elsewhere])
})

test('a search has pages, and says whether there are more', async () => {
  const shop = await openCheckout()
  const template = await standing(shop, 'paid', 10)
  const { db } = shop.database
  const { id: _, ...row } = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', template)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: ordersPerPage }, () => ({ ...row, idempotencyKey: crypto.randomUUID() }))
  await db.insertInto('orders').values(copies).execute()
  const first = await searchOrders(shop.ctx, 'cliente@example.com', null)
  const second = await searchOrders(shop.ctx, 'cliente@example.com', null, 2)
  expect([first.orders.length, first.hasMore]).toEqual([ordersPerPage, true])
  expect([ids(second.orders), second.hasMore]).toEqual([[template], false])
})

test('the first order that still has to be picked is one of which units are missing', async () => {
  const shop = await openCheckout()
  const { id: whole } = await shop.place([line(novalgina, 2)])
  const { id: partly } = await shop.place([line(novalgina, 2)])
  const pick = (id: number, units: number) =>
    shop.ctx.transact((ctx) => recordPickedUnits(ctx, id, novalgina, 2, units))
  expect([await pick(whole, 2), await pick(whole, 1), await pick(partly, 1), await pick(partly, 2)]).toEqual([
    ...[true, false, true, false],
  ])
  expect(await findFirstUnpicked(shop.ctx, [whole, partly])).toBe(partly)
  expect(await findFirstUnpicked(shop.ctx, [whole])).toBeNull()
  expect(await findFirstUnpicked(shop.ctx, [])).toBeNull()
})

test('a search finds an order by its number, the number itself first, else by its customer, the newest first', async () => {
  const shop = await openCheckout()
  const orders = []
  for (let nth = 0; nth < 11; nth += 1)
    orders.push(await standing(shop, 'paid', nth, nth === 10 ? { branchId: 2 } : {}))
  const [first = 0] = orders
  const last = orders.at(-1) ?? 0
  const find = async (term: string, branchId: number | null = null) =>
    ids((await searchOrders(shop.ctx, term, branchId)).orders)
  const starting = orders.filter((id) => id !== first && String(id).startsWith(String(first))).toReversed()
  expect(await find(String(first))).toEqual([first, ...starting])
  for (const term of [`pedido ${last}`, `nº ${last}`, `#${last}`]) expect(await find(term)).toEqual([last])
  expect(await find(String(last), 1)).toEqual([])
  expect(await find('cliente@example.com')).toEqual(orders.toReversed())
  expect(await find('cliente@example.com', 2)).toEqual([last])
  expect([await find('  '), await find('ninguém')]).toEqual([[], []])
})

test('an order in a list tells what is needed of it, and lists keep the sequence they are asked in', async () => {
  const shop = await openCheckout()
  const promiseEndsAt = minutesAfter(shop, 90)
  const one = await standing(shop, 'preparing', 10, {
    ...{ promiseEndsAt, revisedPromiseAt: minutesAfter(shop, 99), deliveryAddress: '{"neighborhood":"Bela Vista"}' },
  })
  const other = await standing(shop, 'pending_payment', null, { promiseEndsAt: null, deliveryAddress: '{}' })
  const { name } = await shop.accounts.findCustomerByEmail('cliente@example.com').then((customer) => ({
    name: `${customer?.firstName} ${customer?.lastName}`,
  }))
  const common = { branchId: 1, customerName: name, units: 1, totalCents: 1_947, placedAt: shop.clock.now() }
  expect(await listByIds(shop.ctx, [other, one, 999])).toEqual([
    {
      ...{ ...common, id: other, status: 'pending_payment', phase: 'unpaid', neighborhood: '', paidAt: null },
      ...{ deliveryPromise: null, type: 'delivery', revisedPromiseAt: null, proposalDeadline: null, isAtTill: false },
      isPaidAtDoor: false,
    },
    {
      ...{ ...common, id: one, status: 'preparing', phase: 'shop', neighborhood: 'Bela Vista' },
      ...{ paidAt: minutesAfter(shop, 10), deliveryPromise: { to: promiseEndsAt }, type: 'delivery' },
      ...{ revisedPromiseAt: minutesAfter(shop, 99), proposalDeadline: null, isAtTill: false },
      isPaidAtDoor: false,
    },
  ])
  expect(await listByIds(shop.ctx, [])).toEqual([])
})

test('changes are of the status, branch and time asked for, each order with its last one alone', async () => {
  const shop = await openCheckout()
  const [before] = (await listByChange(shop.ctx, { branchId: null, afterChangeId: 0 })).orders.slice(-1)
  const one = (await shop.place([line(novalgina)])).id
  shop.clock.pass(10)
  const other = (await shop.place([line(novalgina)])).id
  await shop.database.db.updateTable('orders').set({ branchId: 2 }).where('id', '=', other).execute()
  shop.clock.pass(10)
  await shop.pay(one)
  const list = async (filter: Partial<Parameters<typeof listByChange>[1]> = {}) =>
    (await listByChange(shop.ctx, { branchId: null, afterChangeId: before?.changeId ?? 0, ...filter })).orders
  const all = await list()
  expect(ids(all)).toEqual([other, one])
  expect(all.map(({ updatedAt }) => updatedAt)).toEqual([minutesAfter(shop, -10), shop.clock.now()])
  expect(ids(await list({ status: 'paid' }))).toEqual([one])
  expect(ids(await list({ branchId: 2 }))).toEqual([other])
  expect(ids(await list({ updatedSince: shop.clock.now() }))).toEqual([one])
  expect(ids(await list({ updatedSince: minutesAfter(shop, -10) }))).toEqual([other, one])
  expect(ids(await list({ afterChangeId: all[0]?.changeId ?? 0 }))).toEqual([one])
})

test('units of a line are counted until all lie in the bag, each scan once', async () => {
  const shop = await openCheckout()
  const other = 68
  const { id } = await shop.place([line(novalgina, 3), line(other)])
  const { db } = shop.database
  const ofNovalgina = db.updateTable('orderLine').set({ removedUnits: 1 }).where('orderId', '=', id)
  await ofNovalgina.where('productId', '=', novalgina).execute()
  const pick = (productId: number, units: number) =>
    shop.ctx.transact((ctx) => recordPickedUnits(ctx, id, productId, units))
  expect([await pick(novalgina, 2), await pick(novalgina, 2), await pick(novalgina, 2)]).toEqual([true, true, false])
  const lines = await shop.ctx.transact((ctx) => listUnitsToPick(ctx, id))
  expect(lines.map(({ productId, unitsToPick, pickedUnits }) => [productId, unitsToPick, pickedUnits]).sort()).toEqual(
    [
      [novalgina, 2, 2],
      [other, 1, 0],
    ].sort(),
  )
  const scan = (scanId: string) =>
    shop.ctx.transact((ctx) => tryRecordScan(ctx, { orderId: id, scanId, productId: novalgina }))
  expect([await scan('a'), await scan('a'), await scan('b')]).toEqual([true, false, true])
})

test('scans are kept for a week, to the minute', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  await shop.ctx.transact((ctx) => tryRecordScan(ctx, { orderId: id, scanId: 'a', productId: novalgina }))
  const count = async () => (await shop.database.db.selectFrom('orderScan').select('scanId').execute()).length
  shop.clock.pass(7 * 24 * 60)
  await eraseOldScans(shop.ctx)
  expect(await count()).toBe(1)
  shop.clock.pass(1)
  await eraseOldScans(shop.ctx)
  expect(await count()).toBe(0)
})

test('the ten that ended last are told once each, without those that were never paid', async () => {
  const shop = await openCheckout()
  const { db } = shop.database
  const end = async (kind: 'deliver' | 'cancel' | 'expire' | 'fail' | 'refund', id?: number, changes: object = {}) => {
    const status = kind === 'deliver' ? 'delivered' : kind === 'refund' ? 'refunded' : 'cancelled'
    const orderId = id ?? (await standing(shop, status, 1, changes))
    const by = { actorKind: 'job', actorId: null, actorName: null, actorCrf: null, data: '{}' } as const
    await db
      .insertInto('orderEvent')
      .values({ orderId, kind, at: shop.clock.now(), status, ...by })
      .execute()
    return orderId
  }
  const ended: number[] = []
  for (let nth = 0; nth < 10; nth += 1) ended.push(await end(nth % 2 === 0 ? 'deliver' : 'cancel'))
  await end('refund', ended[3])
  for (const kind of ['expire', 'fail'] as const) await end(kind)
  const elsewhere = await end('deliver', undefined, { branchId: 2 })
  const [first, ...others] = [ended[3], ...ended.toReversed().filter((id) => id !== ended[3])]
  expect(ids(await listLatestClosedOrders(shop.ctx, 1)).slice(0, 10)).toEqual([first, ...others])
  expect(ids(await listLatestClosedOrders(shop.ctx, null))).toEqual([elsewhere, first, ...others].slice(0, 10))
  expect(ids(await listLatestClosedOrders(shop.ctx, 2))).toEqual([elsewhere])
})
