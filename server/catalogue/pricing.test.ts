import { expect, test } from 'vitest'
import { calculatePbmPrice, calculateUnitPrice } from './pricing.ts'

test.each([
  [{ type: 'amount', value: 999 }, 1, 99],
  [{ type: 'amount', value: 1000 }, 1, 100],
  [{ type: 'amount', value: 5000 }, 1, 500],
  [{ type: 'percent', value: 99 }, 10, 99],
  [{ type: 'percent', value: 100 }, 1, 100],
  [{ type: 'percent', value: 150 }, 1, 150],
] as const)('a discount of %j leaves at least a cent of ten reais', (discount, priceCents, discountPercent) => {
  expect(calculateUnitPrice(1000, discount, false)).toEqual({ priceCents, fullPriceCents: 1000, discountPercent })
  expect(calculatePbmPrice(1000, discount)).toBe(priceCents)
})

test('a percentage is rounded half up to the cent, and shown only where it takes something off', () => {
  const percent = (value: number) => ({ type: 'percent', value }) as const
  expect(calculateUnitPrice(50, percent(1), false)).toEqual({
    priceCents: 50,
    fullPriceCents: null,
    discountPercent: null,
  })
  expect(calculateUnitPrice(51, percent(1), false).priceCents).toBe(50)
  expect(calculateUnitPrice(1, percent(99), false)).toEqual({
    priceCents: 1,
    fullPriceCents: null,
    discountPercent: null,
  })
})

test('a laboratory’s discount is in no price before it is asked for', () => {
  const discount = { type: 'percent', value: 25 } as const
  expect(calculateUnitPrice(1000, discount, true)).toEqual({
    priceCents: 1000,
    fullPriceCents: null,
    discountPercent: null,
  })
  expect(calculatePbmPrice(1000, discount)).toBe(750)
})
