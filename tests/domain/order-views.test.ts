import { expect, test } from 'vitest'
import {
  assertNoOpenOrders,
  countDeliveredOrders,
  listBoughtProductIds,
  listNewestOrders,
  listVoidOrderIds,
  loadSummaries,
} from '../../server/orders/order-queries.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const change = ({ database }: Shop, id: number, values: object) =>
  database.db.updateTable('orders').set(values).where('id', '=', id).execute()

const ids = (orders: { id: number }[]) => orders.map(({ id }) => id)

test('an order that was just placed tells all of it, and what it does not have yet as nothing', async () => {
  const shop = await openCheckout()
  const order = await shop.place([line(novalgina, 2)], { note: 'Portão azul', appVersion: '1.2' })
  const { net, lines, address, deliveryPromise: _, ...told } = await shop.orders.getOrder(shop.customerId, order.id)
  expect(told).toEqual({
    ...{ id: order.id, customerId: shop.customerId, status: 'pending_payment', phase: 'unpaid', branchId: 1 },
    ...{ addressId: shop.addressId, itemsCents: 4_580, discountCents: 686, couponCode: null },
    ...{ couponTitle: null, couponDiscountCents: 0, deliveryFeeCents: 0, refundedFeeCents: 0, totalCents: 3_894 },
    ...{ balanceCents: 0, dueCents: 3_894, shortPickedCents: 0, note: 'Portão azul', isScheduled: false },
    ...{ appVersion: '1.2', gainIds: [], placedAt: shop.clock.now(), paidAt: null, courier: null, receivedBy: null },
    paymentDueAt: new Date(shop.clock.now().getTime() + shop.ctx.settings.paymentTimeoutMinutes * 60_000),
    ...{ fiscalKey: null, tillEntry: null, type: 'delivery', windowId: null, pickup: null, revisedPromiseAt: null },
    ...{ prescriptionId: null, prescriptionRefusal: null, partlyApproved: [], doorTerms: null, isPaidAtDoor: false },
  })
  expect(lines).toMatchObject([
    {
      ...{ productId: novalgina, quantity: 2, keptUnits: 2, shortPickedUnits: 0, returnedUnits: 0, priceCents: 1_947 },
      ...{ couponCents: 0, requiresPrescription: false, addOns: [], variations: [], isPbm: false },
    },
  ])
  expect(lines[0]?.slug).not.toBeNull()
  expect(address).toMatchObject({ addressType: expect.any(String) })
  expect(net).toMatchObject({ netCents: 3_894, paidCents: 0, listedCents: 3_894, units: 2 })
})

test('courier, place in the store, promise and what went back are told as they are', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina, 2)])
  const at = shop.clock.now()
  await change(shop, id, {
    ...{
      deliveryFeeCents: 790,
      totalCents: 4_684,
      balanceCents: 1_000,
      shortPickedCents: 700,
      deliveryRefundedCents: 190,
    },
    ...{ courierName: 'Jonas', courierPhone: null, courierUrl: null, receivedBy: 'Vizinha', shelfMark: 'R-04' },
    ...{ promiseStartsAt: at, promiseEndsAt: at, pickupCode: '123456', pickupEndsAt: at },
  })
  const order = await shop.orders.getOrder(shop.customerId, id)
  expect(order).toMatchObject({
    ...{ dueCents: 3_684, shortPickedCents: 510, refundedFeeCents: 190, receivedBy: 'Vizinha' },
    ...{ courier: { name: 'Jonas', phone: '', url: '' }, deliveryPromise: { from: at, to: at } },
    pickup: { code: '123456', until: at, shelfMark: 'R-04' },
  })
  await change(shop, id, { pickupEndsAt: null })
  expect((await shop.orders.getOrder(shop.customerId, id)).pickup).toBeNull()
  await change(shop, id, { promiseEndsAt: null })
  expect((await shop.orders.getOrder(shop.customerId, id)).deliveryPromise).toBeNull()
})

test('each order of a list has its own lines, the newest order first', async () => {
  const shop = await openCheckout()
  const one = await shop.place([line(novalgina, 2)])
  const other = await shop.place([line(68), line(novalgina)])
  const orders = await shop.orders.listOrders(shop.customerId)
  expect(ids(orders).slice(0, 2)).toEqual([other.id, one.id])
  expect(orders.slice(0, 2).map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[1, 1], [2]])
})

test('a summary tells what is left to pay beside the balances', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina, 2)])
  await change(shop, id, { balanceCents: 900, paidAt: shop.clock.now() })
  const summary = { branchId: 1, status: 'pending_payment', totalCents: 3_894, type: 'delivery', dueCents: 2_994 }
  expect(await loadSummaries(shop.ctx, [id, 999])).toEqual(
    new Map([[id, { id, customerId: shop.customerId, paidAt: shop.clock.now(), ...summary }]]),
  )
})

test('orders that are over are those whose payment was due in the time asked for, both ends included', async () => {
  const shop = await openCheckout()
  const at = (minutes: number) => new Date(shop.clock.now().getTime() + minutes * 60_000)
  const [early, first, last, late, alive] = [
    ...[await shop.place([line(novalgina)]), await shop.place([line(novalgina)]), await shop.place([line(novalgina)])],
    ...[await shop.place([line(novalgina)]), await shop.place([line(novalgina)])],
  ].map(({ id }) => id) as [number, number, number, number, number]
  for (const [id, minutes] of [
    [early, 9],
    [first, 10],
    [last, 20],
    [late, 21],
  ] as const)
    await change(shop, id, { status: 'expired', paymentDueAt: at(minutes) })
  await change(shop, alive, { paymentDueAt: at(15) })
  expect((await listVoidOrderIds(shop.ctx, { since: at(10), until: at(20) })).sort()).toEqual([first, last].sort())
})

test('an account with an order under way names the oldest; ended and delivered ones keep no account', async () => {
  const shop = await openCheckout()
  const { customerId } = await shop.neighbour()
  const assert = () => assertNoOpenOrders(shop.ctx, shop.customerId)
  const [one, other] = [await shop.place([line(novalgina)]), await shop.place([line(novalgina)])]
  await expect(assert()).rejects.toMatchObject({ code: 'order.underWay', orderId: one.id })
  await change(shop, one.id, { status: 'delivered' })
  await expect(assert()).rejects.toMatchObject({ orderId: other.id })
  await assertNoOpenOrders(shop.ctx, customerId)
  await change(shop, other.id, { status: 'expired' })
  await assert()
})

test('orders that arrived are counted for their customer alone', async () => {
  const shop = await openCheckout()
  const before = await countDeliveredOrders(shop.ctx, shop.customerId)
  const [one] = [await shop.place([line(novalgina)]), await shop.place([line(novalgina)])]
  await change(shop, one.id, { status: 'delivered' })
  expect(await countDeliveredOrders(shop.ctx, shop.customerId)).toBe(before + 1)
})

test('the twenty products bought last are those of paid orders', async () => {
  const shop = await openCheckout()
  const { db } = shop.database
  const products = await db.selectFrom('product').select('id').where('id', '>', 100).orderBy('id').limit(21).execute()
  const { id } = await shop.place([line(novalgina)])
  const unpaid = await shop.place([line(68)])
  await change(shop, id, { status: 'delivered', paidAt: shop.clock.now() })
  const { productId: _, ...row } = await db
    .selectFrom('orderLine')
    .selectAll()
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('orderLine')
    .values(products.map((product) => ({ ...row, productId: product.id })))
    .execute()
  const bought = await listBoughtProductIds(shop.ctx, shop.customerId)
  expect(bought).toHaveLength(20)
  expect(unpaid.lines.some(({ productId }) => bought.includes(productId))).toBe(false)
})

test('the newest orders of all customers are fifty at most, of one status where it is named', async () => {
  const shop = await openCheckout()
  const { id: first } = await shop.place([line(novalgina)])
  const { db } = shop.database
  const { id: _, ...row } = await db.selectFrom('orders').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 50 }, () => ({ ...row, idempotencyKey: crypto.randomUUID() }))
  await db.insertInto('orders').values(copies).execute()
  const newest = await listNewestOrders(shop.ctx)
  expect([newest.length, newest[0]?.id, newest.at(-1)?.id]).toEqual([50, first + 50, first + 1])
  expect(newest[0]).toMatchObject({ status: 'pending_payment', email: 'cliente@example.com' })
  await change(shop, first, { status: 'expired' })
  expect(ids(await listNewestOrders(shop.ctx, 'expired'))).toEqual([first])
})
