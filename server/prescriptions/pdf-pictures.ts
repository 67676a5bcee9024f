import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createConcurrencyLimit } from '../platform/concurrency.ts'
import { ShopError } from '../platform/errors.ts'
import type { PdfSignatures } from './signature/pdf-signature.ts'

export type PdfPictures = ReturnType<typeof createPdfPictures>

/** Pages of a PDF: prescriptions have one or two. */
export const maxPages = 10
/** Pixels of the longer side: small print stays readable. */
const maxSide = 2000
const defaultMaxSeconds = 15
const maxHeapMegabytes = 64
/** Of 64 KiB each: 256 MB for PDFium and the page it draws. */
const maxWasmPages = 4096
/** Of what the signatures tell. */
const maxAnswerBytes = 200_000

const root = join(import.meta.dirname, '..', '..')
const program = join(import.meta.dirname, 'draw-pdf.ts')
const packages = (...names: string[]) => names.map((name) => join(root, 'node_modules', name, '*'))

/**
 * The program that reads a stranger's PDF has no secrets (an environment of its own) and no rights: it reads only its own code, and
 * cannot write, start programs or load native code. V8 keeps its memory within limits.
 */
export const confinement = [
  '--permission',
  ...[
    program,
    join(import.meta.dirname, 'signature', '*'),
    join(root, 'package.json'),
    ...packages('@hyzyla', 'asn1js', 'pvtsutils', 'pvutils', 'tslib'),
  ].map((path) => `--allow-fs-read=${path}`),
  `--max-old-space-size=${maxHeapMegabytes}`,
  `--wasm-max-mem-pages=${maxWasmPages}`,
]

/** Draws PDFs: people see a prescription's PDF only as pictures, so that nothing in it can act on their machines. */
export function createPdfPictures(maxSeconds = defaultMaxSeconds) {
  const turns = createConcurrencyLimit({
    maxConcurrent: 2,
    maxWaiting: 20,
    // As long as all before it may take.
    maxWaitMs: 150_000,
    createError: () => new ShopError('limit.reached', { retryAfterSeconds: defaultMaxSeconds }),
  })
  return { drawPages, drawSheet, examine }

  /**
   * A picture (PNG) of each page.
   * @param mayBlank whether some of the pages may be blank, but never all
   * @throws ShopError "file.undrawable", "file.blankPage", "file.tooManyPages"; "limit.reached" when too many wait already
   */
  async function drawPages(pdf: Buffer, { mayBlank = false } = {}): Promise<Buffer[]> {
    return inTurn(() =>
      runProgram([], pdf, maxSeconds, async (take) => {
        const pictures: Buffer[] = []
        await readPages(take, mayBlank, async (page) => pictures.push(await pictureOf(page)))
        return pictures
      }),
    )
  }

  /**
   * Draws a document and checks its signatures. @throws as `drawPages`
   * @param trust the certificates that the shop trusts (PEM), and what time it is
   */
  async function examine(
    pdf: Buffer,
    trust: { pem: string; now: Date },
    { mayBlank = false } = {},
  ): Promise<PdfSignatures> {
    const trusted = Buffer.from(trust.pem)
    return inTurn(() =>
      runProgram([trusted.length, trust.now.getTime()], Buffer.concat([trusted, pdf]), maxSeconds, async (take) => {
        await readPages(take, mayBlank, async () => {})
        const length = (await take(4)).readUInt32BE()
        if (length > maxAnswerBytes) throw new Error('an answer of no likely size')
        return JSON.parse((await take(length)).toString())
      }),
    )
  }

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    return turns.run(run).catch((cause) => {
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

type Take = (bytes: number) => Promise<Buffer>

/** Starts the program with that input, and reads what it writes. @throws Error when it fails */
async function runProgram<T>(
  more: number[],
  input: Buffer,
  maxSeconds: number,
  read: (take: Take) => Promise<T>,
): Promise<T> {
  const words = [maxPages, maxSide, ...more].map(String)
  const child = spawn(process.execPath, [...confinement, program, ...words], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: maxSeconds * 1000,
    killSignal: 'SIGKILL',
  })
  const closed = once(child, 'close')
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    const answer = await read(createReader(child.stdout))
    const [code] = await closed
    if (code !== 0) throw new Error(`the program that draws PDFs ended with ${code}`)
    return answer
  } finally {
    child.kill('SIGKILL')
    await closed.catch(() => {})
  }
}

interface DrawnPage {
  width: number
  height: number
  /** RGBA */
  pixels: Buffer
}

/** Hands over the pages that `draw-pdf.ts` writes, each as it comes: their pixels together would fill the memory. */
async function readPages(take: Take, mayBlank: boolean, onPage: (page: DrawnPage) => Promise<unknown>): Promise<void> {
  const count = (await take(4)).readUInt32BE()
  if (count > maxPages) throw new ShopError('file.tooManyPages', { input: 'file', pages: maxPages })
  if (count === 0) throw new Error('a document without pages')
  let blank = 0
  for (let page = 0; page < count; page += 1) {
    const size = await take(8)
    const [width, height] = [size.readUInt32BE(0), size.readUInt32BE(4)]
    if (Math.min(width, height) < 1 || Math.max(width, height) > maxSide) throw new Error('a page of no likely size')
    const pixels = await take(width * height * 4)
    if (hasOneColour(pixels)) blank += 1
    await onPage({ width, height, pixels })
  }
  // PDFium draws what it cannot read as an empty page.
  if (blank === count) throw new Error('a document of blank pages')
  if (blank > 0 && !mayBlank) throw new ShopError('file.blankPage', { input: 'file' })
}

async function pictureOf({ width, height, pixels }: DrawnPage): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png()
    .toBuffer()
}

/** Whether each pixel, of four bytes, is like the one before. */
function hasOneColour(pixels: Buffer): boolean {
  return pixels.subarray(4).equals(pixels.subarray(0, -4))
}

/** @returns a function that reads exactly that many bytes, or throws when the stream ends before */
function createReader(stream: Readable): Take {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  let buffered: Buffer[] = []
  return async (bytes) => {
    let size = buffered.reduce((sum, { length }) => sum + length, 0)
    while (size < bytes) {
      const { done, value } = await chunks.next()
      if (done) throw new Error('the program that draws PDFs ended early')
      buffered.push(value)
      size += value.length
    }
    const all = Buffer.concat(buffered)
    buffered = [all.subarray(bytes)]
    return all.subarray(0, bytes)
  }
}
