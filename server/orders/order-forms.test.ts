import { expect, test } from 'vitest'
import { limits } from '../../app/texts/limits.ts'
import { AddOn, DeliveryDetails, OrderExpectations, OrderObject, Variation } from './order-forms.ts'

const item = (changes: object = {}) => ({ id: 60, quantity: 2, ...changes })
const readOrder = (changes: object = {}) => OrderObject.parse({ cart: [item()], ...changes })
const takesOrder = (changes: object) => OrderObject.safeParse({ cart: [item()], ...changes }).success

test('an order that names its products alone expects nothing of prices, days and balances', () => {
  expect(readOrder()).toEqual({
    bag: { lines: [{ productId: 60, quantity: 2 }], couponCode: undefined },
    expectedPrices: new Map(),
    extras: new Map([[60, { addOns: [], variations: [] }]]),
    addressId: undefined,
    delivery: undefined,
    note: '',
    prescriptionId: undefined,
    appVersion: undefined,
    branchId: undefined,
    expectedTotalCents: undefined,
    expectedDueCents: undefined,
    expectedFeeCents: undefined,
    expectedArrivalAt: undefined,
    balances: undefined,
    paymentMethod: undefined,
    door: { means: undefined, changeForCents: undefined },
  })
})

test('all that an order may say is read, its reais to the exact cent', () => {
  const order = readOrder({
    ...{ address: 4, window: 9, note: ' Portão azul ', couponCode: ' BEMVINDO10 ', prescription: 5, branch: 2 },
    ...{ appVersion: ' 1.2 ', expectedTotal: 64.1, expectedDue: 1.15, expectedFee: 8.29, walletAmount: 2.3 },
    ...{ expectedArrival: '2026-03-10T12:00:00-03:00', gains: [{ id: 7 }, { id: 3 }] },
  })
  expect(order).toMatchObject({
    ...{ addressId: 4, delivery: { method: 'window', windowId: 9 }, note: 'Portão azul', prescriptionId: 5 },
    ...{ bag: { couponCode: 'BEMVINDO10' }, branchId: 2, appVersion: '1.2' },
    ...{ expectedTotalCents: 6_410, expectedDueCents: 115, expectedFeeCents: 829 },
    expectedArrivalAt: new Date('2026-03-10T15:00:00Z'),
    balances: { gainIds: [7, 3], walletCents: 230 },
  })
})

test('a gain pays without the wallet, and the wallet without a gain', () => {
  expect(OrderExpectations.parse({ gains: [7] }).balances).toEqual({ gainIds: [7], walletCents: 0 })
  expect(OrderExpectations.parse({ walletAmount: 0.01 }).balances).toEqual({ gainIds: [], walletCents: 1 })
  expect(OrderExpectations.parse({ gains: [], walletAmount: 0 }).balances).toBeUndefined()
})

test('a cent that is expected to be nothing is still expected', () => {
  expect(OrderExpectations.parse({ expectedTotal: 0, expectedDue: 0, expectedFee: 0, branch: 0 })).toMatchObject({
    ...{ branchId: 0, expectedTotalCents: 0, expectedDueCents: 0, expectedFeeCents: 0 },
  })
})

test('in the store an order waits at the branch that is named, whatever window is', () => {
  expect(readOrder({ orderType: 'pickup', branch: 3, window: 9 }).delivery).toEqual({ method: 'pickup', branchId: 3 })
  expect(readOrder({ orderType: 'pickup' }).delivery).toEqual({ method: 'pickup', branchId: 0 })
  expect(readOrder({ orderType: 'delivery', window: 9 }).delivery).toEqual({ method: 'window', windowId: 9 })
})

test.each([
  ['a price alone', { price: 19.99 }, 1_999],
  ['a percentage', { price: 10, discount: 15, discount_type: 'percent' }, 850],
  ['a discount that does not say of which kind', { price: 10, discount: 15 }, 850],
  ['an amount, in reais', { price: 10, discount: 2.3, discount_type: 'amount' }, 770],
  ['an amount that is missing', { price: 10, discount_type: 'amount' }, 1_000],
])('a client that shows %s expects that price', (_, shown, cents) => {
  expect(readOrder({ cart: [item(shown)] }).expectedPrices).toEqual(new Map([[60, cents]]))
})

test('a product that stands twice is one line, with what both carry', () => {
  const [sugar, salt] = [
    { id: 1, quantity: 1 },
    { id: 2, quantity: 2 },
  ]
  const [red, blue] = [
    { type: 'vermelho', price: 0 },
    { type: 'azul', price: 1.5 },
  ]
  const cart = [
    item({ add_ons: [sugar], variations: [red] }),
    item({ add_ons: [salt], variations: [blue] }),
    item({ id: 61 }),
  ]
  expect(readOrder({ cart }).extras).toEqual(
    new Map([
      [60, { addOns: [sugar, salt], variations: [red, blue] }],
      [61, { addOns: [], variations: [] }],
    ]),
  )
})

const times = <Entry>(count: number, entry: Entry) => Array<Entry>(count).fill(entry)

test.each<[string, object, object]>([
  ['lines', { cart: times(200, item()) }, { cart: times(201, item()) }],
  ['units', { cart: [item({ quantity: limits.units })] }, { cart: [item({ quantity: limits.units + 1 })] }],
  ['units at all', { cart: [item({ quantity: 1 })] }, { cart: [item({ quantity: 0 })] }],
  ['whole units', { cart: [item({ quantity: 2 })] }, { cart: [item({ quantity: 1.5 })] }],
  ['letters of a note', { note: 'x'.repeat(300) }, { note: 'x'.repeat(301) }],
  [
    'letters of a coupon',
    { couponCode: 'x'.repeat(limits.couponCodeLength) },
    { couponCode: 'x'.repeat(limits.couponCodeLength + 1) },
  ],
  ['letters of a version', { appVersion: 'x'.repeat(40) }, { appVersion: 'x'.repeat(41) }],
  ['gains', { gains: times(100, { id: 1 }) }, { gains: times(101, { id: 1 }) }],
  ['of the wallet', { walletAmount: 10_000_000 }, { walletAmount: 10_000_001 }],
  ['none of the wallet', { walletAmount: 0 }, { walletAmount: -0.01 }],
  [
    'extras',
    { cart: [item({ add_ons: times(20, { id: 1, quantity: 1 }), variations: times(20, { type: 'a', price: 1 }) })] },
    { cart: [item({ add_ons: times(21, { id: 1, quantity: 1 }) })] },
  ],
  [
    'kinds',
    { cart: [item({ variations: times(20, { type: 'a', price: 1 }) })] },
    { cart: [item({ variations: times(21, { type: 'a', price: 1 }) })] },
  ],
])('an order has so many %s, and no more', (_, most, tooMuch) => {
  expect([takesOrder(most), takesOrder(tooMuch)]).toEqual([true, false])
})

test('a kind has a name of a hundred letters at most, and a price from nothing on', () => {
  const takes = (variation: object) => Variation.safeParse({ type: 'a', price: 0, ...variation }).success
  expect(['x'.repeat(100), 'x'.repeat(101), ' '].map((type) => takes({ type }))).toEqual([true, false, false])
  expect([0, -0.01, 10_000_000, 10_000_001].map((price) => takes({ price }))).toEqual([true, false, true, false])
  expect(AddOn.safeParse({ id: 1, quantity: 0 }).success).toBe(false)
})

test('an address that is none is told from one that is missing', () => {
  expect(DeliveryDetails.parse({})).toEqual({ note: '' })
  expect(DeliveryDetails.parse({ address: 'x', note: ' Portão ' })).toEqual({ address: 0, note: 'Portão' })
})

test('the summary takes a hundred gains, and no more', () => {
  const takes = (count: number) => OrderExpectations.safeParse({ gains: times(count, 1) }).success
  expect([takes(100), takes(101)]).toEqual([true, false])
})
