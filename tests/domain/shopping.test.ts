import { expect, test } from 'vitest'
import { toSetCookieHeaders } from '../../app/http/cookies.server.ts'
import { limits } from '../../app/texts/limits.ts'
import type { Bag } from '../../server/bag/bag.ts'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'

const novalgina = 60

async function stockOf({ catalogue }: TestShop, branchId: number, productId: number): Promise<number> {
  return (await catalogue.findProducts(branchId, [productId])).get(productId)?.stock ?? -1
}

async function orderOf(shop: TestShop, quantity: number, idempotencyKey: string = crypto.randomUUID()) {
  const { customerId, addressId } = await demoCustomer(shop)
  return shop.orders.placeOrder({
    customerId,
    addressId,
    idempotencyKey,
    bag: { lines: [{ productId: novalgina, quantity }] },
    note: '',
  })
}

test('the demo shop has 205 products at 6 branches, with stock and prices by its rule', async () => {
  const shop = await openTestShop()
  const all = Array.from({ length: 205 }, (_, index) => index + 1)
  for (const [branch, factor] of [
    [1, 100],
    [2, 102],
    [3, 98],
    [4, 105],
    [5, 101],
    [10, 100],
  ] as const) {
    const products = await shop.catalogue.findProducts(branch, all)
    expect(products.size).toBe(205)
    for (const [id, { stock }] of products) expect(stock).toBe((id * 7 + branch * 13) % 41)
    expect(products.get(novalgina)?.listPriceCents).toBe(Math.floor((2290 * factor + 50) / 100))
  }
})

test('a discount is taken off per unit, rounded half up, and shown as a whole percent', async () => {
  const { catalogue } = await openTestShop()
  const products = await catalogue.findProducts(1, [60, 14])
  expect(products.get(60)).toMatchObject({ priceCents: 1947, fullPriceCents: 2290, discountPercent: 15 })
  // R$ 1,00 off R$ 4,49: floor(100 / 449 × 100).
  expect(products.get(14)).toMatchObject({ priceCents: 349, fullPriceCents: 449, discountPercent: 22 })
})

test('a laboratory discount shows in no price, and a prescription item carries none', async () => {
  const { catalogue, database } = await openTestShop()
  const pbm = await database.db.selectFrom('product').select('id').where('isPbm', '=', true).execute()
  expect(pbm).toHaveLength(15)
  const rows = await catalogue.findProducts(
    1,
    pbm.map(({ id }) => id),
  )
  for (const product of rows.values()) {
    expect(product.priceCents).toBe(product.listPriceCents)
    expect(product.discountPercent).toBeNull()
  }
})

test('a search finds words in any order, without accents, at their beginning; fewer than three letters find nothing', async () => {
  const { catalogue } = await openTestShop()
  const found = await catalogue.listProducts(1, { search: 'comprimidos NOVALG' })
  expect(found.products.map(({ id }) => id)).toContain(novalgina)
  expect((await catalogue.listProducts(1, { search: 'no' })).productCount).toBe(0)
})

test('a listing shows 24 a page, what is in stock first', async () => {
  const { catalogue } = await openTestShop()
  const { products, productCount, pageCount } = await catalogue.listProducts(1, { categoryId: 1 })
  expect([products.length, productCount, pageCount]).toEqual([24, 133, 6])
  const last = await catalogue.listProducts(1, { categoryId: 1, page: 6 })
  expect(last.products.at(-1)?.stock).toBe(0)
  expect((await catalogue.listProducts(1, { categoryId: 1, page: 7 })).products).toEqual([])
})

test('every range of postal codes leads to its branch, and the gaps between them to none', async () => {
  const { delivery } = await openTestShop()
  const branches = ['01000000', '01599999', '04999999', '05000000', '03000000', '02999999', '07999999', '08500000']
  expect(await Promise.all(branches.map(delivery.findBranchId))).toEqual([1, 1, 2, 3, 4, 5, 10, 10])
  const gaps = ['00999999', '01600000', '08000000', '08499999', '10000000', '99999999']
  expect(await Promise.all(gaps.map(delivery.findBranchId))).toEqual([0, 0, 0, 0, 0, 0])
})

test('a postal code is read with dashes, dots and spaces, and refused with anything but eight digits', async () => {
  const { delivery } = await openTestShop()
  expect(await delivery.resolveZipcode(' 01.310-100 ')).toEqual({ zipcode: '01310100', branchId: 1 })
  for (const typed of ['', '0131010', '013101000', 'abcdefgh', '٠١٣١٠١٠٠']) {
    await expect(delivery.resolveZipcode(typed)).rejects.toThrow('Insira um CEP válido.')
  }
})

test('adding merges, setting replaces, and both stop at the stock', async () => {
  const { bags } = await openTestShop()
  const once = await bags.addProduct({ lines: [] }, 1, novalgina, 2)
  expect(once).toEqual({ bag: { lines: [{ productId: novalgina, quantity: 2 }] }, isClamped: false, isMaximum: false })
  expect((await bags.addProduct(once.bag, 1, novalgina, 3)).bag.lines[0]?.quantity).toBe(5)
  expect(await bags.setQuantity(once.bag, 1, novalgina, 1_000_000_000)).toMatchObject({ isClamped: true })
  expect((await bags.setQuantity(once.bag, 1, novalgina, 1_000_000_000)).bag.lines[0]?.quantity).toBe(
    (60 * 7 + 13) % 41,
  )
  expect((await bags.setQuantity(once.bag, 1, novalgina, 0)).bag.lines).toEqual([])
})

test('nothing goes into a bag that is unknown, out of stock, not sold online, or outside coverage', async () => {
  const { bags, database } = await openTestShop()
  const empty = { lines: [] }
  const outOfStock = await database.db
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.productId')
    .select('product.id')
    .where('branchId', '=', 1)
    .where('stock', '=', 0)
    .where('isSellableOnline', '=', true)
    .executeTakeFirstOrThrow()
  const controlled = await database.db
    .selectFrom('product')
    .select('id')
    .where('isSellableOnline', '=', false)
    .executeTakeFirstOrThrow()
  await expect(bags.addProduct(empty, 1, 999_999, 1)).rejects.toMatchObject({ code: 'product.unknown' })
  await expect(bags.addProduct(empty, 1, outOfStock.id, 1)).rejects.toMatchObject({ code: 'product.unavailable' })
  await expect(bags.addProduct(empty, 1, controlled.id, 1)).rejects.toMatchObject({ code: 'product.notSoldOnline' })
  await expect(bags.addProduct(empty, 0, novalgina, 1)).rejects.toMatchObject({ code: 'zipcode.uncovered' })
})

test('a bag always fits into a cookie of 4,096 bytes, whatever is refused for it', async () => {
  const shop = await openTestShop()
  const most = limits.units
  await shop.database.db.updateTable('offer').set({ stock: most }).execute()
  const longest = { couponCode: 'X'.repeat(40), laboratoryOptInId: '-'.repeat(22) }
  const fullOf = (count: number, firstId: number, quantity: number): Bag => ({
    ...longest,
    lines: Array.from({ length: count }, (_, place) => ({ productId: firstId - place, quantity })),
  })
  const sizeOf = (bag: Bag) => toSetCookieHeaders(shop, { bag }).get('Set-Cookie')?.split(';')[0]?.length
  /** How many lines there are when one more with the longest quantity is refused. */
  const fill = async (firstId: number, quantity: number) => {
    for (let count = 0; ; count += 1) {
      const bag = fullOf(count, firstId, quantity)
      const grown = await shop.bags.addProduct(bag, 1, novalgina, most).catch(({ code }) => code)
      if (grown === 'bag.full') return count
      expect(await sizeOf(grown.bag)).toBeLessThanOrEqual(4096)
    }
  }
  const crowd = await fill(2_147_483_647, most)
  expect(crowd).toBeGreaterThan(100)
  expect(await fill(999_999, 999)).toBe(150)

  const full = fullOf(149, 2_147_483_647, 1)
  const { bag } = await shop.bags.addProduct(full, 1, novalgina, 1)
  expect(await sizeOf(bag)).toBeLessThanOrEqual(4096)
  // The last places are taken by small lines, none of which can grow any more.
  let crowded = (await shop.bags.addProduct(fullOf(crowd - 1, 2_147_483_647, most), 1, novalgina, 1)).bag
  for (let id = 61, grown: Bag | null = crowded; grown !== null; id += 1) {
    crowded = grown
    grown = await shop.bags.addProduct(crowded, 1, id, 1).then(
      ({ bag }) => bag,
      ({ code }) => (code === 'bag.full' ? null : crowded),
    )
  }
  await expect(shop.bags.setQuantity(crowded, 1, novalgina, most)).rejects.toMatchObject({ code: 'bag.full' })
  expect(shop.bags.addLines(full, fullOf(5, 100, 1).lines)).toMatchObject({
    isFull: true,
    bag: { lines: { length: 150 } },
  })
})

test('a stock check drops what is gone and cuts down what is short', async () => {
  const shop = await openTestShop()
  const bag = {
    lines: [
      { productId: novalgina, quantity: 999 },
      { productId: 999_999, quantity: 1 },
    ],
  }
  const review = await shop.bags.reviewBag(bag, 1)
  expect(review.reducedLines).toMatchObject([{ productId: novalgina, quantity: await stockOf(shop, 1, novalgina) }])
  expect(review.droppedLines).toEqual([{ productId: 999_999, name: null, reason: 'product.unknown' }])
  expect(review.bag.lines).toHaveLength(1)
})

test('a product that is no longer sold online leaves the bags it is in, and is not ordered', async () => {
  const shop = await openTestShop()
  await shop.database.db.updateTable('product').set({ isSellableOnline: false }).where('id', '=', novalgina).execute()
  const { lines, droppedLines } = await shop.bags.reviewBag({ lines: [{ productId: novalgina, quantity: 1 }] }, 1)
  expect(lines).toEqual([])
  expect(droppedLines).toMatchObject([{ productId: novalgina, reason: 'product.notSoldOnline' }])
  await expect(orderOf(shop, 1)).rejects.toMatchObject({ code: 'product.notSoldOnline' })
})

test('an order takes its stock, at prices of the branch its address decides', async () => {
  const shop = await openTestShop()
  const before = await stockOf(shop, 1, novalgina)
  const order = await orderOf(shop, 2)
  expect(order).toMatchObject({ status: 'pending_payment', branchId: 1, itemsCents: 4580, totalCents: 3894 })
  expect(order.paymentDueAt.getTime() - order.placedAt.getTime()).toBe(30 * 60_000)
  expect(await stockOf(shop, 1, novalgina)).toBe(before - 2)
})

test('the same submission makes one order, also when both halves of a double click arrive together', async () => {
  const shop = await openTestShop()
  const before = await stockOf(shop, 1, novalgina)
  const [first, second] = await Promise.all([orderOf(shop, 1, 'a key'), orderOf(shop, 1, 'a key')])
  expect(second.id).toBe(first.id)
  expect((await orderOf(shop, 1, 'a key')).id).toBe(first.id)
  expect(await stockOf(shop, 1, novalgina)).toBe(before - 1)
})

test('an order for more than there is changes nothing', async () => {
  const shop = await openTestShop()
  const before = await stockOf(shop, 1, novalgina)
  await expect(orderOf(shop, before + 1)).rejects.toMatchObject({ code: 'stock.short', status: 409 })
  expect(await stockOf(shop, 1, novalgina)).toBe(before)
  const { customerId } = await demoCustomer(shop)
  expect(await shop.orders.listOrders(customerId)).toEqual([])
})

test('of shoppers who want the last units at once, exactly as many get them as there are', async () => {
  const shop = await openTestShop()
  const { customerId, addressId } = await demoCustomer(shop)
  await shop.database.db.updateTable('offer').set({ stock: 5 }).where('productId', '=', novalgina).execute()
  const attempts = await Promise.allSettled(
    Array.from({ length: 40 }, () =>
      shop.orders.placeOrder({
        customerId,
        addressId,
        idempotencyKey: crypto.randomUUID(),
        bag: {
          lines: [
            { productId: novalgina, quantity: 1 },
            { productId: 61, quantity: 1 },
          ],
        },
        note: '',
      }),
    ),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await stockOf(shop, 1, novalgina)).toBe(0)
})

test('an order for another branch, another total, an uncovered or another customer’s address is refused', async () => {
  const shop = await openTestShop()
  const { customerId, addressId } = await demoCustomer(shop)
  const request = {
    customerId,
    addressId,
    idempotencyKey: 'a key',
    bag: { lines: [{ productId: novalgina, quantity: 1 }] },
    note: '',
  }
  // 0 is where no branch delivers.
  for (const branchId of [2, 0])
    await expect(shop.orders.placeOrder({ ...request, branchId })).rejects.toMatchObject({
      code: 'branch.forged',
      status: 409,
    })
  await expect(shop.orders.placeOrder({ ...request, branchId: 9999 })).rejects.toMatchObject({
    code: 'branch.unknown',
    status: 422,
  })
  // Whether it rose or fell since.
  for (const expectedTotalCents of [1, 1_000_000])
    await expect(shop.orders.placeOrder({ ...request, expectedTotalCents })).rejects.toMatchObject({
      code: 'prices.changed',
      status: 409,
    })
  await expect(shop.orders.placeOrder({ ...request, customerId: customerId + 1 })).rejects.toMatchObject({
    code: 'address.unknown',
    status: 404,
  })
  await shop.database.db.updateTable('address').set({ zipcode: '08100000' }).where('id', '=', addressId).execute()
  await expect(shop.orders.placeOrder(request)).rejects.toMatchObject({ code: 'address.uncovered', status: 422 })
})

test('an order that is not paid in time ends once and gives its stock back once', async () => {
  const shop = await openTestShop()
  const before = await stockOf(shop, 1, novalgina)
  const { id } = await orderOf(shop, 3)
  expect(await shop.orders.listPaymentOverdueOrderIds()).toEqual([])
  shop.clock.pass(30)
  expect(await shop.orders.listPaymentOverdueOrderIds()).toEqual([id])
  const ended = await Promise.all([
    shop.orders.endUnpaidOrder(id, 'expire', { kind: 'job' }),
    shop.orders.endUnpaidOrder(id, 'expire', { kind: 'job' }),
  ])
  expect(ended.filter(Boolean)).toHaveLength(1)
  expect(await stockOf(shop, 1, novalgina)).toBe(before)
})

test('an order is unknown to everyone but its customer', async () => {
  const shop = await openTestShop()
  const { id, customerId } = await orderOf(shop, 1)
  await expect(shop.orders.getOrder(customerId + 1, id)).rejects.toMatchObject({ code: 'order.unknown', status: 404 })
})
