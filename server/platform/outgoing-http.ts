import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { TLSSocket } from 'node:tls'

import { runInSpan } from './tracing.ts'

/** A call to an external service. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  headers?: Record<string, string> | undefined
  body?: string | undefined
  /** From the first byte sent to the last one read. */
  timeoutMs: number
  /** Ends the call earlier, like its timeout. */
  signal?: AbortSignal | undefined
  /** PEM texts, for services that require a client certificate (mTLS). */
  clientCertificate?: { cert: string; key: string } | undefined
  /** Resolves the host in place of the system, and may refuse its addresses; it is also called for an address in the URL itself. */
  lookup?: LookupFunction | undefined
  /** After so many bytes the rest of the response's body is left unread. Without it a response that is too long is an error. */
  truncateAfterBytes?: number | undefined
}

export interface OutgoingResponse {
  status: number
  /** When the certificate of the service ends; null without TLS. */
  serverCertificateExpiresAt: Date | null
  headers: IncomingHttpHeaders
  body: string
}

/** A service did not answer in time. */
export class TimeoutError extends Error {
  constructor(options?: ErrorOptions) {
    super('aborted: no answer in time', options)
    this.name = 'TimeoutError'
  }
}

/** A service answered, with more than is read. */
export class ResponseTooLongError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`answers more than ${maxResponseBytes} bytes`)
    this.name = 'ResponseTooLongError'
    this.status = status
  }
}

/** Characters or bytes read at most, so that a faulty service cannot fill the memory. */
const maxResponseBytes = 1_000_000

/**
 * Makes an HTTP or HTTPS request and reads the whole response, whatever its status. Not with `fetch`, which takes no client
 * certificate.
 * @throws TimeoutError when it times out; ResponseTooLongError; Error when the request fails
 */
export function sendRequest(outgoingRequest: OutgoingRequest): Promise<OutgoingResponse> {
  const { method, url } = outgoingRequest
  // Not the whole address: it may name an order or a postal code.
  const attributes = { 'http.request.method': method, 'server.address': new URL(url).host }
  return runInSpan('client', method, attributes, () => sendWithTimeout(outgoingRequest))
}

async function sendWithTimeout(outgoingRequest: OutgoingRequest): Promise<OutgoingResponse> {
  const timeoutSignal = AbortSignal.timeout(outgoingRequest.timeoutMs)
  const signal = outgoingRequest.signal ? AbortSignal.any([timeoutSignal, outgoingRequest.signal]) : timeoutSignal
  try {
    if (outgoingRequest.lookup) await assertLiteralAddressAllowed(outgoingRequest.url, outgoingRequest.lookup)
    return await sendWithSignal(outgoingRequest, signal)
  } catch (cause) {
    throw signal.aborted ? new TimeoutError({ cause }) : cause
  }
}

/** @throws TimeoutError when the signal aborts first; the work goes on, for other callers that wait for it */
export async function raceWithAbort<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (!signal) return work
  let handleAbort = () => {}
  const abortPromise = new Promise<never>((_resolve, reject) => {
    handleAbort = () => reject(new TimeoutError())
    signal.addEventListener('abort', handleAbort, { once: true })
    if (signal.aborted) handleAbort()
  })
  try {
    return await Promise.race([work, abortPromise])
  } finally {
    signal.removeEventListener('abort', handleAbort)
  }
}

/** Node looks nothing up where the URL has an address in place of a name. @throws the look-up's error */
function assertLiteralAddressAllowed(url: string, lookup: LookupFunction): Promise<void> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return Promise.resolve()
  return new Promise((resolve, reject) => lookup(host, { all: true }, (error) => (error ? reject(error) : resolve())))
}

function sendWithSignal(
  { method, url, headers, body, clientCertificate, lookup, truncateAfterBytes }: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutgoingResponse> {
  const createRequest = url.startsWith('https:') ? httpsRequest : httpRequest
  // One connection per call: calls are rare, and an idle kept-alive connection may be dead.
  const options = { method, headers, agent: false, signal, lookup, ...clientCertificate }
  return new Promise((resolve, reject) => {
    const request = createRequest(url, options, (response) =>
      readResponse(response, truncateAfterBytes).then(resolve, reject),
    )
    request.on('error', reject)
    request.end(body)
  })
}

async function readResponse(response: IncomingMessage, truncateAfterBytes?: number): Promise<OutgoingResponse> {
  const chunks: Buffer[] = []
  let byteCount = 0
  // Before the connection is gone.
  const serverCertificateExpiresAt = certificateExpiryOf(response)
  for await (const chunk of response) {
    byteCount += chunk.length
    // Ends the connection.
    if (truncateAfterBytes !== undefined && byteCount > truncateAfterBytes) break
    if (byteCount > maxResponseBytes) throw new ResponseTooLongError(response.statusCode ?? 0)
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks).toString('utf8')
  return { status: response.statusCode ?? 0, serverCertificateExpiresAt, headers: response.headers, body }
}

function certificateExpiryOf({ socket }: IncomingMessage): Date | null {
  return socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : null
}
