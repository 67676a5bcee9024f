import { expect, test } from 'vitest'
import { translateImportError } from '../../app/texts/import-errors.ts'
import type { ListedMedicine } from '../../server/catalogue/ceilings.ts'
import { importBanners } from '../../server/catalogue/import/banner-import.ts'
import { importOffers } from '../../server/catalogue/import/offer-import.ts'
import { importProducts } from '../../server/catalogue/import/product-import.ts'
import { listProductRecords, type ProductRecord } from '../../server/catalogue/import/product-record.ts'
import { TooManyWithdrawnError } from '../../server/catalogue/import/too-many-withdrawn.ts'
import { deductStock, restoreStock } from '../../server/catalogue/stock.ts'
import { importBranches } from '../../server/delivery/branch-import.ts'
import { createDryRunContext } from '../../server/dry-run-context.ts'
import { buildReservedUnitsQuery } from '../../server/orders/reserved-units.ts'
import type { ImportRowStream } from '../../server/platform/csv/checked-rows.ts'
import { importGains } from '../../server/wallet/gain-import.ts'
import { demoRows, inFile, rowOf, type Values } from '../support/catalogue-rows.ts'
import { it } from '../support/rule.ts'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'
import { operator } from '../support/staff.ts'

test('the demo’s catalogue taken in again changes nothing; a changed row its product, a missing one leaves the shop', async () => {
  const {
    catalogue: { importer },
    catalogue,
  } = await openTestShop()
  expect(await importer.importProducts(inFile(demoRows))).toEqual({
    read: 205,
    changed: 0,
    added: 0,
    returned: 0,
    withdrawn: 0,
  })

  const rows = [
    rowOf('FD0060', { name: 'Novalgina Nova' }),
    rowOf('FD0061', { sku: 'NEW1', slug: 'novo', category: 'Novas' }),
  ]
  expect(await importer.importProducts(inFile(rows))).toMatchObject({ read: 2, changed: 1, added: 1 })
  expect(await catalogue.getProductBySlug(1, 'novo')).toMatchObject({ id: 206, stock: 0 })
  expect((await catalogue.listProducts(1, { search: 'novalgina nova' })).products[0]?.id).toBe(60)
  const { category } = await catalogue.resolveCategory('novas')
  expect((await catalogue.listProducts(1, { categoryId: category?.id })).productCount).toBe(1)

  const whole = await importer.importProducts(inFile(demoRows), { isFullCatalogue: true })
  expect(whole).toMatchObject({ changed: 1, added: 0, withdrawn: 1 })
  await expect(catalogue.getProductBySlug(1, 'novo')).rejects.toMatchObject({ code: 'product.withdrawn', status: 410 })
})

test('the products that are exported, taken in again, change nothing', async () => {
  const { catalogue, ctx, backoffice, database } = await openTestShop()
  // A promotion that runs stands in for the product's own discount.
  await catalogue.importer.importProducts(
    inFile([rowOf('FD0060', { discount_type: 'percent', discount: '5', storage: 'Longe da luz' })]),
  )
  const plan = { type: 'percent' as const, value: 20, firstDay: '', lastDay: '', version: '' }
  await backoffice.products.setPromotion(operator, 60, plan)
  await backoffice.products.setSafetyStock(operator, 60, 4, null)
  const read = () => database.db.selectFrom('product').selectAll().orderBy('id').execute()
  const before = await read()
  const records: ProductRecord[] = []
  for await (const record of listProductRecords(ctx)) records.push(record)
  expect(records).toHaveLength(205)
  expect(records.find(({ sku }) => sku === 'FD0060')).toMatchObject({
    discount_type: 'percent',
    discount: '5',
    safety_stock: '4',
  })
  const rows = records as Values[]
  expect(await catalogue.importer.importProducts(inFile(rows), { isFullCatalogue: true })).toMatchObject({
    read: 205,
    changed: 0,
    added: 0,
    withdrawn: 0,
  })
  expect(await read()).toEqual(before)
})

test('the safety stock is a column of the file: a number sets it, an empty cell leaves it to each branch, no column changes none', async () => {
  const { catalogue, backoffice, database } = await openTestShop()
  await backoffice.products.setSafetyStock(operator, 60, 4, null)
  const read = async () => {
    const offers = database.db.selectFrom('offer').select('safetyStock').where('productId', '=', 60).distinct()
    const product = database.db.selectFrom('product').select('safetyStock').where('id', '=', 60)
    return [(await product.executeTakeFirstOrThrow()).safetyStock, await offers.execute()]
  }
  const take = (changes: Values) => catalogue.importer.importProducts(inFile([rowOf('FD0060', changes)]))
  expect(await take({ storage: 'Longe da luz' })).toMatchObject({ changed: 1 })
  expect(await read()).toEqual([4, [{ safetyStock: 4 }]])
  expect(await take({ safety_stock: '7' })).toMatchObject({ changed: 1 })
  expect(await read()).toEqual([7, [{ safetyStock: 7 }]])
  expect(await take({ safety_stock: ' 7 ' })).toMatchObject({ changed: 0 })
  for (const safety_stock of ['-1', 'dois', '9999999999', '1,5'])
    expect(await take({ safety_stock })).toMatchObject({
      faults: [{ column: 'safety_stock', reason: expect.stringContaining('must be a whole number from 0 to') }],
    })
  expect(await read()).toEqual([7, [{ safetyStock: 7 }]])
  expect(await take({ safety_stock: '' })).toMatchObject({ changed: 1 })
  expect(await read()).toEqual([null, [{ safetyStock: 0 }]])
})

test('a category is the same however a file writes it: case, accents, spaces', async () => {
  const { catalogue, database, ctx } = await openTestShop()
  const places = async () => [
    (await database.db.selectFrom('category').selectAll().orderBy('id').execute()).length,
    (await database.db.selectFrom('subcategory').selectAll().orderBy('id').execute()).length,
  ]
  const [categories = 0, subcategories = 0] = await places()
  const { category = '', subcategory = '' } = rowOf('FD0060')
  const rows = [
    rowOf('FD0060', { category: category.toUpperCase(), subcategory: subcategory.toUpperCase() }),
    rowOf('FD0061', { category: ` ${category}  `, subcategory: 'Mamãe/Bebê' }),
    rowOf('FD0062', { category, subcategory: 'MAMAE/BEBE' }),
    rowOf('FD0063', { category: 'Dor & Febre', subcategory: '50% Off' }),
    rowOf('FD0064', { category: 'DOR  &  FEBRE', subcategory: '50%  off' }),
  ]
  for (const context of [createDryRunContext(ctx), ctx]) {
    const result = await importProducts(context, inFile(rows), { maxChanges: 9 })
    expect(result).toMatchObject({ read: 5, added: 0, changed: 4 })
  }
  expect(await places()).toEqual([categories + 1, subcategories + 2])
  const { category: found } = await catalogue.resolveCategory('dor_&_febre', '50% OFF')
  expect(found).toMatchObject({ name: 'Dor & Febre', slug: 'dor_&_febre' })
  expect((await catalogue.listProducts(1, { categoryId: found?.id })).productCount).toBe(2)
  const nameless = await catalogue.importer.importProducts(
    inFile([rowOf('FD0060', { category: '..', subcategory: '/' })]),
  )
  expect(nameless).toMatchObject({ faults: [{ column: 'category' }, { column: 'subcategory' }] })
})

it('a controlled medicine that a file would sell online is refused, and so is what goes on from a product that is none', async () => {
  const { catalogue } = await openTestShop()
  const { sku = '' } = demoRows.find((row) => row.prescription_class === 'CONTROLADO') ?? {}
  const refusals = await Promise.all(
    [
      rowOf(sku, { sellable_online: '1' }),
      rowOf('FD0060', { prescription_class: 'CONTROLADO', sellable_online: '1' }),
    ].map((row) => catalogue.importer.importProducts(inFile([row]))),
  )
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      faults: [{ column: 'sellable_online', reason: expect.stringContaining('must be 0 for a controlled medicine') }],
    })
  }
})

it('a bar code that is none is refused, and a feed names none that came in before', async () => {
  const { catalogue, database } = await openTestShop()
  const codes = ['7891234567890', '7', '789123456789', '7891234567895.5', '7,89E+12', '78912345678951']
  const refused = await catalogue.importer.importProducts(
    inFile(codes.map((ean, index) => rowOf(`FD006${index}`, { ean }))),
  )
  expect('faults' in refused && refused.faults.map(({ line, column }) => `${line} ${column}`)).toEqual(
    codes.map((_, index) => `${index + 2} ean`),
  )
  const fine = ['7891234567895', '96385074', '012345678905', '17891234567892', '']
  const taken = inFile(fine.map((ean, index) => rowOf(`FD006${index}`, { ean })))
  expect(await catalogue.importer.importProducts(taken)).toMatchObject({ read: 5 })

  await database.db.updateTable('product').set({ ean: '7' }).where('id', '=', 160).execute()
  const [product] = await catalogue.productFeed.listAdvertisableProducts(1, 159, 1)
  expect(product).toMatchObject({ id: 160, ean: null })
})

it('a generic’s ceiling is that of 12 % where the file has it; other products keep theirs of 18 %', async () => {
  const { catalogue, database } = await openTestShop()
  const ceilings = { pmc_18_sp: '33.22', pmc_12_sp: '30.96' }
  const rows = [rowOf('FD0001', { kind: 'generico', ...ceilings }), rowOf('FD0002', { kind: 'similar', ...ceilings })]
  await catalogue.importer.importProducts(inFile(rows))
  const imported = database.db.selectFrom('product').select('ceilingPriceCents').where('id', 'in', [1, 2]).orderBy('id')
  expect(await imported.execute()).toEqual([{ ceilingPriceCents: 3096 }, { ceilingPriceCents: 3322 }])
  expect(
    (await database.db.selectFrom('offer').select('priceCents').where('productId', '=', 1).execute()).every(
      ({ priceCents }) => priceCents <= 3096,
    ),
  ).toBe(true)
})

test('two products with one bar code or GGREM are both taken, and named; a feed names neither by it', async () => {
  const { catalogue } = await openTestShop()
  const [first, second] = [rowOf('FD0160'), rowOf('FD0161')]
  const file = inFile([
    { ...first, ean: '7891234567895', ggrem: '500000000000001' },
    { ...second, ean: '07891234567895', ggrem: '500000000000001' },
  ])
  expect(await catalogue.importer.importProducts(file)).toMatchObject({
    read: 2,
    notes: [
      { line: 2, column: 'ean', reason: '"7891234567895" is also that of the product FD0161' },
      { line: 2, column: 'ggrem', reason: '"500000000000001" is also that of the product FD0161' },
      { line: 3, column: 'ean', reason: '"7891234567895" is also that of the product FD0160' },
      { line: 3, column: 'ggrem', reason: '"500000000000001" is also that of the product FD0160' },
    ],
  })
  const feed = await catalogue.productFeed.listAdvertisableProducts(1, 159, 2)
  expect(feed.map(({ ean }) => ean)).toEqual([null, null])
})

test('products change their slugs among each other in one file, and a new one takes what another gives up', async () => {
  const {
    catalogue: { importer },
    catalogue,
  } = await openTestShop()
  const slugs = ['FD0060', 'FD0061', 'FD0062'].map((sku) => rowOf(sku).slug ?? '')
  const [first = '', second = '', third = ''] = slugs
  const rows = [
    rowOf('FD0060', { slug: second }),
    rowOf('FD0061', { slug: first }),
    rowOf('FD0062', { slug: 'outro-nome' }),
    rowOf('FD0063', { sku: 'NEW1', slug: third }),
  ]
  expect(await importer.importProducts(inFile(rows))).toMatchObject({ changed: 3, added: 1 })
  const idOf = async (slug: string) => (await catalogue.getProductBySlug(1, slug)).id
  expect(await Promise.all([...slugs, 'outro-nome'].map(idOf))).toEqual([61, 60, 206, 62])
})

test('a product keeps all addresses it had: old slugs lead to it until another product has them', async () => {
  const {
    catalogue: { importer },
    catalogue,
  } = await openTestShop()
  const { slug: first = '' } = rowOf('FD0060')
  const idOf = async (slug: string) => (await catalogue.getProductBySlug(1, slug)).id
  for (const slug of ['segundo', 'terceiro', 'quarto'])
    await importer.importProducts(inFile([rowOf('FD0060', { slug })]))
  expect(await Promise.all([first, 'segundo', 'terceiro', 'quarto', 'TERCEIRO'].map(idOf))).toEqual(Array(5).fill(60))

  await importer.importProducts(inFile([rowOf('FD0061', { slug: 'segundo' }), rowOf('FD0060', { slug: 'terceiro' })]))
  expect(await Promise.all([first, 'segundo', 'terceiro', 'quarto'].map(idOf))).toEqual([60, 61, 60, 60])

  await importer.importProducts(inFile(demoRows.filter(({ sku }) => sku !== 'FD0060')), { isFullCatalogue: true })
  for (const slug of [first, 'quarto']) {
    await expect(catalogue.getProductBySlug(1, slug)).rejects.toMatchObject({ code: 'product.withdrawn' })
  }
  await expect(catalogue.getProductBySlug(1, 'nunca-houve')).rejects.toMatchObject({ code: 'product.unknown' })
  const { name, products } = await catalogue.alternatives.loadReplacements(1, 'quarto', 5)
  expect([name, products.map(({ id }) => id)]).toEqual([rowOf('FD0060').name, [59]])
})

it('in place of what left the shop stands only what is in stock', async () => {
  const {
    catalogue: { importer, alternatives },
    database,
  } = await openTestShop()
  const { slug = '' } = rowOf('FD0160')
  await importer.importProducts(inFile(demoRows.filter(({ sku }) => sku !== 'FD0160')), { isFullCatalogue: true })
  const shown = async () => (await alternatives.loadReplacements(1, slug, 5)).products.map(({ id }) => id)
  const [left = 0, ...others] = await shown()
  expect(others.length).toBeGreaterThan(0)
  await database.db.updateTable('offer').set({ stock: 0 }).where('productId', '<>', left).execute()
  expect(await shown()).toEqual([left])
})

it('a bag names what it drops, also a product that left the shop', async () => {
  const { catalogue, bags } = await openTestShop()
  await catalogue.importer.importProducts(inFile(demoRows.filter(({ sku }) => sku !== 'FD0060')), {
    isFullCatalogue: true,
  })
  const lines = [60, 2_147_483_648, 999_999].map((productId) => ({ productId, quantity: 1 }))
  expect((await bags.reviewBag({ lines }, 1)).droppedLines.map(({ name }) => name)).toEqual([
    rowOf('FD0060').name,
    null,
    null,
  ])
})

test('every letter of a text comes in as it stands in the file, whatever it means to the database', async () => {
  const { catalogue, database } = await openTestShop()
  const texts = ['\\N', '\\.', 'a\tb\nc\r\nd', '\\t \\\\', '"Pó", d\'água; 5 % – ção 💊', 'null']
  const rows = texts.map((description, index) => rowOf(`FD006${index}`, { description, ean: '', leaflet_url: '' }))
  expect(await catalogue.importer.importProducts(inFile(rows))).toMatchObject({ read: texts.length, added: 0 })
  const products = database.db.selectFrom('product').select(['description', 'ean', 'leafletUrl'])
  const named = products
    .where(
      'sku',
      'in',
      rows.map(({ sku = '' }) => sku),
    )
    .orderBy('sku')
  expect(await named.execute()).toEqual(texts.map((description) => ({ description, ean: null, leafletUrl: null })))
})

it('what a page tells of a product comes from a file’s column; a file without the column leaves it, an empty cell takes it away', async () => {
  const { catalogue } = await openTestShop()
  const { slug = '', ...row } = rowOf('FD0060')
  const storage = async () => (await catalogue.getProductBySlug(1, slug)).details.storage
  const importRow = (more: Record<string, string>) =>
    catalogue.importer.importProducts(inFile([{ ...row, slug, ...more }]), { maxChanges: 5 })
  expect(await importRow({ storage: ' Entre 2 e 8 °C ' })).toMatchObject({
    changes: [{ kind: 'changed', fields: [{ column: 'storage', before: null, after: 'Entre 2 e 8 °C' }] }],
  })
  expect(await storage()).toBe('Entre 2 e 8 °C')
  expect(await importRow({})).toMatchObject({ changed: 0 })
  expect(await storage()).toBe('Entre 2 e 8 °C')
  expect(await importRow({ storage: 'x'.repeat(201) })).toMatchObject({ faults: [{ column: 'storage' }] })
  expect(await importRow({ storage: '' })).toMatchObject({ changed: 1 })
  expect(await storage()).toBeUndefined()
})

test('one bad row and the catalogue stays; each fault names line and column', async () => {
  const {
    catalogue: { importer },
    catalogue,
    database,
  } = await openTestShop()
  const before = await database.db.selectFrom('product').selectAll().orderBy('id').execute()
  const rows = [
    rowOf('FD0060', { name: 'Trocado' }),
    rowOf('FD0061', { price_typical: '1.234' }),
    rowOf('FD0062', { price_typical: '0' }),
    rowOf('FD0063', { price_typical: '-1.00' }),
    rowOf('FD0064', { slug: 'Com Espaço' }),
    rowOf('FD0065', { slug: rowOf('FD0060').slug ?? '' }),
    rowOf('FD0001', { show_image: '1' }),
    rowOf('FD0160', { discount_type: 'percent', discount: '100' }),
  ]
  const result = await importer.importProducts(inFile(rows))
  expect('faults' in result && result.faults.map(({ line, column }) => `${line} ${column}`)).toEqual([
    '3 price_typical',
    '4 price_typical',
    '5 price_typical',
    '6 slug',
    '7 slug',
    '8 show_image',
    '9 discount',
  ])
  const taken = await importer.importProducts(inFile([rowOf('FD0060', { sku: 'NEW1' })]))
  expect(taken).toMatchObject({ faults: [{ line: 2, column: 'slug' }] })
  expect(await database.db.selectFrom('product').selectAll().orderBy('id').execute()).toEqual(before)
  expect((await catalogue.getProductBySlug(1, rowOf('FD0060').slug ?? '')).name).not.toBe('Trocado')
})

it('offers name a product also by a slug that it had before, unless another product has it now', async () => {
  const { catalogue } = await openTestShop()
  const { importer } = catalogue
  const { slug: former = '' } = rowOf('FD0060')
  await importer.importProducts(inFile([rowOf('FD0060', { slug: 'segundo' })]))
  const offer = (price: string) => inFile([{ slug: former, branch_id: '1', price, stock: '9' }])
  expect(await importer.importOffers(offer('20.00'))).toMatchObject({ changed: 1 })
  expect(await catalogue.getProductBySlug(1, 'segundo')).toMatchObject({ listPriceCents: 2000 })
  await importer.importProducts(inFile([rowOf('FD0061', { slug: former })]))
  expect(await importer.importOffers(offer('21.00'))).toMatchObject({ changed: 1 })
  expect(await catalogue.getProductBySlug(1, 'segundo')).toMatchObject({ listPriceCents: 2000 })
  expect(await catalogue.getProductBySlug(1, former)).toMatchObject({ id: 61, listPriceCents: 2100 })
})

test('offers change price and stock at their branch alone', async () => {
  const {
    catalogue: { importer },
    catalogue,
  } = await openTestShop()
  const offer = (sku: string, branchId: string, price: string, stock: string) => ({
    sku,
    branch_id: branchId,
    price,
    stock,
  })
  const slug = rowOf('FD0060').slug ?? ''
  const elsewhere = await catalogue.getProductBySlug(2, slug)
  expect(await importer.importOffers(inFile([offer('FD0060', '1', '20.00', '9')]))).toMatchObject({
    changed: 1,
  })
  expect(await catalogue.getProductBySlug(1, slug)).toMatchObject({ listPriceCents: 2000, stock: 9 })
  expect(await catalogue.getProductBySlug(2, slug)).toEqual(elsewhere)

  const rows = [
    offer('FD0060', '1', '5.00', '1'),
    offer('FD0060', '1', '6.00', '1'),
    offer('NOPE', '1', '5.00', '1'),
    offer('FD0060', '99', '5.00', '1'),
  ]
  expect(await importer.importOffers(inFile(rows))).toMatchObject({
    faults: [
      { line: 3, column: 'sku' },
      { line: 4, column: 'sku', reason: 'is no product of the shop' },
      { line: 5, column: 'branch_id', reason: 'is no branch of the shop' },
    ],
  })
  expect(await importer.importOffers(inFile([offer('FD0060', '1', '5.00', '1,5')]))).toMatchObject({
    faults: [{ line: 2, column: 'stock', reason: expect.stringContaining('"1,5" must be a whole number') }],
  })
  expect(await catalogue.getProductBySlug(1, slug)).toMatchObject({ listPriceCents: 2000 })
})

test('a stock below zero is none, with a note, and takes its row’s price; one with zeros behind the comma is whole', async () => {
  const { catalogue } = await openTestShop()
  const offer = (branchId: string, price: string, stock: string) => ({
    sku: 'FD0060',
    branch_id: branchId,
    price,
    stock,
  })
  const rows = [offer('1', '21.00', ' -3 '), offer('2', '22.00', '-4,0'), offer('3', '23.00', '7,00')]
  const result = await catalogue.importer.importOffers(inFile(rows))
  expect(result).toMatchObject({
    changed: 3,
    notes: [
      { line: 2, column: 'stock', reason: 'has the stock -3, which was taken as 0' },
      { line: 3, column: 'stock', reason: 'has the stock -4,0, which was taken as 0' },
    ],
  })
  expect('notes' in result && result.notes?.map(({ reason }) => translateImportError(reason))).toEqual([
    'estoque -3 entra como 0',
    'estoque -4,0 entra como 0',
  ])
  const offers = await Promise.all(
    [1, 2, 3].map((branch) => catalogue.getProductBySlug(branch, rowOf('FD0060').slug ?? '')),
  )
  expect(offers.map(({ listPriceCents, stock }) => [listPriceCents, stock])).toEqual([
    [2100, 0],
    [2200, 0],
    [2300, 7],
  ])
})

it('a price at the legal ceiling is offered, a cent above it is not: offers refuse it, a new product starts at the ceiling', async () => {
  const {
    catalogue: { importer },
    catalogue,
  } = await openTestShop()
  const priceOf = async (slug: string) => (await catalogue.getProductBySlug(1, slug)).listPriceCents
  const slug = rowOf('FD0001').slug ?? ''
  const offer = (price: string) => inFile([{ sku: 'FD0001', branch_id: '1', price, stock: '1' }])
  expect(await importer.importOffers(offer('33.22'))).toMatchObject({ changed: 1 })
  expect(await importer.importOffers(offer('33.23'))).toMatchObject({
    changed: 0,
    notes: [
      { column: 'price', reason: expect.stringContaining('is above the legal ceiling of 33.22 (CMED): the price') },
    ],
  })
  expect(await priceOf(slug)).toBe(3322)

  const typical = (price: string) =>
    rowOf('FD0001', { sku: price, slug: price.replace('.', '-'), price_typical: price })
  await importer.importProducts(inFile(['33.21', '33.22', '33.23'].map(typical)))
  expect(await Promise.all(['33-21', '33-22', '33-23'].map(priceOf))).toEqual([3321, 3322, 3322])
})

test('a ceiling that a catalogue lowers holds at once in every branch that asked for more', async () => {
  const {
    catalogue: { importer },
    database,
  } = await openTestShop()
  const offers = () =>
    database.db
      .selectFrom('offer')
      .select(['priceCents', 'effectivePriceCents'])
      .where('productId', '=', 1)
      .orderBy('priceCents')
      .execute()
  const [cheapest, ...dearer] = (await offers()).map(({ priceCents }) => priceCents)
  const ceiling = (dearer.at(-1) ?? 0) - 1
  expect(ceiling).toBeGreaterThan(cheapest ?? 0)
  const row = rowOf('FD0001', { pmc_18_sp: (ceiling / 100).toFixed(2) })
  expect(await importer.importProducts(inFile([row]))).toMatchObject({ changed: 1 })
  const expected = [cheapest, ...dearer].map((price = 0) => Math.min(price, ceiling))
  expect(await offers()).toEqual(expected.map((cents) => ({ priceCents: cents, effectivePriceCents: cents })))
})

it('the price check names what costs a cent more than its ceiling, and nothing that costs the ceiling', async () => {
  const {
    catalogue: { priceChecker },
    database,
  } = await openTestShop()
  await database.db.updateTable('offer').set({ priceCents: 3322 }).where('productId', '=', 1).execute()
  const { ggrem = '' } = rowOf('FD0001')
  const codes = { ggrem, registration: '', eans: [], isGeneric: null, isIcmsFree: false }
  const check = (priceCents: number) =>
    priceChecker.findPricesAboveCeiling([{ ...codes, ceilings: { '18 %': priceCents } }])
  expect(await check(3322)).toMatchObject({ matchedProductCount: 1, pricesAboveCeiling: [] })
  const { pricesAboveCeiling } = await check(3321)
  expect(pricesAboveCeiling.map(({ sku, branchId }) => `${sku} ${branchId}`)).toEqual(
    [1, 2, 3, 4, 5, 10].map((branchId) => `FD0001 ${branchId}`),
  )
  expect(pricesAboveCeiling[0]).toMatchObject({ priceCents: 3322, ceiling: { cents: 3321 } })
})

it('a medicine’s ceiling stands in the column of its kind; a list without it says so, and of two rows the lower counts', async () => {
  const { database, catalogue } = await openTestShop()
  await database.db.updateTable('offer').set({ priceCents: 3000 }).where('productId', '=', 1).execute()
  const { ggrem = '' } = rowOf('FD0001')
  const row = { ggrem, registration: '', eans: [], isGeneric: null, isIcmsFree: false }
  const ceilings = { '18 %': 3322, '12 %': 3096, '0 %': 2750 }
  const check = async (...list: ListedMedicine[]) => {
    const { usedColumns, pricesAboveCeiling } = await catalogue.priceChecker.findPricesAboveCeiling(list)
    const limits = new Set(pricesAboveCeiling.map(({ ceiling }) => ceiling.cents))
    return [...usedColumns.map(({ rate, state, doubt }) => `${rate}, ${state}, ${doubt}`), ...limits]
  }
  // The shop says that it is a generic; the list, where it tells.
  expect(await check({ ...row, ceilings })).toEqual(['12 %, SP, null'])
  expect(await check({ ...row, ceilings: { ...ceilings, '12 %': 2999 } })).toEqual(['12 %, SP, null', 2999])
  expect(await check({ ...row, ceilings, isGeneric: false })).toEqual(['18 %, SP, null'])
  expect(await check({ ...row, ceilings, isIcmsFree: true })).toEqual(['0 %, SP, null', 2750])
  expect(await check({ ...row, ceilings: { '18 %': 3322 } })).toEqual(['18 %, SP, column'])
  const lower = { ...row, ceilings: { ...ceilings, '12 %': 2900 } }
  expect(await check({ ...row, ceilings }, lower)).toEqual(['12 %, SP, null', 2900])
  expect(await check(lower, { ...row, ceilings })).toEqual(['12 %, SP, null', 2900])
})

it('no file brings a price of nothing, nor a discount that leaves nothing', async () => {
  const {
    catalogue: { importer },
    catalogue,
  } = await openTestShop()
  const offer = (price: string, index = 0) => ({ sku: 'FD0060', branch_id: String(index + 1), price, stock: '1' })
  const refused = await importer.importOffers(inFile(['0', '0.00', '-1.00', '0.001', '0.01'].map(offer)))
  expect('faults' in refused && refused.faults.map(({ line, column }) => `${line} ${column}`)).toEqual([
    '2 price',
    '3 price',
    '4 price',
    '5 price',
  ])
  expect(await importer.importOffers(inFile([offer('0.01')]))).toMatchObject({ changed: 1 })

  const off = (discount: string) =>
    importer.importProducts(inFile([rowOf('FD0160', { price_typical: '10.00', discount_type: 'amount', discount })]))
  for (const discount of ['10.00', '10.01', '0', '0.00', '-1.00', '']) {
    expect([discount, await off(discount)]).toMatchObject([discount, { faults: [{ line: 2, column: 'discount' }] }])
  }
  const slug = rowOf('FD0160').slug ?? ''
  const before = await catalogue.getProductBySlug(1, slug)
  expect(await off('9.99')).toMatchObject({ changed: 1 })
  const { listPriceCents, priceCents } = await catalogue.getProductBySlug(1, slug)
  expect([listPriceCents, priceCents]).toEqual([before.listPriceCents, before.listPriceCents - 999])
})

test('what a dead import left waiting is swept by the first import of the next day, and never published', async () => {
  const {
    catalogue: { importer },
    catalogue,
    clock,
    database,
  } = await openTestShop()
  const waiting = async () =>
    (await database.db.selectFrom('stagedOffer').select('sku').orderBy('line').execute()).map(({ sku }) => sku)
  const skus = Array.from({ length: 4000 }, (_, index) => `FD${index}`)
  async function* neverEnding(): ImportRowStream {
    for (const [index, sku] of skus.entries())
      yield { line: index + 2, values: { sku, branch_id: '1', price: '1.00', stock: '1' } }
    await new Promise(() => {})
  }
  void importer.importOffers(neverEnding())
  // The last rows are still being written while the next line is read.
  await expect.poll(waiting).toEqual(skus)

  const cream = { sku: 'FD0160', branch_id: '1', price: '9.00', stock: '1' }
  clock.pass(60)
  await importer.importOffers(inFile([cream]))
  expect(await waiting()).toEqual(skus)
  clock.pass(24 * 60)
  await importer.importOffers(inFile([cream]))
  expect(await waiting()).toEqual([])
  expect((await catalogue.getProductBySlug(1, rowOf('FD0060').slug ?? '')).listPriceCents).toBe(2290)
})

/** Every price and stock of the shop's products, as SKU, branch, cents and units. */
async function offersOf({ catalogue: { offers } }: TestShop): Promise<string[]> {
  const all: string[] = []
  for await (const { sku, branchId, priceCents, shelfUnits: stock } of offers.listOffers()) {
    all.push([sku, branchId, priceCents, stock].join(' '))
  }
  return all.sort()
}

test('a file that was cut withdraws nothing unless that is meant, and the whole file brings every price and stock back', async () => {
  const shop = await openTestShop()
  const {
    catalogue: { importer },
    catalogue,
    database,
  } = shop
  const before = await offersOf(shop)
  const cut = () => inFile(demoRows.slice(0, 8))
  await expect(importer.importProducts(cut(), { isFullCatalogue: true })).rejects.toEqual(
    new TooManyWithdrawnError(197, 205),
  )
  expect(await offersOf(shop)).toEqual(before)
  const tenth = await importer.importProducts(inFile(demoRows.slice(0, 185)), { isFullCatalogue: true })
  expect(tenth).toMatchObject({ read: 185, withdrawn: 20 })

  await importer.importProducts(inFile(demoRows), { isFullCatalogue: true })
  // One more than a tenth, and as far as fifteen in a hundred: it is asked again.
  for (const kept of [184, 180, 175]) {
    const some = inFile(demoRows.slice(0, kept))
    await expect(importer.importProducts(some, { isFullCatalogue: true })).rejects.toEqual(
      new TooManyWithdrawnError(205 - kept, 205),
    )
  }
  await importer.importProducts(inFile(demoRows.slice(0, 185)), { isFullCatalogue: true })

  const meant = await importer.importProducts(cut(), { isFullCatalogue: true, maxWithdrawals: 177 })
  expect(meant).toMatchObject({ withdrawn: 177 })
  await expect(catalogue.getProductBySlug(1, rowOf('FD0060').slug ?? '')).rejects.toMatchObject({
    code: 'product.withdrawn',
  })
  expect((await database.db.selectFrom('offer').selectAll().execute()).length).toBe(8 * 6)

  const whole = await importer.importProducts(inFile(demoRows), { isFullCatalogue: true })
  expect(whole).toMatchObject({ changed: 0, added: 0, returned: 197, withdrawn: 0 })
  expect(await offersOf(shop)).toEqual(before)
  expect(await database.db.selectFrom('withdrawnOffer').selectAll().execute()).toEqual([])
  expect((await catalogue.listProducts(1, { search: 'novalgina' })).products[0]?.id).toBe(60)
})

it('one product in ten is withdrawn without being asked again, and no more', async () => {
  const { importer } = (await openTestShop()).catalogue
  const withdraw = (kept: number) => importer.importProducts(inFile(demoRows.slice(0, kept)), { isFullCatalogue: true })
  await withdraw(200)
  await expect(withdraw(179)).rejects.toEqual(new TooManyWithdrawnError(21, 200))
  expect(await withdraw(180)).toMatchObject({ withdrawn: 20 })
})

test('what happens to a withdrawn product’s prices and stock is there when it returns, its legal ceiling too', async () => {
  const shop = await openTestShop()
  const {
    catalogue: { importer },
    catalogue,
  } = shop
  const others = demoRows.filter(({ sku }) => sku !== 'FD0001' && sku !== 'FD0060')
  await shop.ctx.transact((ctx) => deductStock(ctx, 1, [{ productId: 60, quantity: 2, name: '' }]))
  const { stock } = await catalogue.getProductBySlug(1, rowOf('FD0060').slug ?? '')
  await importer.importProducts(inFile(others), { isFullCatalogue: true })

  await shop.ctx.transact((ctx) => restoreStock(ctx, 1, [{ productId: 60, quantity: 2, name: '' }]))
  const offer = (sku: string, branchId: string, price: string) => ({ sku, branch_id: branchId, price, stock: '' })
  expect(await importer.importOffers(inFile([offer('FD0060', '2', '19.99')]))).toMatchObject({ changed: 1 })
  await expect(catalogue.getProductBySlug(2, rowOf('FD0060').slug ?? '')).rejects.toMatchObject({
    code: 'product.withdrawn',
  })

  const rows = [rowOf('FD0060'), rowOf('FD0001', { pmc_18_sp: '10.00' })]
  expect(await importer.importProducts(inFile(rows))).toMatchObject({ returned: 2 })
  expect(await catalogue.getProductBySlug(1, rowOf('FD0060').slug ?? '')).toMatchObject({ stock: stock + 2 })
  expect(await catalogue.getProductBySlug(2, rowOf('FD0060').slug ?? '')).toMatchObject({ listPriceCents: 1999 })
  expect(await catalogue.getProductBySlug(1, rowOf('FD0001').slug ?? '')).toMatchObject({ listPriceCents: 1000 })
})

it('a dry run tells what each import would do, and does nothing', async () => {
  const shop = await openTestShop()
  const { database } = shop
  const ctx = createDryRunContext(shop.ctx)
  const tables = ['product', 'offer', 'withdrawnOffer', 'banner', 'branch', 'gain', 'facetCount'] as const
  const everything = () =>
    Promise.all(
      tables.map(async (table) =>
        (await database.db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)),
      ),
    )
  const before = [await everything(), await offersOf(shop)]
  const rows = [rowOf('FD0060', { name: 'Outra' }), rowOf('FD0061', { sku: 'NEW1', slug: 'novo' })]
  const options = { isFullCatalogue: true, maxWithdrawals: 204 }
  expect(await importProducts(ctx, inFile(rows), options)).toMatchObject({
    changed: 1,
    added: 1,
    withdrawn: 204,
  })
  const wrong = inFile([rowOf('FD0060', { price_typical: '0' })])
  expect(await importProducts(ctx, wrong, options)).toMatchObject({ faultCount: 1 })
  const offers = inFile([{ sku: 'FD0060', branch_id: '1', price: '1.00', stock: '1' }])
  expect(await importOffers(ctx, buildReservedUnitsQuery, offers)).toMatchObject({ changed: 1 })
  expect(await importBanners(ctx, inFile([banner({})]))).toMatchObject({ added: 1 })
  expect(await importBranches(ctx, inFile([branch({ id: '7', zipcodes: '' })]))).toMatchObject({ added: 1 })
  const gain = { email: 'cliente@example.com', gain: 'Vale', balance: '1.00' }
  expect(await importGains(ctx, inFile([gain]))).toMatchObject({ added: 1 })
  expect([await everything(), await offersOf(shop)]).toEqual(before)
})

test('a file may hold prices alone or stock alone, of products by SKU, slug or id; an empty cell changes nothing', async () => {
  const {
    catalogue: { importer },
    catalogue,
  } = await openTestShop()
  const slug = rowOf('FD0060').slug ?? ''
  const state = async () => {
    const { listPriceCents, stock } = await catalogue.getProductBySlug(1, slug)
    return [listPriceCents, stock]
  }
  const [, stock] = await state()
  expect(await importer.importOffers(inFile([{ slug, branch_id: '1', price: '20.00' }]))).toMatchObject({
    changed: 1,
  })
  expect(await state()).toEqual([2000, stock])
  expect(await importer.importOffers(inFile([{ id: '60', branch_id: '1', stock: '3' }]))).toMatchObject({
    changed: 1,
  })
  expect(await state()).toEqual([2000, 3])
  const mixed = [
    { sku: 'FD0060', slug: '', id: '', branch_id: '1', price: '', stock: '4' },
    { sku: '', slug: rowOf('FD0061').slug ?? '', id: '', branch_id: '1', price: '5.00', stock: '' },
  ]
  expect(await importer.importOffers(inFile(mixed))).toMatchObject({ read: 2, changed: 2 })
  expect(await state()).toEqual([2000, 4])

  const refused = await importer.importOffers(
    inFile([
      { sku: 'FD0060', slug: '', id: '', branch_id: '1', price: '1.00' },
      { sku: '', slug, id: '', branch_id: '1', price: '2.00' },
      { sku: '', slug: '', id: '60', branch_id: '1', price: '3.00' },
      { sku: '', slug: 'nada', id: '', branch_id: '1', price: '3.00' },
      { sku: '', slug: '', id: '9999', branch_id: '1', price: '3.00' },
      { sku: '', slug: '', id: '', branch_id: '1', price: '3.00' },
      { sku: 'FD0060', slug, id: '', branch_id: '2', price: '3.00' },
    ]),
  )
  expect('faults' in refused && refused.faults.map(({ line, column }) => `${line} ${column}`)).toEqual([
    '3 slug',
    '4 id',
    '5 slug',
    '6 id',
    '7 sku',
    '8 slug',
  ])
})

it('a branch that has no price of a product yet gets none from a file of stock alone', async () => {
  const {
    catalogue: { importer },
    delivery,
  } = await openTestShop()
  await delivery.importBranches(inFile([branch({ id: '7', zipcodes: '' })]))
  const row = (changes: Values) => inFile([{ sku: 'FD0060', branch_id: '7', ...changes }])
  expect(await importer.importOffers(row({ stock: '3' }))).toMatchObject({ faults: [{ column: 'price' }] })
  expect(await importer.importOffers(row({ price: '3.00' }))).toMatchObject({ added: 1 })
})

test('one price or stock is changed by hand: added to, never below zero, never above the legal ceiling', async () => {
  const {
    catalogue: { offers },
  } = await openTestShop()
  expect(await offers.changeOffer({ sku: 'FD0060' }, 1, { priceCents: 1234, stock: 5 })).toMatchObject({
    priceCents: 1234,
    stock: 5,
  })
  expect(await offers.changeOffer({ sku: 'FD0060' }, 1, { addStock: -2 })).toMatchObject({ priceCents: 1234, stock: 3 })
  const taken = await Promise.all([1, 2, 3, 4].map(() => offers.changeOffer({ sku: 'FD0060' }, 1, { addStock: -1 })))
  expect(taken.filter((result) => 'refusal' in result)).toEqual([{ refusal: 'stock' }])
  expect(await offers.changeOffer({ sku: 'FD0060' }, 1, { addStock: 0 })).toMatchObject({ stock: 0 })
  expect(await offers.changeOffer({ sku: 'FD0001' }, 1, { priceCents: 3323 })).toMatchObject({ refusal: 'ceiling' })
  expect(await offers.changeOffer({ sku: 'FD0060' }, 99, { stock: 1 })).toMatchObject({ refusal: 'branch' })
  expect(await offers.changeOffer({ sku: 'NADA' }, 1, { stock: 1 })).toMatchObject({ refusal: 'product' })
})

const branch = (changes: Values): Values => ({
  id: '1',
  name: 'Paulista',
  zipcodes: '01000-000-01599-999',
  open_time: '07:00',
  close_time: '22:00',
  whatsapp: '5511930000001',
  shipping_estimate: '30',
  shipping_later: '0',
  ...changes,
})

test('branches swap their postal codes, and a new one serves at once', async () => {
  const { delivery } = await openTestShop()
  const rows = [
    branch({ zipcodes: '04000-000-04999-999', shipping_estimate: '50' }),
    branch({ id: '2', name: 'Moema', zipcodes: '01000000–01299999 | 01400-000-01599-999' }),
    branch({ id: '7', name: 'Itaim', zipcodes: '01300-000-01399-999' }),
    branch({ id: '3', name: 'Pinheiros', zipcodes: '' }),
  ]
  expect(await delivery.importBranches(inFile(rows))).toEqual({ read: 4, changed: 3, added: 1, withdrawn: 0 })
  const served = await Promise.all(
    ['04101000', '01200000', '01310100', '01599999', '05010000'].map(delivery.findBranchId),
  )
  expect(served).toEqual([1, 2, 7, 2, 0])
  expect(await delivery.getBranchOrDefault(1)).toMatchObject({ shippingEstimateMinutes: 50 })
  expect(await delivery.getBranchOrDefault(4)).toMatchObject({ name: 'Tatuapé' })
  expect(await delivery.importBranches(inFile(rows))).toMatchObject({ changed: 0, added: 0 })
})

it('branches that overlap, or whose cells make no sense, change nothing', async () => {
  const { delivery } = await openTestShop()
  const rows = [
    branch({ zipcodes: '01000-000-02000-000', shipping_estimate: '45' }),
    branch({ id: '2', zipcodes: '04999-999-04000-000', open_time: '25h', whatsapp: '11 3000-0000' }),
    branch({ id: '1', zipcodes: '', shipping_later: 'sim' }),
    branch({ id: '1', zipcodes: '', shipping_estimate: '0' }),
    branch({ id: '1', zipcodes: '' }),
  ]
  const result = await delivery.importBranches(inFile(rows))
  expect('faults' in result && result.faults).toEqual([
    { line: 2, column: 'zipcodes', reason: '01000-000-02000-000 overlaps 02000-000-02499-999 of branch 5' },
    expect.objectContaining({ line: 3, column: 'zipcodes' }),
    expect.objectContaining({
      line: 3,
      column: 'open_time',
      reason: '"25h" has no time ‘25h’: a time is such as 07:00',
    }),
    expect.objectContaining({ line: 3, column: 'whatsapp' }),
    expect.objectContaining({ line: 4, column: 'shipping_later' }),
    expect.objectContaining({ line: 5, column: 'shipping_estimate' }),
    { line: 6, column: 'id', reason: '"1" is in line 2 too' },
  ])
  expect(await delivery.getBranchOrDefault(1)).toMatchObject({ shippingEstimateMinutes: 30 })
  expect(await delivery.findBranchId('01310100')).toBe(1)
})

it('a new branch has the hours of each weekday, or those of every day; one without any is refused', async () => {
  const { delivery } = await openTestShop()
  const { open_time, close_time, shipping_later, ...bare } = branch({ id: '7', zipcodes: '' })
  const bareRow = bare as Values
  for (const row of [bareRow, { ...bareRow, open_time: '07:00', weekly_hours: 'seg-sex 08:00-20:00' }])
    expect(await delivery.importBranches(inFile([row]))).toMatchObject({
      faults: [{ line: 2, column: 'weekly_hours', reason: expect.stringMatching(/^has no hours: /) }],
    })
  const taken = await delivery.importBranches(inFile([{ ...bareRow, weekly_hours: 'seg-sex 08:00-20:00' }]))
  expect(taken).toMatchObject({ added: 1 })
  const { weeklyHours, shipsByAppointment } = await delivery.getBranchOrDefault(7)
  expect([weeklyHours[0], weeklyHours[1], shipsByAppointment]).toEqual([[], [['08:00', '20:00']], false])
  // What an existing one has stays.
  expect(await delivery.importBranches(inFile([bareRow]))).toMatchObject({ changed: 0 })
})

it('a branch’s CNPJ may have letters, and is told which check digits do not fit', async () => {
  const { delivery } = await openTestShop()
  const importLegalData = (changes: Values) =>
    delivery.importBranches(inFile([branch({ zipcodes: '01000-000-01399-999', ...changes })]))
  expect(await importLegalData({ cnpj: '12.abc.345/01DE-35', zipcode: '01310-100' })).toMatchObject({ changed: 1 })
  expect((await delivery.getBranchOrDefault(1)).legalData).toMatchObject({ cnpj: '12ABC34501DE35' })
  const refusals: [Values, string][] = [
    [{ cnpj: '15.216.260/0001-77' }, 'is no CNPJ: its check digits are 77, the other twelve lead to 76'],
    [{ cnpj: '15.216.260/0001' }, 'must be a CNPJ of 14 characters, such as 12.ABC.345/01DE-35'],
    [{ zipcode: 'ABC01310100' }, 'must have 8 digits, such as 01310-100'],
    [{ licence: 'a pedir' }, 'must have its number'],
    [{ afe: '0.00000.0' }, 'must have its number'],
    [{ pharmacist_crf: 'CRF-SP' }, 'must have its number'],
  ]
  for (const [changes, reason] of refusals) {
    const [[column, value]] = Object.entries(changes) as [[string, string]]
    expect(await importLegalData(changes)).toEqual({
      faults: [{ line: 2, column, reason: `"${value}" ${reason}` }],
      faultCount: 1,
    })
  }
})

const banner = (changes: Values): Values => ({ title: 'Título', text: 'Texto', link_text: 'Ver', ...changes })

test('banners take the place of the old ones, in the file’s order', async () => {
  const {
    catalogue,
    catalogue: { importer },
    database,
  } = await openTestShop()
  const rows = [banner({ sku: 'FD0160' }), banner({ category: 'Higiene e Cuidados' }), banner({ title: 'Só texto' })]
  expect(await importer.importBanners(inFile(rows))).toMatchObject({ added: 3, withdrawn: 3 })
  expect(await catalogue.listBanners()).toMatchObject([
    { productSlug: rowOf('FD0160').slug, categorySlug: null },
    { productSlug: null, categorySlug: 'higiene_e_cuidados' },
    { title: 'Só texto', productSlug: null, categorySlug: null },
  ])
  await database.db
    .updateTable('product')
    .set({ isPromoAllowed: false, discountType: null })
    .where('id', '=', 160)
    .execute()
  expect(await catalogue.listBanners()).toHaveLength(2)
})

it('no banner leads to what the shop does not have or may not promote', async () => {
  const {
    catalogue,
    catalogue: { importer },
  } = await openTestShop()
  const before = await catalogue.listBanners()
  const rows = [
    banner({}),
    banner({ sku: 'FD0001' }),
    banner({ sku: 'NADA' }),
    banner({ category: 'Nada' }),
    banner({ category: 'Beleza', sku: 'FD0160' }),
    banner({ title: '' }),
  ]
  const result = await importer.importBanners(inFile(rows))
  expect('faults' in result && result.faults.map(({ line, column }) => `${line} ${column}`)).toEqual([
    '3 sku',
    '4 sku',
    '5 category',
    '6 sku',
    '7 title',
  ])
  expect('faults' in result && result.faults[0]?.reason).toBe('"FD0001" may not be promoted (RDC 44/2009, art. 54)')
  expect(await catalogue.listBanners()).toEqual(before)
})

test('gains get the balance they shall have, once, however often a file is taken', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  const place = {
    zipcode: '01310-100',
    street: 'Avenida Paulista',
    number: '1',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  }
  const give = (balance: string, more: Values = {}) =>
    shop.wallet.importGains(inFile([{ email: 'Cliente@example.com', gain: 'Vale', balance, ...more }]))
  expect(await give('100.00', place)).toEqual({ read: 1, changed: 0, added: 1, withdrawn: 0 })
  expect(await give('100.00', place)).toMatchObject({ changed: 0, added: 0 })
  expect(await give('80.50')).toMatchObject({ changed: 1, added: 0 })
  const [gain] = await shop.wallet.listGains(customerId)
  expect(gain).toMatchObject({
    name: 'Vale',
    balanceCents: 8050,
    addresses: [{ zipcode: '01310100', addressType: 'Outros' }],
  })
  const { entries } = await shop.wallet.loadGainStatement(customerId, gain?.id ?? 0, { page: 1, perPage: 10 })
  expect(entries.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['adjustment', -1950],
    ['credit', 10_000],
  ])
})

it('one unknown customer or half an address, and nobody gets a gain', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  const rows: Values[] = [
    { email: 'cliente@example.com', gain: 'Vale', balance: '100.00' },
    { email: 'ninguem@example.com', gain: 'Vale', balance: '100.00' },
    { email: 'cliente@example.com', gain: 'Vale', balance: '90.00' },
    { email: 'cliente@example.com', gain: 'Outro', balance: '-1', street: 'Rua A' },
  ]
  const result = await shop.wallet.importGains(inFile(rows))
  expect('faults' in result && result.faults.map(({ line, column }) => `${line} ${column}`)).toEqual([
    '3 email',
    '4 balance',
    '5 balance',
    '5 zipcode',
    '5 number',
    '5 neighborhood',
    '5 city',
    '5 state',
  ])
  expect(await shop.wallet.listGains(customerId)).toEqual([])
})
