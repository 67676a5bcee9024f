import { expect, test } from 'vitest'
import { ShopError } from './errors.ts'

test('a refusal does not compile without what its sentence tells', () => {
  expect(new ShopError('coupon.belowMinimum', { cents: 5000 }).message).toMatch(/R\$\s50,00/)
  expect(new ShopError('bag.empty').refusalValues).toEqual({})
  expect(new ShopError('bag.empty', { input: 'item' }).input).toBe('item')
  // @ts-expect-error: the least amount is missing
  expect(() => new ShopError('coupon.belowMinimum')).not.toThrow()
  // @ts-expect-error: the field alone does not tell it
  expect(new ShopError('coupon.belowMinimum', { input: 'couponCode' }).input).toBe('couponCode')
  // @ts-expect-error: this sentence tells no amount
  expect(new ShopError('bag.empty', { cents: 5000 }).status).toBe(422)
})
