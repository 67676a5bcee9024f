import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeDay } from '../../texts/normalize-day.ts'
import { applyMask, type Mask, normalizeMaskInput } from './masks.ts'

test.each<[Mask, string, string]>([
  ['phone', '1', '1'],
  ['phone', '119', '(11) 9'],
  ['phone', '1130000000', '(11) 3000-0000'],
  ['phone', '11987654321', '(11) 98765-4321'],
  ['phone', '(11) 98765-4321', '(11) 98765-4321'],
  ['phone', '+55 11 98765-4321', '+55 11 98765-4321'],
  ['phone', '5511987654321', '5511987654321'],
  ['date', '120', '12/0'],
  ['date', '12041988', '12/04/1988'],
  ['date', '12.04.1988', '12/04/1988'],
  ['date', '1988-04-12', '1988-04-12'],
  ['zipcode', '013101', '01310-1'],
  ['zipcode', '01310-100', '01310-100'],
  ['zipcode', '01.310-100', '01310-100'],
  ['cpf', '1234', '123.4'],
  ['cpf', '5299822', '529.982.2'],
  ['cpf', '5299822472', '529.982.247-2'],
  ['cpf', '52998224725', '529.982.247-25'],
  ['cpf', '529 982 247 25', '529.982.247-25'],
])('a %s field makes of %j %j', (mask, typed, shown) => {
  expect(applyMask(mask, typed)).toBe(shown)
})

test('whatever is typed, no character but a separator is added or lost, and what has its form keeps it', () => {
  const bare = (text: string) => text.replace(/[\s()./-]/g, '')
  const anything = fc.oneof(fc.string(), fc.stringMatching(/^[\d\s()./+-]*$/), fc.stringMatching(/^\d{0,20}$/))
  fc.assert(
    fc.property(fc.constantFrom<Mask>('phone', 'date', 'zipcode', 'cpf'), anything, (mask, text) => {
      const masked = applyMask(mask, text)
      expect(bare(masked)).toBe(bare(text))
      expect(applyMask(mask, masked)).toBe(masked)
    }),
    { seed: 1 },
  )
})

test.each([
  ...['1988-04-12', '19880412', '12/04/1988', '12041988', '12.04.1988', '12/4/1988'].map((typed) => [
    typed,
    '1988-04-12',
  ]),
  ...['2012-12-01', '20121201', '01/12/2012', '01122012', '1/12/2012'].map((typed) => [typed, '2012-12-01']),
  ...['2001-10-20', '20102001', '20/10/2001', '20-10-2001'].map((typed) => [typed, '2001-10-20']),
  ...['2026-03-01', '1/3/2026', '01/3/2026', '01 03 2026'].map((typed) => [typed, '2026-03-01']),
  ['19/8/2026', '2026-08-19'],
])('a day typed key by key as %s is %s', (typed, day) => {
  expect(normalizeDay([...typed].reduce((shown, key) => applyMask('date', shown + key), ''))).toBe(day)
})

test('letters are not let through, however a number may be spelt', () => {
  expect(normalizeMaskInput('CEP 01310-100')).toBe(' 01310-100')
  expect(normalizeMaskInput('+55 (11) 98765.4321')).toBe('+55 (11) 98765.4321')
  expect(normalizeMaskInput('12/04/1988x')).toBe('12/04/1988')
})
