import { expect, test, vi } from 'vitest'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'

/** The same state twice in a row. Retried, since on PostgreSQL transactions in other databases of the server count too. */
const expectCalm = (shop: TestShop) =>
  vi.waitFor(async () => expect(await shop.state()).toBe(await shop.state()), { timeout: 60_000 })

test('the shop’s state stays while nothing is written; each write makes another one, whoever writes', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  await expectCalm(shop)
  const states = [await shop.state()]
  const { query } = shop.database
  await query.updateTable('offer').set({ price_cents: 1 }).where('product_id', '=', 60).execute()
  states.push(await shop.state())
  await shop.wishlist.addFavourite(customerId, 60)
  states.push(await shop.state())
  expect(new Set(states).size).toBe(3)
  await expectCalm(shop)
})

test('the shop’s state lasts no longer than the minute, which may close it', async () => {
  const shop = await openTestShop()
  const before = await shop.state()
  shop.clock.pass(1)
  expect(await shop.state()).not.toBe(before)
})
