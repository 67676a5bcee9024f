import { z } from 'zod'
import { AddressDto, toAddressDto as toAddress } from '../addresses/addresses.operations.ts'
import { listStatusesIn } from '../orders/statuses.ts'
import { ShopError } from '../platform/errors.ts'
import { createUserTextSchema, FormIdSchema, InstantSchema, ReaisSchema, toReais } from '../wire/values.ts'
import type { BackofficeLine, BackofficeOrder, BackofficeOrderService, WaitingOrder } from './orders.ts'
import type { BackofficePickupService } from './pickup.ts'
import { createStaffOperation } from './staff-operation.ts'

const StatusSchema = z.enum(listStatusesIn('unpaid', 'shop', 'inTransit', 'done', 'void'))

const ListedOrderDto = z.object({
  orderId: z.number(),
  status: StatusSchema,
  branchId: z.number(),
  customerName: z.string(),
  neighborhood: z.string(),
  orderType: z.enum(['delivery', 'pickup']),
  units: z.number(),
  total: ReaisSchema,
  placedAt: InstantSchema,
  paidAt: InstantSchema.nullable(),
  promisedAt: InstantSchema.nullable(),
})

const LineDto = z.object({
  productId: z.number(),
  sku: z.string(),
  ean: z.string().nullable(),
  name: z.string(),
  quantity: z.number().describe('without what was taken out'),
  picked: z.number().describe('units that lie in the bag'),
  price: ReaisSchema.describe('per unit, after its discount'),
  requiresPrescription: z.boolean(),
})

const FullOrderDto = z.object({
  orderId: z.number(),
  status: StatusSchema,
  nextStatus: StatusSchema.nullable().describe('what staff/advanceOrder leads to'),
  branchId: z.number(),
  customer: z.object({ name: z.string(), phone: z.string(), email: z.string() }).nullable(),
  address: AddressDto,
  lines: z.array(LineDto),
  note: z.string(),
  total: ReaisSchema,
  delivery: ReaisSchema,
  due: ReaisSchema.describe('what gains and wallet did not pay'),
  refunded: ReaisSchema.describe('for units taken out'),
  payments: z
    .array(
      z.object({
        amount: ReaisSchema,
        status: z.enum(['captured', 'refund_due', 'refunded']),
        refundReason: z.enum(['amount', 'late', 'second']).nullable().describe('why the order could not take it'),
        receivedAt: InstantSchema,
        bankRefunds: z
          .array(z.object({ id: z.string(), amount: ReaisSchema, status: z.enum(['under_way', 'returned', 'failed']) }))
          .describe('what the bank returned without being asked by the shop'),
      }),
    )
    .describe('received at the bank or the provider, the oldest first'),
  prescriptionId: z.number().nullable(),
  placedAt: InstantSchema,
  paidAt: InstantSchema.nullable(),
  promisedAt: InstantSchema.nullable(),
  fiscalCpf: z.string().nullable().describe('eleven digits, where the customer wants them in the fiscal document'),
  endRequest: z.object({ reason: z.string(), askedBy: z.string() }).nullable(),
})

const ReachedStatusDto = z.object({ status: StatusSchema })

export function createBackofficeOrdersOperations({
  backofficeOrders,
  pickup,
}: {
  backofficeOrders: BackofficeOrderService
  pickup: BackofficePickupService
}) {
  return {
    'staff/listOrders': createStaffOperation('orders.see', {
      input: z.object({
        part: z.enum(['open', 'late', ...listStatusesIn('shop', 'inTransit')]).default('open'),
        branchId: FormIdSchema.optional(),
      }),
      output: z.object({ orders: z.array(ListedOrderDto).describe('40 at most, the longest waiting first') }),
      async run({ part, branchId }, actor) {
        const { orders } = await backofficeOrders.listQueue(actor, part, branchId ?? null)
        return { orders: orders.map(toListedOrderDto) }
      },
    }),
    'staff/findOrder': createStaffOperation('orders.see', {
      input: z.object({ orderId: FormIdSchema }),
      example: { orderId: 1 },
      output: FullOrderDto,
      run: async ({ orderId }, actor) => toFullOrderDto(await backofficeOrders.getOrder(actor, orderId)),
    }),
    'staff/advanceOrder': createStaffOperation('orders.handle', {
      input: z.object({ orderId: FormIdSchema }),
      example: { orderId: 1 },
      output: ReachedStatusDto,
      run: async ({ orderId }, actor) => ({ status: await backofficeOrders.advanceOrder(actor, orderId) }),
    }),
    'staff/orders/setCourier': createStaffOperation('orders.handle', {
      input: z.object({
        orderId: FormIdSchema,
        name: createUserTextSchema().min(1).max(80),
        phone: createUserTextSchema().max(40).default(''),
        url: createUserTextSchema().max(500).default('').describe('where their way can be followed: https'),
      }),
      example: { orderId: 1, name: 'Jonas Ferreira' },
      output: z.object({}),
      async run({ orderId, ...courier }, actor) {
        await backofficeOrders.setCourier(actor, orderId, courier)
        return {}
      },
    }),
    'staff/orders/setFiscalKey': createStaffOperation('orders.handle', {
      input: z.object({ orderId: FormIdSchema, fiscalKey: createUserTextSchema().max(80).describe('44 digits') }),
      example: { orderId: 1, fiscalKey: '52060433009911002506550120000007800267301615' },
      output: z.object({}),
      async run({ orderId, fiscalKey }, actor) {
        await backofficeOrders.setFiscalKey(actor, orderId, fiscalKey)
        return {}
      },
    }),
    'staff/orders/handOver': createStaffOperation('orders.handle', {
      input: z.object({
        orderId: FormIdSchema,
        receivedBy: createUserTextSchema().max(80).default(''),
        pickupCode: createUserTextSchema()
          .max(20)
          .optional()
          .describe('of an order that is picked up, as whoever came says it'),
        sawPrescription: z.boolean().default(false).describe('the original was seen'),
      }),
      example: { orderId: 1 },
      output: ReachedStatusDto,
      async run({ orderId, receivedBy, pickupCode, sawPrescription }, actor) {
        const { order } = await backofficeOrders.getOrder(actor, orderId)
        if (order.type === 'pickup') {
          const proof = { code: pickupCode ?? null, name: receivedBy, hasSeenPrescription: sawPrescription }
          await pickup.handOver(actor, orderId, proof)
          return { status: 'delivered' as const }
        }
        if (order.status !== 'out_for_delivery') throw new ShopError('step.impossible')
        return { status: await backofficeOrders.advanceOrder(actor, orderId, { receivedBy }) }
      },
    }),
    'staff/pickUnit': createStaffOperation('orders.handle', {
      input: z
        .object({
          orderId: FormIdSchema,
          ean: createUserTextSchema().max(40).optional(),
          productId: FormIdSchema.optional(),
        })
        .refine(({ ean, productId }) => (ean === undefined) !== (productId === undefined), {
          message: 'Envie ean ou productId.',
          path: ['ean'],
        }),
      example: { orderId: 1, ean: '7891000000011' },
      output: LineDto,
      async run({ orderId, ean, productId }, actor) {
        if (productId !== undefined)
          return toLineDto(await backofficeOrders.pickUnitWithoutScan(actor, orderId, productId))
        return toLineDto(await backofficeOrders.pickUnitByBarcode(actor, orderId, ean ?? ''))
      },
    }),
    'staff/removeUnits': createStaffOperation('orders.handle', {
      input: z.object({
        orderId: FormIdSchema,
        productId: FormIdSchema,
        units: z.coerce.number().int().min(1).max(999),
        expectedUnits: z.coerce.number().int().min(1).max(999).describe("the line's quantity as it was read"),
      }),
      example: { orderId: 1, productId: 60, units: 1, expectedUnits: 2 },
      output: z.object({ refund: ReaisSchema }),
      run: async (removal, actor) => ({ refund: toReais(await backofficeOrders.removeUnits(actor, removal)) }),
    }),
  }
}

function toListedOrderDto(order: WaitingOrder): z.input<typeof ListedOrderDto> {
  const { id, status, branchId, customerName, neighborhood, units, totalCents } = order
  return {
    orderId: id,
    status,
    branchId,
    customerName,
    neighborhood,
    orderType: order.type,
    units,
    total: toReais(totalCents),
    placedAt: order.placedAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    promisedAt: order.promisedAt?.toISOString() ?? null,
  }
}

function toFullOrderDto(backofficeOrder: BackofficeOrder): z.input<typeof FullOrderDto> {
  const { order, customer, cancellationRequest } = backofficeOrder
  return {
    orderId: order.id,
    status: order.status,
    nextStatus: backofficeOrder.nextStatus,
    branchId: order.branchId,
    customer: customer && {
      name: `${customer.firstName} ${customer.lastName}`,
      phone: customer.phone,
      email: customer.email,
    },
    address: toAddress(order.address),
    lines: backofficeOrder.lines.map(toLineDto),
    note: order.note,
    total: toReais(order.totalCents),
    delivery: toReais(order.deliveryFeeCents),
    due: toReais(order.dueCents),
    refunded: toReais(order.shortPickedCents),
    payments: backofficeOrder.payments.map(({ amountCents, status, reason, receivedAt, bankRefunds }) => ({
      amount: toReais(amountCents),
      status,
      refundReason: reason,
      receivedAt: receivedAt.toISOString(),
      bankRefunds: bankRefunds.map(({ id, amountCents, status }) => ({ id, amount: toReais(amountCents), status })),
    })),
    prescriptionId: order.prescriptionId,
    placedAt: order.placedAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    promisedAt: backofficeOrder.promisedAt?.toISOString() ?? null,
    fiscalCpf: backofficeOrder.fiscalCpf,
    endRequest: cancellationRequest && cancellationRequest.decision === null ? cancellationRequest : null,
  }
}

function toLineDto(line: BackofficeLine): z.input<typeof LineDto> {
  const { productId, sku, ean, name, unitsToPick, pickedUnits: picked, priceCents, requiresPrescription } = line
  return { productId, sku, ean, name, quantity: unitsToPick, picked, price: toReais(priceCents), requiresPrescription }
}
