import type { Database, Transaction } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import { loadCategoryRows, loadSubcategoryRows } from './catalogue.sql.ts'
import { toSlug } from './search/slug.ts'
import { type Category, type CategoryIcon, categoryIcons, type Product, type Subcategory } from './types.ts'
import { bumpCatalogueVersion, type MemoizeByVersion } from './versioned-cache.ts'

export type CategoryService = ReturnType<typeof createCategoryService>

/** The shop's categories: few, and cached until the catalogue changes. */
export function createCategoryService({ db, transact }: Database, memoizeByVersion: MemoizeByVersion) {
  const listCategories = memoizeByVersion(loadCategories)
  return { listCategories, resolveCategory, getProductCategories, setCategoryIcon }

  /** All categories with their subcategories, in the shop's order. */
  async function loadCategories(): Promise<Category[]> {
    const [rows, subcategoryRows] = await Promise.all([loadCategoryRows(db), loadSubcategoryRows(db)])
    return rows.map((row, index) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      icon: categoryIcons.find((icon) => icon === row.icon) ?? getDefaultIcon(index),
      subcategories: subcategoryRows
        .filter((subcategoryRow) => subcategoryRow.category_id === row.id)
        .map((subcategoryRow) => ({
          id: subcategoryRow.id,
          name: subcategoryRow.name,
          slug: subcategoryRow.slug,
          categoryId: row.id,
        })),
    }))
  }

  /**
   * The category and subcategory of a listing's address, by name or slug, ignoring case and accents; both are optional.
   * @throws ShopError "category.unknown"
   */
  async function resolveCategory(categoryName?: string, subcategoryName?: string) {
    if (categoryName === undefined) return { category: null, subcategory: null }
    const createSlugMatcher = (name: string | undefined) => {
      const slugToFind = name === undefined ? null : toSlug(name)
      return ({ slug }: { slug: string }) => slug === slugToFind
    }
    const category = (await listCategories()).find(createSlugMatcher(categoryName))
    const subcategory = category?.subcategories.find(createSlugMatcher(subcategoryName))
    if (!category || (subcategoryName !== undefined && !subcategory)) throw new ShopError('category.unknown')
    return { category, subcategory: subcategory ?? null }
  }

  /** The category and subcategory of a product. */
  async function getProductCategories(
    product: Pick<Product, 'id' | 'categoryId' | 'subcategoryId'>,
  ): Promise<[Category, Subcategory]> {
    const category = (await listCategories()).find(({ id }) => id === product.categoryId)
    const subcategory = category?.subcategories.find(({ id }) => id === product.subcategoryId)
    if (!category || !subcategory) throw new Error(`product ${product.id} has no category`)
    return [category, subcategory]
  }

  /** @throws ShopError "category.unknown", "category.icon" */
  async function setCategoryIcon(
    id: number,
    name: string,
    transactionHook: (tx: Transaction, category: { name: string }) => Promise<void> = async () => {},
  ): Promise<void> {
    const icon = categoryIcons.find((icon) => icon === name)
    if (!icon) throw new ShopError('category.icon', { input: 'icon' })
    await transact(async (tx) => {
      await bumpCatalogueVersion(tx)
      const category = await tx
        .updateTable('category')
        .set({ icon })
        .where('id', '=', id)
        .returning('name')
        .executeTakeFirst()
      if (!category) throw new ShopError('category.unknown')
      await transactionHook(tx, category)
    })
  }
}

/** Until the shop chooses: one of its own for each of the first six. */
function getDefaultIcon(index: number): CategoryIcon {
  return categoryIcons.slice(0, 6)[index] ?? 'package'
}
