import { expect, test } from 'vitest'
import { replaceCeilings } from '../../server/catalogue/import/ceiling-import.ts'
import type { CmedList, CmedMedicine } from '../../server/catalogue/import/cmed-list.ts'
import { OlderCeilingListError } from '../../server/catalogue/import/older-ceiling-list-error.ts'
import { inFile, rowOf, type Values } from '../support/catalogue-rows.ts'
import { it } from '../support/rule.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { actorOf, operator } from '../support/staff.ts'

/** A generic of the demo, with its codes. */
const generic = 1
const { ean = '', ggrem = '', anvisa_registro: registration = '' } = rowOf('FD0001')

const medicine: CmedMedicine = {
  ...{ line: 6, ggrem: '', registration: '', eans: [], isGeneric: true, isIcmsFree: false, isForHospitals: false },
  ...{
    substance: '',
    laboratory: '',
    product: '',
    presentation: '',
    therapeuticClass: '',
    productType: '',
    stripe: '',
  },
  priceRegime: '',
  ceilings: { '0 %': 2724, '12 %': 3096, '18 %': 3322 },
}
const listOf = (medicines: Partial<CmedMedicine>[], publishedOn: string | null = '2026-09-10'): CmedList => ({
  publishedOn,
  rates: ['0 %', '12 %', '18 %'],
  medicines: medicines.map((changes) => ({ ...medicine, ...changes })),
})

const store = (shop: TestShop, list: CmedList, options?: { mayBeOlder: boolean }) =>
  replaceCeilings(shop.ctx, list, options)

const setBranch = (shop: TestShop, id: number, values: { state?: string | null; zipcode?: string | null }) =>
  shop.database.db.updateTable('branch').set(values).where('id', '=', id).execute()

test('a list takes the place of the one before as a whole, with its day; an older one only where it is meant', async () => {
  const shop = await openTestShop()
  const find = () => shop.catalogue.findCeiling(generic, 1)
  await store(shop, listOf([{ eans: [ean] }]))
  expect(await find()).toMatchObject({ cents: 3096, rate: '12 %', state: 'SP', doubt: null })
  const owner = await actorOf(shop, 'owner')
  const stored = async () => (await shop.backoffice.ceilings.getCeilings(owner)).list
  expect(await stored()).toMatchObject({ publishedOn: '2026-09-10', packCount: 1 })

  const older = listOf([{ ggrem }], '2026-08-11')
  await expect(store(shop, older)).rejects.toThrow(OlderCeilingListError)
  await expect(store(shop, listOf([{ ggrem }], null))).rejects.toThrow('does not say when it was published')
  expect(await find()).toMatchObject({ cents: 3096 })
  await store(shop, listOf([{ eans: ['7896181926603'] }]))
  // The catalogue's own, again.
  expect(await find()).toMatchObject({ cents: 3322, rate: null })
  await store(shop, older, { mayBeOlder: true })
  expect(await find()).toMatchObject({ cents: 3096 })
  expect(await stored()).toMatchObject({ publishedOn: '2026-08-11' })
})

test('a product is found by its GGREM code, else by its registration, else by its bar code; of one code twice the lowest counts', async () => {
  const shop = await openTestShop()
  const lower = { ceilings: { '12 %': 2900, '18 %': 3000 } }
  const find = async (...medicines: Partial<CmedMedicine>[]) => {
    await store(shop, listOf(medicines))
    return (await shop.catalogue.findCeiling(generic, 1))?.cents
  }
  expect(await find({ eans: ['7891234567895', `0${ean}`] })).toBe(3096)
  expect(await find({ ggrem })).toBe(3096)
  expect(await find({ registration })).toBe(3096)
  expect(await find({ eans: [ean] }, { eans: [ean], ggrem: '1'.repeat(15), ...lower })).toBe(2900)
  expect(await find({ ggrem, ...lower }, { ggrem })).toBe(2900)
  expect(await find({ eans: [ean], ...lower }, { registration, ...lower }, { ggrem })).toBe(3096)
  expect(await find({ eans: [ean] }, { registration, ...lower })).toBe(2900)
  // Of no medicine: a pharmacy sells other things with a bar code, too.
  await shop.database.db.updateTable('product').set({ isMedicine: false }).where('id', '=', generic).execute()
  expect(await find({ eans: [ean] })).toBe(3322)
})

it('the ceiling is the branch’s: by its state, else that of its postal codes; the owner says by which rate', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  await store(shop, listOf([{ eans: [ean], ceilings: { ...medicine.ceilings, '17,5 %': 3302 } }]))
  await setBranch(shop, 2, { state: 'am' })
  await setBranch(shop, 3, { state: null, zipcode: '69005000' })
  await shop.database.db.deleteFrom('branchZipcodes').where('branchId', '=', 4).execute()
  await setBranch(shop, 4, { state: null, zipcode: null })
  const find = (branchId: number) => shop.catalogue.findCeiling(generic, branchId)
  const lowest = { cents: 2724, rate: '0 %', doubt: 'rate' }
  expect(await Promise.all([1, 2, 3, 4, 10].map(find))).toMatchObject([
    { cents: 3096, state: 'SP', doubt: null },
    { ...lowest, state: 'AM' },
    { ...lowest, state: 'AM' },
    { ...lowest, state: null },
    { cents: 3096, state: 'SP' },
  ])

  const load = async () => {
    const { stateRates, statelessBranchNames } = await shop.backoffice.ceilings.getCeilings(owner)
    return { am: stateRates.find(({ state }) => state === 'AM'), statelessBranchNames }
  }
  const { am, statelessBranchNames } = await load()
  expect([am, statelessBranchNames]).toMatchObject([
    { branchNames: ['Moema', 'Pinheiros'], generic: { rate: null } },
    ['Tatuapé'],
  ])
  const save = (edit: object, seenHash = am?.seenHash ?? '') =>
    shop.backoffice.ceilings.setCeilingRates(
      owner,
      { state: 'AM', genericRate: '17.5', otherRate: '', source: 'contadora', ...edit },
      seenHash,
    )
  await expect(save({ genericRate: 'muito' })).rejects.toMatchObject({ code: 'ceilings.rate', input: 'genericRate' })
  await expect(save({ source: '' })).rejects.toMatchObject({ code: 'ceilings.source' })
  await expect(save({ state: 'AC' })).rejects.toMatchObject({ code: 'branch.unknown' })
  await save({})
  await expect(save({ genericRate: '12' })).rejects.toMatchObject({ code: 'page.outdated' })
  expect(await find(3)).toMatchObject({ cents: 3302, rate: '17,5 %', state: 'AM', doubt: null })
  const [entry] = await shop.staff.audit.listEntries(owner)
  expect(entry).toMatchObject({ action: 'products.ceilings', record: 'ceilings AM', detail: '17,5 % / –' })

  // In place of what the shop began with, too.
  const { stateRates } = await shop.backoffice.ceilings.getCeilings(owner)
  const { seenHash } = stateRates.find(({ state }) => state === 'SP') ?? {}
  await save({ state: 'SP', genericRate: '18', otherRate: '18' }, seenHash)
  expect(await find(1)).toMatchObject({ cents: 3322, rate: '18 %', state: 'SP' })
})

it('a price above the ceiling is refused with it; the owner’s reason lets it pass, and is on record', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  await store(shop, listOf([{ eans: [ean] }]))
  const { products } = shop.backoffice
  const offer = async () => {
    const { offers } = await products.getProduct(owner, generic)
    return offers.find(({ branchId }) => branchId === 1) ?? { priceCents: 0, shelfUnits: 0 }
  }
  const { priceCents, shelfUnits } = await offer()
  const change = (edit: object) =>
    products.changeOffer(owner, generic, { branchId: 1, expected: { priceCents, shelfUnits }, ...edit })
  const refusal = { code: 'offer.ceiling', message: 'Acima do teto legal de R$\u00a030,96 (PMC 12 %, SP).' }
  await expect(change({ priceCents: 3097, stock: 3 })).rejects.toMatchObject(refusal)
  await expect(change({ priceCents: 3097, ceilingReason: '  ' })).rejects.toMatchObject(refusal)
  expect(await offer()).toMatchObject({ priceCents, shelfUnits })
  await change({ priceCents: 3097, ceilingReason: ' lote comprado antes ' })
  expect(await offer()).toMatchObject({ priceCents: 3097, ceiling: { cents: 3096 } })
  const [entry] = await shop.staff.audit.listEntries(owner, { target: { type: 'product', id: 'FD0001' } })
  expect(entry?.detail).toBe(
    `branch 1, price ${priceCents} → 3097, above ceiling 3096 (PMC 12 %, SP): lote comprado antes`,
  )

  // The same again is no new price.
  expect(
    await products.applyOfferUpdates(owner, [{ productKey: { ean }, branchId: 1, priceCents: 3097 }]),
  ).toMatchObject([{ offer: { priceCents: 3097 }, error: null }])

  // Of a row of a call the stock is taken all the same; a system's reason does not count.
  const row = { productKey: { ean }, branchId: 1, priceCents: 3200, stock: 30, ceilingReason: 'porque sim' }
  const system = { ...operator, role: 'system' as const, scopes: ['stock' as const, 'prices' as const] }
  expect(await products.applyOfferUpdates(system, [row])).toMatchObject([
    { offer: { priceCents: 3097, stock: 30 }, error: refusal },
  ])
  expect(await products.applyOfferUpdates(owner, [row])).toMatchObject([{ offer: { priceCents: 3200 }, error: null }])
})

it('of a file’s row with a price above its ceiling the stock is taken, the price is not; the others are taken whole', async () => {
  const shop = await openTestShop()
  await store(shop, listOf([{ eans: [ean] }]))
  await setBranch(shop, 2, { state: 'AM' })
  await shop.database.db.deleteFrom('offer').where('productId', '=', generic).where('branchId', '=', 5).execute()
  const offers = () =>
    shop.database.db
      .selectFrom('offer')
      .select(['branchId', 'priceCents', 'stock'])
      .where('productId', '=', generic)
      .orderBy('branchId')
      .execute()
  const before = await offers()
  const row = (branchId: number, price: string, stock = ''): Values => ({
    ...{ sku: 'FD0001', branch_id: String(branchId), price, stock },
  })
  const rows = [row(1, '30.97', '7'), row(2, '27.25'), row(3, '30.96', '8'), row(5, '31.00', '9')]
  const result = await shop.catalogue.importer.importOffers(inFile(rows))
  expect(result).toEqual({
    ...{ read: 4, changed: 2, added: 0, withdrawn: 0 },
    notes: [
      [2, 'is above the legal ceiling of 30.96 (PMC 12 %, SP): the price stays as it was, the stock is taken'],
      [3, 'is above the legal ceiling of 27.24 (PMC 0 %, AM; check the rate): the price stays as it was'],
      [
        5,
        'is above the legal ceiling of 30.96 (PMC 12 %, SP): the branch has no price of it yet, and the row was left out',
      ],
    ].map(([line, reason]) => ({ line, column: 'price', reason })),
  })
  expect(await offers()).toEqual(
    before.map((offer) => {
      if (offer.branchId === 1) return { ...offer, stock: 7 }
      return offer.branchId === 3 ? { ...offer, priceCents: 3096, stock: 8 } : offer
    }),
  )
})

test('a new product begins at its ceiling in each branch; a known one keeps its price, whatever the catalogue calls its ceiling', async () => {
  const shop = await openTestShop()
  const newEan = '7891234567895'
  await store(shop, listOf([{ eans: [ean, newEan] }]))
  await setBranch(shop, 2, { state: 'AM' })
  const pricesOf = async (sku: string) => {
    const rows = await shop.database.db
      .selectFrom('offer')
      .innerJoin('product', 'product.id', 'offer.productId')
      .select('priceCents')
      .where('sku', '=', sku)
      .orderBy('branchId')
      .execute()
    return rows.map(({ priceCents }) => priceCents)
  }
  const before = await pricesOf('FD0001')
  const [added, changed] = [
    rowOf('FD0001', { sku: 'NOVO', slug: 'novo', ean: newEan, ggrem: '', anvisa_registro: '', price_typical: '32.00' }),
    rowOf('FD0001', { pmc_18_sp: '1.00' }),
  ]
  expect(await shop.catalogue.importer.importProducts(inFile([added, changed]))).toMatchObject({ added: 1, changed: 1 })
  expect(await pricesOf('NOVO')).toEqual([3096, 2724, 3096, 3096, 3096, 3096])
  expect(await pricesOf('FD0001')).toEqual(before)
})

it('the demo has a generic between its ceilings of 12 % and 18 %, which the check finds', async () => {
  const { catalogue } = await openTestShop()
  const { pricesAboveCeiling, usedColumns } = await catalogue.priceChecker.findPricesAboveCeiling()
  expect(pricesAboveCeiling).toEqual([
    {
      ...{ productId: 39, sku: 'FD0039', name: rowOf('FD0039').name, branchId: 4, priceCents: 3049 },
      ceiling: { cents: 2940, rate: '12 %', state: 'SP', doubt: null },
    },
  ])
  expect(usedColumns).toContainEqual({ rate: '12 %', state: 'SP', doubt: null, productCount: 1 })
})
