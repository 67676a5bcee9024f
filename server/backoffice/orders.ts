import { type Customer, findCustomer } from '../accounts/customers.ts'
import { listByOrder } from '../bag/programme/laboratory-authorisations.ts'
import { listScannedSpellings } from '../catalogue/gtin.ts'
import { loadProductRecords } from '../catalogue/products.ts'
import { readScannedCode, type ScannedCode } from '../catalogue/scanned-code.ts'
import { findProductByCode } from '../catalogue/staff-products.ts'
import { clearStock, loadStock } from '../catalogue/stock.ts'
import type { ProductRecord } from '../catalogue/types.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Branch } from '../delivery/branch.ts'
import { listBranches } from '../delivery/delivery.ts'
import { listOrderEmails } from '../notify/mail/mail.ts'
import { hashAddressState } from '../orders/address-change.ts'
import * as deliveryUpdates from '../orders/delivery-updates.ts'
import * as fulfilmentQueue from '../orders/fulfilment-queue.ts'
import { findNextTransition, type HappyPathTransition, transitions } from '../orders/lifecycle.ts'
import { addUnit, type Lot, loadLotsByProduct, setLots } from '../orders/lots.ts'
import type { Courier, Order, OrderLine } from '../orders/order.ts'
import { canChange, listChanges, type OrderChange } from '../orders/order-changes.ts'
import * as orderCommands from '../orders/order-commands.ts'
import * as orderEmails from '../orders/order-emails.ts'
import { calculateDiscountedCents } from '../orders/order-net.ts'
import { loadNet } from '../orders/order-net-loader.ts'
import { listStatusHistory, type StatusHistoryEntry } from '../orders/order-queries.ts'
import { setShelfMark } from '../orders/pickup.ts'
import type { ShortPick } from '../orders/short-picks.ts'
import { isInPhase } from '../orders/statuses.ts'
import type { Surcharge } from '../orders/surcharge.ts'
import { listSurcharges } from '../orders/surcharges.ts'
import { findTaxNumber } from '../orders/tax-number.ts'
import * as tillEntries from '../orders/till-entries.ts'
import { toDecimalAmount } from '../payments/amounts.ts'
import { listPayments, type Payment } from '../payments/payment-queries.ts'
import * as refundSettlements from '../payments/refund-settlements.ts'
import { listUnclearCharges, type UnclearCharge } from '../payments/unclear-charges.ts'
import { toShopDay } from '../platform/calendar.ts'
import { normalizeCnpj } from '../platform/cnpj.ts'
import { ShopError } from '../platform/errors.ts'
import { requiresRetention } from '../prescriptions/validity.ts'
import type { Problem } from '../problems/problem.ts'
import * as problems from '../problems/problems.ts'
import { type AuditEntry, listEntries, record } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { staffCommand } from '../staff/staff-command.ts'
import { listBalancePayments } from '../wallet/balances.ts'
import { type CourierChoice, findChosenCourier } from './courier-choice.ts'
import { orderCommand } from './order-command.ts'
import { assertOrderSeen, seenOrder } from './seen-order.ts'
import { listOrderSharedSubstances } from './shared-substances.ts'
import { lockVisibleOrder, requireVisibleOrder } from './visible-order.ts'

export interface BackofficeLine extends OrderLine {
  sku: string
  ean: string | null
  /** The quantity without what was taken out. */
  unitsToPick: number
  /** What they come to, before the coupon. */
  discountedCents: number
  /** Units that lie in the bag. */
  pickedUnits: number
  pickedAt: Date | null
  /** Of what is retained, where they were told. */
  lots: Lot[]
  /** Its prescription stays with the pharmacy (RDC 471/2021). */
  requiresRetention: boolean
  /** What its branch has besides, and no order holds. */
  stock: number
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
  cancellationRequest: fulfilmentQueue.CancellationRequest | null
  /** What the page's forms send back, so that their verbs know what they showed. */
  seenHashes: Record<'status' | 'request' | 'fiscalKey' | 'tillEntry' | 'promise', string>
  /** Eleven digits for its fiscal document; null where the customer gave none. */
  taxNumber: string | null
  /** What laboratories' programmes authorised for it, oldest first. */
  authorisations: Awaited<ReturnType<typeof listByOrder>>
  /** What its customer told of it, the newest first. */
  problems: Problem[]
  /** Whether its customer may still change it, and what they did, the oldest first. */
  canChange: boolean
  changes: OrderChange[]
  /** What the latest change costs besides; null where none did. */
  surcharge: Surcharge | null
  /** What the form for another address shows. */
  addressHash: string
  sharedSubstances: Awaited<ReturnType<typeof listOrderSharedSubstances>>
}

/** A line of which units were picked. */
export interface PickedLine extends BackofficeLine {
  /** With these all of the order lies in the bag, and nobody has to be asked anything more: the courier may have it. */
  finishesOrder: boolean
}

/** The same, and what the box's code tells. */
export interface PickedUnit extends PickedLine {
  box: Omit<ScannedCode, 'code'> & { isExpired: boolean }
}

/** What a step may say besides. */
interface AdvanceOrderDetails {
  courier?: CourierChoice | undefined
  receivedBy?: string
  shelfMark?: string
  /** As typed, of what is retained: `AB12`, or `AB12 x1, CD34 x2`. */
  lots?: { productId: number; text: string }[]
}

/** The steps that are taken by a page's button, or by a call; who picks an order up hands in its code. */
export const orderSteps = ['pick', 'dispatch', 'setAside', 'deliver'] as const

export type OrderStep = (typeof orderSteps)[number]

export async function getOrder(ctx: Context, actor: Actor, id: number): Promise<BackofficeOrder> {
  const order = await requireVisibleOrder(ctx, actor, id)
  const productIds = order.lines.map(({ productId }) => productId)
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
    stockByProductId,
  ] = await Promise.all([
    findCustomer(ctx, order.customerId),
    listBranches(ctx),
    fulfilmentQueue.loadPickedUnitsByProduct(ctx, id),
    loadLotsByProduct(ctx, id),
    loadProductRecords(ctx, productIds),
    listStatusHistory(ctx, id),
    listEntries(ctx, actor, { target: toAuditTarget(id) }),
    fulfilmentQueue.findCancellationRequest(ctx, id),
    listOrderEmails(ctx, id),
    listPayments(ctx, id),
    order.balanceCents > 0 ? listBalancePayments(ctx, id) : [],
    listUnclearCharges(ctx, id),
    loadStock(ctx, order.branchId, productIds),
  ])
  const lines = order.lines.map((line) => ({
    ...line,
    unitsToPick: line.keptUnits,
    discountedCents: calculateDiscountedCents(line),
    sku: productRecords.get(line.productId)?.sku ?? '',
    ean: productRecords.get(line.productId)?.ean ?? null,
    pickedUnits: picksByProductId.get(line.productId)?.units ?? 0,
    pickedAt: picksByProductId.get(line.productId)?.pickedAt ?? null,
    lots: lotsByProductId.get(line.productId) ?? [],
    requiresRetention: isRetained(productRecords.get(line.productId)),
    stock: stockByProductId.get(line.productId) ?? 0,
  }))
  const branch = branches.find((candidate) => candidate.id === order.branchId) ?? null
  const nextStep = findNextTransition(order.status, order.type)
  return {
    order,
    branch,
    customer,
    lines,
    isPicked: lines.every(isPicked),
    promisedAt: deliveryUpdates.resolveDeliveryDueAt(order, branch),
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
    branchCnpj: normalizeCnpj(branch?.legalData.cnpj ?? ctx.settings.profile.cnpj),
    cancellationRequest,
    seenHashes: {
      status: seenOrder.status(order),
      request: seenOrder.request(order, cancellationRequest),
      fiscalKey: seenOrder.fiscalKey(order),
      tillEntry: seenOrder.tillEntry(order.tillEntry, order.net),
      promise: seenOrder.promise(order),
    },
    taxNumber: await findTaxNumber(ctx, id),
    authorisations: await listByOrder(ctx, id),
    problems: await problems.listByOrder(ctx, id),
    canChange: canChange(order),
    changes: await listChanges(ctx, id),
    surcharge: (await listSurcharges(ctx, id))[0] ?? null,
    addressHash: hashAddressState(order),
    sharedSubstances: await listOrderSharedSubstances(ctx, order),
  }
}

/**
 * Takes a step: picking begins, the courier has it, it waits in the store, it has arrived. Nothing leaves with a unit missing.
 * @param step which one stood on the page, or was meant by the program; null for a page that does not say
 * @param seenHash `seenOrder.status`, of a page that shows several orders
 */
export const advanceOrder = orderCommand({
  permission: 'orders.handle',
  action: 'orders.advance',
  async run(ctx, actor, order, step: OrderStep | null, details: AdvanceOrderDetails = {}, seenHash?: string) {
    assertOrderSeen(seenOrder.status(order), seenHash, order)
    if (step === null) throw new ShopError('page.outdated')
    orderCommands.assertNextStep(order, step)
    if (step === 'dispatch' || step === 'setAside') await recordPackedLines(ctx, order.id, details.lots ?? [])
    await recordStepDetails(ctx, actor, order.id, step, details)
    return orderCommands.advanceOrder(ctx, order.id, step, { kind: 'staff', actor })
  },
  detail: (status) => status,
})

/** Before an order leaves the shelf: all of it lies in the bag, and its lots are known. */
async function recordPackedLines(
  ctx: TransactionContext,
  id: number,
  typedLots: NonNullable<AdvanceOrderDetails['lots']>,
) {
  const lines = await fulfilmentQueue.listUnitsToPick(ctx, id)
  if (!lines.every(isPicked)) throw new ShopError('step.notPicked')
  const productIds = lines.map(({ productId }) => productId)
  const productRecords = await loadProductRecords(ctx, productIds)
  for (const { productId, name, unitsToPick: units } of lines) {
    if (units === 0 || !isRetained(productRecords.get(productId))) continue
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
  const chosenCourier = step === 'dispatch' && courier ? await findChosenCourier(ctx, actor, courier) : undefined
  if (chosenCourier) await setCourier(ctx, actor, id, chosenCourier)
  if (step === 'setAside' && shelfMark) await setShelfMark(ctx, id, shelfMark)
  if (step === 'deliver' && receivedBy) await deliveryUpdates.setReceivedBy(ctx, id, receivedBy)
}

/**
 * A scanned barcode: one more unit of its line lies in the bag; of several lines with one code, of the first that lacks units.
 * The first scan of a paid order begins its picking. A lot that the code tells is kept, where the pharmacy tells lots.
 * @param scanId of the form that was scanned into, which counts once; undefined for a call without a key
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
  const details = await getOrder(ctx, actor, id)
  const matchingLines = details.lines.filter(({ ean }) => ean !== null && spellings.includes(ean))
  if (matchingLines.length > 0) {
    const line = await pickUnitsOf(ctx, actor, details, matchingLines, { scanId, lot: box.lot, units: 1 })
    const isExpired = box.expiresOn !== null && box.expiresOn < toShopDay(ctx.clock.now())
    return { ...line, box: { ...box, isExpired } }
  }
  const product = await findProductByCode(ctx, code)
  if (!product) throw new ShopError('pick.unknownCode', { input: 'barcode' })
  throw new ShopError('pick.otherProduct', { input: 'barcode', product: product.name })
}

/**
 * For what has no barcode, or a damaged one, and for the other units of what was scanned.
 * @param units as many as the page showed to be missing: with fewer now, none is counted
 */
export async function pickUnitWithoutScan(
  ctx: Context,
  actor: Actor,
  id: number,
  productId: number,
  scanId?: string,
  units = 1,
): Promise<PickedLine> {
  const details = await getOrder(ctx, actor, id)
  const line = details.lines.find((candidate) => candidate.productId === productId)
  if (!line) throw new ShopError('product.unknown')
  return pickUnitsOf(ctx, actor, details, [line], { scanId, lot: null, units })
}

/** @param candidates the lines that the unit may be of, at least one */
async function pickUnitsOf(
  ctx: Context,
  actor: Actor,
  { order: { id, type }, lines: orderLines }: BackofficeOrder,
  candidates: BackofficeLine[],
  { scanId, lot, units }: { scanId: string | undefined; lot: string | null; units: number },
): Promise<PickedLine> {
  if (scanId !== undefined && !/^[\w-]{1,64}$/.test(scanId)) throw new ShopError('page.outdated')
  requirePermission(actor, 'orders.handle')
  return ctx.transact(async (ctx) => {
    const { status } = await lockVisibleOrder(ctx, actor, id)
    const linesToPick = await fulfilmentQueue.listUnitsToPick(ctx, id)
    const linesById = new Map(linesToPick.map((line) => [line.productId, line]))
    const lines = candidates.map((line) => ({ ...line, ...linesById.get(line.productId) }))
    const lineToPick = lines.find((line) => !isPicked(line)) ?? (lines[0] as BackofficeLine)
    const { productId, sku } = lineToPick
    if (scanId !== undefined && !(await fulfilmentQueue.tryRecordScan(ctx, { orderId: id, scanId, productId })))
      return { ...lineToPick, finishesOrder: false }
    await beginPickingOf(ctx, actor, id, status, lineToPick)
    const isPossible = Number.isInteger(units) && units >= 1 && units <= lineToPick.unitsToPick
    if (!isPossible || !(await fulfilmentQueue.recordPickedUnits(ctx, id, productId, lineToPick.unitsToPick, units)))
      throw new ShopError('pick.complete', { input: 'barcode', product: lineToPick.name })
    if (lot !== null && lineToPick.requiresRetention) await addUnit(ctx, id, productId, lot)
    await record(ctx, actor, 'orders.pick', toAuditTarget(id), units === 1 ? sku : `${sku} x${units}`)
    const pickedLine = { ...lineToPick, pickedUnits: lineToPick.pickedUnits + units }
    const isAllPicked = linesToPick.every((line) => isPicked(line.productId === productId ? pickedLine : line))
    // Where it waits in the store, and which lots went, somebody has to say.
    const needsWords = type === 'pickup' || orderLines.some(({ requiresRetention }) => requiresRetention)
    return { ...pickedLine, finishesOrder: isAllPicked && !needsWords }
  })
}

/** Makes sure that units of a line are picked now; a paid order is from then on. */
async function beginPickingOf(
  ctx: TransactionContext,
  actor: Actor,
  id: number,
  status: OrderStatus,
  { unitsToPick, name: product }: fulfilmentQueue.LineToPick,
): Promise<void> {
  if (status !== 'paid' && status !== 'preparing') throw new ShopError('step.impossible', { status })
  if (unitsToPick === 0) throw new ShopError('pick.takenOut', { input: 'barcode', product })
  if (status === 'preparing') return
  await orderCommands.applyTransition(ctx, 'pick', id, { kind: 'staff', actor })
  await record(ctx, actor, 'orders.advance', toAuditTarget(id), transitions.pick.to)
}

/**
 * Takes units of a line out that the shelf does not have.
 * @param clearedStock the branch's stock of it as its form showed it, to be none from now on; null leaves it
 * @returns cents to be refunded
 */
export const removeUnits = staffCommand({
  permission: 'orders.handle',
  action: 'orders.removeUnits',
  async run(ctx, actor, shortPick: ShortPick, clearedStock: number | null = null) {
    const { branchId } = await lockVisibleOrder(ctx, actor, shortPick.orderId)
    if (clearedStock !== null) {
      requirePermission(actor, 'products.stock')
      await clearStock(ctx, branchId, shortPick.productId, clearedStock)
    }
    return orderCommands.removeUnits(ctx, shortPick, { kind: 'staff', actor })
  },
  audit: (_, { orderId, productId, units }, clearedStock) => ({
    ...toAuditTarget(orderId),
    detail: `product ${productId}, ${units}${clearedStock ? `, stock ${clearedStock} → 0` : ''}`,
  }),
})

/**
 * Ends an order: its money goes back, and its stock if it has not left the shop.
 * @param seenHash `seenOrder.status`, where a form says which status it showed
 */
export async function cancelOrRefund(
  ctx: Context,
  actor: Actor,
  id: number,
  reason: string,
  seenHash?: string,
): Promise<orderCommands.CancellationResult> {
  requirePermission(actor, 'orders.end')
  if (reason.trim() === '') throw new ShopError('reason.missing', { input: 'reason' })
  return ctx.transact(async (ctx) => {
    const order = await lockVisibleOrder(ctx, actor, id)
    assertOrderSeen(seenOrder.status(order), seenHash, order)
    return endOrder(ctx, actor, order, reason.trim())
  })
}

async function endOrder(
  ctx: TransactionContext,
  actor: Actor,
  order: orderCommands.LockedOrder,
  reason: string,
): Promise<orderCommands.CancellationResult> {
  const action = hasLeftShop(order.status) ? 'orders.refund' : 'orders.cancel'
  await record(ctx, actor, action, toAuditTarget(order.id))
  await saveCancellationRequest(ctx, actor, order, reason, 'ended')
  return orderCommands.cancelOrRefund(ctx, order.id, { kind: 'staff', actor })
}

/**
 * A clerk's request, which an owner or a pharmacist answers.
 * @param seenHash `seenOrder.request`: with another status, or another request, nothing is asked
 */
export const requestCancellation = orderCommand({
  permission: 'orders.askEnd',
  action: 'orders.askEnd',
  async run(ctx, actor, order, reason: string, seenHash?: string) {
    const { id, status } = order
    if (reason.trim() === '') throw new ShopError('reason.missing', { input: 'reason' })
    if (isInPhase(status, 'void')) throw new ShopError('step.impossible', { status })
    assertOrderSeen(seenOrder.request(order, await fulfilmentQueue.findCancellationRequest(ctx, id)), seenHash, order)
    await saveCancellationRequest(ctx, actor, order, reason.trim(), null)
  },
})

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
): Promise<orderCommands.CancellationResult | null> {
  requirePermission(actor, 'orders.end')
  return ctx.transact(async (ctx) => {
    const order = await lockVisibleOrder(ctx, actor, id)
    const { reason, requestedStatus } = await requirePendingRequest(ctx, order, seenHash)
    if (isGranted) {
      if (requestedStatus && hasLeftShop(order.status) && !hasLeftShop(requestedStatus))
        throw new ShopError('request.overtaken', { status: order.status })
      return endOrder(ctx, actor, order, reason)
    }
    await fulfilmentQueue.rejectCancellationRequest(ctx, id)
    await record(ctx, actor, 'orders.keep', toAuditTarget(id))
    return null
  })
}

async function saveCancellationRequest(
  ctx: TransactionContext,
  { name: requestedBy }: Actor,
  { id: orderId, status: requestedStatus }: orderCommands.LockedOrder,
  reason: string,
  answer: 'ended' | null,
): Promise<void> {
  const request = { orderId, reason, requestedBy, requestedStatus, answer }
  await fulfilmentQueue.saveCancellationRequest(ctx, request)
}

async function requirePendingRequest(
  ctx: TransactionContext,
  order: orderCommands.LockedOrder,
  seenHash: string | undefined,
): Promise<fulfilmentQueue.CancellationRequest> {
  const request = await fulfilmentQueue.findCancellationRequest(ctx, order.id)
  if (!request || request.answer !== null) throw new ShopError('request.missing')
  assertOrderSeen(seenOrder.request(order, request), seenHash, order)
  return request
}

/** @param seenHash `seenOrder.newestCopy`: what was sent again meanwhile is not sent a second time */
export const resendEmail = orderCommand({
  permission: 'orders.handle',
  action: 'orders.sendMailAgain',
  async run(ctx, _, order, emailId: number, seenHash?: string) {
    const newestCopyId = await orderEmails.resendEmail(ctx, order.id, emailId)
    if (newestCopyId === null) throw new ShopError('order.unknown')
    assertOrderSeen(seenOrder.newestCopy(newestCopyId), seenHash, order)
  },
})

/**
 * Records that a refund which the provider does not make was made by other means. The customer is told.
 * @returns its cents
 */
export const settleRefund = orderCommand({
  permission: 'orders.end',
  action: 'orders.settleRefund',
  run: (ctx, actor, { id }, settlement: refundSettlements.NewSettlement) =>
    refundSettlements.settleRefund(ctx, id, settlement, { kind: 'staff', actor }),
  detail: (cents, { means, day, receipt }) =>
    [`${toDecimalAmount(cents)} ${means} ${day}`, receipt.trim()].filter(Boolean).join(', '),
})

/** Who brings an order, shown to its customer. */
export const setCourier = orderCommand({
  permission: 'orders.handle',
  action: 'orders.setCourier',
  run: (ctx, actor, { id }, courier: Courier) => deliveryUpdates.setCourier(ctx, id, courier, { kind: 'staff', actor }),
})

/**
 * The access key of its fiscal document, which the till issued: so it has been entered there.
 * @param seenHash `seenOrder.fiscalKey`
 */
export const setFiscalKey = orderCommand({
  permission: 'orders.handle',
  action: 'orders.setFiscalKey',
  async run(ctx, actor, order, key: string, seenHash?: string) {
    assertOrderSeen(seenOrder.fiscalKey(order), seenHash, order)
    const by = { kind: 'staff', actor } as const
    await deliveryUpdates.setFiscalKey(ctx, order.id, key, by)
    if (order.tillEntry === null) await tillEntries.enterAtTill(ctx, order.id, by)
  },
})

/**
 * Somebody entered the order at the store's till.
 * @param seenHash `seenOrder.tillEntry`: at another total than they read, it is to be corrected there first
 */
export const enterAtTill = orderCommand({
  permission: 'orders.handle',
  action: 'orders.enterAtTill',
  async run(ctx, actor, order, seenHash?: string) {
    assertOrderSeen(seenOrder.tillEntry(order.tillEntry, await loadNet(ctx, order.id)), seenHash, order)
    await tillEntries.enterAtTill(ctx, order.id, { kind: 'staff', actor })
  },
})

/**
 * What was ticked by mistake.
 * @param seenHash `seenOrder.tillEntry`
 */
export const removeTillEntry = orderCommand({
  permission: 'orders.handle',
  action: 'orders.removeTillEntry',
  async run(ctx, actor, order, seenHash?: string) {
    assertOrderSeen(seenOrder.tillEntry(order.tillEntry, await loadNet(ctx, order.id)), seenHash, order)
    await tillEntries.removeTillEntry(ctx, order.id, { kind: 'staff', actor })
  },
})

/**
 * Another time than was promised, yyyy-MM-ddTHH:mm in São Paulo.
 * @param seenHash `seenOrder.promise`
 */
export const setPromisedTime = orderCommand({
  permission: 'orders.handle',
  action: 'orders.setPromise',
  async run(ctx, actor, order, promisedTime: string, seenHash?: string) {
    assertOrderSeen(seenOrder.promise(order), seenHash, order)
    await deliveryUpdates.reviseDeliveryPromise(ctx, order.id, promisedTime, { kind: 'staff', actor })
  },
})

function isPicked({
  pickedUnits,
  unitsToPick,
}: Pick<fulfilmentQueue.LineToPick, 'pickedUnits' | 'unitsToPick'>): boolean {
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
