import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusals } from '../../app/texts/refusals.ts'
import { webPages } from '../../app/texts/web.ts'
import { drainRequest } from './bodies.ts'

/** A page that would wait longer than this before it is begun, in milliseconds, is refused. */
const maxWaitMs = 200
/** So many may always wait: a page that takes long just after the start is no overload. */
const minWaiting = 40
/**
 * Whoever sends a form has filled it in, and may be paying, and other programs' calls come by the hundred: these wait, as long as
 * memory is not in question. Their own limits keep one network
 * from filling the line.
 */
const maxSent = 2000
/** Longest time in milliseconds in which arrived requests are taken in before the next one is begun. */
const maxCollectingMs = 50
/** Turns of the event loop in which nothing arrived: one may only have accepted a connection, whose request comes in the next. */
const quietTurns = 2
/** Until a connection to the database is free, it is looked for this often, in milliseconds. */
const recheckMs = 2
/** The least that one request is taken to cost, in milliseconds: what a cached page does. */
const minMs = 0.25
/** More requests that wait for a connection to the database gain nothing by being begun. */
const maxWaitingForDatabase = 8
const retryAfterSeconds = 5

/** Never in line: files, who watches the process, and banks and providers, whose news of a payment must arrive. */
const atOnce = /^\/(assets|imagens|webhooks|sandbox\/pix-api|healthz|readyz|metrics)(?![\w-])/

interface Settings {
  /** Those begun that wait for a connection to the database; null where none can. */
  connections: () => { queued: number } | null
  /** The operator's RATE_LIMIT_FACTOR. */
  factor: number
  /** Milliseconds of a clock that is never set. */
  now?: () => number
}

export type Admission = ReturnType<typeof createAdmission>

/**
 * Begins one request after the other, and refuses at once those that would wait too long in line.
 *
 * Without it a flood waits where nobody sees it: Node accepts one connection in each turn of its event loop, and a page made from
 * SQLite takes a whole turn, so the others queue in the kernel for minutes, until it cuts them off. So between two requests the
 * loop takes in all that has arrived; what waits then waits here, and is counted.
 */
export function createAdmission({ connections, factor, now = () => performance.now() }: Settings) {
  const line: { response: ServerResponse; work: () => void }[] = []
  let arrived = 0
  let refused = 0
  let isIdle = true
  let lastBegun = 0
  /** Between two requests that were begun one after the other: a moving average, once there is one. */
  let usualMs = 0
  return { admit, refused: () => refused }

  /** Does the work now, or when it is this request's turn; or refuses the request. */
  function admit(request: IncomingMessage, response: ServerResponse, work: () => void): void {
    if (atOnce.test(request.url ?? '')) {
      work()
      return
    }
    arrived += 1
    if (isIdle) {
      begin(work)
      return
    }
    if (mayWait(request.method)) {
      line.push({ response, work })
      return
    }
    refused += 1
    refuse(request, response)
  }

  function mayWait(method: string | undefined): boolean {
    if (method === 'POST') return line.length < maxSent * factor
    return line.length < minWaiting * factor || line.length * usualMs <= maxWaitMs
  }

  function begin(work: () => void): void {
    isIdle = false
    lastBegun = now()
    // Before the work, which may throw.
    setImmediate(collectArrivals, lastBegun, arrived, 0)
    work()
  }

  /** Lets the event loop turn until nothing more arrives, then begins the next request. */
  function collectArrivals(since: number, lastCount: number, quiet: number): void {
    const isQuiet = arrived === lastCount
    if ((connections()?.queued ?? 0) > maxWaitingForDatabase) {
      setTimeout(collectArrivals, recheckMs, since, arrived, 0)
    } else if ((isQuiet && quiet + 1 >= quietTurns) || now() - since > maxCollectingMs) {
      beginNext()
    } else {
      setImmediate(collectArrivals, since, arrived, isQuiet ? quiet + 1 : 0)
    }
  }

  function beginNext(): void {
    let next = line.shift()
    // Whoever has gone meanwhile needs no answer.
    while (next?.response.closed) next = line.shift()
    if (!next) {
      isIdle = true
      return
    }
    const tookMs = Math.max(minMs, now() - lastBegun)
    usualMs = usualMs === 0 ? tookMs : usualMs + (tookMs - usualMs) / 10
    begin(next.work)
  }
}

const sentence = refusals['shop.busy']()
const html = 'text/html; charset=utf-8'
const json = 'application/json; charset=utf-8'
/** Made once: each refusal must cost much less than a page. */
const answers = {
  page: { status: 503, type: html, body: Buffer.from(webPages.busy) },
  call: {
    status: 503,
    type: json,
    body: Buffer.from(JSON.stringify({ errors: [{ code: 'shop.busy', message: sentence }] })),
  },
  /** The router shows the sentence in a toast and leaves the page as it is; of a 503 it would make the fatal page. */
  data: { status: 429, type: json, body: Buffer.from(JSON.stringify({ message: sentence })) },
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = (request.url ?? '').split('?', 1)
  const { status, type, body } = answers[path.startsWith('/api/') ? 'call' : path.endsWith('.data') ? 'data' : 'page']
  drainRequest(request)
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Retry-After': retryAfterSeconds,
    // The connection's memory is better spent on those who are served.
    Connection: 'close',
  })
  response.end(body)
}
