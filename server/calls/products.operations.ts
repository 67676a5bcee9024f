import { z } from 'zod'
import { listCategories } from '../catalogue/categories.ts'
import { listPromotedProducts } from '../catalogue/home-shelves.ts'
import * as listing from '../catalogue/listing/listing.ts'
import { getProductBySlug, listProductOverviews } from '../catalogue/products.ts'
import { toSlug } from '../catalogue/search/slug.ts'
import type { ProductOverview } from '../catalogue/types.ts'
import type { Context } from '../context.ts'
import { getBranchOrDefault } from '../delivery/delivery.ts'
import { ShopError } from '../platform/errors.ts'
import { createIntegerSchema, FormIdSchema, maxId, ReaisSchema, toReais } from '../wire/values.ts'
import { createDto } from './dto.ts'
import { createVisitorOperation } from './operation.ts'

/** A product with the field names of the specification's section 3. `price` is before the discount. */
const ProductDto = createDto<ProductOverview & { categories: { id: number; name: string }[] }>()({
  id: [z.number(), ({ id }) => id],
  slug: [z.string(), ({ slug }) => slug],
  name: [z.string(), ({ name }) => name],
  /** A path of this site. */
  image: [z.string(), ({ pictureKey }) => `/imagens/${pictureKey}-320.webp`],
  mark: [z.string(), ({ brand }) => brand],
  price: [ReaisSchema, ({ listPriceCents }) => toReais(listPriceCents)],
  /** Reais when `amount`, whole percent when `percent`; 0 and null where there is none. */
  discount: [
    z.number(),
    ({ discount }) => (discount?.type === 'amount' ? toReais(discount.value) : (discount?.value ?? 0)),
  ],
  discount_type: [z.enum(['amount', 'percent']).nullable(), ({ discount }) => discount?.type ?? null],
  /** What takes off more in the bag, as the shop says it: `Leve 3, pague 2`. A single unit costs what price and discount say. */
  promotion: [z.string().nullable(), ({ promotionTitle }) => promotionTitle],
  is_pbm: [z.boolean(), ({ isPbm }) => isPbm],
  hold_prescription: [z.boolean(), ({ requiresPrescription }) => requiresPrescription],
  is_medical: [z.boolean(), ({ isMedicine }) => isMedicine],
  description: [z.string(), ({ description }) => description],
  stock: [z.number(), ({ stock }) => stock],
  /** The category, then the subcategory. */
  categories: [
    z.array(z.object({ id: z.number(), name: z.string() })),
    ({ categories }) => categories.map(({ id, name }) => ({ id, name })),
  ],
})
const ProductsDto = z.object({ products: z.array(ProductDto.schema), total_size: z.number() })

/** A branch's id; 0: the default branch. */
const branchIdSchema = createIntegerSchema(z.number().int().min(0).max(maxId)).default(0)
const queryTextSchema = z.string().max(200)
const pageSchema = createIntegerSchema(z.number().int().min(1).max(100_000)).default(1)
/** Null, as programs send it, is none. */
const optionalIdSchema = FormIdSchema.nullish().transform((id) => id ?? undefined)
const ListingParams = z.object({
  query: queryTextSchema.optional(),
  categoryId: optionalIdSchema,
  subcategoryId: optionalIdSchema,
  page: pageSchema,
  limit: createIntegerSchema(z.number().int().min(1).max(100)).optional(),
})

/** Products on one shelf of the home page, and in a recommendation. */
const maxProductsPerShelf = 12

const getProductOperation = createVisitorOperation({
  input: z.object({ id: FormIdSchema, branch: branchIdSchema }),
  example: { id: 1, branch: 1 },
  output: ProductDto.schema,
  run: async (ctx, input) => getProduct(ctx, await resolveBranchId(ctx, input.branch), input.id),
})

export const productsOperations = {
  'product/getHomeProducts': createVisitorOperation({
    input: z.object({ branch: branchIdSchema }),
    example: { branch: 1 },
    output: ProductsDto,
    async run(ctx, input) {
      return listHomeProducts(ctx, await resolveBranchId(ctx, input.branch))
    },
  }),
  'product/getProducts': createVisitorOperation({
    input: z.object({ params: ListingParams.prefault({}), branch: branchIdSchema }),
    example: { params: { page: 1 }, branch: 1 },
    output: ProductsDto,
    run: (ctx, { params, branch }) => listProducts(ctx, branch, params),
  }),
  'product/getProductCategory': createVisitorOperation({
    input: z.object({ params: ListingParams.extend({ categoryId: FormIdSchema, branch: branchIdSchema }) }),
    example: { params: { categoryId: 1 } },
    output: ProductsDto,
    async run(ctx, { params }) {
      if (!(await listCategories(ctx)).some(({ id }) => id === params.categoryId))
        throw new ShopError('category.unknown')
      return listProducts(ctx, params.branch, params)
    },
  }),
  'product/getProductsByCategory': createVisitorOperation({
    input: z.object({ category: z.union([FormIdSchema, z.string().min(1).max(80)]), branch: branchIdSchema }),
    example: { category: 1, branch: 1 },
    output: ProductsDto,
    async run(ctx, { category, branch }) {
      const requestedSlug = typeof category === 'string' ? toSlug(category) : null
      const matchingCategory = (await listCategories(ctx)).find(
        ({ id, slug }) => id === category || slug === requestedSlug,
      )
      if (!matchingCategory) throw new ShopError('category.unknown')
      return listProducts(ctx, branch, { categoryId: matchingCategory.id })
    },
  }),
  'product/getProductById': getProductOperation,
  'product/getCardDetail': getProductOperation,
  'product/getProductBySlug': createVisitorOperation({
    input: z.object({ slug: z.string().min(1).max(200), branch: branchIdSchema }),
    example: { slug: 'azitromicina-di-hidratada-500mg-3-comprimidos-ache-generico', branch: 1 },
    output: ProductDto.schema,
    async run(ctx, input) {
      const branchId = await resolveBranchId(ctx, input.branch)
      return getProduct(ctx, branchId, (await getProductBySlug(ctx, branchId, input.slug)).id)
    },
  }),
  'product/getInstantProductSearch': createVisitorOperation({
    input: z.object({
      params: z.object({
        query: queryTextSchema,
        categoryId: optionalIdSchema,
        limit: ListingParams.shape.limit,
      }),
      branch: branchIdSchema,
    }),
    example: { params: { query: 'dipirona' }, branch: 1 },
    output: ProductsDto,
    run: (ctx, { params, branch }) => listProducts(ctx, branch, params),
  }),
  'product/getOtcRecommended': createVisitorOperation({
    input: z.object({ params: z.object({ branch: branchIdSchema, limit: ListingParams.shape.limit }).prefault({}) }),
    example: { params: { branch: 1 } },
    output: ProductsDto,
    async run(ctx, { params }) {
      const { products } = await listHomeProducts(ctx, await resolveBranchId(ctx, params.branch))
      const { limit = maxProductsPerShelf } = params
      const otcProducts = products.filter((product) => product.is_medical && !product.hold_prescription).slice(0, limit)
      return { products: otcProducts, total_size: otcProducts.length }
    },
  }),
  'product/getCartProducts': createVisitorOperation({
    input: z.object({ ids: z.array(FormIdSchema).max(200), branch: branchIdSchema }),
    example: { ids: [1, 2], branch: 1 },
    output: ProductsDto,
    async run(ctx, { ids, branch }) {
      const products = await loadProducts(ctx, await resolveBranchId(ctx, branch), ids)
      return { products, total_size: products.length }
    },
  }),
  'category/getSubcategoryList': createVisitorOperation({
    input: z.object({ ids: z.array(FormIdSchema).max(200) }),
    example: { ids: [1, 2] },
    output: z.array(
      z.object({
        category_id: z.number(),
        sub_categories: z.array(z.object({ id: z.number(), name: z.string(), category_id: z.number() })),
      }),
    ),
    async run(ctx, { ids }) {
      const categories = (await listCategories(ctx)).filter(({ id }) => ids.includes(id))
      return categories.map(({ id, subcategories }) => ({
        category_id: id,
        sub_categories: subcategories.map((subcategory) => ({
          id: subcategory.id,
          name: subcategory.name,
          category_id: id,
        })),
      }))
    },
  }),
}

async function resolveBranchId(ctx: Context, requestedBranchId: number): Promise<number> {
  const { id } = await getBranchOrDefault(ctx, requestedBranchId)
  if (requestedBranchId !== 0 && id !== requestedBranchId) throw new ShopError('branch.unknown', { input: 'branch' })
  return id
}

async function getProduct(ctx: Context, branchId: number, id: number) {
  const [product] = await loadProducts(ctx, branchId, [id])
  if (!product) throw new ShopError('product.unknown')
  return product
}

async function listProducts(
  ctx: Context,
  requestedBranchId: number,
  { query: search, ...params }: Partial<z.output<typeof ListingParams>>,
) {
  const branchId = await resolveBranchId(ctx, requestedBranchId)
  const { products, productCount } = await listing.listProducts(ctx, branchId, { ...params, search })
  return {
    products: await loadProducts(
      ctx,
      branchId,
      products.map(({ id }) => id),
    ),
    total_size: productCount,
  }
}

/** The promoted products of each category, as on the home page. */
async function listHomeProducts(ctx: Context, branchId: number) {
  const categories = await listCategories(ctx)
  const shelves = await Promise.all(
    categories.map(({ id }) => listPromotedProducts(ctx, branchId, id, maxProductsPerShelf)),
  )
  const products = await loadProducts(
    ctx,
    branchId,
    shelves.flat().map(({ id }) => id),
  )
  return { products, total_size: products.length }
}

/** In the order of the ids, each once; unknown ones are left out. */
async function loadProducts(ctx: Context, branchId: number, ids: number[]) {
  const [overviews, categories] = await Promise.all([
    listProductOverviews(ctx, branchId, [...new Set(ids)]),
    listCategories(ctx),
  ])
  return overviews.map((product) => {
    const category = categories.find(({ id }) => id === product.categoryId)
    const subcategory = category?.subcategories.find(({ id }) => id === product.subcategoryId)
    return ProductDto.toDto({ ...product, categories: [category ?? [], subcategory ?? []].flat() })
  })
}
