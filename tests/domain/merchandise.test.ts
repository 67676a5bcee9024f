import { expect, test } from 'vitest'
import { addBagPromotion } from '../../server/catalogue/bag-promotions/bag-promotions.ts'
import { restoreStock } from '../../server/catalogue/stock.ts'
import { readLetters } from '../support/letters.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

async function slugOf(shop: TestShop, sku: string): Promise<string> {
  const { slug } = await shop.database.db
    .selectFrom('product')
    .select('slug')
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow()
  return slug
}

async function* inFile<Row>(rows: Row[]): AsyncGenerator<Row> {
  yield* rows
}

const product = (shop: TestShop, slug: string) => shop.catalogue.getProductBySlug(1, slug)

test('a medicine’s alternatives are generics and similars of its ingredient, strength and form, the cheapest first', async () => {
  const shop = await openTestShop()
  const novalgina = await product(shop, 'novalgina-1g-10-comprimidos')
  const found = await shop.catalogue.alternatives.listAlternatives(1, novalgina, 5)
  // Neither the tablets of 500 mg nor the drops.
  expect(found.map(({ id }) => id)).toEqual([59])
  const drops = await product(shop, await slugOf(shop, 'FD0014'))
  const others = await shop.catalogue.alternatives.listAlternatives(1, drops, 5)
  expect(others.map(({ id }) => id).toSorted()).toEqual([15, 18])
  expect(others.map(({ priceCents }) => priceCents)).toEqual(
    others.map(({ priceCents }) => priceCents).toSorted((a, b) => a - b),
  )
  await shop.database.db
    .updateTable('product')
    .set({ presentation: '1.000 mg, 30 COMPRIMIDOS' })
    .where('id', '=', 58)
    .execute()
  const same = await shop.catalogue.alternatives.listAlternatives(1, novalgina, 5)
  expect(same.map(({ id }) => id).toSorted()).toEqual([58, 59])
  for (const { stock, kind } of found)
    expect([stock > 0, kind]).toEqual([true, expect.stringMatching(/generico|similar/)])
})

test('no alternatives stand beside a prescription item, and none is one', async () => {
  const shop = await openTestShop()
  const { db } = shop.database
  const restricted = await db.selectFrom('product').select('slug').where('requiresPrescription', '=', true).execute()
  expect(restricted.length).toBeGreaterThan(40)
  for (const { slug } of restricted) {
    expect(await shop.catalogue.alternatives.listAlternatives(1, await product(shop, slug), 5)).toEqual([])
  }
  await db
    .updateTable('product')
    .set({ requiresPrescription: true, isPromoAllowed: false, discountType: null })
    .where('id', '=', 59)
    .execute()
  const found = await shop.catalogue.alternatives.listAlternatives(
    1,
    await product(shop, 'novalgina-1g-10-comprimidos'),
    5,
  )
  expect(found).toEqual([])
})

test('who waits for a product is written to once when it is back, by an import or a returned order, and then forgotten', async () => {
  const shop = await openTestShop()
  const { db } = shop.database
  const novalgina = await product(shop, 'novalgina-1g-10-comprimidos')
  const cream = await product(shop, await slugOf(shop, 'FD0160'))
  for (const { id } of [novalgina, cream])
    await db.updateTable('offer').set({ stock: 0 }).where('productId', '=', id).execute()
  await shop.catalogue.stockNotices.requestNotice('Ana@Example.com', novalgina, 1, 'test')
  await shop.catalogue.stockNotices.requestNotice('ana@example.com', novalgina, 1, 'test')
  await shop.catalogue.stockNotices.requestNotice('bia@example.com', novalgina, 2, 'test')
  await shop.catalogue.stockNotices.requestNotice('ana@example.com', cream, 1, 'test')
  await shop.catalogue.stockNotices.enqueueDueNotices()
  expect(await shop.mail.listByRecipient('ana@example.com')).toEqual([])

  const values = { sku: 'FD0060', branch_id: '1', price: '20.00', stock: '3' }
  await shop.catalogue.importer.importOffers(inFile([{ line: 2, values }]))
  await Promise.all([shop.catalogue.stockNotices.enqueueDueNotices(), shop.catalogue.stockNotices.enqueueDueNotices()])
  await shop.catalogue.stockNotices.enqueueDueNotices()
  const [medicine, ...others] = await shop.mail.listByRecipient('ana@example.com')
  expect(others).toEqual([])
  // The mailbox may have other readers: neither the text nor the link names a product.
  expect(medicine?.text).toContain('Ver o produto: http://localhost:9/produto/60\n')
  expect(`${medicine?.subject} ${medicine?.text}`).not.toMatch(/novalgina|R\$/i)

  await shop.ctx.transact((ctx) => restoreStock(ctx, 1, [{ productId: cream.id, quantity: 1, name: cream.name }]))
  await shop.catalogue.stockNotices.enqueueDueNotices()
  const [written] = await shop.mail.listByRecipient('ana@example.com')
  expect(`${written?.subject} ${written?.text}`).not.toContain(cream.name)
  expect((await readLetters({ db })).at(-1)?.htmlBody).toContain(`href="http://localhost:9/produto/${cream.id}"`)
  // Requests for another branch stay.
  expect(await db.selectFrom('stockNotice').select('email').execute()).toEqual([{ email: 'bia@example.com' }])
})

test('who waits for a product in two branches is one of those that want it', async () => {
  const shop = await openTestShop()
  const { stockNotices } = shop.catalogue
  const novalgina = await product(shop, 'novalgina-1g-10-comprimidos')
  for (const branchId of [1, 2]) await stockNotices.requestNotice('ana@example.com', novalgina, branchId, 'test')
  expect(await stockNotices.listMostWantedProducts(5)).toMatchObject([{ productId: novalgina.id, waitingCount: 1 }])
})

test('ranges of ids name each product once, the last of a range too', async () => {
  const { productFeed } = (await openTestShop()).catalogue
  const whole = await productFeed.listProductSlugs(1, 0, 20)
  expect(whole).toHaveLength(20)
  expect([
    ...(await productFeed.listProductSlugs(1, 0, 10)),
    ...(await productFeed.listProductSlugs(1, 10, 20)),
  ]).toEqual(whole)
})

test('who has waited longest for a product is written to first', async () => {
  const shop = await openTestShop()
  const { stockNotices } = shop.catalogue
  const novalgina = await product(shop, 'novalgina-1g-10-comprimidos')
  for (const email of ['zoe@example.com', 'ana@example.com']) {
    await stockNotices.requestNotice(email, novalgina, 1, 'test')
    shop.clock.pass(1)
  }
  await stockNotices.enqueueDueNotices()
  const recipients = (await readLetters(shop.database)).map(({ recipient }) => recipient)
  expect(recipients.filter((email) => /^(zoe|ana)@/.test(email))).toEqual(['zoe@example.com', 'ana@example.com'])
})

test('who waits for a lower price is written to once, when the store of the region sells it for less', async () => {
  const shop = await openTestShop()
  const { stockNotices } = shop.catalogue
  const { db } = shop.database
  const cream = await product(shop, await slugOf(shop, 'FD0160'))
  const ask = async (email: string, branchId: number) =>
    stockNotices.requestNotice(email, cream, branchId, 'test', await product(shop, cream.slug))
  const change = async (branchId: number, offer: { priceCents?: number; stock?: number }) => {
    await db
      .updateTable('offer')
      .set(offer)
      .where('branchId', '=', branchId)
      .where('productId', '=', cream.id)
      .execute()
    await stockNotices.enqueueDueNotices()
  }
  const lettersTo = async (email: string) => (await shop.mail.listByRecipient(email)).length
  await db.updateTable('product').set({ discountType: null, discountValue: null }).where('id', '=', cream.id).execute()
  for (const branchId of [1, 2]) await change(branchId, { priceCents: 1_000, stock: 5 })
  await ask('Ana@example.com', 1)
  await ask('ana@example.com', 1)
  await ask('bia@example.com', 2)
  // Both of one product: neither takes the other's place.
  await stockNotices.requestNotice('caio@example.com', cream, 1, 'test')
  await ask('caio@example.com', 1)
  expect(await stockNotices.listNotices('caio@example.com')).toMatchObject([
    { priceCents: null },
    { priceCents: 1_000 },
  ])

  await change(1, { priceCents: 1_000 })
  await change(1, { priceCents: 1_200 })
  await change(1, { priceCents: 900, stock: 0 })
  expect([await lettersTo('ana@example.com'), await lettersTo('caio@example.com')]).toEqual([0, 1])
  const now = shop.clock.now()
  const plan = { rule: 'leve 3 pague 1', productIds: [cream.id], startsAt: now, endsAt: null }
  await addBagPromotion(shop.ctx, plan)
  await change(1, { priceCents: 1_000, stock: 5 })
  expect(await lettersTo('ana@example.com')).toBe(0)

  // The own discount of a product is a lower price, in every store.
  await change(2, { priceCents: 5_000 })
  await db.updateTable('product').set({ discountType: 'amount', discountValue: 1 }).where('id', '=', cream.id).execute()
  await Promise.all([stockNotices.enqueueDueNotices(), stockNotices.enqueueDueNotices()])
  await change(1, { priceCents: 500 })
  expect([await lettersTo('ana@example.com'), await lettersTo('bia@example.com')]).toEqual([1, 0])
  const [letter] = await shop.mail.listByRecipient('ana@example.com')
  expect(letter?.text).toContain(`Ver o produto: http://localhost:9/produto/${cream.id}\n`)
  expect(`${letter?.subject} ${letter?.text}`).not.toMatch(new RegExp(`${cream.name}|R\\$`))
  expect(await db.selectFrom('stockNotice').select('email').execute()).toEqual([{ email: 'bia@example.com' }])
  await ask('ana@example.com', 1)
  await change(1, { priceCents: 500 })
  expect(await lettersTo('ana@example.com')).toBe(1)
})

test('the lower price of what the law lets nobody praise is waited for by nobody, and told to nobody', async () => {
  const shop = await openTestShop()
  const { stockNotices } = shop.catalogue
  const { db } = shop.database
  const restricted = db.selectFrom('product').select('slug').where('requiresPrescription', '=', true)
  const { slug } = await restricted.where('isSellableOnline', '=', true).executeTakeFirstOrThrow()
  const medicine = await product(shop, slug)
  await expect(stockNotices.requestNotice('a@example.com', medicine, 1, 'test', medicine)).rejects.toMatchObject({
    code: 'promotion.forbidden',
  })
  const novalgina = await product(shop, 'novalgina-1g-10-comprimidos')
  await stockNotices.requestNotice('ana@example.com', novalgina, 1, 'test', novalgina)
  const ofNovalgina = db.updateTable('product').where('id', '=', novalgina.id)
  await ofNovalgina.set({ isPromoAllowed: false, discountType: null, discountValue: null }).execute()
  await db.updateTable('offer').set({ priceCents: 1 }).where('productId', '=', novalgina.id).execute()
  await stockNotices.enqueueDueNotices()
  expect(await shop.mail.listByRecipient('ana@example.com')).toEqual([])
  expect(await stockNotices.listMostWantedProducts(5)).toEqual([])
  await ofNovalgina.set({ isPromoAllowed: true }).execute()
  await stockNotices.enqueueDueNotices()
  expect(await shop.mail.listByRecipient('ana@example.com')).toHaveLength(1)
})

test('a product that is no longer sold online is announced to nobody', async () => {
  const shop = await openTestShop()
  const { db } = shop.database
  const novalgina = await product(shop, 'novalgina-1g-10-comprimidos')
  await shop.catalogue.stockNotices.requestNotice('ana@example.com', novalgina, 1, 'test')
  await db.updateTable('product').set({ isSellableOnline: false }).where('id', '=', novalgina.id).execute()
  await shop.catalogue.stockNotices.enqueueDueNotices()
  expect(await shop.mail.listByRecipient('ana@example.com')).toEqual([])
})

test('nobody waits for what is not sold online', async () => {
  const shop = await openTestShop()
  const { slug } = await shop.database.db
    .selectFrom('product')
    .select('slug')
    .where('isSellableOnline', '=', false)
    .executeTakeFirstOrThrow()
  await expect(
    shop.catalogue.stockNotices.requestNotice('a@example.com', await product(shop, slug), 1, 'test'),
  ).rejects.toMatchObject({
    code: 'product.notSoldOnline',
  })
})

test('nobody fills a stranger’s mailbox with notices: ten an hour for an e-mail, three hundred for a network', async () => {
  // Two, and sixty.
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '0.2' } })
  const novalgina = await product(shop, 'novalgina-1g-10-comprimidos')
  const ask = (email: string, network: string) =>
    shop.catalogue.stockNotices.requestNotice(email, novalgina, 1, network)
  for (let time = 0; time < 2; time += 1) {
    await ask('Ana@example.com', `robot ${time}`)
    await shop.catalogue.stockNotices.enqueueDueNotices()
  }
  await expect(ask('ana@example.com', 'another robot')).rejects.toMatchObject({ code: 'limit.reached' })
  expect(await shop.mail.listByRecipient('ana@example.com')).toHaveLength(2)

  for (let time = 0; time < 60; time += 1) await ask(`${time}@example.com`, 'robot')
  await expect(ask('bia@example.com', 'robot')).rejects.toMatchObject({ code: 'limit.reached' })
  await ask('bia@example.com', 'home')
  shop.clock.pass(60)
  await ask('ana@example.com', 'robot')
})
