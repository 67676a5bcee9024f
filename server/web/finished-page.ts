import { transcode } from 'node:buffer'
import { hash } from 'node:crypto'
import { pagePolicy } from './security.ts'

/** A page ready to be sent, again and again. */
export interface FinishedPage {
  status: number
  /** All but those of the body's encoding. */
  headers: [name: string, value: string][]
  /** UTF-8. */
  body(): Buffer
  /** Weak, since the encodings share it (RFC 9110, section 8.8.3). */
  etag: string
  /** Sent to everybody from the cache: compressed once, so it may take longer. */
  isKept: boolean
  /** The body as it was compressed before, by encoding. */
  encoded: Map<string, Buffer>
}

export function finishPage(html: string, { status, headers }: Pick<Response, 'status' | 'headers'>): FinishedPage {
  const body = toUtf8(html)
  return {
    status,
    headers: [...headers, ['content-security-policy', pagePolicy(html)]],
    body: () => body,
    etag: `W/"${hash('sha1', body, 'base64url')}"`,
    isKept: false,
    encoded: new Map(),
  }
}

/** Used for one page after the other: of half a million characters, more than any that people read. */
const room = Buffer.allocUnsafeSlow(1_000_000)

/**
 * As `Buffer.from(html)`, which takes three times as long for a text with a character beyond Latin-1: a tenth of a
 * millisecond for a page.
 */
function toUtf8(html: string): Buffer {
  if (room.length < 2 * html.length) return Buffer.from(html)
  const bytes = room.write(html, 'utf16le')
  try {
    return transcode(room.subarray(0, bytes), 'utf16le', 'utf8')
  } catch {
    // Half of a surrogate pair, as a shopper may send it, is not text that can be transcoded.
    return Buffer.from(html)
  }
}
