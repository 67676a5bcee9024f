import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { ShopError } from '../platform/errors.ts'
import { maxDrawnSidePixels, maxPagePixels } from './drawing-scale.ts'
import { joinSheets } from './join-sheets.ts'
import type { PdfSignatures } from './signature/pdf-signature.ts'

/** What drawing a PDF tells besides its pictures. */
export interface CheckedPdf extends PdfSignatures {
  /** Whether text is missing in the drawing, or drawn as other letters; null where nobody could tell. */
  hasUndrawnText: boolean | null
}

export interface DrawnPdf {
  check: CheckedPdf
  /** A picture (JPEG, in grey) of each page. */
  pages: Buffer[]
}

export type PdfRenderer = ReturnType<typeof createPdfRenderer>

/** Pages of a PDF: prescriptions have one or two. */
export const maxPdfPages = 10
/** Of all pages together: ten of A4 at 200 dpi. */
const maxDocumentPixels = 40_000_000
const defaultTimeoutSeconds = 15
const maxHeapMegabytes = 64
/** Of 64 KiB each: 256 MB for PDFium and the page it draws. */
const maxWasmPages = 4096
/** Of what the signatures tell. */
const maxSignatureResultBytes = 200_000

const projectRoot = join(import.meta.dirname, '..', '..')
const programPath = join(import.meta.dirname, 'draw-pdf.ts')
const toPackagePaths = (...names: string[]) => names.map((name) => join(projectRoot, 'node_modules', name, '*'))

/**
 * The program that reads a stranger's PDF has no secrets (an environment of its own) and no rights: it reads only its own code, and
 * cannot write, start programs or load native code. V8 keeps its memory within limits.
 */
export const permissionFlags = [
  '--permission',
  ...[
    programPath,
    ...['drawing-scale.ts', 'undrawn-text.ts', join('signature', '*')].map((name) => join(import.meta.dirname, name)),
    join(projectRoot, 'package.json'),
    ...toPackagePaths('@hyzyla'),
  ].map((path) => `--allow-fs-read=${path}`),
  `--max-old-space-size=${maxHeapMegabytes}`,
  `--wasm-max-mem-pages=${maxWasmPages}`,
]

/** Draws PDFs: people see a prescription's PDF only as pictures, so that nothing in it can act on their machines. */
export const createPdfRenderer = () => createTimedPdfRenderer(defaultTimeoutSeconds)

export function createTimedPdfRenderer(timeoutSeconds: number) {
  const renderingLimiter = createConcurrencyLimiter({
    maxConcurrent: 2,
    maxQueueLength: 20,
    // As long as all before it may take.
    maxWaitMs: 150_000,
    createRefusal: () => new ShopError('limit.reached', { retryAfterSeconds: defaultTimeoutSeconds }),
  })
  return { renderPages, renderAsSingleJpeg, checkSignatures }

  /**
   * A picture (PNG) of each page.
   * @param allowBlankPages whether some of the pages may be blank, but never all
   * @throws ShopError "file.undrawable", "file.blankPage", "file.tooManyPages"; "limit.reached" when too many wait already
   */
  async function renderPages(pdf: Buffer, { allowBlankPages = false } = {}): Promise<Buffer[]> {
    return runLimited(() =>
      runDrawingProgram([], pdf, timeoutSeconds, async (readBytes) => {
        const pictures: Buffer[] = []
        await readPages(readBytes, allowBlankPages, async (page) => pictures.push(await encodePng(page)))
        return pictures
      }),
    )
  }

  /**
   * Draws a document, checks its signatures and whether all text is drawn.
   * @param verificationContext the certificates that the shop trusts (PEM), and what time it is
   */
  async function checkSignatures(
    pdf: Buffer,
    verificationContext: { pem: string; now: Date },
    { allowBlankPages = false } = {},
  ): Promise<DrawnPdf> {
    const trustedPem = Buffer.from(verificationContext.pem)
    return runLimited(() =>
      runDrawingProgram(
        [trustedPem.length, verificationContext.now.getTime()],
        Buffer.concat([trustedPem, pdf]),
        timeoutSeconds,
        async (readBytes) => {
          const pages: Buffer[] = []
          await readPages(readBytes, allowBlankPages, async (page) => pages.push(await encodeGreyJpeg(page)))
          const resultBytes = (await readBytes(4)).readUInt32BE()
          if (resultBytes > maxSignatureResultBytes) throw new Error('an answer of no likely size')
          return { check: JSON.parse((await readBytes(resultBytes)).toString()), pages }
        },
      ),
    )
  }

  function runLimited<T>(run: () => Promise<T>): Promise<T> {
    return renderingLimiter.run(run).catch((cause) => {
      throw cause instanceof ShopError ? cause : new ShopError('file.undrawable', {}, { cause })
    })
  }

  /** All pages one below the other, as one JPEG; what was taken once is shown, blank pages too. */
  async function renderAsSingleJpeg(pdf: Buffer): Promise<Buffer> {
    return joinSheets(await renderPages(pdf, { allowBlankPages: true }))
  }
}

type ByteReader = (byteCount: number) => Promise<Buffer>

/** Starts the program with that input, and reads what it writes. @throws Error when it fails */
async function runDrawingProgram<T>(
  extraArgs: number[],
  input: Buffer,
  timeoutSeconds: number,
  readOutput: (readBytes: ByteReader) => Promise<T>,
): Promise<T> {
  const args = [maxPdfPages, maxDocumentPixels, ...extraArgs].map(String)
  const child = spawn(process.execPath, [...permissionFlags, programPath, ...args], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutSeconds * 1000,
    killSignal: 'SIGKILL',
  })
  const closePromise = once(child, 'close')
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    const result = await readOutput(createByteReader(child.stdout))
    const [exitCode] = await closePromise
    if (exitCode !== 0) throw new Error(`the program that draws PDFs ended with ${exitCode}`)
    return result
  } finally {
    child.kill('SIGKILL')
    await closePromise.catch(() => {})
  }
}

interface DrawnPage {
  width: number
  height: number
  /** RGBA */
  pixels: Buffer
}

/** Hands over the pages that `draw-pdf.ts` writes, each as it comes: their pixels together would fill the memory. */
async function readPages(
  readBytes: ByteReader,
  allowBlankPages: boolean,
  onPage: (page: DrawnPage) => Promise<unknown>,
): Promise<void> {
  const pageCount = (await readBytes(4)).readUInt32BE()
  if (pageCount > maxPdfPages) throw new ShopError('file.tooManyPages', { input: 'file', pages: maxPdfPages })
  if (pageCount === 0) throw new Error('a document without pages')
  let blankCount = 0
  for (let pageIndex = 0; pageIndex < pageCount; pageIndex += 1) {
    const pageHeader = await readBytes(8)
    const [width, height] = [pageHeader.readUInt32BE(0), pageHeader.readUInt32BE(4)]
    if (Math.min(width, height) < 1 || Math.max(width, height) > maxDrawnSidePixels || width * height > maxPagePixels)
      throw new Error('a page of no likely size')
    const pixels = await readBytes(width * height * 4)
    if (hasOneColour(pixels)) blankCount += 1
    await onPage({ width, height, pixels })
  }
  // PDFium draws what it cannot read as an empty page.
  if (blankCount === pageCount) throw new Error('a document of blank pages')
  if (blankCount > 0 && !allowBlankPages) throw new ShopError('file.blankPage', { input: 'file' })
}

async function encodePng(page: DrawnPage): Promise<Buffer> {
  return (await createPagePicture(page)).png().toBuffer()
}

async function encodeGreyJpeg(page: DrawnPage): Promise<Buffer> {
  return (await createPagePicture(page)).greyscale().jpeg({ quality: 90 }).toBuffer()
}

async function createPagePicture({ width, height, pixels }: DrawnPage) {
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
}

/** Whether each pixel, of four bytes, is like the one before. */
function hasOneColour(pixels: Buffer): boolean {
  return pixels.subarray(4).equals(pixels.subarray(0, -4))
}

/** @returns a function that reads exactly that many bytes, or throws when the stream ends before */
function createByteReader(stream: Readable): ByteReader {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  let bufferedChunks: Buffer[] = []
  return async (byteCount) => {
    let bufferedBytes = bufferedChunks.reduce((sum, { length }) => sum + length, 0)
    while (bufferedBytes < byteCount) {
      const { done, value } = await chunks.next()
      if (done) throw new Error('the program that draws PDFs ended early')
      bufferedChunks.push(value)
      bufferedBytes += value.length
    }
    const content = Buffer.concat(bufferedChunks)
    bufferedChunks = [content.subarray(byteCount)]
    return content.subarray(0, byteCount)
  }
}
