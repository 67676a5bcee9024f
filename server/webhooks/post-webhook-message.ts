import type { WebhookDeliveryErrorCode } from '../database/schema.ts'
import { BlockedAddressError, createGuardedLookup, type ResolveHostname } from '../platform/guarded-lookup.ts'
import { isPublicIpAddress } from '../platform/networks.ts'
import { sendRequest, TimeoutError } from '../platform/outgoing-http.ts'
import type { Settings } from '../ports/settings.ts'

/** The status of the receiver's answer, or why there was none. */
export type DeliveryOutcome = { status: number } | { fault: WebhookDeliveryErrorCode }

/** Nothing of an answer but its status is used; so much of its body is read that its connection ends well. */
const maxResponseBytes = 1000
/** From the first byte sent to the last one read. */
const defaultTimeoutMs = 10_000

/** What is judged wherever a webhook's address is: public, unless the operator allows more. */
export function isAllowedAddress({ isAllowedWebhookAddress }: Settings, address: string): boolean {
  return isPublicIpAddress(address) || isAllowedWebhookAddress(address)
}

interface PosterOptions {
  /** Tests answer for the network. */
  resolveHostname?: ResolveHostname
  timeoutMs?: number
}

/** Sends a message once. Redirects are answers like others: nothing follows them. */
export function createWebhookPoster(
  settings: Settings,
  { resolveHostname, timeoutMs = defaultTimeoutMs }: PosterOptions = {},
) {
  const lookup = createGuardedLookup((address) => isAllowedAddress(settings, address), resolveHostname)
  return async ({ url, headers, body }: WebhookMessage): Promise<DeliveryOutcome> => {
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
}

interface WebhookMessage {
  url: string
  headers: Record<string, string>
  body: string
}

function toDeliveryFault(error: unknown): WebhookDeliveryErrorCode {
  if (error instanceof BlockedAddressError) return 'address'
  if (error instanceof TimeoutError) return 'timeout'
  const code = String((error as NodeJS.ErrnoException).code)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  return /CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(code) ? 'certificate' : 'connection'
}
