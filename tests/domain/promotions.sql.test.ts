import { expect, test } from 'vitest'
import type { PromotionEdit } from '../../server/backoffice/products.ts'
import { noFilters } from '../../server/catalogue/listing/facets.ts'
import { reindex } from '../../server/catalogue/reindex.ts'
import { inFile, rowOf } from '../support/catalogue-rows.ts'
import { azitromicina, line, openCheckout, trayenta } from '../support/checkout.ts'
import { actorOf } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

/** Saline, without a discount of its own; dipirona has one of R$ 1,00. */
const plain = 203
const plainSku = 'FD0203'
const dipirona = 14

const tenPercent: PromotionEdit = { type: 'percent', value: 10, firstDay: '', lastDay: '', version: '' }

async function openShelf() {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const shelf = shop.backoffice.products
  const versionOf = async (id: number) => (await shelf.getProduct(owner, id)).promotion?.version ?? ''
  return {
    ...shop,
    owner,
    shelf,
    promote: async (id: number, edit: Partial<PromotionEdit>) =>
      shelf.setPromotion(owner, id, { ...tenPercent, version: await versionOf(id), ...edit }),
    end: async (id: number) => shelf.endPromotion(owner, id, await versionOf(id)),
  }
}

/** What a shopper of branch 1 pays, and the percentage of the badge; the offer's own columns say the same. */
async function priceOf({ catalogue, database: { db } }: Shop, id: number) {
  const product = (await catalogue.findProducts(1, [id])).get(id)
  const offer = await db
    .selectFrom('offer')
    .selectAll()
    .where('branchId', '=', 1)
    .where('productId', '=', id)
    .executeTakeFirstOrThrow()
  expect([offer.effectivePriceCents, offer.discountPercent || null]).toEqual([
    product?.priceCents,
    product?.discountPercent,
  ])
  return { list: offer.priceCents, cents: offer.effectivePriceCents, percent: offer.discountPercent }
}

/** Of the filter 'Em promoção', by place; a rebuilt one must be the same. */
async function counts({ database }: Shop) {
  const rows = await database.db
    .selectFrom('facetCount')
    .selectAll()
    .where('facet', '=', 'onOffer')
    .orderBy('branchId')
    .orderBy('categoryId')
    .orderBy('subcategoryId')
    .execute()
  return rows.map((row) => Object.values(row).join(' '))
}

test('a promotion begins and ends with its days in São Paulo, in prices, lists, counts and orders', async () => {
  const shop = await openShelf()
  const { clock, catalogue } = shop
  const { promotions } = shop.catalogue
  const before = { price: await priceOf(shop, plain), counts: await counts(shop) }
  // It is Tuesday the 10th, ten in the morning.
  await shop.promote(plain, { value: 50, firstDay: '2026-03-11', lastDay: '2026-03-12' })
  expect((await shop.shelf.getProduct(shop.owner, plain)).promotion).toMatchObject({ isRunning: false })
  clock.pass(14 * 60 - 1)
  await promotions.startAndEndDuePromotions()
  expect(await priceOf(shop, plain)).toEqual(before.price)
  clock.pass(1)
  await promotions.startAndEndDuePromotions()
  const half = Math.floor((before.price.list * 50 + 50) / 100)
  expect(await priceOf(shop, plain)).toEqual({ ...before.price, cents: half, percent: 50 })
  const dearest = await catalogue.listProducts(1, { order: 'discount', filters: { ...noFilters, onOffer: true } })
  expect(dearest.products.map(({ id }) => id)).toContain(plain)
  const during = await counts(shop)
  expect(during).not.toEqual(before.counts)
  await shop.database.transact((db) => reindex({ db }))
  expect(await counts(shop)).toEqual(during)
  const order = await shop.place([line(plain)])
  expect((await shop.orders.getOrder(shop.customerId, order.id)).lines).toMatchObject([{ priceCents: half }])

  clock.pass(2 * 24 * 60 - 1)
  await promotions.startAndEndDuePromotions()
  expect(await priceOf(shop, plain)).toMatchObject({ cents: half })
  clock.pass(1)
  await promotions.startAndEndDuePromotions()
  expect({ price: await priceOf(shop, plain), counts: await counts(shop) }).toEqual(before)
  expect((await shop.shelf.getProduct(shop.owner, plain)).promotion).toBeNull()
})

test('the product’s own discount waits, and comes back; a change of a running promotion counts at once', async () => {
  const shop = await openShelf()
  expect(await priceOf(shop, dipirona)).toMatchObject({ list: 449, cents: 349 })
  await shop.promote(dipirona, { value: 50 })
  expect(await priceOf(shop, dipirona)).toMatchObject({ cents: 225, percent: 50 })
  await shop.promote(dipirona, { type: 'amount', value: 49 })
  expect(await priceOf(shop, dipirona)).toMatchObject({ cents: 400 })
  expect((await shop.shelf.getProduct(shop.owner, dipirona)).promotion).toMatchObject({
    regularDiscount: { type: 'amount', value: 100 },
  })
  await shop.promote(dipirona, { value: 50, firstDay: '2026-03-20' })
  expect(await priceOf(shop, dipirona)).toMatchObject({ cents: 349 })
  await shop.end(dipirona)
  expect(await priceOf(shop, dipirona)).toMatchObject({ cents: 349, percent: 22 })
})

test('the law, the laboratory, the price and the calendar are kept', async () => {
  const shop = await openShelf()
  const refused = (id: number, edit: Partial<PromotionEdit>) => shop.promote(id, edit).catch((error) => error.code)
  expect(await refused(azitromicina, {})).toBe('promotion.forbidden')
  expect(await refused(trayenta, {})).toMatch(/promotion\.(laboratory|forbidden)/)
  const { db } = shop.database
  await db.updateTable('product').set({ isPbm: true }).where('id', '=', plain).execute()
  expect(await refused(plain, {})).toBe('promotion.laboratory')
  await db.updateTable('product').set({ isPbm: false }).where('id', '=', plain).execute()
  for (const value of [null, 0, 100, -1]) expect(await refused(plain, { value })).toBe('promotion.value')
  const { list } = await priceOf(shop, plain)
  expect(await refused(plain, { type: 'amount', value: list * 2 })).toBe('promotion.abovePrice')
  expect(await refused(plain, { firstDay: '2026-03-12', lastDay: '2026-03-11' })).toBe('promotion.days')
  expect(await refused(plain, { firstDay: '2026-02-30' })).toBe('promotion.days')
  expect(await refused(plain, { lastDay: '2026-03-09' })).toBe('promotion.over')
  expect(await refused(9999, {})).toBe('product.unknown')
  expect(await db.selectFrom('promotion').selectAll().execute()).toEqual([])
  const acts = (await shop.shelf.getProduct(shop.owner, plain)).auditEntries.map(({ action }) => action)
  expect(acts).toEqual([])
})

test('an amount that some branch’s price has come to fall below waits, rather than give the product away', async () => {
  const shop = await openShelf()
  const { list } = await priceOf(shop, plain)
  await shop.promote(plain, { type: 'amount', value: 100, firstDay: '2026-03-11' })
  const offers = (priceCents: number) =>
    shop.database.db.updateTable('offer').set({ priceCents }).where('productId', '=', plain).execute()
  await offers(100)
  shop.clock.pass(24 * 60)
  await shop.catalogue.promotions.startAndEndDuePromotions()
  expect(await priceOf(shop, plain)).toMatchObject({ cents: 100 })
  await offers(list)
  await shop.catalogue.promotions.startAndEndDuePromotions()
  expect(await priceOf(shop, plain)).toMatchObject({ cents: list - 100 })
})

test('of two who plan at once the second is told; two servers begin one promotion once', async () => {
  const shop = await openShelf()
  const plans = [10, 20].map((value) => shop.shelf.setPromotion(shop.owner, dipirona, { ...tenPercent, value }))
  const codes = (await Promise.allSettled(plans)).flatMap((plan) =>
    plan.status === 'rejected' ? [plan.reason.code] : [],
  )
  expect(codes).toEqual(['promotion.changed'])
  await expect(shop.shelf.endPromotion(shop.owner, dipirona, '')).rejects.toMatchObject({ code: 'promotion.changed' })

  await shop.promote(dipirona, { value: 50, firstDay: '2026-03-11' })
  shop.clock.pass(24 * 60)
  await Promise.all([1, 2, 3].map(() => shop.catalogue.promotions.startAndEndDuePromotions()))
  expect(await priceOf(shop, dipirona)).toMatchObject({ percent: 50 })
  await shop.end(dipirona)
  expect(await priceOf(shop, dipirona)).toMatchObject({ cents: 349 })
})

test('an import goes on beneath a running promotion, and ends the one that its file forbids', async () => {
  const shop = await openShelf()
  const { importer, promotions } = shop.catalogue
  await shop.promote(dipirona, { value: 50 })
  await shop.promote(plain, { value: 50 })
  const sku = 'FD0014'
  expect(await importer.importProducts(inFile([rowOf(sku), rowOf(plainSku)]))).toMatchObject({ changed: 0 })
  expect(await priceOf(shop, dipirona)).toMatchObject({ percent: 50 })
  const changed = [rowOf(sku, { discount_type: 'percent', discount: '7' }), rowOf(plainSku, { promo_allowed: '0' })]
  expect(await importer.importProducts(inFile(changed))).toMatchObject({ changed: 2 })
  expect([await priceOf(shop, dipirona), await priceOf(shop, plain)]).toMatchObject([{ percent: 50 }, { percent: 0 }])
  expect(await promotions.findPromotion(plain)).toBeNull()
  await shop.end(dipirona)
  expect(await priceOf(shop, dipirona)).toMatchObject({ percent: 7 })
})

test('only an owner plans and ends promotions, and each leaves its line', async () => {
  const shop = await openShelf()
  for (const role of ['pharmacist', 'clerk'] as const) {
    const actor = await actorOf(shop, role)
    await expect(shop.shelf.setPromotion(actor, plain, tenPercent)).rejects.toMatchObject({ code: 'staff.forbidden' })
    await expect(shop.shelf.endPromotion(actor, plain, '')).rejects.toMatchObject({ code: 'staff.forbidden' })
  }
  await shop.promote(plain, { firstDay: '2026-03-11', lastDay: '2026-03-12' })
  await shop.end(plain)
  const { auditEntries } = await shop.shelf.getProduct(shop.owner, plain)
  expect(auditEntries.map(({ action, detail }) => [action, detail])).toEqual([
    ['products.unpromote', null],
    ['products.promote', '10 %, 2026-03-11T03:00:00.000Z to 2026-03-13T03:00:00.000Z'],
  ])
})
