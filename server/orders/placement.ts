import { assertHasName, lockActiveCustomer, lockBalances } from '../accounts/customers.ts'
import type { Address } from '../addresses/addresses.ts'
import { getAddress } from '../addresses/addresses.ts'
import type { Bag, ReviewedBag } from '../bag/bag.ts'
import { reviewBag } from '../bag/bags.ts'
import { divideCoupon } from '../bag/coupon-discount.ts'
import { redeemCoupon } from '../bag/coupons.ts'
import type { DiscountedLine } from '../bag/programme/laboratory-authorisations.ts'
import { authorise, claimForOrder, releaseUnclaimedAuthorisations } from '../bag/programme/laboratory-authorisations.ts'
import { loadProductRecords } from '../catalogue/products.ts'
import { deductStock, loadBranchOffers } from '../catalogue/stock.ts'
import type { StockLine } from '../catalogue/types.ts'
import type { Context, TransactionContext } from '../context.ts'
import {
  assertBranchExists,
  type BookedDelivery,
  bookDelivery,
  findBranchId,
  getPickupStore,
  listDeliveryOptions,
  uncoveredBranchId,
} from '../delivery/delivery.ts'
import { type DeliveryOption, isSameDeliveryChoice } from '../delivery/delivery-quote.ts'
import { toShopDay } from '../platform/calendar.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import * as claims from '../prescriptions/claims.ts'
import { assertOpenPrescription } from '../prescriptions/claims.ts'
import { assertOwnGains, debitBalances, splitPayment } from '../wallet/balances.ts'
import { noBalanceChoice, type PaymentSplit } from '../wallet/payment-split.ts'
import { acceptUnpaid } from './door-payments.ts'
import { recordPlacement } from './lifecycle.ts'
import type { ChangedPrice, Order, OrderRequest } from './order.ts'
import { markPaid } from './order-commands.ts'
import { countUnitsSince, findByIdempotencyKey, getOrder } from './order-queries.ts'
import { toPickupAddress } from './order-rerouter.ts'
import { assertPaymentWayOffered, readDoorChoice } from './payment-ways.ts'

/** 30 days. */
const maxUnitsPeriodMinutes = 30 * 24 * 60

interface PlacementStats {
  placedCount: number
  refusalCounts: ReadonlyMap<ShopErrorCode, number>
}

/** Where an order goes: a customer's address, or (without an id) the store in which it is picked up. */
interface Destination {
  addressId: number | null
  address: Address
  branchId: number
}

/** Of this process: how many orders were placed, and how many refused by the refusal's code. */
const createPlacementStats = () => ({ placedCount: 0, refusalCounts: new Map<ShopErrorCode, number>() })
export function getPlacementStats(ctx: Context): PlacementStats {
  return ctx.memory(createPlacementStats)
}

/**
 * Previews an order to this address, or to be picked up: it decides the branch, and so prices and stock.
 * @throws ShopError "address.unknown", "address.uncovered", "delivery.changed"
 */
export async function quoteOrder(
  ctx: Context,
  customerId: number,
  bag: Bag,
  deliveryRequest: Pick<OrderRequest, 'addressId' | 'delivery'>,
): Promise<{
  address: Address
  branchId: number
  reviewedBag: ReviewedBag
  chosenOption: DeliveryOption
  options: DeliveryOption[]
}> {
  const { address, addressId, branchId } = await resolveDestination(ctx, { customerId, ...deliveryRequest })
  const reviewedBag = await reviewBag(ctx, bag, branchId, { customerId })
  const homeBranch =
    addressId === null
      ? await resolveHomeBranch(ctx, customerId, deliveryRequest.addressId)
      : { branchId, zipcode: address.zipcode }
  const lines = toRequestedStockLines(bag, reviewedBag)
  const productIds = lines.map(({ productId }) => productId)
  const stock = await loadBranchOffers(ctx, productIds)
  const goods = { lines, itemsCents: reviewedBag.totalCents }
  const options = await listDeliveryOptions(
    ctx,
    homeBranch.branchId,
    homeBranch.zipcode,
    goods,
    stock,
    ctx.settings.paymentTimeoutMinutes,
  )
  const isChosenOption = (option: DeliveryOption) =>
    deliveryRequest.delivery !== undefined && isSameDeliveryChoice(option.choice, deliveryRequest.delivery)
  const chosenOption = options.find(isChosenOption) ?? options.find(({ obstacle }) => obstacle === null)
  if (!chosenOption) {
    const [shortOption] = options.filter(({ amountUntilMinimumCents }) => amountUntilMinimumCents > 0)
    if (shortOption) throw new ShopError('delivery.minimum', { cents: shortOption.amountUntilMinimumCents })
    throw new ShopError('delivery.changed')
  }
  return { address, branchId, reviewedBag, chosenOption, options }
}

/** The branch that would deliver to a customer who picks up, as far as an address is known. */
async function resolveHomeBranch(ctx: Context, customerId: number, addressId: number | undefined) {
  if (addressId === undefined) return { branchId: uncoveredBranchId, zipcode: undefined }
  const { zipcode } = await getAddress(ctx, customerId, addressId)
  return { branchId: await findBranchId(ctx, zipcode), zipcode }
}

/**
 * Places an order: prices recomputed, stock taken, order and lines written, all or nothing.
 *
 * @returns the order; for a submission sent before, the existing one
 * @throws ShopError "token.invalid", "account.blocked", "bag.empty", "address.unknown", "address.uncovered", "branch.unknown", "branch.forged", "stock.short",
 *   "prices.changed", "balance.short", "balance.changed", "gain.notOwn", "prescription.required", "prescription.unknown", "prescription.expired", "coupon.unknown", "coupon.used",
 *   "coupon.nothingToDiscount", "laboratory.changed", "laboratory.unavailable"
 */
export async function placeOrder(ctx: Context, request: OrderRequest): Promise<Order> {
  try {
    return await placeNewOrder(ctx, request)
  } catch (error) {
    const { refusalCounts } = ctx.memory(createPlacementStats)
    if (error instanceof ShopError) refusalCounts.set(error.code, (refusalCounts.get(error.code) ?? 0) + 1)
    throw error
  }
}

async function placeNewOrder(ctx: Context, request: OrderRequest): Promise<Order> {
  const { customerId, idempotencyKey } = request
  const existingOrder = await findByIdempotencyKey(ctx, customerId, idempotencyKey)
  if (existingOrder) return existingOrder
  if (request.bag.lines.length === 0) throw new ShopError('bag.empty')
  const destination = await resolveDestination(ctx, request)
  if (
    request.delivery?.method !== 'pickup' &&
    request.branchId !== undefined &&
    request.branchId !== destination.branchId
  ) {
    await assertBranchExists(ctx, request.branchId)
    throw new ShopError('branch.forged')
  }

  try {
    await authoriseDiscounts(ctx, request, destination.branchId)
    const id = await ctx.transact(async (ctx) => {
      if (request.balances) await lockBalances(ctx, customerId)
      await lockActiveCustomer(ctx, customerId)
      await assertHasName(ctx, customerId)
      const reviewedBag = await reviewBag(ctx, request.bag, destination.branchId, { customerId })
      const choice = request.delivery ?? null
      const booking = await bookDelivery(ctx, {
        branchId: destination.branchId,
        zipcode: destination.address.zipcode,
        choice,
        itemsCents: reviewedBag.totalCents,
        minutesToPay: ctx.settings.paymentTimeoutMinutes,
      })
      assertMatchesExpectations(request, reviewedBag, booking)
      await assertMaxUnits(ctx, customerId, reviewedBag)
      await deductStock(ctx, destination.branchId, toStockLines(reviewedBag))
      const balances = request.balances ?? noBalanceChoice
      const paymentSplit = await splitPayment(ctx, customerId, reviewedBag.totalCents + booking.feeCents, balances)
      const { expectedDueCents = paymentSplit.dueCents } = request
      if (expectedDueCents !== paymentSplit.dueCents) throw new ShopError('balance.changed')
      await assertOwnGains(ctx, customerId, balances.gainIds)
      const { dueCents } = paymentSplit
      if (request.paymentMethod !== undefined && dueCents > 0)
        await assertPaymentWayOffered(ctx, request.paymentMethod, {
          customerId,
          branchId: destination.branchId,
          dueCents,
        })
      return insertOrder(ctx, request, destination, { reviewedBag, booking, paymentSplit })
    })
    ctx.memory(createPlacementStats).placedCount += 1
    return await getOrder(ctx, customerId, id)
  } catch (error) {
    // A double click: the concurrent request placed this order, and took the last unit, the coupon or the prescription.
    const concurrentOrder = await findByIdempotencyKey(ctx, customerId, idempotencyKey).catch((lookupError: Error) => {
      // Whether there is one remains unknown: the caller has to retry, whatever the first error was.
      lookupError.cause = error
      throw lookupError
    })
    if (concurrentOrder) return concurrentOrder
    if (request.bag.laboratoryOptInId !== undefined) await releaseUnclaimedAuthorisations(ctx, request)
    throw error
  }
}

/** Before the transaction, which must not wait for a laboratory's programme. */
async function authoriseDiscounts(
  ctx: Context,
  { bag, customerId, idempotencyKey }: OrderRequest,
  branchId: number,
): Promise<void> {
  if (bag.laboratoryOptInId === undefined) return
  const lines = await loadDiscountedLines(ctx, await reviewBag(ctx, bag, branchId, { customerId }))
  await authorise(ctx, { customerId, idempotencyKey }, bag.laboratoryOptInId, lines)
}

async function loadDiscountedLines(ctx: Context, { lines }: ReviewedBag): Promise<DiscountedLine[]> {
  const programmeLines = lines.flatMap(({ product, quantity, laboratoryDiscount }) =>
    laboratoryDiscount ? [{ productId: product.id, quantity, ...laboratoryDiscount }] : [],
  )
  const productIds = programmeLines.map(({ productId }) => productId)
  const records = await loadProductRecords(ctx, productIds)
  return programmeLines.map((line) => ({ ...line, ean: records.get(line.productId)?.ean ?? null }))
}

async function resolveDestination(
  ctx: Context,
  { customerId, addressId, delivery: choice }: Pick<OrderRequest, 'customerId' | 'addressId' | 'delivery'>,
): Promise<Destination> {
  if (choice?.method === 'pickup') return getStoreDestination(ctx, choice.branchId)
  if (addressId === undefined) throw new ShopError('address.required', { input: 'address' })
  const address = await getAddress(ctx, customerId, addressId)
  const branchId = await findBranchId(ctx, address.zipcode)
  if (branchId === uncoveredBranchId) throw new ShopError('address.uncovered', { input: 'address' })
  return { addressId, address, branchId }
}

async function getStoreDestination(ctx: Context, branchId: number): Promise<Destination> {
  const store = await getPickupStore(ctx, branchId)
  if (!store.address) throw new ShopError('delivery.changed')
  return { addressId: null, address: toPickupAddress(store.name, store.address), branchId }
}

function assertMatchesExpectations(request: OrderRequest, reviewedBag: ReviewedBag, booking: BookedDelivery): void {
  const unsellableLine = reviewedBag.droppedLines.find(({ reason }) => reason !== 'product.unavailable')
  if (unsellableLine) throw new ShopError(unsellableLine.reason)
  const aboveMaximum = reviewedBag.reducedLines.find(({ isMaximum }) => isMaximum)
  if (aboveMaximum) throw new ShopError('product.maxUnits', { product: aboveMaximum.name, max: aboveMaximum.quantity })
  const [shortLine] = [...reviewedBag.droppedLines, ...reviewedBag.reducedLines]
  if (shortLine) throw new ShopError('stock.short', { product: shortLine.name ?? undefined })
  if (reviewedBag.couponRefusal)
    throw new ShopError(reviewedBag.couponRefusal, {
      input: 'couponCode',
      cents: reviewedBag.couponMinSubtotalCents ?? 0,
    })
  assertDeliveryAsShown(request, booking)
  const totalCents = reviewedBag.totalCents + booking.feeCents
  if (request.expectedTotalCents !== undefined && request.expectedTotalCents !== totalCents) {
    throw new ShopError('prices.changed', {
      totalCents,
      prices: listChangedPrices(request.expectedPrices ?? new Map(), reviewedBag),
    })
  }
}

async function insertOrder(
  ctx: TransactionContext,
  request: OrderRequest,
  { address, addressId, branchId }: Destination,
  {
    reviewedBag,
    booking,
    paymentSplit,
  }: { reviewedBag: ReviewedBag; booking: BookedDelivery; paymentSplit: PaymentSplit },
): Promise<number> {
  const placedAt = ctx.clock.now()
  const isPaidAtDoor = request.paymentMethod === 'door' && paymentSplit.dueCents > 0
  const door = isPaidAtDoor ? readDoorChoice(request.door ?? {}, paymentSplit.dueCents) : null
  const { id } = await ctx.db
    .insertInto('orders')
    .values({
      customerId: request.customerId,
      idempotencyKey: request.idempotencyKey,
      status: 'pending_payment',
      branchId,
      deliveryAddressId: addressId,
      deliveryAddress: JSON.stringify(address),
      itemsCents: reviewedBag.itemsCents,
      discountCents: reviewedBag.discountCents,
      ...toCouponColumns(reviewedBag),
      deliveryFeeCents: booking.feeCents,
      totalCents: reviewedBag.totalCents + booking.feeCents,
      orderType: addressId === null ? 'pickup' : 'delivery',
      deliveryWindowId: booking.windowId,
      promiseStartsAt: booking.deliveryPromise?.from ?? null,
      promiseEndsAt: booking.deliveryPromise?.to ?? null,
      note: request.note,
      isScheduled: addressId !== null && (booking.windowId !== null || booking.branch.shipsByAppointment),
      appVersion: request.appVersion ?? null,
      balanceCents: paymentSplit.balanceCents,
      cashbackPercent: ctx.settings.profile.cashbackPercent,
      gainIds: JSON.stringify(
        paymentSplit.balances.flatMap(({ gainId, paymentCents }) =>
          paymentCents > 0 && gainId !== null ? [gainId] : [],
        ),
      ),
      placedAt,
      paymentDueAt: addMinutes(placedAt, ctx.settings.paymentTimeoutMinutes),
      paidAt: null,
      doorMeans: door?.means ?? null,
      changeForCents: door?.changeForCents ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const couponShares = divideCoupon(reviewedBag.couponDiscountCents, reviewedBag.lines)
  await ctx.db
    .insertInto('orderLine')
    .values(
      reviewedBag.lines.map(({ product, quantity, fullTotalCents }, index) => ({
        orderId: id,
        productId: product.id,
        name: product.name,
        quantity,
        fullPriceCents: fullTotalCents / quantity,
        couponCents: couponShares[index] ?? 0,
        requiresPrescription: product.requiresPrescription,
        addOns: JSON.stringify(request.extras?.get(product.id)?.addOns ?? []),
        variations: JSON.stringify(request.extras?.get(product.id)?.variations ?? []),
      })),
    )
    .execute()
  await insertLineDiscounts(ctx, id, reviewedBag)
  if (reviewedBag.coupon) await redeemCoupon(ctx, reviewedBag.coupon, request.customerId, id)
  await claimPrescription(ctx, request, id, reviewedBag)
  await claimForOrder(ctx, request, id, await loadDiscountedLines(ctx, reviewedBag))
  const by = { kind: 'customer', id: request.customerId } as const
  await recordPlacement(ctx, id, by, placedAt, isPaidAtDoor || paymentSplit.dueCents === 0)
  await debitBalances(ctx, { id, customerId: request.customerId }, paymentSplit)
  if (isPaidAtDoor) await acceptUnpaid(ctx, id, by)
  else if (paymentSplit.dueCents === 0) await markPaid(ctx, id, placedAt, by)
  return id
}

async function insertLineDiscounts(ctx: TransactionContext, orderId: number, { lines }: ReviewedBag): Promise<void> {
  const discounts = lines.flatMap(({ product, discounts }) =>
    discounts.map((discount) => ({ orderId, productId: product.id, ...discount })),
  )
  if (discounts.length > 0) await ctx.db.insertInto('orderLineDiscount').values(discounts).execute()
}

/** A prescription that no line needs stays free for another order, but must be the customer's. */
async function claimPrescription(
  ctx: TransactionContext,
  { customerId, prescriptionId }: OrderRequest,
  orderId: number,
  { lines }: ReviewedBag,
): Promise<void> {
  const prescriptionLines = lines.filter(({ product }) => product.requiresPrescription)
  const productIds = prescriptionLines.map(({ product }) => product.id)
  if (productIds.length > 0) await claims.claimForOrder(ctx, { id: prescriptionId, customerId, orderId, productIds })
  else if (prescriptionId !== undefined) await assertOpenPrescription(ctx, prescriptionId, customerId)
}

/** Of some products a customer gets no more than so many in 30 days, this order's included. */
async function assertMaxUnits(ctx: TransactionContext, customerId: number, { lines }: ReviewedBag): Promise<void> {
  const limitedLines = lines.filter(({ product }) => product.maxUnits !== null)
  if (limitedLines.length === 0) return
  const boughtUnits = await countUnitsSince(ctx, customerId, addMinutes(ctx.clock.now(), -maxUnitsPeriodMinutes))
  for (const { product, quantity } of limitedLines) {
    const max = product.maxUnits ?? quantity
    if (quantity + (boughtUnits.get(product.id) ?? 0) > max)
      throw new ShopError('product.maxUnits', { product: product.name, max })
  }
}

/** The bag's lines as they were wanted, also those that the branch lacks: another store may have them. */
function toRequestedStockLines(bag: Bag, { lines, droppedLines }: ReviewedBag): StockLine[] {
  const nameByProductId = new Map([
    ...lines.map(({ product }): [number, string] => [product.id, product.name]),
    ...droppedLines.map(({ productId, name }): [number, string] => [productId, name ?? '']),
  ])
  return bag.lines.map(({ productId, quantity }) => ({
    productId,
    quantity,
    name: nameByProductId.get(productId) ?? '',
  }))
}

function assertDeliveryAsShown(
  { expectedFeeCents, expectedArrivalAt }: OrderRequest,
  booking: Pick<BookedDelivery, 'feeCents' | 'expectedArrivalAt'>,
): void {
  const isFeeChanged = expectedFeeCents !== undefined && expectedFeeCents !== booking.feeCents
  const isArrivalChanged = expectedArrivalAt && isOtherArrival(expectedArrivalAt, booking.expectedArrivalAt)
  if (isFeeChanged || isArrivalChanged) throw new ShopError('delivery.changed')
}

/** Whether it is not what was shown: more than an hour later, or as much earlier on another day. A page may lie open for a while. */
function isOtherArrival(shownAt: Date, actualAt: Date): boolean {
  const hoursLater = (actualAt.getTime() - shownAt.getTime()) / 3_600_000
  return hoursLater > 1 || (hoursLater < -1 && toShopDay(shownAt) !== toShopDay(actualAt))
}

/** The lines whose price is not the one shown, or where none is known to differ, all. */
function listChangedPrices(expectedPrices: ReadonlyMap<number, number>, { lines }: ReviewedBag): ChangedPrice[] {
  const prices = lines.map(({ product: { id: productId, name }, unitPriceCents: priceCents }) => {
    return { productId, name, expectedCents: expectedPrices.get(productId) ?? null, priceCents }
  })
  const changedPrices = prices.filter(
    ({ expectedCents, priceCents }) => expectedCents !== null && expectedCents !== priceCents,
  )
  return changedPrices.length > 0 ? changedPrices : prices
}

function toCouponColumns({ coupon, couponDiscountCents }: ReviewedBag) {
  return {
    couponCode: coupon?.code ?? null,
    couponId: coupon?.id ?? null,
    couponTitle: coupon?.title ?? null,
    couponDiscountCents,
  }
}

function toStockLines(reviewedBag: ReviewedBag): StockLine[] {
  return reviewedBag.lines.map(({ product, quantity }) => ({ productId: product.id, name: product.name, quantity }))
}
