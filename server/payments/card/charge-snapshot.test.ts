import { expect, test } from 'vitest'
import type { RequestedRefund } from './card-refunds.ts'
import { toRefundStatus, toSnapshot } from './charge-snapshot.ts'
import { CardOrderAnswer } from './mercado-pago.schemas.ts'

const approvedAt = '2026-03-10T12:00:00.000Z'
const cardPayment = (changes: object = {}) => ({
  ...{ id: 'PAY1', amount: '37.00', status: 'processed', status_detail: 'accredited', date_approved: approvedAt },
  payment_method: { id: 'visa', installments: 3, last_four_digits: '4242' },
  ...changes,
})
interface Transactions {
  payments?: object[]
  refunds?: object[]
  chargebacks?: object[]
}
const read = (changes: object, transactions: Transactions = {}, requests: RequestedRefund[] = []) =>
  toSnapshot(
    CardOrderAnswer.parse({
      ...{
        id: 'ORD1',
        status: 'processed',
        external_reference: 'r1',
        total_amount: '37.00',
        checkout_url: 'https://mp',
      },
      ...{ created_date: '2026-03-10T10:00:00.000Z', last_updated_date: '2026-03-10T11:00:00.000Z' },
      ...changes,
      transactions,
    }),
    requests,
  )
/** What an order with one payment means, in short. */
const readPaid = (paymentChanges: object, transactions: Transactions = {}, requests: RequestedRefund[] = []) =>
  read({}, { payments: [cardPayment(paymentChanges)], ...transactions }, requests)
const request = (changes: Partial<RequestedRefund> = {}): RequestedRefund => ({
  ...{ reference: 'r1', paymentReference: 'PAY1', name: 'refund1', amountCents: 1_000 },
  ...{ requestedAt: new Date('2026-03-11T09:00:00Z'), providerRefundId: 'REF1', isRefused: false },
  isMatchedByAmount: false,
  ...changes,
})
const refund = (changes: object = {}) => ({
  ...{ id: 'REF1', transaction_id: 'PAY1', amount: '10.00', status: 'processed' },
  date_created: '2026-03-11T08:00:00.000Z',
  ...changes,
})
const dispute = (changes: object = {}) => ({ id: 'CHB1', transaction_id: 'PAY1', status: 'open', ...changes })

test('a paid order tells its payment, card and time', () => {
  expect(readPaid({})).toEqual({
    state: 'closed',
    codeOrUrl: 'https://mp',
    payments: [
      {
        reference: 'PAY1',
        amountCents: 3_700,
        receivedAt: new Date(approvedAt),
        method: 'card',
        card: { brand: 'visa', lastFour: '4242', installments: 3 },
        refunds: [],
        isReversed: false,
      },
    ],
  })
})

test('a payment that says less was received as its order changed last, else as it was made', () => {
  const bare = { date_approved: null, payment_method: null }
  const { payments } = readPaid(bare)
  expect(payments).toMatchObject([
    { receivedAt: new Date('2026-03-10T11:00:00Z'), card: { brand: null, lastFour: null, installments: null } },
  ])
  const older = read({ last_updated_date: null }, { payments: [cardPayment(bare)] })
  expect(older.payments[0]?.receivedAt).toEqual(new Date('2026-03-10T10:00:00Z'))
})

test.each([
  ['created', null, 'open'],
  ['action_required', 'waiting_payment', 'open'],
  ['processing', null, 'in_review'],
  ['action_required', 'in_process', 'in_review'],
  ['failed', null, 'refused'],
  ['canceled', null, 'closed'],
  ['cancelled', null, 'closed'],
  ['expired', null, 'closed'],
  ['refunded', null, 'closed'],
  ['um_dia_novo', null, 'open'],
])('an order without a payment that is %s (%s) is a charge that is %s', (status, detail, state) => {
  const { state: read_, payments } = read({ status, status_detail: detail })
  expect([read_, payments]).toEqual([state, []])
})

test.each([
  ['processed', null, 'closed', false],
  ['processed', 'accredited', 'closed', false],
  ['processed', 'partially_refunded', 'closed', false],
  ['processed', 'refunded', 'closed', false],
  ['processed', 'in_mediation', 'closed', false],
  ['processed', 'settled', 'closed', false],
  ['processed', 'reimbursed', 'closed', false],
  ['refunded', null, 'closed', false],
  ['in_mediation', null, 'closed', false],
  ['failed', 'rejected_by_issuer', 'open', true],
  ['canceled', null, 'open', true],
  ['expired', null, 'open', true],
])('a payment that is %s (%s) is told, and whether it was taken back', (status, detail, state, isReversed) => {
  const snapshot = read({ status: 'created' }, { payments: [cardPayment({ status, status_detail: detail })] })
  expect([snapshot.state, snapshot.payments.map((payment) => payment.isReversed)]).toEqual([state, [isReversed]])
})

test.each([
  ['processing', null, 'in_review'],
  ['processed', 'um_dia_novo', 'open'],
  ['um_dia_novo', null, 'open'],
])('a payment that is %s (%s) is none yet', (status, detail, state) => {
  const snapshot = read({ status: 'created' }, { payments: [cardPayment({ status, status_detail: detail })] })
  expect([snapshot.state, snapshot.payments]).toEqual([state, []])
})

test.each<[string, object, Transactions, string | undefined]>([
  ['says nothing of money', { status: 'created' }, {}, undefined],
  ['is paid without a payment', {}, {}, 'processed without a payment'],
  ['is refunded without a payment', { status: 'refunded' }, {}, 'refunded without a payment'],
  ['is disputed without a payment', { status: 'charged_back' }, {}, 'charged_back without a payment'],
  ['is mediated without a payment', { status: 'in_mediation' }, {}, 'in_mediation without a payment'],
  ['has no status', { status: null }, {}, 'no status'],
  ['has a payment and no status', { status: null }, { payments: [cardPayment()] }, undefined],
  ['has a payment that cannot be read', { status: 'created' }, { payments: [{}] }, 'payments that cannot be read: 1'],
  ['is declined, with a payment that cannot be read', { status: 'failed' }, { payments: [{}] }, undefined],
  [
    'has a refund that cannot be read',
    {},
    { payments: [cardPayment()], refunds: [{}] },
    'refunds or disputes that cannot be read: 1',
  ],
  [
    'has a refund of one of two payments',
    {},
    { payments: [cardPayment(), cardPayment({ id: 'PAY2' })], refunds: [refund({ transaction_id: null })] },
    'a refund or dispute of no payment',
  ],
  [
    'has a dispute of one of two payments',
    {},
    { payments: [cardPayment(), cardPayment({ id: 'PAY2' })], chargebacks: [dispute({ transaction_id: null })] },
    'a refund or dispute of no payment',
  ],
  [
    'has a refund of its only payment',
    {},
    { payments: [cardPayment()], refunds: [refund({ transaction_id: null })] },
    undefined,
  ],
  [
    'has a dispute that it does not describe',
    {},
    { payments: [cardPayment({ status: 'charged_back' })] },
    'a dispute without its details',
  ],
  [
    'has a dispute in the details alone',
    {},
    { payments: [cardPayment({ status_detail: 'charged_back' })] },
    'a dispute without its details',
  ],
  [
    'describes its dispute',
    {},
    { payments: [cardPayment({ status: 'charged_back' })], chargebacks: [dispute()] },
    undefined,
  ],
])('an order that %s is clear, or says why not', (_, changes, transactions, reason) => {
  expect(read(changes, transactions).unclearReason).toBe(reason)
})

test('while a refund cannot be read, its payment says so', () => {
  const payments = [cardPayment()]
  expect(read({}, { payments, refunds: [{}] }).payments[0]).toMatchObject({ hasUnclearRefunds: true })
  expect(read({}, { payments, refunds: [refund()] }).payments[0]).not.toHaveProperty('hasUnclearRefunds')
})

test('a refund that the shop requested has its name and time; another the provider’s', () => {
  const refunds = [refund(), refund({ id: 'REF2' })]
  const [payment] = readPaid({}, { refunds }, [request()]).payments
  expect(payment?.refunds).toEqual([
    { id: 'refund1', amountCents: 1_000, status: 'returned', requestedAt: new Date('2026-03-11T09:00:00Z') },
    { id: 'REF2', amountCents: 1_000, status: 'returned', requestedAt: new Date('2026-03-11T08:00:00Z') },
  ])
  const [matched] = readPaid({}, { refunds }, [request({ isMatchedByAmount: true })]).payments
  expect(matched?.refunds).toMatchObject([{ isMatchedByAmount: true }, { id: 'REF2' }])
})

test('a refund that was refused is told of its own payment, though the provider lists none', () => {
  const refused = [
    request({ isRefused: true, providerRefundId: null }),
    request({ name: 'refund2', providerRefundId: null }),
    request({ name: 'refund3', isRefused: true, providerRefundId: null, paymentReference: 'PAY2' }),
  ]
  expect(readPaid({}, {}, refused).payments[0]?.refunds).toEqual([
    { id: 'refund1', amountCents: 1_000, status: 'failed', requestedAt: new Date('2026-03-11T09:00:00Z') },
  ])
})

test('refunds and disputes are of their own payment', () => {
  const payments = [cardPayment(), cardPayment({ id: 'PAY2' })]
  const { payments: told } = read(
    {},
    { payments, refunds: [refund()], chargebacks: [dispute({ transaction_id: 'PAY2' })] },
  )
  expect(told.map(({ refunds }) => refunds.map(({ id }) => id))).toEqual([['REF1'], ['CHB1']])
})

test.each([
  ['settled', 'returned'],
  ['lost', 'returned'],
  ['reimbursed', 'failed'],
  ['won', 'failed'],
  ['canceled', 'failed'],
  ['cancelled', 'failed'],
  ['in_process', 'pending'],
])('a dispute that is %s is money that is %s', (status, refundStatus) => {
  const { payments } = readPaid(
    {},
    { chargebacks: [dispute({ status }), dispute({ id: 'CHB2', status, amount: '5.00' })] },
  )
  const told = { status: refundStatus, requestedAt: null, isDispute: true, providerStatus: status }
  expect(payments[0]?.refunds).toEqual([
    { id: 'CHB1', amountCents: 3_700, ...told },
    { id: 'CHB2', amountCents: 500, ...told },
  ])
})

test.each([
  ['processed', 'returned'],
  ['refunded', 'returned'],
  ['approved', 'returned'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['rejected', 'failed'],
  ['in_process', 'pending'],
])('a refund that is %s is %s', (status, refundStatus) => {
  expect(toRefundStatus(status)).toBe(refundStatus)
})
