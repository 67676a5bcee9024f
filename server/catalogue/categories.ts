import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { loadCategoryRows, loadSubcategoryRows } from './catalogue.sql.ts'
import { bumpCatalogueVersion, createCatalogueCache } from './catalogue-cache.ts'
import { toSlug } from './search/slug.ts'
import { type Category, type CategoryIcon, categoryIcons, type Product, type Subcategory } from './types.ts'

/** All categories with their subcategories, in the shop's order. */
export function listCategories(ctx: Context): Promise<Category[]> {
  return ctx.memory(createCatalogueCache).byVersion(ctx, 'categories', () => loadCategories(ctx))
}

async function loadCategories(ctx: Context): Promise<Category[]> {
  const [rows, subcategoryRows] = await Promise.all([loadCategoryRows(ctx), loadSubcategoryRows(ctx)])
  return rows.map((row, index) => {
    const icon = categoryIcons.find((icon) => icon === row.icon)
    return {
      ...row,
      icon: icon ?? getDefaultIcon(index),
      isDefaultIcon: icon === undefined,
      subcategories: subcategoryRows.filter(({ categoryId }) => categoryId === row.id),
    }
  })
}

/** The category and subcategory of a listing's address, by name or slug, ignoring case and accents; both are optional. */
export async function resolveCategory(ctx: Context, categoryName?: string, subcategoryName?: string) {
  if (categoryName === undefined) return { category: null, subcategory: null }
  const createSlugMatcher = (name: string | undefined) => {
    const slugToFind = name === undefined ? null : toSlug(name)
    return ({ slug }: { slug: string }) => slug === slugToFind
  }
  const category = (await listCategories(ctx)).find(createSlugMatcher(categoryName))
  const subcategory = category?.subcategories.find(createSlugMatcher(subcategoryName))
  if (!category || (subcategoryName !== undefined && !subcategory)) throw new ShopError('category.unknown')
  return { category, subcategory: subcategory ?? null }
}

export async function getProductCategories(
  ctx: Context,
  product: Pick<Product, 'id' | 'categoryId' | 'subcategoryId'>,
): Promise<[Category, Subcategory]> {
  const category = (await listCategories(ctx)).find(({ id }) => id === product.categoryId)
  const subcategory = category?.subcategories.find(({ id }) => id === product.subcategoryId)
  if (!category || !subcategory) throw new Error(`product ${product.id} has no category`)
  return [category, subcategory]
}

/** The category, which nobody else changes until the transaction ends. */
export async function lockCategory(ctx: TransactionContext, id: number): Promise<Category> {
  await bumpCatalogueVersion(ctx)
  const category = (await loadCategories(ctx)).find((category) => category.id === id)
  if (!category) throw new ShopError('category.unknown')
  return category
}

export async function setCategoryIcon(ctx: TransactionContext, id: number, name: string): Promise<void> {
  const icon = categoryIcons.find((icon) => icon === name)
  if (!icon) throw new ShopError('category.icon', { input: 'icon' })
  await bumpCatalogueVersion(ctx)
  await ctx.db.updateTable('category').set({ icon }).where('id', '=', id).execute()
}

/** Until the shop chooses: one of its own for each of the first six. */
function getDefaultIcon(index: number): CategoryIcon {
  return categoryIcons.slice(0, 6)[index] ?? 'package'
}
