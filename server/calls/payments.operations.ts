import { z } from 'zod'
import type { Order } from '../orders/order.ts'
import { getOrder } from '../orders/order-queries.ts'
import { type PaymentWay, paymentWays } from '../orders/payment-way.ts'
import { chargeOrder } from '../payments/charges.ts'
import { listPayments, type Payment } from '../payments/payment-queries.ts'
import { checkPaymentStatus } from '../payments/payments.ts'
import { FormIdSchema, ReaisSchema, toReais } from '../wire/values.ts'
import { createDto } from './dto.ts'
import { createCustomerOperation } from './operation.ts'

/** What analytics may receive of a purchase: no product names, since a medicine's name would be health data (LGPD). */
const PurchaseDto = createDto<Order & { payment: Payment | undefined }>()({
  // As in the data layer (server/analytics/analytics.ts): a purchase told by both is counted once.
  transaction_id: [z.string(), ({ id }) => String(id)],
  orderId: [z.number(), ({ id }) => id],
  value: [ReaisSchema, ({ totalCents }) => toReais(totalCents)],
  shipping: [ReaisSchema, ({ deliveryFeeCents }) => toReais(deliveryFeeCents)],
  currency: [z.literal('BRL'), () => 'BRL' as const],
  coupon: [z.string().nullable(), ({ couponCode }) => couponCode],
  // None: balances paid it whole.
  payment_type: [z.enum([...paymentWays, 'balance']), ({ payment }) => (payment ? toPaymentWay(payment) : 'balance')],
  items: [
    z.array(z.object({ item_id: z.string(), quantity: z.number(), price: ReaisSchema })),
    ({ lines }) =>
      lines.map(({ productId, quantity, priceCents }) => ({
        item_id: String(productId),
        quantity,
        price: toReais(priceCents),
      })),
  ],
})

function toPaymentWay({ method: { method, doorMethod } }: Payment): PaymentWay {
  return doorMethod ? 'door' : (method ?? 'external')
}

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
      purchase: PurchaseDto.schema.optional(),
    }),
    example: { orderId: 1 },
    async run(ctx, { orderId }, { customerId }) {
      const code = await checkPaymentStatus(ctx, customerId, orderId, { force: true })
      if (code !== 'paid') return { code }
      const [order, [payment]] = await Promise.all([
        getOrder(ctx, customerId, orderId),
        listPayments(ctx, orderId, 'captured'),
      ])
      return { code, purchase: PurchaseDto.toDto({ ...order, payment }) }
    },
  }),
}
