import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  deductStock,
  loadBranchOffers,
  recordSales,
  restoreStock,
  settleShortage,
  withdrawSales,
} from '../../server/catalogue/stock.ts'
import type { OrderStatus } from '../../server/database/schema.ts'
import { toOpeningHours } from '../../server/delivery/opening-hours.ts'
import { extendPickupDeadlines, listBookings } from '../../server/orders/bookings.ts'
import { listMinutesToStep, listPaidOrders, listPaymentTimes, loadSalesSummary } from '../../server/orders/reports.ts'
import { buildReservedUnitsQuery } from '../../server/orders/reserved-units.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const after = (shop: Shop, minutes: number) => new Date(shop.clock.now().getTime() + minutes * 60_000)

/** An order as it is stored: paid so many minutes after the test's beginning, or not at all. */
async function addOrder(shop: Shop, status: OrderStatus, paidMinutes: number | null, changes: object = {}) {
  const { id } = await shop.place([line(novalgina, 2)])
  const paidAt = paidMinutes === null ? null : after(shop, paidMinutes)
  await shop.database.db
    .updateTable('orders')
    .set({ status, paidAt, ...changes })
    .where('id', '=', id)
    .execute()
  return id
}

test('a span has the orders that were paid in it, its first instant included and its last not, the newest first', async () => {
  const shop = await openCheckout()
  const first = await addOrder(shop, 'paid', 10)
  const second = await addOrder(shop, 'delivered', 10)
  const ended = await addOrder(shop, 'cancelled', 15)
  const empty = await addOrder(shop, 'delivered', 12)
  await addOrder(shop, 'paid', 9)
  await addOrder(shop, 'paid', 20)
  await addOrder(shop, 'pending_payment', null)
  const { db } = shop.database
  await db.updateTable('orderLine').set({ returnedUnits: 2 }).where('orderId', '=', empty).execute()
  await db.updateTable('orderLine').set({ requiresPrescription: true }).where('orderId', '=', second).execute()
  const span = { from: after(shop, 10), until: after(shop, 20) }
  const row = { isKept: true, netCents: 3_894, hasPrescription: false }
  expect(await listPaidOrders(shop.ctx, span)).toEqual([
    { ...row, id: ended, status: 'cancelled', paidAt: after(shop, 15), isKept: false, netCents: 0 },
    { ...row, id: empty, status: 'delivered', paidAt: after(shop, 12), isKept: false },
    { ...row, id: second, status: 'delivered', paidAt: after(shop, 10), hasPrescription: true },
    { ...row, id: first, status: 'paid', paidAt: after(shop, 10) },
  ])
  expect(await loadSalesSummary(shop.ctx, span)).toEqual({
    ...{ orderCount: 2, salesCents: 3 * 3_894, prescriptionOrderCount: 1 },
  })
  expect((await listPaymentTimes(shop.ctx, span)).map(Number).sort()).toEqual(
    [after(shop, 10), after(shop, 10), after(shop, 12)].map(Number),
  )
})

test('the minutes to a step are those of orders that took it in the span, from when they were paid', async () => {
  const shop = await openCheckout()
  const reach = async (
    status: OrderStatus,
    minutes: number,
    paidMinutes: number | null,
    kind: 'pick' | 'approve' = 'pick',
  ) => {
    const orderId = await addOrder(shop, status, paidMinutes)
    const by = { actorKind: 'job', actorId: null, actorName: null, actorCrf: null, data: '{}' } as const
    await shop.database.db
      .insertInto('orderEvent')
      .values({ orderId, kind, at: after(shop, minutes), status, ...by })
      .execute()
  }
  await reach('paid', 10, 5, 'approve')
  await reach('preparing', 11, 5)
  await reach('out_for_delivery', 10, 4)
  await reach('out_for_delivery', 19, 5)
  await reach('out_for_delivery', 9, 5)
  await reach('out_for_delivery', 20, 5)
  await reach('out_for_delivery', 15, null)
  const span = { from: after(shop, 10), until: after(shop, 20) }
  expect(await listMinutesToStep(shop.ctx, 'approve', span)).toEqual([5])
  expect((await listMinutesToStep(shop.ctx, 'out_for_delivery', span)).sort()).toEqual([14, 6])
  expect(await listMinutesToStep(shop.ctx, 'delivered', span)).toEqual([])
})

test('a branch has promised what has not left it, each order by when it comes or until when it is kept', async () => {
  const shop = await openCheckout()
  const [from, to, revisedPromiseAt] = [after(shop, 10), after(shop, 20), after(shop, 30)]
  const promise = { promiseStartsAt: from, promiseEndsAt: to }
  const waiting = await addOrder(shop, 'pending_payment', null, promise)
  const revised = await addOrder(shop, 'paid', 0, { ...promise, revisedPromiseAt })
  const kept = { orderType: 'pickup', pickupEndsAt: to } as const
  const ready = await addOrder(shop, 'ready_for_pickup', 0, { ...kept, promiseEndsAt: null })
  const unready = await addOrder(shop, 'preparing', 0, {
    ...kept,
    ...promise,
    deliveryAddress: '{"zipcode":"01310100"}',
  })
  const bare = await addOrder(shop, 'preparing', 0, { promiseEndsAt: null, deliveryAddress: '{}' })
  await addOrder(shop, 'out_for_delivery', 0)
  await addOrder(shop, 'paid', 0, { branchId: 2 })
  const bookings = await shop.ctx.transact((ctx) => listBookings(ctx, 1))
  const zipcode = JSON.parse(JSON.stringify((await shop.orders.getOrder(shop.customerId, waiting)).address)).zipcode
  const delivery = { type: 'delivery', keptUntil: null, zipcode }
  expect(bookings).toEqual([
    { ...delivery, orderId: waiting, deliveryPromise: { from, to } },
    { ...delivery, orderId: revised, deliveryPromise: { from: null, to: revisedPromiseAt } },
    { orderId: ready, type: 'pickup', keptUntil: to, zipcode: null, deliveryPromise: null },
    { orderId: unready, type: 'pickup', keptUntil: null, zipcode: null, deliveryPromise: { from, to } },
    { ...delivery, orderId: bare, zipcode: null, deliveryPromise: null },
  ])
})

test('what waits in a store is kept for longer where the store is closed at the end of it, and nothing else is', async () => {
  const shop = await openCheckout()
  const [inHours, atNight] = [new Date('2026-03-12T15:00:00Z'), new Date('2026-03-12T06:00:00Z')]
  const kept = await addOrder(shop, 'ready_for_pickup', 0, { orderType: 'pickup', pickupEndsAt: inHours })
  const night = await addOrder(shop, 'ready_for_pickup', 0, { orderType: 'pickup', pickupEndsAt: atNight })
  const hours = toOpeningHours(Array.from({ length: 7 }, () => [['08:00', '20:00']]))
  const until = async (id: number) =>
    (await shop.database.db.selectFrom('orders').select('pickupEndsAt').where('id', '=', id).executeTakeFirstOrThrow())
      .pickupEndsAt
  await shop.ctx.transact((ctx) => extendPickupDeadlines(ctx, 1, hours))
  expect(await until(kept)).toEqual(inHours)
  expect((await until(night))?.getTime()).toBeGreaterThan(atNight.getTime())
})

test('an order holds on the shelf what is not in the bag yet, of its branch, while it is picked', async () => {
  const shop = await openCheckout()
  const { db } = shop.database
  const reserved = async (branchId?: number) => {
    const query = buildReservedUnitsQuery({ ...(branchId && { branchId }), productId: novalgina })
    const { rows } = await sql<{ branchId: number; units: number }>`select * from ${query} as reserved`.execute(db)
    return Object.fromEntries(rows.map((row) => [row.branchId, Number(row.units)]))
  }
  await addOrder(shop, 'pending_payment', null)
  const picked = await addOrder(shop, 'preparing', 0)
  const over = await addOrder(shop, 'preparing', 0)
  await addOrder(shop, 'ready_for_pickup', 0)
  await addOrder(shop, 'out_for_delivery', 0)
  await addOrder(shop, 'paid', 0, { branchId: 2 })
  const pick = { productId: novalgina, pickedAt: after(shop, 0) }
  await db
    .insertInto('orderPick')
    .values([
      { ...pick, orderId: picked, units: 1 },
      { ...pick, orderId: over, units: 2 },
    ])
    .execute()
  await db.updateTable('orderLine').set({ removedUnits: 1 }).where('orderId', '=', over).execute()
  expect(await reserved()).toEqual({ 1: 3, 2: 2 })
  expect(await reserved(2)).toEqual({ 2: 2 })
})

const offerOf = async ({ database }: Shop, table: 'offer' | 'withdrawnOffer' = 'offer', branchId = 1) =>
  database.db
    .selectFrom(table)
    .select(['stock', 'oversold'])
    .where('productId', '=', novalgina)
    .where('branchId', '=', branchId)
    .executeTakeFirst()

const setOffer = ({ database }: Shop, values: object) =>
  database.db.updateTable('offer').set(values).where('productId', '=', novalgina).where('branchId', '=', 1).execute()

const units = (quantity: number) => [{ productId: novalgina, quantity, name: 'Novalgina' }]

test('stock is sold down to the safety stock, of one branch, and no further', async () => {
  const shop = await openCheckout()
  await setOffer(shop, { stock: 5, safetyStock: 2, oversold: 0 })
  const elsewhere = await offerOf(shop, 'offer', 2)
  const deduct = (quantity: number) => shop.ctx.transact((ctx) => deductStock(ctx, 1, units(quantity)))
  await expect(deduct(4)).rejects.toMatchObject({ code: 'stock.short' })
  await deduct(3)
  await expect(deduct(1)).rejects.toMatchObject({ code: 'stock.short' })
  expect(await offerOf(shop)).toEqual({ stock: 2, oversold: 0 })
  expect(await offerOf(shop, 'offer', 2)).toEqual(elsewhere)
  const stockOf = async () =>
    (await loadBranchOffers(shop.ctx, [novalgina])).find(({ branchId }) => branchId === 1)?.stock
  expect(await stockOf()).toBe(0)
  await setOffer(shop, { stock: 3 })
  expect(await stockOf()).toBe(1)
  await setOffer(shop, { stock: 1 })
  expect(await stockOf()).toBe(0)
  expect(await loadBranchOffers(shop.ctx, [])).toEqual([])
})

test('what comes back goes first to those who were sold more than there was', async () => {
  const shop = await openCheckout()
  await setOffer(shop, { stock: 0, safetyStock: 0, oversold: 3 })
  const restore = (quantity: number) => shop.ctx.transact((ctx) => restoreStock(ctx, 1, units(quantity)))
  await restore(2)
  expect(await offerOf(shop)).toEqual({ stock: 0, oversold: 1 })
  await restore(1)
  expect(await offerOf(shop)).toEqual({ stock: 0, oversold: 0 })
  await restore(2)
  expect(await offerOf(shop)).toEqual({ stock: 2, oversold: 0 })
})

test('units that the shelf lacked are no more missing, and never fewer than none', async () => {
  const shop = await openCheckout()
  await setOffer(shop, { stock: 0, safetyStock: 0, oversold: 3 })
  const settle = (count: number) =>
    shop.ctx.transact((ctx) => settleShortage(ctx, 1, { productId: novalgina, units: count }))
  await settle(2)
  expect(await offerOf(shop)).toEqual({ stock: 0, oversold: 1 })
  await settle(2)
  expect(await offerOf(shop)).toEqual({ stock: 0, oversold: 0 })
  await setOffer(shop, { stock: 4 })
  await settle(1)
  expect(await offerOf(shop)).toEqual({ stock: 4, oversold: 0 })
})

test('sales are counted, and taken back as far as they were', async () => {
  const shop = await openCheckout()
  const sold = async () =>
    (
      await shop.database.db
        .selectFrom('product')
        .select('unitsSold')
        .where('id', '=', novalgina)
        .executeTakeFirstOrThrow()
    ).unitsSold
  await shop.database.db.updateTable('product').set({ unitsSold: 3 }).where('id', '=', novalgina).execute()
  await shop.ctx.transact((ctx) => recordSales(ctx, units(2)))
  expect(await sold()).toBe(5)
  await shop.ctx.transact((ctx) => withdrawSales(ctx, units(4)))
  expect(await sold()).toBe(1)
  await shop.ctx.transact((ctx) => withdrawSales(ctx, units(2)))
  expect(await sold()).toBe(0)
})
