import { expect, test } from 'vitest'
import { pickLowestPriceBefore, recordPrices } from '../../server/catalogue/price-periods.ts'
import { openCheckout } from '../support/checkout.ts'

const sunFresh = 148

async function openPricedShop() {
  const shop = await openCheckout()
  const { db } = shop.database
  const passDays = (days: number) => shop.clock.pass(days * 24 * 60)
  const sellAt = async (priceCents: number, discountPercent = 0) => {
    await db.updateTable('offer').set({ priceCents }).where('productId', '=', sunFresh).execute()
    const discount = {
      discountType: discountPercent ? ('percent' as const) : null,
      discountValue: discountPercent || null,
    }
    await db.updateTable('product').set(discount).where('id', '=', sunFresh).execute()
    await recordPrices(shop.ctx)
  }
  const lowest = async () => {
    const product = (await shop.catalogue.findProducts(1, [sunFresh])).get(sunFresh)
    return shop.catalogue.findLowestPriceBefore(1, {
      ...{ id: sunFresh, priceCents: product?.priceCents ?? 0, fullPriceCents: product?.fullPriceCents ?? null },
    })
  }
  const rows = () => db.selectFrom('pricePeriod').selectAll().where('productId', '=', sunFresh).execute()
  return { ...shop, passDays, sellAt, lowest, rows }
}

test('the lowest price of the 30 days before an offer counts its own discounts, and no older price', async () => {
  const { sellAt, passDays, lowest } = await openPricedShop()
  await sellAt(1_000, 10)
  expect(await lowest()).toBeNull()
  passDays(1)
  await sellAt(1_000)
  passDays(40)
  await sellAt(2_000)
  passDays(10)
  await sellAt(2_000, 25)
  expect(await lowest()).toBe(1_000)
  passDays(10)
  await sellAt(2_000)
  // What is sold at its full price is told beside none.
  expect(await lowest()).toBeNull()
  passDays(15)
  await sellAt(2_000, 10)
  // At R$ 10,00 it was 35 days ago; at R$ 15,00 fifteen.
  expect(await lowest()).toBe(1_500)
})

test('a round changes nothing where no price did, each branch has its own, and old prices are erased', async () => {
  const { ctx, sellAt, passDays, rows, database } = await openPricedShop()
  await sellAt(1_000)
  const before = await rows()
  expect(before.length).toBeGreaterThan(1)
  await Promise.all([recordPrices(ctx), recordPrices(ctx)])
  expect(await rows()).toEqual(before)
  await database.db
    .updateTable('offer')
    .set({ priceCents: 900 })
    .where('productId', '=', sunFresh)
    .where('branchId', '=', 1)
    .execute()
  passDays(1)
  await recordPrices(ctx)
  expect((await rows()).filter(({ endedAt }) => endedAt !== null)).toMatchObject([{ branchId: 1, priceCents: 1_000 }])
  // What is not sold any more has no price.
  await database.db.deleteFrom('offer').where('productId', '=', sunFresh).execute()
  await recordPrices(ctx)
  expect((await rows()).every(({ endedAt }) => endedAt !== null)).toBe(true)
  passDays(401)
  await recordPrices(ctx)
  expect(await rows()).toEqual([])
})

test('a price that no round has noted yet begins now', () => {
  const now = new Date('2026-03-10T13:00:00Z')
  const startedAt = new Date('2026-03-01T13:00:00Z')
  expect(pickLowestPriceBefore([{ priceCents: 900, startedAt, endedAt: null }], 800, now)).toBe(900)
})
