import { expect, test } from 'vitest'
import type { OrderStatus } from '../database/schema.ts'
import { assertReportable, listRejectionReasons, toDeadlineDay } from './eligibility-rules.ts'
import { type ProblemKind, problemKinds, type ReportedProblem, type ReturnableOrder } from './problem.ts'

/** Half past eleven at night in São Paulo: elsewhere it is the eleventh. */
const deliveredAt = new Date('2026-03-10T23:30:00-03:00')

const line = (productId: number, quantity: number, changes: object = {}) => ({
  ...{ productId, quantity, shortPickedUnits: 0, returnedUnits: 0, ...changes },
})

interface Changes {
  status?: OrderStatus
  isPaid?: boolean
  hasOpenProblem?: boolean
  lines?: ReturnType<typeof line>[]
}

function returnable({
  status = 'delivered',
  isPaid = true,
  hasOpenProblem = false,
  lines = [line(1, 2)],
}: Changes = {}) {
  const order = { status, paidAt: isPaid ? deliveredAt : null, lines }
  const events = status === 'delivered' ? [{ status, at: deliveredAt }] : []
  return { order, events, hasOpenProblem } as unknown as ReturnableOrder
}

const report = (kind: ProblemKind, changes: Partial<ReportedProblem> = {}): ReportedProblem => ({
  ...{ kind, items: [{ productId: 1, units: 1 }], message: 'Veio amassada.', ...changes },
})

/** Why it cannot be reported, and beside which input that stands; null where it can. */
function refusalOf(order: Changes, problem: ReportedProblem, now = deliveredAt): string | null {
  try {
    assertReportable(returnable(order), problem, now)
    return null
  } catch (error) {
    const { code, input } = error as { code: string; input: string }
    return `${code} ${input}`
  }
}

test.each([
  ['withdraw', '2026-03-17T23:59:59.999-03:00', null],
  ['withdraw', '2026-03-18T00:00:00.000-03:00', 'problem.withdrawalOver kind'],
  ['damaged', '2026-04-09T23:59:59.999-03:00', null],
  ['damaged', '2026-04-10T00:00:00.000-03:00', 'problem.tooOld kind'],
  ['late', '2026-04-10T00:00:00.000-03:00', 'problem.tooOld kind'],
  ['other', '2026-04-09T23:59:59.999-03:00', null],
  ['withdraw', '2026-04-10T00:00:00.000-03:00', 'problem.withdrawalOver kind'],
] as const)('of what was delivered late on the tenth "%s" at %s is answered %j', (kind, now, refusal) => {
  expect(refusalOf({}, report(kind), new Date(now))).toBe(refusal)
})

test('a deadline is a day in São Paulo, over the ends of months and years', () => {
  expect(toDeadlineDay(deliveredAt, 7)).toBe('2026-03-17')
  expect(toDeadlineDay(new Date('2026-12-28T02:59:59Z'), 7)).toBe('2027-01-03')
  expect(toDeadlineDay(new Date('2028-02-22T12:00:00Z'), 7)).toBe('2028-02-29')
})

test('what has not arrived has no deadline', () => {
  expect(refusalOf({ status: 'paid' }, report('late'), new Date('2027-03-10T12:00:00Z'))).toBeNull()
})

test.each([
  [[line(1, 2)], [{ productId: 1, units: 2 }], null],
  [[line(1, 2)], [{ productId: 1, units: 3 }], 'problem.units items'],
  [[line(1, 2)], [{ productId: 1, units: 0 }], 'problem.units items'],
  [[line(1, 2)], [{ productId: 1, units: -1 }], 'problem.units items'],
  [[line(1, 2)], [{ productId: 2, units: 1 }], 'problem.units items'],
  [[line(1, 2)], [], 'problem.noItem items'],
  [[line(1, 3, { shortPickedUnits: 1, returnedUnits: 1 })], [{ productId: 1, units: 1 }], null],
  [[line(1, 3, { shortPickedUnits: 1, returnedUnits: 1 })], [{ productId: 1, units: 2 }], 'problem.units items'],
  [[line(1, 1, { returnedUnits: 1 })], [{ productId: 1, units: 1 }], 'problem.units items'],
  [
    [line(1, 1), line(2, 1)],
    [
      { productId: 2, units: 1 },
      { productId: 1, units: 2 },
    ],
    'problem.units items',
  ],
])('of lines %j the units %j are answered %j', (lines, items, refusal) => {
  expect(refusalOf({ lines }, report('damaged', { items }))).toBe(refusal)
})

test.each([
  ['cancel', null],
  ['withdraw', null],
  ['missing', 'problem.noMessage message'],
  ['wrong', 'problem.noMessage message'],
  ['damaged', 'problem.noMessage message'],
  ['late', 'problem.noMessage message'],
  ['other', 'problem.noMessage message'],
] as const)('"%s" without words is answered %j', (kind, refusal) => {
  const status = kind === 'cancel' ? 'paid' : 'delivered'
  expect(refusalOf({ status }, report(kind, { message: '' }))).toBe(refusal)
})

const reasons = (order: Changes, now = deliveredAt) => {
  const all = listRejectionReasons(returnable(order), now)
  return problemKinds.map((kind) => all[kind]?.replace('problem.', '') ?? null)
}
const all = (reason: string) => Array(7).fill(reason)

test.each([
  ['unpaid', { status: 'pending_payment', isPaid: false }, all('unpaid')],
  ['paid', { status: 'paid' }, [null, ...Array(4).fill('notDelivered'), null, null]],
  ['on its way', { status: 'out_for_delivery' }, ['tooLateToCancel', ...Array(4).fill('notDelivered'), null, null]],
  ['delivered', {}, ['tooLateToCancel', ...Array(6).fill(null)]],
  ['cancelled', { status: 'cancelled' }, all('over')],
  ['refunded', { status: 'refunded' }, all('over')],
  ['with a problem that waits', { hasOpenProblem: true }, all('open')],
] as [string, Changes, unknown[]][])('of an order that is %s each kind has its reason', (_, order, expected) => {
  expect(reasons(order)).toEqual(expected)
})

test('a picked order is not cancelled by its customer any more', () => {
  expect(refusalOf({ status: 'preparing' }, report('cancel', { items: [] }))).toBe('problem.tooLateToCancel kind')
  expect(refusalOf({ status: 'prescription_review' }, report('cancel', { items: [] }))).toBeNull()
})
