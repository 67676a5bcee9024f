import { callOut } from '../outbound.ts'

/** What is posted to {url}/pix: the body of API Pix's callback. */
export interface WebhookNotice {
  url: string
  body: string
}

/** In milliseconds, before a webhook that failed is called again. */
const pauses = [1000, 5000]

/** Calls the webhook in the background, and again if it is not taken. Nobody waits: the shop learns by asking, too. */
export function callWebhook({ url, body }: WebhookNotice, pausesLeft = pauses): void {
  isTaken(`${url}/pix`, body).then((taken) => {
    const [pause, ...later] = pausesLeft
    if (!taken && pause !== undefined) setTimeout(() => callWebhook({ url, body }, later), pause).unref()
  })
}

async function isTaken(url: string, body: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  const answer = await callOut({ method: 'POST', url, headers, body, timeoutMs: 10_000 }).catch(() => null)
  return answer?.status === 200
}
