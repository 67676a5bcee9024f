import { z } from 'zod'
import type { Delivery } from '../delivery/delivery.ts'
import { ShopError } from '../platform/errors.ts'
import { visitorOperation } from '../wire/operation.ts'
import { FormId, maxId, Reais, toReais } from '../wire/values.ts'
import type { Catalogue } from './catalogue.ts'
import { normaliseName } from './search/folding.ts'
import type { Category, ProductFacts } from './shapes.ts'

/** A product with the field names of the specification's section 3. `price` is before the discount. */
const ProductDto = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  /** A path of this site. */
  image: z.string(),
  mark: z.string(),
  price: Reais,
  /** Reais when `amount`, whole percent when `percent`; 0 and null where there is none. */
  discount: z.number(),
  discount_type: z.enum(['amount', 'percent']).nullable(),
  is_pbm: z.boolean(),
  hold_prescription: z.boolean(),
  is_medical: z.boolean(),
  description: z.string(),
  stock: z.number(),
  /** The category, then the subcategory. */
  categories: z.array(z.object({ id: z.number(), name: z.string() })),
})
const ProductsDto = z.object({ products: z.array(ProductDto), total_size: z.number() })

/** A branch's id; 0: the default branch. */
const branch = z.coerce.number().int().min(0).max(maxId).default(0)
const words = z.string().max(200)
const page = z.coerce.number().int().min(1).max(100_000).default(1)
const ListingParams = z.object({
  query: words.optional(),
  categoryId: FormId.optional(),
  subcategoryId: FormId.optional(),
  page,
  limit: z.coerce.number().int().min(1).max(100).optional(),
})

/** Products on one shelf of the home page, and in a recommendation. */
const perShelf = 12

export function productsOperations({ catalogue, delivery }: { catalogue: Catalogue; delivery: Delivery }) {
  return {
    'product/getHomeProducts': visitorOperation({
      input: z.object({ branch }),
      example: { branch: 1 },
      output: ProductsDto,
      async run(input) {
        return onShelves(await branchId(input.branch))
      },
    }),
    'product/getProducts': visitorOperation({
      input: z.object({ params: ListingParams.prefault({}), branch }),
      example: { params: { page: 1 }, branch: 1 },
      output: ProductsDto,
      run: ({ params, branch }) => list(branch, params),
    }),
    'product/getProductCategory': visitorOperation({
      input: z.object({ params: ListingParams.extend({ categoryId: FormId, branch }) }),
      example: { params: { categoryId: 1 } },
      output: ProductsDto,
      run: ({ params }) => list(params.branch, params),
    }),
    'product/getProductsByCategory': visitorOperation({
      input: z.object({ category: z.union([FormId, z.string().min(1).max(80)]), branch }),
      example: { category: 1, branch: 1 },
      output: ProductsDto,
      async run({ category, branch }) {
        const name = typeof category === 'string' ? normaliseName(category) : null
        const listedCategory = (await catalogue.listCategories()).find(
          ({ id, slug }) => id === category || slug === name,
        )
        if (!listedCategory) throw new ShopError('category.unknown')
        return list(branch, { categoryId: listedCategory.id })
      },
    }),
    'product/getProductById': oneProduct(),
    'product/getCardDetail': oneProduct(),
    'product/getProductBySlug': visitorOperation({
      input: z.object({ slug: z.string().min(1).max(200), branch }),
      example: { slug: 'azitromicina-di-hidratada-500mg-3-comprimidos-ache-generico', branch: 1 },
      output: ProductDto,
      async run(input) {
        const id = await branchId(input.branch)
        return onlyOne(id, (await catalogue.findProductBySlug(id, input.slug)).id)
      },
    }),
    'product/getInstantProductSearch': visitorOperation({
      input: z.object({
        params: z.object({ query: words, categoryId: FormId.optional(), limit: ListingParams.shape.limit }),
        branch,
      }),
      example: { params: { query: 'dipirona' }, branch: 1 },
      output: ProductsDto,
      run: ({ params, branch }) => list(branch, params),
    }),
    'product/getOtcRecommended': visitorOperation({
      input: z.object({ params: z.object({ branch, limit: ListingParams.shape.limit }).prefault({}) }),
      example: { params: { branch: 1 } },
      output: ProductsDto,
      async run({ params }) {
        const { products } = await onShelves(await branchId(params.branch))
        const { limit = perShelf } = params
        const otc = products.filter((product) => product.is_medical && !product.hold_prescription).slice(0, limit)
        return { products: otc, total_size: otc.length }
      },
    }),
    'product/getCartProducts': visitorOperation({
      input: z.object({ ids: z.array(FormId).max(200), branch }),
      example: { ids: [1, 2], branch: 1 },
      output: ProductsDto,
      async run({ ids, branch }) {
        const products = await described(await branchId(branch), ids)
        return { products, total_size: products.length }
      },
    }),
    'category/getSubcategoryList': visitorOperation({
      input: z.object({ ids: z.array(FormId).max(200) }),
      example: { ids: [1, 2] },
      output: z.array(
        z.object({
          category_id: z.number(),
          sub_categories: z.array(z.object({ id: z.number(), name: z.string(), category_id: z.number() })),
        }),
      ),
      async run({ ids }) {
        const categories = (await catalogue.listCategories()).filter(({ id }) => ids.includes(id))
        return categories.map(({ id, subcategories }) => ({
          category_id: id,
          sub_categories: subcategories.map((child) => ({ id: child.id, name: child.name, category_id: id })),
        }))
      },
    }),
  }

  function oneProduct() {
    return visitorOperation({
      input: z.object({ id: FormId, branch }),
      example: { id: 1, branch: 1 },
      output: ProductDto,
      run: async (input) => onlyOne(await branchId(input.branch), input.id),
    })
  }

  /** @throws ShopError "branch.unknown" */
  async function branchId(requestedId: number): Promise<number> {
    const { id } = await delivery.findBranch(requestedId)
    if (requestedId !== 0 && id !== requestedId) throw new ShopError('branch.unknown', { input: 'branch' })
    return id
  }

  async function onlyOne(branchId: number, id: number) {
    const [product] = await described(branchId, [id])
    if (!product) throw new ShopError('product.unknown')
    return product
  }

  async function list(branch: number, { query: search, ...params }: Partial<z.output<typeof ListingParams>>) {
    const id = await branchId(branch)
    const { products, total } = await catalogue.listProducts(id, { ...params, search })
    return {
      products: await described(
        id,
        products.map(({ id }) => id),
      ),
      total_size: total,
    }
  }

  /** The promoted products of each category, as on the home page. */
  async function onShelves(branchId: number) {
    const categories = await catalogue.listCategories()
    const shelves = await Promise.all(categories.map(({ id }) => catalogue.promotedProducts(branchId, id, perShelf)))
    const products = await described(
      branchId,
      shelves.flat().map(({ id }) => id),
    )
    return { products, total_size: products.length }
  }

  /** In the order of the ids, each once; unknown ones are left out. */
  async function described(branchId: number, ids: number[]) {
    const [facts, categories] = await Promise.all([
      catalogue.productFacts(branchId, [...new Set(ids)]),
      catalogue.listCategories(),
    ])
    return facts.map((product) => toProductDto(product, categories))
  }
}

function toProductDto(product: ProductFacts, categories: Category[]): z.input<typeof ProductDto> {
  const category = categories.find(({ id }) => id === product.categoryId)
  const child = category?.subcategories.find(({ id }) => id === product.subcategoryId)
  const { discount } = product
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    image: `/imagens/${product.pictureKey}-320.webp`,
    mark: product.brand,
    price: toReais(product.listPriceCents),
    discount: discount === null ? 0 : discount.type === 'amount' ? toReais(discount.value) : discount.value,
    discount_type: discount?.type ?? null,
    is_pbm: product.isPbm,
    hold_prescription: product.requiresPrescription,
    is_medical: product.isMedicine,
    description: product.description,
    stock: product.stock,
    categories: [category, child].flatMap((entry) => (entry ? [{ id: entry.id, name: entry.name }] : [])),
  }
}
