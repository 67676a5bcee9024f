import { z } from 'zod'
import type { Promotion } from '../catalogue/promotions.ts'
import type { StaffProduct } from '../catalogue/staff-products.ts'
import { ShopError } from '../platform/errors.ts'
import { createUserTextSchema, FormIdSchema, ReaisSchema, toReais } from '../wire/values.ts'
import type { BackofficeProductService } from './products.ts'
import { createStaffOperation } from './staff-operation.ts'

const ProductDto = z.object({
  productId: z.number(),
  sku: z.string(),
  ean: z.string().nullable(),
  name: z.string(),
  isPaused: z.boolean(),
  ceiling: ReaisSchema.nullable().describe('the price that the law allows at most; null where there is none'),
})

const FullProductDto = ProductDto.extend({
  offers: z.array(z.object({ branchId: z.number(), price: ReaisSchema, stock: z.number() })),
  promotion: z
    .object({
      type: z.enum(['amount', 'percent']),
      value: z.number().describe('reais, or a percentage'),
      startsAt: z.string(),
      endsAt: z.string().nullable(),
      version: z.string().describe('what a change of it names'),
    })
    .nullable(),
})

/** Rows of one call at most: larger changes are a file's (`npm run shop -- offers import`). */
const maxOfferUpdates = 500
const maxStock = 1_000_000

const OfferUpdateSchema = z.object({
  sku: createUserTextSchema().min(1).max(40),
  branchId: FormIdSchema,
  price: z.coerce.number().min(0.01).max(1_000_000).multipleOf(0.01).optional().describe('reais with two decimals'),
  stock: z.coerce.number().int().min(0).max(maxStock).optional().describe('as counted'),
  addStock: z.coerce.number().int().min(-maxStock).max(maxStock).optional().describe('less than zero takes away'),
})

const OfferOutcomeDto = z.object({
  sku: z.string(),
  branchId: z.number(),
  price: ReaisSchema.optional(),
  stock: z.number().optional(),
  error: z
    .object({ code: z.string(), message: z.string() })
    .optional()
    .describe('why this row was not taken; the others were'),
})

export function createBackofficeProductsOperations({
  backofficeProducts,
}: {
  backofficeProducts: BackofficeProductService
}) {
  return {
    'staff/searchProducts': createStaffOperation('products.see', {
      input: z.object({
        term: createUserTextSchema().max(120).default('').describe('words, a SKU or an EAN; empty: the most sold'),
      }),
      output: z.object({ products: z.array(ProductDto).describe('50 at most') }),
      run: async ({ term }, actor) => ({
        products: (await backofficeProducts.searchProducts(actor, term)).map(toProductDto),
      }),
    }),
    'staff/findProduct': createStaffOperation('products.see', {
      input: z.object({ productId: FormIdSchema }),
      example: { productId: 60 },
      output: FullProductDto,
      async run({ productId }, actor) {
        const { product, offers, promotion } = await backofficeProducts.getProduct(actor, productId)
        return {
          ...toProductDto(product),
          offers: offers.map(({ branchId, priceCents, stock }) => ({ branchId, price: toReais(priceCents), stock })),
          promotion: promotion && toPromotionDto(promotion),
        }
      },
    }),
    'staff/updateOffers': createStaffOperation('products.see', {
      input: z.object({ offers: z.array(OfferUpdateSchema).min(1).max(maxOfferUpdates) }),
      example: { offers: [{ sku: 'FD0060', branchId: 1, price: 22.9, stock: 12 }] },
      output: z.object({ offers: z.array(OfferOutcomeDto).describe('in the order they were sent') }),
      async run({ offers }, actor) {
        const updates = offers.map(({ price, ...update }) => ({
          ...update,
          priceCents: price === undefined ? undefined : Math.round(price * 100),
        }))
        const outcomes = await backofficeProducts.applyOfferUpdates(actor, updates)
        return {
          offers: outcomes.map((outcome, index) => {
            const { sku = '', branchId = 0 } = offers[index] ?? {}
            if (outcome instanceof ShopError)
              return { sku, branchId, error: { code: outcome.code, message: outcome.message } }
            return { sku, branchId, price: toReais(outcome.priceCents), stock: outcome.stock }
          }),
        }
      },
    }),
  }
}

function toPromotionDto({ discount, startsAt, endsAt, version }: Promotion) {
  return {
    type: discount.type,
    value: discount.type === 'amount' ? toReais(discount.value) : discount.value,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    version,
  }
}

function toProductDto({ id, sku, ean, name, isPaused, ceilingPriceCents }: StaffProduct): z.input<typeof ProductDto> {
  return {
    productId: id,
    sku,
    ean,
    name,
    isPaused,
    ceiling: ceilingPriceCents === null ? null : toReais(ceilingPriceCents),
  }
}
