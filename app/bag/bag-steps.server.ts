import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, type TypedResponse } from '@remix-run/node'
import type { Address } from '#server/addresses/addresses.ts'
import type { ReviewedBag } from '#server/bag/bag.ts'
import type { DeliveryChoice, DeliveryOption } from '#server/delivery/delivery-quote.ts'
import type { PaymentWayOption } from '#server/orders/payment-ways.ts'
import type { Shop } from '#server/shop.ts'
import { requireCustomer } from '../http/access.server.ts'
import { getCookies, toSetCookieHeaders } from '../http/cookies.server.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { parseId } from '../http/ids.ts'
import { formatInstallmentsHint } from '../http/installments.server.ts'
import { createFlashMessage, isShopError, seeOther } from '../http/responses.server.ts'
import { readSavedFormResult } from '../http/saved-form.server.ts'
import { loadVisitor, type SignedInVisitor, type Visitor } from '../http/visitor.server.ts'
import { listStockMessages } from '../shell/bag-forms.server.ts'
import { loadReviewedBag } from '../shell/reviewed-bag.server.ts'
import { deliveryOptionTexts } from '../texts/delivery-options.ts'
import { formatDeliveryTime } from '../texts/delivery-promise.ts'
import { formatMoney } from '../texts/format.ts'
import { parseDeliveryChoice, toDeliveryChoiceValue } from '../ui/delivery-choice/delivery-choice.ts'
import {
  bagPath,
  deliveryOptionField,
  firstAddressPath,
  readSummaryChoices,
  type SummaryChoices,
  summaryPath,
} from './checkout-paths.ts'
import { toDeliveryOptionsView } from './delivery-options.server.ts'
import { readOrderNote } from './order-note.server.ts'

export const shareBagPath = '/sacola'

/** Whether a sent prescription covers everything in the bag that needs one. */
export async function isPrescriptionRequirementMet(
  { shop }: ActionFunctionArgs['context'],
  customerId: number,
  { lines, requiresPrescription }: ReviewedBag,
): Promise<boolean> {
  if (!requiresPrescription) return true
  const productIds = lines.map(({ product }) => product.id)
  const openPrescription = await shop.prescriptions.findOpenPrescription(customerId, productIds)
  return shop.prescriptions.listUncoveredLines(lines, openPrescription).length === 0
}

/** The address selected at first: the one just picked, the chosen one, or the only one there is. */
export function findPreselectedAddressId(
  addresses: Address[],
  { destination }: Visitor,
  pickedAddressId?: unknown,
): number | null {
  const pickedAddress = addresses.find(({ id }) => String(id) === pickedAddressId)
  if (pickedAddress) return pickedAddress.id
  if (addresses.some(({ id }) => id === destination?.addressId)) return destination?.addressId ?? null
  return addresses.length === 1 ? (addresses[0]?.id ?? null) : null
}

/** Loads the bag and the customer's addresses; `headers` save the bag if the stock check changed it. */
export async function loadBagStep(args: LoaderFunctionArgs) {
  const { shop } = args.context
  const visitor = await loadVisitor(args)
  const [reviewedBag, addresses] = await Promise.all([
    loadReviewedBag(args),
    visitor.customer ? shop.addresses.listAddresses(visitor.customer.id) : null,
  ])
  const medicineIds = reviewedBag.lines.flatMap(({ product }) => (product.isMedicine ? [product.id] : []))
  const sharedSubstances = await shop.catalogue.substances.listSharedSubstances(medicineIds)
  const stockMessages = listStockMessages(reviewedBag)
  const pendingOrderId = visitor.customer && (await findPayableOrderId(args, visitor.customer.id))
  const headers = toSetCookieHeaders(shop, stockMessages.length > 0 ? { bag: reviewedBag.bag } : {})
  if (addresses) headers.set('Cache-Control', 'no-store')
  const cookies = getCookies(args)
  const savedValues = readSavedFormResult(args, visitor.customer)?.initialValue
  const pickedAddressId = new URL(args.request.url).searchParams.get('endereco')
  const flash = cookies.read('flash')
  const feeCents = visitor.isCovered ? shop.delivery.calculateFeeCents(visitor.branch, reviewedBag.totalCents) : 0
  const savedNote = visitor.customer ? readOrderNote(args, visitor.customer.id) : ''
  const note = savedValues?.order_note?.toString() ?? savedNote
  return {
    pendingOrderId,
    paymentMethods: shop.payments.offeredProviderNames,
    installmentsText: formatInstallmentsHint(shop, reviewedBag.totalCents + feeCents, reviewedBag.requiresPrescription),
    deliveryTime: visitor.isCovered ? formatDeliveryTime(visitor.branch, shop.clock.now()) : null,
    feeCents,
    minimumText: formatMissingMinimum(visitor, reviewedBag),
    zipcode: visitor.destination?.zipcode ?? null,
    email: visitor.customer?.email,
    reviewedBag,
    sharedSubstances: sharedSubstances.map(({ substance, productIds }) => {
      const names = reviewedBag.lines.filter(({ product }) => productIds.includes(product.id))
      return { substance, names: names.map(({ product }) => product.name) }
    }),
    stockMessages,
    correctedLine: flash?.beside?.path === bagPath ? { ...flash.beside, messages: flash.messages } : null,
    note,
    noteHints: describeInputs(shop.orders.forms.DeliveryDetails).note,
    addresses,
    preselectedAddressId:
      addresses && findPreselectedAddressId(addresses, visitor, savedValues?.delivery_address_id ?? pickedAddressId),
    headers,
  }
}

/** What is missing for a delivery to the visitor's address; null where nothing is. */
function formatMissingMinimum({ branch, isCovered }: Visitor, { lines, totalCents }: ReviewedBag): string | null {
  const missingCents = isCovered && lines.length > 0 ? (branch.minimumOrderCents ?? 0) - totalCents : 0
  return missingCents > 0 ? deliveryOptionTexts.amountUntilMinimum(formatMoney(missingCents)) : null
}

/** The order of this browser whose payment may be offered: it may have been paid, cancelled or expired on any other page or device. */
export async function findPayableOrderId(args: LoaderFunctionArgs, customerId: number): Promise<number | null> {
  const id = getCookies(args).read('pendingOrder')
  if (id === null) return null
  const order = await args.context.shop.orders.getOrder(customerId, id).catch((error: unknown) => {
    if (!isShopError(error)) throw error
    return null
  })
  const isPayable = order?.status === 'pending_payment' && order.paymentDueAt > args.context.shop.clock.now()
  return isPayable ? id : null
}

/** The order as it stands before it is placed, and what is chosen for it in the summary. */
export async function loadOrderDraft(
  args: LoaderFunctionArgs,
  { bag, customer, destination }: SignedInVisitor,
  { deliveryOption }: Pick<SummaryChoices, 'deliveryOption'>,
) {
  const { shop } = args.context
  return {
    bag,
    addressId: destination?.addressId ?? undefined,
    delivery:
      deliveryOption === anyStoreOption
        ? await findNearestPickupChoice(shop, destination?.zipcode)
        : parseDeliveryChoice(deliveryOption),
    note: readOrderNote(args, customer.id),
  }
}

/**
 * Everything that will be charged; `headers` take a coupon out of the bag that does not hold any more, since the order would be refused for it
 * each time.
 * @throws a redirect to the bag where something is still missing
 */
export async function loadSummary(args: LoaderFunctionArgs) {
  const visitor = await requireCustomer(args)
  const { customer } = visitor
  const { shop } = args.context
  const choices = readSummaryChoices(new URL(args.request.url).searchParams)
  const { bag, addressId, delivery, note } = await loadOrderDraft(args, visitor, choices)
  if (bag.lines.length === 0) throw redirect(bagPath, 303)
  if (addressId === undefined && delivery?.method !== 'pickup') {
    const addresses = await shop.addresses.listAddresses(customer.id)
    throw redirect(addresses.length === 0 ? firstAddressPath : bagPath, 303)
  }
  const quote = await shop.orders.quoteOrder(customer.id, bag, { addressId, delivery }).catch((error) => {
    // The address was removed, or is no longer covered: the bag step says so and asks again.
    throw isShopError(error) ? redirect(bagPath, 303) : error
  })
  if (quote.chosenOption.obstacle !== null && !hasUnsellableLine(quote.reviewedBag))
    throw await redirectToAvailableOption(args, quote.options)
  if (quote.reviewedBag.lines.length === 0) throw redirect(bagPath, 303)
  if (!(await isPrescriptionRequirementMet(args.context, customer.id, quote.reviewedBag))) {
    throw redirect('/checkout/receita-medica', 303)
  }
  const { reviewedBag, branchId, options } = quote
  const { feeCents } = quote.chosenOption
  const missingLines = [...reviewedBag.droppedLines, ...reviewedBag.reducedLines]
  const [couponMessage = null] = listStockMessages({ ...reviewedBag, droppedLines: [], reducedLines: [] })
  const headers = toSetCookieHeaders(shop, couponMessage === null ? {} : { bag: { ...bag, couponCode: undefined } })
  headers.set('Cache-Control', 'no-store')
  const walletCents = choices.isWalletUsed ? Math.max(0, await shop.wallet.loadBalance(customer.id)) : 0
  const paymentSplit = await shop.wallet.splitPayment(customer.id, reviewedBag.totalCents + feeCents, {
    gainIds: choices.gainIds.map(parseId),
    walletCents,
  })
  return {
    reviewedBag,
    missingProductNames: missingLines.flatMap(({ name }) => name ?? []),
    couponMessage,
    headers,
    branchId,
    feeCents,
    // Of an order that is picked up the address is the store's.
    address:
      delivery?.method !== 'pickup'
        ? quote.address
        : addressId
          ? await shop.addresses.getAddress(customer.id, addressId)
          : null,
    options: toDeliveryOptionsView(options, quote.chosenOption, shop.clock.now()),
    paymentSplit,
    note,
    needsName: customer.firstName === '',
    idempotencyKey: crypto.randomUUID(),
    paymentMethods: shop.payments.offeredProviderNames,
    ...choosePaymentWay(
      await shop.orders.listPaymentWays({ customerId: customer.id, branchId, dueCents: paymentSplit.dueCents }),
      choices,
    ),
    installments: shop.payments.calculateInstallments(paymentSplit.dueCents),
    paymentTimeoutMinutes: shop.orders.paymentTimeoutMinutes,
  }
}

/** The ways of paying, and the one that is chosen: the first unless the page's address names another of them. */
function choosePaymentWay(paymentWays: PaymentWayOption[], { paymentMethod, door }: SummaryChoices) {
  const possibleWays = paymentWays.filter(({ obstacle }) => obstacle === null)
  const chosenOption = possibleWays.find(({ way }) => way === paymentMethod) ?? possibleWays[0]
  return { paymentWays, chosenPaymentWay: chosenOption?.way ?? null, door }
}

/** Of what is paused, or not sold online any more, no other way has more: the summary says so. */
function hasUnsellableLine({ droppedLines }: ReviewedBag): boolean {
  return droppedLines.some(({ reason }) => reason === 'product.paused' || reason === 'product.notSoldOnline')
}

/** The value of `delivery_option` that stands for any store which has everything. */
const anyStoreOption = 'retirada'

async function findNearestPickupChoice(shop: Shop, zipcode: string | undefined): Promise<DeliveryChoice | undefined> {
  const [nearestStore] = await shop.delivery.listPickupStores(zipcode)
  return nearestStore && { method: 'pickup', branchId: nearestStore.id }
}

async function redirectToAvailableOption(
  { context }: LoaderFunctionArgs,
  options: DeliveryOption[],
): Promise<TypedResponse<never>> {
  const availableOptions = options.filter(({ obstacle }) => obstacle === null)
  const fallbackOption = availableOptions.find(({ choice }) => choice.method === 'pickup') ?? availableOptions[0]
  if (fallbackOption)
    return redirect(`${summaryPath}&${deliveryOptionField}=${toDeliveryChoiceValue(fallbackOption.choice)}`, 303)
  return seeOther(context, bagPath, { flash: createFlashMessage('error', deliveryOptionTexts.noStoreHasAll) })
}
