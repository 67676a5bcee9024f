import { expect, test } from 'vitest'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, operator } from '../support/staff.ts'

const fiscalKey = '52060433009911002506550120000007800267301615'

/** A paid order of three units, and a clerk. */
async function openDesk() {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina, 3)])
  await receivePix(shop, id)
  const { orders } = shop.backoffice
  return { shop, id, orders, clerk: await actorOf(shop, 'clerk'), find: () => orders.getOrder(operator, id) }
}

test('an order entered at the till says who did that, when, and at which total, in the queue, too', async () => {
  const { shop, id, orders, clerk, find } = await openDesk()
  expect((await find()).order.tillEntry).toBeNull()
  await orders.enterAtTill(clerk, id)
  const { order, auditEntries } = await find()
  expect(order.tillEntry).toEqual({ at: shop.clock.now(), by: clerk.name, totalCents: order.net.keptCents })
  expect(auditEntries[0]).toMatchObject({ action: 'orders.enterAtTill', name: clerk.name })
  const { orders: queue } = await orders.listQueue(operator, 'open', null)
  expect(queue.find((queued) => queued.id === id)).toMatchObject({ isAtTill: true })
  await orders.removeTillEntry(clerk, id)
  expect((await find()).order.tillEntry).toBeNull()
})

test('of a total that changed after that, the till has the old one until it is corrected there', async () => {
  const { id, orders, find } = await openDesk()
  await orders.enterAtTill(operator, id)
  const before = (await find()).order
  await orders.removeUnits(operator, { orderId: id, productId: novalgina, units: 1, expectedUnits: 3 })
  const { order, seenHashes } = await find()
  expect(order.net.keptCents).toBeLessThan(before.net.keptCents)
  expect(order.tillEntry).toEqual(before.tillEntry)
  await orders.enterAtTill(operator, id, seenHashes.tillEntry)
  expect((await find()).order.tillEntry).toMatchObject({ totalCents: order.net.keptCents })
})

test('the key of its fiscal document says that an order is at the till, but not who entered it, where that is known', async () => {
  const { id, orders, clerk, find } = await openDesk()
  await orders.setFiscalKey(operator, id, fiscalKey)
  expect((await find()).order.tillEntry).toMatchObject({ by: operator.name })
  await orders.enterAtTill(clerk, id)
  await orders.setFiscalKey(operator, id, fiscalKey)
  expect((await find()).order.tillEntry).toMatchObject({ by: clerk.name })
})

test('an unpaid order is in no till', async () => {
  const { shop, orders } = await openDesk()
  const { id } = await shop.place([line(novalgina)])
  await expect(orders.enterAtTill(operator, id)).rejects.toMatchObject({ code: 'step.impossible' })
})
