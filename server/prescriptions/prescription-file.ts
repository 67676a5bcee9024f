import { inflateSync } from 'node:zlib'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { ShopError } from '../errors.ts'

/** What is stored for an upload: a picture re-encoded from its pixels, or a PDF without active content. */
export interface PrescriptionFile {
  content: Buffer
  type: 'image/jpeg' | 'application/pdf'
}

/** Bytes: 10 MB. */
export const mostFileBytes = 10 * 1024 * 1024
/** Phone cameras have about 50 million; a file that claims more is taken for a decompression bomb. */
const mostPixels = 64_000_000
/** Pixels of the longer side: handwriting stays readable. */
const longestSide = 3000
/** Bytes: the limit for all decompressed objects of a PDF together; real ones stay below it. */
const mostInflatedBytes = 20 * 1024 * 1024

const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/webp'])

/**
 * Checks an upload by its bytes, not its name. Pictures are re-encoded, which removes metadata (location, camera) and anything
 * else hidden in the file.
 * @throws ShopError "file.tooLarge", "file.unsupported", "file.damaged", "file.encrypted", "file.active"
 */
export async function readPrescriptionFile(bytes: Uint8Array): Promise<PrescriptionFile> {
  if (bytes.byteLength > mostFileBytes) throw refused('file.tooLarge')
  const found = await fileTypeFromBuffer(bytes)
  if (found && pictureTypes.has(found.mime)) return { content: await redraw(bytes), type: 'image/jpeg' }
  if (found?.mime === 'application/pdf') return { content: harmlessPdf(Buffer.from(bytes)), type: 'application/pdf' }
  throw refused('file.unsupported')
}

async function redraw(bytes: Uint8Array): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch (error) {
    throw refused('file.damaged', error)
  }
}

/** Names of active content and embedded files in a PDF. Only long names: `/JS` would also occur in any picture's bytes. */
const activeNames = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|GoToE|ImportData|SubmitForm)(?![A-Za-z0-9])/
const objectStream = '/ObjStm'
const encryption = /\/Encrypt(?![A-Za-z0-9])/

function harmlessPdf(content: Buffer): Buffer {
  const text = content.toString('latin1')
  // Data before or after the document could make it a second kind of file at the same time.
  if (!text.startsWith('%PDF-') || !/%%EOF\s*$/.test(text)) throw refused('file.damaged')
  for (const part of [text, ...objectStreams(content, text)]) {
    const plain = withoutEscapes(part)
    if (encryption.test(plain)) throw refused('file.encrypted')
    if (activeNames.test(plain)) throw refused('file.active')
    // No program escapes this name, unless it wants to hide its objects.
    if (plain.split(objectStream).length > part.split(objectStream).length) throw refused('file.active')
  }
  return content
}

/** A name may be written with escapes: /J#61vaScript is /JavaScript. */
function withoutEscapes(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/**
 * Objects may be compressed in object streams (PDF 1.5, ObjStm). Each byte is scanned once, however often streams are named.
 */
function* objectStreams(content: Buffer, text: string): Generator<string> {
  const opening = /(?<!end)stream\r?\n/g
  let left = mostInflatedBytes
  for (let named = text.indexOf(objectStream); named >= 0; ) {
    opening.lastIndex = named
    if (!opening.test(text)) return
    const start = opening.lastIndex
    const end = text.indexOf('endstream', start)
    if (end < 0) throw refused('file.damaged')
    const objects = inflate(content.subarray(start, end), left)
    left -= objects.length
    yield objects
    named = text.indexOf(objectStream, end)
  }
}

function inflate(bytes: Buffer, mostBytes: number): string {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, mostBytes) }).toString('latin1')
  } catch (error) {
    throw refused('file.damaged', error)
  }
}

function refused(
  code: 'file.tooLarge' | 'file.unsupported' | 'file.damaged' | 'file.encrypted' | 'file.active',
  cause?: unknown,
) {
  return new ShopError(code, { field: 'file' }, { cause })
}
