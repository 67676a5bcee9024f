import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Balance, divideBalanceRefund, splitAmongBalances } from './payment-split.ts'

const gain = (gainId: number, balanceCents: number): Balance => ({ gainId, name: `gain ${gainId}`, balanceCents })
const wallet = (balanceCents: number): Balance => ({ gainId: null, name: null, balanceCents })
const held = [gain(1, 1_710), gain(2, 41_083), wallet(5_000)]

/** What each balance pays, and what is left. */
const pay = (totalCents: number, gainIds: number[], walletCents: number, balances = held) => {
  const split = splitAmongBalances(balances, totalCents, { gainIds, walletCents })
  return [...split.balances.map(({ paymentCents }) => paymentCents), split.dueCents]
}

test.each([
  ['nothing was chosen', 7_788, [], 0, [0, 0, 0, 7_788]],
  ['one gain goes as far as it can', 7_788, [1], 0, [1_710, 0, 0, 6_078]],
  ['the gains pay before the wallet', 7_788, [1], 2_000, [1_710, 0, 2_000, 4_078]],
  ['the lowest id pays first, however they are named', 5_000, [2, 1], 0, [1_710, 3_290, 0, 0]],
  ['the gains leave nothing for the wallet', 1_700, [1], 5_000, [1_700, 0, 0, 0]],
  ['the wallet pays what the gains leave', 1_947, [1], 5_000, [1_710, 0, 237, 0]],
  ['the wallet pays all that it has', 6_000, [], 5_000, [0, 0, 5_000, 1_000]],
  ['a wallet asked for more pays the order alone', 4_000, [], 9_000, [0, 0, 4_000, 0]],
  ['a gain is another customer’s', 4_000, [9], 0, [0, 0, 0, 4_000]],
])('where %s, the rest of an order is due', (_, totalCents, gainIds, walletCents, payments) => {
  expect(pay(totalCents, gainIds, walletCents)).toEqual(payments)
})

test('a wallet that is to pay a cent more than it holds pays nothing, and neither do the gains', () => {
  const short = expect.objectContaining({ code: 'balance.short' })
  expect(() => pay(6_000, [], 5_001)).toThrow(short)
  expect(() => pay(8_000, [1], 5_001)).toThrow(short)
  expect(() => splitAmongBalances([wallet(0)], 1, { gainIds: [], walletCents: 1 })).toThrow(short)
})

test('an empty balance is not shown', () => {
  expect(splitAmongBalances([gain(1, 0), wallet(0)], 100, { gainIds: [1], walletCents: 0 })).toEqual({
    ...{ balances: [], balanceCents: 0, dueCents: 100 },
  })
})

const anyBalances = fc
  .tuple(fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 4 }), fc.integer({ min: 0, max: 9_000 }))
  .map(([gains, walletCents]) => [...gains.map((cents, index) => gain(index + 1, cents)), wallet(walletCents)])
const anyGainIds = fc.uniqueArray(fc.integer({ min: 1, max: 5 }))

test('what balances pay and what is due are the order, and none pays more than it holds or was chosen for', () => {
  fc.assert(
    fc.property(anyBalances, anyGainIds, fc.integer({ min: 1, max: 30_000 }), (balances, gainIds, totalCents) => {
      const walletCents = balances.at(-1)?.balanceCents ?? 0
      const split = splitAmongBalances(balances, totalCents, { gainIds, walletCents })
      const paid = split.balances.reduce((sum, { paymentCents }) => sum + paymentCents, 0)
      expect([paid, split.balanceCents + split.dueCents]).toEqual([split.balanceCents, totalCents])
      for (const { gainId, balanceCents, paymentCents } of split.balances) {
        expect(paymentCents).toBeLessThanOrEqual(balanceCents)
        if (gainId !== null && !gainIds.includes(gainId)) expect(paymentCents).toBe(0)
      }
      const chosen = balances.filter(({ gainId }) => gainId === null || gainIds.includes(gainId))
      const heldCents = chosen.reduce((sum, { balanceCents }) => sum + balanceCents, 0)
      expect(split.dueCents).toBe(Math.max(0, totalCents - heldCents))
    }),
  )
})

type Debits = Parameters<typeof divideBalanceRefund>[1]
const debits: Debits = [
  { gainId: 1, amountCents: -1_710 },
  { gainId: null, amountCents: -2_000 },
]
const backTo = (paidCents: number, purchases: Debits, partCents: number) =>
  divideBalanceRefund(paidCents, purchases, partCents).map(({ gainId, amountCents }) => [gainId, amountCents])

test.each([
  [
    'nothing came back before',
    3_710,
    debits,
    0,
    [
      [null, 2_000],
      [1, 1_710],
    ],
  ],
  [
    'a part came back, which was the wallet’s own',
    3_710,
    debits,
    500,
    [
      [null, 1_500],
      [1, 1_710],
    ],
  ],
  [
    'all of the wallet’s share came back',
    3_710,
    debits,
    2_000,
    [
      [null, 0],
      [1, 1_710],
    ],
  ],
  [
    'more came back than the wallet’s share',
    3_710,
    debits,
    2_500,
    [
      [null, 0],
      [1, 1_210],
    ],
  ],
  [
    'everything came back',
    3_710,
    debits,
    3_710,
    [
      [null, 0],
      [1, 0],
    ],
  ],
  ['a gain that paid was removed since', 3_710, debits.slice(1), 0, [[null, 3_710]]],
] as [string, number, Debits, number, unknown][])(
  'where %s, an order’s end returns the rest to the balances that paid',
  (_, paidCents, purchases, partCents, refund) => {
    expect(backTo(paidCents, purchases, partCents)).toEqual(refund)
  },
)

test('what balances paid comes back whole, in whatever parts, and to no gain more than it paid', () => {
  const anyPayments = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(anyPayments, fc.double({ min: 0, max: 1, noNaN: true }), ([walletCents = 0, ...gains], share) => {
      const purchases = gains.map((cents, index) => ({ gainId: index + 1, amountCents: -cents }))
      const paidCents = gains.reduce((sum, cents) => sum + cents, walletCents)
      const partCents = Math.floor(paidCents * share)
      const refunds = divideBalanceRefund(paidCents, purchases, partCents)
      expect(refunds.reduce((sum, { amountCents }) => sum + amountCents, partCents)).toBe(paidCents)
      for (const { gainId, amountCents } of refunds)
        expect(amountCents).toBeLessThanOrEqual(gainId === null ? walletCents : (gains[gainId - 1] ?? 0))
    }),
  )
})
