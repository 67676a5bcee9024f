import { expect, test } from 'vitest'
import type { DeliveryChoice } from '../../server/delivery/delivery-quote.ts'
import { bookWindow } from '../../server/delivery/delivery-windows.ts'
import { azitromicina, line, novalgina, openCheckout, paper, trayenta } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, byOperator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    ({ code }) => code,
  )

const pickupIn = (branchId: number): DeliveryChoice => ({ method: 'pickup', branchId })

const setBranch = (shop: Shop, values: object, id = 1) =>
  shop.database.db.updateTable('branch').set(values).where('id', '=', id).execute()

async function optionsOf(shop: Shop, lines = [line(novalgina)], delivery?: DeliveryChoice) {
  const { customerId, addressId } = shop
  return shop.orders.quoteOrder(customerId, { lines }, { addressId, delivery })
}

const windowsOf = async (shop: Shop) =>
  (await optionsOf(shop)).options.flatMap(({ choice, obstacle }) =>
    choice.method === 'window' ? [{ choice, obstacle }] : [],
  )

const bookedIn = async (shop: Shop, windowId: number) =>
  (await shop.database.db.selectFrom('deliveryWindow').select('booked').where('id', '=', windowId).executeTakeFirst())
    ?.booked ?? 0

const readyOrder = async (shop: Shop, lines = [line(novalgina)], more: object = {}) => {
  const order = await shop.place(lines, { delivery: pickupIn(3), ...more })
  await receivePix(shop, order.id)
  if (lines.some(({ productId }) => productId === azitromicina)) return order
  for (const step of ['pick', 'setAside'] as const) await shop.orders.advanceOrder(order.id, step, byOperator)
  return order
}

test('a fee is part of the total, until the products come to the sum from which delivery is free', async () => {
  const shop = await openCheckout()
  await setBranch(shop, { deliveryFeeCents: 790, freeDeliveryFromCents: 8000 })
  const { reviewedBag, chosenOption } = await optionsOf(shop)
  expect(chosenOption).toMatchObject({ feeCents: 790, amountUntilFreeDeliveryCents: 8000 - reviewedBag.totalCents })
  const order = await shop.place([line(novalgina)], { expectedTotalCents: reviewedBag.totalCents + 790 })
  expect(order).toMatchObject({
    deliveryFeeCents: 790,
    totalCents: reviewedBag.totalCents + 790,
    dueCents: reviewedBag.totalCents + 790,
  })
  const many = await shop.place([line(novalgina, 6)])
  expect(many).toMatchObject({ deliveryFeeCents: 0 })
})

test('a fee that changed meanwhile is refused as such, and nothing is placed', async () => {
  const shop = await openCheckout()
  const { reviewedBag } = await optionsOf(shop)
  await setBranch(shop, { deliveryFeeCents: 500 })
  const shown = { expectedFeeCents: 0, expectedTotalCents: reviewedBag.totalCents }
  expect(await codeOf(shop.place([line(novalgina)], shown))).toBe('delivery.changed')
  expect(await shop.orders.listOrders(shop.customerId)).toEqual([])
})

test('the last place in a window is sold once, and comes back when its order ends', async () => {
  const shop = await openCheckout()
  const [first] = await windowsOf(shop)
  const windowId = first?.choice.windowId ?? 0
  await shop.database.db.updateTable('deliverySlot').set({ capacity: 3 }).execute()
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => codeOf(shop.place([line(novalgina)], { delivery: first?.choice }))),
  )
  expect(tries.filter((code) => code === null)).toHaveLength(3)
  expect(tries.filter((code) => code === 'delivery.full')).toHaveLength(5)
  expect((await windowsOf(shop))[0]?.obstacle).toBe('full')
  const [order] = await shop.orders.listOrders(shop.customerId)
  await shop.orders.endUnpaidOrder(order?.id ?? 0, 'cancelUnpaid', { kind: 'customer', id: shop.customerId })
  expect(await bookedIn(shop, windowId)).toBe(2)
  // Lowered below what is taken, it takes no more.
  await shop.database.db.updateTable('deliverySlot').set({ capacity: 1 }).execute()
  expect(await codeOf(shop.place([line(novalgina)], { delivery: first?.choice }))).toBe('delivery.full')
})

test('as many places as a window has are booked, also by orders that all saw one left', async () => {
  const shop = await openCheckout()
  const at = shop.clock.now()
  const deliveryWindow = { id: 1, capacity: 2, startsAt: at, endsAt: at, orderCutoffAt: at }
  const book = () => codeOf(shop.ctx.transact((ctx) => bookWindow(ctx, deliveryWindow)))
  expect([await book(), await book(), await book()]).toEqual([null, null, 'delivery.full'])
  expect(await bookedIn(shop, 1)).toBe(2)
})

test('a window without capacity is full though nobody has taken a place in it', async () => {
  const shop = await openCheckout()
  const [first] = await windowsOf(shop)
  await shop.database.db.updateTable('deliverySlot').set({ capacity: 0 }).execute()
  expect(await codeOf(shop.place([line(novalgina)], { delivery: first?.choice }))).toBe('delivery.full')
  expect(await bookedIn(shop, first?.choice.windowId ?? 0)).toBe(0)
})

test('a window that has begun, another branch’s, and one of no slot are refused', async () => {
  const shop = await openCheckout()
  const [first] = await windowsOf(shop)
  const other = await shop.database.db
    .selectFrom('deliverySlot')
    .select('id')
    .where('branchId', '=', 3)
    .executeTakeFirstOrThrow()
  const place = (windowId: number) => codeOf(shop.place([line(novalgina)], { delivery: { way: 'window', windowId } }))
  expect(await place(other.id * 10_000 + ((first?.choice.windowId ?? 0) % 10_000))).toBe('delivery.changed')
  expect(await place(7)).toBe('delivery.changed')
  expect(await place(2_147_483_000)).toBe('delivery.changed')
  // At ten it may still be chosen; half an hour before it begins, at half past one, no more.
  shop.clock.pass(3.5 * 60)
  expect(await place(first?.choice.windowId ?? 0)).toBe('delivery.changed')
})

test('windows may be chosen on seven days, today included, and on none when the branch is closed all day', async () => {
  const shop = await openCheckout()
  const slots = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startTime: '18:00', endTime: '20:00' }))
  await shop.database.db.deleteFrom('deliverySlot').where('branchId', '=', 1).execute()
  await shop.database.db
    .insertInto('deliverySlot')
    .values(slots.map((slot) => ({ ...slot, branchId: 1, capacity: 3, lastOrderMinutes: 60 })))
    .execute()
  const days = async () =>
    (await optionsOf(shop)).options.flatMap(({ choice, deliveryPromise }) =>
      choice.method === 'window' && deliveryPromise ? [deliveryPromise.to.toISOString().slice(0, 10)] : [],
    )
  expect(await days()).toEqual(['10', '11', '12', '13', '14', '15', '16'].map((day) => `2026-03-${day}`))
  await setBranch(shop, { specialDays: JSON.stringify({ '2026-03-12': null }) })
  expect(await days()).toEqual(['10', '11', '13', '14', '15', '16'].map((day) => `2026-03-${day}`))
})

test('an order in a window is promised for it, whenever it is paid', async () => {
  const shop = await openCheckout()
  const [first] = await windowsOf(shop)
  const order = await shop.place([line(novalgina)], { delivery: first?.choice })
  expect(order).toMatchObject({ isScheduled: true, windowId: first?.choice.windowId })
  const { deliveryPromise } = order
  await receivePix(shop, order.id)
  expect((await shop.orders.getOrder(shop.customerId, order.id)).deliveryPromise).toEqual(deliveryPromise)
  expect(shop.orders.resolveDeliveryDueAt(await shop.orders.getOrder(shop.customerId, order.id), null)).toEqual(
    deliveryPromise?.to,
  )
})

test('a branch by appointment gives an order that names no window its first one with a place', async () => {
  const shop = await openCheckout()
  await setBranch(shop, { isShippingScheduled: true })
  const [first, second] = await windowsOf(shop)
  expect(await codeOf(shop.place([line(novalgina)], { delivery: { way: 'now' } }))).toBe('delivery.changed')
  expect(await shop.place([line(novalgina)])).toMatchObject({ windowId: first?.choice.windowId })
  await shop.database.db.updateTable('deliverySlot').set({ capacity: 1 }).execute()
  expect(await shop.place([line(novalgina)])).toMatchObject({ windowId: second?.choice.windowId })
  await shop.database.db.updateTable('deliverySlot').set({ capacity: 0 }).execute()
  expect(await codeOf(shop.place([line(novalgina)]))).toBe('delivery.full')
  await shop.database.db.deleteFrom('deliverySlot').execute()
  expect(await shop.place([line(novalgina)])).toMatchObject({ windowId: null, isScheduled: true })
  const { chosenOption } = await optionsOf(shop)
  expect(chosenOption.choice).toEqual({ method: 'now' })
  expect(await shop.place([line(novalgina)], { delivery: chosenOption.choice })).toMatchObject({ isScheduled: true })
})

test('stores that lack something say what; the nearest stands first', async () => {
  const shop = await openCheckout()
  await shop.database.db
    .updateTable('offer')
    .set({ stock: 0 })
    .where('branchId', '=', 1)
    .where('productId', '=', novalgina)
    .execute()
  const { options } = await optionsOf(shop, [line(novalgina)], pickupIn(3))
  const stores = options.filter(({ choice }) => choice.method === 'pickup')
  expect(stores[0]).toMatchObject({
    branchId: 1,
    obstacle: 'short',
    missingProductNames: [expect.stringContaining('Novalgina')],
  })
  expect(stores.slice(1).every(({ obstacle }) => obstacle === null)).toBe(true)
  expect(await codeOf(shop.place([line(novalgina)], { delivery: pickupIn(1) }))).toBe('stock.short')
  expect(await codeOf(shop.place([line(novalgina)], { delivery: pickupIn(10) }))).toBe('branch.unknown')
})

test('a store that lacks one of several products can’t be chosen, though it has the rest', async () => {
  const shop = await openCheckout()
  await shop.database.db
    .updateTable('offer')
    .set({ stock: 0 })
    .where('branchId', '=', 1)
    .where('productId', '=', novalgina)
    .execute()
  const { chosenOption } = await optionsOf(shop, [line(novalgina), line(trayenta)], pickupIn(1))
  expect(chosenOption).toMatchObject({
    branchId: 1,
    obstacle: 'short',
    missingProductNames: [expect.stringContaining('Novalgina')],
  })
})

test('an order that is cancelled while it waits in a store has no code any more', async () => {
  const shop = await openCheckout()
  const order = await readyOrder(shop)
  await shop.orders.cancelOrRefund(order.id, byOperator)
  expect(await shop.orders.getOrder(shop.customerId, order.id)).toMatchObject({ status: 'cancelled', pickup: null })
})

test('an order is picked up with the code that its customer gets once it is ready', async () => {
  const shop = await openCheckout()
  const before = (await shop.catalogue.findProducts(3, [novalgina])).get(novalgina)?.stock ?? 0
  const order = await readyOrder(shop)
  expect((await shop.catalogue.findProducts(3, [novalgina])).get(novalgina)?.stock).toBe(before - 1)
  expect(order).toMatchObject({ type: 'pickup', branchId: 3, addressId: null, deliveryFeeCents: 0, pickup: null })
  const { pickup, status } = await shop.orders.getOrder(shop.customerId, order.id)
  expect(status).toBe('ready_for_pickup')
  expect(pickup?.code).toMatch(/^\d{6}$/)
  const clerk = await actorOf(shop, 'clerk')
  const desk = shop.backoffice.pickup
  const seen = (code: string | null, name = '') => ({ code, name, hasSeenPrescription: false })
  expect(await codeOf(desk.handOver(clerk, order.id, seen('000000')))).toBe('pickup.code')
  expect(await codeOf(desk.handOver(clerk, order.id, seen(null)))).toBe('pickup.code')
  expect(await codeOf(shop.backoffice.orders.advanceOrder(clerk, order.id, 'deliver'))).toBe('step.impossible')
  expect(await desk.getOrderIdByCode(clerk, `${pickup?.code.slice(0, 3)} ${pickup?.code.slice(3)}`)).toBe(order.id)
  await desk.handOver(clerk, order.id, { ...seen(pickup?.code ?? ''), isCounselled: true })
  const [handedOver] = (await shop.orders.listStatusHistory(order.id)).slice(-1)
  expect(handedOver).toMatchObject({ kind: 'handOver', isCounselled: true })
  expect(await shop.orders.getOrder(shop.customerId, order.id)).toMatchObject({ status: 'delivered', pickup: null })
  expect(await codeOf(desk.handOver(clerk, order.id, seen(pickup?.code ?? '')))).toBe('step.impossible')
})

test('where orders of two stores have the same code, each desk finds its own', async () => {
  const shop = await openCheckout()
  const orders = [await readyOrder(shop), await readyOrder(shop, [line(novalgina)], { delivery: pickupIn(2) })]
  await shop.database.db
    .updateTable('orders')
    .set({ pickupCode: '424242' })
    .where('status', '=', 'ready_for_pickup')
    .execute()
  for (const { id, branchId } of orders)
    expect(await shop.orders.pickup.getWaitingOrderByCode('424 242', branchId)).toEqual({ id, branchId })
})

test('after ten wrong codes in a minute the desk has to wait, with the right one too', async () => {
  const shop = await openCheckout({ RATE_LIMIT_FACTOR: '1' })
  const order = await readyOrder(shop)
  const code = (await shop.orders.getOrder(shop.customerId, order.id)).pickup?.code ?? ''
  const clerk = await actorOf(shop, 'clerk')
  for (let tries = 0; tries < 10; tries += 1)
    expect(await codeOf(shop.backoffice.pickup.getOrderIdByCode(clerk, '111111'))).toBe('pickup.code')
  expect(await codeOf(shop.backoffice.pickup.getOrderIdByCode(clerk, '111111'))).toBe('limit.reached')
  expect(await codeOf(shop.backoffice.pickup.getOrderIdByCode(clerk, code))).toBe('limit.reached')
  // Another store's desk does not wait for it.
  expect(await codeOf(shop.backoffice.pickup.getOrderIdByCode({ ...clerk, branchId: 3 }, code))).toBeNull()
  shop.clock.pass(1)
  expect(await codeOf(shop.backoffice.pickup.getOrderIdByCode(clerk, '111111'))).toBe('pickup.code')
})

test('the original of a prescription is seen before an order is handed over', async () => {
  const shop = await openCheckout()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const order = await readyOrder(shop, [line(azitromicina)], { prescriptionId })
  const pharmacist = { name: 'Helena Prado', crf: 'CRF-SP 12.345' }
  await shop.orders.approvePrescription(prescriptionId, { ...byOperator, pharmacist })
  for (const step of ['pick', 'setAside'] as const) await shop.orders.advanceOrder(order.id, step, byOperator)
  const clerk = await actorOf(shop, 'clerk')
  const code = (await shop.orders.getOrder(shop.customerId, order.id)).pickup?.code ?? ''
  const handOver = (hasSeenPrescription: boolean) =>
    shop.backoffice.pickup.handOver(clerk, order.id, { code, name: '', hasSeenPrescription })
  expect(await codeOf(handOver(false))).toBe('pickup.paper')
  await handOver(true)
})

test('no original is asked for where every unit that needs one was taken out', async () => {
  const shop = await openCheckout()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const { id } = await readyOrder(shop, [line(azitromicina), line(novalgina)], { prescriptionId })
  const pharmacist = { name: 'Helena Prado', crf: 'CRF-SP 12.345' }
  await shop.orders.approvePrescription(prescriptionId, { ...byOperator, pharmacist })
  await shop.orders.removeUnits({ orderId: id, productId: azitromicina, units: 1 }, byOperator)
  for (const step of ['pick', 'setAside'] as const) await shop.orders.advanceOrder(id, step, byOperator)
  const code = (await shop.orders.getOrder(shop.customerId, id)).pickup?.code ?? ''
  await shop.backoffice.pickup.handOver(await actorOf(shop, 'clerk'), id, {
    code,
    name: '',
    hasSeenPrescription: false,
  })
  expect((await shop.orders.getOrder(shop.customerId, id)).status).toBe('delivered')
})

test('of the orders that wait in a store the one that waits longest stands first', async () => {
  const shop = await openCheckout()
  const later = await shop.place([line(novalgina)], { delivery: pickupIn(3) })
  const { id } = await readyOrder(shop)
  shop.clock.pass(5)
  await receivePix(shop, later.id)
  for (const step of ['pick', 'setAside'] as const) await shop.orders.advanceOrder(later.id, step, byOperator)
  const waiting = await shop.backoffice.pickup.listWaitingPickups(await actorOf(shop, 'clerk'))
  expect(waiting.map((order) => order.id)).toEqual([id, later.id])
})

test('an order waits in the store until the last minute it was promised to, and no longer', async () => {
  const shop = await openCheckout()
  const { id } = await readyOrder(shop)
  const [{ keptUntil } = { keptUntil: shop.clock.now() }] = await shop.orders.pickup.listWaitingPickups(3)
  const status = async () => (await shop.orders.getOrder(shop.customerId, id)).status
  shop.clock.pass((keptUntil.getTime() - shop.clock.now().getTime()) / 60_000 - 1)
  await shop.orders.pickup.cancelUncollectedPickups()
  expect(await status()).toBe('ready_for_pickup')
  shop.clock.pass(1)
  await shop.orders.pickup.cancelUncollectedPickups()
  expect(await status()).toBe('cancelled')
})

test('the code to pick up is not sent to a mailbox that nobody has proved to read', async () => {
  const shop = await openCheckout()
  const letter = async () => (await shop.mail.listByRecipient('cliente@example.com'))[0]?.text ?? ''
  const { id: first } = await readyOrder(shop)
  const codeOf = async (id: number) => (await shop.orders.getOrder(shop.customerId, id)).pickup?.code ?? 'no code'
  expect(await letter()).toContain(await codeOf(first))
  await shop.database.db
    .updateTable('customer')
    .set({ emailConfirmedAt: null })
    .where('id', '=', shop.customerId)
    .execute()
  const { id: second } = await readyOrder(shop)
  expect(await letter()).toContain(`pedido ${second}`)
  expect(await letter()).not.toContain(await codeOf(second))
  expect(await letter()).toContain('O código para retirar está na página do pedido')
})

test('what nobody picks up is told of a day before, then cancelled, refunded and back on the shelf', async () => {
  const shop = await openCheckout()
  const stock = async () => (await shop.catalogue.findProducts(3, [novalgina])).get(novalgina)?.stock ?? 0
  const before = await stock()
  const order = await readyOrder(shop)
  const kinds = async () => (await shop.orders.listEvents(order.id)).map(({ kind }) => kind)
  await shop.orders.pickup.remindOfPickups()
  expect(await kinds()).not.toContain('remindPickup')
  shop.clock.pass(2 * 24 * 60 + 14 * 60)
  await shop.orders.pickup.remindOfPickups()
  await shop.orders.pickup.remindOfPickups()
  expect((await kinds()).filter((kind) => kind === 'remindPickup')).toHaveLength(1)
  shop.clock.pass(24 * 60)
  await shop.orders.pickup.cancelUncollectedPickups()
  expect(await shop.orders.getOrder(shop.customerId, order.id)).toMatchObject({ status: 'cancelled' })
  expect(await stock()).toBe(before)
  const payment = await shop.database.db
    .selectFrom('payment')
    .select('status')
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(payment.status).toBe('refund_due')
})
