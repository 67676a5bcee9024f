import { z } from 'zod'
import { listCategories } from '../catalogue/categories.ts'
import { createVisitorOperation } from './operation.ts'

const CategoryDto = z.object({
  id: z.number(),
  name: z.string(),
  subcategoryList: z.array(z.object({ id: z.number(), name: z.string(), category_id: z.number() })),
})

export const catalogueOperations = {
  'category/getCategories': createVisitorOperation({
    input: z.object({}),
    output: z.array(CategoryDto),
    async run(ctx) {
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
