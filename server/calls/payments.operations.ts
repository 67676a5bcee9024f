import { z } from 'zod'
import type { Order } from '../orders/order.ts'
import { getOrder } from '../orders/order-queries.ts'
import { chargeOrder } from '../payments/charges.ts'
import type { Payment } from '../payments/payment-queries.ts'
import { listPayments } from '../payments/payment-queries.ts'
import { checkPaymentStatus } from '../payments/payments.ts'
import { FormIdSchema, ReaisSchema, toReais } from '../wire/values.ts'
import { createCustomerOperation } from './operation.ts'

/** What analytics may receive of a purchase: no product names, since a medicine's name would be health data (LGPD). */
const Purchase = z.object({
  transaction_id: z.string(),
  orderId: z.number(),
  value: ReaisSchema,
  shipping: ReaisSchema,
  currency: z.literal('BRL'),
  coupon: z.string().nullable(),
  payment_type: z.enum(['pix', 'card', 'external', 'balance']),
  items: z.array(z.object({ item_id: z.string(), quantity: z.number(), price: ReaisSchema })),
})

export const paymentsOperations = {
  'order/getTransactionReference': createCustomerOperation({
    input: z.object({ id: FormIdSchema }),
    output: z.object({ transaction_reference: z.string() }),
    example: { id: 1 },
    async run(ctx, { id }, { customerId }) {
      const { reference } = await chargeOrder(ctx, customerId, id, 'external')
      return { transaction_reference: reference }
    },
  }),
  'order/checkOrderPaymentStatus': createCustomerOperation({
    input: z.object({ orderId: FormIdSchema }),
    output: z.object({
      code: z.enum(['paid', 'pending', 'expired', 'failed', 'cancelled']),
      purchase: Purchase.optional(),
    }),
    example: { orderId: 1 },
    async run(ctx, { orderId }, { customerId }) {
      const code = await checkPaymentStatus(ctx, customerId, orderId, { force: true })
      if (code !== 'paid') return { code }
      const [order, [payment]] = await Promise.all([
        getOrder(ctx, customerId, orderId),
        listPayments(ctx, orderId, 'captured'),
      ])
      return { code, purchase: toPurchase(order, payment) }
    },
  }),
}

/** @param payment undefined for an order that balances paid whole */
function toPurchase(order: Order, payment: Payment | undefined): z.input<typeof Purchase> {
  return {
    // As in the data layer (server/analytics/analytics.ts): a purchase told by both is counted once.
    transaction_id: String(order.id),
    orderId: order.id,
    value: toReais(order.totalCents),
    shipping: toReais(order.deliveryFeeCents),
    currency: 'BRL',
    coupon: order.couponCode,
    payment_type: payment ? (payment.method.method ?? 'external') : 'balance',
    items: order.lines.map(({ productId, quantity, priceCents }) => ({
      item_id: String(productId),
      quantity,
      price: toReais(priceCents),
    })),
  }
}
