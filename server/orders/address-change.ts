import type { Address } from '../addresses/addresses.ts'
import { deductStock, restoreStock } from '../catalogue/stock.ts'
import { type Context, createDryRunContext, type OutsideTransaction, type TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import {
  bookDelivery,
  calculateFeeCents,
  findBranchId,
  getBranchOrDefault,
  getPromisedAt,
  listDeliveryOptions,
  uncoveredBranchId,
} from '../delivery/delivery.ts'
import { type DeliveryChoice, type DeliveryOption, isSameDeliveryChoice } from '../delivery/delivery-quote.ts'
import { releaseWindow } from '../delivery/delivery-windows.ts'
import { isShopError, ShopError } from '../platform/errors.ts'
import { toSeenHash } from '../platform/seen-state.ts'
import { enqueueStatusChange } from '../webhooks/webhooks.ts'
import type { EventActor } from './events.ts'
import type { Order } from './order.ts'
import { lockChangeableOrder, refundDifference, toRefundError } from './order-changes.ts'
import { recordEventAndNotify } from './order-emails.ts'
import { listRemainingLines } from './remaining-lines.ts'
import { increaseRefund } from './short-picks.ts'
import type { Surcharge } from './surcharge.ts'
import { askForSurcharge, assertNoSurcharge } from './surcharges.sql.ts'

export interface AddressChange {
  orderId: number
  /** With the id of the customer's saved one; null where it was typed for this order. */
  address: Omit<Address, 'id'> & { id: number | null }
  /** How another branch brings it; null for the first way that it has. */
  choice: DeliveryChoice | null
}

/** What an order's delivery becomes. */
export interface AddressQuote {
  address: AddressChange['address']
  previousAddress: Address
  isSameZipcode: boolean
  branch: { id: number; name: string }
  previousBranch: { id: number; name: string }
  feeCents: number
  previousFeeCents: number
  /** What goes back, or is to be paid besides. */
  refundCents: number
  surchargeCents: number
  promise: { from: Date | null; to: Date } | null
  /** How another branch brings it; empty where the same one does, at the time that it promised. */
  options: DeliveryOption[]
  choice: DeliveryChoice | null
  /** What a page that shows this sends back with its form. */
  seenHash: string
}

/** A change that was made, or that waits until its difference is paid. */
export interface AddressOutcome extends AddressQuote {
  surcharge: Surcharge | null
}

type ChangeActor = Extract<EventActor, { kind: 'customer' | 'staff' }>
type NewDelivery = Pick<AddressQuote, 'feeCents' | 'promise' | 'options' | 'choice'> & { windowId: number | null }

/** What the form to change an order's address shows of it. */
export function hashAddressState({ address, branchId, windowId }: Pick<Order, 'address' | 'branchId' | 'windowId'>) {
  return toSeenHash([address, branchId, windowId])
}

/**
 * What an order to another address would become: rehearsed by the code that carries it out.
 * @param customerId null for the staff
 * @throws ShopError what `changeAddress` throws
 */
export function quoteAddressChange(
  ctx: OutsideTransaction,
  customerId: number | null,
  change: AddressChange,
): Promise<AddressQuote> {
  return createDryRunContext(ctx).transact((ctx) => applyAddressChange(ctx, customerId, change))
}

/**
 * Sends an order to another address, until its picking ends. In its own postal code only the address changes; in another one branch,
 * fee and promise are those of the quote that was seen. Where it costs more, it waits for the difference's payment.
 * @param addressHash of `hashAddressState`
 * @param quoteHash of the quote; empty where only the address changes
 * @throws ShopError "order.unknown", "change.tooLate", "change.pickup", "change.sameAddress", "address.uncovered", "page.outdated",
 *   "change.quote" for a quote that was not seen, "change.dearer", "change.proposal", "change.stock", "change.delivery", "change.refund"
 */
export async function changeAddress(
  ctx: Context,
  change: AddressChange,
  by: ChangeActor,
  { addressHash, quoteHash }: { addressHash: string; quoteHash: string },
): Promise<AddressOutcome> {
  const customerId = by.kind === 'customer' ? by.id : null
  const { orderId } = change
  const assertUnchanged = async (ctx: TransactionContext) => {
    const order = await lockChangeableOrder(ctx, orderId, customerId)
    const { branchId, deliveryWindowId: windowId } = order
    if (hashAddressState({ address: JSON.parse(order.deliveryAddress), branchId, windowId }) !== addressHash)
      throw new ShopError('page.outdated')
    await assertNoSurcharge(ctx, orderId)
  }
  const assertQuoted = (quote: AddressQuote) => {
    if (!quote.isSameZipcode && quote.seenHash !== quoteHash) throw new ShopError('change.quote')
  }
  try {
    return await ctx.transact(async (ctx) => {
      await assertUnchanged(ctx)
      const quote = await applyAddressChange(ctx, customerId, change)
      assertQuoted(quote)
      // What it does is undone, until the difference is paid.
      if (quote.surchargeCents > 0) throw new SurchargeNeeded(quote)
      await recordAddressChange(ctx, orderId, quote, by)
      return { ...quote, surcharge: null }
    })
  } catch (error) {
    if (!(error instanceof SurchargeNeeded)) throw error
    const { quote } = error
    return ctx.transact(async (ctx) => {
      await assertUnchanged(ctx)
      const { address, choice } = change
      const details = { address, choice: quote.choice ?? choice, by }
      const request = { orderId, kind: 'address', details, amountCents: quote.surchargeCents } as const
      return { ...quote, surcharge: await askForSurcharge(ctx, request, by) }
    })
  }
}

/** A quote that costs more than was paid. */
class SurchargeNeeded extends Error {
  readonly quote: AddressQuote

  constructor(quote: AddressQuote) {
    super('a difference is to be paid first')
    this.quote = quote
  }
}

/**
 * Its difference is paid: the change takes effect, at the fee that was quoted.
 * @throws ShopError "change.quote" where it costs another amount by now, and those of `changeAddress`
 */
export async function applySurchargedAddress(
  ctx: TransactionContext,
  change: AddressChange,
  by: ChangeActor,
  amountCents: number,
): Promise<void> {
  const quote = await applyAddressChange(ctx, null, change)
  if (quote.surchargeCents !== amountCents) throw new ShopError('change.quote')
  await recordAddressChange(ctx, change.orderId, quote, by)
}

async function recordAddressChange(
  ctx: TransactionContext,
  orderId: number,
  { refundCents, surchargeCents, feeCents, branch, previousBranch }: AddressQuote,
  by: ChangeActor,
): Promise<void> {
  const data = { refundCents, surchargeCents, feeCents, branchId: branch.id, previousBranchId: previousBranch.id }
  await recordEventAndNotify(ctx, { orderId, kind: 'changeAddress', by, data }, 'addressChanged')
  if (branch.id === previousBranch.id) return
  await enqueueStatusChange(ctx, async () => {
    const { status } = await ctx.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    return { orderId, status, branchId: branch.id, reachedAt: ctx.clock.now() }
  })
}

async function applyAddressChange(
  ctx: TransactionContext,
  customerId: number | null,
  { orderId, address, choice }: AddressChange,
): Promise<AddressQuote> {
  const order = await lockChangeableOrder(ctx, orderId, customerId)
  if (order.orderType === 'pickup') throw new ShopError('change.pickup')
  const previousAddress: Address = JSON.parse(order.deliveryAddress)
  if (isSamePlace(previousAddress, address)) throw new ShopError('change.sameAddress', { input: 'street' })
  const isSameZipcode = previousAddress.zipcode === address.zipcode
  const branchId = isSameZipcode ? order.branchId : await findBranchId(ctx, address.zipcode)
  if (branchId === uncoveredBranchId) throw new ShopError('address.uncovered', { input: 'zipcode' })
  const previousFeeCents = order.deliveryFeeCents - order.deliveryRefundedCents
  const delivery = isSameZipcode
    ? toPresentDelivery(order, previousFeeCents)
    : branchId === order.branchId
      ? await keepBranch(ctx, order, address.zipcode)
      : await moveToBranch(ctx, order, { branchId, zipcode: address.zipcode, choice })
  const { windowId, ...newDelivery } = delivery
  const refundCents = Math.max(0, previousFeeCents - delivery.feeCents)
  const surchargeCents = Math.max(0, delivery.feeCents - previousFeeCents)
  await refundFee(ctx, orderId, refundCents)
  const [branch, previousBranch] = [
    await getBranchOrDefault(ctx, branchId, address.zipcode),
    await getBranchOrDefault(ctx, order.branchId, previousAddress.zipcode),
  ]
  await ctx.db
    .updateTable('orders')
    .set({
      branchId,
      deliveryFeeCents: order.deliveryFeeCents + surchargeCents,
      totalCents: order.totalCents + surchargeCents,
      deliveryAddressId: address.id,
      deliveryAddress: JSON.stringify({ ...address, id: address.id ?? 0 }),
      deliveryWindowId: windowId,
      promiseStartsAt: delivery.promise?.from ?? null,
      promiseEndsAt: delivery.promise?.to ?? null,
      revisedPromiseAt: branchId === order.branchId ? order.revisedPromiseAt : null,
      isScheduled: branchId === order.branchId ? order.isScheduled : windowId !== null || branch.shipsByAppointment,
    })
    .where('id', '=', orderId)
    .execute()
  const quote = {
    ...newDelivery,
    address,
    previousAddress,
    isSameZipcode,
    branch: { id: branch.id, name: branch.name },
    previousBranch: { id: previousBranch.id, name: previousBranch.name },
    previousFeeCents,
    refundCents,
    surchargeCents,
  }
  return { ...quote, seenHash: hashQuote(quote) }
}

/** What its customer decides by, beside the time: they choose it where there is a choice, and none is kept that is gone. */
function hashQuote({
  address,
  branch,
  previousBranch,
  feeCents,
  previousFeeCents,
}: Omit<AddressQuote, 'seenHash'>): string {
  return toSeenHash([address, branch.id, previousBranch.id, feeCents, previousFeeCents])
}

/** Where somebody lives: its label and the map's id are none of it. */
function isSamePlace(place: Address, other: AddressChange['address']): boolean {
  const fields = ['zipcode', 'street', 'number', 'complement', 'neighborhood', 'city', 'state'] as const
  return fields.every((field) => place[field] === other[field])
}

function toPresentDelivery(order: Row<'orders'>, feeCents: number): NewDelivery {
  const { promiseStartsAt: from, promiseEndsAt: to, deliveryWindowId: windowId } = order
  return { feeCents, windowId, promise: to === null ? null : { from, to }, options: [], choice: null }
}

/** The same branch keeps the time that it promised, and its window; a place that is further from it may take longer. */
async function keepBranch(ctx: TransactionContext, order: Row<'orders'>, zipcode: string): Promise<NewDelivery> {
  const { branchId, paidAt } = order
  const branch = await getBranchOrDefault(ctx, branchId, zipcode)
  const delivery = toPresentDelivery(order, calculateFeeCents(branch, toGoodsCents(order)))
  if (order.deliveryWindowId !== null || paidAt === null) return delivery
  const promisedAt = await getPromisedAt(ctx, { branchId, zipcode, orderType: 'delivery', paidAt })
  const isLater = promisedAt !== null && (delivery.promise === null || promisedAt > delivery.promise.to)
  return isLater ? { ...delivery, promise: { from: null, to: promisedAt } } : delivery
}

/** Another branch takes it whole, at the prices at which it was bought; what was picked goes back to the shelf. */
async function moveToBranch(
  ctx: TransactionContext,
  order: Row<'orders'>,
  { branchId, zipcode, choice }: { branchId: number; zipcode: string; choice: DeliveryChoice | null },
): Promise<NewDelivery> {
  const { id: orderId } = order
  await assertNoProposal(ctx, orderId)
  const lines = (await listRemainingLines(ctx, orderId)).filter(({ quantity }) => quantity > 0)
  if (order.deliveryWindowId !== null) await releaseWindow(ctx, order.deliveryWindowId)
  await deductStock(ctx, branchId, lines).catch((error: unknown) => {
    throw isShopError(error, 'stock.short')
      ? new ShopError('change.stock', { product: error.refusalValues.product }, { cause: error })
      : error
  })
  await restoreStock(ctx, order.branchId, lines)
  await ctx.db.deleteFrom('orderPick').where('orderId', '=', orderId).execute()
  await ctx.db.deleteFrom('orderLot').where('orderId', '=', orderId).execute()
  const goods = { lines, itemsCents: toGoodsCents(order) }
  const options = (await listDeliveryOptions(ctx, branchId, zipcode, goods, [], 0)).filter(
    (option) => option.choice.method !== 'pickup',
  )
  const chosenOption = choice
    ? options.find((option) => isSameDeliveryChoice(option.choice, choice))
    : options.find(({ obstacle }) => obstacle === null)
  if (!chosenOption || chosenOption.obstacle !== null) throw new ShopError('change.delivery')
  const { feeCents, windowId } = await bookDelivery(ctx, {
    ...{ branchId, zipcode, choice: chosenOption.choice, itemsCents: goods.itemsCents, minutesToPay: 0 },
  })
  const { choice: bookedChoice, deliveryPromise: promise } = chosenOption
  return { feeCents, windowId, promise, options, choice: bookedChoice }
}

/** What the products came to when they were bought: what was taken out since makes their delivery no dearer. */
function toGoodsCents({ totalCents, deliveryFeeCents }: Row<'orders'>): number {
  return totalCents - deliveryFeeCents
}

/** A proposal is about the shelf of the order's branch. */
async function assertNoProposal(ctx: TransactionContext, orderId: number): Promise<void> {
  const proposal = await ctx.db
    .selectFrom('orderProposal')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (proposal) throw new ShopError('change.proposal')
}

async function refundFee(ctx: TransactionContext, orderId: number, cents: number): Promise<void> {
  if (cents === 0) return
  await ctx.db
    .updateTable('orders')
    .set((eb) => ({ deliveryRefundedCents: eb('deliveryRefundedCents', '+', cents) }))
    .where('id', '=', orderId)
    .execute()
  await increaseRefund(ctx, orderId, cents).catch((error: unknown) => {
    throw toRefundError(error)
  })
  await refundDifference(ctx, orderId, cents)
}
