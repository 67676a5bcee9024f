import { expect, test } from 'vitest'
import { ordersOperations } from '../../server/calls/orders.operations.ts'
import { readLetters } from '../support/letters.ts'
import { receivePix } from '../support/payments.ts'
import { openChargedShop, openPixShop, statusOf } from '../support/pix-shop.ts'
import { it } from '../support/rule.ts'
import { byOperator } from '../support/staff.ts'

type ChargedShop = Awaited<ReturnType<typeof openChargedShop>>

/** Pays, and gives what the bank has sent back of it so far, oldest first. */
async function paidShop() {
  const shop = await openChargedShop()
  await shop.bank.payCharge(shop.charge.reference)
  await expect.poll(() => statusOf(shop, shop.orderId)).toBe('paid')
  const returned = async () => {
    const [charge] = await shop.bank.listCharges()
    return (charge?.pix ?? []).flatMap(({ devolucoes = [] }) => devolucoes.map(({ id, valor }) => `${id} ${valor}`))
  }
  return { ...shop, returned }
}

const remove = ({ orders, orderId }: ChargedShop, units = 1, expectedUnits = 2) =>
  orders.removeUnits({ orderId, productId: 1, units, expectedUnits }, byOperator)

test('a unit that the shelf does not have goes back by the same Pix, once, and the order goes on', async () => {
  const shop = await paidShop()
  expect(await remove(shop)).toBe(1850)
  await shop.payments.expireOrdersAndSettleCharges()
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.returned()).toEqual(['item1n1 18.50'])
  const order = await shop.orders.getOrder(shop.customerId, shop.orderId)
  expect(order).toMatchObject({ status: 'paid', shortPickedCents: 1850, lines: [{ quantity: 2, shortPickedUnits: 1 }] })
  // It was not on the shelf: nothing returns there.
  expect(await shop.stock()).toBe(8)
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured'])
  expect(shop.bank.offences()).toEqual([])
})

it('the list of orders tells programs of the units taken out and of what goes back for them', async () => {
  const shop = await paidShop()
  const call = ordersOperations['order/getOrderList']
  const list = () => call.run(shop.ctx, {}, { customerId: shop.customerId, clientNetwork: '' })
  expect(await list()).toMatchObject([{ payment_method: 'pix' }])
  expect(await list()).toMatchObject([{ order_amount: 37, refunded_amount: 0, cart: [{ removed_quantity: 0 }] }])
  await remove(shop)
  expect(call.output.parse(await list())).toMatchObject([
    { order_amount: 37, refunded_amount: 18.5, cart: [{ quantity: 2, removed_quantity: 1 }] },
  ])
})

it('what is cancelled after that gives back the rest alone', async () => {
  const shop = await paidShop()
  await remove(shop)
  expect(await shop.orders.cancelOrRefund(shop.orderId, byOperator)).toMatchObject({ refundCents: 1850 })
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.returned()).toEqual(['item1n1 18.50', 'refund1 18.50'])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
})

it('of an order with units taken out only the others return to stock', async () => {
  const shop = await openPixShop()
  await shop.registerWebhook()
  const orderId = await shop.placeOrder(3)
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  await shop.bank.payCharge(txid)
  await expect.poll(() => statusOf(shop, orderId)).toBe('paid')
  await shop.orders.removeUnits({ orderId, productId: 1, units: 2, expectedUnits: 3 }, byOperator)
  await shop.orders.cancelOrRefund(orderId, byOperator)
  expect(await shop.stock()).toBe(8)
})

it('of a unit bought with a coupon comes back what it cost with its share of the discount', async () => {
  const shop = await openPixShop()
  await shop.registerWebhook()
  const coupon = { code: 'DEZ', title: '10 %', discountType: 'percent' as const, discountValue: 10 }
  await shop.database.db
    .insertInto('coupon')
    .values({ ...coupon, maxDiscountCents: null, isOncePerCustomer: false })
    .execute()
  const { id: addressId } = await shop.database.db.selectFrom('address').select('id').executeTakeFirstOrThrow()
  const order = await shop.orders.placeOrder({
    customerId: shop.customerId,
    idempotencyKey: crypto.randomUUID(),
    bag: { lines: [{ productId: 1, quantity: 2 }], couponCode: 'DEZ' },
    addressId,
    note: '',
  })
  expect(order.totalCents).toBe(3330)
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, order.id, 'pix')
  await shop.bank.payCharge(txid)
  await expect.poll(() => statusOf(shop, order.id)).toBe('paid')
  const removal = { orderId: order.id, productId: 1, units: 1, expectedUnits: 2 }
  expect(await shop.orders.removeUnits(removal, byOperator)).toBe(1665)
})

it('a coupon’s share in fractional cents is rounded down, for the customer', async () => {
  const shop = await paidShop()
  const { db } = shop.database
  await db
    .updateTable('orders')
    .set({ couponDiscountCents: 101, totalCents: 3599 })
    .where('id', '=', shop.orderId)
    .execute()
  await db.updateTable('orderLine').set({ couponCents: 101 }).where('orderId', '=', shop.orderId).execute()
  // Half of 101 cents.
  expect(await remove(shop)).toBe(1800)
})

it('what is worth exactly what was paid by Pix goes back, the rest was the wallet’s; a cent more does not', async () => {
  const shop = await paidShop()
  const { db } = shop.database
  const paidBy = (balanceCents: number) =>
    db.updateTable('orders').set({ balanceCents }).where('id', '=', shop.orderId).execute()
  await paidBy(1851)
  await expect(remove(shop)).rejects.toMatchObject({ code: 'removal.balances' })
  await paidBy(1850)
  await db.updateTable('payment').set({ amountCents: 1850 }).where('orderId', '=', shop.orderId).execute()
  expect(await remove(shop)).toBe(1850)
})

it('the last unit is not taken out, nor more than there are, nor from what is over, unpaid or gone', async () => {
  const shop = await paidShop()
  await expect(remove(shop, 2)).rejects.toMatchObject({ code: 'removal.everything' })
  for (const units of [3, 0, 1.5, Number.NaN]) {
    await expect(remove(shop, units)).rejects.toMatchObject({
      code: 'removal.units',
      message: expect.stringContaining('há 2 unidades'),
    })
  }
  await expect(remove(shop, 1, 3)).rejects.toMatchObject({ code: 'step.impossible' })
  const unpaid = await shop.placeOrder()
  await expect(
    shop.orders.removeUnits({ orderId: unpaid, productId: 1, units: 1, expectedUnits: 2 }, byOperator),
  ).rejects.toMatchObject({
    code: 'step.impossible',
  })
  for (const step of ['pick', 'dispatch'] as const) await shop.orders.advanceOrder(shop.orderId, step, byOperator)
  await expect(remove(shop)).rejects.toMatchObject({ code: 'step.impossible' })
})

test('two who take out the same unit, or one who cancels meanwhile, never send more back than was paid', async () => {
  const shop = await paidShop()
  const outcomes = await Promise.allSettled([
    remove(shop),
    remove(shop),
    shop.orders.cancelOrRefund(shop.orderId, byOperator),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  for (let round = 0; round < 3; round += 1) await shop.payments.expireOrdersAndSettleCharges()
  const cents = (await shop.returned()).reduce((sum, line) => sum + Math.round(Number(line.split(' ')[1]) * 100), 0)
  const { status, shortPickedCents } = await shop.orders.getOrder(shop.customerId, shop.orderId)
  expect(cents).toBe(status === 'cancelled' ? 3700 : shortPickedCents)
})

it('how an order was paid is told of the payment that it took, not of a second one that goes back', async () => {
  const shop = await paidShop()
  const second = { provider: 'external', reference: 'again', orderId: shop.orderId, amountCents: 3700 } as const
  await shop.database.db
    .insertInto('payment')
    .values({
      ...second,
      status: 'refund_due',
      refundReason: 'second',
      receivedAt: shop.clock.now(),
      method: null,
    })
    .execute()
  expect(await shop.payments.loadPaymentMethods([shop.orderId])).toEqual(new Map([[shop.orderId, 'pix']]))
})

it('an order that ends unpaid gives back nothing of its own: the payment it could not take goes back by itself', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  await receivePix(shop, orderId, { amountCents: 100 })
  expect(await shop.payments.listDueRefunds()).toMatchObject([{ orderId, amountCents: 100 }])
  expect(await shop.orders.cancelOrRefund(orderId, byOperator)).toMatchObject({ status: 'cancelled', refundCents: 0 })
})

it('a bank that is away is asked again later, under the same id', async () => {
  const shop = await paidShop()
  await remove(shop)
  shop.bank.troubles.away = /devolucao/
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.returned()).toEqual([])
  shop.bank.troubles.away = null
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.returned()).toEqual(['item1n1 18.50'])
})

it('the customer is told what is missing and what comes back', async () => {
  const shop = await paidShop()
  await remove(shop)
  const mails = (await readLetters(shop.database)).reverse()
  expect(mails[0]).toMatchObject({ subject: `Um item a menos no pedido ${shop.orderId}` })
  expect(mails[0]?.textBody).toMatch(/Devolvemos R\$\s18,50 pelo mesmo meio/)
})
