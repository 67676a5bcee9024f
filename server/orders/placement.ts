import type { CustomerService } from '../accounts/customers.ts'
import type { Address, AddressService } from '../addresses/addresses.ts'
import type { Bag, BagService, ReviewedBag } from '../bag/bag.ts'
import type { CouponService } from '../bag/coupons.ts'
import type { DiscountedLine, LaboratoryAuthorisationService } from '../bag/programme/laboratory-authorisations.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StockLine } from '../catalogue/types.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { type BookedDelivery, type DeliveryService, uncoveredBranchId } from '../delivery/delivery.ts'
import { type DeliveryOption, isSameDeliveryChoice } from '../delivery/delivery-quote.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import { noBalanceChoice, type PaymentSplit } from '../wallet/balances.ts'
import type { WalletService } from '../wallet/wallet.ts'
import type { OrderLifecycle } from './lifecycle.ts'
import type { ChangedPrice, Order, OrderRequest } from './order.ts'
import type { OrderCommands } from './order-commands.ts'
import type { OrderQueries } from './order-queries.ts'
import { toPickupAddress } from './order-rerouter.ts'

interface Deps {
  database: Database
  clock: Clock
  customers: Pick<CustomerService, 'lockActiveCustomer' | 'lockBalances' | 'assertHasName'>
  catalogue: Catalogue
  bags: BagService
  coupons: CouponService
  authorisations: Pick<LaboratoryAuthorisationService, 'authorise' | 'claimForOrder' | 'releaseUnclaimedAuthorisations'>
  prescriptions: PrescriptionService
  delivery: DeliveryService
  addresses: AddressService
  wallet: WalletService
  /** How long an order waits for its payment. */
  paymentTimeoutMinutes: number
  orderQueries: OrderQueries
  lifecycle: Pick<OrderLifecycle, 'recordPlacement'>
  orderCommands: Pick<OrderCommands, 'markPaid'>
}

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

/** Places orders from bags. */
export function createPlacementService({
  database,
  clock,
  paymentTimeoutMinutes,
  orderQueries,
  lifecycle,
  orderCommands,
  ...domains
}: Deps) {
  const { customers, catalogue, bags, coupons, authorisations, prescriptions, delivery, addresses, wallet } = domains
  /** Of this process: how many orders were placed, and how many refused by the refusal's code. */
  const placementStats = { placedCount: 0, refusalCounts: new Map<ShopErrorCode, number>() }
  return { quoteOrder, placeOrder, paymentTimeoutMinutes, getPlacementStats: (): PlacementStats => placementStats }

  /**
   * Previews an order to this address, or to be picked up: it decides the branch, and so prices and stock.
   * @throws ShopError "address.unknown", "address.uncovered", "delivery.changed"
   */
  async function quoteOrder(
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
    const { address, addressId, branchId } = await resolveDestination({ customerId, ...deliveryRequest })
    const reviewedBag = await bags.reviewBag(bag, branchId, { customerId })
    const homeBranch =
      addressId === null
        ? await resolveHomeBranch(customerId, deliveryRequest.addressId)
        : { branchId, zipcode: address.zipcode }
    const lines = toRequestedStockLines(bag, reviewedBag)
    const stock = await catalogue.loadBranchOffers(lines.map(({ productId }) => productId))
    const goods = { lines, itemsCents: reviewedBag.totalCents }
    const options = await delivery.listDeliveryOptions(homeBranch.branchId, homeBranch.zipcode, goods, stock)
    const isChosenOption = (option: DeliveryOption) =>
      deliveryRequest.delivery !== undefined && isSameDeliveryChoice(option.choice, deliveryRequest.delivery)
    const chosenOption = options.find(isChosenOption) ?? options.find(({ obstacle }) => obstacle === null)
    if (!chosenOption) throw new ShopError('delivery.changed')
    return { address, branchId, reviewedBag, chosenOption, options }
  }

  /** The branch that would deliver to a customer who picks up, as far as an address is known. */
  async function resolveHomeBranch(customerId: number, addressId: number | undefined) {
    if (addressId === undefined) return { branchId: uncoveredBranchId, zipcode: undefined }
    const { zipcode } = await addresses.getAddress(customerId, addressId)
    return { branchId: await delivery.findBranchId(zipcode), zipcode }
  }

  /**
   * Places an order: prices recomputed, stock taken, order and lines written, all or nothing.
   *
   * @returns the order; for a submission sent before, the existing one
   * @throws ShopError "token.invalid", "account.blocked", "bag.empty", "address.unknown", "address.uncovered", "branch.unknown", "branch.forged", "stock.short",
   *   "prices.changed", "balance.short", "balance.changed", "gain.notOwn", "prescription.required", "prescription.unknown", "prescription.expired", "coupon.unknown", "coupon.used",
   *   "coupon.nothingToDiscount", "laboratory.changed", "laboratory.unavailable"
   */
  async function placeOrder(request: OrderRequest): Promise<Order> {
    try {
      return await placeNewOrder(request)
    } catch (error) {
      const { refusalCounts } = placementStats
      if (error instanceof ShopError) refusalCounts.set(error.code, (refusalCounts.get(error.code) ?? 0) + 1)
      throw error
    }
  }

  async function placeNewOrder(request: OrderRequest): Promise<Order> {
    const { customerId, idempotencyKey } = request
    const existingOrder = await orderQueries.findByIdempotencyKey(customerId, idempotencyKey)
    if (existingOrder) return existingOrder
    if (request.bag.lines.length === 0) throw new ShopError('bag.empty')
    const destination = await resolveDestination(request)
    if (
      request.delivery?.method !== 'pickup' &&
      request.branchId !== undefined &&
      request.branchId !== destination.branchId
    ) {
      await delivery.assertBranchExists(request.branchId)
      throw new ShopError('branch.forged')
    }

    try {
      await authoriseDiscounts(request, destination.branchId)
      const id = await database.transact(async (tx) => {
        if (request.balances) await customers.lockBalances(tx, customerId)
        await customers.lockActiveCustomer(tx, customerId)
        await customers.assertHasName(tx, customerId)
        const reviewedBag = await bags.reviewBag(request.bag, destination.branchId, { customerId, tx })
        const choice = request.delivery ?? null
        const booking = await delivery.bookDelivery(tx, {
          branchId: destination.branchId,
          choice,
          itemsCents: reviewedBag.totalCents,
        })
        assertMatchesExpectations(request, reviewedBag, booking)
        await catalogue.deductStock(tx, destination.branchId, toStockLines(reviewedBag))
        const balances = request.balances ?? noBalanceChoice
        const paymentSplit = await wallet.splitPayment(
          customerId,
          reviewedBag.totalCents + booking.feeCents,
          balances,
          tx,
        )
        const { expectedDueCents = paymentSplit.dueCents } = request
        if (expectedDueCents !== paymentSplit.dueCents) throw new ShopError('balance.changed')
        await wallet.assertOwnGains(customerId, balances.gainIds, tx)
        return insertOrder(tx, request, destination, { reviewedBag, booking, paymentSplit })
      })
      placementStats.placedCount += 1
      return await orderQueries.getOrder(customerId, id)
    } catch (error) {
      // A double click: the concurrent request placed this order, and took the last unit, the coupon or the prescription.
      const concurrentOrder = await orderQueries
        .findByIdempotencyKey(customerId, idempotencyKey)
        .catch((lookupError: Error) => {
          // Whether there is one remains unknown: the caller has to retry, whatever the first error was.
          lookupError.cause = error
          throw lookupError
        })
      if (concurrentOrder) return concurrentOrder
      if (request.bag.laboratoryOptInId !== undefined) await authorisations.releaseUnclaimedAuthorisations(request)
      throw error
    }
  }

  /** Before the transaction, which must not wait for a laboratory's programme. */
  async function authoriseDiscounts(
    { bag, customerId, idempotencyKey }: OrderRequest,
    branchId: number,
  ): Promise<void> {
    if (bag.laboratoryOptInId === undefined) return
    const lines = await loadDiscountedLines(await bags.reviewBag(bag, branchId, { customerId }))
    await authorisations.authorise({ customerId, idempotencyKey }, bag.laboratoryOptInId, lines)
  }

  async function loadDiscountedLines({ lines }: ReviewedBag, tx?: Transaction): Promise<DiscountedLine[]> {
    const programmeLines = lines.flatMap(({ product, quantity, laboratoryDiscount }) =>
      laboratoryDiscount ? [{ productId: product.id, quantity, ...laboratoryDiscount }] : [],
    )
    const records = await catalogue.loadProductRecords(
      programmeLines.map(({ productId }) => productId),
      tx,
    )
    return programmeLines.map((line) => ({ ...line, ean: records.get(line.productId)?.ean ?? null }))
  }

  async function resolveDestination({
    customerId,
    addressId,
    delivery: choice,
  }: Pick<OrderRequest, 'customerId' | 'addressId' | 'delivery'>): Promise<Destination> {
    if (choice?.method === 'pickup') return getStoreDestination(choice.branchId)
    if (addressId === undefined) throw new ShopError('address.required', { input: 'address' })
    const address = await addresses.getAddress(customerId, addressId)
    const branchId = await delivery.findBranchId(address.zipcode)
    if (branchId === uncoveredBranchId) throw new ShopError('address.uncovered', { input: 'address' })
    return { addressId, address, branchId }
  }

  async function getStoreDestination(branchId: number): Promise<Destination> {
    const store = await delivery.getPickupStore(branchId)
    if (!store.address) throw new ShopError('delivery.changed')
    return { addressId: null, address: toPickupAddress(store.name, store.address), branchId }
  }

  function assertMatchesExpectations(
    request: OrderRequest,
    reviewedBag: ReviewedBag,
    { feeCents }: BookedDelivery,
  ): void {
    const unsellableLine = reviewedBag.droppedLines.find(({ reason }) => reason !== 'product.unavailable')
    if (unsellableLine) throw new ShopError(unsellableLine.reason)
    const [shortLine] = [...reviewedBag.droppedLines, ...reviewedBag.reducedLines]
    if (shortLine) throw new ShopError('stock.short', { product: shortLine.name ?? undefined })
    if (reviewedBag.couponRefusal)
      throw new ShopError(reviewedBag.couponRefusal, {
        input: 'couponCode',
        cents: reviewedBag.couponMinSubtotalCents ?? 0,
      })
    if (request.expectedFeeCents !== undefined && request.expectedFeeCents !== feeCents)
      throw new ShopError('delivery.changed')
    const totalCents = reviewedBag.totalCents + feeCents
    if (request.expectedTotalCents !== undefined && request.expectedTotalCents !== totalCents) {
      throw new ShopError('prices.changed', {
        totalCents,
        prices: listChangedPrices(request.expectedPrices ?? new Map(), reviewedBag),
      })
    }
  }

  async function insertOrder(
    tx: Transaction,
    request: OrderRequest,
    { address, addressId, branchId }: Destination,
    {
      reviewedBag,
      booking,
      paymentSplit,
    }: { reviewedBag: ReviewedBag; booking: BookedDelivery; paymentSplit: PaymentSplit },
  ): Promise<number> {
    const placedAt = clock.now()
    const { id } = await tx
      .insertInto('orders')
      .values({
        customer_id: request.customerId,
        idempotency_key: request.idempotencyKey,
        status: 'pending_payment',
        branch_id: branchId,
        delivery_address_id: addressId,
        delivery_address: JSON.stringify(address),
        items_cents: reviewedBag.itemsCents,
        discount_cents: reviewedBag.discountCents,
        coupon_code: reviewedBag.coupon?.code ?? null,
        coupon_title: reviewedBag.coupon?.title ?? null,
        coupon_discount_cents: reviewedBag.couponDiscountCents,
        delivery_charge_cents: booking.feeCents,
        total_cents: reviewedBag.totalCents + booking.feeCents,
        order_type: addressId === null ? 'pickup' : 'delivery',
        delivery_window_id: booking.windowId,
        promised_from: booking.deliveryPromise?.from?.toISOString() ?? null,
        promised_to: booking.deliveryPromise?.to.toISOString() ?? null,
        note: request.note,
        is_scheduled: addressId !== null && (booking.windowId !== null || booking.branch.shipsByAppointment) ? 1 : 0,
        app_version: request.appVersion ?? null,
        balance_cents: paymentSplit.balanceCents,
        gain_ids: JSON.stringify(
          paymentSplit.balances.flatMap(({ gainId, paymentCents }) =>
            paymentCents > 0 && gainId !== null ? [gainId] : [],
          ),
        ),
        placed_at: placedAt.toISOString(),
        payment_due_at: addMinutes(placedAt, paymentTimeoutMinutes).toISOString(),
        paid_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('order_line')
      .values(
        reviewedBag.lines.map(({ product, quantity, unitPriceCents, fullTotalCents }) => ({
          order_id: id,
          product_id: product.id,
          name: product.name,
          quantity,
          full_price_cents: fullTotalCents / quantity,
          price_cents: unitPriceCents,
          requires_prescription: product.requiresPrescription ? 1 : 0,
          add_ons: JSON.stringify(request.extras?.get(product.id)?.addOns ?? []),
          variations: JSON.stringify(request.extras?.get(product.id)?.variations ?? []),
        })),
      )
      .execute()
    if (reviewedBag.coupon) await coupons.redeemCoupon(tx, reviewedBag.coupon, request.customerId, id)
    await claimPrescription(tx, request, id, reviewedBag)
    await authorisations.claimForOrder(tx, request, id, await loadDiscountedLines(reviewedBag, tx))
    const by = { kind: 'customer', id: request.customerId } as const
    await lifecycle.recordPlacement(tx, id, by, placedAt, paymentSplit.dueCents === 0)
    await wallet.debitBalances(tx, { id, customerId: request.customerId }, paymentSplit)
    if (paymentSplit.dueCents === 0) await orderCommands.markPaid(tx, id, placedAt, by)
    return id
  }

  /** A prescription that no line needs stays free for another order, but must be the customer's. */
  async function claimPrescription(
    tx: Transaction,
    { customerId, prescriptionId }: OrderRequest,
    orderId: number,
    { lines }: ReviewedBag,
  ): Promise<void> {
    const prescriptionLines = lines.filter(({ product }) => product.requiresPrescription)
    const productIds = prescriptionLines.map(({ product }) => product.id)
    if (productIds.length > 0)
      await prescriptions.claimForOrder(tx, { id: prescriptionId, customerId, orderId, productIds })
    else if (prescriptionId !== undefined) await prescriptions.assertOpenPrescription(tx, prescriptionId, customerId)
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

function toStockLines(reviewedBag: ReviewedBag): StockLine[] {
  return reviewedBag.lines.map(({ product, quantity }) => ({ productId: product.id, name: product.name, quantity }))
}
