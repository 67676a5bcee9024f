import { sendRequest } from '../../platform/outgoing-http.ts'

/** A call to {url}/pix, with the body of API Pix's callback. */
export interface PixWebhookCall {
  url: string
  body: string
}

/** Pauses before each retry of a failed call, in milliseconds. */
const retryDelaysMs = [1000, 5000]

/** Calls the webhook in the background, and retries failures. A lost call does no harm: the shop also polls. */
export function callWebhook({ url, body }: PixWebhookCall, remainingDelaysMs = retryDelaysMs): void {
  void postWebhook(`${url}/pix`, body).then((isAccepted) => {
    const [delayMs, ...laterDelaysMs] = remainingDelaysMs
    if (!isAccepted && delayMs !== undefined)
      setTimeout(() => callWebhook({ url, body }, laterDelaysMs), delayMs).unref()
  })
}

async function postWebhook(url: string, body: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  const response = await sendRequest({ method: 'POST', url, headers, body, timeoutMs: 10_000 }).catch(() => null)
  return response?.status === 200
}
