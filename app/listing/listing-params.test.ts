import { expect, test } from 'vitest'
import { parseListingParams, toListingHref } from './listing-params.ts'

const read = (query: string) => parseListingParams('medicamentos', new URLSearchParams(query))

test('a listing’s address is read as it was written', () => {
  const query =
    '?child=diabetes&search=metformina+%2B+1%25&tipo=generico&de=10%2C00&ate=99%2C90&marca=EMS&marca=L%27Or%C3%A9al&estoque=1&oferta=1&promocao=1&receita=0&ordem=nome&page=3'
  expect(toListingHref(read(query))).toBe(`/categoria/medicamentos${query}`)
})

test('what makes no sense counts as not said', () => {
  for (const page of ['-1', '0', '1e99', 'NaN', '1.5', '999999999999', '<script>'])
    expect(read(`page=${page}`).page).toBe(1)
  expect(toListingHref(read('tipo=xyz&ordem=xyz&de=abc&ate=-5&estoque=2&receita=1&marca=&search=+++&xyz=1'))).toBe(
    '/categoria/medicamentos',
  )
  expect(read(`search=${'x'.repeat(10_000)}`).search).toHaveLength(100)
  expect(read(`search=${'x'.repeat(99)}😀`).search).toBe('x'.repeat(99))
  expect(read(`search=${'x'.repeat(98)}😀`).search).toBe(`${'x'.repeat(98)}😀`)
  expect(read('marca=a&'.repeat(500)).filters.brands).toEqual(['a'])
  expect(read('marca=%00&principio=a%00b').filters).toMatchObject({ brands: [], ingredients: [] })
})

test('a price is read as people type it', () => {
  const cents = (typed: string) => read(String(new URLSearchParams({ de: typed }))).filters.price.minCents
  expect(['12', '12,5', '12.50', '1.234,56', 'R$ 0,99', '1.000'].map(cents)).toEqual([
    1200, 1250, 1250, 123_456, 99, 100_000,
  ])
  expect(['', 'abc', '-1', '1,234', '12,', '99999999', '1.23.45'].map(cents)).toEqual(Array(7).fill(null))
})
