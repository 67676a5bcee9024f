import { z } from 'zod'
import { orderStatusLabels } from '../../app/texts/orders.ts'
import type { Order } from '../orders/order.ts'
import { AddOn, OrderObject, Variation } from '../orders/order-forms.ts'
import { listOrders } from '../orders/order-queries.ts'
import { placeOrder } from '../orders/placement.ts'
import { listHappyPathStatuses } from '../orders/statuses.ts'
import { loadPaymentMethods } from '../payments/payment-queries.ts'
import type { ShopError } from '../platform/errors.ts'
import { ReaisSchema, toReais } from '../wire/values.ts'
import { AddressDto, toAddressDto as toAddress } from './addresses.operations.ts'
import { createCustomerOperation } from './operation.ts'

const CartItemDto = z.object({
  id: z.number(),
  name: z.string(),
  quantity: z.number(),
  price: ReaisSchema,
  discount: ReaisSchema,
  discount_type: z.literal('amount'),
  tax: z.number(),
  tax_type: z.literal('amount'),
  isPBM: z.boolean(),
  removed_quantity: z.number().describe('of the quantity, units that the shop did not have: their price goes back'),
  add_ons: z.array(AddOn),
  variations: z.array(Variation),
})

const OrderDto = z.object({
  id: z.number(),
  status: z.string(),
  order_amount: ReaisSchema,
  amount_due: ReaisSchema.describe('amount still due after gains and wallet balance'),
  refunded_amount: ReaisSchema.describe('of the amount, all that went back, or is to go back'),
  cart: z.array(CartItemDto),
  coupon_discount_amount: ReaisSchema,
  coupon_discount_title: z.string().nullable(),
  coupon_code: z.string().nullable(),
  order_type: z.enum(['delivery', 'pickup']),
  delivery_window_id: z.number().nullable(),
  delivery_address_id: z.number().nullable(),
  delivery_address: AddressDto,
  delivery_charge: ReaisSchema,
  payment_method: z.enum(['pix', 'card', 'external', 'balance']).nullable().describe('as it was paid; null until then'),
  order_note: z.string(),
  prescription_id: z.number().nullable(),
  branch_id: z.number(),
  sales_channel: z.literal('ecommerce'),
  shipping_type_id: z.union([z.literal(1), z.literal(2)]).describe('1 at once, 2 by appointment'),
  app_version: z.string().nullable(),
  gains: z.array(z.object({ id: z.number() })),
  created_at: z.string(),
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
}

type PaymentMethodName = 'pix' | 'card' | 'external'

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
    output: z.array(OrderDto),
    async run(ctx, _input, { customerId }) {
      const customerOrders = await listOrders(ctx, customerId)
      const paymentMethods = await loadPaymentMethods(
        ctx,
        customerOrders.map(({ id }) => id),
      )
      return customerOrders.map((order) => toOrderDto(order, paymentMethods.get(order.id)))
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

/** Amounts are per unit: the price before the discount, and what the discount takes off. */
function toOrderDto(order: Order, method: PaymentMethodName | undefined): z.input<typeof OrderDto> {
  return {
    id: order.id,
    status: order.status,
    order_amount: toReais(order.totalCents),
    amount_due: toReais(order.dueCents),
    refunded_amount: toReais(order.net.paidBackCents),
    cart: order.lines.map((line) => ({
      id: line.productId,
      name: line.name,
      quantity: line.quantity,
      price: toReais(line.fullPriceCents),
      discount: toReais(line.fullPriceCents - line.priceCents),
      discount_type: 'amount',
      tax: 0,
      tax_type: 'amount',
      isPBM: line.isPbm,
      removed_quantity: line.shortPickedUnits,
      add_ons: line.addOns,
      variations: line.variations,
    })),
    coupon_discount_amount: toReais(order.couponDiscountCents),
    coupon_discount_title: order.couponTitle,
    coupon_code: order.couponCode,
    order_type: order.type,
    delivery_window_id: order.windowId,
    delivery_address_id: order.addressId,
    delivery_address: toAddress(order.address),
    delivery_charge: toReais(order.deliveryFeeCents),
    payment_method: method ?? (order.paidAt && order.dueCents === 0 ? 'balance' : null),
    order_note: order.note,
    prescription_id: order.prescriptionId,
    branch_id: order.branchId,
    sales_channel: 'ecommerce',
    shipping_type_id: order.isScheduled ? 2 : 1,
    app_version: order.appVersion,
    gains: order.gainIds.map((id) => ({ id })),
    created_at: order.placedAt.toISOString(),
  }
}
