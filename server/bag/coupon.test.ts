import { expect, test } from 'vitest'
import { CouponInputSchema } from './coupon.ts'

test('a coupon may hold for one day, and not from a day after its last', () => {
  const input = { code: 'hoje', discount: '10%', firstDay: '2026-03-10' }
  expect(CouponInputSchema.parse({ ...input, lastDay: '2026-03-10' })).toMatchObject({
    code: 'HOJE',
    lastDay: '2026-03-10',
  })
  expect(CouponInputSchema.safeParse({ ...input, lastDay: '2026-03-09' }).error?.issues).toMatchObject([
    { path: ['lastDay'] },
  ])
})
