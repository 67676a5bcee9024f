import type { LookupFunction } from 'node:net'
import type { DeliveryFault } from '../database/schema.ts'
import { AddressRefused } from '../platform/guarded-lookup.ts'
import { DeadlinePassed, request } from '../platform/outgoing-http.ts'

/** The status of the receiver's answer, or why there was none. */
export type Outcome = { status: number } | { fault: DeliveryFault }

/** Nothing of an answer but its status is used; so much of its body is read that its connection ends well. */
const bytesRead = 1000

/** Sends a message once. Redirects are answers like others: nothing follows them. */
export async function post(
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  { lookup, timeoutMs }: { lookup: LookupFunction; timeoutMs: number },
): Promise<Outcome> {
  try {
    const { status } = await request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Balcao', ...headers },
      body,
      timeoutMs,
      lookup,
      truncateAfterBytes: bytesRead,
    })
    return { status }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function faultOf(error: unknown): DeliveryFault {
  if (error instanceof AddressRefused) return 'address'
  if (error instanceof DeadlinePassed) return 'timeout'
  const code = String((error as NodeJS.ErrnoException).code)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  return /CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(code) ? 'certificate' : 'connection'
}
