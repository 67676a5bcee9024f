import { z } from 'zod'
import { formatCeilingColumn } from '../../../app/texts/ceilings.ts'
import { fieldErrors } from '../../../app/texts/fields.ts'
import { limits } from '../../../app/texts/limits.ts'
import type { OfferUpdate, OfferUpdateOutcome } from '../../backoffice/products.ts'
import { applyOfferUpdates, getProduct, searchProducts } from '../../backoffice/products.ts'
import { isGtin } from '../../catalogue/gtin.ts'
import type { Promotion } from '../../catalogue/promotions.ts'
import { readScannedCode } from '../../catalogue/scanned-code.ts'
import type { StaffOffer, StaffProduct } from '../../catalogue/staff-products.ts'
import { ShopError } from '../../platform/errors.ts'
import {
  createDecimalSchema,
  createIntegerSchema,
  createUserTextSchema,
  FormIdSchema,
  ReaisSchema,
  toReais,
} from '../../wire/values.ts'
import { createDto } from '../dto.ts'
import { exampleOffer, exampleProduct } from './staff-examples.ts'
import { createStaffOperation } from './staff-operation.ts'

const ProductDto = createDto<StaffProduct>()({
  productId: [z.number(), ({ id }) => id],
  sku: [z.string(), ({ sku }) => sku],
  ean: [z.string().nullable(), ({ ean }) => ean],
  name: [z.string(), ({ name }) => name],
  isPaused: [z.boolean(), ({ isPaused }) => isPaused],
  ceiling: [
    ReaisSchema.nullable().describe(
      'the price that the law allows at most, in the branch where it is lowest; null where there is none',
    ),
    ({ lowestCeiling }) => lowestCeiling && toReais(lowestCeiling.cents),
  ],
})

const OfferDto = createDto<StaffOffer>()({
  branchId: [z.number(), ({ branchId }) => branchId],
  price: [ReaisSchema, ({ priceCents }) => toReais(priceCents)],
  stock: [z.number().describe('units on the shelf that no order holds'), ({ stock }) => stock],
  shelf: [z.number().describe('units on the shelf'), ({ shelfUnits }) => shelfUnits],
  reserved: [
    z.number().describe('units of them that orders hold and nobody has picked yet'),
    ({ reservedUnits }) => reservedUnits,
  ],
  safety: [z.number().describe('units of the stock that are not sold online'), ({ safetyStock }) => safetyStock],
  ceiling: [
    ReaisSchema.nullable().describe('the price that the law allows at most in this branch'),
    ({ ceiling }) => ceiling && toReais(ceiling.cents),
  ],
  ceilingColumn: [
    z
      .string()
      .nullable()
      .describe('where it stands: `PMC 12 %, SP` of the list of the CMED, `CMED` where the catalogue says it'),
    ({ ceiling }) => ceiling && formatCeilingColumn(ceiling),
  ],
})

const PromotionDto = createDto<Promotion>()({
  type: [z.enum(['amount', 'percent']), ({ discount }) => discount.type],
  value: [
    z.number().describe('reais, or a percentage'),
    ({ discount: { type, value } }) => (type === 'amount' ? toReais(value) : value),
  ],
  startsAt: [z.string(), ({ startsAt }) => startsAt.toISOString()],
  endsAt: [z.string().nullable(), ({ endsAt }) => endsAt?.toISOString() ?? null],
  version: [z.string().describe('what a change of it names'), ({ version }) => version],
})

const FullProductDto = ProductDto.schema.extend({
  offers: z.array(OfferDto.schema),
  promotion: PromotionDto.schema.nullable(),
})

/** Rows of one call at most: larger changes are a file's (`npm run shop -- offers import`). */
const maxOfferUpdates = 500
const maxPrice = limits.priceCents / 100

const OfferUpdateSchema = z.preprocess(
  omitEmptyFields,
  z
    .object({
      sku: createUserTextSchema().min(1).max(limits.skuLength, fieldErrors.tooLong(limits.skuLength)).optional(),
      ean: z
        .string()
        .transform((text) => readScannedCode(text).code)
        .refine(isGtin, fieldErrors.ean)
        .optional(),
      productId: FormIdSchema.optional(),
      branchId: FormIdSchema,
      price: createDecimalSchema(z.number().min(0.01).max(maxPrice).multipleOf(0.01))
        .optional()
        .describe('reais with two decimals'),
      ceilingReason: createUserTextSchema()
        .max(limits.ceilingReasonLength, fieldErrors.tooLong(limits.ceilingReasonLength))
        .optional()
        .describe('why a price above the legal ceiling is to be taken all the same: of the owner alone'),
      stock: createIntegerSchema(z.number().int().min(0).max(limits.units))
        .optional()
        .describe('as counted on the shelf: what orders hold of it is taken off'),
      addStock: createIntegerSchema(z.number().int().min(-limits.units).max(limits.units))
        .optional()
        .describe('less than zero takes away'),
    })
    .refine(
      ({ sku, ean, productId }) => [sku, ean, productId].filter((key) => key !== undefined).length === 1,
      fieldErrors.productKey,
    ),
)

/** A row that cannot be read is refused alone. */
const AnyOfferUpdateSchema = z.union([OfferUpdateSchema, z.unknown()])

/** Programs send null or an empty text for what they leave out: a stock that nobody counted is not 0. */
function omitEmptyFields(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''))
}

const OfferOutcomeDto = z.object({
  sku: z.string().optional().describe('this, `ean` or `productId`: as it was sent'),
  ean: z.string().optional(),
  productId: z.number().optional(),
  branchId: z.number().optional(),
  price: ReaisSchema.optional(),
  stock: z.number().optional().describe('units on the shelf that no order holds'),
  shortage: z.number().optional().describe('units that orders hold beyond those on the shelf'),
  error: z
    .object({ code: z.string(), message: z.string(), field: z.string().optional() })
    .optional()
    .describe('why this row was not taken, or with a price and a stock, why its price was not; the others were'),
})

export const backofficeProductsOperations = {
  'staff/searchProducts': createStaffOperation('products.see', {
    effect: 'reads',
    input: z.object({
      term: createUserTextSchema().max(120).default('').describe('words, a SKU or an EAN; empty: the most sold'),
    }),
    example: { term: '7891058001155' },
    answerExample: { products: [exampleProduct] },
    output: z.object({ products: z.array(ProductDto.schema).describe('50 at most') }),
    run: async (ctx, { term }, actor) => ({
      products: (await searchProducts(ctx, actor, term)).map(ProductDto.toDto),
    }),
  }),
  'staff/findProduct': createStaffOperation('products.see', {
    effect: 'reads',
    input: z.object({ productId: FormIdSchema }),
    example: { productId: 60 },
    answerExample: { ...exampleProduct, offers: [exampleOffer], promotion: null },
    refusals: [new ShopError('product.unknown')],
    output: FullProductDto,
    async run(ctx, { productId }, actor) {
      const { product, offers, promotion } = await getProduct(ctx, actor, productId)
      return {
        ...ProductDto.toDto(product),
        offers: offers.map(OfferDto.toDto),
        promotion: promotion && PromotionDto.toDto(promotion),
      }
    },
  }),
  'staff/updateOffers': createStaffOperation('products.see', {
    effect: 'changes',
    input: z.object({ offers: z.array(AnyOfferUpdateSchema).min(1).max(maxOfferUpdates) }),
    example: { offers: [{ sku: 'FD0060', branchId: 1, price: 22.9, stock: 12 }] },
    answerExample: {
      offers: [
        { sku: 'FD0060', branchId: 1, price: 22.9, stock: 8 },
        { ean: '7896004719115', branchId: 1, error: pickErrorFields(new ShopError('product.sharedBarcode')) },
      ],
    },
    output: z.object({ offers: z.array(OfferOutcomeDto).describe('in the order they were sent') }),
    async run(ctx, { offers }, actor) {
      const rows = offers.map((row) => OfferUpdateSchema.safeParse(row, { error: () => fieldErrors.unreadable }))
      const outcomes = await applyOfferUpdates(
        ctx,
        actor,
        rows.flatMap(({ data }) => (data ? [toOfferUpdate(data)] : [])),
      )
      return {
        offers: rows.map(({ data, error }, index) => {
          const sentKeys = SentKeys.parse(offers[index])
          return data ? { ...sentKeys, ...toOutcomeDto(outcomes.shift()) } : { ...sentKeys, error: toRowError(error) }
        }),
      }
    },
  }),
}

/** By what a row that may be unreadable names its offer. */
const SentKeys = z
  .object({
    sku: z.string().optional().catch(undefined),
    ean: z.string().optional().catch(undefined),
    productId: createIntegerSchema(z.number()).optional().catch(undefined),
    branchId: createIntegerSchema(z.number()).optional().catch(undefined),
  })
  .catch({})

function toOfferUpdate({ sku, ean, productId = 0, price, ...update }: z.output<typeof OfferUpdateSchema>): OfferUpdate {
  const productKey = sku !== undefined ? { sku } : ean !== undefined ? { ean } : { productId }
  return { ...update, productKey, priceCents: price === undefined ? undefined : Math.round(price * 100) }
}

function toOutcomeDto(outcome: OfferUpdateOutcome | undefined): z.input<typeof OfferOutcomeDto> {
  const { offer, error } = outcome ?? { offer: null, error: null }
  return {
    ...(offer && { price: toReais(offer.priceCents), stock: offer.stock }),
    ...(offer && offer.oversold > 0 && { shortage: offer.oversold }),
    ...(error && { error: pickErrorFields(error) }),
  }
}

function pickErrorFields({ code, message }: ShopError) {
  return { code, message }
}

function toRowError({ issues }: z.ZodError) {
  const [issue] = issues
  const { code, message } = new ShopError('input.invalid')
  return { code, message: issue?.message ?? message, field: issue?.path.join('.') || undefined }
}
