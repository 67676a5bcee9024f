import type { IncomingMessage } from 'node:http'

/**
 * Whether a body is said to be in UTF-8, or nothing is said. Read as UTF-8, a name in another charset would be stored garbled.
 * US-ASCII is a part of it.
 */
export function hasUtf8Body({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '') ?? []
  return /^(utf-?8|us-ascii)$/i.test(charset)
}
