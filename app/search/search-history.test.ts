import { expect, test } from 'vitest'
import { historyCookie, readHistory, withTerm } from './search-history.ts'

test('a term is remembered once, the newest first, and short ones not at all', () => {
  expect(withTerm(['dipirona', 'soro'], 'Soro ')).toEqual(['Soro', 'dipirona'])
  expect(withTerm(['dipirona'], 'ab')).toEqual(['dipirona'])
  expect(withTerm(['1aa', '2aa', '3aa', '4aa', '5aa', '6aa'], '7aa')).toHaveLength(6)
})

test('the cookie gives back what it was given, and nothing where it was meddled with', () => {
  const cookie = historyCookie(['água; "micelar"', 'ômega'], true)
  expect(readHistory(`a=b; ${cookie.split('; ')[0]}; c=d`)).toEqual(['água; "micelar"', 'ômega'])
  expect(cookie).toContain('; Secure')
  expect(historyCookie([], false)).toContain('Max-Age=0')
  for (const value of ['%', 'x', '{}', '[1,2]']) expect(readHistory(`searchHistory=${value}`)).toEqual([])
})
