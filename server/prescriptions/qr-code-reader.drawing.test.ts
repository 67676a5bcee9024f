import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfDocument, photo, photoOfCodes } from '../../tests/support/prescriptions.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sanitizePrescriptionFile } from './prescription-file.ts'
import { createQrCodeReader, createTimedQrCodeReader, permissionFlags } from './qr-code-reader.ts'

const { readQrCodes } = createQrCodeReader()
const link = 'https://memed.com.br/receita/Ab12-Cd34-Ef56'

/** Of a photo, as it is stored. */
async function codesOf(bytes: Buffer): Promise<string[]> {
  return readQrCodes([(await sanitizePrescriptionFile(bytes)).content])
}

test.each<[string, Parameters<typeof photoOfCodes>[1]]>([
  ['straight', {}],
  ['on its side', { take: (sheet) => sheet.rotate(90) }],
  ['askew', { take: (sheet) => sheet.rotate(15, { background: '#777' }) }],
  ['small', { side: 90 }],
  ['blurred', { take: (sheet) => sheet.blur(4) }],
  ['in a photo of 20 million pixels', { side: 700, take: (sheet) => sheet.resize(4000, 5000) }],
])('the code in a photo is read: %s', async (_, options) => {
  expect(await codesOf(await photoOfCodes([link], options))).toEqual([link])
})

test('the code on the second page of a PDF is read', async () => {
  const { pages } = await createPdfRenderer().checkSignatures(pdfDocument({ pages: 2, code: link }), {
    pem: '',
    now: new Date(),
  })
  expect(pages).toHaveLength(2)
  expect(await readQrCodes(pages.slice(1))).toEqual([link])
  // The same on both pages is one.
  expect(await readQrCodes(pages)).toEqual([link])
})

test('two codes are two, and a picture without one has none', async () => {
  const codes = await codesOf(await photoOfCodes([link, 'javascript:alert(1)']))
  expect(codes.toSorted()).toEqual([link, 'javascript:alert(1)'])
  expect(await codesOf(await photo())).toEqual([])
})

test('a code of 4,000 characters is cut', async () => {
  const [code = ''] = await codesOf(await photoOfCodes(['7'.repeat(4000)], { side: 1500 }))
  expect(code).toMatch(/^7{500}…$/)
})

/** A sheet of the most pixels, full of what looks like the corner of a code. */
async function hostileSheet(): Promise<Buffer> {
  const corner = `<rect width="18" height="18" fill="#fff"/><rect x="2" y="2" width="14" height="14"/>
    <rect x="4" y="4" width="10" height="10" fill="#fff"/><rect x="6" y="6" width="6" height="6"/>`
  const input = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="18" height="18">${corner}</svg>`)
  return sharp({ create: { width: 3000, height: 3000, channels: 3, background: 'white' } })
    .composite([{ input, tile: true }])
    .jpeg()
    .toBuffer()
}

test('what would be read for long, or is no picture, has no code', async () => {
  const begun = performance.now()
  expect(await createTimedQrCodeReader(1).readQrCodes([await hostileSheet()])).toEqual([])
  expect(performance.now() - begun).toBeLessThan(8000)
  expect(await readQrCodes([Buffer.from('nada')])).toEqual([])
  expect(await createTimedQrCodeReader(0.01).readQrCodes([await photoOfCodes([link])])).toEqual([])
})

test('the program that reads codes may not read the shop’s files, write, start programs or load native code', () => {
  expect(permissionFlags.filter((flag) => !flag.startsWith('--allow-fs-read='))).toEqual([
    '--permission',
    '--max-old-space-size=64',
    '--wasm-max-mem-pages=4096',
  ])
  const paths = permissionFlags.flatMap(
    (flag) => flag.match(/^--allow-fs-read=.*?((?:server|node_modules).*|package.json)$/)?.[1] ?? [],
  )
  expect(paths).toEqual(['server/prescriptions/read-qr-codes.ts', 'package.json', 'node_modules/zxing-wasm/*'])
})
