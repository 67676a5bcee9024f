import { type Customer, findCustomer, loadNamesById } from '../accounts/customers.ts'
import type { Context } from '../context.ts'
import type { Order } from '../orders/order.ts'
import { findOrder } from '../orders/order-queries.ts'
import { ShopError } from '../platform/errors.ts'
import type { Problem } from '../problems/problem.ts'
import * as problems from '../problems/problems.ts'
import type { RefundBreakdown } from '../problems/refund-breakdown.ts'
import { record } from '../staff/audit.ts'
import { type Actor, canSeeOrder, requirePermission } from '../staff/roles.ts'
import { staffCommand } from '../staff/staff-command.ts'

/** A problem as the staff answer it. */
export interface BackofficeProblem {
  problem: Problem
  order: Order
  customer: Customer | null
  /** What would come back if all of it is granted. */
  breakdown: RefundBreakdown
  /** What the page's form sends back, so that the answer is to what was read. */
  seenHash: string
}

/** The one due soonest first; `closed`: those answered last; `awaited`: whose goods are to come back. */
export async function listProblems(
  ctx: Context,
  actor: Actor,
  state: 'open' | 'closed' | 'awaited',
  requestedBranchId: number | null = null,
  page = 1,
) {
  requirePermission(actor, 'requests.see')
  const branchId = actor.branchId ?? requestedBranchId
  const problemList =
    state === 'awaited'
      ? await problems.listAwaitedReturns(ctx, branchId, page)
      : await problems.listForStaff(ctx, branchId, state, page)
  const customerIds = problemList.map(({ customerId }) => customerId)
  const namesById = await loadNamesById(ctx, customerIds)
  return problemList.map((problem) => ({ ...problem, customerName: namesById.get(problem.customerId) ?? '' }))
}

export async function countOpenProblems(
  ctx: Context,
  actor: Actor,
  requestedBranchId: number | null = null,
): Promise<number> {
  requirePermission(actor, 'requests.see')
  return problems.countOpenProblems(ctx, actor.branchId ?? requestedBranchId)
}

export async function getProblem(ctx: Context, actor: Actor, id: number): Promise<BackofficeProblem> {
  requirePermission(actor, 'requests.see')
  const problem = await problems.getProblem(ctx, id)
  const order = await findOrder(ctx, problem.orderId)
  if (!order || !canSeeOrder(actor, order) || problem.state === 'draft') throw new ShopError('problem.unknown')
  const [customer, breakdown] = await Promise.all([
    findCustomer(ctx, problem.customerId),
    problems.previewGrantedRefund(ctx, problem),
  ])
  return { problem, order, customer, breakdown, seenHash: problems.toSeenMessages(problem) }
}

export const answerProblem = staffCommand({
  permission: 'requests.answer',
  action: 'orders.answerProblem',
  async run(ctx, actor, id: number, decision: problems.StaffDecision) {
    await getProblem(ctx, actor, id)
    return problems.answerProblem(ctx, { kind: 'staff', actor }, id, decision)
  },
  audit: ({ orderId }, _, { decision }) => ({ type: 'order', id: orderId, detail: decision }),
})

/** Records that returned goods have arrived in the shop. */
export const receiveReturn = staffCommand({
  permission: 'orders.handle',
  action: 'orders.receiveGoods',
  async run(ctx, actor, id: number) {
    await getProblem(ctx, actor, id)
    await problems.receiveReturn(ctx, { kind: 'staff', actor }, id)
    return problems.getProblem(ctx, id)
  },
  audit: ({ orderId }) => ({ type: 'order', id: orderId }),
})

/** Each access is recorded in the audit trail, as with prescriptions. */
export async function readPhoto(ctx: Context, actor: Actor, id: number, photoId: number): Promise<Buffer> {
  const { problem } = await getProblem(ctx, actor, id)
  const photo = await problems.readPhoto(ctx, id, photoId)
  await ctx.transact((ctx) =>
    record(ctx, actor, 'orders.seePhoto', { type: 'order', id: problem.orderId }, `photo ${photoId}`),
  )
  return photo
}
