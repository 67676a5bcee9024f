import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assembleCatalogue } from '../../server/catalogue/assembly/assemble-catalogue.ts'
import { readTillFile } from '../../server/catalogue/assembly/till-file.ts'
import type { CmedList, CmedMedicine } from '../../server/catalogue/import/cmed-list.ts'
import { createDryRunContext } from '../../server/context.ts'
import { buildReservedUnitsQuery } from '../../server/orders/reserved-units.ts'
import { it } from '../support/rule.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { actorOf } from '../support/staff.ts'

const losartana = medicineOf('7890000000017', { substance: 'LOSARTANA POTÁSSICA', product: 'LOSARTANA POTÁSSICA' })
const medicines = [
  losartana,
  medicineOf('7890000000024', {
    substance: 'CLONAZEPAM',
    product: 'RIVOTRIL',
    stripe: 'Tarja Preta',
    isGeneric: false,
  }),
  medicineOf('7890000000031', { substance: 'DIPIRONA', product: 'DIPIRONA', stripe: 'Tarja -' }),
  medicineOf('7890000000048', { substance: 'HEPARINA', product: 'HEPARINA', isForHospitals: true }),
]

function medicineOf(ean: string, changes: Partial<CmedMedicine>): CmedMedicine {
  return {
    line: 1,
    ggrem: `5${ean.slice(1)}00`,
    registration: ean,
    eans: [`0${ean}`],
    substance: '',
    laboratory: 'TEUTO',
    product: '',
    presentation: '50 MG, 30 COMPRIMIDOS REVESTIDOS',
    therapeuticClass: '',
    productType: 'Genérico',
    stripe: 'Tarja Vermelha',
    priceRegime: 'Regulado',
    isGeneric: true,
    isIcmsFree: false,
    isForHospitals: false,
    ceilings: { '12 %': 5000, '18 %': 5300 },
    ...changes,
  }
}

/** Assembles a till's file of these lines, in Windows-1252 as tills write it. */
async function assemble(
  { ctx, onProgress }: Pick<TestShop, 'ctx'> & { onProgress?: (share: number) => void },
  lines: string[],
  branchId = 1,
  list = medicines,
) {
  const file = join(await mkdtemp(join(tmpdir(), 'till-')), 'caixa.txt')
  const header = [
    'FARMÁCIA IPÊ LTDA',
    'Posição do estoque em 19/11/2026',
    '',
    'Cód. Barras\tDescrição\tPr. Venda\tSaldo\tLoja',
  ]
  await writeFile(file, Buffer.from([...header, ...lines].join('\r\n'), 'latin1'))
  const till = await readTillFile(file, null)
  const cmedList: CmedList = { publishedOn: '2026-11-10', rates: [], medicines: list }
  const options = { branchId, branches: [], onProgress }
  return assembleCatalogue(ctx, buildReservedUnitsQuery, till, cmedList, options)
}

const firstFile = [
  '7890000000017\tLOSARTANA 50MG 30CPR (GEN) TEUTO\t12,90\t14\t',
  '7890000000024\tRIVOTRIL 2MG\t20,00\t3\t',
  '7890000000031\tDIPIRONA 500MG\t5,00\t7\t',
  '7890000000048\tHEPARINA\t50,00\t1\t',
  '7890000000055\tPROT SOLAR ACTINE TQ SECO FPS70 40G\t89,90\t-2\t',
  '7890000000062\tTUBO 1/2" X 3\t1.234,50\t3\t',
  '7890000000062\tTUBO 1/2" X 3\t1.234,50\t5\t',
  '7,89E+12\tLEITE\t5,00\t1\t',
  '7890000000079\tSABONETE LUX 85G\t0,00\t9\t',
  '\tCHINELO 38\t19,90\t2\t',
  '\tSACOLA PLASTICA\t0,00\t900\t',
]

test('each row of a till’s file ends in one list, and what nobody knows waits out of the shop', async () => {
  const shop = await openTestShop()
  const dryRun = await assemble({ ctx: createDryRunContext(shop.ctx) }, firstFile)
  expect(await shop.database.db.selectFrom('pendingProduct').select('id').execute()).toEqual([])

  const result = await assemble(shop, firstFile)
  expect(dryRun).toEqual(result)
  expect(result).toMatchObject({
    read: 11,
    added: 3,
    countByList: { ready: 2, byRule: 1, toComplete: 5, refused: 3 },
    listDate: '2026-11-10',
  })
  expect(result.rowNotes).toEqual([
    { line: 9, reason: 'has the stock -2, which was taken as 0' },
    { line: 11, reason: 'is in line 10 too, which counts' },
    { line: 12, reason: expect.stringContaining('rounded') },
    { line: 13, reason: 'has the price 0' },
    { line: 15, reason: 'has no bar code, and no price' },
  ])
  expect(await listPending(shop)).toEqual([
    ['TUBO 1/2" X 3', 'unknown'],
    ['HEPARINA', 'unknown'],
    ['CHINELO 38', 'unknown'],
    ['DIPIRONA 500MG', 'stripe'],
    ['SABONETE LUX 85G', 'price'],
  ])
})

it('a medicine is named, classified and limited by the list, goods by the table of words', async () => {
  const shop = await openTestShop()
  await assemble(shop, firstFile)
  const products = await shop.database.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .where('product.sku', 'like', '78900000000%')
    .where('offer.branchId', '=', 1)
    .orderBy('product.sku')
    .select(['product.name', 'slug', 'prescriptionClass', 'isSellableOnline', 'isImageShown', 'ceilingPriceCents'])
    .select(['offer.priceCents', 'offer.stock'])
    .execute()
  expect(products).toEqual([
    {
      name: 'Losartana Potássica 50mg 30 Comprimidos Teuto Genérico',
      slug: 'losartana-potassica-50mg-30-comprimidos-teuto-generico',
      prescriptionClass: 'RX',
      isSellableOnline: true,
      isImageShown: false,
      ceilingPriceCents: 5000,
      priceCents: 1290,
      stock: 14,
    },
    {
      name: 'Rivotril 50mg 30 Comprimidos',
      slug: 'rivotril-50mg-30-comprimidos',
      prescriptionClass: 'CONTROLADO',
      isSellableOnline: false,
      isImageShown: false,
      ceilingPriceCents: 5300,
      priceCents: 2000,
      stock: 3,
    },
    {
      name: 'Protetor Solar Actine Toque Seco FPS 70 40g',
      slug: 'protetor-solar-actine-toque-seco-fps-70-40g',
      prescriptionClass: 'NA',
      isSellableOnline: true,
      isImageShown: true,
      ceilingPriceCents: null,
      priceCents: 8990,
      stock: 0,
    },
  ])
})

test('next month price and stock follow the till, and nothing else', async () => {
  const shop = await openTestShop()
  await assemble(shop, firstFile)
  await shop.database.db
    .updateTable('product')
    .set({ name: 'Losartana do Ipê' })
    .where('sku', '=', '7890000000017')
    .execute()
  expect(await assemble(shop, firstFile)).toMatchObject({ added: 0, changed: 0, countByList: { ready: 3, byRule: 0 } })

  const nextMonth = ['7890000000017\tLOSARTANA 50MG\t13,50\t14\t', '7890000000031\tDIPIRONA 500MG\t5,00\t7\t']
  const red = medicineOf('7890000000031', { substance: 'DIPIRONA', product: 'DIPIRONA', stripe: 'Tarja Sem Tarja' })
  expect(await assemble(shop, nextMonth, 1, [losartana, red])).toMatchObject({ added: 1, countByList: { ready: 2 } })
  const { name, priceCents } = await shop.database.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .where('product.sku', '=', '7890000000017')
    .where('offer.branchId', '=', 1)
    .select(['product.name', 'offer.priceCents'])
    .executeTakeFirstOrThrow()
  expect({ name, priceCents }).toEqual({ name: 'Losartana do Ipê', priceCents: 1350 })
  // What the list knows now waits no more.
  expect((await listPending(shop)).map(([description]) => description)).not.toContain('DIPIRONA 500MG')
})

it('a file of several stores sets each one’s price and stock; a store that the shop does not have is refused', async () => {
  const shop = await openTestShop()
  const { name } = await shop.database.db
    .selectFrom('branch')
    .where('id', '=', 2)
    .select('name')
    .executeTakeFirstOrThrow()
  const lines = [
    '7890000000017\tLOSARTANA 50MG\t12,90\t14\t1',
    `7890000000017\tLOSARTANA 50MG\t13,90\t4\t${name.toUpperCase()}`,
    '7890000000017\tLOSARTANA 50MG\t13,90\t4\t99',
  ]
  const file = join(await mkdtemp(join(tmpdir(), 'till-')), 'caixa.csv')
  await writeFile(
    file,
    ['ean;descricao;preco;estoque;loja', ...lines.map((line) => line.replaceAll('\t', ';'))].join('\n'),
  )
  const list: CmedList = { publishedOn: null, rates: [], medicines }
  const result = await assembleCatalogue(shop.ctx, buildReservedUnitsQuery, await readTillFile(file, null), list, {
    branchId: null,
    branches: await shop.delivery.listBranches(),
  })
  expect(result).toMatchObject({
    countByList: { ready: 2, refused: 1 },
    rowNotes: [{ line: 4, reason: 'is of no branch of the shop' }],
  })
  const offers = await shop.database.db
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.productId')
    .where('product.sku', '=', '7890000000017')
    .where('offer.branchId', 'in', [1, 2])
    .orderBy('branchId')
    .select(['branchId', 'offer.priceCents', 'stock'])
    .execute()
  expect(offers).toEqual([
    { branchId: 1, priceCents: 1290, stock: 14 },
    { branchId: 2, priceCents: 1390, stock: 4 },
  ])
})

test('a row that a branch cannot take is refused alone, and the others are taken', async () => {
  const shop = await openTestShop()
  await assemble(shop, firstFile)
  await shop.database.db.deleteFrom('offer').where('branchId', '=', 2).execute()
  const lines = ['7890000000017\tLOSARTANA 50MG\t0,00\t14\t', '7890000000055\tPROT SOLAR ACTINE\t79,90\t3\t']
  expect(await assemble(shop, lines, 2)).toMatchObject({
    countByList: { ready: 1, refused: 1 },
    rowNotes: [{ line: 5, reason: 'is empty, yet the product has no price in this branch' }],
  })
  const offers = shop.database.db.selectFrom('offer').where('branchId', '=', 2).select(['priceCents', 'stock'])
  expect(await offers.execute()).toEqual([{ priceCents: 7990, stock: 3 }])
})

it('a product that waits no more, since somebody added it under another code, is not asked for', async () => {
  const shop = await openTestShop()
  await assemble(shop, firstFile)
  await shop.database.db.updateTable('product').set({ ean: '7890000000062' }).where('sku', '=', 'FD0060').execute()
  await assemble(shop, ['07890000000062\tTUBO\t10,00\t1\t'])
  expect((await listPending(shop)).map(([description]) => description)).not.toContain('TUBO 1/2" X 3')
})

/** Description and reason, in the order in which they are completed. */
async function listPending({ database }: TestShop) {
  const rows = await database.db.selectFrom('pendingProduct').select(['description', 'reason', 'id']).execute()
  const { listPendingIds } = await import('../../server/catalogue/assembly/pending-products.ts')
  const ids = await listPendingIds(database)
  return ids.map((id) => rows.find((row) => row.id === id)).map((row) => [row?.description, row?.reason])
}

it('the list that came with a till’s file brings the ceilings of each month; an older one changes none', async () => {
  const shop = await openTestShop()
  await assemble(shop, firstFile)
  const { id } = await findLosartana(shop)
  const ceiling = async () => (await shop.catalogue.findCeiling(id, 1))?.cents
  expect(await ceiling()).toBe(5000)
  await assemble(shop, firstFile, 1, [{ ...losartana, ceilings: { '12 %': 4800 } }])
  expect(await ceiling()).toBe(4800)
  await shop.database.db.updateTable('ceilingList').set({ publishedOn: '2026-12-10' }).execute()
  expect(await assemble(shop, firstFile)).toMatchObject({ listDate: '2026-11-10', keptListDate: '2026-12-10' })
  expect(await ceiling()).toBe(4800)
})

function findLosartana({ database: { db } }: TestShop) {
  return db.selectFrom('product').select('id').where('ean', '=', '7890000000017').executeTakeFirstOrThrow()
}

test('an emptied table of words stays empty, and of two who save it at once one is told', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  const { records } = shop.backoffice
  const { text, seenHash } = await records.getWordRules(owner)
  expect(text).toContain('prot solar; Protetor Solar; Beleza > Protetor Solar')
  const saves = ['fralda; Fralda; Bebê > Fraldas', 'fralda; Fraldas; Bebê > Fraldas'].map((rules) =>
    records.changeWordRules(owner, rules, seenHash),
  )
  const outcomes = await Promise.allSettled(saves)
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'saved')).toSorted()).toEqual(
    ['page.outdated', 'saved'],
  )
  await records.changeWordRules(owner, '', (await records.getWordRules(owner)).seenHash)
  expect((await records.getWordRules(owner)).text).toBe('')
  expect(await assemble(shop, firstFile)).toMatchObject({ countByList: { byRule: 0 } })
})

it('the record of a withdrawn product may be changed, which does not put it back on sale', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  const { records } = shop.backoffice
  const { db } = shop.database
  const { id } = await db.selectFrom('product').where('sku', '=', 'FD0060').select('id').executeTakeFirstOrThrow()
  const offers = () => db.selectFrom('offer').where('productId', '=', id).select(['branchId', 'priceCents']).execute()
  const [offer] = await offers()
  await db
    .insertInto('withdrawnOffer')
    .values({
      productId: id,
      branchId: offer?.branchId ?? 0,
      priceCents: offer?.priceCents ?? 0,
      stock: 1,
      oversold: 0,
    })
    .execute()
  await db.deleteFrom('offer').where('productId', '=', id).execute()
  const { record, seenHash } = await records.getProductRecord(owner, id)
  await records.changeProduct(owner, id, { ...records.forms.toFormValues(record), name: 'Outro Nome' }, seenHash)
  expect((await records.getProductRecord(owner, id)).record.name).toBe('Outro Nome')
  expect(await offers()).toEqual([])
})

test('how much is done is told while a file is taken in, never less than before', async () => {
  const shop = await openTestShop()
  const shares: number[] = []
  const lines = Array.from({ length: 3000 }, (_, index) => `\tCOISA ${index}\t9,90\t1\t`)
  await assemble({ ...shop, onProgress: (share) => shares.push(share) }, [...firstFile, ...lines])
  expect(shares.length).toBeGreaterThan(5)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.filter((share) => share < 0 || share > 1)).toEqual([])
})
