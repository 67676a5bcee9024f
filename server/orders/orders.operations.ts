import { z } from 'zod'
import { statusTexts } from '../../app/texts/account.ts'
import { fields } from '../../app/texts/fields.ts'
import { AddressOnWire, onWire as addressOnWire } from '../addresses/addresses.operations.ts'
import { customerOperation } from '../api/operation.ts'
import { Id, Reais, toReais } from '../api/wire.ts'
import type { Order } from './order.ts'
import type { Orders } from './orders.ts'
import { usualSteps } from './statuses.ts'

const CartItem = z.object({
  id: Id,
  quantity: z.number().int().min(1).max(1_000_000),
})

/** The specification's order object. Its prices, totals and charges are ignored: the server computes its own. */
const OrderObject = z.object({
  cart: z.array(CartItem).max(200),
  delivery_address_id: z.number(fields.addressChoice).pipe(Id),
  /** The only kind. */
  order_type: z.literal('delivery', fields.orderType).nullish(),
  order_note: z.string().trim().max(300, fields.tooLong(300)).nullish(),
  coupon_code: z.string().trim().max(40, fields.tooLong(40)).nullish(),
  /** The id returned by order/sendPrescription, where a product needs a prescription. */
  prescription_id: Id.nullish(),
  /** If it is not the address's branch, the order is refused with 409. */
  branch_id: z.union([z.literal(0), Id]).nullish(),
  app_version: z.string().trim().max(40, fields.tooLong(40)).nullish(),
  /** The total shown to the shopper, in reais; if the actual one differs, the order is refused with 409. */
  expected_amount: z.number().nullish(),
})

const CartItemOnWire = z.object({
  id: z.number(),
  name: z.string(),
  quantity: z.number(),
  price: Reais,
  discount: Reais,
  discount_type: z.literal('amount'),
  tax: z.number(),
  tax_type: z.literal('amount'),
  isPBM: z.boolean(),
  add_ons: z.array(z.never()),
  variations: z.array(z.never()),
})

const OrderOnWire = z.object({
  id: z.number(),
  status: z.string(),
  order_amount: Reais,
  cart: z.array(CartItemOnWire),
  coupon_discount_amount: Reais,
  coupon_discount_title: z.string().nullable(),
  coupon_code: z.string().nullable(),
  order_type: z.literal('delivery'),
  delivery_address_id: z.number().nullable(),
  delivery_address: AddressOnWire,
  delivery_charge: Reais,
  payment_method: z.null(),
  order_note: z.string(),
  prescription_id: z.number().nullable(),
  branch_id: z.number(),
  sales_channel: z.literal('ecommerce'),
  shipping_type_id: z.union([z.literal(1), z.literal(2)]).describe('1 at once, 2 by appointment'),
  app_version: z.string().nullable(),
  gains: z.array(z.object({ id: z.number() })),
  created_at: z.string(),
})

export function ordersOperations({ orders }: { orders: Orders }) {
  return {
    'order/placeOrder': customerOperation({
      takesIdempotencyKey: true,
      input: z.object({ orderObject: OrderObject }),
      example: { orderObject: { cart: [{ id: 60, quantity: 1 }], delivery_address_id: 1 } },
      output: z.object({ id: z.number(), order_amount: Reais, status: z.string() }),
      async run({ orderObject }, { customerId, idempotencyKey }) {
        const order = await orders.placeOrder({
          customerId,
          idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
          bag: {
            lines: orderObject.cart.map(({ id, quantity }) => ({ productId: id, quantity })),
            couponCode: orderObject.coupon_code || undefined,
          },
          prescriptionId: orderObject.prescription_id ?? undefined,
          addressId: orderObject.delivery_address_id,
          branchId: orderObject.branch_id ?? undefined,
          expectedTotalCents:
            typeof orderObject.expected_amount === 'number' ? Math.round(orderObject.expected_amount * 100) : undefined,
          note: orderObject.order_note ?? '',
          appVersion: orderObject.app_version || undefined,
        })
        return { id: order.id, order_amount: toReais(order.totalCents), status: order.status }
      },
    }),
    'order/getStepsList': customerOperation({
      input: z.object({}),
      output: z.array(z.object({ status: z.string(), name: z.string() })),
      run: async () => usualSteps.map((status) => ({ status, name: statusTexts[status] })),
    }),
    'order/getOrderList': customerOperation({
      input: z.object({}),
      output: z.array(OrderOnWire),
      async run(_input, { customerId }) {
        return (await orders.listOrders(customerId)).map(orderOnWire)
      },
    }),
  }
}

/** Amounts are per unit: the price before the discount, and what the discount takes off. */
function orderOnWire(order: Order): z.input<typeof OrderOnWire> {
  return {
    id: order.id,
    status: order.status,
    order_amount: toReais(order.totalCents),
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
      add_ons: [],
      variations: [],
    })),
    coupon_discount_amount: toReais(order.couponDiscountCents),
    coupon_discount_title: order.couponTitle,
    coupon_code: order.couponCode,
    order_type: 'delivery',
    delivery_address_id: order.addressId,
    delivery_address: addressOnWire(order.address),
    delivery_charge: toReais(order.deliveryChargeCents),
    payment_method: null,
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
