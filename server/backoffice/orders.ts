import type { Customer, Customers } from '../accounts/customers.ts'
import type { Authorisations } from '../bag/programme/authorisations.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StaffProducts } from '../catalogue/staff-products.ts'
import type { Database, InTransaction } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Branch } from '../delivery/branch.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Mail } from '../mail/mail.ts'
import { promisedDeliveryAt } from '../orders/delivery-updates.ts'
import type { FiscalCpf } from '../orders/fiscal-cpf.ts'
import { nextStep, transitions } from '../orders/lifecycle.ts'
import type { Lot } from '../orders/lots.ts'
import type { Courier, Order, OrderLine } from '../orders/order.ts'
import type { ReachedStatus } from '../orders/order-queries.ts'
import type { Orders } from '../orders/orders.ts'
import type { ShortPick } from '../orders/short-picks.ts'
import { isInPhase } from '../orders/statuses.ts'
import type { EndedOrder } from '../orders/steps.ts'
import type { CancellationRequest, QueuedOrder } from '../orders/work-queue.ts'
import type { Payment } from '../payments/payment-records.ts'
import type { Payments } from '../payments/payments.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { Problem } from '../problems/problem.ts'
import type { Problems } from '../problems/problems.ts'
import type { Audit, AuditEntry } from '../staff/audit.ts'
import { type Actor, may, requirePermission, seesOrder } from '../staff/roles.ts'
import { findOwnOrder } from './own-order.ts'

interface Deps {
  database: Database
  clock: Clock
  accounts: Pick<Customers, 'findCustomer'>
  catalogue: Pick<Catalogue, 'productRecords'>
  staffProducts: Pick<StaffProducts, 'findByEan'>
  delivery: Pick<Delivery, 'listBranches'>
  orders: Orders
  mail: Pick<Mail, 'listForOrder'>
  payments: Pick<Payments, 'listPayments'>
  problems: Pick<Problems, 'listByOrder'>
  fiscalCpf: Pick<FiscalCpf, 'find'>
  authorisations: Pick<Authorisations, 'ofOrder'>
  audit: Audit
}

/** A queued order with its promise. */
export interface WaitingOrder extends QueuedOrder {
  /** Null while it is unpaid. */
  promisedAt: Date | null
}

/** What the queue may be narrowed to. */
export type QueuePart =
  | 'open'
  | 'late'
  | 'paid'
  | 'prescription_review'
  | 'preparing'
  | 'ready_for_pickup'
  | 'out_for_delivery'

export interface BackofficeLine extends OrderLine {
  sku: string
  ean: string | null
  /** The quantity without what was taken out. */
  unitsToPick: number
  /** Units that lie in the bag. */
  picked: number
  pickedAt: Date | null
  /** Of what is retained, where they were told. */
  lots: Lot[]
  /** Its prescription stays with the pharmacy (RDC 471/2021). */
  keepsPrescription: boolean
}

/** An order as the clerk handles it. */
export interface BackofficeOrder {
  order: Order
  branch: Branch | null
  customer: Customer | null
  lines: BackofficeLine[]
  isPicked: boolean
  promisedAt: Date | null
  /** What the next step leads to; null where there is none for the counter. */
  nextStatus: OrderStatus | null
  /** With who took the step, where it was one of the shop's people. */
  history: ReachedStatus[]
  /** Who did what to it, newest first. */
  acts: AuditEntry[]
  /** Newest first. */
  mails: Awaited<ReturnType<Mail['listForOrder']>>
  /** What was received for it, oldest first. */
  payments: Payment[]
  endRequest: CancellationRequest | null
  /** Eleven digits for its fiscal document; null where the customer gave none. */
  fiscalCpf: string | null
  /** What laboratories' programmes authorised for it, oldest first. */
  authorisations: Awaited<ReturnType<Authorisations['ofOrder']>>
  /** What its customer told of it, the newest first. */
  problems: Problem[]
}

/** What a step may say besides. */
interface StepDetails {
  courier?: Courier | undefined
  receivedBy?: string
  shelfMark?: string
  /** As typed, of what is retained: `AB12`, or `AB12 x1, CD34 x2`. */
  lots?: { productId: number; text: string }[]
}

export type BackofficeOrders = ReturnType<typeof createBackofficeOrders>

/** The clerk's work with orders. Every verb asks for its permission, and leaves its line in the audit trail. */
export function createBackofficeOrders(deps: Deps) {
  const { database, clock, orders, audit } = deps
  const { queue } = orders
  return {
    listQueue,
    searchOrders,
    findOrder,
    advance,
    pick,
    pickByHand,
    removeUnits,
    end,
    requestCancellation,
    answerCancellationRequest,
    sendMailAgain,
    setCourier,
    setFiscalKey,
    setPromise,
  }

  /**
   * The queue, late orders first, then the longest waiting; how many there are by status, when the last one came, what ended
   * lately, and who asks for an answer.
   */
  async function listQueue(actor: Actor, tab: QueuePart, branch: number | null) {
    requirePermission(actor, 'orders.see')
    const branchId = actor.branchId ?? branch
    const lateIds = await lateOrders(branchId)
    const [waiting, counts, newestAt, ended, requests] = await Promise.all([
      tab === 'late'
        ? queue.listByIds(lateIds.slice(0, queue.maxRows))
        : queue.listQueue({ statuses: tab === 'open' ? queue.openStatuses : [tab], branchId }),
      queue.countQueue(branchId),
      queue.latestPaidAt(branchId),
      queue.listLatestClosed(branchId),
      may(actor, 'orders.end') ? queue.listCancellationRequests(branchId) : [],
    ])
    const isLate = new Set(lateIds)
    const sorted = waiting.sort((a, b) => Number(isLate.has(b.id)) - Number(isLate.has(a.id)))
    return {
      orders: await withPromises(actor, sorted),
      lateCount: lateIds.length,
      counts,
      newestAt,
      closedOrders: await withPromises(actor, ended),
      requests,
    }
  }

  /** Those whose promise has passed, the longest waiting first. */
  async function lateOrders(branchId: number | null): Promise<number[]> {
    const [open, branches] = await Promise.all([queue.listPaidTimes(branchId), branchesById()])
    const now = clock.now()
    return open
      .filter((order) => (promisedDeliveryAt(order, branches.get(order.branchId) ?? null) ?? now) < now)
      .map(({ id }) => id)
  }

  /** By number, name, e-mail or phone; the newest first. */
  async function searchOrders(actor: Actor, term: string): Promise<WaitingOrder[]> {
    requirePermission(actor, 'customers.find')
    return withPromises(actor, await queue.searchOrders(term, actor.branchId))
  }

  /** @throws ShopError "staff.forbidden", "order.unknown" for one that is another branch's too */
  async function findOrder(actor: Actor, id: number): Promise<BackofficeOrder> {
    const order = await findOwnOrder(orders, actor, id)
    const [customer, branches, picks, lots, records, history, acts, endRequest, mails, payments] = await Promise.all([
      deps.accounts.findCustomer(order.customerId),
      deps.delivery.listBranches(),
      queue.listPickedUnits(id),
      orders.lots.listLots(id),
      deps.catalogue.productRecords(order.lines.map(({ productId }) => productId)),
      orders.listStatusHistory(id),
      audit.listEntries(actor, { record: recordOf(id) }),
      queue.findCancellationRequest(id),
      deps.mail.listForOrder(id),
      deps.payments.listPayments(id),
    ])
    const lines = order.lines.map((line) => ({
      ...line,
      unitsToPick: line.quantity - line.shortPickedUnits,
      sku: records.get(line.productId)?.sku ?? '',
      ean: records.get(line.productId)?.ean ?? null,
      picked: picks.get(line.productId)?.units ?? 0,
      pickedAt: picks.get(line.productId)?.pickedAt ?? null,
      lots: lots.get(line.productId) ?? [],
      keepsPrescription: records.get(line.productId)?.prescriptionClass.startsWith('RX_RETENCAO') ?? false,
    }))
    const branch = branches.find((each) => each.id === order.branchId) ?? null
    return {
      order,
      branch,
      customer,
      lines,
      isPicked: lines.every(({ picked, unitsToPick }) => picked >= unitsToPick),
      promisedAt: promisedDeliveryAt(order, branch),
      nextStatus: statusAfter(order),
      history,
      acts,
      mails,
      payments,
      endRequest,
      fiscalCpf: await deps.fiscalCpf.find(id),
      authorisations: await deps.authorisations.ofOrder(id),
      problems: await deps.problems.listByOrder(id),
    }
  }

  /**
   * Takes the next step: picking begins, the courier has it, it has arrived. Nothing leaves with a unit missing.
   * @throws ShopError "staff.forbidden", "order.unknown", "step.notPicked", "step.impossible", "pick.lot"
   */
  async function advance(
    actor: Actor,
    id: number,
    { courier, receivedBy, shelfMark, lots = [] }: StepDetails = {},
  ): Promise<OrderStatus> {
    requirePermission(actor, 'orders.handle')
    const { order, lines, isPicked, nextStatus } = await findOrder(actor, id)
    if (order.status === 'preparing' && !isPicked) throw new ShopError('step.notPicked')
    if (order.status === 'ready_for_pickup') throw new ShopError('pickup.code')
    if (nextStatus === 'out_for_delivery' && courier) await setCourier(actor, id, courier)
    return orders.advance(id, { kind: 'staff', actor }, async (tx) => {
      if (nextStatus === 'delivered' && receivedBy) await orders.setReceivedBy(tx, id, receivedBy)
      for (const { productId, name, unitsToPick: units } of lines.filter(
        ({ keepsPrescription }) => keepsPrescription,
      )) {
        const text = lots.find((each) => each.productId === productId)?.text ?? ''
        await orders.lots.setLots(tx, id, { productId, name, units, text })
      }
      if (nextStatus === 'ready_for_pickup' && shelfMark) await orders.pickup.setShelfMark(tx, id, shelfMark)
      await auditLine(actor, id, nextStatus)(tx)
    })
  }

  /**
   * A scanned barcode: one more unit of its line lies in the bag. The first scan of a paid order begins its picking.
   * @throws ShopError "staff.forbidden", "order.unknown", "pick.unknownCode", "pick.otherProduct", "pick.complete",
   *   "step.impossible"
   */
  async function pick(actor: Actor, id: number, ean: string): Promise<BackofficeLine> {
    const code = ean.replace(/\s/g, '')
    const { lines } = await findOrder(actor, id)
    const line = lines.find((each) => each.ean === code)
    if (line) return pickLine(actor, id, line)
    const product = await deps.staffProducts.findByEan(code)
    if (!product) throw new ShopError('pick.unknownCode', { input: 'barcode' })
    throw new ShopError('pick.otherProduct', { input: 'barcode', product: product.name })
  }

  /** For what has no barcode, or a damaged one. @throws the same refusals as `pick` */
  async function pickByHand(actor: Actor, id: number, productId: number): Promise<BackofficeLine> {
    const { lines } = await findOrder(actor, id)
    const line = lines.find((each) => each.productId === productId)
    if (!line) throw new ShopError('product.unknown')
    return pickLine(actor, id, line)
  }

  async function pickLine(actor: Actor, id: number, line: BackofficeLine): Promise<BackofficeLine> {
    requirePermission(actor, 'orders.handle')
    const { status } = await findOwnOrder(orders, actor, id)
    if (status === 'paid') await orders.advance(id, { kind: 'staff', actor }, auditLine(actor, id, 'preparing'))
    else if (status !== 'preparing') throw new ShopError('step.impossible')
    if (line.unitsToPick === 0) throw new ShopError('pick.takenOut', { input: 'barcode', product: line.name })
    await database.transact(async (tx) => {
      if (!(await queue.pickUnit(tx, id, line.productId, line.unitsToPick)))
        throw new ShopError('pick.complete', { input: 'barcode', product: line.name })
      await audit.record(tx, actor, 'orders.pick', recordOf(id), line.sku)
    })
    return { ...line, picked: line.picked + 1 }
  }

  /**
   * Takes units of a line out that the shelf does not have.
   * @returns cents to be refunded
   * @throws ShopError "staff.forbidden", "order.unknown", "step.impossible", "removal.units", "removal.everything",
   *   "removal.balances", "removal.byHand"
   */
  async function removeUnits(actor: Actor, { orderId: id, productId, ...units }: ShortPick): Promise<number> {
    requirePermission(actor, 'orders.handle')
    await findOwnOrder(orders, actor, id)
    return orders.removeUnits({ orderId: id, productId, ...units }, { kind: 'staff', actor }, (tx) =>
      audit.record(tx, actor, 'orders.removeUnits', recordOf(id), `product ${productId}, ${units.units}`),
    )
  }

  /**
   * Ends an order: its money goes back, and its stock if it has not left the shop.
   * @throws ShopError "staff.forbidden", "order.unknown", "reason.missing", "step.impossible"
   */
  async function end(actor: Actor, id: number, reason: string): Promise<EndedOrder> {
    requirePermission(actor, 'orders.end')
    if (reason.trim() === '') throw new ShopError('reason.missing', { input: 'reason' })
    const { status } = await findOwnOrder(orders, actor, id)
    const act = isInPhase(status, 'inTransit', 'done') ? 'orders.refund' : 'orders.cancel'
    return orders.end(id, { kind: 'staff', actor }, async (tx) => {
      await audit.record(tx, actor, act, recordOf(id))
      await queue.recordCancellation(tx, id, reason.trim(), actor.name)
    })
  }

  /** A clerk's request, which an owner or a pharmacist answers. @throws ShopError "staff.forbidden", "order.unknown", "reason.missing" */
  async function requestCancellation(actor: Actor, id: number, reason: string): Promise<void> {
    requirePermission(actor, 'orders.askEnd')
    if (reason.trim() === '') throw new ShopError('reason.missing', { input: 'reason' })
    const { status } = await findOwnOrder(orders, actor, id)
    if (isInPhase(status, 'void')) throw new ShopError('step.impossible')
    await database.transact(async (tx) => {
      await queue.requestCancellation(tx, id, reason.trim(), actor.name)
      await audit.record(tx, actor, 'orders.askEnd', recordOf(id))
    })
  }

  /**
   * @returns what an order that was ended gives back; null for one that goes on
   * @throws ShopError "staff.forbidden", "order.unknown", "request.missing", "step.impossible"
   */
  async function answerCancellationRequest(actor: Actor, id: number, isGranted: boolean): Promise<EndedOrder | null> {
    requirePermission(actor, 'orders.end')
    await findOwnOrder(orders, actor, id)
    const request = await queue.findCancellationRequest(id)
    if (!request || request.answer !== null) throw new ShopError('request.missing')
    if (isGranted) return end(actor, id, request.reason)
    await database.transact(async (tx) => {
      await queue.rejectCancellationRequest(tx, id)
      await audit.record(tx, actor, 'orders.keep', recordOf(id))
    })
    return null
  }

  /** @throws ShopError "staff.forbidden", "order.unknown" for an e-mail that is none of the order's */
  async function sendMailAgain(actor: Actor, id: number, mailId: number): Promise<void> {
    requirePermission(actor, 'orders.handle')
    await findOwnOrder(orders, actor, id)
    await database.transact(async (tx) => {
      if (!(await orders.emails.resend(tx, id, mailId))) throw new ShopError('order.unknown')
      await audit.record(tx, actor, 'orders.sendMailAgain', recordOf(id))
    })
  }

  /** Who brings an order, shown to its customer. @throws ShopError "staff.forbidden", "order.unknown", "courier.name", "courier.url" */
  async function setCourier(actor: Actor, id: number, courier: Courier): Promise<void> {
    await handled(actor, id)
    await orders.setCourier(id, courier, { kind: 'staff', actor }, (tx) =>
      audit.record(tx, actor, 'orders.setCourier', recordOf(id)),
    )
  }

  /** The access key of its fiscal document. @throws ShopError "staff.forbidden", "order.unknown", "fiscal.key" */
  async function setFiscalKey(actor: Actor, id: number, key: string): Promise<void> {
    await handled(actor, id)
    await orders.setFiscalKey(id, key, { kind: 'staff', actor }, (tx) =>
      audit.record(tx, actor, 'orders.setFiscalKey', recordOf(id)),
    )
  }

  /** Another time than was promised, yyyy-MM-ddTHH:mm in São Paulo. @throws ShopError "staff.forbidden", "order.unknown", "promise.past" */
  async function setPromise(actor: Actor, id: number, until: string): Promise<void> {
    await handled(actor, id)
    await orders.setPromise(id, until, { kind: 'staff', actor }, (tx) =>
      audit.record(tx, actor, 'orders.setPromise', recordOf(id)),
    )
  }

  async function handled(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'orders.handle')
    await findOwnOrder(orders, actor, id)
  }

  /** Those of a list that somebody sees. */
  async function withPromises(actor: Actor, list: QueuedOrder[]): Promise<WaitingOrder[]> {
    const branches = await branchesById()
    return list
      .filter((order) => seesOrder(actor, order))
      .map((order) => ({ ...order, promisedAt: promisedDeliveryAt(order, branches.get(order.branchId) ?? null) }))
  }

  async function branchesById(): Promise<Map<number, Branch>> {
    return new Map((await deps.delivery.listBranches()).map((branch) => [branch.id, branch]))
  }

  function auditLine(actor: Actor, id: number, status: OrderStatus | null): InTransaction {
    return (tx) => audit.record(tx, actor, 'orders.advance', recordOf(id), status)
  }
}

/** What the staff's next step leads to. */
function statusAfter({ status, type }: Pick<Order, 'status' | 'type'>): OrderStatus | null {
  const step = nextStep(status, type)
  return step && transitions[step].to
}

/** An order's name in the audit trail. */
function recordOf(orderId: number) {
  return { type: 'order', id: orderId } as const
}
