import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorPages } from '../../app/texts/error-pages.ts'

/** How long a refused sender may take to read why, in milliseconds. */
const lingerMs = 2_000

const statusByErrorCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Answers what is no request to Express, as Node would; but who sends too many cookies, of a host's other sites as a rule, reads
 * what to do.
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Refused already: what still arrives is dropped.
    if (socket.writableEnded) return
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return socket.destroy()
    const status = statusByErrorCode[error.code ?? ''] ?? 400
    const page = status === 431 ? errorPages.tooManyCookies : ''
    const headers = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: text/html; charset=utf-8',
      'Cache-Control: no-store, no-transform',
      `Content-Length: ${Buffer.byteLength(page)}`,
    ]
    // Closing at once would reset the connection while the rest of the request arrives, and the page would be lost.
    socket.end(`${headers.join('\r\n')}\r\n\r\n${page}`)
    setTimeout(() => socket.destroy(), lingerMs).unref()
  })
}

/** Whether the beginning of an answer is on its way, which Node keeps to itself. */
function isAnswering(socket: Duplex & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent ?? false
}
