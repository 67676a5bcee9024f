import type { Customer, CustomerService } from '../accounts/customers.ts'
import type { LaboratoryAuthorisationService } from '../bag/programme/laboratory-authorisations.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StaffProductService } from '../catalogue/staff-products.ts'
import type { Database, TransactionHook } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Branch } from '../delivery/branch.ts'
import type { DeliveryService } from '../delivery/delivery.ts'
import type { MailService } from '../mail/mail.ts'
import { resolveDeliveryDueAt } from '../orders/delivery-updates.ts'
import type { FiscalCpfStore } from '../orders/fiscal-cpf.ts'
import type { CancellationRequest, QueuedOrder } from '../orders/fulfilment-queue.ts'
import { findNextTransition, transitions } from '../orders/lifecycle.ts'
import type { Lot } from '../orders/lots.ts'
import type { Courier, Order, OrderLine } from '../orders/order.ts'
import type { CancellationResult } from '../orders/order-commands.ts'
import type { StatusHistoryEntry } from '../orders/order-queries.ts'
import type { OrderService } from '../orders/orders.ts'
import type { ShortPick } from '../orders/short-picks.ts'
import { isInPhase } from '../orders/statuses.ts'
import type { Payment } from '../payments/payment-queries.ts'
import type { PaymentService } from '../payments/payments.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { Problem } from '../problems/problem.ts'
import type { ProblemService } from '../problems/problems.ts'
import type { AuditEntry, AuditLog } from '../staff/audit.ts'
import { type Actor, canSeeOrder, hasPermission, requirePermission } from '../staff/roles.ts'
import { requireVisibleOrder } from './visible-order.ts'

interface Deps {
  database: Database
  clock: Clock
  customers: Pick<CustomerService, 'findCustomer'>
  catalogue: Pick<Catalogue, 'loadProductRecords'>
  staffProducts: Pick<StaffProductService, 'findProductByEan'>
  delivery: Pick<DeliveryService, 'listBranches'>
  orders: OrderService
  mail: Pick<MailService, 'listOrderEmails'>
  payments: Pick<PaymentService, 'listPayments'>
  problems: Pick<ProblemService, 'listByOrder'>
  fiscalCpf: Pick<FiscalCpfStore, 'findCpf'>
  authorisations: Pick<LaboratoryAuthorisationService, 'listByOrder'>
  audit: AuditLog
}

/** A queued order with its promise. */
export interface WaitingOrder extends QueuedOrder {
  /** Null while it is unpaid. */
  promisedAt: Date | null
}

/** What the queue may be narrowed to. */
export type QueueTab =
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
  pickedUnits: number
  pickedAt: Date | null
  /** Of what is retained, where they were told. */
  lots: Lot[]
  /** Its prescription stays with the pharmacy (RDC 471/2021). */
  requiresRetention: boolean
}

/** An order as the clerk handles it. */
export interface BackofficeOrder {
  order: Order
  branch: Branch | null
  customer: Customer | null
  lines: BackofficeLine[]
  isPicked: boolean
  promisedAt: Date | null
  /** What the next step leads to; null where there is none for the back office. */
  nextStatus: OrderStatus | null
  /** With who took the step, where it was one of the shop's people. */
  history: StatusHistoryEntry[]
  /** Who did what to it, newest first. */
  auditEntries: AuditEntry[]
  /** Newest first. */
  emails: Awaited<ReturnType<MailService['listOrderEmails']>>
  /** What was received for it, oldest first. */
  payments: Payment[]
  cancellationRequest: CancellationRequest | null
  /** Eleven digits for its fiscal document; null where the customer gave none. */
  fiscalCpf: string | null
  /** What laboratories' programmes authorised for it, oldest first. */
  authorisations: Awaited<ReturnType<LaboratoryAuthorisationService['listByOrder']>>
  /** What its customer told of it, the newest first. */
  problems: Problem[]
}

/** What a step may say besides. */
interface AdvanceOrderDetails {
  courier?: Courier | undefined
  receivedBy?: string
  shelfMark?: string
  /** As typed, of what is retained: `AB12`, or `AB12 x1, CD34 x2`. */
  lots?: { productId: number; text: string }[]
}

export type BackofficeOrderService = ReturnType<typeof createBackofficeOrderService>

/** The clerk's work with orders. Every function checks its permission, and writes its line into the audit trail. */
export function createBackofficeOrderService(deps: Deps) {
  const { database, clock, orders, audit } = deps
  const { queue } = orders
  return {
    listQueue,
    searchOrders,
    getOrder,
    advanceOrder,
    pickUnitByBarcode,
    pickUnitWithoutScan,
    removeUnits,
    cancelOrRefund,
    requestCancellation,
    decideCancellationRequest,
    resendEmail,
    setCourier,
    setFiscalKey,
    setPromisedTime,
  }

  /**
   * The queue, late orders first, then the longest waiting; how many there are by status, when the last one came, what ended
   * lately, and who asks for an answer.
   */
  async function listQueue(actor: Actor, tab: QueueTab, requestedBranchId: number | null) {
    requirePermission(actor, 'orders.see')
    const branchId = actor.branchId ?? requestedBranchId
    const lateOrderIds = await listLateOrderIds(branchId)
    const [waitingOrders, orderCountByStatus, latestPaidAt, latestClosedOrders, cancellationRequests] =
      await Promise.all([
        tab === 'late'
          ? queue.listByIds(lateOrderIds.slice(0, queue.maxListedOrders))
          : queue.listQueue({ statuses: tab === 'open' ? queue.queueStatuses : [tab], branchId }),
        queue.countQueueByStatus(branchId),
        queue.findLatestUnstartedPaidAt(branchId),
        queue.listLatestClosedOrders(branchId),
        hasPermission(actor, 'orders.end') ? queue.listCancellationRequests(branchId) : [],
      ])
    const lateOrderIdSet = new Set(lateOrderIds)
    const sortedOrders = waitingOrders.sort(
      (a, b) => Number(lateOrderIdSet.has(b.id)) - Number(lateOrderIdSet.has(a.id)),
    )
    return {
      orders: await toVisibleWaitingOrders(actor, sortedOrders),
      lateCount: lateOrderIds.length,
      orderCountByStatus,
      latestPaidAt,
      closedOrders: await toVisibleWaitingOrders(actor, latestClosedOrders),
      cancellationRequests,
    }
  }

  /** Those whose promise has passed, the longest waiting first. */
  async function listLateOrderIds(branchId: number | null): Promise<number[]> {
    const [paidOrders, branches] = await Promise.all([queue.listPaidOrderTimes(branchId), loadBranchesById()])
    const now = clock.now()
    return paidOrders
      .filter((order) => (resolveDeliveryDueAt(order, branches.get(order.branchId) ?? null) ?? now) < now)
      .map(({ id }) => id)
  }

  /** By number, name, e-mail or phone; the newest first. */
  async function searchOrders(actor: Actor, term: string): Promise<WaitingOrder[]> {
    requirePermission(actor, 'customers.find')
    return toVisibleWaitingOrders(actor, await queue.searchOrders(term, actor.branchId))
  }

  /** @throws ShopError "staff.forbidden", "order.unknown" for one that is another branch's too */
  async function getOrder(actor: Actor, id: number): Promise<BackofficeOrder> {
    const order = await requireVisibleOrder(orders, actor, id)
    const [
      customer,
      branches,
      picksByProductId,
      lotsByProductId,
      productRecords,
      history,
      auditEntries,
      cancellationRequest,
      emails,
      payments,
    ] = await Promise.all([
      deps.customers.findCustomer(order.customerId),
      deps.delivery.listBranches(),
      queue.loadPickedUnitsByProduct(id),
      orders.lots.loadLotsByProduct(id),
      deps.catalogue.loadProductRecords(order.lines.map(({ productId }) => productId)),
      orders.listStatusHistory(id),
      audit.listEntries(actor, { target: toAuditTarget(id) }),
      queue.findCancellationRequest(id),
      deps.mail.listOrderEmails(id),
      deps.payments.listPayments(id),
    ])
    const lines = order.lines.map((line) => ({
      ...line,
      unitsToPick: line.quantity - line.shortPickedUnits,
      sku: productRecords.get(line.productId)?.sku ?? '',
      ean: productRecords.get(line.productId)?.ean ?? null,
      pickedUnits: picksByProductId.get(line.productId)?.units ?? 0,
      pickedAt: picksByProductId.get(line.productId)?.pickedAt ?? null,
      lots: lotsByProductId.get(line.productId) ?? [],
      requiresRetention: productRecords.get(line.productId)?.prescriptionClass.startsWith('RX_RETENCAO') ?? false,
    }))
    const branch = branches.find((candidate) => candidate.id === order.branchId) ?? null
    return {
      order,
      branch,
      customer,
      lines,
      isPicked: lines.every(({ pickedUnits, unitsToPick }) => pickedUnits >= unitsToPick),
      promisedAt: resolveDeliveryDueAt(order, branch),
      nextStatus: findNextStatus(order),
      history,
      auditEntries,
      emails,
      payments,
      cancellationRequest: cancellationRequest,
      fiscalCpf: await deps.fiscalCpf.findCpf(id),
      authorisations: await deps.authorisations.listByOrder(id),
      problems: await deps.problems.listByOrder(id),
    }
  }

  /**
   * Takes the next step: picking begins, the courier has it, it has arrived. Nothing leaves with a unit missing.
   * @throws ShopError "staff.forbidden", "order.unknown", "step.notPicked", "step.impossible", "pick.lot"
   */
  async function advanceOrder(
    actor: Actor,
    id: number,
    { courier, receivedBy, shelfMark, lots = [] }: AdvanceOrderDetails = {},
  ): Promise<OrderStatus> {
    requirePermission(actor, 'orders.handle')
    const { order, lines, isPicked, nextStatus } = await getOrder(actor, id)
    if (order.status === 'preparing' && !isPicked) throw new ShopError('step.notPicked')
    if (order.status === 'ready_for_pickup') throw new ShopError('pickup.code')
    if (nextStatus === 'out_for_delivery' && courier) await setCourier(actor, id, courier)
    return orders.advanceOrder(id, { kind: 'staff', actor }, async (tx) => {
      if (nextStatus === 'delivered' && receivedBy) await orders.setReceivedBy(tx, id, receivedBy)
      for (const { productId, name, unitsToPick: units } of lines.filter(
        ({ requiresRetention }) => requiresRetention,
      )) {
        const text = lots.find((typedLot) => typedLot.productId === productId)?.text ?? ''
        await orders.lots.setLots(tx, id, { productId, name, units, text })
      }
      if (nextStatus === 'ready_for_pickup' && shelfMark) await orders.pickup.setShelfMark(tx, id, shelfMark)
      await createAdvanceAuditRecorder(actor, id, nextStatus)(tx)
    })
  }

  /**
   * A scanned barcode: one more unit of its line lies in the bag. The first scan of a paid order begins its picking.
   * @throws ShopError "staff.forbidden", "order.unknown", "pick.unknownCode", "pick.otherProduct", "pick.complete",
   *   "step.impossible"
   */
  async function pickUnitByBarcode(actor: Actor, id: number, ean: string): Promise<BackofficeLine> {
    const barcode = ean.replace(/\s/g, '')
    const { lines } = await getOrder(actor, id)
    const line = lines.find((candidate) => candidate.ean === barcode)
    if (line) return pickUnitOfLine(actor, id, line)
    const product = await deps.staffProducts.findProductByEan(barcode)
    if (!product) throw new ShopError('pick.unknownCode', { input: 'barcode' })
    throw new ShopError('pick.otherProduct', { input: 'barcode', product: product.name })
  }

  /** For what has no barcode, or a damaged one. @throws the same refusals as `pickUnitByBarcode` */
  async function pickUnitWithoutScan(actor: Actor, id: number, productId: number): Promise<BackofficeLine> {
    const { lines } = await getOrder(actor, id)
    const line = lines.find((candidate) => candidate.productId === productId)
    if (!line) throw new ShopError('product.unknown')
    return pickUnitOfLine(actor, id, line)
  }

  async function pickUnitOfLine(actor: Actor, id: number, line: BackofficeLine): Promise<BackofficeLine> {
    requirePermission(actor, 'orders.handle')
    const { status } = await requireVisibleOrder(orders, actor, id)
    if (status === 'paid')
      await orders.advanceOrder(id, { kind: 'staff', actor }, createAdvanceAuditRecorder(actor, id, 'preparing'))
    else if (status !== 'preparing') throw new ShopError('step.impossible')
    if (line.unitsToPick === 0) throw new ShopError('pick.takenOut', { input: 'barcode', product: line.name })
    await database.transact(async (tx) => {
      if (!(await queue.recordPickedUnit(tx, id, line.productId, line.unitsToPick)))
        throw new ShopError('pick.complete', { input: 'barcode', product: line.name })
      await audit.record(tx, actor, 'orders.pick', toAuditTarget(id), line.sku)
    })
    return { ...line, pickedUnits: line.pickedUnits + 1 }
  }

  /**
   * Takes units of a line out that the shelf does not have.
   * @returns cents to be refunded
   * @throws ShopError "staff.forbidden", "order.unknown", "step.impossible", "removal.units", "removal.everything",
   *   "removal.balances", "removal.byHand"
   */
  async function removeUnits(actor: Actor, { orderId: id, productId, ...unitCounts }: ShortPick): Promise<number> {
    requirePermission(actor, 'orders.handle')
    await requireVisibleOrder(orders, actor, id)
    return orders.removeUnits({ orderId: id, productId, ...unitCounts }, { kind: 'staff', actor }, (tx) =>
      audit.record(tx, actor, 'orders.removeUnits', toAuditTarget(id), `product ${productId}, ${unitCounts.units}`),
    )
  }

  /**
   * Ends an order: its money goes back, and its stock if it has not left the shop.
   * @throws ShopError "staff.forbidden", "order.unknown", "reason.missing", "step.impossible"
   */
  async function cancelOrRefund(actor: Actor, id: number, reason: string): Promise<CancellationResult> {
    requirePermission(actor, 'orders.end')
    if (reason.trim() === '') throw new ShopError('reason.missing', { input: 'reason' })
    const { status } = await requireVisibleOrder(orders, actor, id)
    const auditAction = isInPhase(status, 'inTransit', 'done') ? 'orders.refund' : 'orders.cancel'
    return orders.cancelOrRefund(id, { kind: 'staff', actor }, async (tx) => {
      await audit.record(tx, actor, auditAction, toAuditTarget(id))
      await queue.recordCancellation(tx, id, reason.trim(), actor.name)
    })
  }

  /** A clerk's request, which an owner or a pharmacist answers. @throws ShopError "staff.forbidden", "order.unknown", "reason.missing" */
  async function requestCancellation(actor: Actor, id: number, reason: string): Promise<void> {
    requirePermission(actor, 'orders.askEnd')
    if (reason.trim() === '') throw new ShopError('reason.missing', { input: 'reason' })
    const { status } = await requireVisibleOrder(orders, actor, id)
    if (isInPhase(status, 'void')) throw new ShopError('step.impossible')
    await database.transact(async (tx) => {
      await queue.requestCancellation(tx, id, reason.trim(), actor.name)
      await audit.record(tx, actor, 'orders.askEnd', toAuditTarget(id))
    })
  }

  /**
   * @returns what an order that was ended gives back; null for one that goes on
   * @throws ShopError "staff.forbidden", "order.unknown", "request.missing", "step.impossible"
   */
  async function decideCancellationRequest(
    actor: Actor,
    id: number,
    isGranted: boolean,
  ): Promise<CancellationResult | null> {
    requirePermission(actor, 'orders.end')
    await requireVisibleOrder(orders, actor, id)
    const request = await queue.findCancellationRequest(id)
    if (!request || request.decision !== null) throw new ShopError('request.missing')
    if (isGranted) return cancelOrRefund(actor, id, request.reason)
    await database.transact(async (tx) => {
      await queue.rejectCancellationRequest(tx, id)
      await audit.record(tx, actor, 'orders.keep', toAuditTarget(id))
    })
    return null
  }

  /** @throws ShopError "staff.forbidden", "order.unknown" for an e-mail that is none of the order's */
  async function resendEmail(actor: Actor, id: number, emailId: number): Promise<void> {
    requirePermission(actor, 'orders.handle')
    await requireVisibleOrder(orders, actor, id)
    await database.transact(async (tx) => {
      if (!(await orders.emails.resendEmail(tx, id, emailId))) throw new ShopError('order.unknown')
      await audit.record(tx, actor, 'orders.sendMailAgain', toAuditTarget(id))
    })
  }

  /** Who brings an order, shown to its customer. @throws ShopError "staff.forbidden", "order.unknown", "courier.name", "courier.url" */
  async function setCourier(actor: Actor, id: number, courier: Courier): Promise<void> {
    await assertCanHandleOrder(actor, id)
    await orders.setCourier(id, courier, { kind: 'staff', actor }, (tx) =>
      audit.record(tx, actor, 'orders.setCourier', toAuditTarget(id)),
    )
  }

  /** The access key of its fiscal document. @throws ShopError "staff.forbidden", "order.unknown", "fiscal.key" */
  async function setFiscalKey(actor: Actor, id: number, key: string): Promise<void> {
    await assertCanHandleOrder(actor, id)
    await orders.setFiscalKey(id, key, { kind: 'staff', actor }, (tx) =>
      audit.record(tx, actor, 'orders.setFiscalKey', toAuditTarget(id)),
    )
  }

  /** Another time than was promised, yyyy-MM-ddTHH:mm in São Paulo. @throws ShopError "staff.forbidden", "order.unknown", "promise.past" */
  async function setPromisedTime(actor: Actor, id: number, promisedTime: string): Promise<void> {
    await assertCanHandleOrder(actor, id)
    await orders.reviseDeliveryPromise(id, promisedTime, { kind: 'staff', actor }, (tx) =>
      audit.record(tx, actor, 'orders.setPromise', toAuditTarget(id)),
    )
  }

  async function assertCanHandleOrder(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'orders.handle')
    await requireVisibleOrder(orders, actor, id)
  }

  /** Those of a list that somebody sees. */
  async function toVisibleWaitingOrders(actor: Actor, queuedOrders: QueuedOrder[]): Promise<WaitingOrder[]> {
    const branches = await loadBranchesById()
    return queuedOrders
      .filter((order) => canSeeOrder(actor, order))
      .map((order) => ({
        ...order,
        promisedAt: resolveDeliveryDueAt(order, branches.get(order.branchId) ?? null),
      }))
  }

  async function loadBranchesById(): Promise<Map<number, Branch>> {
    return new Map((await deps.delivery.listBranches()).map((branch) => [branch.id, branch]))
  }

  function createAdvanceAuditRecorder(actor: Actor, id: number, status: OrderStatus | null): TransactionHook {
    return (tx) => audit.record(tx, actor, 'orders.advance', toAuditTarget(id), status)
  }
}

/** What the staff's next step leads to. */
function findNextStatus({ status, type }: Pick<Order, 'status' | 'type'>): OrderStatus | null {
  const step = findNextTransition(status, type)
  return step && transitions[step].to
}

/** An order's name in the audit trail. */
function toAuditTarget(orderId: number) {
  return { type: 'order', id: orderId } as const
}
