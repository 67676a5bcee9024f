import { expect, test } from 'vitest'
import { findDueStep, findPromotionRefusal, isBelowLowestPrice } from './promotion-rules.ts'

const startsAt = new Date('2026-03-11T03:00:00.000Z')
const endsAt = new Date('2026-03-13T03:00:00.000Z')

test.each([
  ['a millisecond before its first day', false, new Date('2026-03-11T02:59:59.999Z'), endsAt, null],
  ['as its first day begins', false, startsAt, endsAt, 'start'],
  ['on its last day, though no server was there before', false, new Date('2026-03-13T02:59:59.999Z'), endsAt, 'start'],
  ['that runs, on its last day', true, new Date('2026-03-13T02:59:59.999Z'), endsAt, null],
  ['that runs, once its last day is over', true, endsAt, endsAt, 'end'],
  ['that never ran, once its last day is over', false, endsAt, endsAt, 'end'],
  ['without an end, years later', true, new Date('2030-01-01T00:00:00.000Z'), null, null],
  ['without an end that has not begun, years later', false, new Date('2030-01-01T00:00:00.000Z'), null, 'start'],
] as const)('a promotion %s begins, ends or stays as it is', (_, isRunning, now, end, step) => {
  expect(findDueStep({ isRunning, startsAt, endsAt: end }, now)).toBe(step)
})

test.each([
  [{ type: 'amount', value: 999 }, 1_000, true],
  [{ type: 'amount', value: 1_000 }, 1_000, false],
  [{ type: 'amount', value: 1_001 }, 1_000, false],
  [{ type: 'amount', value: 1_001 }, 0, true],
  [{ type: 'percent', value: 99 }, 1, true],
] as const)(
  'a discount of %j where a branch sells for %i leaves something to pay: %s',
  (discount, lowestCents, isBelow) => {
    expect(isBelowLowestPrice(discount, lowestCents)).toBe(isBelow)
  },
)

test('what the law or a laboratory forbids has no promotion', () => {
  expect(findPromotionRefusal({ isPromoAllowed: true, isPbm: false })).toBeNull()
  expect(findPromotionRefusal({ isPromoAllowed: true, isPbm: true })).toBe('promotion.laboratory')
  expect(findPromotionRefusal({ isPromoAllowed: false, isPbm: true })).toBe('promotion.forbidden')
})
