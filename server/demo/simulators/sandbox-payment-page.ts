import { createHmac, randomUUID } from 'node:crypto'
import type { Database } from '../../database/connection.ts'
import type { ExternalReport } from '../../payments/external/external-provider.ts'
import { sendRequest } from '../../platform/outgoing-http.ts'

interface Deps {
  database: Database
  getLocalOrigin: () => string
  webhookSecret: string
}

/** The sandbox's pretend payment page: it calls the shop's webhook over HTTP, signed, as a real one does. */
export function createSandboxPaymentPage({ database: { db }, getLocalOrigin, webhookSecret }: Deps) {
  return { findCharge, sendReport }

  /** @returns null for a reference that the shop never gave */
  async function findCharge(reference: string): Promise<{ orderId: number; amountCents: number } | null> {
    const charge = await db
      .selectFrom('charge')
      .select(['orderId', 'amountCents'])
      .where('provider', '=', 'external')
      .where('reference', '=', reference)
      .executeTakeFirst()
    return charge ?? null
  }

  /** @throws Error when the shop does not accept the call */
  async function sendReport(reference: string, status: 'paid' | 'refused', amountCents: number): Promise<void> {
    const report: ExternalReport = {
      payment_id: randomUUID(),
      transaction_reference: reference,
      status,
      amount: amountCents / 100,
    }
    const body = JSON.stringify(report)
    const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
    const response = await sendRequest({
      method: 'POST',
      url: `${getLocalOrigin()}/webhooks/payment`,
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body,
      timeoutMs: 10_000,
    })
    if (response.status !== 200) throw new Error(`the shop answered ${response.status}`)
  }
}
