import { createHmac } from 'node:crypto'
import type { Database } from '../../server/database/connection.ts'
import type { Orders } from '../../server/orders/orders.ts'
import type { ExternalReport } from '../../server/payments/external/external-provider.ts'
import { recordPayment } from '../../server/payments/incoming.ts'
import type { Payments } from '../../server/payments/payments.ts'
import type { Report } from '../../server/payments/provider.ts'
import { sandboxPaymentSecret } from '../../server/platform/secrets.ts'

interface ShopWithOrders {
  database: Database
  orders: Orders
  clock: { now(): Date }
  customerId: number
}

/** A Pix for an order, as if the bank had told of it: of the right amount, unless another is given. */
export async function receivePix(
  { database, orders, clock, customerId }: ShopWithOrders,
  orderId: number,
  { amountCents, reference = `E${orderId}` }: { amountCents?: number; reference?: string } = {},
) {
  const { dueCents } = await orders.findOrder(customerId, orderId)
  return recordPayment(database, orders, {
    charge: { provider: 'pix', order_id: orderId, amount_cents: dueCents },
    payment: {
      reference,
      amountCents: amountCents ?? dueCents,
      receivedAt: clock.now(),
      method: 'pix',
      refunds: [],
    },
  })
}

/** A call of the external page's provider, signed. */
export function externalCall(report: unknown, secret = sandboxPaymentSecret): Report {
  const body = Buffer.from(JSON.stringify(report))
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { body, header: (name) => (name === 'x-signature' ? signature : undefined), query: new URLSearchParams() }
}

export function tellExternal(payments: Pick<Payments, 'receive'>, report: ExternalReport, secret?: string) {
  return payments.receive('external', externalCall(report, secret))
}
