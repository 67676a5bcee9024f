import { z } from 'zod'
import { limits } from '../../../app/texts/limits.ts'
import { NewAddress } from '../../addresses/address-forms.ts'
import { changeAddress, getSeenAddressHash, quoteAddressChange, removeByWish } from '../../backoffice/order-changes.ts'
import { type BackofficePrescription, getPrescription, requestPicture } from '../../backoffice/prescriptions.ts'
import {
  type FoundReplacement,
  listProposalsAndOffers,
  proposeReplacement,
  searchReplacements,
} from '../../backoffice/proposals.ts'
import type { DeliveryChoice } from '../../delivery/delivery-quote.ts'
import type { AddressQuote } from '../../orders/address-change.ts'
import { ShopError } from '../../platform/errors.ts'
import {
  createIntegerSchema,
  createUserTextSchema,
  FormIdSchema,
  InstantSchema,
  ReaisSchema,
  toReais,
} from '../../wire/values.ts'
import { createDto } from '../dto.ts'
import { createStaffOperation } from './staff-operation.ts'

// What customers ask by phone until their order is picked: verbs and schemas are those of the order's page.

const UnitsSchema = createIntegerSchema(z.number().int().min(1).max(limits.units))
const ExpectedUnitsSchema = UnitsSchema.describe("the line's quantity as it was read")

const DeliveryChoiceSchema = z.union([
  z.object({ method: z.literal('now') }),
  z.object({ method: z.literal('window'), windowId: FormIdSchema }),
  z.object({ method: z.literal('pickup'), branchId: FormIdSchema }),
]) satisfies z.ZodType<DeliveryChoice, unknown>

const AddressQuoteDto = createDto<AddressQuote>()({
  branchId: [z.number().describe('the branch that brings it then'), ({ branch }) => branch.id],
  delivery: [ReaisSchema.describe('the fee then'), ({ feeCents }) => toReais(feeCents)],
  refund: [ReaisSchema.describe('what goes back to the customer'), ({ refundCents }) => toReais(refundCents)],
  surcharge: [
    ReaisSchema.describe('what the customer pays by Pix before it takes effect'),
    ({ surchargeCents }) => toReais(surchargeCents),
  ],
  promisedAt: [InstantSchema.nullable(), ({ promise }) => promise?.to.toISOString() ?? null],
  choices: [
    z.array(DeliveryChoiceSchema).describe('how another branch can bring it; empty where the same one does'),
    ({ options }) => options.flatMap(({ choice, obstacle }) => (obstacle === null ? [choice] : [])),
  ],
})

const ReplacementDto = createDto<FoundReplacement>()({
  productId: [z.number(), ({ offer }) => offer.productId],
  name: [z.string(), ({ offer }) => offer.name],
  price: [ReaisSchema, ({ offer }) => toReais(offer.priceCents)],
  difference: [
    ReaisSchema.describe('by unit: what the customer pays more, or, below zero, gets back'),
    ({ differenceCents }) => toReais(differenceCents),
  ],
  stock: [z.number(), ({ stock }) => stock],
  obstacle: [
    z.enum(['prescription', 'pharmacist', 'stock', 'ordered']).nullable().describe('null where it may be proposed'),
    ({ obstacle }) => obstacle,
  ],
})

const PrescriptionDto = createDto<BackofficePrescription>()({
  prescriptionId: [z.number(), ({ prescription }) => prescription.id],
  orderId: [z.number(), ({ order }) => order.id],
  status: [z.enum(['sent', 'approved', 'rejected']), ({ prescription }) => prescription.status],
  parts: [
    z.array(
      z.object({
        partId: z.number(),
        hasPicture: z.boolean(),
        productIds: z.array(z.number()),
      }),
    ),
    ({ prescription }) =>
      prescription.parts.map(({ id, fileType, products }) => ({
        partId: id,
        hasPicture: fileType !== null,
        productIds: products.map((product) => product.id),
      })),
  ],
  seenPictures: [
    z.string().describe('what staff/requestPicture sends back: another one that was asked for since is refused'),
    ({ seenPictures }) => seenPictures,
  ],
})

const addressInput = { orderId: FormIdSchema, address: NewAddress }

const exampleAddress = {
  ...{ zipcode: '01310-100', street: 'Avenida Paulista', number: '1578', complement: 'sala 12' },
  ...{ neighborhood: 'Bela Vista', city: 'São Paulo', state: 'SP' },
}

const addressRefusals = [
  new ShopError('order.unknown'),
  new ShopError('change.tooLate', { status: 'out_for_delivery' }),
  new ShopError('change.sameAddress', { input: 'street' }),
  new ShopError('address.uncovered', { input: 'zipcode' }),
]

export const orderChangesOperations = {
  'staff/orders/quoteAddress': createStaffOperation('orders.handle', {
    effect: 'reads',
    input: z.object(addressInput),
    example: { orderId: 1, address: exampleAddress },
    refusals: addressRefusals,
    output: AddressQuoteDto.schema.extend({
      addressHash: z.string().describe('what staff/orders/changeAddress sends back, as quoteHash: what was seen'),
      quoteHash: z.string(),
    }),
    async run(ctx, { orderId, address }, actor) {
      const addressHash = await getSeenAddressHash(ctx, actor, orderId)
      const quote = await quoteAddressChange(ctx, actor, orderId, { ...address, id: null })
      return { ...AddressQuoteDto.toDto(quote), addressHash, quoteHash: quote.seenHash }
    },
  }),
  'staff/orders/changeAddress': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z.object({
      ...addressInput,
      choice: DeliveryChoiceSchema.optional().describe('one of choices; without it the first one'),
      addressHash: createUserTextSchema().max(100),
      quoteHash: createUserTextSchema().max(100),
    }),
    example: { orderId: 1, address: exampleAddress, addressHash: 'PZgdy5uq', quoteHash: 'vM0u1X2n' },
    refusals: [...addressRefusals, new ShopError('page.outdated'), new ShopError('change.quote')],
    output: AddressQuoteDto.schema.extend({
      isApplied: z.boolean().describe('false: it waits for the payment of the surcharge'),
    }),
    async run(ctx, { orderId, address, choice = null, ...seenHashes }, actor) {
      const change = { address: { ...address, id: null }, choice }
      const outcome = await changeAddress(ctx, actor, orderId, change, seenHashes)
      return { ...AddressQuoteDto.toDto(outcome), isApplied: outcome.surcharge === null }
    },
  }),
  'staff/orders/removeByWish': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z.object({
      ...{ orderId: FormIdSchema, productId: FormIdSchema },
      ...{ units: UnitsSchema, expectedUnits: ExpectedUnitsSchema },
    }),
    example: { orderId: 1, productId: 60, units: 1, expectedUnits: 2 },
    refusals: [
      new ShopError('order.unknown'),
      new ShopError('change.tooLate', { status: 'out_for_delivery' }),
      new ShopError('units.changed', { units: 1 }),
      new ShopError('removal.everything'),
    ],
    output: z.object({ refund: ReaisSchema.describe('what goes back to the customer; the units stay for sale') }),
    run: async (ctx, { orderId, ...removal }, actor) => ({
      refund: toReais(await removeByWish(ctx, actor, orderId, removal)),
    }),
  }),
  'staff/orders/searchReplacements': createStaffOperation('orders.handle', {
    effect: 'reads',
    input: z.object({
      orderId: FormIdSchema,
      productId: FormIdSchema.describe('the line in whose place it would come'),
      term: createUserTextSchema().min(1).max(120).describe('words, a SKU or an EAN'),
    }),
    example: { orderId: 1, productId: 60, term: 'dipirona' },
    refusals: [new ShopError('order.unknown')],
    output: z.object({
      replacements: z.array(ReplacementDto.schema).describe('50 at most, the most sold first'),
      latestProposalId: z.number().nullable().describe('what staff/orders/proposeReplacement sends back'),
    }),
    async run(ctx, { orderId, productId, term }, actor) {
      const { proposals } = await listProposalsAndOffers(ctx, actor, orderId)
      const replacements = await searchReplacements(ctx, actor, orderId, productId, term)
      return { replacements: replacements.map(ReplacementDto.toDto), latestProposalId: proposals[0]?.id ?? null }
    },
  }),
  'staff/orders/proposeReplacement': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z.object({
      ...{ orderId: FormIdSchema, productId: FormIdSchema, replacementId: FormIdSchema },
      ...{ units: UnitsSchema, expectedUnits: ExpectedUnitsSchema },
      latestProposalId: FormIdSchema.nullable().describe('as staff/orders/searchReplacements told it'),
    }),
    example: {
      ...{ orderId: 1, productId: 60, replacementId: 61 },
      ...{ units: 1, expectedUnits: 2, latestProposalId: null },
    },
    refusals: [
      new ShopError('order.unknown'),
      new ShopError('step.impossible', { status: 'delivered' }),
      new ShopError('units.changed', { units: 1 }),
      new ShopError('proposal.open'),
      new ShopError('proposal.overtaken'),
      new ShopError('proposal.prescription'),
    ],
    output: z.object({}).describe('the customer is asked by e-mail, and answers on the order’s page'),
    async run(ctx, { orderId, productId, units, replacementId, expectedUnits, latestProposalId }, actor) {
      const seenState = { lineUnits: expectedUnits, latestProposalId }
      await proposeReplacement(ctx, actor, orderId, { productId, units }, replacementId, seenState)
      return {}
    },
  }),
  'staff/findPrescription': createStaffOperation('prescriptions.decide', {
    effect: 'reads',
    input: z.object({ prescriptionId: FormIdSchema.describe("an order's, as staff/findOrder tells it") }),
    example: { prescriptionId: 1 },
    refusals: [new ShopError('prescription.unknown')],
    output: PrescriptionDto.schema,
    run: async (ctx, { prescriptionId }, actor) =>
      PrescriptionDto.toDto(await getPrescription(ctx, actor, prescriptionId)),
  }),
  'staff/requestPicture': createStaffOperation('prescriptions.decide', {
    effect: 'changes',
    input: z.object({
      ...{ prescriptionId: FormIdSchema, partId: FormIdSchema },
      reason: createUserTextSchema().max(400).describe('the customer reads it'),
      seenPictures: createUserTextSchema().max(60).describe('as staff/findPrescription told it'),
    }),
    example: { prescriptionId: 1, partId: 1, reason: 'Ilegível ou cortada', seenPictures: '' },
    refusals: [
      new ShopError('prescription.unknown'),
      new ShopError('picture.waiting'),
      new ShopError('picture.late'),
      new ShopError('picture.reason', { input: 'reason' }),
      new ShopError('page.outdated'),
    ],
    output: z.object({}).describe('the customer has a day to send it'),
    async run(ctx, { prescriptionId, seenPictures, ...pictureRequest }, actor) {
      await requestPicture(ctx, actor, prescriptionId, pictureRequest, seenPictures)
      return {}
    },
  }),
}
