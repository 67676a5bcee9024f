import type { Context } from '../context.ts'
import { foldText } from '../platform/user-input.ts'
import { getProductCategories } from './categories.ts'
import { listProducts } from './listing/listing.ts'
import { findProductIdBySlug, findProducts } from './products.ts'
import { toSearchWords } from './search/search-text.ts'
import type { Product, ProductSummary } from './types.ts'

/**
 * Generic and similar medicines of the same active ingredient, strength and form that the branch has in stock, by price.
 * Which of them a pharmacist may dispense instead is another question (Lei 9.787/1999, RDC 58/2014): a reference's generic,
 * or its similar that Anvisa lists.
 *
 * None for a prescription item, and none that is one: suggesting it would be promotion (RDC 44/2009, art. 54).
 */
export async function listAlternatives(
  ctx: Context,
  branchId: number,
  product: Medicine,
  limit: number,
): Promise<ProductSummary[]> {
  if (!product.isMedicine || product.requiresPrescription || !product.isPromoAllowed) return []
  const strengthAndForm = parseStrengthAndForm(product.presentation)
  if (strengthAndForm === null) return []
  const rows = await ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select(['product.id', 'product.presentation', 'offer.effectivePriceCents'])
    .where('offer.branchId', '=', branchId)
    .where('offer.isOutOfStock', '=', false)
    .where('product.activeIngredient', '=', product.activeIngredient)
    .where('product.id', '!=', product.id)
    .where('product.kind', 'in', ['generico', 'similar'])
    .where('product.requiresPrescription', '=', false)
    .where('product.isPromoAllowed', '=', true)
    .where('product.isSellableOnline', '=', true)
    .orderBy('offer.effectivePriceCents')
    .orderBy('product.id')
    .execute()
  const equivalentRows = rows
    .filter(({ presentation }) => parseStrengthAndForm(presentation) === strengthAndForm)
    .slice(0, limit)
  const ids = equivalentRows.map(({ id }) => id)
  const products = await findProducts(ctx, branchId, ids)
  return equivalentRows.flatMap(({ id }) => products.get(id) ?? [])
}

/** The alternatives of a product that the branch may no longer offer. */
export async function listAlternativesByProductId(
  ctx: Context,
  branchId: number,
  productId: number,
  limit: number,
): Promise<ProductSummary[]> {
  const row = await ctx.db
    .selectFrom('product')
    .select(['id', 'presentation', 'activeIngredient', 'isMedicine', 'requiresPrescription', 'isPromoAllowed'])
    .where('id', '=', productId)
    .executeTakeFirst()
  return row ? listAlternatives(ctx, branchId, row, limit) : []
}

/**
 * What replaces a product that left the shop: its category, and what the branch has instead of it. For a medicine these are
 * only its alternatives, for other products the best sellers of the same category.
 */
export async function loadReplacements(ctx: Context, branchId: number, slug: string, limit: number) {
  const withdrawnProduct = await ctx.db
    .selectFrom('product')
    .select(['id', 'name', 'presentation', 'activeIngredient', 'categoryId', 'subcategoryId'])
    .select(['isMedicine', 'requiresPrescription', 'isPromoAllowed'])
    .where('id', '=', await findProductIdBySlug(ctx, slug))
    .executeTakeFirstOrThrow()
  const { name, categoryId, subcategoryId } = withdrawnProduct
  const products = withdrawnProduct.isMedicine
    ? await listAlternatives(ctx, branchId, withdrawnProduct, limit)
    : (await listProducts(ctx, branchId, { categoryId, subcategoryId, limit })).products
  const [category, subcategory] = await getProductCategories(ctx, {
    id: withdrawnProduct.id,
    categoryId,
    subcategoryId,
  })
  return { name, category, subcategory, products: products.filter(({ stock }) => stock > 0) }
}

/** The columns by which two products are told to be the same medicine. */
const traitColumns = [
  'id',
  'kind',
  'activeIngredient',
  'presentation',
  'prescriptionClass',
  'requiresPrescription',
] as const

/**
 * Whether a product may come in place of another one that a customer has ordered. What needs a prescription takes the place of
 * nothing but the medicine that was prescribed: a reference and its generics (Lei 9.787/1999). Whether a similar is listed as
 * interchangeable is not known here.
 */
export async function findReplacementObstacle(
  ctx: Context,
  productId: number,
  replacementId: number,
): Promise<'prescription' | 'controlled' | null> {
  const rows = await ctx.db
    .selectFrom('product')
    .select(traitColumns)
    .where('id', 'in', [productId, replacementId])
    .execute()
  const [product, replacement] = [productId, replacementId].map((id) => rows.find((row) => row.id === id))
  if (!product || !replacement || replacement.prescriptionClass === 'CONTROLADO') return 'controlled'
  if (!product.requiresPrescription && !replacement.requiresPrescription) return null
  const isInterchangeable =
    isReferenceOrGeneric(product) &&
    isReferenceOrGeneric(replacement) &&
    product.prescriptionClass === replacement.prescriptionClass &&
    foldText(product.activeIngredient) === foldText(replacement.activeIngredient) &&
    parseStrengthAndForm(product.presentation) !== null &&
    parseStrengthAndForm(product.presentation) === parseStrengthAndForm(replacement.presentation)
  return isInterchangeable ? null : 'prescription'
}

function isReferenceOrGeneric({ kind }: { kind: string }): boolean {
  return kind === 'referencia' || kind === 'generico'
}

type Medicine = Pick<
  Product,
  'id' | 'isMedicine' | 'requiresPrescription' | 'isPromoAllowed' | 'presentation' | 'activeIngredient'
>

/**
 * Strength and form of a presentation, in one spelling and without how much there is of it: `500mg comprimido` for
 * `500 mg, 20 comprimidos`. Null where it has no such two parts.
 */
function parseStrengthAndForm(presentation: string): string | null {
  const [, strength, formText] = /^(\d.*?), (.+)$/.exec(foldText(presentation)) ?? []
  if (strength === undefined || formText === undefined) return null
  const form = toSearchWords(formText).filter((word) => !/\d/.test(word))
  return form.length > 0 ? [...toSearchWords(strength), ...form.map((word) => word.replace(/s$/, ''))].join(' ') : null
}
