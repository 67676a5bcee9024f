import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** A call to an external service. */
export interface Outbound {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  headers?: Record<string, string>
  body?: string
  /** From the first byte sent to the last one read. */
  timeoutMs: number
  /** PEM texts, for services that require a client certificate (mTLS). */
  certificate?: { cert: string; key: string }
}

export interface OutboundAnswer {
  status: number
  body: string
}

/** Characters or bytes read at most, so that a faulty service cannot fill the memory. */
const longestAnswer = 1_000_000

/**
 * Makes an HTTP or HTTPS request and reads the whole response, whatever its status. Not with `fetch`, which takes no client
 * certificate.
 * @throws Error when the request fails, times out, or the response is too long
 */
export function callOut({ method, url, headers, body, timeoutMs, certificate }: Outbound): Promise<OutboundAnswer> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  // One connection per call: calls are rare, and an idle kept-alive connection may be dead.
  const options = { method, headers, agent: false, signal: AbortSignal.timeout(timeoutMs), ...certificate }
  return new Promise((resolve, reject) => {
    const request = send(url, options, (response) => readAnswer(response).then(resolve, reject))
    request.on('error', reject)
    request.end(body)
  })
}

async function readAnswer(response: IncomingMessage): Promise<OutboundAnswer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > longestAnswer) throw new Error(`answers more than ${longestAnswer} bytes`)
    chunks.push(chunk)
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }
}
