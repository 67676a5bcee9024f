import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfDocument } from '../../tests/support/prescriptions.ts'
import { createPdfRenderer, createTimedPdfRenderer, maxPdfPages, permissionFlags } from './pdf-renderer.ts'

const { renderPages, renderAsSingleJpeg } = createPdfRenderer()

/** The colour at a place of a picture, both from 0 to 1. */
async function colourAt(picture: Buffer, across: number, down: number): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * info.channels
  return [...data.subarray(at, at + 3)]
}

test('each page of a PDF becomes a picture, in its colours', async () => {
  const pictures = await renderPages(pdfDocument({ pages: 2 }))
  expect(pictures).toHaveLength(2)
  for (const picture of pictures) {
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1652, height: 2338 })
    expect(await colourAt(picture, 0.2, 0.9)).toEqual([0, 0, 255])
    expect(await colourAt(picture, 0.9, 0.5)).toEqual([255, 255, 255])
  }
})

test('all pages are shown as one picture, one below the other', async () => {
  const [one, three] = [await renderAsSingleJpeg(pdfDocument()), await renderAsSingleJpeg(pdfDocument({ pages: 3 }))]
  expect(await sharp(one).metadata()).toMatchObject({ format: 'jpeg', width: 1652, height: 2338 })
  expect(await sharp(three).metadata()).toMatchObject({ format: 'jpeg', width: 1652, height: 3 * 2338 + 2 * 8 })
})

async function sizeOfPage(box: number[]): Promise<[width: number, height: number]> {
  const [picture] = await renderPages(pdfDocument({ box }))
  const { width, height } = await sharp(picture).metadata()
  return [width, height]
}

test('a page as large as a house is drawn with no more pixels than others, a stamp no larger than it is', async () => {
  expect(await sizeOfPage([14_400, 14_400])).toEqual([2814, 2814])
  expect(await sizeOfPage([72, 36])).toEqual([200, 100])
})

test.each([226.8, 161.6])(
  'a printer’s roll of two metres, %d points wide, has letters of 7 points 14 pixels high',
  async (width) => {
    const [drawnWidth, drawnHeight] = await sizeOfPage([width, 5669])
    expect((drawnWidth / width) * 7).toBeGreaterThan(14)
    expect((drawnHeight / 5669) * 7).toBeGreaterThan(14)
  },
)

test.each([
  ['', false],
  ['/Encoding /WinAnsiEncoding', false],
  ['/Encoding << /Differences [82 /g12 /g33] >>', true],
])(
  'text of a font that is not in the file, %s, is drawn as it is written, or it is told: %s',
  async (encoding, isUndrawn) => {
    const font = `/Type /Font /Subtype /TrueType /BaseFont /Calibri ${encoding}`
    const pdf = Buffer.from(String(pdfDocument()).replace('/Type /Font /Subtype /Type1 /BaseFont /Helvetica', font))
    const { check } = await createPdfRenderer().checkSignatures(pdf, { pem: '', now: new Date() })
    expect(check.hasUndrawnText).toBe(isUndrawn)
  },
)

test.each([
  ['/Type1 /BaseFont /ZapfDingbats', false],
  ['/TrueType /BaseFont /Wingdings-Regular /Encoding /WinAnsiEncoding', true],
])(
  'signs of a font that is not in the file, %s, are drawn where they are the standard’s; others are told: %s',
  async (font, isUndrawn) => {
    const pdf = Buffer.from(String(pdfDocument()).replace('/Type1 /BaseFont /Helvetica', font))
    const { check } = await createPdfRenderer().checkSignatures(pdf, { pem: '', now: new Date() })
    expect(check.hasUndrawnText).toBe(isUndrawn)
  },
)

test('a document with more pages than a prescription has is refused before any is drawn', async () => {
  const small = (pages: number) => pdfDocument({ pages, box: [72, 36] })
  expect(await renderPages(small(maxPdfPages))).toHaveLength(maxPdfPages)
  await expect(renderPages(small(maxPdfPages + 1))).rejects.toMatchObject({ code: 'file.tooManyPages' })
})

test.each([
  ['no document', Buffer.from('%PDF-1.7\n%%EOF\n')],
  ['a document without pages', pdfDocument({ pages: 0 })],
  ['nothing', Buffer.alloc(0)],
  [
    'a document whose drawing is damaged',
    Buffer.from(String(pdfDocument()).replaceAll(' re f ', ' xx y ').replace('Tj', 'xj')),
  ],
  ['a document cut in its middle', pdfDocument({ pages: 2 }).subarray(0, 250)],
])('what cannot be drawn, %s, is refused with a sentence', async (_what, bytes) => {
  await expect(renderPages(bytes)).rejects.toMatchObject({
    code: 'file.undrawable',
    message: expect.stringContaining('Não conseguimos mostrar este PDF'),
  })
})

test('a document of which one page is damaged or blank is refused when it arrives; one taken before is still shown', async () => {
  const whole = String(pdfDocument({ pages: 3 }))
  const damaged = Buffer.from(whole.replace(/(5 0 obj[\s\S]*?\/Contents )4 0 R/, '$13 0 R'))
  await expect(renderPages(damaged)).rejects.toMatchObject({
    code: 'file.blankPage',
    input: 'file',
    message: expect.stringContaining('Envie só as páginas da receita'),
  })
  expect(await sharp(await renderAsSingleJpeg(damaged)).metadata()).toMatchObject({ height: 3 * 2338 + 2 * 8 })
})

test('many documents are drawn two at a time, in their turn, and those that would wait too long are refused', async () => {
  // Given up at once: what is counted are their turns.
  const { renderPages } = createTimedPdfRenderer(0.001)
  const drawn = await Promise.allSettled(Array.from({ length: 24 }, () => renderPages(Buffer.alloc(0))))
  const codes = drawn.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)
  expect(codes).toEqual([...Array(22).fill('file.undrawable'), 'limit.reached', 'limit.reached'])
  await expect(renderPages(Buffer.alloc(0))).rejects.toMatchObject({ code: 'file.undrawable' })
})

test('a document that takes too long is given up, and the next one is drawn', async () => {
  const { renderPages } = createTimedPdfRenderer(0.001)
  for (const _ of [1, 2, 3]) await expect(renderPages(pdfDocument())).rejects.toMatchObject({ code: 'file.undrawable' })
})

test('the program that reads a stranger’s PDF reads no file or folder, writes, starts and loads nothing', async () => {
  const attempts = [
    "fs.readFileSync('README.md')",
    "fs.readdirSync('server')",
    "fs.writeFileSync('/dev/null', 'a trace')",
    "child_process.execFileSync('true')",
    "new worker_threads.Worker('', { eval: true })",
    "process.dlopen({ exports: {} }, 'any.node')",
  ]
  const tell = (attempt: string) => `try { ${attempt}; console.log('done') } catch (error) { console.log(error.code) }`
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...permissionFlags,
    '-e',
    attempts.map(tell).join('\n'),
  ])
  const denied = 'ERR_ACCESS_DENIED'
  expect(stdout.trim().split('\n')).toEqual([denied, denied, denied, denied, denied, 'ERR_DLOPEN_DISABLED'])
})

test('the program that reads a stranger’s PDF gets 256 MB, and no more', async () => {
  const grow = (pages: number) => `new WebAssembly.Memory({ initial: 1 }).grow(${pages - 1})`
  const told = `${grow(4096)}; try { ${grow(4097)}; console.log('done') } catch { console.log('refused') }`
  const { stdout } = await promisify(execFile)(process.execPath, [...permissionFlags, '-e', told])
  expect(stdout.trim()).toBe('refused')
})
