import type { Customer, CustomerService } from '../accounts/customers.ts'
import type { Database } from '../database/connection.ts'
import type { Order } from '../orders/order.ts'
import type { OrderService } from '../orders/orders.ts'
import { ShopError } from '../platform/errors.ts'
import type { Problem } from '../problems/problem.ts'
import type { ProblemService, StaffDecision } from '../problems/problems.ts'
import type { RefundBreakdown } from '../problems/refund-breakdown.ts'
import type { AuditLog } from '../staff/audit.ts'
import { type Actor, canSeeOrder, requirePermission } from '../staff/roles.ts'

interface Deps {
  database: Pick<Database, 'transact'>
  customers: Pick<CustomerService, 'findCustomer' | 'loadNamesById'>
  orders: Pick<OrderService, 'findOrder'>
  problems: ProblemService
  audit: AuditLog
}

/** A problem as the staff answer it. */
export interface BackofficeProblem {
  problem: Problem
  order: Order
  customer: Customer | null
  /** What would come back if all of it is granted. */
  breakdown: RefundBreakdown
}

export type BackofficeProblemService = ReturnType<typeof createBackofficeProblemService>

/** The staff's answers to what customers tell. Each leaves its line in the audit trail. */
export function createBackofficeProblemService({ database, customers, orders, problems, audit }: Deps) {
  return { listProblems, countOpenProblems, getProblem, answerProblem, receiveReturn, readPhoto }

  /** The one due soonest first; `closed`: those answered last; `awaited`: whose goods are to come back. @throws ShopError "staff.forbidden" */
  async function listProblems(
    actor: Actor,
    state: 'open' | 'closed' | 'awaited',
    requestedBranchId: number | null = null,
  ) {
    requirePermission(actor, 'requests.see')
    const branchId = actor.branchId ?? requestedBranchId
    const problemList =
      state === 'awaited' ? await problems.listAwaitedReturns(branchId) : await problems.listForStaff(branchId, state)
    const namesById = await customers.loadNamesById(problemList.map(({ customerId }) => customerId))
    return problemList.map((problem) => ({ ...problem, customerName: namesById.get(problem.customerId) ?? '' }))
  }

  async function countOpenProblems(actor: Actor): Promise<number> {
    requirePermission(actor, 'requests.see')
    return problems.countOpenProblems(actor.branchId)
  }

  /** @throws ShopError "staff.forbidden", "problem.unknown" for another branch's, too */
  async function getProblem(actor: Actor, id: number): Promise<BackofficeProblem> {
    requirePermission(actor, 'requests.see')
    const problem = await problems.getProblem(id)
    const order = await orders.findOrder(problem.orderId)
    if (!order || !canSeeOrder(actor, order) || problem.state === 'draft') throw new ShopError('problem.unknown')
    const [customer, breakdown] = await Promise.all([
      customers.findCustomer(problem.customerId),
      problems.previewGrantedRefund(problem),
    ])
    return { problem, order, customer, breakdown }
  }

  /** @throws ShopError "staff.forbidden", and as `problems.answer` */
  async function answerProblem(actor: Actor, id: number, decision: StaffDecision): Promise<Problem> {
    requirePermission(actor, 'requests.answer')
    const { problem } = await getProblem(actor, id)
    return problems.answerProblem({ kind: 'staff', actor }, id, decision, (tx) =>
      audit.record(tx, actor, 'orders.answerProblem', { type: 'order', id: problem.orderId }, decision.decision),
    )
  }

  /** Records that returned goods have arrived in the shop. @throws ShopError "staff.forbidden", "problem.unknown", "problem.goods" */
  async function receiveReturn(actor: Actor, id: number): Promise<Problem> {
    requirePermission(actor, 'orders.handle')
    const { problem } = await getProblem(actor, id)
    await problems.receiveReturn({ kind: 'staff', actor }, id, (tx) =>
      audit.record(tx, actor, 'orders.receiveGoods', { type: 'order', id: problem.orderId }),
    )
    return problems.getProblem(id)
  }

  /** Each access is recorded in the audit trail, as with prescriptions. */
  async function readPhoto(actor: Actor, id: number, photoId: number): Promise<Buffer> {
    const { problem } = await getProblem(actor, id)
    await database.transact((tx) =>
      audit.record(tx, actor, 'orders.seePhoto', { type: 'order', id: problem.orderId }, `photo ${photoId}`),
    )
    return problems.readPhoto(id, photoId)
  }
}
