import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Request, Response } from 'express'
import type { FinishedPage } from './finished-page.ts'

/** Sends a page as one buffer, or 304 to a browser that has it already. */
export function sendPage(request: Request, response: Response, page: FinishedPage): void {
  for (const [name, value] of page.headers) {
    // A page's policy replaces the one for pages that Remix did not make.
    if (name === 'content-security-policy') response.setHeader(name, value)
    else response.append(name, value)
  }
  response.vary('Accept-Encoding')
  response.status(page.status)
  if (page.status === 200 && !isNeverStored(response)) {
    response.setHeader('ETag', page.etag)
    // Compares If-None-Match with the ETag (RFC 9110, section 13.1.2), for GET and HEAD alone.
    if (request.fresh) {
      // The browser keeps those of the page it has: the same text has the same policy.
      for (const name of ['Content-Security-Policy', 'Permissions-Policy', 'Content-Type']) response.removeHeader(name)
      response.status(304).end()
      return
    }
  }
  const encoding = encodingFor(request)
  const body = encoding ? encode(page, encoding) : page.body
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', body.length)
  response.end(body)
}

function isNeverStored(response: Response): boolean {
  return /no-store/.test(String(response.getHeader('Cache-Control') ?? ''))
}

type Encoding = keyof typeof compress

/**
 * Synchronous, since it takes only tenths of a millisecond: less than handing it to a thread pool. zstd's level 4 would take
 * half the time of level 5 for 5 % more bytes; level 9 more than twice for 4 % fewer, worth it where the result is kept.
 */
const compress = {
  zstd: (body: Buffer, isKept: boolean) =>
    zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: isKept ? 9 : 5 } }),
  // With smaller blocks than the default, which fit pages better: style, markup and data differ.
  gzip: (body: Buffer, isKept: boolean) => gzipSync(body, { level: isKept ? 9 : 6, memLevel: 6 }),
}

function encodingFor(request: Request): Encoding | undefined {
  return (['zstd', 'gzip'] as const).find((encoding) => request.acceptsEncodings(encoding))
}

function encode(page: FinishedPage, encoding: Encoding): Buffer {
  const body = page.encoded.get(encoding) ?? compress[encoding](page.body, page.isKept)
  page.encoded.set(encoding, body)
  return body
}
