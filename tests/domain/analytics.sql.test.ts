import { expect, onTestFinished, test } from 'vitest'
import { markPaid } from '../../server/orders/order-commands.ts'
import { startCollector } from '../support/collector.ts'
import { it } from '../support/rule.ts'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'

const device = '2f0f7f0c-6f0b-4c62-9f5b-0b7f3a5b9c11'

async function openCountedShop() {
  const collector = await startCollector()
  onTestFinished(collector.close)
  return { collector, shop: await openTestShop({ env: collector.env }) }
}

async function placeOrder(shop: TestShop) {
  const { customerId, addressId } = await demoCustomer(shop)
  const bag = { lines: [{ productId: 60, quantity: 2 }] }
  return shop.orders.placeOrder({ customerId, idempotencyKey: crypto.randomUUID(), bag, addressId, note: '' })
}

async function pay(shop: TestShop, orderId: number) {
  await shop.ctx.transact((ctx) => markPaid(ctx, orderId, shop.clock.now()))
}

it('an event goes to the collector with the device and the shop’s instant', async () => {
  const { shop, collector } = await openCountedShop()
  shop.analytics.reportEvent(device, { name: 'add_to_cart' })
  await expect.poll(() => collector.heard).toHaveLength(1)
  expect(collector.heard[0]).toMatchObject({
    account: { measurement_id: 'G-TEST', api_secret: 'a-secret' },
    client_id: device,
    timestamp_micros: shop.clock.now().getTime() * 1000,
    events: [{ name: 'add_to_cart', params: {} }],
  })
})

test('an order counts as a purchase when it is paid, once, with its total and nothing of its products', async () => {
  const { shop, collector } = await openCountedShop()
  const order = await placeOrder(shop)
  await shop.analytics.registerPendingPurchase(device, order.id)
  expect(await shop.analytics.reportPurchases(device)).toEqual([])
  await pay(shop, order.id)

  expect(await shop.analytics.reportPurchases(crypto.randomUUID())).toEqual([])
  const askedAtOnce = await Promise.all([1, 2, 3].map(() => shop.analytics.reportPurchases(device)))
  const params = { transaction_id: String(order.id), value: order.totalCents / 100, currency: 'BRL' }
  expect(askedAtOnce.flat()).toEqual([{ event: 'purchase', ...params }])

  // The same form sent again finds the same order.
  await shop.analytics.registerPendingPurchase(device, order.id)
  expect(await shop.analytics.reportPurchases(device)).toEqual([])
  shop.clock.pass(10)
  await shop.analytics.reportOverduePurchases()
  await expect.poll(collector.events).toEqual([{ name: 'purchase', params }])
})

it('a shopper who pays and does not come back is counted after a while', async () => {
  const { shop, collector } = await openCountedShop()
  const order = await placeOrder(shop)
  await shop.analytics.registerPendingPurchase(device, order.id)
  await pay(shop, order.id)
  await shop.analytics.reportOverduePurchases()
  expect(await waitingDevices(shop)).toEqual([device])
  shop.clock.pass(5)
  await shop.analytics.reportOverduePurchases()
  expect(await waitingDevices(shop)).toEqual([])
  await expect.poll(() => collector.events().map(({ name }) => name)).toEqual(['purchase'])
})

it('an order that comes to nothing, or whose shopper withdraws consent, is let go of', async () => {
  const { shop } = await openCountedShop()
  const expired = await placeOrder(shop)
  await shop.analytics.registerPendingPurchase(device, expired.id)
  await shop.orders.endUnpaidOrder(expired.id, 'expire', { kind: 'job' })
  await shop.analytics.reportOverduePurchases()
  expect(await waitingDevices(shop)).toEqual([])

  const order = await placeOrder(shop)
  await shop.analytics.registerPendingPurchase(device, order.id)
  await shop.analytics.forgetDevice(device)
  await pay(shop, order.id)
  expect(await shop.analytics.reportPurchases(device)).toEqual([])
})

async function waitingDevices({ database }: TestShop) {
  const rows = await database.db.selectFrom('conversionOutbox').select('deviceId').execute()
  return rows.map(({ deviceId }) => deviceId).filter((id) => id !== null)
}
