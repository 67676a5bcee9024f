import { expect, test } from 'vitest'
import { addToCompareList } from './compare-list.ts'

test('a product joins the list at its end', () => {
  expect(addToCompareList([60], 14)).toEqual({ ids: [60, 14] })
})

test('a product that is there already is refused, also in a full list', () => {
  expect(addToCompareList([60, 14], 60)).toEqual({ error: 'duplicate' })
  expect(addToCompareList([1, 2, 3, 4], 4)).toEqual({ error: 'duplicate' })
})

test('a fifth product is refused', () => {
  expect(addToCompareList([1, 2, 3, 4], 5)).toEqual({ error: 'full' })
})
