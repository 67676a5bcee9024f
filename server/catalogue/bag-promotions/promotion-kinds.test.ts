import { expect, test } from 'vitest'
import { readPromotionRule } from './promotion-kinds.ts'

test.each([
  ['leve 3 pague 2', 'Leve 3, pague 2'],
  ['LEVE 12, PAGUE 11', 'Leve 12, pague 11'],
  ['2ª unidade 50%', '2ª unidade com 50% de desconto'],
  ['segunda unidade com 50 % de desconto', '2ª unidade com 50% de desconto'],
  ['a partir de 3 por 9,90', 'A partir de 3, R$ 9,90 cada'],
  ['A partir de 3 unidades por R$ 1.009,90 cada', 'A partir de 3, R$ 1.009,90 cada'],
  ['kit 49,90', 'Kit por R$ 49,90'],
  ['clube 5%', 'Preço do clube: 5% de desconto'],
])('%s is read as %s, and that as the same', (text, title) => {
  const rule = readPromotionRule(text)
  expect(rule?.title.replace(/\s/g, ' ')).toBe(title)
  expect(readPromotionRule(rule?.title ?? '')?.title).toBe(rule?.title)
})

test.each([
  ...['', 'leve 3', 'leve 1, pague 1', 'leve 2, pague 0', 'leve 2, pague 3', 'leve 13, pague 2'],
  ...['2ª unidade com 0%', '2ª unidade com 100%', 'a partir de 1 por 9,90', 'a partir de 3 por 0', 'kit por 0,00'],
  ...['kit', 'clube 100%', 'clube', 'leve 3, pague 2 e mais'],
])('"%s" is no promotion', (text) => {
  expect(readPromotionRule(text)).toBeNull()
})

test('from a number of units on each costs less, at that number too', () => {
  const rule = readPromotionRule('a partir de 3 por 9,90')
  const savedBy = (units: number) => rule?.save([{ productId: 1, units, fullPriceCents: 1_000 }]).cents
  expect([2, 3, 4].map(savedBy)).toEqual([0, 30, 40])
})

test('the bag says how many units more take off more', () => {
  const missingOf = (text: string, units: number) =>
    readPromotionRule(text)
      ?.findMissing?.([{ productId: 1, units, fullPriceCents: 1_000 }])
      ?.text.replace(/\s/g, ' ') ?? null
  expect([1, 2, 3, 4].map((units) => missingOf('leve 3 pague 2', units))).toEqual([
    'mais 2 e uma sai grátis',
    'mais 1 e uma sai grátis',
    null,
    'mais 2 e uma sai grátis',
  ])
  expect(missingOf('leve 4 pague 2', 3)).toBe('mais 1 e 2 saem grátis')
  expect(missingOf('2ª unidade 50%', 1)).toBe('mais 1 e uma sai com 50% de desconto')
  expect([2, 3].map((units) => missingOf('a partir de 3 por 9,90', units))).toEqual([
    'mais 1 e cada uma sai por R$ 9,90',
    null,
  ])
})
