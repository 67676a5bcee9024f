import { request } from '../../platform/outgoing-http.ts'

/** A call to {url}/pix, with the body of API Pix's callback. */
export interface WebhookNotice {
  url: string
  body: string
}

/** Pauses before each retry of a failed call, in milliseconds. */
const pauses = [1000, 5000]

/** Calls the webhook in the background, and retries failures. A lost call does no harm: the shop also polls. */
export function callWebhook({ url, body }: WebhookNotice, pausesLeft = pauses): void {
  void isTaken(`${url}/pix`, body).then((accepted) => {
    const [pause, ...later] = pausesLeft
    if (!accepted && pause !== undefined) setTimeout(() => callWebhook({ url, body }, later), pause).unref()
  })
}

async function isTaken(url: string, body: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  const answer = await request({ method: 'POST', url, headers, body, timeoutMs: 10_000 }).catch(() => null)
  return answer?.status === 200
}
