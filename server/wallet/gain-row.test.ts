import { expect, test } from 'vitest'
import { addressColumns, GainRow } from './gain-row.ts'

const address = {
  ...{ zipcode: '01310-100', street: 'Avenida Paulista', number: '1000', neighborhood: 'Bela Vista' },
  ...{ city: 'São Paulo', state: 'SP' },
}
const row = (changes: object = {}) => ({ email: 'Ana@Example.com', gain: 'Bem-estar', balance: '12,30', ...changes })
const faultsOf = (changes: object) =>
  GainRow.safeParse(row(changes)).error?.issues.map(({ path, message }) => [path[0], message]) ?? []

test('a gain may come without an address', () => {
  expect(GainRow.parse(row())).toMatchObject({ email: 'ana@example.com', gain: 'Bem-estar', zipcode: '', street: '' })
  expect(faultsOf({ complement: 'fundos', address_type: 'Casa' })).toEqual([])
})

test.each(addressColumns)('an address without its %s is told, and that alone', (column) => {
  expect(faultsOf({ ...address, [column]: '' })).toEqual([[column, 'is empty, yet there is an address']])
})

test.each(['0131-100', '013101000', 'x01310-100', '01310-100x'])('"%s" is no postal code', (zipcode) => {
  expect(faultsOf({ ...address, zipcode })).toEqual([['zipcode', 'must be a postal code such as 01310-100']])
})

test('a postal code is taken with its hyphen and without', () => {
  expect([faultsOf(address), faultsOf({ ...address, zipcode: '01310100' })]).toEqual([[], []])
})

test('what may be missing has 200 characters at most, the e-mail 160 and the gain 120', () => {
  const long = (column: string, length: number) => faultsOf({ ...address, [column]: 'x'.repeat(length) }).length
  expect([long('street', 200), long('street', 201)]).toEqual([0, 1])
  expect([long('gain', 120), long('gain', 121)]).toEqual([0, 1])
  expect([long('email', 160), long('email', 161)]).toEqual([0, 1])
})
