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
  const body = Buffer.from(html)
  return {
    status,
    headers: [...headers, ['content-security-policy', pagePolicy(html)]],
    body: () => body,
    etag: `W/"${hash('sha1', body, 'base64url')}"`,
    isKept: false,
    encoded: new Map(),
  }
}
