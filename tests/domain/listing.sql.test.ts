import { expect, test } from 'vitest'
import { addBagPromotion } from '../../server/catalogue/bag-promotions/bag-promotions.ts'
import type { SortOrder } from '../../server/catalogue/listing/category-scope.ts'
import { type Filters, noFilters } from '../../server/catalogue/listing/facets.ts'
import { recordSales } from '../../server/catalogue/stock.ts'
import { generateProducts } from '../bench/generate.ts'
import { openTestShop } from '../support/shop.ts'

const only = (filters: Partial<Filters>): Filters => ({ ...noFilters, ...filters })

/** All products of a listing, over all its pages. */
async function all(
  shop: Awaited<ReturnType<typeof openTestShop>>,
  listing: { order?: SortOrder; categoryId?: number | undefined; filters?: Filters },
) {
  const first = await shop.catalogue.listProducts(1, listing)
  const rest = await Promise.all(
    Array.from({ length: first.pageCount - 1 }, (_, index) =>
      shop.catalogue.listProducts(1, { ...listing, page: index + 2 }),
    ),
  )
  return [first, ...rest].flatMap(({ products }) => products)
}

test('every order shows each product once, in stock first, and sorts as it says', async () => {
  const shop = await openTestShop()
  for (const categoryId of [undefined, 1, 3]) {
    const expected = (await all(shop, { categoryId })).map(({ id }) => id).toSorted()
    const sortKeys = {
      cheapest: (p: { priceCents: number }) => p.priceCents,
      dearest: (p: { priceCents: number }) => -p.priceCents,
      discount: (p: { discountPercent: number | null }) => -(p.discountPercent ?? 0),
    }
    for (const [order, key] of Object.entries(sortKeys)) {
      const products = await all(shop, { categoryId, order: order as SortOrder })
      expect(products.map(({ id }) => id).toSorted()).toEqual(expected)
      const sorted = products.toSorted(
        (a, b) => Number(b.stock > 0) - Number(a.stock > 0) || key(a) - key(b) || a.id - b.id,
      )
      expect(products.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
    }
    const names = (await all(shop, { categoryId, order: 'name' })).map(({ name }) => name)
    expect(names).toHaveLength(expected.length)
    expect(names[0]).toMatch(/^[AÁ]/)
  }
})

test('by relevance what needs no prescription comes first, and then the most sold', async () => {
  const shop = await openTestShop()
  await shop.database.db
    .updateTable('product')
    .set((eb) => ({ unitsSold: eb(eb.ref('id'), '*', 7) }))
    .execute()
  for (const categoryId of [undefined, 1]) {
    const products = await all(shop, { categoryId })
    const sorted = products.toSorted(
      (a, b) =>
        Number(b.stock > 0) - Number(a.stock > 0) ||
        Number(a.requiresPrescription) - Number(b.requiresPrescription) ||
        b.id - a.id,
    )
    expect(products.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
    expect(products.some(({ requiresPrescription }) => requiresPrescription)).toBe(true)
  }
})

test('a listing out of the indexes and one out of what was found have the same order', async () => {
  const shop = await openTestShop()
  for (const order of ['relevance', 'cheapest', 'dearest', 'discount', 'name'] as const) {
    const whole = await all(shop, { order, categoryId: 1 })
    const filtered = await all(shop, {
      order,
      categoryId: 1,
      filters: only({ price: { minCents: 1, maxCents: null } }),
    })
    expect(filtered.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  }
})

test('a filter leaves what it says, and the count beside it is what it leaves', async () => {
  const shop = await openTestShop()
  const { facets } = await shop.catalogue.listProducts(1, { categoryId: 1 })
  const left = async (filters: Partial<Filters>) =>
    (await shop.catalogue.listProducts(1, { categoryId: 1, filters: only(filters) })).productCount
  for (const { value, productCount } of facets.brands) expect(await left({ brands: [value] })).toBe(productCount)
  for (const { value, productCount } of facets.ingredients)
    expect(await left({ ingredients: [value] })).toBe(productCount)
  for (const { value, productCount } of facets.kinds) expect(await left({ kinds: [value] })).toBe(productCount)
  expect(await left({ inStock: true })).toBe(facets.inStock.productCount)
  expect(await left({ onOffer: true })).toBe(facets.onOffer.productCount)
  expect(await left({ withoutPrescription: true })).toBe(facets.withoutPrescription.productCount)
  for (const product of await all(shop, {
    filters: only({ price: { minCents: 1000, maxCents: 2000 }, inStock: true }),
  })) {
    expect(product.priceCents).toBeGreaterThanOrEqual(1000)
    expect(product.priceCents).toBeLessThanOrEqual(2000)
    expect(product.stock).toBeGreaterThan(0)
  }
  const [one] = await all(shop, {})
  const price = { minCents: one?.priceCents ?? 0, maxCents: one?.priceCents ?? 0 }
  expect((await all(shop, { filters: only({ price }) })).map(({ id }) => id)).toContain(one?.id)
})

test('products of a promotion by quantity are a filter’s from its start to its end, in a category, the shop and a search', async () => {
  const { catalogue, clock, ctx, database } = await openTestShop()
  await database.db.deleteFrom('bagPromotion').execute()
  const [first, second] = await database.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select(['product.id', 'product.name', 'product.categoryId', 'product.subcategoryId'])
    .where('branchId', '=', 1)
    .where('isMedicine', '=', false)
    .where('isPromoAllowed', '=', true)
    .where('isPbm', '=', false)
    .orderBy('product.id')
    .limit(2)
    .execute()
  if (!first || !second) throw new Error('the demo has cosmetics')
  const scopes = [
    {},
    { categoryId: first.categoryId },
    { categoryId: first.categoryId, subcategoryId: first.subcategoryId },
    { search: first.name, exact: true },
  ]
  const counts = () =>
    Promise.all(
      scopes.map(async (scope) => {
        const { facets } = await catalogue.listProducts(1, scope)
        const filtered = await catalogue.listProducts(1, { ...scope, filters: only({ inBagPromotion: true }) })
        expect(filtered.facets.inBagPromotion).toEqual(facets.inBagPromotion)
        expect(filtered.productCount).toBe(facets.inBagPromotion.productCount)
        return facets.inBagPromotion.productCount
      }),
    )
  const minutesLater = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000)
  const plan = { rule: 'leve 3 pague 2', startsAt: minutesLater(10), endsAt: minutesLater(20) }
  await addBagPromotion(ctx, { ...plan, productIds: [first.id] })
  await addBagPromotion(ctx, { ...plan, productIds: [first.id, second.id], startsAt: minutesLater(15), endsAt: null })
  expect(await counts()).toEqual([0, 0, 0, 0])
  clock.pass(10)
  expect(await counts()).toEqual([1, 1, 1, 1])
  clock.pass(5)
  const [all] = await counts()
  expect(all).toBe(2)
  for (const order of ['relevance', 'cheapest', 'dearest', 'discount', 'name'] as const) {
    const { products } = await catalogue.listProducts(1, { order, filters: only({ inBagPromotion: true }) })
    expect(products.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted())
  }
  // An import may have made it what no promotion is for.
  await database.db.updateTable('product').set({ isMedicine: true }).where('id', '=', second.id).execute()
  expect(await counts()).toEqual([1, 1, 1, 1])
  await database.db.deleteFrom('bagPromotion').where('endsAt', 'is', null).execute()
  clock.pass(4)
  expect(await counts()).toEqual([1, 1, 1, 1])
  clock.pass(1)
  expect(await counts()).toEqual([0, 0, 0, 0])
})

test('after a filter the counts are those of what is left, and a second brand can join the first', async () => {
  const { catalogue } = await openTestShop()
  const { facets, productCount } = await catalogue.listProducts(1, {
    categoryId: 1,
    filters: only({ brands: ['Medley'] }),
  })
  const other = facets.brands.find(({ value }) => value !== 'Medley')
  const both = await catalogue.listProducts(1, {
    categoryId: 1,
    filters: only({ brands: ['Medley', other?.value ?? ''] }),
  })
  expect(both.productCount).toBe(productCount + (other?.productCount ?? 0))
  expect(facets.kinds.reduce((sum, { productCount }) => sum + productCount, 0)).toBe(productCount)
})

test('filters and orders hold inside a search, too', async () => {
  const { catalogue } = await openTestShop()
  const filters = only({ kinds: ['generico'], withoutPrescription: true })
  const found = await catalogue.listProducts(1, { search: 'dipirona', filters, order: 'cheapest' })
  expect(found.productCount).toBeGreaterThan(3)
  const prices = found.products.filter(({ stock }) => stock > 0).map(({ priceCents }) => priceCents)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  for (const product of found.products) expect(product).toMatchObject({ kind: 'generico', requiresPrescription: false })
})

test('what is unknown or far away finds nothing and breaks nothing', async () => {
  const { catalogue } = await openTestShop()
  expect((await catalogue.listProducts(1, { filters: only({ brands: ["' or 1=1 --"] }) })).productCount).toBe(0)
  expect((await catalogue.listProducts(1, { page: 100_000 })).products).toEqual([])
  expect((await catalogue.listProducts(77, {})).productCount).toBe(0)
  const ids = [60, 0, -1, 1.5, Number.NaN, 2 ** 31, 1e20]
  expect([...(await catalogue.findProducts(1, ids)).keys()]).toEqual([60])
  expect((await catalogue.listProducts(1, { categoryId: 9999, order: 'cheapest' })).productCount).toBe(0)
})

test('a listing is paged as far as page 200, however many products it counts', async () => {
  const { catalogue, database } = await openTestShop()
  await database.db.updateTable('facetCount').set({ products: 65_000 }).where('facet', '=', 'all').execute()
  expect(await catalogue.listProducts(1, { categoryId: 1, page: 200 })).toMatchObject({
    productCount: 65_000,
    pageCount: 200,
  })
  expect(await catalogue.listProducts(1, { categoryId: 1, page: 8000 })).toMatchObject({ products: [], pageCount: 200 })
})

test('what is sold moves up, what sells out goes to the end, at once', async () => {
  const shop = await openTestShop()
  const { catalogue, database } = shop
  const before = await catalogue.listProducts(1, { categoryId: 1 })
  const [first, second] = before.products.map(({ id }) => id)
  await shop.ctx.transact((ctx) => recordSales(ctx, [{ productId: second ?? 0, quantity: 3 }]))
  expect((await catalogue.listProducts(1, { categoryId: 1 })).products[0]?.id).toBe(second)
  await database.db
    .updateTable('offer')
    .set({ stock: 0 })
    .where('productId', '=', second ?? 0)
    .execute()
  const after = await catalogue.listProducts(1, { categoryId: 1 })
  expect(after.products[0]?.id).toBe(first)
  expect(after.facets.inStock.productCount).toBe(before.facets.inStock.productCount - 1)
})

test('beside a listing stand the five most frequent brands, the chosen ones, and a way to all of them', async () => {
  const { catalogue } = await openTestShop()
  const { facets } = await catalogue.listProducts(1, { categoryId: 1 })
  const all = await catalogue.listFacetChoices(1, { categoryId: 1 }, 'brands')
  expect([facets.brands.length, facets.truncatedKeys.includes('brands')]).toEqual([5, true])
  expect(all.length).toBeGreaterThan(20)
  const names = all.map(({ value }) => value)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'pt-BR')))
  const most = all.map(({ productCount }) => productCount).toSorted((a, b) => b - a)
  expect(facets.brands.map(({ productCount }) => productCount)).toEqual(most.slice(0, 5))

  const rare = all.find(
    ({ productCount, value }) => productCount === 1 && !facets.brands.some((one) => one.value === value),
  )
  const chosen = await catalogue.listProducts(1, { categoryId: 1, filters: only({ brands: [rare?.value ?? ''] }) })
  expect(chosen.facets.brands).toHaveLength(6)
  expect(chosen.facets.brands).toContainEqual(rare)
  const within = { categoryId: 1, filters: only({ kinds: ['generico'], brands: [rare?.value ?? ''] }) }
  for (const { value, productCount } of await catalogue.listFacetChoices(1, within, 'brands')) {
    const filters = only({ kinds: ['generico'], brands: [value] })
    expect((await catalogue.listProducts(1, { categoryId: 1, filters })).productCount).toBe(productCount)
  }
})

test('a filter is counted exactly up to a thousand products, and beyond says that there are more', async () => {
  const { catalogue, database } = await openTestShop()
  await generateProducts(database, 3000)
  const total = async (filters: Partial<Filters>) => {
    const { productCount, isCapped } = await catalogue.listProducts(1, { filters: only({ inStock: true, ...filters }) })
    return { productCount, ...(isCapped && { isCapped }) }
  }
  const { facets, ...listed } = await catalogue.listProducts(1, { filters: only({ inStock: true }) })
  expect(listed).toMatchObject({ productCount: 1000, isCapped: true })
  expect(facets.withoutPrescription).toEqual({ productCount: 1000, isCapped: true })
  for (const { value, ...count } of facets.brands) expect(await total({ brands: [value] })).toEqual(count)
  for (const { value, ...count } of facets.kinds) expect(await total({ kinds: [value] })).toEqual(count)
  expect(await total({ onOffer: true })).toEqual(facets.onOffer)
  const [brand] = facets.brands
  const one = await catalogue.listProducts(1, { filters: only({ inStock: true, brands: [brand?.value ?? ''] }) })
  for (const { value, ...count } of one.facets.brands) expect(await total({ brands: [value] })).toEqual(count)
})
