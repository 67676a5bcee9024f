import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorPages } from '../../app/texts/error-pages.ts'
import { refusals } from '../../app/texts/refusals.ts'
import { drainRequest } from '../platform/http/request-bodies.ts'

/** A page that would wait longer than this before it is begun, in milliseconds, is refused. */
const maxQueueMs = 200
/** So many may always wait: a page that takes long just after the start is no overload. */
const guaranteedQueueLength = 40
/**
 * Whoever sends a form has filled it in, and may be paying, and other programs' calls come by the hundred: these wait, as long as
 * memory is not in question. Their own limits keep one network
 * from filling the queue.
 */
const maxQueuedPosts = 2000
/** Longest time in milliseconds in which arrived requests are taken in before the next one is begun. */
const maxCollectingMs = 50
/** Turns of the event loop in which nothing arrived: one may only have accepted a connection, whose request comes in the next. */
const minQuietTurns = 2
/** Until a connection to the database is free, it is looked for this often, in milliseconds. */
const databaseRecheckMs = 2
/** The least that one request is taken to cost, in milliseconds: what a cached page does. */
const minRequestMs = 0.25
/** More requests that wait for a connection to the database gain nothing by being begun. */
const maxQueuedForDatabase = 8
const retryAfterSeconds = 5

/** Never queued: files, monitoring of the process, and banks and providers, whose news of a payment must arrive. */
const unqueuedPathPattern = /^\/(assets|imagens|webhooks|sandbox\/pix-api|healthz|readyz|metrics)(?![\w-])/

interface AdmissionControlOptions {
  /** Those begun that wait for a connection to the database; null where none can. */
  countConnections: () => { queuedCount: number } | null
  rateLimitFactor: number
  /** Milliseconds of a clock that is never set. */
  now?: () => number
}

export type AdmissionControl = ReturnType<typeof createAdmissionControl>

/**
 * Begins one request after the other, and refuses at once those that would wait too long in the queue.
 *
 * Without it a flood waits where nobody sees it: Node accepts one connection in each turn of its event loop, and a page made from
 * SQLite takes a whole turn, so the others queue in the kernel for minutes, until it cuts them off. So between two requests the
 * loop takes in all that has arrived; what waits then waits here, and is counted.
 */
export function createAdmissionControl({
  countConnections,
  rateLimitFactor,
  now = () => performance.now(),
}: AdmissionControlOptions) {
  const queue: { response: ServerResponse; work: () => void }[] = []
  let arrivedCount = 0
  let refusedCount = 0
  let isIdle = true
  let lastStartMs = 0
  /** Between two requests that were begun one after the other: a moving average, once there is one. */
  let averageRequestMs = 0
  return { admit, getRefusedCount: () => refusedCount }

  /** Does the work now, or when it is this request's turn; or refuses the request. */
  function admit(request: IncomingMessage, response: ServerResponse, work: () => void): void {
    if (unqueuedPathPattern.test(request.url ?? '')) {
      work()
      return
    }
    arrivedCount += 1
    if (isIdle) {
      startRequest(work)
      return
    }
    if (mayWait(request.method)) {
      queue.push({ response, work })
      return
    }
    refusedCount += 1
    sendBusyResponse(request, response)
  }

  function mayWait(method: string | undefined): boolean {
    if (method === 'POST') return queue.length < maxQueuedPosts * rateLimitFactor
    return queue.length < guaranteedQueueLength * rateLimitFactor || queue.length * averageRequestMs <= maxQueueMs
  }

  function startRequest(work: () => void): void {
    isIdle = false
    lastStartMs = now()
    // Before the work, which may throw.
    setImmediate(collectArrivals, lastStartMs, arrivedCount, 0)
    work()
  }

  /** Lets the event loop turn until nothing more arrives, then begins the next request. */
  function collectArrivals(startMs: number, previousArrivedCount: number, quietTurnCount: number): void {
    const isQuiet = arrivedCount === previousArrivedCount
    if ((countConnections()?.queuedCount ?? 0) > maxQueuedForDatabase) {
      setTimeout(collectArrivals, databaseRecheckMs, startMs, arrivedCount, 0)
    } else if ((isQuiet && quietTurnCount + 1 >= minQuietTurns) || now() - startMs > maxCollectingMs) {
      startNextRequest()
    } else {
      setImmediate(collectArrivals, startMs, arrivedCount, isQuiet ? quietTurnCount + 1 : 0)
    }
  }

  function startNextRequest(): void {
    let nextRequest = queue.shift()
    // A client that has disconnected meanwhile needs no response.
    while (nextRequest?.response.closed) nextRequest = queue.shift()
    if (!nextRequest) {
      isIdle = true
      return
    }
    const durationMs = Math.max(minRequestMs, now() - lastStartMs)
    averageRequestMs = averageRequestMs === 0 ? durationMs : averageRequestMs + (durationMs - averageRequestMs) / 10
    startRequest(nextRequest.work)
  }
}

const busyMessage = refusals['shop.busy']()
const htmlContentType = 'text/html; charset=utf-8'
const jsonContentType = 'application/json; charset=utf-8'
/** Made once: each refusal must cost much less than a page. */
const busyResponses = {
  page: { status: 503, type: htmlContentType, body: Buffer.from(errorPages.shopBusy) },
  call: {
    status: 503,
    type: jsonContentType,
    body: Buffer.from(JSON.stringify({ errors: [{ code: 'shop.busy', message: busyMessage }] })),
  },
  /** The router shows the message in a toast and leaves the page as it is; of a 503 it would make the fatal page. */
  data: { status: 429, type: jsonContentType, body: Buffer.from(JSON.stringify({ message: busyMessage })) },
}

function sendBusyResponse(request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = (request.url ?? '').split('?', 1)
  const { status, type, body } =
    busyResponses[path.startsWith('/api/') ? 'call' : path.endsWith('.data') ? 'data' : 'page']
  drainRequest(request)
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': 'no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
    'Retry-After': retryAfterSeconds,
    // The connection's memory is better spent on those who are served.
    Connection: 'close',
  })
  response.end(body)
}
