import { z } from 'zod'
import { listCategories } from '../catalogue/categories.ts'
import type { Context } from '../context.ts'
import { createVisitorOperation } from '../wire/operation.ts'

const CategoryDto = z.object({
  id: z.number(),
  name: z.string(),
  subcategoryList: z.array(z.object({ id: z.number(), name: z.string(), category_id: z.number() })),
})

export function createCatalogueOperations(ctx: Context) {
  return {
    'category/getCategories': createVisitorOperation({
      input: z.object({}),
      output: z.array(CategoryDto),
      async run() {
        return (await listCategories(ctx)).map(({ id, name, subcategories }) => ({
          id,
          name,
          subcategoryList: subcategories.map((subcategory) => ({
            id: subcategory.id,
            name: subcategory.name,
            category_id: subcategory.categoryId,
          })),
        }))
      },
    }),
  }
}
