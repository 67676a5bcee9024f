import { expect, test } from 'vitest'
import type { ProductView } from '../ui/product-details/product-view.ts'
import { toMetaDescription } from './product-head.ts'

test.each([
  ['Amoxicilina', '500 mg, 21 cápsulas', 'Amoxil. Amoxicilina, 500 mg, 21 cápsulas.'],
  ['Amoxicilina', '', 'Amoxil. Amoxicilina.'],
  ['', '', 'Amoxil.'],
])('a prescription item’s description has no loose comma: %s, %s', (activeIngredient, presentation, text) => {
  const product = { name: 'Amoxil', requiresPrescription: true, activeIngredient, presentation } as ProductView
  expect(toMetaDescription(product)).toBe(text)
})
