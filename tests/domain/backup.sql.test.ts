import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type KyselyPlugin, type RawBuilder, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addBagPromotion } from '../../server/catalogue/bag-promotions/bag-promotions.ts'
import { recordPrices } from '../../server/catalogue/price-periods.ts'
import { reindex } from '../../server/catalogue/reindex.ts'
import { createBackup } from '../../server/database/backup/backup.ts'
import { type BackupRecord, readBackupFile, writeBackupFile } from '../../server/database/backup/backup-file.ts'
import { restoreBackup } from '../../server/database/backup/restore.ts'
import { type Database, openDatabase, type Transaction } from '../../server/database/connection.ts'
import { allMigrationNames, listCompletedMigrations, migrate } from '../../server/database/migrate.ts'
import { migrateAndReindex } from '../../server/database/migrate-and-reindex.ts'
import { namesByTable } from '../../server/database/migrations/130-column-names.ts'
import { pre1MigrationNames } from '../../server/database/pre1-upgrade.ts'
import { endRest } from '../../server/database/rest.ts'
import type { TableName } from '../../server/database/schema.ts'
import {
  backupTables,
  findLastId,
  listColumns,
  listExistingTables,
  listTablesWithData,
  setLastId,
  transientTables,
} from '../../server/database/table-contents.ts'
import { saveContact } from '../../server/notify/whatsapp/contacts.ts'
import { recordPickedUnits, saveCancellationRequest } from '../../server/orders/fulfilment-queue.ts'
import { openBefore1 } from '../support/before-1.ts'
import { azitromicina, line, novalgina, openCheckout, paper, trayenta } from '../support/checkout.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { readLetters } from '../support/letters.ts'
import { passkeyOf } from '../support/passkey-rows.ts'
import { it } from '../support/rule.ts'
import { openTestShop } from '../support/shop.ts'
import { actorOf, operator } from '../support/staff.ts'

const clock = { now: () => new Date('2026-03-10T13:00:00.000Z') }

/** A folder of the test's own. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A place for a new shop: an empty database and a DATA_DIR. */
async function openPlace() {
  const database = await createTestDatabase()
  const dataDir = makeFolder()
  return { ...database, dataDir, isSandbox: true, encryptionKeys: ['sandbox-only-secret-of-the-demo-shop'] }
}

async function backUpTo(file: string, shop: { database: Database; dataDir: string }) {
  return createBackup(shop.database, { dataDir: shop.dataDir, isSandbox: true }, { file, version: '1.0.0', clock })
}

function restoreInto(place: Awaited<ReturnType<typeof openPlace>>, file: string) {
  return restoreBackup({ ...place, databaseLocation: place.location }, { file, reindex })
}

/** A demo shop with rows in every table of the shop and files in every folder. */
async function openFullShop(database?: TestDatabase) {
  const shop = await openCheckout({}, database, { isAlone: true })
  const { db } = shop.database
  await shop.webhooks.addWebhook({ url: 'https://erp.example/', branchId: null })
  await shop.staff.apiKeys.addApiKey(operator, { name: 'ERP', scopes: ['stock'], branchId: null })
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const lines = [line(azitromicina), line(novalgina, 2)]
  const order = await shop.place(lines, {
    prescriptionId,
    couponCode: 'BEMVINDO10',
    note: 'Deixar na portaria\u2028obrigada',
  })
  await shop.pay(order.id)
  await shop.bags.laboratory.assignOptInToCustomer(
    await shop.bags.laboratory.optIn({ branchId: 1, productId: trayenta, cpf: '529.982.247-25' }),
    shop.customerId,
  )
  await shop.catalogue.stockNotices.requestNotice(
    'cliente@example.com',
    { id: novalgina, isSellableOnline: true },
    1,
    'test',
  )
  await shop.delivery.coverageNotices.requestNotice('cliente@example.com', '08100-000', 'test')
  await recordPrices(shop.ctx)
  await shop.catalogue.emptySearchLog.recordEmptySearch('protetor sem cor')
  await shop.accounts.sendRecoveryCode('cliente@example.com', 'test')
  await shop.accounts.rememberDevice(shop.customerId, null)
  await db.insertInto('passkey').values(passkeyOf(shop.customerId)).execute()
  await shop.ctx.transact((ctx) => saveContact(ctx, shop.customerId, '11987654321'))
  await db.insertInto('whatsappTemplate').values({ templateKey: 'orderPaid', name: 'pago' }).execute()
  await db.insertInto('branchAlert').values({ branchId: 1, email: 'loja@example.com', phone: null }).execute()
  const rule = { words: 'fralda', name: 'Fralda', category: 'Bebê', subcategory: 'Fraldas', isMedicine: false }
  await db.insertInto('catalogueRule').values(rule).execute()
  const pending = { code: '789', ean: null, description: 'FRALDA', reason: 'brand', suggestion: '{}' } as const
  await db
    .insertInto('pendingProduct')
    .values({ ...pending, id: 1 })
    .execute()
  await db.insertInto('pendingOffer').values({ pendingProductId: 1, branchId: 1, priceCents: null, stock: 3 }).execute()
  await db.insertInto('conversionOutbox').values({ orderId: order.id, deviceId: 'a device' }).execute()
  const instant = clock.now()
  const by = { pharmacistName: 'Rute Sampaio', pharmacistCrf: 'SP-12345' }
  const look = { prescriptionId, partId: 1, accessedAt: instant, accessedBy: 'a pharmacist' }
  await db.insertInto('prescriptionAccessLog').values(look).execute()
  const decision = { prescriptionId, decision: 'approved', decidedAt: instant, ...by } as const
  await db.insertInto('prescriptionDecision').values(decision).execute()
  // Before it was paid at the external page, Pix was chosen.
  const left = {
    reference: 'a'.repeat(26),
    provider: 'pix',
    orderId: order.id,
    isSpent: true,
    state: 'closed',
  } as const
  const times = { createdAt: instant, expiresAt: instant, checkedAt: instant }
  await db
    .insertInto('charge')
    .values({ ...left, ...times, amountCents: 100, payable: 'code', providerId: null })
    .execute()
  const problem = { orderId: order.id, customerId: shop.customerId, branchId: 1, kind: 'other', message: 'sealed' }
  await db
    .insertInto('orderProblem')
    .values({ id: 1, ...problem, state: 'open', createdAt: instant, dueAt: instant })
    .execute()
  await db.insertInto('orderProblemItem').values({ problemId: 1, productId: novalgina, units: 1 }).execute()
  const said = { problemId: 1, at: instant, staffName: null, staffCrf: null, text: 'sealed' }
  await db.insertInto('orderProblemMessage').values(said).execute()
  const quote = { prescriptionId, branchId: 1, noteEncrypted: 'sealed' }
  await db.insertInto('prescriptionQuote').values(quote).execute()
  await db.insertInto('orderLot').values({ orderId: 1, productId: novalgina, lot: 'AB12', units: 1 }).execute()
  await db.insertInto('orderProblemPhoto').values({ problemId: 1, contentEncrypted: 'sealed' }).execute()
  const proposal = { orderId: order.id, productId: novalgina, units: 1, answerDueAt: instant }
  await db
    .insertInto('orderProposal')
    .values({ ...proposal, offer: '{"way":"window"}', state: 'open' })
    .execute()
  await db
    .insertInto('orderSurcharge')
    .values({
      orderId: order.id,
      kind: 'proposal',
      details: '{}',
      amountCents: 1,
      state: 'over',
      createdAt: instant,
      dueAt: instant,
    })
    .execute()
  await db
    .insertInto('prescriptionPictureRequest')
    .values({
      ...{ prescriptionId, partId: 1, reason: 'cortada', pharmacistName: 'Helena', pharmacistCrf: 'SP-1' },
      ...{ requestedAt: instant, dueAt: instant, state: 'over' },
    })
    .execute()
  await db.insertInto('deliveryWindow').values({ id: 10_001, booked: 1 }).execute()
  await db.insertInto('productSlugHistory').values({ slug: 'antigo', productId: novalgina }).execute()
  await db.insertInto('sandboxCharge').values({ txid: left.reference, charge: '{}' }).execute()
  const held = { id: 'held', units: 1, discountBasisPoints: 2500 }
  await db
    .insertInto('sandboxAuthorisation')
    .values({ ...held, state: 'open' })
    .execute()
  const authorisation = { ...held, idempotencyKey: 'k', state: 'authorised', requestedAt: instant } as const
  await db
    .insertInto('laboratoryAuthorisation')
    .values({ ...authorisation, customerId: shop.customerId, productId: trayenta })
    .execute()
  const reminder = { productId: novalgina, quantity: 1, days: 10, dueOn: '2026-03-20', token: 't' }
  await db
    .insertInto('refillReminder')
    .values({ ...reminder, customerId: shop.customerId })
    .execute()
  await db.insertInto('sandboxWebhook').values({ receiverKey: 'chave', url: 'http://127.0.0.1:9' }).execute()
  await db.insertInto('withdrawnOffer').values({ branchId: 1, productId: 1, priceCents: 100, stock: 1 }).execute()
  const owner = await actorOf(shop, 'owner')
  await shop.staff.inviteStaffMember(owner, {
    email: 'nova@example.com',
    name: 'Nova',
    role: 'clerk',
    crf: null,
    branchId: null,
  })
  await db.insertInto('staffRecoveryCode').values({ staffId: 1, codeHash: 'a hash' }).execute()
  const asked = {
    paymentReference: 'one',
    name: 'refund1',
    amountCents: 100,
    requestedAt: instant,
    providerId: null,
  }
  await db
    .insertInto('cardRefund')
    .values({ ...asked, reference: left.reference })
    .execute()
  await db.insertInto('sandboxCardOrder').values({ id: 'ORD1', idempotencyKey: 'k', cardOrder: '{}' }).execute()
  const { id: payment_id } = await db.selectFrom('payment').select('id').executeTakeFirstOrThrow()
  const part = { orderId: order.id, paymentId: payment_id, amountCents: 100, status: 'refunded' } as const
  await db
    .insertInto('partialRefund')
    .values({ ...part, createdAt: instant })
    .execute()
  const byItself = { ...part, refundId: 'D1', amountCents: 50, status: 'returned', noticedAt: instant } as const
  await db.insertInto('bankRefund').values(byItself).execute()
  const byOtherMeans = { means: 'transfer', settledOn: '2026-03-10', recordedAt: instant }
  await db
    .insertInto('refundSettlement')
    .values({ ...byOtherMeans, orderId: order.id, paymentId: payment_id, amountCents: 100 })
    .execute()
  await db.insertInto('accessLog').values({ day: '2026-03-10', recordsEncrypted: 'sealed' }).execute()
  await shop.ctx.transact(async (ctx) => {
    await recordPickedUnits(ctx, order.id, novalgina, 2)
    const wish = { orderId: order.id, reason: 'comprou errado', requestedBy: 'Bruno' }
    await saveCancellationRequest(ctx, { ...wish, requestedStatus: 'preparing', answer: null })
  })
  const plan = { discountType: 'percent', discountValue: 10, startsAt: instant, endsAt: null } as const
  await db
    .insertInto('promotion')
    .values({ productId: novalgina, ...plan })
    .execute()
  await shop.ctx.transact((ctx) =>
    addBagPromotion(ctx, { rule: 'leve 4 pague 3', productIds: [148], startsAt: ctx.clock.now(), endsAt: null }),
  )
  await db
    .insertInto('orderLineDiscount')
    .values({ orderId: order.id, productId: novalgina, promotionId: 1, title: 'Leve 3, pague 2', units: 1, cents: 1 })
    .execute()
  const rate = { state: 'AM', isGeneric: true, rate: '20 %', source: 'lei', sourceDate: '2026-03-10' }
  await db.insertInto('ceilingRate').values(rate).execute()
  await db.insertInto('tradeName').values({ word: 'viagra', ingredient: 'sildenafila' }).execute()
  mkdirSync(join(shop.dataDir, 'imagens'))
  writeFileSync(join(shop.dataDir, 'imagens', 'foto-160.webp'), Buffer.alloc(500_000, 'a picture'))
  copyFileSync('server/demo/shop.json', join(shop.dataDir, 'shop.json'))
  return { ...shop, order, prescriptionId }
}

/** The backup of a full shop, made once for the tests that need no more than the file; and what to expect of it. */
let made: ReturnType<typeof backUpFullShop> | undefined

async function fullBackup() {
  made ??= backUpFullShop()
  const { content, ...shop } = await made
  const file = join(makeFolder(), 'shop.backup')
  writeFileSync(file, content)
  return { ...shop, file }
}

async function backUpFullShop() {
  const shop = await openFullShop()
  const file = join(makeFolder(), 'shop.backup')
  await backUpTo(file, shop)
  const names = Object.fromEntries(['receitas', 'imagens'].map((name) => [name, readdirSync(join(shop.dataDir, name))]))
  const { customerId, token, order, prescriptionId } = shop
  return { content: readFileSync(file), names, customerId, token, order, prescriptionId }
}

/** Every row of a table, sorted, since engines return them in different orders. */
async function rowsIn({ db }: { db: Transaction }, table: TableName): Promise<string[]> {
  const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db.withoutPlugins())
  const generated = ['search_vector', 'search_row']
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => !generated.includes(name))
          .sort(),
      ),
    )
    .sort()
}

const engines = [...new Set([process.env.TEST_DATABASE, 'sqlite'])]
test.each(engines)('a backup of a shop on %s brings every row and file back', async (engine) => {
  const shop = await openFullShop(await createTestDatabase('demo', engine))
  const forgotten = await shop.prescriptions.registerPatient(shop.customerId, 'Quem saiu')
  await shop.database.db.deleteFrom('patient').where('id', '=', forgotten.id).execute()
  const file = join(makeFolder(), 'shop.backup')
  const tally = await backUpTo(file, shop)
  expect(tally.rowCountByTable).toMatchObject({ product: 205, customer: 2, orders: 2, prescription: 1 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(gunzipSync(readFileSync(file)).includes('Ana Prates'), 'an encrypted name in plain').toBe(false)

  const place = await openPlace()
  expect(await restoreInto(place, file)).toMatchObject({
    ...tally,
    fileCount: 3,
    existingFileKeys: [],
    hasShopKeys: true,
  })
  const restored = await openTestShop({ database: place, env: { DATA_DIR: makeFolder() } })
  // The row that says so is the backup's else.
  expect([await restored.isAtRest(), await endRest(restored.database)]).toEqual([true, true])
  for (const table of [
    ...(await listExistingTables(shop.database.db, backupTables)),
    'search_word',
    'facet_count',
  ] as const) {
    const rows = await rowsIn(shop.database, table)
    expect(rows, table).not.toEqual([])
    if (table === 'catalogue_version') continue
    expect(await rowsIn(restored.database, table), table).toEqual(rows)
  }
  for (const folder of ['receitas', 'imagens']) {
    const [name = '', ...more] = readdirSync(join(shop.dataDir, folder))
    expect(more).toEqual([])
    expect(readdirSync(join(place.dataDir, folder))).toEqual([name])
    const content = readFileSync(join(shop.dataDir, folder, name))
    expect(readFileSync(join(place.dataDir, folder, name)).equals(content), name).toBe(true)
  }
  expect(readFileSync(join(place.dataDir, 'shop.json'))).toEqual(readFileSync('server/demo/shop.json'))

  const next = await restored.prescriptions.registerPatient(shop.customerId, 'Quem chega')
  expect(next.id, 'a number that was given once').toBeGreaterThan(forgotten.id)
})

test('a shop that came back lets its customers in, shows what they ordered and sent, finds products and sells', async () => {
  const { file, ...shop } = await fullBackup()
  const place = await openPlace()
  await restoreInto(place, file)

  const restored = await openCheckout({ DATA_DIR: place.dataDir }, place, { isAlone: true })
  expect(await restored.accounts.findSession(shop.token)).toMatchObject({ customerId: shop.customerId })
  expect(await restored.orders.getOrder(shop.customerId, shop.order.id)).toMatchObject({
    status: 'prescription_review',
    note: 'Deixar na portaria\u2028obrigada',
  })
  const prescription = await restored.prescriptions.findPrescription(shop.prescriptionId)
  expect(prescription?.parts).toMatchObject([{ patient: 'Ana Prates' }])
  const part = prescription?.parts[0]?.id ?? 0
  expect((await restored.prescriptions.renderCustomerFile(shop.customerId, part)).subarray(0, 2).toString('hex')).toBe(
    'ffd8',
  )
  expect((await restored.catalogue.listProducts(1, { search: 'novalgna' })).products[0]).toMatchObject({
    id: novalgina,
  })
  const before = await restored.stockOf(novalgina)
  const { id } = await restored.place([line(novalgina)])
  // Orders of after the backup may have the numbers between.
  expect([id, await restored.stockOf(novalgina)]).toEqual([shop.order.id + 20_001, (before ?? 0) - 1])
})

test('a backup taken while orders come in holds each of them whole or not at all', async () => {
  const shop = await openCheckout({}, undefined, { isAlone: true })
  const full = (await shop.stockOf(novalgina)) ?? 0
  const file = join(makeFolder(), 'shop.backup')
  let isDone = false
  const writing = backUpTo(file, shop).finally(() => {
    isDone = true
  })
  let placed = 0
  while (!isDone && placed < full) {
    await shop.place([line(novalgina)])
    placed += 1
  }
  await writing
  expect(placed).toBeGreaterThan(0)

  const place = await openPlace()
  await restoreInto(place, file)
  const restored = await openTestShop({ database: place })
  const { db } = restored.database
  const orders = await db.selectFrom('orders').select('id').where('idempotencyKey', '!=', 'demo').execute()
  const lines = await db.selectFrom('orderLine').select('orderId').where('productId', '=', novalgina).execute()
  const left = (await restored.catalogue.findProducts(1, [novalgina])).get(novalgina)?.stock
  expect(left).toBe(full - orders.length)
  expect(lines.filter(({ orderId }) => orders.some(({ id }) => id === orderId))).toHaveLength(orders.length)
})

test('what is read as one moment does not see what others write meanwhile, and does not keep them waiting', async () => {
  const place = await createTestDatabase('demo')
  const { database } = await openTestShop({ database: place })
  const other = openDatabase(place.location)
  onTestFinished(() => other.close())
  const names = (tx: Transaction) => tx.selectFrom('branch').select('name').where('id', '=', 1).execute()
  const seen = await database.runOnSnapshot(async (tx) => {
    const before = await names(tx)
    await other.db.updateTable('branch').set({ name: 'Outra' }).where('id', '=', 1).execute()
    return [before, await names(tx)]
  })
  expect(seen).toEqual([[{ name: 'Paulista' }], [{ name: 'Paulista' }]])
  expect(await names(database.db)).toEqual([{ name: 'Outra' }])
})

/** All that must be unchanged after a refused restore. */
async function stateOf(place: TestDatabase & { dataDir: string }) {
  const database = openDatabase(place.location)
  try {
    const tables = await database.db.introspection.getTables({ withInternalKyselyTables: true })
    const isMade = tables.some(({ name }) => name === 'branch')
    return { files: readdirSync(place.dataDir), used: isMade ? await listTablesWithData(database.db) : [], isMade }
  } finally {
    await database.close()
  }
}

it('a backup that is cut off, damaged, short of a line or none at all is refused, and nothing is touched', async () => {
  const { file } = await fullBackup()
  const whole = readFileSync(file)
  const lines = gunzipSync(whole).toString().split('\n')
  const flipped = Buffer.from(whole)
  flipped[whole.length >> 1] = (flipped[whole.length >> 1] ?? 0) ^ 0x10
  const cases: [Buffer, RegExp][] = [
    [whole.subarray(0, whole.length - 1), /cut off or damaged/],
    [whole.subarray(0, whole.length >> 1), /cut off or damaged/],
    [whole.subarray(0, 200), /cut off or damaged/],
    [flipped, /damaged|cannot be read/],
    [gzipSync(lines.toSpliced(40, 1).join('\n')), /cut off or damaged/],
    [gzipSync(lines.slice(0, -2).join('\n')), /cut off or damaged/],
    [gzipSync(lines.join('\n').replace('Paulista', 'Paulistano')), /cut off or damaged/],
    [gzipSync(lines.toSpliced(40, 1, '{"table":"x"}').join('\n')), /line 41 of the backup cannot be read/],
    [gzipSync('-- PostgreSQL database dump\n'), /not a backup of a shop/],
    [Buffer.from('sku,name\n'), /not a backup of a shop/],
    [Buffer.alloc(0), /cut off or damaged/],
  ]
  const place = await openPlace()
  for (const [content, reason] of cases) {
    writeFileSync(file, content)
    await expect(restoreInto(place, file)).rejects.toThrow(reason)
  }
  await expect(restoreInto(place, `${file}.none`)).rejects.toThrow('there is no such file')
  expect(await stateOf(place)).toEqual({ files: [], used: [], isMade: false })
})

/** A backup with some of its parts changed, and a correct end record. */
async function rewrite(file: string, change: (part: BackupRecord) => BackupRecord | null): Promise<string> {
  await writeBackupFile(`${file}.changed`, changed())
  return `${file}.changed`

  async function* changed(): AsyncGenerator<BackupRecord> {
    for await (const part of readBackupFile(file)) {
      const kept = change(part)
      if (kept !== null) yield kept
    }
  }
}

it('a backup of a newer program, of the sandbox for a live shop, or with a name that leads elsewhere is refused', async () => {
  const { file } = await fullBackup()
  const place = await openPlace()
  const newer = await rewrite(file, (part) =>
    'steps' in part ? { ...part, version: '9.0.0', steps: [...part.steps, '999-later'] } : part,
  )
  await expect(restoreInto(place, newer)).rejects.toThrow('of Balcão 9.0.0, which is newer')
  await expect(restoreInto({ ...place, isSandbox: false }, file)).rejects.toThrow('a backup of the sandbox')
  rmSync(newer)
  const outside = await rewrite(file, (part) => ('file' in part ? { file: 'imagens/../../x.webp' } : part))
  await expect(restoreInto(place, outside)).rejects.toThrow('cannot be read')
  expect(await stateOf(place)).toEqual({ files: [], used: [], isMade: false })
})

test('a backup says whose shop it is by the database itself, and a live shop’s is nothing for the sandbox', async () => {
  const shop = await openFullShop()
  await shop.database.db.updateTable('databaseKind').set({ kind: 'live' }).execute()
  const file = join(makeFolder(), 'shop.backup')
  await backUpTo(file, shop)
  const place = await openPlace()
  await expect(restoreInto(place, file)).rejects.toThrow('a backup of a live shop: set SANDBOX=0')
  expect(await stateOf(place)).toEqual({ files: [], used: [], isMade: false })
  expect((await restoreInto({ ...place, isSandbox: false }, file)).header.sandbox).toBe(false)
  await expect(openTestShop({ database: place })).rejects.toThrow('The database is a live shop’s')
})

test('a backup is not restored into a database that the other kind has opened', async () => {
  const { file } = await fullBackup()
  const place = await openPlace()
  const live = openDatabase(place.location)
  await migrateAndReindex(live, 'live', reindex)
  await live.close()
  await expect(restoreInto(place, file)).rejects.toThrow('The database is a live shop’s')
})

it('what a restore or a shop writes to disk is for its owner alone', async () => {
  const { file } = await fullBackup()
  const place = await openPlace()
  const dataDir = join(place.dataDir, 'made', 'by-the-shop')
  await restoreInto({ ...place, dataDir }, file)
  const paths = readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name)))
  const modes = [dataDir, ...paths, ...filesOf(place.location)].map((path) => {
    const stats = statSync(path)
    return [path, (stats.mode & 0o777).toString(8), stats.isDirectory() ? '700' : '600'] as const
  })
  expect(modes.length).toBeGreaterThan(5)
  for (const [path, mode, right] of modes) expect([path, mode]).toEqual([path, right])
})

/** The files of a SQLite database; none of PostgreSQL's. */
function filesOf(location: string): string[] {
  return existsSync(location) ? [location] : []
}

test('a database that holds a shop, or that a server has open, takes no backup in', async () => {
  const { file } = await fullBackup()

  const live = await openPlace()
  const server = openDatabase(live.location)
  await migrate(server)
  await expect(restoreInto(live, file)).rejects.toThrow('A server has this database open')
  await server.db
    .insertInto('coupon')
    .values({ ...coupon, code: 'A' })
    .execute()
  await server.close()
  await expect(restoreInto(live, file)).rejects.toThrow('holds a shop already (rows of coupon)')
  expect(await stateOf(live)).toEqual({ files: [], used: ['coupon'], isMade: true })
})
const coupon = {
  title: 'A',
  discountType: 'amount',
  discountValue: 1,
  maxDiscountCents: null,
  isOncePerCustomer: false,
} as const

test('a restore that breaks off halfway leaves an empty database and no file, and own files as they were', async () => {
  const { file } = await fullBackup()
  const place = await openPlace()
  writeFileSync(join(place.dataDir, 'shop.json'), 'my own')
  // The backup ends with a file that cannot be written.
  writeFileSync(join(place.dataDir, 'receitas'), '')
  await expect(restoreInto(place, file)).rejects.toThrow()
  rmSync(join(place.dataDir, 'receitas'))
  expect(await stateOf(place)).toMatchObject({ used: [] })
  expect(readdirSync(place.dataDir, { recursive: true })).toEqual(expect.not.arrayContaining(['imagens/foto-160.webp']))

  const other = { ...place, encryptionKeys: ['a-key-of-another-shop'] }
  expect(await restoreInto(other, file)).toMatchObject({
    fileCount: 2,
    existingFileKeys: ['shop.json'],
    hasShopKeys: false,
  })
  expect(readFileSync(join(place.dataDir, 'shop.json'), 'utf8')).toBe('my own')
})

it('what fails once the rows are back leaves the files they name', async () => {
  const { file, ...shop } = await fullBackup()
  const place = await openPlace()
  const brokenKeys = [undefined as unknown as string]
  await expect(restoreInto({ ...place, encryptionKeys: brokenKeys }, file)).rejects.toThrow()
  expect((await stateOf(place)).used).toContain('customer')
  for (const folder of ['receitas', 'imagens']) {
    expect(readdirSync(join(place.dataDir, folder))).toEqual(shop.names[folder])
  }
})

/** Tables of then that are others today: how their rows are read from these. */
const replaced: Record<string, (db: Database['db']) => Promise<object[]>> = {
  order_status_history: (db) =>
    db
      .selectFrom('orderEvent')
      .select(['orderId', 'status', 'at as reachedAt'])
      .where('status', 'is not', null)
      .execute(),
  pix_charge: (db) =>
    db
      .selectFrom('charge')
      .select(['reference as txid', 'orderId', 'amountCents', 'payable as pixCode'])
      .select(['createdAt', 'expiresAt', 'checkedAt'])
      .where('provider', '=', 'pix')
      .execute(),
  external_payment: (db) =>
    db.selectFrom('charge').select(['reference', 'orderId', 'createdAt']).where('provider', '=', 'external').execute(),
  payment: (db) =>
    db
      .selectFrom('payment')
      .select(sql<string>`'external:' || reference`.as('reference'))
      .select(['orderId', 'amountCents', 'status', 'receivedAt'])
      .execute(),
  partial_refund: (db) =>
    db
      .selectFrom('partialRefund')
      .innerJoin('payment', 'payment.id', 'partialRefund.paymentId')
      .select(['partialRefund.id', 'partialRefund.orderId', 'partialRefund.amountCents', 'partialRefund.status'])
      .select(['partialRefund.createdAt', sql<string>`'external:' || payment.reference`.as('reference')])
      .execute(),
  outbox_email: async (database) =>
    (await readLetters({ db: database })).map(({ id, recipient, subject, textBody, htmlBody, ...row }) => ({
      ...{ id, recipient, subject, textBody, htmlBody, createdAt: row.createdAt, attempts: row.attempts },
      ...{ dueAt: row.dueAt ?? row.createdAt, sentAt: row.sentAt },
    })),
  webhook_delivery: async (db) =>
    (await db.selectFrom('outbox').selectAll().where('channel', '=', 'webhook').orderBy('id').execute()).map((row) => ({
      ...(JSON.parse(row.payloadJson) as { messageId: string; event: string; body: string }),
      ...{ id: row.id, webhookId: Number(row.recipient), createdAt: row.createdAt, dueAt: row.dueAt },
      ...{ attempts: row.attempts, deliveredAt: row.sentAt, lastStatus: row.lastStatus },
    })),
}

/** Columns of then that other tables tell today. */
const columnsOfThen: Partial<Record<TableName, Record<string, RawBuilder<unknown>>>> = {
  order_line: {
    price_cents: sql`full_price_cents - coalesce((select cents / units from order_line_discount as discount
      where discount.order_id = order_line.order_id and discount.product_id = order_line.product_id and promotion_id = 0), 0)`,
  },
}

async function rowsOfThen({ database: { db } }: { database: Database }, table: TableName, columns: string[]) {
  const replacedRows = await replaced[table]?.(db)
  if (replacedRows) return replacedRows
  const refs = columns.map((name) => {
    const today = columnsOfThen[table]?.[name] ?? sql.ref(namesByTable[table]?.[name] ?? name)
    return sql`${today} as ${sql.ref(name)}`
  })
  const today = sql<object>`select ${sql.join(refs)} from ${sql.table(table)}`
  return (await today.execute(db.withoutPlugins())).rows
}

/** What was to be sent, and what was, as far as the two tables of then told it. */
async function outboxIn({ db }: Pick<Database, 'db'>) {
  const rows = await db
    .selectFrom('outbox')
    .select(['channel', 'recipient', 'payloadJson', 'createdAt', 'dueAt', 'attempts', 'sentAt', 'lastStatus'])
    .orderBy('channel')
    .orderBy('id')
    .execute()
  // Letters of then have their code in the text alone.
  return rows.map(({ payloadJson, ...row }) => {
    const { code: _, ...payload } = JSON.parse(payloadJson)
    return { ...row, ...payload }
  })
}

/** What was charged, paid and returned, as far as the tables of then told it. */
async function moneyIn({ db }: Pick<Database, 'db'>) {
  return {
    charges: await db.selectFrom('charge').select(['provider', 'reference', 'orderId']).orderBy('reference').execute(),
    payments: await db
      .selectFrom('payment')
      .select(['provider', 'reference', 'orderId', 'amountCents', 'status', 'receivedAt', 'refundReason', 'method'])
      .orderBy('reference')
      .execute(),
    parts: await db
      .selectFrom('partialRefund')
      .innerJoin('payment', 'payment.id', 'partialRefund.paymentId')
      .select(['partialRefund.id', 'partialRefund.amountCents', 'payment.reference'])
      .execute(),
  }
}

async function copyTable(shop: { database: Database }, tx: Transaction, { engine }: Database, table: TableName) {
  const columns = await listColumns(tx, engine, table)
  const all = await rowsOfThen(shop, table, columns)
  if (transientTables.includes(table)) await sql`delete from ${sql.table(table)}`.execute(tx)
  for (let at = 0; at < all.length; at += 100) {
    const batch = all.slice(at, at + 100)
    await tx
      .insertInto(table as never)
      .values(batch as never[])
      .execute()
  }
  const isOfToday = (await listColumns(shop.database.db as never, engine, table)).includes('id')
  const last = isOfToday && columns.includes('id') ? await findLastId(shop.database.db, engine, table) : null
  if (last !== null) await setLastId(tx, engine, table, last)
}

/** A full shop, and its copy as the last version before 1.0 had it. */
async function openOldShop() {
  const shop = await openFullShop()
  const place = await openPlace()
  const old = openDatabase(place.location)
  await openBefore1(old)
  const rows = new Map<TableName, string[]>()
  await old.transact(async (tx) => {
    for (const table of await listExistingTables(tx, backupTables)) {
      await copyTable(shop, tx, old, table)
      if (!(table in replaced)) rows.set(table, await rowsIn({ db: tx }, table))
    }
  })
  rows.set('customer_search_word', await rowsIn(shop.database, 'customer_search_word'))
  return { shop, old, place, rows }
}

/** Which key or person the lines of then are about. */
const idsOfThen: Record<string, string> = {
  'key ERP': '1',
  'staff gerente@example.com': '1',
  'staff nova@example.com': '4',
}

/** What 1.0 and later versions added to these tables. */
const columnsSince1: Partial<Record<TableName, object>> = {
  database_kind: { restored_at: null },
  branch_zipcodes: {
    ...{ delivery_fee_cents: null, free_delivery_from_cents: null },
    ...{ minimum_order_cents: null, shipping_estimate_minutes: null },
  },
  stock_notice: { kind: 'stock', price_cents: null },
  laboratory_opt_in_product: { discount_basis_points: null, max_units: null },
  orders: {
    courier_name: null,
    courier_phone: null,
    courier_url: null,
    received_by: null,
    fiscal_key: null,
    fiscal_cpf_encrypted: null,
    revised_promise_at: null,
    order_type: 'delivery',
    ...{ delivery_window_id: null, promise_starts_at: null, promise_ends_at: null, pickup_code: null },
    ...{ pickup_ends_at: null, pickup_reminded_at: null, shelf_mark: null, delivery_refunded_cents: 0 },
    cashback_percent: 1,
    ...{ till_entry_at: null, till_entry_by: null, till_entry_cents: null },
    ...{ door_means: null, change_for_cents: null },
  },
  branch: {
    ...{
      delivery_fee_cents: 0,
      free_delivery_from_cents: null,
      minimum_order_cents: null,
      weekly_hours: null,
      pickup_minutes: null,
      pickup_days: 3,
      special_days: '{}',
    },
    ...{ zipcode: null, street: null, number: null, neighborhood: null, city: null, state: null, phone: null },
    ...{ cnpj: null, licence: null, afe: null, pharmacist_name: null, pharmacist_crf: null, safety_stock: 0 },
    ...{ door_payment_limit_cents: null, is_door_payment_known_only: 0 },
  },
  payment: { door_method: null },
  offer: { oversold: 0, safety_stock: 0 },
  withdrawn_offer: { oversold: 0 },
  gain: { granted_cents: null },
  order_line: { add_ons: '[]', variations: '[]', returned_units: 0 },
  prescription: { released_at: null },
  prescription_part: { is_prolonged: 0, repeat_times: null, repeat_until: null, repeats_part_id: null },
  prescription_decision: { justification: null, approved_units_json: null },
  session: { signed_in_by: null },
  end_request: { requested_status: null },
  category: { icon: null },
  product: { details: '{}', safety_stock: null, max_units: null },
}

function aboutOf({ record }: Record<string, unknown>): object {
  const [type] = String(record).split(' ')
  return { record_type: type, record_id: idsOfThen[String(record)] }
}

/** The coupon of 10 % took off its order's only line that may be promoted, of 2 × R$ 19,47. */
function couponShareOf({ order_id, product_id }: Record<string, unknown>): object {
  return { coupon_cents: order_id === 2 && product_id === 60 ? 389 : 0 }
}

/** Coupons get their ids in the order of their codes. */
function couponIdsOf(rows: Map<TableName, string[]>): Map<unknown, number> {
  const codes = (rows.get('coupon') ?? []).map((row) => Object.fromEntries(JSON.parse(row)).code as string)
  return new Map(codes.sort().map((code, index) => [code, index + 1]))
}

/** What depends on the row. */
const derivedColumnsSince1: Partial<
  Record<TableName, (row: Record<string, unknown>, couponIds: Map<unknown, number>) => object>
> = {
  audit_entry: aboutOf,
  order_line: couponShareOf,
  coupon: ({ code }, couponIds) => ({ id: couponIds.get(code) }),
  orders: (row, couponIds) => ({ coupon_id: couponIds.get(row['coupon_code']) ?? null }),
}

/** Besides these rows, each table of then has what 1.0 and later versions added. */
async function expectTakenOver(actual: Database, rows: Map<TableName, string[]>) {
  for (const [table, before] of rows) {
    expect(before, table).not.toEqual([])
    const expected = before.map((row) => {
      const entries = (JSON.parse(row) as [string, unknown][])
        .filter(([name]) => columnsOfThen[table]?.[name] === undefined)
        .map(([name, value]) => [namesByTable[table]?.[name] ?? name, value])
      const derived = derivedColumnsSince1[table]?.(Object.fromEntries(entries), couponIdsOf(rows))
      const added = { ...columnsSince1[table], ...derived }
      return JSON.stringify([...entries, ...Object.entries(added)].sort())
    })
    // It grows with each opening of a shop.
    if (table !== 'catalogue_version') expect(await rowsIn(actual, table), table).toEqual(expected.sort())
  }
}

test('a database of the last version before 1.0 is taken over with every row, once, and goes on selling', async () => {
  const { shop, old, place, rows } = await openOldShop()
  expect(await migrate(old)).toEqual(allMigrationNames)
  expect(await migrate(old)).toEqual([])
  await expectTakenOver(old, rows)
  expect(await moneyIn(old)).toEqual(await moneyIn(shop.database))
  expect(await outboxIn(old)).toEqual(await outboxIn(shop.database))
  // How each order came to its status, who began it, and the money's way.
  const taken = await old.db.selectFrom('orderEvent').select(['kind', 'status', 'actorKind']).orderBy('id').execute()
  const kinds = ['place', 'pay', 'review'].map((kind) => taken.find((event) => event.kind === kind)?.actorKind)
  expect(kinds).toEqual(['customer', 'bank', 'bank'])
  await old.close()

  const updated = await openCheckout({ DATA_DIR: shop.dataDir }, place, { isAlone: true })
  const before = (await updated.stockOf(novalgina)) ?? 0
  const { id } = await updated.place([line(novalgina)])
  expect([id, await updated.stockOf(novalgina)]).toEqual([shop.order.id + 1, before - 1])
})

test.each<[name: string, steps: string[], sentence: RegExp]>([
  [
    'of an earlier version',
    pre1MigrationNames.slice(0, pre1MigrationNames.indexOf('020-relevance') + 1),
    /its last migration is 020-relevance, not 034-changed-offers\): start it with/,
  ],
  [
    'from between two versions',
    [...pre1MigrationNames, '036-returned-money'],
    /its last migration is 036-returned-money/,
  ],
])('a database %s is refused in one sentence, and stays as it is', async (_name, steps, sentence) => {
  const database = openDatabase((await openPlace()).location)
  onTestFinished(() => database.close())
  await openBefore1(database, steps)
  await expect(migrate(database)).rejects.toThrow(sentence)
  await expect(backUpTo(join(makeFolder(), 'shop.backup'), { database, dataDir: '' })).rejects.toThrow(sentence)
  expect(await listCompletedMigrations(database.db)).toEqual(steps)
})

test('a backup of the last version before 1.0 comes back in the shape of today, and an earlier one is refused', async () => {
  const { shop, old, rows } = await openOldShop()
  const file = join(makeFolder(), 'shop.backup')
  const tally = await backUpTo(file, { database: old, dataDir: shop.dataDir })
  await old.close()

  const opened = await openPlace()
  const empty = openDatabase(opened.location)
  await openBefore1(empty)
  await empty.close()
  for (const place of [await openPlace(), opened]) {
    const restored = await restoreInto(place, file)
    expect([restored.rowCountByTable, restored.header.steps]).toEqual([tally.rowCountByTable, pre1MigrationNames])
    const database = openDatabase(place.location)
    onTestFinished(() => database.close())
    expect(await migrate(database)).toEqual([])
    expect(await endRest(database)).toBe(true)
    await expectTakenOver(database, rows)
    expect(await moneyIn(database)).toEqual(await moneyIn(shop.database))
    expect(await outboxIn(database)).toEqual(await outboxIn(shop.database))
    await database.close()
  }

  const earlier = await rewrite(file, (part) =>
    'steps' in part ? { ...part, steps: pre1MigrationNames.slice(0, 17) } : part,
  )
  const place = await openPlace()
  await expect(restoreInto(place, earlier)).rejects.toThrow(/does not take over \(020-relevance\): restore it with/)
  expect(await stateOf(place)).toEqual({ files: [], used: [], isMade: false })
})

/** A database whose snapshots answer only after something else has happened. */
function answeringAfter(event: Promise<unknown>, database: Database): Database {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => event.then(() => result),
  }
  return { ...database, runOnSnapshot: (work) => database.runOnSnapshot((tx) => work(tx.withPlugin(plugin))) }
}

it('of two backups to the same place at once one is refused, and the other is whole', async () => {
  const database = await createTestDatabase('demo')
  const shop = await openFullShop(database)
  const other = openDatabase(database.location)
  onTestFinished(() => other.close())
  const file = join(makeFolder(), 'shop.backup')
  writeFileSync(`${file}.part`, 'of another')
  await expect(backUpTo(file, shop)).rejects.toThrow('another backup is being written')
  expect(readFileSync(`${file}.part`, 'utf8')).toBe('of another')
  rmSync(`${file}.part`)

  // The second starts once the first one's file exists; the first continues after the second has ended.
  const tryAsSecond = async () => {
    await expect.poll(() => existsSync(`${file}.part`)).toBe(true)
    await expect(backUpTo(file, { ...shop, database: other })).rejects.toThrow('another backup is being written')
  }
  await backUpTo(file, { ...shop, database: answeringAfter(tryAsSecond(), shop.database) })
  expect(readdirSync(join(file, '..'))).toEqual(['shop.backup'])
  expect(await restoreInto(await openPlace(), file)).toMatchObject({ fileCount: 3 })
})

test('a change of the database that fails leaves nothing of itself', async () => {
  const place = await openPlace()
  const database = openDatabase(place.location)
  onTestFinished(() => database.close())
  await sql`create table orders (id integer)`.execute(database.db)
  await expect(migrate(database)).rejects.toThrow(/orders/)
  const tables = await database.db.introspection.getTables()
  expect(tables.map(({ name }) => name)).toEqual(['orders'])
})
