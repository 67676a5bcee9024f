import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { EanBars } from './ean-bars.tsx'

/** Dots per inch of a label printer, and of the coarsest laser printer. */
const resolutions = [203, 300]

beforeAll(async () => {
  // By itself it would fetch its program from a server.
  const program = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer }, fireImmediately: true })
})

const drawingOf = (code: string) => renderToStaticMarkup(<EanBars code={code} />)

/** What a scanner reads of a drawing on white paper. */
async function scan(drawing: string, dpi: number): Promise<{ format: string; text: string }[]> {
  // As large as the style sheet has it.
  const size = `width="${Number(/viewBox="0 0 (\d+)/.exec(drawing)?.[1]) * 0.33}mm" height="17.16mm"`
  const svg = drawing.replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" ${size} `)
  const picture = await sharp(Buffer.from(svg), { density: dpi })
    .flatten({ background: '#fff' })
    .extend({ top: 20, bottom: 20, left: 0, right: 0, background: '#fff' })
    .png()
    .toBuffer()
  const codes = await readBarcodes(new Uint8Array(picture), { formats: ['EAN13', 'EAN8', 'UPCA'], tryHarder: true })
  return codes.map(({ format, text }) => ({ format, text }))
}

/** Of so many digits, the last one being the check digit. */
const codes = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 }).map((digits) => {
    const sum = digits.toReversed().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
    return [...digits, (10 - (sum % 10)) % 10].join('')
  })

test.each(resolutions)('a scanner reads each EAN-13 and EAN-8 as it is stored, at %i dots per inch', async (dpi) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(codes(13), codes(8)), async (code) => {
      const [read, ...others] = await scan(drawingOf(code), dpi)
      expect(others).toEqual([])
      expect(read?.text.padStart(code.length, '0')).toBe(code)
      expect(read?.format).toMatch(code.length === 8 ? /EAN-?8/ : /EAN-?13|UPC-?A/)
    }),
    { numRuns: 25, seed: 13 },
  )
})

test('a UPC-A is read as the EAN-13 with a zero in front, as is a code of 14 digits with one', async () => {
  for (const code of ['036000291452', '07896004719115'])
    expect((await scan(drawingOf(code), 300))[0]?.text.replace(/^0+/, '')).toBe(code.replace(/^0+/, ''))
})

test('what no scanner at a till could read as the product stands there in digits', () => {
  // A carton's code, a wrong check digit, letters, and nothing.
  for (const code of ['17896004719112', '7896004719116', 'FD0014', '123'])
    expect(drawingOf(code)).toBe(`<b translate="no">${code}</b>`)
})
