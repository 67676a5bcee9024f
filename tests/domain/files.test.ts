import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { reindex } from '../../server/catalogue/reindex.ts'
import { createBackup } from '../../server/database/backup/backup.ts'
import { restoreBackup } from '../../server/database/backup/restore.ts'
import { createClock } from '../../server/platform/clock.ts'
import type { FileStorage } from '../../server/platform/files/file-storage.ts'
import { createFolderStorage } from '../../server/platform/files/folder-storage.ts'
import { parseS3Url } from '../../server/platform/files/s3-storage.ts'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { createTestDatabase } from '../support/database.ts'
import { keysIn, openS3, storageAt } from '../support/s3.ts'
import { actorOf } from '../support/staff.ts'

const keys = ['a-key-of-today-that-tests-alone-know', 'a-key-of-last-year-that-tests-alone-know']

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function keepsFiles(place: FileStorage) {
  const content = Buffer.alloc(300_000, 'uma receita')
  expect([await place.read('receitas/a'), await place.has('receitas/a'), await keysIn(place, 'receitas')]).toEqual([
    null,
    false,
    [],
  ])
  await place.write('receitas/a', Buffer.from('antes'))
  await place.write('receitas/a', content)
  await place.write('receitas/b', Buffer.from(''))
  await place.write('imagens/fd0001-0a1b-160.webp', content)
  expect((await place.read('receitas/a'))?.equals(content)).toBe(true)
  expect(await place.read('receitas/a', 5)).toEqual(Buffer.from('uma r'))
  expect(await place.read('receitas/b')).toEqual(Buffer.from(''))
  expect([await place.has('receitas/a'), await place.has('receitas/c')]).toEqual([true, false])
  expect(await keysIn(place, 'receitas')).toEqual(['receitas/a', 'receitas/b'])
  await place.remove('receitas/a')
  await place.remove('receitas/a')
  expect([await place.read('receitas/a', 5), await keysIn(place, 'receitas')]).toEqual([null, ['receitas/b']])
  expect(await keysIn(place, 'imagens')).toEqual(['imagens/fd0001-0a1b-160.webp'])
}

test('a folder keeps files, replaces them whole and erases them, for its owner alone', async () => {
  const folder = makeFolder()
  await keepsFiles(createFolderStorage(folder))
  expect(statSync(join(folder, 'receitas/b')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'receitas')).mode & 0o777).toBe(0o700)
})

test('a store keeps files in the same way, in a bucket or in a folder of it', async () => {
  const s3 = await openS3()
  await keepsFiles(s3.files)
  await keepsFiles(storageAt(s3.urlWith('S3RVER', '/balcao/loja-1/')))
})

test('a store lists more files than fit one answer', async () => {
  // The real server cannot make a second page: its token wants a cipher that OpenSSL has dropped.
  const pages: Record<string, string> = {
    none: '<IsTruncated>true</IsTruncated><Key>imagens/a.webp</Key><NextContinuationToken>b&amp;c=</NextContinuationToken>',
    'b&c=': '<IsTruncated>false</IsTruncated><Key>imagens/d.webp</Key>',
  }
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('continuation-token')
    response.end(`<ListBucketResult>${pages[token ?? 'none']}</ListBucketResult>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const files = storageAt(`s3+http://key:secret@127.0.0.1:${port}/balcao`)
  expect(await keysIn(files, 'imagens')).toEqual(['imagens/a.webp', 'imagens/d.webp'])
})

async function openStoredShop() {
  const s3 = await openS3()
  const shop = await openCheckout({ FILES_URL: s3.url, ENCRYPTION_KEYS: keys[1] ?? '' })
  return { ...shop, s3 }
}

test('prescriptions in a store lie there encrypted, are shown to who may see them, and nothing is in the folder', async () => {
  const shop = await openStoredShop()
  const id = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const [key = ''] = await keysIn(shop.s3.files, 'receitas')
  expect((await shop.s3.files.read(key))?.toString('latin1')).not.toContain('JFIF')
  const prescription = await shop.prescriptions.findPrescription(id)
  const partId = prescription?.parts[0]?.id ?? 0
  expect((await shop.prescriptions.renderCustomerFile(shop.customerId, partId)).subarray(0, 3).toString('hex')).toBe(
    'ffd8ff',
  )
  expect(readdirSync(shop.dataDir)).toEqual([])
})

test('in a store, too, uploads without an order are erased after 48 hours, and a customer’s with their account', async () => {
  const shop = await openStoredShop()
  const used = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const { id: order } = await shop.place([line(azitromicina)], { prescriptionId: used })
  shop.clock.pass(48 * 60 + 1)
  await shop.prescriptions.eraseUnused()
  expect(await keysIn(shop.s3.files, 'receitas')).toHaveLength(1)
  await shop.payments.expireOrdersAndSettleCharges()
  expect((await shop.orders.getOrder(shop.customerId, order)).status).toBe('expired')
  await shop.accounts.eraseAccount(shop.customerId)
  await shop.accounts.eraseTraces()
  expect(await keysIn(shop.s3.files, 'receitas')).toEqual([])
})

test('while the store is away a prescription is refused with a sentence, the earlier one stays in use, and nothing is lost', async () => {
  const shop = await openStoredShop()
  const earlier = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const partId = (await shop.prescriptions.findPrescription(earlier))?.parts[0]?.id ?? 0
  await shop.s3.goAway()
  const away = { code: 'files.unavailable', status: 503, message: expect.stringContaining('Nada se perdeu') }
  await expect(
    shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])]),
  ).rejects.toMatchObject(away)
  await expect(shop.prescriptions.renderCustomerFile(shop.customerId, partId)).rejects.toMatchObject(away)
  expect(await shop.prescriptions.findOpenPrescription(shop.customerId)).toMatchObject({ id: earlier })
  await shop.place([line(azitromicina)], { prescriptionId: earlier })
  expect(shop.files.countFaultsByOperation()).toMatchObject({ write: 1, read: 1, remove: 0 })

  // What is to be erased is known until it is.
  shop.clock.pass(48 * 60 + 1)
  const waiting = await shop.database.db.selectFrom('prescription').select('id').orderBy('id').execute()
  await expect(shop.prescriptions.eraseUnused()).rejects.toMatchObject({ errors: [away] })
  expect(await shop.database.db.selectFrom('prescription').select('id').orderBy('id').execute()).toEqual(waiting)
  await shop.s3.comeBack()
  await shop.prescriptions.eraseUnused()
  expect(await shop.prescriptions.findPrescription(earlier)).toMatchObject({ id: earlier })
  expect(await keysIn(shop.s3.files, 'receitas')).toHaveLength(1)
  expect((await shop.prescriptions.renderCustomerFile(shop.customerId, partId)).length).toBeGreaterThan(100)
})

test('a product’s picture is written to the store in all widths; while it is away the product keeps the one it has', async () => {
  const shop = await openStoredShop()
  const owner = await actorOf(shop, 'owner')
  const { products } = shop.backoffice
  const keyOf = async () => (await products.getProduct(owner, novalgina)).product.pictureKey
  const red = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await products.changePicture(owner, novalgina, red, await keyOf())
  const key = await keyOf()
  expect(await keysIn(shop.s3.files, 'imagens')).toEqual([160, 320, 400, 800].map((w) => `imagens/${key}-${w}.webp`))
  await shop.s3.goAway()
  const blue = await sharp(red).negate().png().toBuffer()
  await expect(products.changePicture(owner, novalgina, blue, key)).rejects.toMatchObject({ code: 'files.unavailable' })
  expect(await keyOf()).toBe(key)
})

test('files in a store are encrypted anew with a newer key', async () => {
  const shop = await openStoredShop()
  const id = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const newer = await openCheckout(
    { FILES_URL: shop.s3.url, ENCRYPTION_KEYS: keys.join(',') },
    { location: shop.location, drop: async () => {} },
  )
  const outcomes: string[] = []
  for await (const { kind, outcome } of newer.reencrypt({ dryRun: false }))
    if (kind.startsWith('file')) outcomes.push(outcome)
  expect(outcomes).toContain('changed')
  const newest = await openCheckout(
    { FILES_URL: shop.s3.url, ENCRYPTION_KEYS: keys[0] ?? '' },
    { location: shop.location, drop: async () => {} },
  )
  const partId = (await newest.prescriptions.findPrescription(id))?.parts[0]?.id ?? 0
  expect((await newest.prescriptions.renderCustomerFile(shop.customerId, partId)).subarray(0, 3).toString('hex')).toBe(
    'ffd8ff',
  )
})

test('a backup holds the store’s files; they are restored into a folder, and from there into another store', async () => {
  const shop = await openStoredShop()
  await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  await shop.s3.files.write('imagens/foto-160.webp', Buffer.alloc(500_000, 'a picture'))
  const [key = ''] = await keysIn(shop.s3.files, 'receitas')
  const bytes = await shop.s3.files.read(key)
  const common = { isSandbox: true, encryptionKeys: keys }
  const options = { version: '0.1.0', clock: createClock() }

  const first = join(makeFolder(), 'shop.backup')
  const inStore = { ...common, dataDir: shop.dataDir, s3Location: parseS3Url(shop.s3.url) }
  expect(await createBackup(shop.database, inStore, { file: first, ...options })).toMatchObject({ fileCount: 2 })

  const [here, other] = [await createTestDatabase(), await createTestDatabase()]
  onTestFinished(async () => {
    await here.drop()
    await other.drop()
  })
  const inFolder = { ...common, dataDir: makeFolder(), databaseLocation: here.location }
  expect(await restoreBackup(inFolder, { file: first, reindex })).toMatchObject({
    fileCount: 2,
    existingFileKeys: [],
    hasShopKeys: true,
  })
  expect(readFileSync(join(inFolder.dataDir, key)).equals(bytes ?? Buffer.from(''))).toBe(true)

  const elsewhere = { ...common, dataDir: makeFolder(), databaseLocation: other.location }
  const second = await openS3()
  // One is there already, and stays.
  await second.files.write('imagens/foto-160.webp', Buffer.from('my own'))
  const there = { ...elsewhere, s3Location: parseS3Url(second.url) }
  expect(await restoreBackup(there, { file: first, reindex })).toMatchObject({
    fileCount: 1,
    existingFileKeys: ['imagens/foto-160.webp'],
  })
  expect(await second.files.read(key)).toEqual(bytes)
  expect(readdirSync(elsewhere.dataDir).filter((name) => !name.startsWith('balcao.db'))).toEqual([])
})
