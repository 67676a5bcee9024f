import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inFile, rowOf } from '../support/catalogue-rows.ts'
import { azitromicina, novalgina, openCheckout } from '../support/checkout.ts'
import { actorOf } from '../support/staff.ts'

const drawn = (background: string, format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png') =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toFormat(format)
    .toBuffer()

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' }, limitInputPixels: false })

async function openShelf() {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const shelf = shop.backoffice.products
  const keyOf = async (id: number) => (await shelf.getProduct(owner, id)).product.pictureKey
  return { ...shop, owner, shelf, keyOf }
}

test('a picture takes the place of the first in all widths, and carries nothing else of its file', async () => {
  const shop = await openShelf()
  const before = await shop.keyOf(novalgina)
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const shown = await shop.keyOf(novalgina)
    await shop.shelf.changePicture(shop.owner, novalgina, await drawn('red', format), shown)
    const key = await shop.keyOf(novalgina)
    expect(key).not.toBe(before)
    const files = readdirSync(join(shop.dataDir, 'imagens')).filter((name) => name.startsWith(`${key}-`))
    expect(files.sort()).toEqual([160, 320, 400, 800].map((width) => `${key}-${width}.webp`))
    const { width, height, exif } = await sharp(join(shop.dataDir, 'imagens', `${key}-400.webp`)).metadata()
    expect([width, height, exif]).toEqual([400, 400, undefined])
  }
  const [product] = [...(await shop.catalogue.findProducts(1, [novalgina])).values()]
  expect(product?.pictureKey).toBe(await shop.keyOf(novalgina))
  const { auditEntries } = await shop.shelf.getProduct(shop.owner, novalgina)
  expect(auditEntries.map(({ action }) => action)).toEqual(Array(3).fill('products.picture'))
})

test('a photo of a phone’s 108 million pixels is taken', async () => {
  const shop = await openShelf()
  const photo = await blank(12_000, 9_000).jpeg({ quality: 20 }).toBuffer()
  await shop.shelf.changePicture(shop.owner, novalgina, photo, await shop.keyOf(novalgina))
  const key = await shop.keyOf(novalgina)
  expect(await sharp(join(shop.dataDir, 'imagens', `${key}-800.webp`)).metadata()).toMatchObject({ width: 800 })
})

test('what the law lets show no picture gets none, nor does one whom an import forbids it meanwhile', async () => {
  const shop = await openShelf()
  const change = (id: number, content: Uint8Array, shown: string | null) =>
    shop.shelf.changePicture(shop.owner, id, content, shown)
  const picture = await drawn('red')
  await expect(change(azitromicina, picture, null)).rejects.toMatchObject({ code: 'picture.forbidden' })
  expect(existsSync(join(shop.dataDir, 'imagens'))).toBe(false)
  const shown = await shop.keyOf(novalgina)
  // Refused after its conversion, or its picture is taken away again: whichever comes first.
  const sent = change(novalgina, picture, shown).catch(() => {})
  const forbids = [rowOf('FD0060', { show_image: '0' })]
  await shop.catalogue.importer.importProducts(inFile(forbids))
  await sent
  expect(await shop.keyOf(novalgina)).toBeNull()
  await expect(change(novalgina, picture, null)).rejects.toMatchObject({ code: 'picture.forbidden' })
})

test('what is no picture, too large, or meant for another one than there is now is refused, and nothing changes', async () => {
  const shop = await openShelf()
  const shown = await shop.keyOf(novalgina)
  const png = await drawn('red')
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1'), Buffer.alloc(100)])
  const refusals: [string, Uint8Array, string | null][] = [
    ['picture.missing', new Uint8Array(), shown],
    ['picture.tooLarge', Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]), shown],
    ['picture.unsupported', await drawn('red', 'gif'), shown],
    ['picture.unsupported', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), shown],
    ['picture.damaged', png.subarray(0, 200), shown],
    ['file.phonePicture', heic, shown],
    ['file.tooManyPixels', await blank(8_100, 8_100).png({ compressionLevel: 1 }).toBuffer(), shown],
    ['picture.changed', png, 'another'],
    ['picture.changed', png, null],
  ]
  for (const [code, content, expected] of refusals) {
    const refused = shop.shelf.changePicture(shop.owner, novalgina, content, expected)
    await expect(refused, code).rejects.toMatchObject({ code, input: 'picture' })
  }
  expect(await shop.keyOf(novalgina)).toBe(shown)
  for (const role of ['pharmacist', 'clerk'] as const) {
    const refused = shop.shelf.changePicture(await actorOf(shop, role), novalgina, png, shown)
    await expect(refused).rejects.toMatchObject({ code: 'staff.forbidden' })
  }
})
