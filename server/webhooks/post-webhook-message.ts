import type { LookupFunction } from 'node:net'
import type { WebhookDeliveryErrorCode } from '../database/schema.ts'
import { BlockedAddressError } from '../platform/guarded-lookup.ts'
import { sendRequest, TimeoutError } from '../platform/outgoing-http.ts'

/** The status of the receiver's answer, or why there was none. */
export type DeliveryOutcome = { status: number } | { fault: WebhookDeliveryErrorCode }

/** Nothing of an answer but its status is used; so much of its body is read that its connection ends well. */
const maxResponseBytes = 1000

/** Sends a message once. Redirects are answers like others: nothing follows them. */
export async function postWebhookMessage(
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  { lookup, timeoutMs }: { lookup: LookupFunction; timeoutMs: number },
): Promise<DeliveryOutcome> {
  try {
    const { status } = await sendRequest({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Balcao', ...headers },
      body,
      timeoutMs,
      lookup,
      truncateAfterBytes: maxResponseBytes,
    })
    return { status }
  } catch (error) {
    return { fault: toDeliveryFault(error) }
  }
}

function toDeliveryFault(error: unknown): WebhookDeliveryErrorCode {
  if (error instanceof BlockedAddressError) return 'address'
  if (error instanceof TimeoutError) return 'timeout'
  const code = String((error as NodeJS.ErrnoException).code)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  return /CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(code) ? 'certificate' : 'connection'
}
