import type { KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Catalogue, openCatalogue } from '../../server/catalogue/catalogue.ts'
import { noFilters } from '../../server/catalogue/listing/filters.ts'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { migrate, stepNames } from '../../server/database/migrate.ts'
import { openShownChanges } from '../../server/database/shown-changes.ts'
import { generateProducts } from '../bench/generate.ts'
import { inFile, rowOf } from '../support/catalogue-rows.ts'
import { createTestDatabase } from '../support/database.ts'
import { seeded } from '../support/seeded.ts'
import { openTestShop } from '../support/shop.ts'

type Listing = Parameters<Catalogue['listProducts']>[1]

/** Branch 1's dearest products in stock: a few more than filters count. */
const fewTooMany = 1030

/** A shop with so many products that most filters count to their end. */
async function openLargeShop() {
  const shop = await openTestShop()
  await generateProducts(shop.database, 1150)
  // As the shop's jobs do every minute: after so many changes at once no more are named.
  await openShownChanges(shop.database).merge()
  const dear = await shop.database.query
    .selectFrom('offer')
    .select(['product_id', 'effective_price_cents as cents'])
    .where('branch_id', '=', 1)
    .where('out_of_stock', '=', 0)
    .orderBy('effective_price_cents', 'desc')
    .limit(fewTooMany)
    .execute()
  const filtered = (filters: Partial<typeof noFilters>): Listing => ({ filters: { ...noFilters, ...filters } })
  const { brand } = await shop.database.query.selectFrom('product').select('brand').executeTakeFirstOrThrow()
  const listings: Listing[] = [
    {},
    filtered({ inStock: true, withoutPrescription: true }),
    filtered({ inStock: true, fromCents: dear.at(-1)?.cents ?? 0 }),
    { categoryId: 1, ...filtered({ inStock: true }) },
    filtered({ kinds: ['generico', 'similar'], onOffer: true }),
    { order: 'cheapest', ...filtered({ kinds: ['generico', 'similar'] }) },
    filtered({ brands: [brand], inStock: true }),
    { search: 'comprimidos' },
    { search: 'gotas', order: 'cheapest', ...filtered({ inStock: true }) },
    { search: 'dipirona' },
  ]
  return { shop, listings, dear: dear.map(({ product_id }) => product_id) }
}

/** Every listing in one branch and some in another: its counts, and its products with price and stock. */
function look(catalogue: Catalogue, listings: Listing[]) {
  return Promise.all(
    [1, 3].flatMap((branch) =>
      (branch === 1 ? listings : listings.slice(1, 4)).map(async (listing) => {
        const { products, ...rest } = await catalogue.listProducts(branch, listing)
        return { ...rest, products: products.map(({ id, priceCents, stock }) => [id, priceCents, stock]) }
      }),
    ),
  )
}

const setOffers = (
  { query }: Pick<Database, 'query'>,
  ids: number[],
  offer: { stock?: number; price_cents?: number },
  branch = 1,
) => query.updateTable('offer').set(offer).where('branch_id', '=', branch).where('product_id', 'in', ids).execute()

test('listings and searches show what a fresh look finds, after any change by whichever process', async () => {
  const { shop, listings, dear } = await openLargeShop()
  const { database, catalogue, delivery, clock } = shop
  const { imports, promotions, offers } = catalogue
  const random = seeded(20_261_124)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const any = () => 1 + Math.floor(random() * 1350)
  const some = (count: number) => Array.from({ length: count }, () => pick(dear))
  const branch = () => pick([1, 3])
  const sku = () => pick(['FD0060', 'FD0203', 'FD0014'])
  let turn = 0
  const row = (changes: Record<string, string>) => imports.importProducts(inFile([rowOf(sku(), changes)]))
  const line = (): { productId: number; quantity: number; name: string } => ({
    productId: any(),
    quantity: 1,
    name: 'any',
  })
  const changes: Record<string, () => Promise<unknown>> = {
    'sold out': () => setOffers(database, [any(), pick(dear)], { stock: 0 }, branch()),
    'in stock again': () => setOffers(database, [any(), pick(dear)], { stock: 5 }, branch()),
    'the last but one': () => setOffers(database, [any(), pick(dear)], { stock: 1 }, branch()),
    'a price': () => setOffers(database, [any(), pick(dear)], { price_cents: 100 + any() }, branch()),
    'an operator’s offer': () => offers.setOffer(sku(), branch(), { stock: Math.floor(random() * 3), priceCents: 900 }),
    'a sale': () => database.transact((tx) => catalogue.countSales(tx, [line(), line()])),
    'an order': () => database.transact((tx) => catalogue.takeStock(tx, branch(), [line()])).catch(() => null),
    'many sold out': () => setOffers(database, some(60), { stock: 0 }),
    'very many in stock again': () => setOffers(database, dear, { stock: 40 }),
    'a file of offers': () => imports.importOffers(inFile([{ sku: sku(), branch_id: '3', price: `8.${10 + turn}` }])),
    'a brand': () => row({ brand: `Marca ${turn}` }),
    'a discount': () => row({ discount_type: 'percent', discount: `${5 + turn}` }),
    'a new product': () => row({ sku: `NEW${turn}`, slug: `new-${turn}` }),
    'a withdrawal': () =>
      imports.importProducts(inFile([rowOf('FD0060'), rowOf(sku())]), { replace: true, mayWithdrawMany: true }),
    'a promotion': () =>
      promotions.setPromotion(
        203,
        { discount: { type: 'percent', value: 5 + turn }, startsAt: clock.now(), endsAt: null },
        '',
        async () => {},
      ),
    'a branch': () =>
      delivery.importBranches(
        inFile([
          {
            ...{ id: `2${turn}`, name: `Loja ${turn}`, zipcodes: '', open_time: '07:00', close_time: '22:00' },
            ...{ whatsapp: '5511999990000', shipping_estimate: '60', shipping_later: '0' },
          },
        ]),
      ),
    'a merge of what changed': () => openShownChanges(database).merge(),
  }
  const frequent = ['sold out', 'in stock again', 'the last but one', 'a price', 'a sale', 'an order']
  await look(catalogue, listings)
  // The withdrawal comes last: nearly nothing is on sale afterwards.
  const names = [...Object.keys(changes).filter((name) => name !== 'a withdrawal'), 'many sold out', 'many sold out']
  const order = names
    .map((name) => ({ name, at: random() }))
    .sort((a, b) => a.at - b.at)
    .flatMap(({ name }) => [name, pick(frequent)])
  for (const name of [...order, 'a withdrawal', 'sold out']) {
    turn += 1
    if (turn % 10 === 0) await openShownChanges(database).merge()
    await changes[name]?.()
    // Not each time: what is kept has to bear several changes at once, too.
    if (random() < 0.5) continue
    expect(await look(catalogue, listings), `${turn}: ${name}`).toEqual(await look(openCatalogue(database), listings))
  }
})

test('a product that sells out costs no listing, and no search without it, another count', async () => {
  const { shop, listings, dear } = await openLargeShop()
  const asked: string[] = []
  const noting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const database = { ...shop.database, query: shop.database.query.withPlugin(noting) }
  const catalogue = openCatalogue(database)
  const counts = async () => {
    asked.length = 0
    await look(catalogue, listings.slice(1, 3))
    await look(catalogue, [{ search: 'dipirona' }])
    return asked.filter((node) => /count0|json_each|unnest/.test(node)).length
  }
  expect(await counts()).toBeGreaterThan(0)
  expect(await counts()).toBe(0)
  await setOffers(shop.database, dear.slice(0, 1), { stock: 0 })
  await counts()
  // Of some brand and ingredient it was one: from now on only these are counted again.
  await setOffers(shop.database, dear.slice(1, 2), { stock: 0 }, 5)
  expect(await counts()).toBe(0)
})

test('a change that becomes visible after newer ones is noticed, and so is one merged before anybody looked', async () => {
  const { shop, listings, dear } = await openLargeShop()
  const { database, catalogue } = shop
  const other = openDatabase(shop.location)
  onTestFinished(() => other.close())
  const compare = async () =>
    expect(await look(catalogue, listings)).toEqual(await look(openCatalogue(database), listings))
  await look(catalogue, listings)
  // Twice as many changes as products: what was a little above the most that is counted may still be.
  await setOffers(database, dear.slice(90, 110), { stock: 0 })
  await setOffers(database, dear.slice(90, 110), { price_cents: 90_000 })
  await compare()
  await database.transact(async (tx) => {
    await setOffers({ query: tx }, dear.slice(0, 40), { stock: 0 })
    // On SQLite the second would wait for the first.
    if (database.engine === 'sqlite') return
    await setOffers(other, dear.slice(40, 41), { stock: 0 })
    await look(catalogue, listings)
  })
  await compare()
  await setOffers(database, dear.slice(50, 90), { stock: 0 })
  await openShownChanges(other).merge()
  await compare()
})

test('the changes counted before an update of the shop are counted after it', async () => {
  const { location, drop } = await createTestDatabase()
  const database = openDatabase(location)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  await migrate(database, stepNames[stepNames.indexOf('034-changed-offers') - 1])
  await database.query.updateTable('shown_change').set({ changes: 41, sales: 7 }).execute()
  await migrate(database)
  const { count, countWithSales, findChangedOffers } = openShownChanges(database)
  expect([await count(), await countWithSales()]).toEqual([41, 48])
  const { moment } = await findChangedOffers({ total: 41, lastId: 0 }, ['brand'])
  expect(moment.total).toBe(48)
})
