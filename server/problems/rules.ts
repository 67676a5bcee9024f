import type { OrderStatus } from '../database/schema.ts'
import { transitions } from '../orders/lifecycle.ts'
import { isIn } from '../orders/statuses.ts'
import { shopDay } from '../platform/calendar.ts'
import { type RefusalCode, ShopError } from '../platform/errors.ts'
import type { ProblemKind, Report, ReturnableOrder } from './problem.ts'
import { returnableUnits } from './refund-breakdown.ts'

/** Days after delivery within which a purchase may be withdrawn from (Código de Defesa do Consumidor, art. 49). */
export const withdrawalDays = 7
/** Days after delivery within which goods that lack, or are wrong or damaged, are told (CDC, art. 26, I). */
const complaintDays = 30

type Rule = (context: ReturnableOrder, report: Report, now: Date) => RefusalCode | null

const aboutGoods: readonly ProblemKind[] = ['withdraw', 'missing', 'wrong', 'damaged']

/** Each returns why a problem cannot be reported, or null. The first objection is reported. */
const rules: { rule: Rule; input: string }[] = [
  { input: 'kind', rule: ({ hasOpenProblem }) => (hasOpenProblem ? 'problem.open' : null) },
  { input: 'kind', rule: ({ order }) => (order.paidAt === null ? 'problem.unpaid' : null) },
  { input: 'kind', rule: ({ order }) => (isIn(order.status, 'over') ? 'problem.over' : null) },
  {
    input: 'kind',
    rule: ({ order }, { kind }) =>
      kind === 'cancel' && !(transitions.cancelPaid.from as readonly OrderStatus[]).includes(order.status)
        ? 'problem.tooLateToCancel'
        : null,
  },
  {
    input: 'kind',
    rule: ({ order }, { kind }) =>
      aboutGoods.includes(kind) && !isIn(order.status, 'done') ? 'problem.notDelivered' : null,
  },
  {
    input: 'kind',
    rule: (context, { kind }, now) =>
      kind === 'withdraw' && isOlder(context, withdrawalDays, now) ? 'problem.withdrawalOver' : null,
  },
  {
    input: 'kind',
    rule: (context, { kind }, now) =>
      kind !== 'cancel' && isOlder(context, complaintDays, now) ? 'problem.tooOld' : null,
  },
  {
    input: 'items',
    rule: (_, { kind, items }) => (aboutGoods.includes(kind) && items.length === 0 ? 'problem.noItem' : null),
  },
  {
    input: 'items',
    rule: (context, { items }) => {
      const returnable = returnableUnits(context)
      return items.some(({ productId, units }) => units < 1 || units > (returnable.get(productId) ?? 0))
        ? 'problem.units'
        : null
    },
  },
  {
    input: 'message',
    rule: (_, { kind, message }) => (needsMessage(kind) && message === '' ? 'problem.noMessage' : null),
  },
]

function needsMessage(kind: ProblemKind): boolean {
  return kind !== 'cancel' && kind !== 'withdraw'
}

function isOlder({ events }: ReturnableOrder, days: number, now: Date): boolean {
  const delivered = events.find(({ status }) => status === 'delivered')
  if (!delivered) return false
  return lastDay(delivered.at, days) < shopDay(now)
}

/** The last day, yyyy-MM-dd in São Paulo, of so many after the one of an instant. */
export function lastDay(from: Date, days: number): string {
  return shopDay(new Date(from.getTime() + days * 24 * 60 * 60_000))
}

/** @throws ShopError "problem.…", with the input that it is about */
export function assertReportable(context: ReturnableOrder, report: Report, now: Date): void {
  for (const { rule, input } of rules) {
    const code = rule(context, report, now)
    if (code) throw new ShopError(code, { input })
  }
}

/** Why each kind of problem cannot be reported now; null if it can. Items and message are not checked. */
export function objectionsTo(context: ReturnableOrder, now: Date): Record<ProblemKind, RefusalCode | null> {
  const objectionTo = (kind: ProblemKind) =>
    rules
      .filter(({ input }) => input === 'kind')
      .map(({ rule }) => rule(context, { kind, items: [], message: '' }, now))
      .find((code) => code !== null) ?? null
  return {
    cancel: objectionTo('cancel'),
    withdraw: objectionTo('withdraw'),
    missing: objectionTo('missing'),
    wrong: objectionTo('wrong'),
    damaged: objectionTo('damaged'),
    late: objectionTo('late'),
    other: objectionTo('other'),
  }
}
