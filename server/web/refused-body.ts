import type { IncomingMessage } from 'node:http'

/** Bytes and milliseconds after which a refused sender is cut off. */
const mostBytes = 32 * 1024 * 1024
const longestMs = 5000

/**
 * Reads the rest of a refused body and discards it: closing at once would reset the connection while the client is still
 * sending, and the response would be lost (RFC 9112, section 9.6). A client that sends for too long is cut off.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete) return
  const cut = () => request.socket.destroy()
  const timer = setTimeout(cut, longestMs)
  let read = 0
  request.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > mostBytes) cut()
  })
  request.on('close', () => clearTimeout(timer))
}
