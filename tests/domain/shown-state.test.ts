import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { componentTexts, stockSentence } from '../../app/texts/components.ts'
import { openShownChanges } from '../../server/database/shown-changes.ts'
import { inFile, rowOf } from '../support/catalogue-rows.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

const sku = 'FD0060'

/** The shop, and another process's on the same data. */
async function openTwoShops() {
  const shop = await openCheckout()
  const other = await openTestShop({ database: { location: shop.location, drop: async () => {} } })
  return { shop, other }
}

/** Each does something else every time it is called. */
const changes: Record<string, (by: TestShop, turn: number) => Promise<unknown>> = {
  'a price': ({ catalogue: { offers } }, turn) => offers.setOffer(sku, 1, { priceCents: 900 + turn }),
  'no stock left': ({ catalogue: { offers } }) => offers.setOffer(sku, 1, { stock: 0 }),
  'stock again': ({ catalogue: { offers } }) => offers.setOffer(sku, 1, { stock: 40 }),
  'the last units': ({ catalogue: { offers } }, turn) => offers.setOffer(sku, 1, { stock: 10 - turn }),
  'a file of offers': ({ catalogue: { imports } }, turn) =>
    imports.importOffers(inFile([{ sku, branch_id: '2', price: `8.1${turn}`, stock: '9' }])),
  'a product’s name': ({ catalogue: { imports } }, turn) =>
    imports.importProducts(inFile([rowOf(sku, { name: `Novalgina ${turn}` })])),
  'a product’s discount': ({ catalogue: { imports } }, turn) =>
    imports.importProducts(inFile([rowOf(sku, { discount_type: 'percent', discount: `${5 + turn}` })])),
  'a category': ({ catalogue: { imports } }, turn) =>
    imports.importProducts(inFile([rowOf(sku, { category: `Novidades ${turn}` })])),
  'a new product': ({ catalogue: { imports } }, turn) =>
    imports.importProducts(inFile([rowOf(sku, { sku: `NEW${turn}`, slug: `new-${turn}` })])),
  'a pause': ({ catalogue: { pauses } }) => pauses.pauseProduct(sku, null),
  'the end of a pause': ({ catalogue: { pauses } }) => pauses.resumeProduct(sku),
  banners: ({ catalogue: { imports } }, turn) =>
    imports.importBanners(inFile([{ title: `Semana ${turn}`, text: 'Ofertas', link_text: 'Ver' }])),
  'a new banner': ({ catalogue }, turn) =>
    catalogue.addBanner({
      ...{ title: `Nova ${turn}`, text: 'Ofertas', linkText: 'Ver' },
      ...{ category: null, subcategory: null, sku: null },
    }),
  'the banners’ order': ({ catalogue }) => catalogue.moveBanner(2, 'up'),
  'a banner taken away': ({ catalogue }) => catalogue.removeBanner(1),
  'new synonyms': ({ catalogue }, turn) => catalogue.synonyms.save(null, `termômetro ${turn}, febrímetro ${turn}`),
  'other synonyms': ({ catalogue }, turn) => catalogue.synonyms.save(1, `dipirona, analgex ${turn}`),
  'synonyms taken away': ({ catalogue }, turn) => catalogue.synonyms.remove(2 + turn),
  'a branch’s hours': ({ delivery }, turn) => delivery.importBranches(inFile([branchRow(`2${turn}:00`)])),
  'a picture': ({ database }, turn) =>
    database.query
      .updateTable('product_picture')
      .set({ alt: `Caixa ${turn}` })
      .where('product_id', '=', 60)
      .execute(),
  'a withdrawal': ({ catalogue: { imports } }, turn) =>
    imports.importProducts(inFile([rowOf(`FD016${turn}`)]), { replace: true, mayWithdrawMany: true }),
  'a return from withdrawal': ({ catalogue: { imports } }) => imports.importProducts(inFile([rowOf(sku)])),
}

const branchRow = (closeTime: string) => ({
  ...{ id: '1', name: 'Consolação', zipcodes: '01000-000-01599-999', open_time: '07:00', close_time: closeTime },
  ...{ whatsapp: '5511999990000', shipping_estimate: '60', shipping_later: '0' },
})

test('every change of what pages show makes another state, whichever process writes, and none comes back', async () => {
  const { shop, other } = await openTwoShops()
  const states = new Set([await shop.storage.shownState()])
  for (const [turn, by] of [shop, other].entries()) {
    for (const [name, change] of Object.entries(changes)) {
      await change(by, turn)
      const state = await shop.storage.shownState()
      expect([name, states.has(state)]).toEqual([name, false])
      expect(await other.storage.shownState()).toBe(state)
      states.add(state)
    }
  }
})

test('each column of a product that pages show or find it by counts, whoever writes it; sales and the ceiling do not', async () => {
  const {
    database,
    storage: { shownState },
  } = await openTestShop()
  const { query } = database
  const [product, category] = [query.updateTable('product').where('id', '=', 160), query.updateTable('category')]
  let state = await shownState()
  const shown = {
    ...{ sku: 'x', slug: 'x', name: 'x', brand: 'x', manufacturer: 'x', active_ingredient: 'x', presentation: 'x' },
    ...{ description: 'x', search_text: 'x', name_key: 'x', ean: 'x', anvisa_registration: 'x', leaflet_url: 'x' },
    ...{ kind: 'similar', sellable_online: 0, is_medicine: 1, show_image: 0 },
  } as const
  for (const [column, value] of Object.entries(shown)) {
    await product.set({ [column]: value }).execute()
    expect([column, (await shownState()) === state]).toEqual([column, false])
    state = await shownState()
  }
  await product.set({ units_sold: 9999, ceiling_price_cents: 999_900, ggrem: 'x' }).execute()
  expect(await shownState()).toBe(state)
  await category.set({ name: 'Bem-estar' }).where('id', '=', 1).execute()
  expect(await shownState()).not.toBe(state)
})

test('what no page shows leaves the state alone: orders of plenty, visitors, logins, favourites, mail', async () => {
  const shop = await openCheckout()
  const { limit, plenty } = { limit: componentTexts.lowStockLimit, plenty: 500 }
  await shop.catalogue.offers.setOffer(sku, 1, { stock: plenty })
  const state = await shop.storage.shownState()
  const order = await shop.place([line(novalgina, 2)])
  await shop.pay(order.id)
  await shop.place([line(novalgina)])
  await shop.catalogue.offers.setOffer(sku, 1, { stock: limit + 1 })
  await shop.accounts.login('beneficio@example.com', 'balcao-demo-2026', 'test')
  await shop.wishlist.addFavourite(shop.customerId, 61)
  await shop.catalogue.stockNotices.askForNotice('ana@example.com', { id: novalgina, sellableOnline: true }, 1, 'test')
  await shop.catalogue.imports.importOffers(inFile([{ sku, branch_id: '1', price: '1.99' }]), { dryRun: true })
  await shop.catalogue.imports.importOffers(inFile([{ sku, branch_id: '1', price: 'free' }]))
  for (const job of [
    shop.catalogue.pauses.resumeDue,
    shop.payments.expireDue,
    shop.mail.sendDue,
    shop.storage.mergeShownChanges,
  ])
    await job()
  expect(await shop.storage.shownState()).toBe(state)

  expect(stockSentence(limit + 1)).toBe(stockSentence(plenty))
  await shop.place([line(novalgina)])
  expect(await shop.storage.shownState()).not.toBe(state)
})

test('the state changes when the shop closes, and every hour, since lists are sorted by sales', async () => {
  const shop = await openTestShop()
  await shop.delivery.importBranches(inFile([branchRow('10:30')]))
  const state = await shop.storage.shownState()
  shop.clock.pass(29)
  expect(await shop.storage.shownState()).toBe(state)
  shop.clock.pass(1)
  const closed = await shop.storage.shownState()
  expect(closed).not.toBe(state)
  shop.clock.pass(29)
  expect(await shop.storage.shownState()).toBe(closed)
  shop.clock.pass(1)
  expect(await shop.storage.shownState()).not.toBe(closed)
})

test('changes count in whatever order they come to an end, and merging them is none', async () => {
  const { shop, other } = await openTwoShops()
  const [here, there] = [openShownChanges(shop.database), openShownChanges(other.database)]
  const setPrice = (query: TestShop['database']['query'], productId: number, cents: number) =>
    query.updateTable('offer').set({ price_cents: cents }).where('product_id', '=', productId).execute()
  const counts = [await here.count()]
  await shop.database.transact(async (tx) => {
    await setPrice(tx, 60, 700)
    // On SQLite the second would wait for the first.
    if (shop.database.engine === 'sqlite') return
    await setPrice(other.database.query, 61, 700)
    counts.push(await there.count())
    await setPrice(other.database.query, 61, 800)
    counts.push(await there.count())
    await there.merge()
    expect(await there.count()).toBe(counts.at(-1))
  })
  counts.push(await here.count())
  for (const cents of [900, 1000]) await setPrice(other.database.query, 60, cents)
  counts.push(await here.count())
  expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b))

  await Promise.all([here.merge(), there.merge(), here.merge()])
  expect(await there.count()).toBe(counts.at(-1))
  const rows = await shop.database.query.selectFrom('shown_change').select(['changes', 'sales', 'product_id']).execute()
  expect(rows).toEqual([{ changes: counts.at(-1), sales: 0, product_id: null }])
})

test('an import of a thousand offers adds a row for the first hundred at most', async () => {
  const {
    catalogue: { imports },
    database,
  } = await openTestShop()
  const rows = () => database.query.selectFrom('shown_change').selectAll().execute()
  const before = (await rows()).length
  const offers = await database.query.selectFrom('offer').select(['product_id', 'branch_id']).execute()
  const cells = offers.map(({ product_id, branch_id }) => ({ id: `${product_id}`, branch_id: `${branch_id}` }))
  const imported = await imports.importOffers(inFile(cells.map((row) => ({ ...row, price: '0.50', stock: '3' }))))
  expect(imported).toMatchObject({ changed: 1230 })
  expect((await rows()).length).toBeLessThanOrEqual(before + 101)
})

test('what was rolled back, and no change at all, leave the state alone', async () => {
  const {
    database,
    storage: { shownState },
  } = await openTestShop()
  const state = await shownState()
  const failing = database.transact(async (tx) => {
    await tx.updateTable('offer').set({ price_cents: 1 }).where('product_id', '=', 60).execute()
    throw new Error('changed our mind')
  })
  await expect(failing).rejects.toThrow('changed our mind')
  await sql`update offer set price_cents = price_cents, stock = stock`.execute(database.query)
  await sql`update product set name = name, paused_until = paused_until`.execute(database.query)
  expect(await shownState()).toBe(state)
})
