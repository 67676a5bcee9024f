import type { Customer } from '../accounts/customers.ts'
import { findCustomer } from '../accounts/customers.ts'
import { listByOrder } from '../bag/programme/laboratory-authorisations.ts'
import { listScannedSpellings } from '../catalogue/gtin.ts'
import { loadProductRecords } from '../catalogue/products.ts'
import { readScannedCode, type ScannedCode } from '../catalogue/scanned-code.ts'
import { findProductByCode } from '../catalogue/staff-products.ts'
import type { ProductRecord } from '../catalogue/types.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Branch } from '../delivery/branch.ts'
import { listBranches } from '../delivery/delivery.ts'
import { listOrderEmails } from '../mail/mail.ts'
import * as deliveryUpdates from '../orders/delivery-updates.ts'
import { resolveDeliveryDueAt, reviseDeliveryPromise, setReceivedBy } from '../orders/delivery-updates.ts'
import { findCpf } from '../orders/fiscal-cpf.ts'
import type { CancellationRequest, ChangeFilter, LineToPick, QueuedOrder } from '../orders/fulfilment-queue.ts'
import * as fulfilmentQueue from '../orders/fulfilment-queue.ts'
import {
  countQueueByStatus,
  findCancellationRequest,
  findLatestUnstartedPaidAt,
  listByChange,
  listByIds,
  listCancellationRequests,
  listLatestClosedOrders,
  listPaidOrderTimes,
  listUnitsToPick,
  loadPickedUnitsByProduct,
  maxListedOrders,
  queueStatuses,
  recordCancellation,
  recordPickedUnit,
  rejectCancellationRequest,
  tryRecordScan,
} from '../orders/fulfilment-queue.ts'
import { findNextTransition, type HappyPathTransition, transitions } from '../orders/lifecycle.ts'
import type { Lot } from '../orders/lots.ts'
import { addUnit, loadLotsByProduct, setLots } from '../orders/lots.ts'
import type { Courier, Order, OrderLine } from '../orders/order.ts'
import type { CancellationResult, LockedOrder } from '../orders/order-commands.ts'
import * as orderCommands from '../orders/order-commands.ts'
import { applyTransition, lockOrder } from '../orders/order-commands.ts'
import * as orderEmails from '../orders/order-emails.ts'
import type { StatusHistoryEntry } from '../orders/order-queries.ts'
import { listStatusHistory } from '../orders/order-queries.ts'
import { setShelfMark } from '../orders/pickup.ts'
import type { ShortPick } from '../orders/short-picks.ts'
import { isInPhase } from '../orders/statuses.ts'
import { toDecimalAmount } from '../payments/amounts.ts'
import type { Payment } from '../payments/payment-queries.ts'
import { listPayments } from '../payments/payment-queries.ts'
import type { NewSettlement } from '../payments/refund-settlements.ts'
import * as refundSettlements from '../payments/refund-settlements.ts'
import type { UnclearCharge } from '../payments/unclear-charges.ts'
import { listUnclearCharges } from '../payments/unclear-charges.ts'
import { toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { requiresRetention } from '../prescriptions/validity.ts'
import type { Problem } from '../problems/problem.ts'
import * as problems from '../problems/problems.ts'
import type { AuditEntry } from '../staff/audit.ts'
import { listEntries, record } from '../staff/audit.ts'
import { type Actor, canSeeOrder, hasPermission, type Permission, requirePermission } from '../staff/roles.ts'
import { listBalancePayments } from '../wallet/balances.ts'
import { assertOrderSeen, seenOrder } from './seen-order.ts'
import { requireVisibleOrder } from './visible-order.ts'

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
  /** The next step, and what it leads to; null where there is none for the back office. */
  nextStep: HappyPathTransition | null
  nextStatus: OrderStatus | null
  /** With who took the step, where it was one of the shop's people. */
  history: StatusHistoryEntry[]
  /** Who did what to it, newest first. */
  auditEntries: AuditEntry[]
  /** Newest first, with what the form that sends one again sends back. */
  emails: (Awaited<ReturnType<typeof listOrderEmails>>[number] & { seenHash: string; isResendable: boolean })[]
  /** What was received for it, oldest first. */
  payments: Payment[]
  /** What gains and wallet paid of it. */
  balancePayments: Awaited<ReturnType<typeof listBalancePayments>>
  /** Who sells it: the branch's, else the shop's. */
  branchCnpj: string
  /** Of which money may have arrived that could not be read. */
  unclearCharges: UnclearCharge[]
  cancellationRequest: CancellationRequest | null
  /** What the page's forms send back, so that their verbs know what they showed. */
  seenHashes: Record<'status' | 'request' | 'fiscalKey' | 'promise', string>
  /** Eleven digits for its fiscal document; null where the customer gave none. */
  fiscalCpf: string | null
  /** What laboratories' programmes authorised for it, oldest first. */
  authorisations: Awaited<ReturnType<typeof listByOrder>>
  /** What its customer told of it, the newest first. */
  problems: Problem[]
}

/** A line of which a unit was picked, and what the box's code tells. */
export interface PickedUnit extends BackofficeLine {
  box: Omit<ScannedCode, 'code'> & { isExpired: boolean }
}

/** What a step may say besides. */
interface AdvanceOrderDetails {
  courier?: Courier | undefined
  receivedBy?: string
  shelfMark?: string
  /** As typed, of what is retained: `AB12`, or `AB12 x1, CD34 x2`. */
  lots?: { productId: number; text: string }[]
}

/** The steps that are taken by a page's button, or by a call; who picks an order up hands in its code. */
export const orderSteps = ['pick', 'dispatch', 'setAside', 'deliver'] as const

export type OrderStep = (typeof orderSteps)[number]

/**
 * The queue, late orders first, then the longest waiting; how many there are by status, when the last one came, what ended
 * lately, and who asks for an answer.
 */
export async function listQueue(ctx: Context, actor: Actor, tab: QueueTab, requestedBranchId: number | null) {
  requirePermission(actor, 'orders.see')
  const branchId = actor.branchId ?? requestedBranchId
  const lateOrderIds = await listLateOrderIds(ctx, branchId)
  const [waitingOrders, orderCountByStatus, latestPaidAt, latestClosedOrders, cancellationRequests] = await Promise.all(
    [
      tab === 'late'
        ? listByIds(ctx, lateOrderIds.slice(0, maxListedOrders))
        : fulfilmentQueue.listQueue(ctx, { statuses: tab === 'open' ? queueStatuses : [tab], branchId }),
      countQueueByStatus(ctx, branchId),
      findLatestUnstartedPaidAt(ctx, branchId),
      listLatestClosedOrders(ctx, branchId),
      hasPermission(actor, 'orders.end') ? listCancellationRequests(ctx, branchId) : [],
    ],
  )
  const lateOrderIdSet = new Set(lateOrderIds)
  const sortedOrders = waitingOrders.sort((a, b) => Number(lateOrderIdSet.has(b.id)) - Number(lateOrderIdSet.has(a.id)))
  return {
    orders: await toVisibleWaitingOrders(ctx, actor, sortedOrders),
    lateCount: lateOrderIds.length,
    orderCountByStatus,
    latestPaidAt,
    closedOrders: await toVisibleWaitingOrders(ctx, actor, latestClosedOrders),
    cancellationRequests: cancellationRequests.map((request) => ({
      ...request,
      seenHash: seenOrder.request(request, request),
    })),
  }
}

/** As `queue.listByChange`, of what somebody sees. @throws ShopError "staff.forbidden" */
export async function listOrdersByChange(ctx: Context, actor: Actor, filter: ChangeFilter) {
  requirePermission(actor, 'orders.see')
  const branchId = actor.branchId ?? filter.branchId
  const { orders: changedOrders, hasMore } = await listByChange(ctx, { ...filter, branchId })
  return { orders: await toVisibleWaitingOrders(ctx, actor, changedOrders), hasMore }
}

/** Those whose promise has passed, the longest waiting first. */
async function listLateOrderIds(ctx: Context, branchId: number | null): Promise<number[]> {
  const [paidOrders, branches] = await Promise.all([listPaidOrderTimes(ctx, branchId), loadBranchesById(ctx)])
  const now = ctx.clock.now()
  return paidOrders
    .filter((order) => (resolveDeliveryDueAt(order, branches.get(order.branchId) ?? null) ?? now) < now)
    .map(({ id }) => id)
}

/** By number, name, e-mail or phone; the newest first. */
export async function searchOrders(ctx: Context, actor: Actor, term: string): Promise<WaitingOrder[]> {
  requirePermission(actor, 'customers.find')
  return toVisibleWaitingOrders(ctx, actor, await fulfilmentQueue.searchOrders(ctx, term, actor.branchId))
}

/** @throws ShopError "staff.forbidden", "order.unknown" for one that is another branch's too */
export async function getOrder(ctx: Context, actor: Actor, id: number): Promise<BackofficeOrder> {
  const order = await requireVisibleOrder(ctx, actor, id)
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
    balancePayments,
    unclearCharges,
  ] = await Promise.all([
    findCustomer(ctx, order.customerId),
    listBranches(ctx),
    loadPickedUnitsByProduct(ctx, id),
    loadLotsByProduct(ctx, id),
    loadProductRecords(
      ctx,
      order.lines.map(({ productId }) => productId),
    ),
    listStatusHistory(ctx, id),
    listEntries(ctx, actor, { target: toAuditTarget(id) }),
    findCancellationRequest(ctx, id),
    listOrderEmails(ctx, id),
    listPayments(ctx, id),
    order.balanceCents > 0 ? listBalancePayments(ctx, id) : [],
    listUnclearCharges(ctx, id),
  ])
  const lines = order.lines.map((line) => ({
    ...line,
    unitsToPick: line.keptUnits,
    sku: productRecords.get(line.productId)?.sku ?? '',
    ean: productRecords.get(line.productId)?.ean ?? null,
    pickedUnits: picksByProductId.get(line.productId)?.units ?? 0,
    pickedAt: picksByProductId.get(line.productId)?.pickedAt ?? null,
    lots: lotsByProductId.get(line.productId) ?? [],
    requiresRetention: isRetained(productRecords.get(line.productId)),
  }))
  const branch = branches.find((candidate) => candidate.id === order.branchId) ?? null
  const nextStep = findNextTransition(order.status, order.type)
  return {
    order,
    branch,
    customer,
    lines,
    isPicked: lines.every(isPicked),
    promisedAt: resolveDeliveryDueAt(order, branch),
    nextStep,
    nextStatus: nextStep && transitions[nextStep].to,
    history,
    auditEntries,
    emails: emails.map((email) => ({
      ...email,
      isResendable: email.eventId !== null,
      seenHash: seenOrder.newestCopy((emails.find(({ eventId }) => eventId === email.eventId) ?? email).id),
    })),
    payments,
    balancePayments,
    unclearCharges,
    branchCnpj: (branch?.legalData.cnpj ?? ctx.settings.profile.cnpj).replace(/\W/g, ''),
    cancellationRequest,
    seenHashes: {
      status: seenOrder.status(order),
      request: seenOrder.request(order, cancellationRequest),
      fiscalKey: seenOrder.fiscalKey(order),
      promise: seenOrder.promise(order),
    },
    fiscalCpf: await findCpf(ctx, id),
    authorisations: await listByOrder(ctx, id),
    problems: await problems.listByOrder(ctx, id),
  }
}

/**
 * Takes a step: picking begins, the courier has it, it waits in the store, it has arrived. Nothing leaves with a unit missing.
 * @param step which one stood on the page, or was meant by the program; null for a page that does not say
 * @throws ShopError "staff.forbidden", "order.unknown", "page.outdated", "step.impossible" where another step is the next, "step.notPicked",
 *   "courier.name", "courier.url", "pick.lot"
 */
export async function advanceOrder(
  ctx: Context,
  actor: Actor,
  id: number,
  step: OrderStep | null,
  details: AdvanceOrderDetails = {},
): Promise<OrderStatus> {
  requirePermission(actor, 'orders.handle')
  await requireVisibleOrder(ctx, actor, id)
  if (step === null) throw new ShopError('page.outdated')
  return orderCommands.advanceOrder(ctx, id, step, { kind: 'staff', actor }, async (ctx) => {
    if (step === 'dispatch' || step === 'setAside') await recordPackedLines(ctx, id, details.lots ?? [])
    await recordStepDetails(ctx, actor, id, step, details)
    await record(ctx, actor, 'orders.advance', toAuditTarget(id), transitions[step].to)
  })
}

/** Before an order leaves the shelf: all of it lies in the bag, and its lots are known. @throws ShopError "step.notPicked", "pick.lot" */
async function recordPackedLines(
  ctx: TransactionContext,
  id: number,
  typedLots: NonNullable<AdvanceOrderDetails['lots']>,
) {
  const lines = await listUnitsToPick(ctx, id)
  if (!lines.every(isPicked)) throw new ShopError('step.notPicked')
  const productRecords = await loadProductRecords(
    ctx,
    lines.map(({ productId }) => productId),
  )
  for (const { productId, name, unitsToPick: units } of lines) {
    if (!isRetained(productRecords.get(productId))) continue
    const text = typedLots.find((typedLot) => typedLot.productId === productId)?.text ?? ''
    await setLots(ctx, id, { productId, name, units, text })
  }
}

async function recordStepDetails(
  ctx: TransactionContext,
  actor: Actor,
  id: number,
  step: OrderStep,
  { courier, receivedBy, shelfMark }: AdvanceOrderDetails,
): Promise<void> {
  if (step === 'dispatch' && courier) await recordCourier(ctx, actor, id, courier)
  if (step === 'setAside' && shelfMark) await setShelfMark(ctx, id, shelfMark)
  if (step === 'deliver' && receivedBy) await setReceivedBy(ctx, id, receivedBy)
}

/**
 * A scanned barcode: one more unit of its line lies in the bag; of several lines with one code, of the first that lacks units.
 * The first scan of a paid order begins its picking. A lot that the code tells is kept, where the pharmacy tells lots.
 * @param scanId of the form that was scanned into, which counts once; undefined for a call without a key
 * @throws ShopError "staff.forbidden", "order.unknown", "pick.unknownCode", "pick.otherProduct", "pick.takenOut",
 *   "pick.complete", "step.impossible", "page.outdated" for a form without a name
 */
export async function pickUnitByBarcode(
  ctx: Context,
  actor: Actor,
  id: number,
  text: string,
  scanId?: string,
): Promise<PickedUnit> {
  const { code, ...box } = readScannedCode(text)
  const spellings = listScannedSpellings(code)
  const { lines } = await getOrder(ctx, actor, id)
  const matchingLines = lines.filter(({ ean }) => ean !== null && spellings.includes(ean))
  if (matchingLines.length > 0) {
    const line = await pickUnitOf(ctx, actor, id, matchingLines, { scanId, lot: box.lot })
    const isExpired = box.expiresOn !== null && box.expiresOn < toShopDay(ctx.clock.now())
    return { ...line, box: { ...box, isExpired } }
  }
  const product = await findProductByCode(ctx, code)
  if (!product) throw new ShopError('pick.unknownCode', { input: 'barcode' })
  throw new ShopError('pick.otherProduct', { input: 'barcode', product: product.name })
}

/** For what has no barcode, or a damaged one. @throws the same refusals as `pickUnitByBarcode` */
export async function pickUnitWithoutScan(
  ctx: Context,
  actor: Actor,
  id: number,
  productId: number,
  scanId?: string,
): Promise<BackofficeLine> {
  const { lines } = await getOrder(ctx, actor, id)
  const line = lines.find((candidate) => candidate.productId === productId)
  if (!line) throw new ShopError('product.unknown')
  return pickUnitOf(ctx, actor, id, [line], { scanId, lot: null })
}

/** @param candidates the lines that the unit may be of, at least one */
function pickUnitOf(
  ctx: Context,
  actor: Actor,
  id: number,
  candidates: BackofficeLine[],
  { scanId, lot }: { scanId: string | undefined; lot: string | null },
): Promise<BackofficeLine> {
  if (scanId !== undefined && !/^[\w-]{1,64}$/.test(scanId)) throw new ShopError('page.outdated')
  return handleLockedOrder(ctx, actor, id, 'orders.handle', async (ctx, { status }) => {
    const units = new Map((await listUnitsToPick(ctx, id)).map((line) => [line.productId, line]))
    const lines = candidates.map((line) => ({ ...line, ...units.get(line.productId) }))
    const lineToPick = lines.find((line) => !isPicked(line)) ?? (lines[0] as BackofficeLine)
    const { productId, sku } = lineToPick
    if (scanId !== undefined && !(await tryRecordScan(ctx, { orderId: id, scanId, productId }))) return lineToPick
    await beginPickingOf(ctx, actor, id, status, lineToPick)
    if (!(await recordPickedUnit(ctx, id, productId, lineToPick.unitsToPick)))
      throw new ShopError('pick.complete', { input: 'barcode', product: lineToPick.name })
    if (lot !== null && lineToPick.requiresRetention) await addUnit(ctx, id, productId, lot)
    await record(ctx, actor, 'orders.pick', toAuditTarget(id), sku)
    return { ...lineToPick, pickedUnits: lineToPick.pickedUnits + 1 }
  })
}

/** Makes sure that units of a line are picked now; a paid order is from then on. */
async function beginPickingOf(
  ctx: TransactionContext,
  actor: Actor,
  id: number,
  status: OrderStatus,
  { unitsToPick, name: product }: LineToPick,
): Promise<void> {
  if (status !== 'paid' && status !== 'preparing') throw new ShopError('step.impossible', { status })
  if (unitsToPick === 0) throw new ShopError('pick.takenOut', { input: 'barcode', product })
  if (status === 'preparing') return
  await applyTransition(ctx, 'pick', id, { kind: 'staff', actor })
  await record(ctx, actor, 'orders.advance', toAuditTarget(id), transitions.pick.to)
}

/**
 * Takes units of a line out that the shelf does not have.
 * @returns cents to be refunded
 * @throws ShopError "staff.forbidden", "order.unknown", "step.impossible", "removal.units", "removal.everything",
 *   "removal.balances", "removal.byHand"
 */
export async function removeUnits(
  ctx: Context,
  actor: Actor,
  { orderId: id, productId, ...unitCounts }: ShortPick,
): Promise<number> {
  requirePermission(actor, 'orders.handle')
  await requireVisibleOrder(ctx, actor, id)
  return orderCommands.removeUnits(ctx, { orderId: id, productId, ...unitCounts }, { kind: 'staff', actor }, (ctx) =>
    record(ctx, actor, 'orders.removeUnits', toAuditTarget(id), `product ${productId}, ${unitCounts.units}`),
  )
}

/**
 * Ends an order: its money goes back, and its stock if it has not left the shop.
 * @param seenHash `seenOrder.status`, where a form says which status it showed
 * @throws ShopError "staff.forbidden", "order.unknown", "reason.missing", "order.changed", "step.impossible"
 */
export async function cancelOrRefund(
  ctx: Context,
  actor: Actor,
  id: number,
  reason: string,
  seenHash?: string,
): Promise<CancellationResult> {
  requirePermission(actor, 'orders.end')
  if (reason.trim() === '') throw new ShopError('reason.missing', { input: 'reason' })
  await requireVisibleOrder(ctx, actor, id)
  return orderCommands.cancelOrRefund(ctx, id, { kind: 'staff', actor }, async (ctx, order) => {
    assertOrderSeen(seenOrder.status(order), seenHash, order)
    await recordEnd(ctx, actor, id, order, reason.trim())
  })
}

async function recordEnd(ctx: TransactionContext, actor: Actor, id: number, order: LockedOrder, reason: string) {
  const action = hasLeftShop(order.status) ? 'orders.refund' : 'orders.cancel'
  await record(ctx, actor, action, toAuditTarget(id))
  await recordCancellation(ctx, id, order, reason, actor.name)
}

/**
 * A clerk's request, which an owner or a pharmacist answers.
 * @param seenHash `seenOrder.request`: with another status, or another request, nothing is asked
 * @throws ShopError "staff.forbidden", "order.unknown", "reason.missing", "order.changed", "step.impossible"
 */
export async function requestCancellation(
  ctx: Context,
  actor: Actor,
  id: number,
  reason: string,
  seenHash?: string,
): Promise<void> {
  requirePermission(actor, 'orders.askEnd')
  if (reason.trim() === '') throw new ShopError('reason.missing', { input: 'reason' })
  await handleLockedOrder(ctx, actor, id, 'orders.askEnd', async (ctx, order) => {
    const { status } = order
    if (isInPhase(status, 'void')) throw new ShopError('step.impossible', { status })
    assertOrderSeen(seenOrder.request(order, await findCancellationRequest(ctx, id)), seenHash, order)
    await fulfilmentQueue.requestCancellation(ctx, id, order, reason.trim(), actor.name)
    await record(ctx, actor, 'orders.askEnd', toAuditTarget(id))
  })
}

/**
 * @param seenHash `seenOrder.request`: another request in its place is not answered unread
 * @returns what an order that was ended gives back; null for one that goes on
 * @throws ShopError "staff.forbidden", "order.unknown", "request.missing", "order.changed", "request.overtaken" for an order
 *   that has left the shop since it was asked, "step.impossible"
 */
export async function decideCancellationRequest(
  ctx: Context,
  actor: Actor,
  id: number,
  isGranted: boolean,
  seenHash?: string,
): Promise<CancellationResult | null> {
  if (!isGranted) {
    await handleLockedOrder(ctx, actor, id, 'orders.end', async (ctx, order) => {
      await requirePendingRequest(ctx, id, order, seenHash)
      await rejectCancellationRequest(ctx, id)
      await record(ctx, actor, 'orders.keep', toAuditTarget(id))
    })
    return null
  }
  requirePermission(actor, 'orders.end')
  await requireVisibleOrder(ctx, actor, id)
  return orderCommands.cancelOrRefund(ctx, id, { kind: 'staff', actor }, async (ctx, order) => {
    const { reason, askedStatus } = await requirePendingRequest(ctx, id, order, seenHash)
    if (askedStatus && hasLeftShop(order.status) && !hasLeftShop(askedStatus))
      throw new ShopError('request.overtaken', { status: order.status })
    await recordEnd(ctx, actor, id, order, reason)
  })
}

async function requirePendingRequest(
  ctx: TransactionContext,
  id: number,
  order: LockedOrder,
  seenHash: string | undefined,
): Promise<CancellationRequest> {
  const request = await findCancellationRequest(ctx, id)
  if (!request || request.decision !== null) throw new ShopError('request.missing')
  assertOrderSeen(seenOrder.request(order, request), seenHash, order)
  return request
}

/**
 * @param seenHash `seenOrder.newestCopy`: what was sent again meanwhile is not sent a second time
 * @throws ShopError "staff.forbidden", "order.unknown" for an e-mail that is none of the order's, "email.notResendable",
 *   "order.changed"
 */
export async function resendEmail(
  ctx: Context,
  actor: Actor,
  id: number,
  emailId: number,
  seenHash?: string,
): Promise<void> {
  await handleLockedOrder(ctx, actor, id, 'orders.handle', async (ctx, order) => {
    const newestCopyId = await orderEmails.resendEmail(ctx, id, emailId)
    if (newestCopyId === null) throw new ShopError('order.unknown')
    assertOrderSeen(seenOrder.newestCopy(newestCopyId), seenHash, order)
    await record(ctx, actor, 'orders.sendMailAgain', toAuditTarget(id))
  })
}

/**
 * Records that a refund which the provider does not make was made by other means. The customer is told.
 * @returns its cents
 * @throws ShopError "staff.forbidden", "order.unknown", "settlement.…"
 */
export async function settleRefund(ctx: Context, actor: Actor, id: number, settlement: NewSettlement): Promise<number> {
  requirePermission(actor, 'orders.end')
  await requireVisibleOrder(ctx, actor, id)
  const { expectedCents, means, day, receipt } = settlement
  const detail = [`${toDecimalAmount(expectedCents)} ${means} ${day}`, receipt.trim()].filter(Boolean).join(', ')
  return refundSettlements.settleRefund(ctx, id, settlement, { kind: 'staff', actor }, (ctx) =>
    record(ctx, actor, 'orders.settleRefund', toAuditTarget(id), detail),
  )
}

/** Who brings an order, shown to its customer. @throws ShopError "staff.forbidden", "order.unknown", "courier.name", "courier.url" */
export async function setCourier(ctx: Context, actor: Actor, id: number, courier: Courier): Promise<void> {
  await handleLockedOrder(ctx, actor, id, 'orders.handle', (ctx) => recordCourier(ctx, actor, id, courier))
}

async function recordCourier(ctx: TransactionContext, actor: Actor, id: number, courier: Courier): Promise<void> {
  await deliveryUpdates.setCourier(ctx, id, courier, { kind: 'staff', actor })
  await record(ctx, actor, 'orders.setCourier', toAuditTarget(id))
}

/**
 * The access key of its fiscal document.
 * @param seenHash `seenOrder.fiscalKey`
 * @throws ShopError "staff.forbidden", "order.unknown", "order.changed", "fiscal.key", "step.impossible"
 */
export async function setFiscalKey(
  ctx: Context,
  actor: Actor,
  id: number,
  key: string,
  seenHash?: string,
): Promise<void> {
  await handleLockedOrder(ctx, actor, id, 'orders.handle', async (ctx, order) => {
    assertOrderSeen(seenOrder.fiscalKey(order), seenHash, order)
    await deliveryUpdates.setFiscalKey(ctx, id, key, { kind: 'staff', actor })
    await record(ctx, actor, 'orders.setFiscalKey', toAuditTarget(id))
  })
}

/**
 * Another time than was promised, yyyy-MM-ddTHH:mm in São Paulo.
 * @param seenHash `seenOrder.promise`
 * @throws ShopError "staff.forbidden", "order.unknown", "order.changed", "promise.past", "step.impossible"
 */
export async function setPromisedTime(
  ctx: Context,
  actor: Actor,
  id: number,
  promisedTime: string,
  seenHash?: string,
): Promise<void> {
  await handleLockedOrder(ctx, actor, id, 'orders.handle', async (ctx, order) => {
    assertOrderSeen(seenOrder.promise(order), seenHash, order)
    await reviseDeliveryPromise(ctx, id, promisedTime, { kind: 'staff', actor })
    await record(ctx, actor, 'orders.setPromise', toAuditTarget(id))
  })
}

/** Permission, and the order as it is until the transaction ends. @throws ShopError "staff.forbidden", "order.unknown" */
async function handleLockedOrder<Result>(
  ctx: Context,
  actor: Actor,
  id: number,
  permission: Permission,
  handle: (ctx: TransactionContext, order: LockedOrder) => Promise<Result>,
): Promise<Result> {
  requirePermission(actor, permission)
  await requireVisibleOrder(ctx, actor, id)
  return ctx.transact(async (ctx) => handle(ctx, await lockOrder(ctx, id)))
}

/** Those of a list that somebody sees. */
async function toVisibleWaitingOrders<Queued extends QueuedOrder>(
  ctx: Context,
  actor: Actor,
  queuedOrders: Queued[],
): Promise<(Queued & { promisedAt: Date | null })[]> {
  const branches = await loadBranchesById(ctx)
  return queuedOrders
    .filter((order) => canSeeOrder(actor, order))
    .map((order) => ({
      ...order,
      promisedAt: resolveDeliveryDueAt(order, branches.get(order.branchId) ?? null),
    }))
}

async function loadBranchesById(ctx: Context): Promise<Map<number, Branch>> {
  return new Map((await listBranches(ctx)).map((branch) => [branch.id, branch]))
}

function isPicked({ pickedUnits, unitsToPick }: Pick<LineToPick, 'pickedUnits' | 'unitsToPick'>): boolean {
  return pickedUnits >= unitsToPick
}

/** Whether its prescription stays with the pharmacy (RDC 471/2021). */
function isRetained(product: Pick<ProductRecord, 'prescriptionClass'> | undefined): boolean {
  return requiresRetention(product?.prescriptionClass)
}

function hasLeftShop(status: OrderStatus): boolean {
  return isInPhase(status, 'inTransit', 'done')
}

/** An order's name in the audit trail. */
function toAuditTarget(orderId: number) {
  return { type: 'order', id: orderId } as const
}
