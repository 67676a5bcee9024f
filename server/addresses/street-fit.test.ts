import { expect, test } from 'vitest'
import { isSamePair, isStreetOfOtherZipcode, judgeStreet } from './street-fit.ts'

const paulista = { street: 'Avenida Paulista', neighborhood: 'Bela Vista', city: 'São Paulo', state: 'SP' }
const place = { zipcode: '01310100', street: 'Avenida Paulista', city: 'São Paulo', state: 'SP' }

test('a street fits its postal code, however it is written', () => {
  for (const street of ['Avenida Paulista', 'av. paulista', 'Av Paulista - lado par', 'PAULISTA'])
    expect([street, judgeStreet(paulista, { ...place, street })]).toEqual([street, 'fits'])
  expect(judgeStreet(paulista, { ...place, city: 'sao paulo' })).toBe('fits')
})

test('another street, town or state differs', () => {
  for (const change of [{ street: 'Rua dos Pinheiros' }, { city: 'Osasco' }, { state: 'RJ' }])
    expect(judgeStreet(paulista, { ...place, ...change })).toBe('differs')
})

test('of a code that nobody finds, or of a whole town’s, no street is known', () => {
  expect(judgeStreet(null, place)).toBe('unknown')
  expect(judgeStreet({ ...paulista, street: '', neighborhood: '' }, place)).toBe('unknown')
  expect(judgeStreet({ ...paulista, street: '', city: 'Extrema' }, place)).toBe('differs')
})

test('a street that stayed where its postal code was changed is told from one that was typed', () => {
  expect(isStreetOfOtherZipcode({ ...place, zipcode: '05416000' }, place)).toBe(true)
  expect(isStreetOfOtherZipcode({ zipcode: '05416000', street: 'avenida paulista' }, place)).toBe(true)
  expect(isStreetOfOtherZipcode(place, place)).toBe(false)
  expect(isStreetOfOtherZipcode({ zipcode: '05416000', street: 'Rua dos Pinheiros' }, place)).toBe(false)
  expect(isSamePair(place, { ...place, street: 'AVENIDA PAULISTA' })).toBe(true)
  expect(isSamePair(place, { ...place, zipcode: '05416000' })).toBe(false)
})
