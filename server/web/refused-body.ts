import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { maxBytesWithFiles } from './body-limits.ts'

/** Bytes and milliseconds after which a refused sender is cut off. */
const maxBytes = 32 * 1024 * 1024
const maxMs = 5000
/** For a body of a size that we would have taken: a phone needs its time for it, and reads the response only then. */
const maxMsWithinLimit = 120_000

/**
 * Reads the rest of a refused body and discards it: closing at once would reset the connection while the client is still
 * sending, and the response would be lost (RFC 9112, section 9.6). A client that sends for too long is cut off.
 */
export function drainRequest(request: IncomingMessage): void {
  if (request.complete) return
  const cut = () => request.socket.destroy()
  const isWithinLimit = Number(request.headers['content-length'] ?? Infinity) <= maxBytesWithFiles
  const timer = setTimeout(cut, isWithinLimit ? maxMsWithinLimit : maxMs)
  let read = 0
  request.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > maxBytes) cut()
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
