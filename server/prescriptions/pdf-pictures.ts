import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createConcurrencyLimit } from '../platform/concurrency.ts'
import { ShopError } from '../platform/errors.ts'

export type PdfPictures = ReturnType<typeof createPdfPictures>

/** Pages of a PDF: prescriptions have one or two. */
export const maxPages = 10
/** Pixels of the longer side: small print stays readable. */
const maxSide = 2000
const defaultMaxSeconds = 15
const maxHeapMegabytes = 64
/** Of 64 KiB each: 256 MB for PDFium and the page it draws. */
const maxWasmPages = 4096

const root = join(import.meta.dirname, '..', '..')
const program = join(import.meta.dirname, 'draw-pdf.ts')

/**
 * The program that reads a stranger's PDF has no secrets (an environment of its own) and no rights: it reads only its own code, and
 * cannot write, start programs or load native code. V8 keeps its memory within limits.
 */
export const confinement = [
  '--permission',
  ...[program, join(root, 'package.json'), join(root, 'node_modules', '@hyzyla', '*')].map(
    (path) => `--allow-fs-read=${path}`,
  ),
  `--max-old-space-size=${maxHeapMegabytes}`,
  `--wasm-max-mem-pages=${maxWasmPages}`,
]

/** Draws PDFs: people see a prescription's PDF only as pictures, so that nothing in it can act on their machines. */
export function createPdfPictures(maxSeconds = defaultMaxSeconds) {
  const turns = createConcurrencyLimit({
    atOnce: 2,
    maxWaiting: 20,
    // As long as all before it may take.
    maxWaitMs: 150_000,
    refusal: () => new ShopError('limit.reached', { retryAfterSeconds: defaultMaxSeconds }),
  })
  return { drawPages, drawSheet }

  /**
   * A picture (PNG) of each page.
   * @param mayBlank whether some of the pages may be blank, but never all
   * @throws ShopError "file.undrawable", "file.blankPage", "file.tooManyPages"; "limit.reached" when too many wait already
   */
  async function drawPages(pdf: Buffer, { mayBlank = false } = {}): Promise<Buffer[]> {
    return turns
      .run(() => draw(pdf, maxSeconds, mayBlank))
      .catch((cause) => {
        throw cause instanceof ShopError ? cause : new ShopError('file.undrawable', {}, { cause })
      })
  }

  /** All pages one below the other, as one JPEG; what was taken once is shown, blank pages too. @throws as `drawPages` */
  async function drawSheet(pdf: Buffer): Promise<Buffer> {
    const pages = await drawPages(pdf, { mayBlank: true })
    const { default: sharp } = await import('sharp')
    const sheet =
      pages.length > 1 ? sharp(pages, { join: { across: 1, shim: 8, background: 'grey' } }) : sharp(pages[0])
    return sheet.flatten({ background: 'white' }).jpeg({ quality: 85 }).toBuffer()
  }
}

async function draw(pdf: Buffer, maxSeconds: number, mayBlank: boolean): Promise<Buffer[]> {
  const child = spawn(process.execPath, [...confinement, program, String(maxPages), String(maxSide)], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: maxSeconds * 1000,
    killSignal: 'SIGKILL',
  })
  const closed = once(child, 'close')
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(pdf)
  try {
    const pictures = await picturesIn(child.stdout, mayBlank)
    const [code] = await closed
    if (code !== 0) throw new Error(`the program that draws PDFs ended with ${code}`)
    return pictures
  } finally {
    child.kill('SIGKILL')
    await closed.catch(() => {})
  }
}

/** Reads what `draw-pdf.ts` writes, and encodes each page as it comes: their pixels together would fill the memory. */
async function picturesIn(output: Readable, mayBlank: boolean): Promise<Buffer[]> {
  const { default: sharp } = await import('sharp')
  const take = createReader(output)
  const count = (await take(4)).readUInt32BE()
  if (count > maxPages) throw new ShopError('file.tooManyPages', { input: 'file', pages: maxPages })
  if (count === 0) throw new Error('a document without pages')
  const pictures: Buffer[] = []
  let blank = 0
  for (let page = 0; page < count; page += 1) {
    const size = await take(8)
    const [width, height] = [size.readUInt32BE(0), size.readUInt32BE(4)]
    if (Math.min(width, height) < 1 || Math.max(width, height) > maxSide) throw new Error('a page of no likely size')
    const pixels = await take(width * height * 4)
    if (hasOneColour(pixels)) blank += 1
    pictures.push(
      await sharp(pixels, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .png()
        .toBuffer(),
    )
  }
  // PDFium draws what it cannot read as an empty page.
  if (blank === count) throw new Error('a document of blank pages')
  if (blank > 0 && !mayBlank) throw new ShopError('file.blankPage', { input: 'file' })
  return pictures
}

/** Whether each pixel, of four bytes, is like the one before. */
function hasOneColour(pixels: Buffer): boolean {
  return pixels.subarray(4).equals(pixels.subarray(0, -4))
}

/** @returns a function that reads exactly that many bytes, or throws when the stream ends before */
function createReader(stream: Readable): (bytes: number) => Promise<Buffer> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  let held: Buffer[] = []
  return async (bytes) => {
    let size = held.reduce((sum, { length }) => sum + length, 0)
    while (size < bytes) {
      const { done, value } = await chunks.next()
      if (done) throw new Error('the program that draws PDFs ended early')
      held.push(value)
      size += value.length
    }
    const all = Buffer.concat(held)
    held = [all.subarray(bytes)]
    return all.subarray(0, bytes)
  }
}
