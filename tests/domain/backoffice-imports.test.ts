import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { translateImportError } from '../../app/texts/import-errors.ts'
import type { ImportPreview } from '../../server/backoffice/imports.ts'
import { eraseExpiredFiles } from '../../server/backoffice/stored-uploads.ts'
import { demoRows, inFile, rowOf, type Values } from '../support/catalogue-rows.ts'
import { openCheckout } from '../support/checkout.ts'
import { actorOf } from '../support/staff.ts'
import { workbook } from '../support/xlsx.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const csv = (rows: Values[]) =>
  Buffer.from(
    [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
      .join('\r\n'),
  )
const catalogue = (rows: Values[], isWhole = false) => ({ kind: 'catalogue' as const, isWhole, content: csv(rows) })
const offers = (content: Buffer) => ({ kind: 'offers' as const, isWhole: false, content })
const staged = ({ dataDir }: Shop) => readdirSync(join(dataDir, 'importacoes'))

/** Every product and offer, to see that nothing changed. */
async function everything({ database: { db } }: Shop) {
  const products = await db.selectFrom('product').selectAll().orderBy('id').execute()
  const all = await db.selectFrom('offer').selectAll().orderBy('branchId').orderBy('productId').execute()
  const withdrawn = await db.selectFrom('withdrawnOffer').selectAll().execute()
  return JSON.stringify([products, all, withdrawn])
}

async function trail(shop: Shop) {
  const entries = await shop.database.db.selectFrom('auditEntry').selectAll().orderBy('id').execute()
  return entries
    .filter(({ action }) => action === 'products.import')
    .map(({ record, detail }) => `${record}: ${detail}`)
}

test('a file is tried without changing anything, and then exactly it is published, once, with its line in the trail', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const { imports } = shop.backoffice
  const before = await everything(shop)
  const rows = [rowOf('FD0060', { name: 'Novalgina Nova' }), rowOf('FD0061', { sku: 'NEW1', slug: 'novo' })]
  const trial = await imports.previewFile(owner, catalogue(rows))
  expect(trial).toMatchObject({
    expectedResult: { read: 2, added: 1, changed: 1, withdrawn: 0 },
    faults: [],
    withdrawal: null,
  })
  expect(trial.expectedResult?.changes).toEqual([
    { kind: 'added', sku: 'NEW1', name: rows[1]?.name, branchId: null, fields: [] },
    {
      ...{ kind: 'changed', sku: 'FD0060', name: 'Novalgina Nova', branchId: null },
      fields: [
        { column: 'name', before: 'Novalgina 1g 10 Comprimidos', after: 'Novalgina Nova' },
        // It begins with the name.
        expect.objectContaining({ column: 'description' }),
      ],
    },
  ])
  expect([await everything(shop), await trail(shop)]).toEqual([before, []])
  const [file = ''] = staged(shop)
  expect(statSync(join(shop.dataDir, 'importacoes', file)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(shop.dataDir, 'importacoes', file))).toEqual(csv(rows))

  expect(await imports.publishFile(owner, trial.token, 0)).toMatchObject({ added: 1, changed: 1 })
  expect(await shop.catalogue.getProductBySlug(1, 'novo')).toMatchObject({ stock: 0 })
  expect(await trail(shop)).toEqual(['import catalogue: 2 rows, 1 added, 1 changed, 0 returned, 0 withdrawn'])
  expect(staged(shop)).toEqual([])
  await expect(imports.publishFile(owner, trial.token, 0)).rejects.toMatchObject({ code: 'import.gone' })
})

test('prices and stock come as a workbook too; a new trial erases the file of the one before', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const { imports } = shop.backoffice
  const table = [
    ['sku', 'branch_id', 'price', 'stock', ''],
    ['FD0060', 1, '20.00', 9],
    [],
    ['FD0060', 2, '21.50', '', ''],
  ]
  const first = await imports.previewFile(owner, offers(workbook(table)))
  const second = await imports.previewFile(owner, offers(workbook(table)))
  expect(staged(shop)).toHaveLength(1)
  expect(second.expectedResult?.changes).toMatchObject([
    {
      ...{ kind: 'changed', sku: 'FD0060', branchId: 1 },
      fields: [
        { column: 'price_cents', before: 2290, after: 2000 },
        { column: 'stock', before: 23, after: 9 },
      ],
    },
    { kind: 'changed', sku: 'FD0060', branchId: 2, fields: [{ column: 'price_cents', before: 2336, after: 2150 }] },
  ])
  await expect(imports.publishFile(owner, first.token, 0)).rejects.toMatchObject({ code: 'import.gone' })
  expect(await imports.publishFile(owner, second.token, 0)).toMatchObject({ read: 2, changed: 2 })
  const slug = rowOf('FD0060').slug ?? ''
  expect(await shop.catalogue.getProductBySlug(1, slug)).toMatchObject({ listPriceCents: 2000, stock: 9 })
  expect(await shop.catalogue.getProductBySlug(2, slug)).toMatchObject({ listPriceCents: 2150 })
})

test('a file that would withdraw more than a tenth is published only by who says how many', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const { imports } = shop.backoffice
  const before = await everything(shop)
  const trial = await imports.previewFile(owner, catalogue(demoRows.slice(0, 8), true))
  expect(trial).toMatchObject({
    expectedResult: { withdrawn: 197 },
    withdrawal: { missingCount: 197, listedCount: 205 },
  })
  expect(trial.expectedResult?.changes?.[0]).toMatchObject({ kind: 'withdrawn', sku: demoRows[8]?.sku })
  for (const said of [0, 1, 196]) {
    const refused = await imports.publishFile(owner, trial.token, said).catch((error) => error)
    expect([said, refused.code]).toEqual([said, 'import.withdrawsMany'])
    expect(refused.message).toContain('retira 197 produtos')
  }
  expect([await everything(shop), await trail(shop)]).toEqual([before, []])
  expect(await imports.publishFile(owner, trial.token, 197)).toMatchObject({ withdrawn: 197 })
  const tenth = await imports.previewFile(owner, catalogue(demoRows, true))
  expect(tenth).toMatchObject({ expectedResult: { returned: 197, withdrawn: 0 }, withdrawal: null })
})

test('a file that would withdraw between a tenth and fifteen in a hundred asks for their number too', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  for (const left of [21, 30]) {
    const trial = await shop.backoffice.imports.previewFile(owner, catalogue(demoRows.slice(left), true))
    expect(trial).toMatchObject({ withdrawal: { missingCount: left, listedCount: 205 } })
    await expect(shop.backoffice.imports.publishFile(owner, trial.token, 0)).rejects.toMatchObject({
      code: 'import.withdrawsMany',
    })
  }
})

test('a file of another encoding, cut short or with another header is refused in one sentence, and is not kept', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const before = await everything(shop)
  const whole = csv(demoRows).toString()
  const files: [string, Buffer][] = [
    ['import.encoding', Buffer.concat([Buffer.from(whole), Buffer.from('\xe7\r\n', 'latin1')])],
    ['import.encoding', Buffer.from(whole, 'utf16le')],
    ['import.cut', Buffer.from(whole.slice(0, whole.indexOf('Novalgina') + 4))],
    ['import.header', Buffer.from('sku,nome,preco\r\nFD0060,x,1')],
    ['import.zero', Buffer.from(`${whole.split('\r\n')[0]}\r\n"FD\0"`)],
    ['import.empty', Buffer.from('\r\n')],
    ['import.missing', Buffer.alloc(0)],
    ['import.unreadable', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from(whole)])],
    ['import.tooMuch', Buffer.alloc(10 * 1024 * 1024 + 1, 'a')],
  ]
  for (const [code, content] of files) {
    const refusal = await shop.backoffice.imports
      .previewFile(owner, { ...catalogue(demoRows), content })
      .catch((error) => error)
    expect([code, refusal.code, refusal.status]).toEqual([code, code, 422])
  }
  expect([await everything(shop), staged(shop)]).toEqual([before, []])
})

test('rows that are refused are listed with their lines, all of them in the file, each in Portuguese', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const { imports } = shop.backoffice
  const wrong = demoRows.slice(0, 120).map((row) => ({ ...row, price_typical: '1.234' }))
  const trial = await imports.previewFile(owner, catalogue(wrong))
  expect(trial).toMatchObject({ expectedResult: null, faultCount: 120, faults: { length: 100 } })
  expect(await imports.listFaults(owner, trial.token)).toHaveLength(120)
  await expect(imports.publishFile(owner, trial.token, 0)).rejects.toMatchObject({ code: 'import.refused' })
})

test('every reason for which the importer refuses a row has its sentence', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const tried = async (file: Parameters<typeof shop.backoffice.imports.previewFile>[1]) =>
    (await shop.backoffice.imports.previewFile(owner, file)).faults
  const [controlled = {}] = demoRows.filter((row) => row.prescription_class === 'CONTROLADO')
  const bad: Values[] = [
    ...['sku', 'slug', 'name', 'category'].map((column) => rowOf('FD0060', { [column]: '' })),
    rowOf('FD0060', { name: 'x'.repeat(201), brand: 'a\nb', sku: '=1', slug: 'A b', kind: 'outro', ean: 'x' }),
    rowOf('FD0061', { price_typical: '1.234', discount_type: 'x', prescription_class: 'x', is_pbm: '2', ggrem: 'x' }),
    rowOf('FD0062', { price_typical: '0', pmc_18_sp: 'x', anvisa_registro: 'x', leaflet_url: 'x' }),
    rowOf('FD0001', { promo_allowed: '1', show_image: '1' }),
    { ...controlled, sellable_online: '1', leaflet_url: '' },
    rowOf('FD0063', { promo_allowed: '0', discount_type: 'percent', discount: '1.5', is_pbm: '0' }),
    rowOf('FD0064', { discount_type: '', discount: '3' }),
    rowOf('FD0065', { discount_type: 'amount', discount: '9999' }),
    rowOf('FD0066', { active_ingredient: 'wort '.repeat(60), name: 'wort '.repeat(40) }),
    rowOf('FD0067', { pictures: 'foto.jpg', show_image: '1', hold_prescription: '0' }),
    rowOf('FD0068', { sku: 'FD0067' }),
  ].map((row) => ({ leaflet_url: '', pictures: '', ...row }))
  const short = Buffer.from(`${csv(demoRows).toString().split('\r\n').slice(0, 2).join('\r\n')}\r\nFD0060,x`)
  await shop.database.db.updateTable('product').set({ ceilingPriceCents: 100 }).where('sku', '=', 'FD0061').execute()
  await shop.catalogue.importer.importProducts(inFile([rowOf('FD0068', { sku: 'NEW1', slug: 'novo' })]))
  await shop.database.db.deleteFrom('offer').where('branchId', '=', 1).where('productId', '=', 206).execute()
  const prices = [
    { sku: 'FD0060', slug: '', branch_id: '1', price: '1.00', stock: '1' },
    { sku: 'FD0060', slug: '', branch_id: '1', price: '1.00', stock: '1' },
    { sku: 'FD0060', slug: 'x', branch_id: '0', price: '1.00', stock: '-1' },
    { sku: '', slug: '', branch_id: '1', price: '1.00', stock: '1' },
    { sku: 'NADA', slug: '', branch_id: '1', price: '1.00', stock: '1' },
    { sku: 'FD0060', slug: '', branch_id: '99', price: '1.00', stock: '1' },
    { sku: 'FD0061', slug: '', branch_id: '1', price: '1.01', stock: '1' },
    { sku: 'NEW1', slug: '', branch_id: '1', price: '', stock: '1' },
  ]
  const faults = [
    ...(await tried(catalogue(bad))),
    ...(await tried({ ...catalogue(demoRows), content: short })),
    ...(await tried(catalogue([rowOf('FD0069', { slug: rowOf('FD0070').slug ?? '' })]))),
    ...(await tried(offers(csv(prices)))),
  ]
  const reasons = new Set(faults.map(({ reason }) => reason))
  expect(reasons.size).toBeGreaterThan(32)
  expect([...reasons].filter((reason) => translateImportError(reason) === null)).toEqual([])
})

test('a price above its ceiling is no refusal: the trial says in words that the rest of its row counts', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const { db } = shop.database
  await db.deleteFrom('offer').where('branchId', '=', 1).where('productId', '=', 39).execute()
  await db.updateTable('branch').set({ state: 'AM' }).where('id', '=', 2).execute()
  const rows = [
    { sku: 'FD0001', branch_id: '1', price: '33.23', stock: '5' },
    { sku: 'FD0039', branch_id: '1', price: '29.41', stock: '5' },
    { sku: 'FD0039', branch_id: '2', price: '29.41', stock: '' },
    { sku: 'FD0039', branch_id: '3', price: '29.40', stock: '5' },
  ]
  const trial = await shop.backoffice.imports.previewFile(owner, offers(csv(rows)))
  expect(trial.notes.map(({ line, reason }) => `${line}: ${translateImportError(reason)}`)).toEqual([
    '2: acima do teto legal de R$ 33,22 (CMED): o preço fica como estava, e o estoque vale',
    '3: acima do teto legal de R$ 29,40 (PMC 12 %, SP): a loja ainda não tem preço dele, e a linha ficou de fora',
    '4: acima do teto legal de R$ 25,87 (PMC 0 %, AM; confira a alíquota): o preço fica como estava',
  ])
  expect(trial.expectedResult?.changes?.map(({ sku, branchId }) => [sku, branchId])).toEqual([
    ['FD0001', 1],
    ['FD0039', 3],
  ])
})

test('a tried file is its own person’s alone, is erased after an hour, and only an owner tries or publishes', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const other = { ...owner, staffId: 99 }
  const { imports } = shop.backoffice
  const trial: ImportPreview = await imports.previewFile(owner, catalogue([rowOf('FD0060', { name: 'Outra' })]))
  for (const token of [trial.token, `../${trial.token}`, trial.token.replace('-0-', '-1-'), '']) {
    await expect(imports.publishFile(other, token, 0)).rejects.toMatchObject({ code: 'import.gone' })
  }
  for (const role of ['pharmacist', 'clerk'] as const) {
    const actor = { ...(await actorOf(shop, role)), staffId: owner.staffId }
    const acts = [
      imports.previewFile(actor, catalogue(demoRows)),
      imports.publishFile(actor, trial.token, 0),
      imports.previewStoredFile(actor, trial.token),
      imports.listFaults(actor, trial.token),
      (async () => imports.listColumnsByKind(actor))(),
    ]
    for (const act of acts) await expect(act).rejects.toMatchObject({ code: 'staff.forbidden' })
  }
  shop.clock.pass(59)
  await eraseExpiredFiles(shop.ctx)
  expect(staged(shop)).toHaveLength(1)
  shop.clock.pass(1)
  await expect(imports.publishFile(owner, trial.token, 0)).rejects.toMatchObject({ code: 'import.gone' })
  await eraseExpiredFiles(shop.ctx)
  expect(staged(shop)).toEqual([])
})
