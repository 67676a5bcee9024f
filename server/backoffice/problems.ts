import type { Customer, Customers } from '../accounts/customers.ts'
import type { Database } from '../database/connection.ts'
import type { Order } from '../orders/order.ts'
import type { Orders } from '../orders/orders.ts'
import { ShopError } from '../platform/errors.ts'
import type { Problem } from '../problems/problem.ts'
import type { Answer, Problems } from '../problems/problems.ts'
import type { Returns } from '../problems/returns.ts'
import type { Audit } from '../staff/audit.ts'
import { type Actor, requirePermission, seesOrder } from '../staff/roles.ts'

interface Deps {
  database: Pick<Database, 'transact'>
  accounts: Pick<Customers, 'findCustomer' | 'namesOf'>
  orders: Pick<Orders, 'findForOperator'>
  problems: Problems
  audit: Audit
}

/** A problem as the staff answer it. */
export interface BackofficeProblem {
  problem: Problem
  order: Order
  customer: Customer | null
  /** What would come back if all of it is granted. */
  returns: Returns
}

export type BackofficeProblems = ReturnType<typeof createBackofficeProblems>

/** The staff's answers to what customers tell. Each leaves its line in the audit trail. */
export function createBackofficeProblems({ database, accounts, orders, problems, audit }: Deps) {
  return { list, count, find, answer, receiveGoods, showPhoto }

  /** The one due soonest first; `closed`: those answered last; `awaited`: whose goods are to come back. @throws ShopError "staff.forbidden" */
  async function list(actor: Actor, part: 'open' | 'closed' | 'awaited', branch: number | null = null) {
    requirePermission(actor, 'requests.see')
    const branchId = actor.branchId ?? branch
    const problemsOfPart =
      part === 'awaited' ? await problems.listAwaitingGoods(branchId) : await problems.listOpen(branchId, part)
    const names = await accounts.namesOf(problemsOfPart.map(({ customerId }) => customerId))
    return problemsOfPart.map((problem) => ({ ...problem, customerName: names.get(problem.customerId) ?? '' }))
  }

  async function count(actor: Actor): Promise<number> {
    requirePermission(actor, 'requests.see')
    return problems.countOpen(actor.branchId)
  }

  /** @throws ShopError "staff.forbidden", "problem.unknown" for another branch's, too */
  async function find(actor: Actor, id: number): Promise<BackofficeProblem> {
    requirePermission(actor, 'requests.see')
    const problem = await problems.find(id)
    const order = await orders.findForOperator(problem.orderId)
    if (!order || !seesOrder(actor, order) || problem.state === 'draft') throw new ShopError('problem.unknown')
    const [customer, returns] = await Promise.all([
      accounts.findCustomer(problem.customerId),
      problems.returnsFor(problem),
    ])
    return { problem, order, customer, returns }
  }

  /** @throws ShopError "staff.forbidden", and as `problems.answer` */
  async function answer(actor: Actor, id: number, reply: Answer): Promise<Problem> {
    requirePermission(actor, 'requests.answer')
    const { problem } = await find(actor, id)
    return problems.answer({ kind: 'staff', actor }, id, reply, (tx) =>
      audit.record(tx, actor, 'orders.answerProblem', { type: 'order', id: problem.orderId }, reply.decision),
    )
  }

  /** Whoever takes goods at the counter. @throws ShopError "staff.forbidden", "problem.unknown", "problem.goods" */
  async function receiveGoods(actor: Actor, id: number): Promise<Problem> {
    requirePermission(actor, 'orders.handle')
    const { problem } = await find(actor, id)
    await problems.receiveGoods({ kind: 'staff', actor }, id, (tx) =>
      audit.record(tx, actor, 'orders.receiveGoods', { type: 'order', id: problem.orderId }),
    )
    return problems.find(id)
  }

  /** Each look stands in the audit trail, as with prescriptions. */
  async function showPhoto(actor: Actor, id: number, photoId: number): Promise<Buffer> {
    const { problem } = await find(actor, id)
    await database.transact((tx) =>
      audit.record(tx, actor, 'orders.seePhoto', { type: 'order', id: problem.orderId }, `photo ${photoId}`),
    )
    return problems.showPhoto(id, photoId)
  }
}
