import { expect, test } from 'vitest'
import { toDomainKeys, toWireKeys } from './names.ts'

const names = { firstName: 'f_name', patient: 'pacient' }

test('what a call sends is read in the domain’s words, in objects of it, too', () => {
  expect(toDomainKeys({ f_name: 'Ana', payload: { pacient: { pacient: 'Ana' } } }, names)).toEqual({
    firstName: 'Ana',
    payload: { patient: { patient: 'Ana' } },
  })
  expect(toWireKeys({ payload: { firstName: 'Ana' } }, names)).toEqual({ payload: { f_name: 'Ana' } })
})

test('a word that has another name on the wire is no field of a call', () => {
  expect(toDomainKeys({ firstName: 'Eva', f_name: 'Ana' }, names)).toEqual({ firstName: 'Ana' })
})

test('names that every object has, and nests without an end, are left as they are', () => {
  expect(toDomainKeys({ constructor: 1, toString: 2 }, names)).toEqual({ constructor: 1, toString: 2 })
  let nest: unknown = {}
  for (let depth = 0; depth < 100_000; depth += 1) nest = { f_name: nest }
  expect(Object.keys(toDomainKeys(nest, names) as object)).toEqual(['firstName'])
})
