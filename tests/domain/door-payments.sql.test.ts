import { expect, test } from 'vitest'
import * as doorPayments from '../../server/orders/door-payments.ts'
import type { DoorMethod } from '../../server/orders/order.ts'
import { listPaymentWays } from '../../server/orders/payment-ways.ts'
import { openPixShop, statusOf } from '../support/pix-shop.ts'
import { byOperator } from '../support/staff.ts'

/** Orders of two units for R$ 37,00, paid at the door of a branch that takes up to R$ 50,00. */
async function openDoorShop({ isKnownOnly = false } = {}) {
  const shop = await openPixShop()
  await shop.database.db
    .updateTable('branch')
    .set({ doorPaymentLimitCents: 5000, isDoorPaymentKnownOnly: isKnownOnly })
    .execute()
  const { id: addressId } = await shop.database.db.selectFrom('address').select('id').executeTakeFirstOrThrow()
  const place = (door: { means?: 'card' | 'cash'; changeForCents?: number } = {}, quantity = 2) =>
    shop.orders.placeOrder({
      customerId: shop.customerId,
      idempotencyKey: crypto.randomUUID(),
      bag: { lines: [{ productId: 1, quantity }] },
      addressId,
      paymentMethod: 'door',
      door: { means: door.means, changeForCents: door.changeForCents },
      note: '',
    })
  const receive = (id: number, method: string, amountCents: number) =>
    shop.ctx.transact((ctx) => doorPayments.receiveAtDoor(ctx, id, { method, amountCents }, byOperator))
  const refuse = (id: number) => shop.ctx.transact((ctx) => doorPayments.takeBackFromDoor(ctx, id, byOperator))
  const get = (id: number) => shop.orders.getOrder(shop.customerId, id)
  return { ...shop, place, receive, refuse, get }
}

async function openDispatched() {
  const shop = await openDoorShop()
  const { id } = await shop.place({ means: 'cash', changeForCents: 5000 })
  await shop.orders.advanceOrder(id, 'pick', byOperator)
  await shop.orders.advanceOrder(id, 'dispatch', byOperator)
  return { ...shop, id }
}

test('an order goes to the counter unpaid, holds its stock, and waits for no payment', async () => {
  const shop = await openDoorShop()
  const order = await shop.place({ means: 'cash', changeForCents: 5000 })
  expect(order).toMatchObject({
    ...{ status: 'paid', paidAt: null, dueCents: 3700 },
    doorTerms: { means: 'cash', cents: 3700, changeForCents: 5000, changeCents: 1300 },
  })
  expect(order.deliveryPromise).not.toBeNull()
  expect(await shop.stock()).toBe(8)
  shop.clock.pass(24 * 60 * 60)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await statusOf(shop, order.id)).toBe('paid')
  expect(await shop.payments.checkPaymentStatus(shop.customerId, order.id, { force: true })).toBe('pending')
  await expect(shop.payments.chargeOrder(shop.customerId, order.id, 'pix')).rejects.toMatchObject({
    code: 'order.notPayable',
  })
})

test.each<[string, { quantity?: number; changeForCents?: number }, string]>([
  ['above the cap', { quantity: 3 }, 'door.limit'],
  ['with too little for the change', { changeForCents: 3699 }, 'door.change'],
])('%s it is refused, and no stock is taken', async (_, { quantity = 2, changeForCents = 3700 }, code) => {
  const shop = await openDoorShop()
  await expect(shop.place({ means: 'cash', changeForCents }, quantity)).rejects.toMatchObject({ code })
  expect(await shop.stock()).toBe(10)
})

test('an order of exactly the cap is paid at the door, and one of a cent more is not', async () => {
  const shop = await openDoorShop()
  const obstacleOf = async (dueCents: number) =>
    (await listPaymentWays(shop.ctx, { customerId: shop.customerId, branchId: 1, dueCents })).at(-1)?.obstacle
  expect([await obstacleOf(5000), await obstacleOf(5001)]).toEqual([null, 'door.limit'])
})

test('the exact amount needs no change, and a card none either', async () => {
  const shop = await openDoorShop()
  for (const door of [{ means: 'cash', changeForCents: 3700 } as const, { means: 'card', changeForCents: 1 } as const])
    expect((await shop.place(door)).doorTerms).toMatchObject({
      means: door.means,
      changeForCents: null,
      changeCents: 0,
    })
})

test('who has not received an order yet pays before, where the owner says so; a branch without it offers none', async () => {
  const shop = await openDoorShop({ isKnownOnly: true })
  await expect(shop.place()).rejects.toMatchObject({ code: 'door.firstOrder' })
  const question = { customerId: shop.customerId, branchId: 1, dueCents: 3700 }
  expect((await listPaymentWays(shop.ctx, question)).at(-1)).toMatchObject({ way: 'door', obstacle: 'door.firstOrder' })
  const id = await shop.placeOrder()
  await shop.database.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', id).execute()
  expect((await shop.place()).doorTerms).not.toBeNull()
  await shop.database.db.updateTable('branch').set({ doorPaymentLimitCents: null }).execute()
  await expect(shop.place()).rejects.toMatchObject({ code: 'payment.notOffered' })
})

test.each<[DoorMethod, string | null]>([
  ['cash', null],
  ['debit', 'card'],
  ['credit', 'card'],
  ['pix', 'pix'],
])('what is received by %s counts from then on, once', async (doorMethod, method) => {
  const shop = await openDispatched()
  await expect(shop.orders.advanceOrder(shop.id, 'deliver', byOperator)).rejects.toMatchObject({ code: 'door.unpaid' })
  for (const cents of [3699, 3701, 0])
    await expect(shop.receive(shop.id, doorMethod, cents)).rejects.toMatchObject({
      code: 'door.amount',
      refusalValues: { cents: 3700 },
    })
  await expect(shop.receive(shop.id, 'cheque', 3700)).rejects.toMatchObject({ code: 'door.method' })
  shop.clock.pass(60)
  await shop.receive(shop.id, doorMethod, 3700)
  expect(await shop.get(shop.id)).toMatchObject({ paidAt: shop.clock.now(), doorTerms: null, net: { netCents: 3700 } })
  expect(await shop.payments.listPayments(shop.id)).toMatchObject([
    { provider: 'door', amountCents: 3700, status: 'captured', method: { method, doorMethod } },
  ])
  expect(await shop.payments.loadPaymentMethods([shop.id])).toEqual(new Map([[shop.id, 'door']]))
  await expect(shop.receive(shop.id, doorMethod, 3700)).rejects.toMatchObject({ code: 'door.gone' })
  await expect(shop.refuse(shop.id)).rejects.toMatchObject({ code: 'door.gone' })
  await shop.orders.advanceOrder(shop.id, 'deliver', byOperator)
  expect(await statusOf(shop, shop.id)).toBe('delivered')
  const { unitsSold } = await shop.database.db.selectFrom('product').select('unitsSold').executeTakeFirstOrThrow()
  expect(unitsSold).toBe(2)
})

test('what nobody took is back in the shop, and nothing is owed', async () => {
  const shop = await openDispatched()
  await shop.refuse(shop.id)
  expect(await statusOf(shop, shop.id)).toBe('cancelled')
  expect(await shop.stock()).toBe(10)
  expect(await shop.payments.listDueRefunds()).toEqual([])
  await expect(shop.receive(shop.id, 'cash', 3700)).rejects.toMatchObject({ code: 'door.gone' })
})

test('of a received and a refused at once, one counts', async () => {
  const shop = await openDispatched()
  const results = await Promise.allSettled([shop.receive(shop.id, 'cash', 3700), shop.refuse(shop.id)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const isPaid = (await shop.get(shop.id)).paidAt !== null
  expect(await statusOf(shop, shop.id)).toBe(isPaid ? 'out_for_delivery' : 'cancelled')
  expect(await shop.stock()).toBe(isPaid ? 8 : 10)
})

test('nothing is received before it leaves, and of one that was paid before there is nothing to take', async () => {
  const shop = await openDoorShop()
  const { id } = await shop.place()
  await expect(shop.receive(id, 'cash', 3700)).rejects.toMatchObject({ code: 'door.gone' })
  const other = await shop.placeOrder()
  await expect(shop.receive(other, 'cash', 3700)).rejects.toMatchObject({ code: 'door.gone' })
})

test('a unit that is missing is not asked for; the rest adds up, and what comes back later is given back by hand', async () => {
  const shop = await openDoorShop()
  const { id } = await shop.place({ means: 'cash', changeForCents: 5000 })
  await shop.orders.advanceOrder(id, 'pick', byOperator)
  await shop.orders.removeUnits({ orderId: id, productId: 1, units: 1, expectedUnits: 2 }, byOperator)
  expect(await shop.get(id)).toMatchObject({
    doorTerms: { cents: 1850, changeForCents: 5000, changeCents: 3150 },
    net: { keptCents: 1850, netCents: 1850, paidBackCents: 0 },
  })
  await shop.orders.advanceOrder(id, 'dispatch', byOperator)
  await shop.receive(id, 'cash', 1850)
  expect((await shop.get(id)).net).toMatchObject({ keptCents: 1850, paidCents: 1850, netCents: 1850, paidBackCents: 0 })
  await shop.orders.advanceOrder(id, 'deliver', byOperator)
  await shop.orders.cancelOrRefund(id, byOperator)
  const [payment] = await shop.payments.listPayments(id)
  expect(payment).toMatchObject({ status: 'refund_due', refundsToSettle: [{ amountCents: 1850, refusal: null }] })
  const refundKey = payment?.refundsToSettle[0]?.key ?? ''
  const settlement = { refundKey, expectedCents: 1850, means: 'cash', day: '2026-03-02', receipt: '' }
  await shop.payments.settleRefund(id, settlement, byOperator)
  expect(await shop.payments.listDueRefunds()).toEqual([])
})

test('the customer cancels it until somebody picks it; ended on its way it is back, and owes nothing', async () => {
  const shop = await openDoorShop()
  const { id } = await shop.place()
  await shop.payments.cancelUnpaidOrder(shop.customerId, id)
  expect([await statusOf(shop, id), await shop.stock()]).toEqual(['cancelled', 10])
  const dispatched = await openDispatched()
  expect(await dispatched.orders.cancelOrRefund(dispatched.id, byOperator)).toMatchObject({
    ...{ status: 'cancelled', refundCents: 0 },
  })
  expect(await dispatched.stock()).toBe(10)
})
