import { hash } from 'node:crypto'
import { buildPageCsp } from './security.ts'

/** A page ready to be sent, again and again. */
export interface RenderedPage {
  status: number
  /** All but those of the body's encoding. */
  headers: [name: string, value: string][]
  /** UTF-8. */
  getBody(): Buffer
  /** Weak, since the encodings share it (RFC 9110, section 8.8.3). */
  etag: string
  /** Sent to everybody from the cache: compressed once, so it may take longer. */
  isCached: boolean
  /** The body as it was compressed before, by encoding. */
  encodedBodies: Map<string, Buffer>
}

export function toRenderedPage(html: string, { status, headers }: Pick<Response, 'status' | 'headers'>): RenderedPage {
  const body = Buffer.from(html)
  return {
    status,
    headers: [...headers, ['content-security-policy', buildPageCsp(html)]],
    getBody: () => body,
    etag: `W/"${hash('sha1', body, 'base64url')}"`,
    isCached: false,
    encodedBodies: new Map(),
  }
}
