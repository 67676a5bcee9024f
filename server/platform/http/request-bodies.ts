/** The bodies of requests: how large they may be, when a large one is read, and what happens to one that is not. */
import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../concurrency-limiter.ts'
import { ShopError } from '../errors.ts'
import { maxFileBytes } from '../file-limits.ts'
import { createRateLimiter } from '../rate-limit.ts'
import { toClientNetwork } from './client-network.ts'

/** Bytes: forms and calls are small. */
const maxBodyBytes = 128 * 1024
/** A file (a prescription's, a table or a picture of the back office's) and its multipart wrapping. */
const maxBodyBytesWithFiles = maxFileBytes + 512 * 1024

/** Bytes: what people type is smaller. Of a larger call no more is read until it is decided about the rest. */
export const maxSmallBodyBytes = 32 * 1024

export function isLargeBody({ headers }: Request): boolean {
  return Number(headers['content-length'] ?? 0) > maxSmallBodyBytes
}

/** The limit of a body in bytes: the larger one only for multipart forms where files are accepted. */
export function getMaxBodyBytes(request: Request, acceptsFiles = false): number {
  return acceptsFiles && request.is('multipart/form-data') ? maxBodyBytesWithFiles : maxBodyBytes
}

const maxLargeBodiesPerMinute = 60
/** Large bodies read at the same time in this process: each is held in memory, with what is made of it. */
const maxConcurrentBodies = 4
/** Of these one network has so many: who sends slowly on purpose must not have them all. */
const maxConcurrentBodiesPerNetwork = 2
/** More networks than send large bodies at the same time. */
const maxTrackedNetworks = 1_000

export type LargeBodyLimiter = ReturnType<typeof createLargeBodyLimiter>

/** Decides whether a large body is read now: before that nothing of it is held but what fits in the socket's buffer. */
export function createLargeBodyLimiter(rateLimitFactor: number) {
  const networkRateLimiter = createRateLimiter(maxLargeBodiesPerMinute, rateLimitFactor)
  const processLimiter = createBodyConcurrencyLimiter(maxConcurrentBodies)
  const concurrencyLimiterByNetwork = new LRUCache<string, ConcurrencyLimiter>({
    max: maxTrackedNetworks,
    memoMethod: () => createBodyConcurrencyLimiter(maxConcurrentBodiesPerNetwork),
  })
  return { consumeNetworkQuota, acquireSlot }

  function consumeNetworkQuota(request: Request): Promise<void> {
    return networkRateLimiter.consume(toClientNetwork(request.ip))
  }

  /** Waits until the body may be read; the slot is released when the request ends. */
  async function acquireSlot({ res: response, ip }: Request): Promise<void> {
    for (const limiter of [concurrencyLimiterByNetwork.memo(toClientNetwork(ip)), processLimiter]) {
      const release = await limiter.acquire()
      if (!response || response.closed) release()
      else response.once('close', release)
    }
  }
}

function createBodyConcurrencyLimiter(maxConcurrent: number): ConcurrencyLimiter {
  return createConcurrencyLimiter({
    maxConcurrent,
    maxQueueLength: 32,
    maxWaitMs: 5_000,
    createRefusal: () => new ShopError('upload.busy', { retryAfterSeconds: 10 }),
  })
}

/** Bytes and milliseconds after which a refused sender is cut off. */
const maxDrainedBytes = 32 * 1024 * 1024
const maxDrainMs = 5000
/** For a body of a size that we would have taken: a phone needs its time for it, and reads the response only then. */
const maxDrainMsWithinLimit = 120_000

/**
 * Reads the rest of a refused body and discards it: closing at once would reset the connection while the client is still
 * sending, and the response would be lost (RFC 9112, section 9.6). A client that sends for too long is cut off.
 */
export function drainRequest(request: IncomingMessage): void {
  if (request.complete) return
  const disconnect = () => request.socket.destroy()
  const isWithinLimit = Number(request.headers['content-length'] ?? Infinity) <= maxBodyBytesWithFiles
  const timer = setTimeout(disconnect, isWithinLimit ? maxDrainMsWithinLimit : maxDrainMs)
  let drainedBytes = 0
  request.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.length
    if (drainedBytes > maxDrainedBytes) disconnect()
  })
  request.on('close', () => clearTimeout(timer))
}

/**
 * Reads what an answered request's body still holds and discards it, as after a redirect to the login: Remix pauses a body
 * that no action reads, and the connection would take no other request. Its size is limited, and its time by Node itself.
 */
export const drainUnreadRequest: RequestHandler = (request, response, next) => {
  response.on('finish', () => {
    if (request.complete) return
    request.removeAllListeners('data')
    request.resume()
  })
  next()
}
