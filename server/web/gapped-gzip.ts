import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Stands for a gap in the dictionary: a character that no text contains, so that no back-reference points into a gap. */
const hole = '\u0001'
/** Deflate's window, in bytes. */
export const window = 32 * 1024

/** A text compressed once, in which the gaps can be filled later. */
export interface GappedText {
  /** The whole text as gzip (RFC 1952): the compressed parts, and between them the filling as stored blocks. */
  gzip(filling: string): Buffer
  /** The whole text as it is. */
  plain(filling: string): Buffer
}

/**
 * Compresses a text around each occurrence of `gap`, so that a string of the same length can replace it later without
 * compressing again, which is a hundred times cheaper. It costs some 40 bytes per gap.
 */
export function compressAround(text: string, gap: string): GappedText {
  const parts: { raw: Buffer; deflated: Buffer }[] = []
  let before: Uint8Array = Buffer.alloc(0)
  for (const raw of text.split(gap).map((part) => Buffer.from(part))) {
    const dictionary = before.length > 0 ? before.subarray(-window) : undefined
    // A sync flush ends on a byte boundary, without marking the last block.
    const deflated = deflateRawSync(raw, { level: 9, finishFlush: constants.Z_SYNC_FLUSH, dictionary })
    parts.push({ raw, deflated })
    before = Buffer.concat([before, raw, Buffer.alloc(gap.length, hole)])
  }
  /** The pieces with something between each two. */
  const around = (pieces: Uint8Array[], between: Uint8Array) =>
    pieces.flatMap((piece, place) => (place === 0 ? [piece] : [between, piece]))
  const raw = parts.map(({ raw }) => raw)
  const deflated = parts.map(({ deflated }) => deflated)

  return {
    plain: (filling) => Buffer.concat(around(raw, Buffer.from(filling))),
    gzip(filling) {
      const between = Buffer.from(filling)
      return gzipOf([...around(deflated, storedBlock(between)), lastBlock], around(raw, between))
    },
  }
}

/** Joins separately compressed blocks, the last of which is marked as such, to the gzip of `text`. */
export function gzipOf(blocks: Uint8Array[], text: Uint8Array[]): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(text.reduce((sum, piece) => crc32(piece, sum), 0))
  trailer.writeUInt32LE(
    text.reduce((size, piece) => size + piece.length, 0),
    4,
  )
  return Buffer.concat([header, ...blocks, trailer])
}

/** Deflate, no name, no time, best compression, Unix. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3])
/** An empty block, marked as the last one. */
const lastBlock = Buffer.from([3, 0])

function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0])
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(bytes.length ^ 0xffff, 3)
  return Buffer.concat([head, bytes])
}
