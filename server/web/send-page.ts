import { constants, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Request, Response } from 'express'
import type { CompressionDictionary } from './compression-dictionary.ts'
import type { RenderedPage } from './rendered-page.ts'
import { forbidRewriting } from './static-page.ts'

/**
 * Sends a page as one buffer, or 304 to a browser that has it already.
 * @param dictionary for pages that a browser requests, not for the responses to its forms
 */
export function sendPage(
  request: Request,
  response: Response,
  page: RenderedPage,
  dictionary?: CompressionDictionary | undefined,
): void {
  for (const [name, value] of page.headers) {
    // A page's policy replaces the one for pages that Remix did not make.
    if (name === 'content-security-policy') response.setHeader(name, value)
    else response.append(name, value)
  }
  forbidRewriting(response)
  response.vary(dictionary ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding')
  response.status(page.status)
  if (page.status === 200 && !isNoStore(response)) {
    response.setHeader('ETag', page.etag)
    // Compares If-None-Match with the ETag (RFC 9110, section 13.1.2), for GET and HEAD alone.
    if (request.fresh) {
      // The browser keeps those of the page it has: the same text has the same policy.
      for (const name of ['Content-Security-Policy', 'Permissions-Policy', 'Content-Type']) response.removeHeader(name)
      response.status(304).end()
      return
    }
    dictionary?.advertise(request, response)
  }
  const encoder = chooseEncoder(request, dictionary)
  const body = encoder ? encodeBody(page, encoder) : page.getBody()
  if (encoder) response.setHeader('Content-Encoding', encoder.name)
  response.setHeader('Content-Length', body.length)
  response.end(body)
}

/**
 * Makes a page ready to be kept, as zstd alone: a quarter of its bytes. Other forms are made from it when they are asked for.
 * @returns bytes as zstd
 */
export function compressForCache(page: RenderedPage): number {
  page.isCached = true
  const zstd = encodeBody(page, { name: 'zstd', compress: compressors.zstd })
  page.getBody = () => zstdDecompressSync(zstd)
  return zstd.length
}

function isNoStore(response: Response): boolean {
  return /no-store/.test(String(response.getHeader('Cache-Control') ?? ''))
}

/**
 * By zstd's number, since Node has no name for it. A page is one block otherwise, of which a browser can read nothing before
 * its last byte has arrived: on a slow connection the picture that it preloads would be asked for a quarter of a second later.
 */
const targetBlockSizeParameter = 130
/** The smallest block there is; a page gets 1 % heavier. */
const targetBlockBytes = 1340

interface Encoder {
  /** As the header `Content-Encoding` has it. */
  name: string
  compress(body: Buffer, isCached: boolean): Buffer
}

/**
 * Synchronous, since it takes only tenths of a millisecond: less than handing it to a thread pool. zstd's level 4 would take
 * half the time of level 5 for 5 % more bytes; level 9 more than twice for 4 % fewer, worth it where the result is kept.
 */
const compressors = {
  zstd: (body: Buffer, isCached: boolean) =>
    zstdCompressSync(body, {
      params: { [constants.ZSTD_c_compressionLevel]: isCached ? 9 : 5, [targetBlockSizeParameter]: targetBlockBytes },
    }),
  // With smaller blocks than the default, which fit pages better: style, markup and data differ.
  gzip: (body: Buffer, isCached: boolean) => gzipSync(body, { level: isCached ? 9 : 6, memLevel: 6 }),
}

function chooseEncoder(request: Request, dictionary: CompressionDictionary | undefined): Encoder | undefined {
  if (dictionary?.isKnownTo(request)) return { name: 'dcz', compress: dictionary.compress }
  const name = (['zstd', 'gzip'] as const).find((encoding) => request.acceptsEncodings(encoding))
  return name && { name, compress: compressors[name] }
}

function encodeBody({ getBody, isCached, encodedBodies }: RenderedPage, encoder: Encoder): Buffer {
  const cachedBody = encodedBodies.get(encoder.name)
  if (cachedBody) return cachedBody
  const compressedBody = encoder.compress(getBody(), isCached)
  if (!isCached) return compressedBody
  // A copy with memory of its own: what zlib gives is part of a larger buffer, which would be kept with it.
  const copy = Buffer.allocUnsafeSlow(compressedBody.length)
  compressedBody.copy(copy)
  encodedBodies.set(encoder.name, copy)
  return copy
}
