import { expect, test } from 'vitest'
import { ordersPerPage } from '../../server/orders/fulfilment-queue.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { it } from '../support/rule.ts'
import { actorOf, operator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const courier = { name: 'Jonas Pires', phone: '11 98888-7777', url: '' }

async function paidOrder(shop: Shop, changes: object = {}): Promise<number> {
  const { id } = await shop.place([line(novalgina)])
  await shop.pay(id)
  if (Object.keys(changes).length > 0)
    await shop.database.db.updateTable('orders').set(changes).where('id', '=', id).execute()
  return id
}

async function copiesOf({ database: { db } }: Shop, id: number, count: number): Promise<number[]> {
  const { id: _, ...row } = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: count }, () => ({ ...row, idempotencyKey: crypto.randomUUID() }))
  return (await db.insertInto('orders').values(copies).returning('id').execute()).map((copy) => copy.id)
}

async function pickedOrder(shop: Shop): Promise<number> {
  const id = await paidOrder(shop)
  await shop.backoffice.orders.pickUnitWithoutScan(operator, id, novalgina)
  return id
}

const after = (shop: Shop, minutes: number) => new Date(shop.clock.now().getTime() + minutes * 60_000)
const ids = (orders: { id: number }[]) => orders.map(({ id }) => id)

test('the queue is sorted by what is promised: late, for today, for another day, then what waits for its customer', async () => {
  const shop = await openCheckout()
  const { listQueue } = shop.backoffice.orders
  const ready = await paidOrder(shop, { status: 'ready_for_pickup', revisedPromiseAt: after(shop, -300) })
  const tomorrow = await paidOrder(shop, { revisedPromiseAt: after(shop, 24 * 60) })
  const evening = await paidOrder(shop, { revisedPromiseAt: after(shop, 5 * 60) })
  const soon = await paidOrder(shop)
  const late = await paidOrder(shop, { status: 'preparing', revisedPromiseAt: after(shop, -5) })
  const queue = await listQueue(operator, 'open', null)
  expect(queue.orders.map(({ id, section }) => [id, section])).toEqual([
    [late, 'late'],
    [soon, 'today'],
    [evening, 'today'],
    [tomorrow, 'later'],
    [ready, 'ready'],
  ])
  expect(queue.countBySection).toEqual({ late: 1, today: 2, later: 1, ready: 1 })
  expect(queue.countByTab).toMatchObject({ open: 5, late: 1, later: 1, paid: 3, preparing: 1, ready_for_pickup: 1 })
  expect(ids((await listQueue(operator, 'later', null)).orders)).toEqual([tomorrow])
  expect(ids((await listQueue(operator, 'paid', null)).orders)).toEqual([soon, evening, tomorrow])
})

test('every order that is counted stands on one of the pages, and a page behind the last has none', async () => {
  const shop = await openCheckout()
  const all = [await paidOrder(shop)]
  all.push(...(await copiesOf(shop, all[0] ?? 0, ordersPerPage * 2)))
  const { listQueue, listQueuePart } = shop.backoffice.orders
  const pages = []
  for (const page of [1, 2, 3]) pages.push(await listQueue(operator, 'open', null, page))
  expect(pages.flatMap(({ orders }) => ids(orders))).toEqual(all)
  expect(pages.map(({ pageCount, orderCount, firstIndex }) => [pageCount, orderCount, firstIndex])).toEqual([
    [3, 81, 0],
    [3, 81, 40],
    [3, 81, 80],
  ])
  expect(await listQueue(operator, 'open', null, 4)).toMatchObject({ orders: [], pageCount: 3, orderCount: 81 })

  const read: number[] = []
  let cursor: Parameters<typeof listQueuePart>[3] = null
  do {
    const part: Awaited<ReturnType<typeof listQueuePart>> = await listQueuePart(operator, 'paid', null, cursor)
    read.push(...ids(part.orders))
    cursor = part.next
  } while (cursor)
  expect(read).toEqual(all)
})

test('one courier takes many orders: what cannot leave is told, and keeps none of the others back', async () => {
  const shop = await openCheckout()
  const { orders } = shop.backoffice
  const [first, second] = [await pickedOrder(shop), await pickedOrder(shop)]
  const unpicked = await paidOrder(shop, { status: 'preparing' })
  const changed = await pickedOrder(shop)
  const seen = new Map(
    (await orders.listQueue(operator, 'open', null)).orders.map(({ id, seenHash }) => [id, seenHash]),
  )
  await orders.advanceOrder(operator, changed, 'dispatch')
  const ticked = [first, unpicked, changed, 999_999, second].map((id) => ({ id, seenHash: seen.get(id) ?? '' }))
  const outcomes = await orders.dispatchOrders(operator, ticked, courier)
  expect(outcomes.map(({ id, error }) => [id, error?.code ?? null])).toEqual([
    [first, null],
    [unpicked, 'step.notPicked'],
    [changed, 'order.changed'],
    [999_999, 'order.unknown'],
    [second, null],
  ])
  for (const id of [first, second])
    expect((await orders.getOrder(operator, id)).order).toMatchObject({ status: 'out_for_delivery', courier })
  expect((await orders.getOrder(operator, changed)).order.courier).toBeNull()
})

test('a courier who was named once is offered to the next orders of the branch, with how many they have', async () => {
  const shop = await openCheckout()
  const { orders } = shop.backoffice
  const clerk = { ...(await actorOf(shop, 'clerk')), branchId: 1 }
  const first = await pickedOrder(shop)
  await orders.advanceOrder(operator, first, 'dispatch', { courier })
  const [known] = await orders.listRecentCouriers(clerk, null)
  expect(known).toEqual({ ...courier, orderId: first, orderCount: 1 })
  const second = await pickedOrder(shop)
  const chosen = { orderId: first, name: '', phone: '', url: '' }
  await orders.advanceOrder(clerk, second, 'dispatch', { courier: chosen })
  expect((await orders.getOrder(operator, second)).order.courier).toEqual(courier)
  expect(await orders.listRecentCouriers(clerk, null)).toEqual([{ ...courier, orderId: second, orderCount: 2 }])
  expect(await orders.listRecentCouriers({ ...clerk, branchId: 2 }, null)).toEqual([])
  const third = await pickedOrder(shop)
  await expect(
    orders.dispatchOrders({ ...clerk, branchId: 2 }, [{ id: third, seenHash: '' }], chosen),
  ).rejects.toMatchObject({ code: 'order.unknown' })
  await expect(orders.dispatchOrders(clerk, [], { ...courier, name: '123' })).rejects.toMatchObject({
    code: 'courier.name',
  })
  shop.clock.pass(8 * 24 * 60)
  expect(await orders.listRecentCouriers(operator, null)).toEqual([])
})

test('the next order is the first of the queue with something to pick, of the same branch', async () => {
  const shop = await openCheckout()
  const { findNextOrderToPick } = shop.backoffice.orders
  const current = await paidOrder(shop)
  await pickedOrder(shop)
  await paidOrder(shop, { branchId: 2, revisedPromiseAt: after(shop, 1) })
  expect(await findNextOrderToPick(operator, { id: current, branchId: 1 })).toBeNull()
  await paidOrder(shop, { revisedPromiseAt: after(shop, 200) })
  const next = await paidOrder(shop, { revisedPromiseAt: after(shop, 100) })
  expect(await findNextOrderToPick(operator, { id: current, branchId: 1 })).toBe(next)
})

it('what a screen left alone is shown names nobody', async () => {
  const shop = await openCheckout()
  const id = await paidOrder(shop)
  const { orders, orderCount, latestPaidAt } = await shop.backoffice.orders.watchQueue(
    { role: 'clerk', branchId: 1 },
    null,
  )
  expect([orderCount, latestPaidAt]).toEqual([1, shop.clock.now()])
  const fields = [
    'branchId',
    'id',
    'isPaidAtDoor',
    'phase',
    'promisedAt',
    'revisedPromiseAt',
    'section',
    'status',
    'units',
  ]
  expect(orders.map((order) => [order.id, Object.keys(order).sort()])).toEqual([[id, fields]])
  expect((await shop.backoffice.orders.watchQueue({ role: 'clerk', branchId: 2 }, 1)).orderCount).toBe(0)
})

it('all units of a line that are missing are counted at once, never more than that', async () => {
  const shop = await openCheckout()
  const { orders } = shop.backoffice
  const { id } = await shop.place([line(novalgina, 4)])
  await shop.pay(id)
  await orders.pickUnitWithoutScan(operator, id, novalgina)
  await expect(orders.pickUnitWithoutScan(operator, id, novalgina, undefined, 4)).rejects.toMatchObject({
    code: 'pick.complete',
  })
  for (const units of [0, -1, 1.5, Number.NaN])
    await expect(orders.pickUnitWithoutScan(operator, id, novalgina, undefined, units)).rejects.toMatchObject({
      code: 'pick.complete',
    })
  expect(await orders.pickUnitWithoutScan(operator, id, novalgina, 'a', 3)).toMatchObject({
    ...{ pickedUnits: 4, finishesOrder: true },
  })
  // The same form again.
  expect(await orders.pickUnitWithoutScan(operator, id, novalgina, 'a', 3)).toMatchObject({
    ...{ pickedUnits: 4, finishesOrder: false },
  })
})

it('with units that the shelf lacks its stock is cleared, as it was seen, and by who may set it', async () => {
  const shop = await openCheckout()
  const { orders } = shop.backoffice
  const { id } = await shop.place([line(novalgina, 3)])
  await receivePix(shop, id)
  const [seen] = (await orders.getOrder(operator, id)).lines
  expect(seen?.stock).toBe(await shop.stockOf(novalgina))
  const remove = (by: typeof operator, clearedStock: number | null) =>
    orders.removeUnits(by, { orderId: id, productId: novalgina, units: 1 }, clearedStock).catch(({ code }) => code)
  expect(await remove(await actorOf(shop, 'pharmacist'), seen?.stock ?? 0)).toBe('staff.forbidden')
  expect(await remove(operator, (seen?.stock ?? 0) + 1)).toBe('offer.changed')
  expect([await shop.stockOf(novalgina), (await orders.getOrder(operator, id)).lines[0]?.unitsToPick]).toEqual([
    ...[seen?.stock, 3],
  ])
  expect(await remove(await actorOf(shop, 'clerk'), seen?.stock ?? 0)).toEqual(expect.any(Number))
  expect([await shop.stockOf(novalgina), (await orders.getOrder(operator, id)).lines[0]?.unitsToPick]).toEqual([0, 2])
  expect(await remove(operator, null)).toEqual(expect.any(Number))
})
