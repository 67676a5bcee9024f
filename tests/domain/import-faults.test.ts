import { expect, test } from 'vitest'
import type { z } from 'zod'
import { translateImportError } from '../../app/texts/import-errors.ts'
import { BagPromotionRow } from '../../server/catalogue/bag-promotions/bag-promotion-row.ts'
import { BannerRowSchema } from '../../server/catalogue/import/banner-row.ts'
import { OfferRowSchema } from '../../server/catalogue/import/offer-row.ts'
import { ProductRowSchema } from '../../server/catalogue/import/product-row.ts'
import { BranchRowSchema } from '../../server/delivery/branch-row.ts'
import { GainRow } from '../../server/wallet/gain-row.ts'

/** What cells of any column may hold by mistake. */
const oddCells = [
  '',
  ' ',
  'x',
  '-1',
  '1,5',
  '1.000',
  '99999999999',
  '12345678',
  '=A1',
  'a\u0007b',
  'x'.repeat(400),
  '0',
  '2',
  '⁂',
]
const files: Record<string, z.ZodType> = {
  branches: BranchRowSchema,
  gains: GainRow,
  banners: BannerRowSchema,
  promotions: BagPromotionRow,
  offers: OfferRowSchema,
  products: ProductRowSchema,
}
const columnsOf = (schema: z.ZodType): string[] => Object.keys((schema as z.ZodObject).shape)

test.each(Object.entries(files))('whatever a row of %s is refused for has its sentence in Portuguese', (_, schema) => {
  const columns = columnsOf(schema)
  expect(columns.length).toBeGreaterThan(1)
  const reasons = oddCells.flatMap((odd) => {
    const row = Object.fromEntries(columns.map((column) => [column, odd]))
    return schema.safeParse(row).error?.issues.map(({ message }) => `"${odd}" ${message}`) ?? []
  })
  expect(reasons.filter((reason) => translateImportError(reason) === null)).toEqual([])
})

test.each([
  '"Nada" is no category of the shop',
  '"Nada" is no part of that category',
  '"FD0060" may not be promoted (RDC 44/2009, art. 54)',
  'stands beside a category: give one of them',
  'differs from line 2, which is the same gain',
  '"a@example.com" is no customer\'s e-mail',
  'is less than was granted before: 1.00 of the difference were spent already, so only 2.00 were taken back',
  'is empty, yet there is an address',
  '01000-000-01599-999 overlaps 01500-000-02000-000 of branch 2',
  'is no CNPJ: its check digits are 77, the other twelve lead to 76',
  'there is no file "a.jpg"',
  '"a.jpg" has too many pixels',
])('so has what the shop itself tells of a row: %s', (reason) => {
  expect(translateImportError(reason)).not.toBeNull()
})
