import { expect, test } from 'vitest'
import { type CeilingRate, chooseCeiling, defaultCeilingRates, parseRate } from './ceiling-rates.ts'

const ceilings = { '0 %': 2724, '12 %': 3096, '12 % ALC': 3003, '18 %': 3322, '19,5 %': 3384 }
const pack = { isGeneric: null, isIcmsFree: false, ceilings }
const rates: CeilingRate[] = [
  ...defaultCeilingRates,
  { state: 'AM', isGeneric: true, rate: '12 % ALC', source: 'x', sourceDate: '2026-01-01' },
  { state: 'GO', isGeneric: false, rate: null, source: 'x', sourceDate: '2026-01-01' },
  { state: 'MT', isGeneric: false, rate: '17 %', source: 'x', sourceDate: '2026-01-01' },
]
const choose = (state: string | null, isGeneric: boolean, ...packs: Parameters<typeof chooseCeiling>[0]) =>
  chooseCeiling(packs.length > 0 ? packs : [pack], { state, isGeneric, rates })

test('the rate is the state’s for the kind: generics 12 %, others 18 % in São Paulo and Minas Gerais', () => {
  for (const state of ['SP', 'MG']) {
    expect(choose(state, true)).toEqual({ cents: 3096, rate: '12 %', state, doubt: null })
    expect(choose(state, false)).toEqual({ cents: 3322, rate: '18 %', state, doubt: null })
  }
  expect(choose('PR', true)).toEqual({ cents: 3384, rate: '19,5 %', state: 'PR', doubt: null })
  expect(choose('AM', true)).toEqual({ cents: 3003, rate: '12 % ALC', state: 'AM', doubt: null })
})

test('whether it is a generic the list says; where it does not, the shop', () => {
  expect(choose('SP', true, { ...pack, isGeneric: false })?.rate).toBe('18 %')
  expect(choose('SP', false, { ...pack, isGeneric: true })?.rate).toBe('12 %')
})

test('what is free of ICMS has its ceiling in the column 0 %, in every state', () => {
  for (const state of ['SP', 'ZZ', null])
    expect(choose(state, true, { ...pack, isIcmsFree: true })).toEqual({ cents: 2724, rate: '0 %', state, doubt: null })
})

test('without a rate, or the column of one, the lowest column counts, and says what to check', () => {
  const lowest = { cents: 2724, rate: '0 %' }
  expect(choose('GO', false)).toEqual({ ...lowest, state: 'GO', doubt: 'rate' })
  expect(choose('AM', false)).toEqual({ ...lowest, state: 'AM', doubt: 'rate' })
  expect(choose(null, true)).toEqual({ ...lowest, state: null, doubt: 'rate' })
  expect(choose('MT', false)).toEqual({ ...lowest, state: 'MT', doubt: 'column' })
})

test('of several packs with one code the lowest ceiling counts; a pack without a price has none', () => {
  const cheaper = { ...pack, ceilings: { ...ceilings, '12 %': 2900 } }
  for (const packs of [
    [pack, cheaper],
    [cheaper, pack],
  ])
    expect(choose('SP', true, ...packs)?.cents).toBe(2900)
  expect(choose('SP', true, { ...pack, ceilings: {} })).toBeNull()
  expect(chooseCeiling([], { state: 'SP', isGeneric: true, rates })).toBeNull()
})

test('a rate is read as people write it', () => {
  const read = ['12', ' 17,5 % ', '17.5', '18,00', '17 alc', '0%', '', 'dezoito', '118', '-1'].map(parseRate)
  expect(read).toEqual(['12 %', '17,5 %', '17,5 %', '18 %', '17 % ALC', '0 %', null, null, null, null])
})
