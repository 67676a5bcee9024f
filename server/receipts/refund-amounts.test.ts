import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  calculatePaymentReturns,
  calculateRemainder,
  excludeFailedRefunds,
  hasPendingRefund,
  isRefundAttempt,
  sumRefundCents,
  toPartialRefundIdPrefix,
} from './refund-amounts.ts'

test.each([
  [3_700, 0, 0, 3_700],
  [3_700, 1_850, 0, 1_850],
  [3_700, 1_850, 1_000, 850],
  [3_700, 1_850, 1_850, 0],
  [3_700, 1_850, 3_700, 0],
])('of %i cents paid, %i in parts and %i taken back leave %i', (paidCents, partCents, unrequestedCents, remainder) => {
  expect(calculateRemainder(paidCents, partCents, unrequestedCents)).toBe(remainder)
})

const parts = { partCents: 1_000, unrequestedCents: 200 }

test.each([
  ['captured', { remainderCents: 0 }],
  ['refund_due', { remainderCents: 2_500 }],
  ['refunded', { remainderCents: 2_500 }],
] as const)('of a payment that is %s the rest goes back with the order alone', (status, rest) => {
  expect(calculatePaymentReturns(status, 3_700, parts)).toEqual({ partCents: 1_000, unrequestedCents: 200, ...rest })
})

test('of a payment that goes back whole no cent goes twice and none stays', () => {
  const anyCents = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(anyCents, anyCents, anyCents, (partCents, unrequestedCents, restCents) => {
      const paidCents = partCents + unrequestedCents + restCents
      const returns = calculatePaymentReturns('refund_due', paidCents, { partCents, unrequestedCents })
      expect(returns.partCents + returns.unrequestedCents + returns.remainderCents).toBe(paidCents)
    }),
  )
})

test.each([
  ['refund', 'refund1', true],
  ['refund', 'REFUND12', true],
  ['refund', 'refund', false],
  ['refund', 'refund1a', false],
  ['refund', 'xrefund1', false],
  ['item1n', 'item1n2', true],
  ['item1n', 'item11n2', false],
  ['item1n', 'refund1', false],
])('an attempt of "%s" is told by its number: %s', (prefix, id, isAttempt) => {
  expect(isRefundAttempt(prefix, id)).toBe(isAttempt)
})

test('the attempts of one part are none of another’s', () => {
  const anyId = fc.integer({ min: 1, max: 100_000 })
  fc.assert(
    fc.property(anyId, anyId, anyId, (part, otherPart, attempt) => {
      const id = `${toPartialRefundIdPrefix(part)}${attempt}`
      expect(isRefundAttempt(toPartialRefundIdPrefix(otherPart), id)).toBe(part === otherPart)
      expect(isRefundAttempt('refund', id)).toBe(false)
    }),
  )
})

test('a refund that failed gave nothing back; one that is pending may', () => {
  const refundOf = (status: 'returned' | 'pending' | 'failed') => ({
    id: status,
    amountCents: 100,
    status,
    requestedAt: null,
  })
  const refunds = [refundOf('returned'), refundOf('pending'), refundOf('failed')]
  expect(sumRefundCents(excludeFailedRefunds(refunds))).toBe(200)
  expect([hasPendingRefund(refunds), hasPendingRefund([refundOf('failed'), refundOf('returned')])]).toEqual([
    true,
    false,
  ])
})
