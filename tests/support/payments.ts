import { createHmac } from 'node:crypto'
import type { Database } from '../../server/database/connection.ts'
import type { OrderService } from '../../server/orders/orders.ts'
import type { ExternalReport } from '../../server/payments/external/external-provider.ts'
import type { PaymentService } from '../../server/payments/payments.ts'
import type { IncomingWebhook } from '../../server/payments/provider.ts'
import { recordPayment } from '../../server/payments/received-payments.ts'
import { sandboxPaymentSecret } from '../../server/platform/secrets.ts'

interface ShopWithOrders {
  database: Database
  orders: OrderService
  clock: { now(): Date }
  customerId: number
}

/** A Pix for an order, as if the bank had told of it: of the right amount, unless another is given. */
export async function receivePix(
  { database, orders, clock, customerId }: ShopWithOrders,
  orderId: number,
  { amountCents, reference = `E${orderId}` }: { amountCents?: number; reference?: string } = {},
) {
  const { dueCents } = await orders.getOrder(customerId, orderId)
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
export function externalCall(report: unknown, secret = sandboxPaymentSecret): IncomingWebhook {
  const body = Buffer.from(JSON.stringify(report))
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { body, getHeader: (name) => (name === 'x-signature' ? signature : undefined), query: new URLSearchParams() }
}

export function tellExternal(payments: Pick<PaymentService, 'handleWebhook'>, report: ExternalReport, secret?: string) {
  return payments.handleWebhook('external', externalCall(report, secret))
}
