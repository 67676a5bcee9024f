import { z } from 'zod'
import { createVisitorOperation } from '../wire/operation.ts'
import type { Catalogue } from './catalogue.ts'

const CategoryDto = z.object({
  id: z.number(),
  name: z.string(),
  subcategoryList: z.array(z.object({ id: z.number(), name: z.string(), category_id: z.number() })),
})

export function createCatalogueOperations({ catalogue }: { catalogue: Catalogue }) {
  return {
    'category/getCategories': createVisitorOperation({
      input: z.object({}),
      output: z.array(CategoryDto),
      async run() {
        return (await catalogue.listCategories()).map(({ id, name, subcategories }) => ({
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
