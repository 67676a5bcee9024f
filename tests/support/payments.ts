import { createHmac } from 'node:crypto'
import type { Context } from '../../server/context.ts'
import type { Database } from '../../server/database/connection.ts'
import type { ExternalReport } from '../../server/payments/external/external-provider.ts'
import { recordPayment } from '../../server/payments/received-payments.ts'
import { sandboxPaymentSecret } from '../../server/platform/secrets.ts'
import type { IncomingWebhook } from '../../server/ports/payment-provider.ts'
import type { Shop } from '../../server/shop.ts'

interface ShopWithOrders {
  database: Database
  ctx: Context
  orders: Pick<Shop['orders'], 'getOrder'>
  clock: { now(): Date }
  customerId: number
}

/** A Pix for an order, as if the bank had told of it: of the right amount, unless another is given. */
export async function receivePix(
  { ctx, orders, clock, customerId }: ShopWithOrders,
  orderId: number,
  { amountCents, reference = `E${orderId}` }: { amountCents?: number; reference?: string } = {},
) {
  const { dueCents } = await orders.getOrder(customerId, orderId)
  return recordPayment(ctx, {
    charge: { provider: 'pix', orderId, amountCents: dueCents },
    payment: {
      reference,
      amountCents: amountCents ?? dueCents,
      receivedAt: clock.now(),
      method: 'pix',
      refunds: [],
    },
  })
}

/** A Pix for what a change of an order costs besides. */
export async function receiveSurcharge(
  { ctx, clock, database }: ShopWithOrders,
  orderId: number,
  { amountCents, reference = `S${orderId}` }: { amountCents?: number; reference?: string } = {},
) {
  const surcharge = await database.db
    .selectFrom('orderSurcharge')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return recordPayment(ctx, {
    charge: { provider: 'pix', orderId, amountCents: surcharge.amountCents, surchargeId: surcharge.id },
    payment: {
      ...{ reference, amountCents: amountCents ?? surcharge.amountCents, receivedAt: clock.now() },
      ...{ method: 'pix', refunds: [] },
    },
  })
}

/** A call of the external page's provider, signed. */
export function externalCall(report: unknown, secret = sandboxPaymentSecret): IncomingWebhook {
  const body = Buffer.from(JSON.stringify(report))
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { body, getHeader: (name) => (name === 'x-signature' ? signature : undefined), query: new URLSearchParams() }
}

export function tellExternal(
  payments: Pick<Shop['payments'], 'handleWebhook'>,
  report: ExternalReport,
  secret?: string,
) {
  return payments.handleWebhook('external', externalCall(report, secret))
}
