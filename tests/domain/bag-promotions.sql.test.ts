import { expect, test } from 'vitest'
import { formatMoney } from '../../app/texts/format.ts'
import { translateImportError } from '../../app/texts/import-errors.ts'
import { line, novalgina, openCheckout, unlimited } from '../support/checkout.ts'
import { expectOrderAddsUp } from '../support/order-money.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, byOperator } from '../support/staff.ts'

const [sunFresh, lipBalm] = [148, 151]
const plan = { firstDay: '', lastDay: '' }

async function openPromotedShop(rule: string, term = 'sun fresh') {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const promote = async (rule: string, term: string, period = plan) => {
    const { seenHash } = await shop.backoffice.products.selectForPromotion(owner, term)
    return shop.backoffice.bagPromotions.addBagPromotion(owner, term, { rule, ...period }, seenHash)
  }
  const removeAll = async () => {
    for (const { id, seenHash } of await shop.backoffice.bagPromotions.listBagPromotions(owner))
      await shop.backoffice.bagPromotions.removeBagPromotion(owner, id, seenHash)
  }
  await removeAll()
  await shop.database.db
    .updateTable('product')
    .set({ discountType: null, discountValue: null })
    .where('id', 'in', [sunFresh, lipBalm])
    .execute()
  const added = await promote(rule, term)
  const review = (lines: { productId: number; quantity: number }[], visitor = {}) =>
    shop.bags.reviewBag({ lines }, 1, visitor)
  return { ...shop, owner, promote, removeAll, added, review }
}

test('of three one is free: in the bag, in the order, and each of them is worth two thirds', async () => {
  const shop = await openPromotedShop('leve 3 pague 2')
  const [two, three] = [await shop.review([line(sunFresh, 2)]), await shop.review([line(sunFresh, 3)])]
  const priceCents = two.totalCents / 2
  expect(two.lines[0]?.promotionHint).toBe('Leve 3, pague 2: mais 1 e uma sai grátis')
  expect(three).toMatchObject({ itemsCents: priceCents * 3, discountCents: priceCents, totalCents: priceCents * 2 })
  expect(three.lines[0]).toMatchObject({
    product: { promotionTitle: 'Leve 3, pague 2' },
    discounts: [{ promotionId: shop.added.id, title: 'Leve 3, pague 2', units: 3, cents: priceCents }],
    promotionHint: null,
  })
  const order = await shop.place([line(sunFresh, 3), line(novalgina)])
  const sunFreshLine = order.lines.find(({ productId }) => productId === sunFresh)
  expect(sunFreshLine?.promotions).toEqual([{ title: 'Leve 3, pague 2', units: 3, cents: priceCents }])
  await receivePix(shop, order.id)
  const backCents = await shop.orders.removeUnits(
    { orderId: order.id, productId: sunFresh, units: 1, expectedUnits: 3 },
    byOperator,
  )
  // The share of what goes is rounded for the customer.
  expect(backCents).toBe(priceCents - Math.floor(priceCents / 3))
  await expectOrderAddsUp(shop.database, order.id, 'a unit short')
})

test('what is bought with a promotion and a coupon goes back to the cent, in whatever parts', async () => {
  const shop = await openPromotedShop('2ª unidade 33%')
  const coupon = { code: 'SETE', title: '7 %', discountType: 'percent' as const, discountValue: 7 }
  await shop.database.db
    .insertInto('coupon')
    .values({ ...coupon, ...unlimited, maxDiscountCents: null, isOncePerCustomer: false })
    .execute()
  const order = await shop.place([line(sunFresh, 3), line(lipBalm, 1)], { couponCode: 'SETE' })
  await receivePix(shop, order.id)
  const takeOut = (productId: number, expectedUnits: number) =>
    shop.orders.removeUnits({ orderId: order.id, productId, units: 1, expectedUnits }, byOperator)
  let backCents = 0
  for (const left of [3, 2, 1]) {
    backCents += (await takeOut(sunFresh, left)) ?? 0
    await expectOrderAddsUp(shop.database, order.id, `${left} were left`)
  }
  const { net } = await shop.orders.getOrder(shop.customerId, order.id)
  expect(backCents + net.netCents).toBe(order.totalCents)
})

test('a club’s price is for who is signed in, and a promotion that ended meanwhile is not charged unseen', async () => {
  const shop = await openPromotedShop('clube 10%')
  const visitor = await shop.review([line(sunFresh)])
  const member = await shop.review([line(sunFresh)], { customerId: shop.customerId })
  expect(visitor.discountCents).toBe(0)
  expect(member.discountCents).toBe(Math.floor((visitor.totalCents + 5) / 10))
  await expect(shop.backoffice.bagPromotions.removeBagPromotion(shop.owner, shop.added.id, '')).rejects.toMatchObject({
    code: 'page.outdated',
  })
  await shop.removeAll()
  await expect(shop.place([line(sunFresh)], { expectedTotalCents: member.totalCents })).rejects.toMatchObject({
    code: 'prices.changed',
  })
})

test('a medicine has no promotion, nor has one that saves nothing, that is none, or whose products changed', async () => {
  const shop = await openPromotedShop('leve 3 pague 2')
  await expect(shop.promote('leve 3 pague 2', 'novalgina')).rejects.toMatchObject({ code: 'promotion.none' })
  await expect(shop.promote('a partir de 3 por 999,00', 'sun fresh')).rejects.toMatchObject({
    code: 'promotion.noSaving',
  })
  await expect(shop.promote('três por dois', 'sun fresh')).rejects.toMatchObject({ code: 'promotion.unreadable' })
  const add = shop.backoffice.bagPromotions.addBagPromotion(shop.owner, 'sun fresh', { rule: 'clube 5%', ...plan }, '')
  await expect(add).rejects.toMatchObject({ code: 'page.outdated' })
  // Sent twice it is one promotion.
  const { seenHash } = await shop.backoffice.products.selectForPromotion(shop.owner, 'sun fresh')
  const club = { rule: 'clube 5%', ...plan }
  await shop.backoffice.bagPromotions.addBagPromotion(shop.owner, 'sun fresh', club, seenHash)
  const again = shop.backoffice.bagPromotions.addBagPromotion(shop.owner, 'sun fresh', club, seenHash)
  await expect(again).rejects.toMatchObject({ code: 'page.outdated' })
  // What became a medicine since is charged in full.
  await shop.database.db.updateTable('product').set({ isMedicine: true }).where('id', '=', sunFresh).execute()
  expect((await shop.review([line(sunFresh, 3)])).discountCents).toBe(0)
})

test('a kit counts once for each whole set, and a planned promotion not yet', async () => {
  const shop = await openPromotedShop('kit por 60,00', 'neutrogena')
  expect(shop.added.productCount).toBeGreaterThan(1)
  expect((await shop.review([line(sunFresh, 1)])).discountCents).toBe(0)
  await shop.promote('leve 2 pague 1', 'sun fresh', { firstDay: '2999-01-01', lastDay: '' })
  expect((await shop.review([line(sunFresh, 2)])).discountCents).toBe(0)
})

const csvOf = (rows: object[]) =>
  Buffer.from(
    [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(';')).join('\r\n'),
  )

test('the same promotion is added once, so that whoever removes it ends it; other days are another', async () => {
  const shop = await openPromotedShop('leve 3 pague 2')
  const again = (rule: string, period = plan) => shop.promote(rule, 'sun fresh', period)
  await expect(again('Leve 3, pague 2')).rejects.toMatchObject({ code: 'promotion.exists', status: 409 })
  await again('leve 3 pague 2', { firstDay: '', lastDay: '2999-12-31' })
  await again('leve 3 pague 2', { firstDay: '2998-01-01', lastDay: '' })
  await expect(again('leve 3 pague 2', { firstDay: '2998-01-01', lastDay: '' })).rejects.toMatchObject({
    code: 'promotion.exists',
  })
  await again('leve 4 pague 2')
  await shop.removeAll()
  await again('leve 3 pague 2')
})

test('a product’s page tells what else its kit is of, and promises none of which a product is not sold', async () => {
  const shop = await openPromotedShop('leve 3 pague 2')
  const { catalogue } = shop
  expect(await catalogue.findKit(1, sunFresh)).toBeNull()
  await shop.promote('kit por 1,00', 'nivea')
  const [member] = (await catalogue.listProducts(1, { search: 'nivea' })).products
  const kitOf = () => catalogue.findKit(1, member?.id ?? 0)
  const kit = await kitOf()
  expect(kit).toMatchObject({ title: 'Kit por R$\u00a01,00', isComplete: true })
  expect(kit?.otherProducts.length).toBeGreaterThan(0)
  expect(kit?.otherProducts.map(({ slug }) => slug)).not.toContain(member?.slug)
  const { sku } = await catalogue.getProductBySlug(1, kit?.otherProducts[0]?.slug ?? '')
  await catalogue.pauses.pauseProduct(sku, null)
  expect(await kitOf()).toMatchObject({ isComplete: false })
})

test('what is exported and imported again changes nothing, and what is new is added', async () => {
  const shop = await openPromotedShop('leve 3 pague 2')
  const { bagPromotions, imports } = shop.backoffice
  await shop.promote('a partir de 2 por 5,00', 'nivea', { firstDay: '2999-01-01', lastDay: '2999-12-31' })
  const list = () => bagPromotions.listBagPromotionRows(shop.owner)
  const rows = await list()
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatchObject({
    rule: 'A partir de 2, R$ 5,00 cada',
    first_day: '2999-01-01',
    last_day: '2999-12-31',
  })
  const take = async (rows: object[]) => {
    const preview = await imports.previewFile(shop.owner, { kind: 'promotions', isWhole: false, content: csvOf(rows) })
    if (preview.expectedResult) await imports.publishFile(shop.owner, preview.token, 0)
    return preview
  }
  expect((await take(rows)).expectedResult).toMatchObject({ read: 2, added: 0, changed: 0, withdrawn: 0 })
  expect(await list()).toEqual(rows)
  shop.clock.pass(48 * 60)
  const [first] = rows
  const again = { ...first, first_day: '' }
  const added = { ...first, rule: 'clube 5%', first_day: '01/02/2999', last_day: '28/02/2999' }
  expect((await take([again, added, added])).expectedResult).toMatchObject({ read: 3, added: 1 })
  expect((await list()).at(-1)).toEqual({
    ...added,
    ...{ rule: 'Preço do clube: 5% de desconto', first_day: '2999-02-01', last_day: '2999-02-28' },
  })
})

test('a row for a medicine, a laboratory’s product or none, and one that is no promotion, are refused singly', async () => {
  const shop = await openPromotedShop('leve 3 pague 2')
  const { db } = shop.database
  await db.updateTable('product').set({ isPbm: true }).where('id', '=', lipBalm).execute()
  const skuOf = async (id: number) =>
    (await db.selectFrom('product').select('sku').where('id', '=', id).executeTakeFirstOrThrow()).sku
  const [sun, balm, medicine] = [await skuOf(sunFresh), await skuOf(lipBalm), await skuOf(novalgina)]
  const plan = { rule: 'leve 2 pague 1', products: sun, first_day: '', last_day: '' }
  const rows = [
    { ...plan, products: `${sun} | ${medicine}` },
    { ...plan, products: balm },
    { ...plan, products: 'NENHUM' },
    { ...plan, products: ' | ' },
    { ...plan, rule: 'tudo grátis' },
    { ...plan, rule: 'a partir de 2 por 900,00' },
    { ...plan, first_day: '2999-02-01', last_day: '2999-01-01' },
    { ...plan, last_day: '2001-01-01' },
    plan,
  ]
  const { imports } = shop.backoffice
  const { token, faults, expectedResult } = await imports.previewFile(shop.owner, {
    ...{ kind: 'promotions', isWhole: false, content: csvOf(rows) },
  })
  expect(faults.map(({ line, reason }) => [line, translateImportError(reason)])).toEqual([
    [2, `“${medicine}” é medicamento, que não tem promoção (RDC 96/2008)`],
    [3, `“${balm}” não pode ter promoção`],
    [4, '“NENHUM” não é um produto da loja'],
    [5, 'está vazio'],
    [6, 'não é uma promoção: escreva como leve 3 pague 2'],
    [7, 'não deixa nada mais barato que hoje'],
    [8, 'precisa ser um dia como 31/12/2026, e não antes do primeiro'],
    [9, 'já passou'],
  ])
  expect(expectedResult).toMatchObject({ added: 1, refusedCount: 8 })
  expect(await shop.backoffice.bagPromotions.listBagPromotionRows(shop.owner)).toHaveLength(1)
  // The one that is right is new, though other rows of its file are refused.
  expect(await imports.publishFile(shop.owner, token, 0)).toMatchObject({ read: 1, added: 1 })
  expect(await shop.backoffice.bagPromotions.listBagPromotionRows(shop.owner)).toHaveLength(2)
})

test('what a promotion took off is told in letters, sales and the accountant’s file', async () => {
  const shop = await openPromotedShop('leve 3 pague 2')
  const order = await shop.place([line(sunFresh, 4), line(novalgina)])
  await receivePix(shop, order.id)
  const [promotion] = order.lines.find(({ productId }) => productId === sunFresh)?.promotions ?? []
  expect(promotion).toMatchObject({ title: 'Leve 3, pague 2', units: 3 })
  const cents = promotion?.cents ?? 0
  const letters = await shop.mail.listByRecipient('cliente@example.com')
  const told = letters.filter(({ text }) => text.includes(`Leve 3, pague 2: −${formatMoney(cents)}.`))
  expect(told.map(({ subject }) => subject)).toEqual([
    `Pagamento confirmado: pedido ${order.id}`,
    `Recebemos o pedido ${order.id}`,
  ])
  const { sales } = shop.backoffice
  const query = { period: 'day', requestedDay: null, requestedBranchId: null } as const
  expect((await sales.buildSalesReport(shop.owner, query)).promotions).toEqual([
    { title: 'Leve 3, pague 2', orderCount: 1, units: 3, cents },
  ])
  const today = shop.clock.now().toISOString().slice(0, 10)
  const rows = []
  for await (const page of await sales.streamAccountantRows(shop.owner, { firstDay: today, lastDay: today }, null))
    rows.push(...page)
  expect(rows.find(({ id }) => id === order.id)).toMatchObject({
    discountCents: order.discountCents,
    promotions: [{ title: 'Leve 3, pague 2', units: 3, cents }],
  })
})

/** Three of which one was free, paid, and so far in the order's life. */
async function openBoughtThree(steps: readonly ('pick' | 'dispatch' | 'deliver')[]) {
  const shop = await openPromotedShop('leve 3 pague 2')
  const priceCents = (await shop.review([line(sunFresh, 1)])).totalCents
  const order = await shop.place([line(sunFresh, 3)])
  expect(order.totalCents).toBe(priceCents * 2)
  await receivePix(shop, order.id)
  for (const step of steps) await shop.orders.advanceOrder(order.id, step, byOperator)
  const tell = async (kind: 'damaged' | 'withdraw', units: number) => {
    const report = { kind, items: [{ productId: sunFresh, units }], message: kind === 'withdraw' ? '' : 'Veio aberta.' }
    await shop.problems.saveDraft(shop.customerId, order.id, report, [])
    const { id } = await shop.problems.submitDraft(shop.customerId, order.id)
    if (kind === 'damaged')
      await shop.problems.answerProblem(byOperator, id, { decision: 'grant', message: 'Sentimos muito.' })
  }
  /** What has gone back in parts, and what is to go back of the payment with the order's end. */
  const backCents = async () => {
    const { db } = shop.database
    const parts = await db.selectFrom('partialRefund').selectAll().where('orderId', '=', order.id).execute()
    const [payment] = await db.selectFrom('payment').selectAll().where('orderId', '=', order.id).execute()
    const partsCents = parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const restCents = payment?.status === 'captured' ? 0 : (payment?.amountCents ?? 0) - partsCents
    await expectOrderAddsUp(shop.database, order.id, `${partsCents} and ${restCents} went back`)
    return { partsCents, restCents }
  }
  return { ...shop, order, priceCents, tell, backCents }
}

/** What comes back of so many of the three: a unit's price less its share of the free one, rounded for the customer. */
const worthOf = (units: number, priceCents: number) => units * priceCents - Math.floor((units * priceCents) / 3)

test.each(['damaged', 'withdraw'] as const)(
  'of the three one goes back (%s) at two thirds of its price',
  async (kind) => {
    const shop = await openBoughtThree(['pick', 'dispatch', 'deliver'])
    await shop.tell(kind, 1)
    expect(await shop.backCents()).toEqual({ partsCents: worthOf(1, shop.priceCents), restCents: 0 })
  },
)

test.each([[[3]], [[1, 2]], [[2, 1]], [[1, 1, 1]]])(
  'a return of everything, as %j, gives everything',
  async (shares) => {
    const shop = await openBoughtThree(['pick', 'dispatch', 'deliver'])
    let goneUnits = 0
    for (const units of shares) {
      await shop.tell('damaged', units)
      goneUnits += units
      const { partsCents, restCents } = await shop.backCents()
      expect(partsCents + restCents).toBe(worthOf(goneUnits, shop.priceCents))
    }
    expect(worthOf(goneUnits, shop.priceCents)).toBe(shop.order.totalCents)
  },
)

test('a unit that was short, one that is withdrawn later and the refund of the rest come to what was paid', async () => {
  const shop = await openBoughtThree([])
  const removal = { orderId: shop.order.id, productId: sunFresh, units: 1, expectedUnits: 3 }
  expect(await shop.orders.removeUnits(removal, byOperator)).toBe(worthOf(1, shop.priceCents))
  for (const step of ['pick', 'dispatch', 'deliver'] as const)
    await shop.orders.advanceOrder(shop.order.id, step, byOperator)
  await shop.tell('withdraw', 1)
  expect(await shop.backCents()).toEqual({ partsCents: worthOf(2, shop.priceCents), restCents: 0 })
  await shop.orders.cancelOrRefund(shop.order.id, byOperator)
  const { partsCents, restCents } = await shop.backCents()
  expect([partsCents, partsCents + restCents]).toEqual([worthOf(2, shop.priceCents), shop.order.totalCents])
})

test.each([[[]], [['pick']], [['pick', 'dispatch']]] as const)(
  'refunded whole after %j it gives back what was paid for three',
  async (steps) => {
    const shop = await openBoughtThree(steps)
    await shop.orders.cancelOrRefund(shop.order.id, byOperator)
    expect(await shop.backCents()).toEqual({ partsCents: 0, restCents: shop.order.totalCents })
  },
)
