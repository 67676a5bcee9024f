import { readdirSync, readFileSync, statSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import galleries from './pictures.json' with { type: 'json' }
import { listPictures } from './pictures.ts'

const demo = new URL('./', import.meta.url)
const pictures = new URL('pictures/', demo)
const neutralPictures = new URL('../catalogue/import/neutral-picture/', demo)
const widths = [160, 320, 400, 800] as const

interface Row {
  name: string
  show_image: '0' | '1'
  prescription_class: string
}

const rows: Row[] = parse(readFileSync(new URL('catalogue.csv', demo)), { columns: true })
const products = rows.map((row, index) => ({ ...row, id: index + 1 }))
const picturedProducts = products.filter((product) => product.show_image === '1')
const hidden = products.filter((product) => product.show_image === '0')
const keys = [...new Set(Object.values(galleries).flatMap((pictures) => pictures.map(({ key }) => key)))]

const fileOf = (key: string, width: number) =>
  new URL(`${key}-${width}.webp`, key === 'receita' ? neutralPictures : pictures)
const bytesOf = (key: string, width: number) => statSync(fileOf(key, width)).size

test('every product that may be shown has a picture of its own', () => {
  expect(picturedProducts).toHaveLength(111)
  expect(picturedProducts.map(({ id }) => listPictures(id)[0]?.key)).toEqual(
    picturedProducts.map(({ id }) => String(id)),
  )
  const firsts = picturedProducts.map(({ id }) => readFileSync(fileOf(String(id), 320), 'base64'))
  expect(new Set(firsts).size).toBe(firsts.length)
})

test('no prescription product is drawn: every product that may not be shown has the neutral outline alone', () => {
  const onPrescription = products.filter((product) => !['MIP', 'NA'].includes(product.prescription_class))
  expect(onPrescription.map(({ id }) => id)).toEqual(hidden.map(({ id }) => id))
  for (const { id } of hidden) expect(listPictures(id).map(({ key }) => key)).toEqual(['receita'])
  const drawnIds = keys.filter((key) => key !== 'receita').map((key) => Number.parseInt(key, 10))
  expect(drawnIds.filter((id) => !picturedProducts.some((product) => product.id === id))).toEqual([])
})

test('every picture says in words what it shows, and no two of one gallery say the same', () => {
  for (const { id } of products) {
    const alts = listPictures(id).map(({ alt }) => alt)
    expect(alts.every((alt) => alt.length > 12)).toBe(true)
    expect(new Set(alts).size).toBe(alts.length)
  }
})

test('the folders hold each picture in its four widths, and nothing else', () => {
  const expected = keys.flatMap((key) => widths.map((width) => `${key}-${width}.webp`))
  expect([...readdirSync(pictures), ...readdirSync(neutralPictures)].sort()).toEqual(expected.sort())
})

test('a file is a square webp of the width in its name, with a transparent ground', async () => {
  for (const key of keys) {
    for (const width of widths) {
      const { format, width: across, height, hasAlpha } = await sharp(readFileSync(fileOf(key, width))).metadata()
      expect({ key, format, across, height, hasAlpha }).toEqual({
        key,
        format: 'webp',
        across: width,
        height: width,
        hasAlpha: true,
      })
    }
  }
})

test('pictures keep to their weight', () => {
  const cards = keys.map((key) => bytesOf(key, 320))
  expect(Math.max(...cards)).toBeLessThanOrEqual(6_500)
  expect(cards.reduce((sum, bytes) => sum + bytes, 0) / cards.length).toBeLessThanOrEqual(4_500)
  expect(Math.max(...keys.map((key) => bytesOf(key, 800)))).toBeLessThanOrEqual(22_000)
  const all = keys.flatMap((key) => widths.map((width) => bytesOf(key, width)))
  expect(all.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(4_500_000)
})
