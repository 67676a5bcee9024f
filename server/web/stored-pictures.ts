import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { pictureFolder } from '../catalogue/import/pictures.ts'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { ShopError } from '../platform/errors.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'

/** Bytes in memory: some 800 pictures, most of what a day’s pages show. */
const maxCachedBytes = 16 * 1024 * 1024
/** Milliseconds: names change with their content, but an operator may remove a picture. */
const cacheTtlMs = 60 * 60_000
const picturePathPattern = /^\/(\w[\w.-]*\.webp)$/

/**
 * Product pictures of a store, read once and then sent from memory. Not by addresses of the store: shoppers see one host, and
 * the bucket, which has the prescriptions, opens for nobody else.
 */
export function serveStoredPictures(files: FileStorage, headers: Record<string, string>): RequestHandler {
  /** Requests for names that do not exist must not reach the store without limit. */
  const readLimiter = createConcurrencyLimiter({
    maxConcurrent: 32,
    maxQueueLength: 200,
    maxWaitMs: 5_000,
    createRefusal: () => new ShopError('files.unavailable', { retryAfterSeconds: 10 }),
  })
  const pictureCache = new LRUCache<string, { content: Buffer; etag: string }>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ content }) => content.length + 1,
    ttl: cacheTtlMs,
    fetchMethod: async (name) => {
      const content = await readLimiter.run(() => files.read(`${pictureFolder}/${name}`))
      if (!content) return undefined
      return { content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` }
    },
  })
  return async (request, response, next) => {
    const [, name] = picturePathPattern.exec(request.path) ?? []
    if (name === undefined || !['GET', 'HEAD'].includes(request.method)) return next()
    try {
      const picture = await pictureCache.fetch(name)
      if (!picture) return next()
      response
        .set({ ...headers, ETag: picture.etag })
        .type('webp')
        .send(picture.content)
    } catch (error) {
      if (!(error instanceof ShopError)) return next(error)
      const retryAfter = String(error.retryAfterSeconds ?? 30)
      response.status(error.status).set({ 'Retry-After': retryAfter, 'Cache-Control': 'no-store' }).end()
    }
  }
}
