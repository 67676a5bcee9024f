import { z } from 'zod'
import { orderStatusLabels } from '../../app/texts/orders.ts'
import type { Order, OrderLine } from '../orders/order.ts'
import { AddOn, OrderObject, Variation } from '../orders/order-forms.ts'
import { listOrders } from '../orders/order-queries.ts'
import { type PaymentWay, paymentWays } from '../orders/payment-way.ts'
import { placeOrder } from '../orders/placement.ts'
import { listHappyPathStatuses } from '../orders/statuses.ts'
import { loadPaymentMethods } from '../payments/payment-queries.ts'
import type { ShopError } from '../platform/errors.ts'
import { ReaisSchema, toReais } from '../wire/values.ts'
import { AddressDto } from './addresses.operations.ts'
import { createDto } from './dto.ts'
import { createCustomerOperation } from './operation.ts'

type PaymentMethodName = PaymentWay

/** Amounts are per unit: the price before the discount, and what the discount takes off. */
const CartItemDto = createDto<OrderLine>()({
  id: [z.number(), ({ productId }) => productId],
  name: [z.string(), ({ name }) => name],
  quantity: [z.number(), ({ quantity }) => quantity],
  price: [ReaisSchema, ({ fullPriceCents }) => toReais(fullPriceCents)],
  discount: [ReaisSchema, ({ fullPriceCents, priceCents }) => toReais(fullPriceCents - priceCents)],
  discount_type: [z.literal('amount'), () => 'amount' as const],
  tax: [z.number(), () => 0],
  tax_type: [z.literal('amount'), () => 'amount' as const],
  isPBM: [z.boolean(), ({ isPbm }) => isPbm],
  removed_quantity: [
    z.number().describe('of the quantity, units that the shop did not have: their price goes back'),
    ({ shortPickedUnits }) => shortPickedUnits,
  ],
  add_ons: [z.array(AddOn), ({ addOns }) => addOns],
  variations: [z.array(Variation), ({ variations }) => variations],
})

const OrderDto = createDto<Order & { paymentMethod: PaymentMethodName | undefined }>()({
  id: [z.number(), ({ id }) => id],
  status: [z.string(), ({ status }) => status],
  order_amount: [ReaisSchema, ({ totalCents }) => toReais(totalCents)],
  amount_due: [
    ReaisSchema.describe('amount still due after gains and wallet balance'),
    ({ dueCents }) => toReais(dueCents),
  ],
  refunded_amount: [
    ReaisSchema.describe('of the amount, all that went back, or is to go back'),
    ({ net }) => toReais(net.paidBackCents),
  ],
  cart: [z.array(CartItemDto.schema), ({ lines }) => lines.map(CartItemDto.toDto)],
  coupon_discount_amount: [ReaisSchema, ({ couponDiscountCents }) => toReais(couponDiscountCents)],
  coupon_discount_title: [z.string().nullable(), ({ couponTitle }) => couponTitle],
  coupon_code: [z.string().nullable(), ({ couponCode }) => couponCode],
  order_type: [z.enum(['delivery', 'pickup']), ({ type }) => type],
  delivery_window_id: [z.number().nullable(), ({ windowId }) => windowId],
  delivery_address_id: [z.number().nullable(), ({ addressId }) => addressId],
  delivery_address: [AddressDto.schema, ({ address }) => AddressDto.toDto(address)],
  delivery_charge: [ReaisSchema, ({ deliveryFeeCents }) => toReais(deliveryFeeCents)],
  payment_method: [
    z
      .enum([...paymentWays, 'balance'])
      .nullable()
      .describe('as it was paid; null until then'),
    ({ paymentMethod, paidAt, dueCents }) => paymentMethod ?? (paidAt && dueCents === 0 ? 'balance' : null),
  ],
  order_note: [z.string(), ({ note }) => note],
  prescription_id: [z.number().nullable(), ({ prescriptionId }) => prescriptionId],
  branch_id: [z.number(), ({ branchId }) => branchId],
  sales_channel: [z.literal('ecommerce'), () => 'ecommerce' as const],
  shipping_type_id: [
    z.union([z.literal(1), z.literal(2)]).describe('1 at once, 2 by appointment'),
    ({ isScheduled }) => (isScheduled ? 2 : 1),
  ],
  app_version: [z.string().nullable(), ({ appVersion }) => appVersion],
  gains: [z.array(z.object({ id: z.number() })), ({ gainIds }) => gainIds.map((id) => ({ id }))],
  created_at: [z.string(), ({ placedAt }) => placedAt.toISOString()],
})

const inputFieldNames = {
  address: 'delivery_address_id',
  orderType: 'order_type',
  note: 'order_note',
  couponCode: 'coupon_code',
  prescription: 'prescription_id',
  branch: 'branch_id',
  appVersion: 'app_version',
  expectedTotal: 'expected_amount',
  expectedDue: 'expected_due',
  expectedFee: 'expected_delivery',
  expectedArrival: 'expected_arrival',
  window: 'delivery_window_id',
  walletAmount: 'wallet_amount',
  paymentMethod: 'payment_method',
  doorMeans: 'door_means',
  changeFor: 'change_for',
}

export const ordersOperations = {
  'order/placeOrder': createCustomerOperation({
    acceptsIdempotencyKey: true,
    input: z.object({ orderObject: OrderObject }),
    wireNames: inputFieldNames,
    example: { orderObject: { cart: [{ id: 60, quantity: 1 }], address: 1 } },
    output: z.object({ id: z.number(), order_amount: ReaisSchema, amount_due: ReaisSchema, status: z.string() }),
    errorDetails: toChangedPriceDetails,
    async run(ctx, { orderObject }, { customerId, idempotencyKey }) {
      const order = await placeOrder(ctx, {
        ...orderObject,
        customerId,
        idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
      })
      const { id, totalCents, dueCents, status } = order
      return { id, order_amount: toReais(totalCents), amount_due: toReais(dueCents), status }
    },
  }),
  'order/getStepsList': createCustomerOperation({
    input: z.object({ orderType: z.enum(['delivery', 'pickup']).default('delivery') }),
    wireNames: { orderType: 'order_type' },
    output: z.array(z.object({ status: z.string(), name: z.string() })),
    run: async (_ctx, { orderType }) =>
      listHappyPathStatuses(orderType).map((status) => ({ status, name: orderStatusLabels[status] })),
  }),
  'order/getOrderList': createCustomerOperation({
    input: z.object({}),
    output: z.array(OrderDto.schema),
    async run(ctx, _input, { customerId }) {
      const customerOrders = await listOrders(ctx, customerId)
      const ids = customerOrders.map(({ id }) => id)
      const paymentMethods = await loadPaymentMethods(ctx, ids)
      return customerOrders.map((order) => OrderDto.toDto({ ...order, paymentMethod: paymentMethods.get(order.id) }))
    },
  }),
}

function toChangedPriceDetails({ refusalValues: { totalCents, prices } }: ShopError) {
  if (totalCents === undefined || !prices) return undefined
  return {
    order_amount: toReais(totalCents),
    cart: prices.map(({ productId, name, expectedCents, priceCents }) => ({
      id: productId,
      name,
      ...(expectedCents !== null && { expected_price: toReais(expectedCents) }),
      price: toReais(priceCents),
    })),
  }
}
