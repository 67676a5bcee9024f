import { expect, test } from 'vitest'
import { addSearchTerm, buildHistoryCookie, readSearchHistory } from './search-history.ts'

test('a term is remembered once, the newest first, and short ones not at all', () => {
  expect(addSearchTerm(['dipirona', 'soro'], 'Soro ')).toEqual(['Soro', 'dipirona'])
  expect(addSearchTerm(['dipirona'], 'ab')).toEqual(['dipirona'])
  expect(addSearchTerm(['1aa', '2aa', '3aa', '4aa', '5aa', '6aa'], '7aa')).toHaveLength(6)
})

test('the cookie gives back what it was given, and nothing where it was meddled with', () => {
  const cookie = buildHistoryCookie(['água; "micelar"', 'ômega'], true)
  expect(readSearchHistory(`a=b; ${cookie.split('; ')[0]}; c=d`)).toEqual(['água; "micelar"', 'ômega'])
  expect(cookie).toContain('; Secure')
  expect(buildHistoryCookie([], false)).toContain('Max-Age=0')
  for (const value of ['%', 'x', '{}', '[1,2]']) expect(readSearchHistory(`searchHistory=${value}`)).toEqual([])
})
