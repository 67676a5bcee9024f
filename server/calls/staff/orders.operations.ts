import { z } from 'zod'
import { limits } from '../../../app/texts/limits.ts'
import {
  advanceOrder,
  type BackofficeLine,
  type BackofficeOrder,
  getOrder,
  orderSteps,
  pickUnitByBarcode,
  pickUnitWithoutScan,
  removeUnits,
  setCourier,
  setFiscalKey,
} from '../../backoffice/orders.ts'
import { handOver } from '../../backoffice/pickup.ts'
import { listOrdersByChange, listQueuePart, type QueueCursor, type WaitingOrder } from '../../backoffice/queue.ts'
import { priceUnits } from '../../orders/order-net.ts'
import { listStatusesIn } from '../../orders/statuses.ts'
import { ShopError } from '../../platform/errors.ts'
import {
  createIntegerSchema,
  createUserTextSchema,
  FormIdSchema,
  InstantSchema,
  maxId,
  ReaisSchema,
  toReais,
} from '../../wire/values.ts'
import { AddressDto } from '../addresses.operations.ts'
import { createDto } from '../dto.ts'
import { exampleListedOrder, exampleOrder, examplePickedUnit } from './staff-examples.ts'
import { createStaffOperation } from './staff-operation.ts'

const StatusSchema = z.enum(listStatusesIn('unpaid', 'shop', 'inTransit', 'done', 'void'))

const ListedOrderDto = createDto<WaitingOrder & { updatedAt?: Date }>()({
  orderId: [z.number(), ({ id }) => id],
  status: [StatusSchema, ({ status }) => status],
  branchId: [z.number(), ({ branchId }) => branchId],
  customerName: [z.string(), ({ customerName }) => customerName],
  neighborhood: [z.string(), ({ neighborhood }) => neighborhood],
  orderType: [z.enum(['delivery', 'pickup']), ({ type }) => type],
  units: [z.number().describe('what is kept: neither taken out nor returned'), ({ units }) => units],
  total: [
    ReaisSchema.describe('what was paid less what went back; once the order is over, what it came to when it ended'),
    ({ totalCents }) => toReais(totalCents),
  ],
  placedAt: [InstantSchema, ({ placedAt }) => placedAt.toISOString()],
  paidAt: [InstantSchema.nullable(), ({ paidAt }) => paidAt?.toISOString() ?? null],
  promisedAt: [InstantSchema.nullable(), ({ promisedAt }) => promisedAt?.toISOString() ?? null],
  updatedAt: [
    InstantSchema.optional().describe('when its last change was recorded; not in a "part"'),
    ({ updatedAt }) => updatedAt?.toISOString(),
  ],
})

const cursorPrefix = 'change '
const CursorSchema = z
  .string()
  .max(60)
  .transform((text) => Buffer.from(text, 'base64url').toString())
  .refine(isCursor, { message: 'Envie o nextCursor da resposta anterior.' })

function isCursor(text: string): boolean {
  if (/^change [0-9]{1,10}$/.test(text)) return readChangeCursor(text) <= maxId
  return /^queue [01] (?:[0-9]{1,15}|Infinity) [0-9]{1,10}$/.test(text)
}

const writeCursor = (text: string) => Buffer.from(text).toString('base64url')

/** 0, the beginning, for a cursor of a part of the queue. */
function readChangeCursor(text?: string | null): number {
  return text?.startsWith(cursorPrefix) ? Number(text.slice(cursorPrefix.length)) : 0
}

function writeQueueCursor({ isReady, dueAt, id }: QueueCursor): string {
  return writeCursor(`queue ${Number(isReady)} ${dueAt} ${id}`)
}

/** Null, the beginning, for a cursor of changes. */
function readQueueCursor(text?: string | null): QueueCursor | null {
  const [kind, isReady, dueAt, id] = text?.split(' ') ?? []
  return kind === 'queue' ? { isReady: isReady === '1', dueAt: Number(dueAt), id: Number(id) } : null
}

const LineDto = createDto<BackofficeLine>()({
  productId: [z.number(), ({ productId }) => productId],
  sku: [z.string(), ({ sku }) => sku],
  ean: [z.string().nullable(), ({ ean }) => ean],
  name: [z.string(), ({ name }) => name],
  quantity: [z.number().describe('what is kept: neither taken out nor returned'), ({ unitsToPick }) => unitsToPick],
  picked: [z.number().describe('units that lie in the bag'), ({ pickedUnits }) => pickedUnits],
  price: [ReaisSchema.describe('per unit, after its discount'), ({ priceCents }) => toReais(priceCents)],
  requiresPrescription: [z.boolean(), ({ requiresPrescription }) => requiresPrescription],
})

const PickedUnitDto = LineDto.schema.extend({
  lot: z.string().optional().describe('where the scanned code tells it'),
  expiresOn: z.string().optional().describe('yyyy-MM-dd, where the scanned code tells it'),
})

const FullLineDto = createDto<BackofficeLine>()({
  ...LineDto.fields,
  unitPrice: [ReaisSchema.describe('per unit, before its discount'), ({ fullPriceCents }) => toReais(fullPriceCents)],
  discount: [
    ReaisSchema.describe('promotions and the product’s own discount, of the whole quantity'),
    (line) => toReais(priceUnits(line, line.keptUnits).discountCents),
  ],
  promotions: [
    z
      .array(z.object({ title: z.string(), units: z.number(), discount: ReaisSchema }))
      .describe('as it was sold: units that a promotion needed, and what it took off them'),
    ({ promotions }) => promotions.map(({ title, units, cents }) => ({ title, units, discount: toReais(cents) })),
  ],
  couponShare: [
    ReaisSchema.describe('what the coupon takes off the whole quantity'),
    (line) => toReais(priceUnits(line, line.keptUnits).couponCents),
  ],
  paid: [
    ReaisSchema.describe('quantity × unitPrice − discount − couponShare'),
    (line) => toReais(priceUnits(line, line.keptUnits).paidCents),
  ],
  lots: [
    z.array(z.object({ lot: z.string(), units: z.number() })).describe('where they were told'),
    ({ lots }) => lots.map(({ lot, units }) => ({ lot, units })),
  ],
})

const PaymentDto = z.object({
  method: z
    .enum(['pix', 'card', 'external', 'door', 'balance'])
    .describe('door: where it was handed over, by what fiscalCode tells; balance: a gain or the wallet'),
  brand: z.string().nullable().describe('of a card'),
  installments: z.number().nullable(),
  providerId: z.string().nullable().describe('of a Pix its endToEndId'),
  amount: ReaisSchema,
  fiscalCode: z.enum(['01', '03', '04', '17', '19', '99']).describe('tPag of the NF-e'),
  status: z.enum(['captured', 'refund_due', 'refunded']),
  refundReason: z.enum(['amount', 'late', 'second']).nullable().describe('why the order could not take it'),
  receivedAt: InstantSchema,
  bankRefunds: z
    .array(z.object({ id: z.string(), amount: ReaisSchema, status: z.enum(['under_way', 'returned', 'failed']) }))
    .describe('what the bank returned without being asked by the shop'),
})

const FullOrderDto = createDto<BackofficeOrder>()({
  orderId: [z.number(), ({ order }) => order.id],
  status: [StatusSchema, ({ order }) => order.status],
  nextStatus: [StatusSchema.nullable().describe('what staff/advanceOrder leads to'), ({ nextStatus }) => nextStatus],
  branchId: [z.number(), ({ order }) => order.branchId],
  customer: [
    z.object({ name: z.string(), phone: z.string(), email: z.string() }).nullable(),
    ({ customer }) =>
      customer && {
        name: `${customer.firstName} ${customer.lastName}`,
        phone: customer.phone,
        email: customer.email,
      },
  ],
  address: [AddressDto.schema, ({ order }) => AddressDto.toDto(order.address)],
  lines: [z.array(FullLineDto.schema), ({ lines }) => lines.map(FullLineDto.toDto)],
  note: [z.string(), ({ order }) => order.note],
  total: [
    ReaisSchema.describe(
      'what the kept units and the delivery come to, or came to when the order ended: the sum of paid, and delivery',
    ),
    ({ order }) => toReais(order.net.keptCents),
  ],
  delivery: [
    ReaisSchema.describe('the fee, without what went back of it'),
    ({ order }) => toReais(order.net.deliveryFeeCents),
  ],
  due: [ReaisSchema.describe('what gains and wallet did not pay'), ({ order }) => toReais(order.dueCents)],
  refunded: [
    ReaisSchema.describe('all that went back, or is to go back'),
    ({ order }) => toReais(order.net.paidBackCents),
  ],
  payments: [
    z
      .array(PaymentDto)
      .describe('received at the bank or the provider, the oldest first, then what gains and wallet paid'),
    toPaymentDtos,
  ],
  prescriptionId: [z.number().nullable(), ({ order }) => order.prescriptionId],
  placedAt: [InstantSchema, ({ order }) => order.placedAt.toISOString()],
  paidAt: [InstantSchema.nullable(), ({ order }) => order.paidAt?.toISOString() ?? null],
  promisedAt: [InstantSchema.nullable(), ({ promisedAt }) => promisedAt?.toISOString() ?? null],
  branchCnpj: [
    z.string().describe('14 characters: of the branch that sells it, else of the shop'),
    ({ branchCnpj }) => branchCnpj,
  ],
  fiscalCpf: [
    z.string().nullable().describe('eleven digits, where the customer wants them in the fiscal document'),
    ({ taxNumber }) => (taxNumber?.length === 11 ? taxNumber : null),
  ],
  fiscalCnpj: [
    z.string().nullable().describe('14 characters, where the customer wants them there instead'),
    ({ taxNumber }) => (taxNumber?.length === 14 ? taxNumber : null),
  ],
  endRequest: [
    z.object({ reason: z.string(), askedBy: z.string() }).nullable(),
    ({ cancellationRequest: request }) =>
      request?.answer === null ? { reason: request.reason, askedBy: request.requestedBy } : null,
  ],
})

const ReachedStatusDto = z.object({ status: StatusSchema })

export const backofficeOrdersOperations = {
  'staff/listOrders': createStaffOperation('orders.see', {
    effect: 'reads',
    example: { updatedSince: '2026-03-10T13:00:00Z', branchId: 1 },
    answerExample: { orders: [exampleListedOrder], nextCursor: null },
    input: z.object({
      updatedSince: z.iso
        .datetime({ offset: true, error: 'Envie um instante como 2026-03-10T13:00:00Z.' })
        .optional()
        .describe(
          'only what was changed since; ask again with the newest updatedAt that was read, less a minute: a change may be recorded before, and seen after, its neighbour',
        ),
      cursor: CursorSchema.nullish().describe('the nextCursor of the page before; null begins anew, as none does'),
      status: StatusSchema.optional(),
      branchId: FormIdSchema.optional(),
      part: z
        .enum(['open', 'late', 'later', ...listStatusesIn('shop', 'inTransit')])
        .optional()
        .describe(
          'a tab of the queue, in place of status and updatedSince: 40 a page, what is promised first in front, what waits to be picked up last',
        ),
    }),
    output: z.object({
      orders: z
        .array(ListedOrderDto.schema)
        .describe('of every status, the longest unchanged first; 100 at most, of a part 40'),
      nextCursor: z.string().nullable().describe('null on the last page'),
    }),
    async run(ctx, { part, branchId = null, updatedSince, cursor, status }, actor) {
      if (part !== undefined) {
        const { orders, next } = await listQueuePart(ctx, actor, part, branchId, readQueueCursor(cursor))
        return { orders: orders.map(ListedOrderDto.toDto), nextCursor: next && writeQueueCursor(next) }
      }
      const afterChangeId = readChangeCursor(cursor)
      const { orders, hasMore } = await listOrdersByChange(ctx, actor, {
        status,
        branchId,
        updatedSince: updatedSince === undefined ? undefined : new Date(updatedSince),
        afterChangeId,
      })
      const lastChangeId = orders.at(-1)?.changeId ?? afterChangeId
      return {
        orders: orders.map(ListedOrderDto.toDto),
        nextCursor: hasMore ? writeCursor(`${cursorPrefix}${lastChangeId}`) : null,
      }
    },
  }),
  'staff/findOrder': createStaffOperation('orders.see', {
    effect: 'reads',
    input: z.object({ orderId: FormIdSchema }),
    example: { orderId: 1 },
    answerExample: exampleOrder,
    refusals: [new ShopError('order.unknown')],
    output: FullOrderDto.schema,
    run: async (ctx, { orderId }, actor) => FullOrderDto.toDto(await getOrder(ctx, actor, orderId)),
  }),
  'staff/advanceOrder': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z.object({
      orderId: FormIdSchema,
      step: z.enum(orderSteps).describe('the one to take: where another one is next, it is refused'),
    }),
    example: { orderId: 1, step: 'pick' },
    answerExample: { status: 'preparing' },
    refusals: [
      new ShopError('order.unknown'),
      new ShopError('step.impossible', { status: 'preparing' }),
      new ShopError('step.notPicked'),
    ],
    output: ReachedStatusDto,
    run: async (ctx, { orderId, step }, actor) => ({ status: await advanceOrder(ctx, actor, orderId, step) }),
  }),
  'staff/orders/setCourier': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z.object({
      orderId: FormIdSchema,
      name: createUserTextSchema().min(1).max(80),
      phone: createUserTextSchema().max(40).default(''),
      url: createUserTextSchema().max(500).default('').describe('where their way can be followed: https'),
    }),
    example: { orderId: 1, name: 'Jonas Ferreira' },
    errorFields: { courierName: 'name', courierUrl: 'url' },
    answerExample: {},
    refusals: [
      new ShopError('order.unknown'),
      new ShopError('step.impossible', { status: 'cancelled' }),
      new ShopError('courier.name', { input: 'name' }),
      new ShopError('courier.url', { input: 'url' }),
    ],
    output: z.object({}),
    async run(ctx, { orderId, ...courier }, actor) {
      await setCourier(ctx, actor, orderId, courier)
      return {}
    },
  }),
  'staff/orders/setFiscalKey': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z.object({
      orderId: FormIdSchema,
      fiscalKey: createUserTextSchema().max(80).describe('44 digits, or letters within the CNPJ; kept in capitals'),
    }),
    example: { orderId: 1, fiscalKey: '52060433009911002506550120000007800267301615' },
    answerExample: {},
    refusals: [
      new ShopError('order.unknown'),
      new ShopError('step.impossible', { status: 'cancelled' }),
      new ShopError('fiscal.key', { input: 'fiscalKey' }),
    ],
    output: z.object({}),
    async run(ctx, { orderId, fiscalKey }, actor) {
      await setFiscalKey(ctx, actor, orderId, fiscalKey)
      return {}
    },
  }),
  'staff/orders/handOver': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z.object({
      orderId: FormIdSchema,
      receivedBy: createUserTextSchema().max(80).default(''),
      pickupCode: createUserTextSchema()
        .max(20)
        .optional()
        .describe('of an order that is picked up, as whoever came says it'),
      sawPrescription: z.boolean().default(false).describe('the original was seen'),
      isCounselled: z.boolean().default(false).describe('whoever took it was told how to use it'),
    }),
    example: { orderId: 1 },
    answerExample: { status: 'delivered' },
    refusals: [new ShopError('order.unknown'), new ShopError('step.impossible', { status: 'delivered' })],
    output: ReachedStatusDto,
    async run(ctx, { orderId, receivedBy, pickupCode, sawPrescription, isCounselled }, actor) {
      const { order } = await getOrder(ctx, actor, orderId)
      if (order.type === 'pickup') {
        const proof = { code: pickupCode ?? null, name: receivedBy, hasSeenPrescription: sawPrescription, isCounselled }
        await handOver(ctx, actor, orderId, proof)
        return { status: 'delivered' as const }
      }
      return { status: await advanceOrder(ctx, actor, orderId, 'deliver', { receivedBy }) }
    },
  }),
  'staff/pickUnit': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z
      .object({
        orderId: FormIdSchema,
        ean: createUserTextSchema()
          .max(200)
          .optional()
          .describe('as scanned: a bar code, a GS1-128, the DataMatrix of a box, a GS1 Digital Link'),
        productId: FormIdSchema.optional(),
      })
      .refine(({ ean, productId }) => (ean === undefined) !== (productId === undefined), {
        message: 'Envie ean ou productId.',
        path: ['ean'],
      }),
    example: { orderId: 1, ean: '7891000000011' },
    errorFields: { barcode: 'ean' },
    answerExample: examplePickedUnit,
    refusals: [
      new ShopError('order.unknown'),
      new ShopError('product.unknown'),
      new ShopError('pick.unknownCode', { input: 'ean' }),
      new ShopError('pick.otherProduct', { input: 'ean', product: 'Dorflex 36 Comprimidos' }),
      new ShopError('pick.complete', { input: 'ean', product: 'Novalgina 1g 10 Comprimidos' }),
      new ShopError('step.impossible', { status: 'delivered' }),
    ],
    output: PickedUnitDto,
    async run(ctx, { orderId, ean, productId }, actor, { callName }) {
      if (productId !== undefined)
        return LineDto.toDto(await pickUnitWithoutScan(ctx, actor, orderId, productId, callName))
      const unit = await pickUnitByBarcode(ctx, actor, orderId, ean ?? '', callName)
      return { ...LineDto.toDto(unit), lot: unit.box.lot ?? undefined, expiresOn: unit.box.expiresOn ?? undefined }
    },
  }),
  'staff/removeUnits': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z.object({
      orderId: FormIdSchema,
      productId: FormIdSchema,
      units: createIntegerSchema(z.number().int().min(1).max(limits.units)),
      expectedUnits: createIntegerSchema(z.number().int().min(1).max(limits.units)).describe(
        "the line's quantity as it was read",
      ),
    }),
    example: { orderId: 1, productId: 60, units: 1, expectedUnits: 2 },
    answerExample: { refund: 17.53 },
    refusals: [new ShopError('order.unknown'), new ShopError('step.impossible', { status: 'delivered' })],
    output: z.object({ refund: ReaisSchema }),
    run: async (ctx, removal, actor) => ({ refund: toReais(await removeUnits(ctx, actor, removal)) }),
  }),
}

/** tPag of the NF-e, of what was paid before: instant payment, credit card, virtual credit, others. */
const fiscalCodeByMethod = { pix: '17', card: '03', wallet: '19', other: '99' } as const
/** Cash, debit card, credit card, instant payment. */
const fiscalCodeByDoorMethod = { cash: '01', debit: '04', credit: '03', pix: '17' } as const

function toPaymentDtos({ order, payments, balancePayments }: BackofficeOrder): z.input<typeof PaymentDto>[] {
  const receivedPayments = payments.map(
    ({ method, reference, amountCents, status, reason, receivedAt, bankRefunds }) => ({
      method: method.doorMethod ? ('door' as const) : (method.method ?? ('external' as const)),
      brand: method.brand,
      installments: method.installments,
      providerId: reference,
      amount: toReais(amountCents),
      fiscalCode: method.doorMethod
        ? fiscalCodeByDoorMethod[method.doorMethod]
        : fiscalCodeByMethod[method.method ?? 'other'],
      status,
      refundReason: reason,
      receivedAt: receivedAt.toISOString(),
      bankRefunds: bankRefunds.map(({ id, amountCents, status }) => ({ id, amount: toReais(amountCents), status })),
    }),
  )
  const paidByBalances = balancePayments.map(({ gainId, amountCents, isReturned }) => ({
    method: 'balance' as const,
    brand: null,
    installments: null,
    providerId: null,
    amount: toReais(amountCents),
    fiscalCode: fiscalCodeByMethod[gainId === null ? 'wallet' : 'other'],
    status: isReturned ? ('refunded' as const) : ('captured' as const),
    refundReason: null,
    receivedAt: order.placedAt.toISOString(),
    bankRefunds: [],
  }))
  return [...receivedPayments, ...paidByBalances]
}
