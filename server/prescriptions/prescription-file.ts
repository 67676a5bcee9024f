import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { ShopError } from '../platform/errors.ts'
import { isPhonePicture, maxFileBytes } from '../platform/file-limits.ts'
import { inspectPdf, type LeftOutContent } from './pdf-content.ts'

/** What is stored for an upload: a picture re-encoded from its pixels, or a PDF byte for byte, since signatures cover its bytes. */
export interface PrescriptionFile {
  content: Buffer
  type: 'image/jpeg' | 'application/pdf'
  /** What tells that it is the same file: of a PDF the document alone, whatever a mail server left around it. */
  identity: Buffer
  /** Of a PDF: what its drawing leaves out. */
  leftOut: LeftOutContent[]
}

/** Of what is stored: handwriting stays readable. */
const maxStoredPixels = 9_000_000
/** Of its longer side: browsers show no longer ones. */
const maxSidePixels = 30_000

const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])

/**
 * Checks an upload by its bytes, not its name. Pictures are re-encoded, which removes metadata (location, camera) and anything
 * else hidden in the file. PDFs stay as they came: nobody is handed one, people see its drawing.
 */
export async function sanitizePrescriptionFile(bytes: Uint8Array): Promise<PrescriptionFile> {
  if (bytes.byteLength > maxFileBytes) throw createFileError('file.tooLarge')
  const { fileTypeFromBuffer } = await import('file-type')
  const fileType = await fileTypeFromBuffer(bytes)
  if (fileType && pictureTypes.has(fileType.mime)) {
    const content = await reencodePicture(bytes)
    return { content, type: 'image/jpeg', identity: content, leftOut: [] }
  }
  const content = Buffer.from(bytes)
  // What begins as something else is that, whatever follows.
  const document = !fileType || fileType.mime === 'application/pdf' ? extractPdf(content) : null
  if (document) return { content, type: 'application/pdf', identity: document, leftOut: checkPdf(document) }
  throw createFileError(isPhonePicture(fileType?.mime) ? 'file.phonePicture' : 'file.unsupported')
}

/** Pictures drawn at the same time: an interlaced one of the most pixels takes 250 MB. */
const reencodingLimiter = createConcurrencyLimiter({
  maxConcurrent: 2,
  maxQueueLength: 20,
  maxWaitMs: 20_000,
  createRefusal: () => new ShopError('upload.busy', { retryAfterSeconds: 10 }),
})

/** Milliseconds: a picture of the most pixels takes three seconds. */
const maxReencodingMs = 20_000
const tooManyPixelsExitCode = 2
const projectRoot = join(import.meta.dirname, '..', '..')
const programPath = join(import.meta.dirname, 'reencode-picture.ts')
/** The program that reads a stranger's picture has no secrets (an environment of its own), and reads only code. */
const permissionFlags = [
  '--permission',
  '--allow-addons',
  ...[
    programPath,
    join(import.meta.dirname, '..', 'platform', 'file-limits.ts'),
    join(projectRoot, 'package.json'),
    join(projectRoot, 'node_modules', '*'),
  ].map((path) => `--allow-fs-read=${path}`),
]

async function reencodePicture(bytes: Uint8Array): Promise<Buffer> {
  const releaseSlot = await reencodingLimiter.acquire()
  const child = spawn(
    process.execPath,
    [...permissionFlags, programPath, String(maxStoredPixels), String(maxSidePixels)],
    {
      env: { NODE_ENV: 'production' },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: maxReencodingMs,
      killSignal: 'SIGKILL',
    },
  )
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  try {
    const [picture, [exitCode]] = await Promise.all([buffer(child.stdout), once(child, 'close')])
    if (exitCode === tooManyPixelsExitCode) throw createFileError('file.tooManyPixels')
    if (exitCode !== 0) throw new Error(`the program that draws pictures anew ended with ${exitCode}`)
    return picture
  } catch (error) {
    throw error instanceof ShopError ? error : createFileError('file.damaged', error)
  } finally {
    releaseSlot()
  }
}

/** Readers find the header among the first bytes, behind a mark or a line that a mail server left. */
const maxHeaderOffset = 1024

/**
 * The document alone, without what stands before it, and without zeros and space behind it. Null for what is none.
 * @throws ShopError "file.damaged" where other data follow
 */
function extractPdf(content: Buffer): Buffer | null {
  const headerOffset = content.subarray(0, maxHeaderOffset).indexOf('%PDF-')
  if (headerOffset < 0) return null
  const end = content.lastIndexOf('%%EOF') + '%%EOF'.length
  if (end <= headerOffset || /[^\s\0]/.test(content.toString('latin1', end))) throw createFileError('file.damaged')
  return Buffer.concat([content.subarray(headerOffset, end), Buffer.from('\n')])
}

/** @throws ShopError "file.encrypted"; "file.active" where only a form's program could draw the pages */
function checkPdf(document: Buffer): LeftOutContent[] {
  const { isEncrypted, isDrawnByForm, leftOut } = inspectPdf(document)
  if (isEncrypted) throw createFileError('file.encrypted')
  if (isDrawnByForm) throw createFileError('file.active')
  return leftOut
}

type FileErrorCode =
  | 'file.tooLarge'
  | 'file.unsupported'
  | 'file.phonePicture'
  | 'file.damaged'
  | 'file.tooManyPixels'
  | 'file.encrypted'
  | 'file.active'

function createFileError(code: FileErrorCode, cause?: unknown) {
  return new ShopError(code, { input: 'file' }, { cause })
}
