import { expect, test } from 'vitest'
import { readFilters, toFilterChips, toFilterFields } from './facet-fields.ts'

const address =
  'tipo=generico&de=10,50&ate=20&marca=Medley&marca=EMS&principio=Dipirona&estoque=1&oferta=1&promocao=1&receita=0'
const filters = readFilters(new URLSearchParams(address))

test('filters are read from an address as they are written into one', () => {
  expect(readFilters(new URLSearchParams(toFilterFields(filters)))).toEqual(filters)
})

test('each chip takes its own filter out, and leaves every other', () => {
  const chips = toFilterChips(filters)
  const names = chips.map(({ name }) => name)
  expect(names).toHaveLength(address.split('&').length)
  for (const chip of chips) {
    const remaining = toFilterChips(chip.filters).map(({ name }) => name)
    expect(remaining).toEqual(names.filter((name) => name !== chip.name))
  }
})
