import { addDays } from '../../app/texts/days.ts'
import type { OrderStatus } from '../database/schema.ts'
import { transitions } from '../orders/lifecycle.ts'
import { isInPhase } from '../orders/statuses.ts'
import { toShopDay } from '../platform/calendar.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import type { ProblemKind, ReportedProblem, ReturnableOrder } from './problem.ts'
import { countReturnableUnits } from './refund-breakdown.ts'

/** Days after delivery within which a purchase may be withdrawn from (Código de Defesa do Consumidor, art. 49). */
export const withdrawalDays = 7
/** Days after delivery within which missing, wrong or damaged goods can be reported (CDC, art. 26, I). */
const complaintDays = 30

type EligibilityRule = (returnableOrder: ReturnableOrder, report: ReportedProblem, now: Date) => ShopErrorCode | null

const goodsProblemKinds: readonly ProblemKind[] = ['withdraw', 'missing', 'wrong', 'damaged']

/** Each returns why a problem cannot be reported, or null. The first reason is reported. */
const eligibilityRules: { findReason: EligibilityRule; input: string }[] = [
  { input: 'kind', findReason: ({ hasOpenProblem }) => (hasOpenProblem ? 'problem.open' : null) },
  { input: 'kind', findReason: ({ order }) => (order.paidAt === null ? 'problem.unpaid' : null) },
  { input: 'kind', findReason: ({ order }) => (isInPhase(order.status, 'void') ? 'problem.over' : null) },
  {
    input: 'kind',
    findReason: ({ order }, { kind }) =>
      kind === 'cancel' && !(transitions.cancelPaid.from as readonly OrderStatus[]).includes(order.status)
        ? 'problem.tooLateToCancel'
        : null,
  },
  {
    input: 'kind',
    findReason: ({ order }, { kind }) =>
      goodsProblemKinds.includes(kind) && !isInPhase(order.status, 'done') ? 'problem.notDelivered' : null,
  },
  {
    input: 'kind',
    findReason: (returnableOrder, { kind }, now) =>
      kind === 'withdraw' && isPastDeadline(returnableOrder, withdrawalDays, now) ? 'problem.withdrawalOver' : null,
  },
  {
    input: 'kind',
    findReason: (returnableOrder, { kind }, now) =>
      kind !== 'cancel' && isPastDeadline(returnableOrder, complaintDays, now) ? 'problem.tooOld' : null,
  },
  {
    input: 'items',
    findReason: (_, { kind, items }) =>
      goodsProblemKinds.includes(kind) && items.length === 0 ? 'problem.noItem' : null,
  },
  {
    input: 'items',
    findReason: (returnableOrder, { items }) => {
      const unitsByProduct = countReturnableUnits(returnableOrder)
      return items.some(({ productId, units }) => units < 1 || units > (unitsByProduct.get(productId) ?? 0))
        ? 'problem.units'
        : null
    },
  },
  {
    input: 'message',
    findReason: (_, { kind, message }) => (needsMessage(kind) && message === '' ? 'problem.noMessage' : null),
  },
]

function needsMessage(kind: ProblemKind): boolean {
  return kind !== 'cancel' && kind !== 'withdraw'
}

function isPastDeadline({ events }: ReturnableOrder, deadlineDays: number, now: Date): boolean {
  const deliveryEvent = events.find(({ status }) => status === 'delivered')
  if (!deliveryEvent) return false
  return toDeadlineDay(deliveryEvent.at, deadlineDays) < toShopDay(now)
}

/** The last day, yyyy-MM-dd in São Paulo, of so many after the one of an instant. */
export function toDeadlineDay(start: Date, days: number): string {
  return addDays(toShopDay(start), days)
}

/** @throws ShopError "problem.…", with the input that it is about */
export function assertReportable(returnableOrder: ReturnableOrder, report: ReportedProblem, now: Date): void {
  for (const { findReason, input } of eligibilityRules) {
    const code = findReason(returnableOrder, report, now)
    if (code) throw new ShopError(code, { input })
  }
}

/** Why each kind of problem cannot be reported now; null if it can. Items and message are not checked. */
export function listRejectionReasons(
  returnableOrder: ReturnableOrder,
  now: Date,
): Record<ProblemKind, ShopErrorCode | null> {
  const findRejectionReason = (kind: ProblemKind) =>
    eligibilityRules
      .filter(({ input }) => input === 'kind')
      .map(({ findReason }) => findReason(returnableOrder, { kind, items: [], message: '' }, now))
      .find((code) => code !== null) ?? null
  return {
    cancel: findRejectionReason('cancel'),
    withdraw: findRejectionReason('withdraw'),
    missing: findRejectionReason('missing'),
    wrong: findRejectionReason('wrong'),
    damaged: findRejectionReason('damaged'),
    late: findRejectionReason('late'),
    other: findRejectionReason('other'),
  }
}
