import { expect, test } from 'vitest'
import { listPageNumbers } from './pagination.tsx'

test('first, last and the neighbours are shown, and zero stands for a gap', () => {
  expect(listPageNumbers(1, 5)).toEqual([1, 2, 0, 5])
  expect(listPageNumbers(5, 9)).toEqual([1, 0, 4, 5, 6, 0, 9])
  expect(listPageNumbers(9, 9)).toEqual([1, 0, 8, 9])
})

test('a gap of a single page is that page', () => {
  expect(listPageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5])
  expect(listPageNumbers(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('few pages are all shown', () => {
  expect(listPageNumbers(1, 2)).toEqual([1, 2])
})
