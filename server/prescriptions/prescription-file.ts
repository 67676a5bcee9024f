import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { ShopError } from '../platform/errors.ts'

/** What is stored for an upload: a picture re-encoded from its pixels, or a PDF without active content. */
export interface PrescriptionFile {
  content: Buffer
  type: 'image/jpeg' | 'application/pdf'
}

/** Bytes: 10 MB. */
export const maxFileBytes = 10 * 1024 * 1024
/** Phone cameras have about 50 million; a file that claims more is taken for a decompression bomb. */
const maxPixels = 64_000_000
/** Pixels of the longer side: handwriting stays readable. */
const maxSidePixels = 3000
/** Bytes: the limit for all decompressed objects of a PDF together; real ones stay below it. */
const maxInflatedBytes = 20 * 1024 * 1024

const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
/** What iPhones take unless they are told otherwise: no free library reads it. */
const heicTypes = new Set(['image/heic', 'image/heic-sequence', 'image/heif', 'image/heif-sequence'])

/**
 * Checks an upload by its bytes, not its name. Pictures are re-encoded, which removes metadata (location, camera) and anything
 * else hidden in the file.
 * @throws ShopError "file.tooLarge", "file.unsupported", "file.phonePicture", "file.damaged", "file.encrypted", "file.active",
 *   "upload.busy"
 */
export async function sanitizePrescriptionFile(bytes: Uint8Array): Promise<PrescriptionFile> {
  if (bytes.byteLength > maxFileBytes) throw createFileError('file.tooLarge')
  const { fileTypeFromBuffer } = await import('file-type')
  const fileType = await fileTypeFromBuffer(bytes)
  if (fileType && pictureTypes.has(fileType.mime)) return { content: await reencodePicture(bytes), type: 'image/jpeg' }
  // What begins as something else is that, whatever follows.
  const pdf = !fileType || fileType.mime === 'application/pdf' ? extractPdf(Buffer.from(bytes)) : null
  if (pdf) return { content: requireHarmlessPdf(pdf), type: 'application/pdf' }
  throw createFileError(fileType && heicTypes.has(fileType.mime) ? 'file.phonePicture' : 'file.unsupported')
}

/** Pictures drawn at the same time: an interlaced one of that many pixels takes 250 MB. */
const reencodingLimiter = createConcurrencyLimiter({
  maxConcurrent: 2,
  maxQueueLength: 20,
  maxWaitMs: 20_000,
  createRefusal: () => new ShopError('upload.busy', { retryAfterSeconds: 10 }),
})

/** Milliseconds: a picture of the most pixels takes two seconds. */
const maxReencodingMs = 20_000
const projectRoot = join(import.meta.dirname, '..', '..')
const programPath = join(import.meta.dirname, 'reencode-picture.ts')
/** The program that reads a stranger's picture has no secrets (an environment of its own), and reads only code. */
const permissionFlags = [
  '--permission',
  '--allow-addons',
  ...[programPath, join(projectRoot, 'package.json'), join(projectRoot, 'node_modules', '*')].map(
    (path) => `--allow-fs-read=${path}`,
  ),
]

async function reencodePicture(bytes: Uint8Array): Promise<Buffer> {
  const releaseSlot = await reencodingLimiter.acquire()
  const child = spawn(process.execPath, [...permissionFlags, programPath, String(maxPixels), String(maxSidePixels)], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: maxReencodingMs,
    killSignal: 'SIGKILL',
  })
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  try {
    const [picture, [exitCode]] = await Promise.all([buffer(child.stdout), once(child, 'close')])
    if (exitCode !== 0) throw new Error(`the program that draws pictures anew ended with ${exitCode}`)
    return picture
  } catch (error) {
    throw createFileError('file.damaged', error)
  } finally {
    releaseSlot()
  }
}

/**
 * Names of what a PDF could do, fetch or carry: scripts, forms with programs, films, other files, other addresses. Links
 * (`/URI`) are no danger, and digital prescriptions have one to their issuer.
 */
const activeContentNames = [
  ...['JavaScript', 'Launch', 'GoToR', 'GoToE', 'SubmitForm', 'ImportData'],
  ...['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment', 'Rendition', 'RichMedia', 'Movie', 'Sound'],
]
/** So short that they also occur in the bytes of pictures: they count only outside of streams. */
const shortActiveContentNames = ['JS', 'XFA', 'EF']
const activeContentPattern = buildNamePattern(activeContentNames)
const shortActiveContentPattern = buildNamePattern(shortActiveContentNames)
const encryptionPattern = buildNamePattern(['Encrypt'])
const objectStreamName = '/ObjStm'
/** No program escapes this name, unless it wants to hide its objects. */
const hiddenObjectStreamPattern = new RegExp(`(?!${objectStreamName})/${buildSpellingsPattern('ObjStm')}`)

/** A PDF's name, and none that only begins like it. */
function buildNamePattern(names: string[]): RegExp {
  const nameCharacter = '[A-Za-z0-9]|#(?:3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa])'
  return new RegExp(`/(?:${names.map(buildSpellingsPattern).join('|')})(?!${nameCharacter})`)
}

/**
 * All spellings of a name: each letter may be written as an escape, so that /J#61vaScript is /JavaScript. Escapes are not
 * decoded: ten megabytes of them would take seconds.
 */
function buildSpellingsPattern(name: string): string {
  return name.replace(/./g, (letter) => {
    const hexCode = letter.charCodeAt(0).toString(16)
    return `(?:${letter}|#${hexCode.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
  })
}

/** Readers find the header among the first bytes, behind a mark or a line that a mail server left. */
const maxHeaderOffset = 1024

/**
 * The document alone, without what stands before it, and without zeros and space behind it: data there could make it a second
 * kind of file at the same time. Null for what is none.
 * @throws ShopError "file.damaged" where other data follow
 */
function extractPdf(content: Buffer): Buffer | null {
  const headerOffset = content.subarray(0, maxHeaderOffset).indexOf('%PDF-')
  if (headerOffset < 0) return null
  const end = content.lastIndexOf('%%EOF') + '%%EOF'.length
  if (end <= headerOffset || /[^\s\0]/.test(content.toString('latin1', end))) throw createFileError('file.damaged')
  return Buffer.concat([content.subarray(headerOffset, end), Buffer.from('\n')])
}

function requireHarmlessPdf(content: Buffer): Buffer {
  const text = content.toString('latin1')
  assertNoActiveContent(text)
  if (shortActiveContentPattern.test(removeStreams(text))) throw createFileError('file.active')
  for (const objectsText of inflateObjectStreams(content, text)) {
    assertNoActiveContent(objectsText)
    if (shortActiveContentPattern.test(objectsText)) throw createFileError('file.active')
  }
  return content
}

function assertNoActiveContent(pdfText: string): void {
  if (encryptionPattern.test(pdfText)) throw createFileError('file.encrypted')
  if (activeContentPattern.test(pdfText) || hiddenObjectStreamPattern.test(pdfText))
    throw createFileError('file.active')
}

/** Some readers take a carriage return alone, too. */
const createStreamPattern = () => /(?<!end)stream(?:\r\n?|\n)/g

/** The objects themselves, without the contents of their streams. */
function removeStreams(text: string): string {
  const segments: string[] = []
  const streamPattern = createStreamPattern()
  let position = 0
  for (let match = streamPattern.exec(text); match; match = streamPattern.exec(text)) {
    segments.push(text.slice(position, match.index))
    position = text.indexOf('endstream', match.index)
    if (position < 0) return segments.join('\n')
    streamPattern.lastIndex = position
  }
  return [...segments, text.slice(position)].join('\n')
}

/**
 * Objects may be compressed in object streams (PDF 1.5, ObjStm). Each byte is scanned once, however often streams are named.
 */
function* inflateObjectStreams(content: Buffer, text: string): Generator<string> {
  const streamPattern = createStreamPattern()
  let remainingBytes = maxInflatedBytes
  for (let position = text.indexOf(objectStreamName); position >= 0; ) {
    streamPattern.lastIndex = position
    const match = streamPattern.exec(text)
    // Else the name belongs to a stream elsewhere, and nothing tells to which.
    if (!match || text.slice(position, match.index).includes('endobj')) throw createFileError('file.active')
    const start = streamPattern.lastIndex
    const end = text.indexOf('endstream', start)
    if (end < 0) throw createFileError('file.damaged')
    const objectsText = inflateToText(content.subarray(start, end), remainingBytes)
    remainingBytes -= objectsText.length
    yield objectsText
    position = text.indexOf(objectStreamName, end)
  }
}

function inflateToText(bytes: Buffer, maxBytes: number): string {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, maxBytes) }).toString('latin1')
  } catch (error) {
    throw createFileError('file.damaged', error)
  }
}

function createFileError(
  code: 'file.tooLarge' | 'file.unsupported' | 'file.phonePicture' | 'file.damaged' | 'file.encrypted' | 'file.active',
  cause?: unknown,
) {
  return new ShopError(code, { input: 'file' }, { cause })
}
