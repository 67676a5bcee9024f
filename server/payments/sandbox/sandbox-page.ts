import { createHmac, randomUUID } from 'node:crypto'
import type { Database } from '../../database/connection.ts'
import { request } from '../../platform/outgoing-http.ts'
import type { ExternalReport } from '../external/external-provider.ts'

interface Deps {
  database: Database
  ownOrigin: () => string
  secret: string
}

/** The sandbox's pretend payment page: it calls the shop's webhook over HTTP, signed, as a real one does. */
export function createSandboxPage({ database: { db }, ownOrigin, secret }: Deps) {
  return { findInvoice, tell }

  /** @returns null for a reference that the shop never gave */
  async function findInvoice(reference: string): Promise<{ orderId: number; amountCents: number } | null> {
    const charge = await db
      .selectFrom('charge')
      .select(['order_id as orderId', 'amount_cents as amountCents'])
      .where('provider', '=', 'external')
      .where('reference', '=', reference)
      .executeTakeFirst()
    return charge ?? null
  }

  /** @throws Error when the shop does not accept the call */
  async function tell(reference: string, status: 'paid' | 'refused', amountCents: number): Promise<void> {
    const call: ExternalReport = {
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
