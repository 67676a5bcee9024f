import sharp from 'sharp'
import { expect, test } from 'vitest'
import { joinSheets, layOutSheets } from './join-sheets.ts'

test('sheets lie one below the other; what is too long for a column goes on in the next one, its last lines twice', () => {
  expect(
    layOutSheets(
      [
        { width: 40, height: 100 },
        { width: 60, height: 50 },
      ],
      1000,
    ),
  ).toEqual({
    width: 60,
    height: 158,
    pieces: [
      { sheetIndex: 0, fromTop: 0, width: 40, height: 100, x: 0, y: 0 },
      { sheetIndex: 1, fromTop: 0, width: 60, height: 50, x: 0, y: 108 },
    ],
  })
  expect(
    layOutSheets(
      [
        { width: 40, height: 100 },
        { width: 60, height: 500 },
      ],
      300,
    ),
  ).toEqual({
    width: 40 + 8 + 60 + 8 + 60,
    height: 300,
    pieces: [
      { sheetIndex: 0, fromTop: 0, width: 40, height: 100, x: 0, y: 0 },
      { sheetIndex: 1, fromTop: 0, width: 60, height: 300, x: 48, y: 0 },
      { sheetIndex: 1, fromTop: 240, width: 60, height: 260, x: 116, y: 0 },
    ],
  })
})

test('two rolls that together are longer than browsers show are one picture of two columns', async () => {
  const roll = (background: string) =>
    sharp({ create: { width: 20, height: 20_000, channels: 3, background } })
      .png()
      .toBuffer()
  const picture = sharp(await joinSheets([await roll('red'), await roll('blue')]))
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([48, 20_000])
  const colourAt = (left: number) => [...data.subarray(left * 3, left * 3 + 3)].map((value) => Math.round(value / 255))
  expect([colourAt(10), colourAt(38)]).toEqual([
    [1, 0, 0],
    [0, 0, 1],
  ])
})
