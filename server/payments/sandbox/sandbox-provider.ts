import { createHmac, randomUUID } from 'node:crypto'
import { request } from '../../platform/outgoing-http.ts'
import type { ProviderCall } from '../external/external-payments.ts'

/** The sandbox's pretend payment provider: it calls the shop's webhook over HTTP, signed, as a real one does. */
export function createSandboxProvider({ ownOrigin, secret }: { ownOrigin: () => string; secret: string }) {
  return { tell }

  /** @throws Error when the shop does not accept the call */
  async function tell(reference: string, status: 'paid' | 'refused', amountCents: number): Promise<void> {
    const call: ProviderCall = {
      payment_id: randomUUID(),
      transaction_reference: reference,
      status,
      amount: amountCents / 100,
    }
    const body = JSON.stringify(call)
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const answer = await request({
      method: 'POST',
      url: `${ownOrigin()}/webhooks/payment`,
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body,
      timeoutMs: 10_000,
    })
    if (answer.status !== 200) throw new Error(`the shop answered ${answer.status}`)
  }
}
