import { expect, test } from 'vitest'
import type { SortOrder } from '../../server/catalogue/listing/category-scope.ts'
import { type Filters, isFiltered, noFilters } from '../../server/catalogue/listing/facets.ts'
import { reindex } from '../../server/catalogue/reindex.ts'
import type { ProductKind } from '../../server/database/schema.ts'
import { generateProducts } from '../bench/generate.ts'
import { seeded } from '../support/seeded.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

/** Filters count up to this many products. */
const mostCounted = 1000

interface Listed {
  id: number
  nameKey: string
  brand: string
  activeIngredient: string
  kind: ProductKind
  requiresPrescription: boolean
  categoryId: number
  subcategoryId: number
  branchId: number
  isOutOfStock: boolean
  unitsSold: number
  effectivePriceCents: number
  discountPercent: number
  isInBagPromotion: boolean
}

interface Asked {
  categoryId?: number | undefined
  subcategoryId?: number | undefined
  filters: Filters
  order: SortOrder
  limit: number
}

/** Every offer of the shop, as the database has it. */
function allOffers({ database }: TestShop): Promise<Listed[]> {
  return database.db
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.productId')
    .select(['product.id', 'nameKey', 'brand', 'activeIngredient', 'product.kind', 'product.requiresPrescription'])
    .select(['product.categoryId', 'product.subcategoryId', 'product.unitsSold', 'branchId', 'isOutOfStock'])
    .select(['effectivePriceCents', 'discountPercent'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('bagPromotionProduct').select('promotionId').whereRef('productId', '=', 'product.id'))
        .$castTo<boolean>()
        .as('isInBagPromotion'),
    )
    .execute()
}

const orders: readonly SortOrder[] = ['relevance', 'cheapest', 'dearest', 'discount', 'name']
const kinds: readonly ProductKind[] = ['generico', 'similar', 'referencia', 'nao_medicamento']

const keys: Record<SortOrder, (one: Listed) => (number | string | boolean)[]> = {
  relevance: (one) => [one.isOutOfStock, one.requiresPrescription, -one.unitsSold, one.id],
  cheapest: (one) => [one.isOutOfStock, one.effectivePriceCents, one.id],
  dearest: (one) => [one.isOutOfStock, -one.effectivePriceCents, one.id],
  discount: (one) => [one.isOutOfStock, -one.discountPercent, one.id],
  name: (one) => [one.nameKey, one.id],
}

function compare(one: (number | string | boolean)[], other: (number | string | boolean)[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1
}

function fits(one: Listed, filters: Filters): boolean {
  const among = (some: readonly string[], value: string) => some.length === 0 || some.includes(value)
  return [
    among(filters.brands, one.brand),
    among(filters.ingredients, one.activeIngredient),
    among(filters.kinds, one.kind),
    filters.price.minCents === null || one.effectivePriceCents >= filters.price.minCents,
    filters.price.maxCents === null || one.effectivePriceCents <= filters.price.maxCents,
    !filters.inStock || !one.isOutOfStock,
    !filters.onOffer || one.discountPercent > 0,
    !filters.inBagPromotion || one.isInBagPromotion,
    !filters.withoutPrescription || !one.requiresPrescription,
  ].every(Boolean)
}

/** What a listing must answer: all offers filtered, sorted and counted one by one. */
function reference(offers: Listed[], branchId: number, asked: Asked) {
  const here = offers.filter(
    (one) =>
      one.branchId === branchId &&
      (asked.categoryId === undefined || one.categoryId === asked.categoryId) &&
      (asked.subcategoryId === undefined || one.subcategoryId === asked.subcategoryId),
  )
  const fitting = here.filter((one) => fits(one, asked.filters))
  const isCapped = isFiltered(asked.filters) && fitting.length > mostCounted
  const countWith = (more: Partial<Filters>) => {
    const wanted = { ...asked.filters, ...more }
    const count = here.filter((one) => fits(one, wanted)).length
    // Without filters counts are stored, but for what is in stock.
    const isExact = !isFiltered(asked.filters) && !wanted.inStock && !wanted.inBagPromotion
    return count > mostCounted && !isExact ? { productCount: mostCounted, isCapped: true } : { productCount: count }
  }
  return {
    ids: fitting.toSorted((a, b) => compare(keys[asked.order](a), keys[asked.order](b))).map(({ id }) => id),
    total: isCapped ? mostCounted : fitting.length,
    isCapped,
    countWith,
  }
}

/** Compares pages of random listings, and the counts beside them, with the reference; first the whole shop in each order. */
async function compareRandomly(shop: TestShop, seed: number, listings: number) {
  const random = seeded(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const offers = await allOffers(shop)
  const some = <Value extends string>(values: readonly Value[]) =>
    random() < 0.25 ? [...new Set([pick(values), pick(values)])].filter((value) => value !== '') : []
  for (const order of orders) {
    await compareListing(shop, offers, pick([1, 5]), { filters: noFilters, order, limit: 24 }, random)
  }
  for (let turn = 0; turn < listings; turn += 1) {
    const near = pick(offers)
    const from = random() < 0.2 ? Math.floor(random() * 8000) : null
    const asked: Asked = {
      ...(random() < 0.7 && { categoryId: near.categoryId }),
      filters: {
        ...noFilters,
        brands: some([near.brand, pick(offers).brand]),
        ingredients: some([near.activeIngredient, pick(offers).activeIngredient]),
        kinds: some(kinds),
        price: { minCents: from, maxCents: random() < 0.2 ? (from ?? 0) + Math.floor(random() * 12_000) : null },
        inStock: random() < 0.5,
        onOffer: random() < 0.2,
        inBagPromotion: random() < 0.1,
        withoutPrescription: random() < 0.5,
      },
      order: pick(orders),
      limit: pick([5, 24, 60]),
    }
    if (random() < 0.2) asked.filters = noFilters
    if (asked.categoryId !== undefined && random() < 0.4) asked.subcategoryId = near.subcategoryId
    await compareListing(shop, offers, near.branchId, asked, random)
  }
}

async function compareListing(
  shop: TestShop,
  offers: Listed[],
  branchId: number,
  asked: Asked,
  random: () => number,
): Promise<void> {
  const right = reference(offers, branchId, asked)
  const last = Math.max(1, Math.min(200, Math.ceil(right.ids.length / asked.limit)))
  const question = JSON.stringify({ branchId, ...asked })
  for (const page of new Set([1, 1 + Math.floor(random() * last), last, last + 1])) {
    const { products, productCount, isCapped, facets } = await shop.catalogue.listProducts(branchId, { ...asked, page })
    const from = (page - 1) * asked.limit
    expect(
      products.map(({ id }) => id),
      `page ${page} of ${question}`,
    ).toEqual(page > 200 ? [] : right.ids.slice(from, from + asked.limit))
    expect({ total: productCount, isCapped }, question).toEqual({ total: right.total, isCapped: right.isCapped })
    const beside = [
      [facets.inStock, { inStock: true }],
      [facets.onOffer, { onOffer: true }],
      [facets.inBagPromotion, { inBagPromotion: true }],
      [facets.withoutPrescription, { withoutPrescription: true }],
      ...facets.brands.map(({ value, ...count }) => [count, { brands: [value] }] as const),
      ...facets.ingredients.map(({ value, ...count }) => [count, { ingredients: [value] }] as const),
      ...facets.kinds.map(({ value, ...count }) => [count, { kinds: [value] }] as const),
    ] as const
    for (const [count, filter] of beside) {
      expect(count, `${JSON.stringify(filter)} beside ${question}`).toEqual(right.countWith(filter))
    }
  }
}

test('random listings show what filtering and sorting every offer gives, before and after each kind of change', async () => {
  const shop = await openTestShop()
  const { db, transact } = shop.database
  await generateProducts(shop.database, 2000)
  await compareRandomly(shop, 1, 16)
  // The same listings each time: whatever is cached of them has to go.
  await db
    .updateTable('product')
    .set((eb) => ({ unitsSold: eb('unitsSold', '+', 3) }))
    .where('id', '>', 1500)
    .execute()
  await compareRandomly(shop, 1, 6)
  await db.updateTable('offer').set({ stock: 0 }).where('productId', '<', 900).where('branchId', '<', 3).execute()
  await compareRandomly(shop, 1, 6)
  await db
    .updateTable('offer')
    .set((eb) => ({ priceCents: eb('priceCents', '+', 1500) }))
    .where('productId', '>', 900)
    .where('branchId', '>', 2)
    .execute()
  await compareRandomly(shop, 1, 6)
  // Branches that no longer offer every product.
  await transact(async (tx) => {
    await tx.deleteFrom('offer').where('productId', '>', 1000).where('branchId', '>', 3).execute()
    await reindex({ db: tx })
  })
  await compareRandomly(shop, 2, 12)
})
