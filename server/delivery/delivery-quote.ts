import type { Branch, StoreAddress } from './branch.ts'
import type { DeliveryWindow } from './delivery-windows.ts'
import { addOpenMinutes, closingAt, isOpenAt, nextChangeAt, nextOpeningAt } from './opening-hours.ts'

/** Delivery methods that offer a single option: each has a function below, and its texts in `app/texts/delivery-options.ts`. */
export type SimpleDeliveryMethod = 'now'

/** How a customer wants to get an order: by a simple method, in a window, or in a store. */
export type DeliveryChoice =
  | { method: SimpleDeliveryMethod }
  | { method: 'window'; windowId: number }
  | { method: 'pickup'; branchId: number }

/** A way to get an order that the customer may choose. */
export interface DeliveryOption {
  choice: DeliveryChoice
  branchId: number
  feeCents: number
  /** What more the products have to come to, in cents, for delivery to be free; 0 where it is, or never is. */
  amountUntilFreeDeliveryCents: number
  /** When it arrives, or is ready to be picked up. `from` is null where it begins at once. */
  deliveryPromise: { from: Date | null; to: Date }
  /** Whether it holds whenever the order is paid; else it begins with the payment. */
  isPromiseFixed: boolean
  /** Null where it can be chosen. */
  obstacle: 'full' | 'short' | 'minimum' | null
  /** What more the products have to come to, in cents, for a delivery to this address. */
  amountUntilMinimumCents: number
  /** The names of the products that its branch does not sell, or has too few of: a store that lacks any cannot be chosen. */
  missingProductNames: string[]
  /** Of a store. */
  store: PickupStoreDetails | null
}

export interface PickupStoreDetails {
  name: string
  address: string
  isOpen: boolean
  /** When it closes, or opens next; null where it never closes. */
  changesAt: Date | null
  /** What the products cost there, in cents. */
  itemsCents: number
}

/** A store in which an order may be picked up. */
export interface PickupStore {
  branch: Branch
  itemsCents: number
  missingProductNames: string[]
}

export interface DeliveryQuoteRequest {
  /** Null where no branch delivers. */
  branch: Branch | null
  /** What the products come to after discounts and coupon: from the branch's sum on, delivery is free. */
  itemsCents: number
  /** What the branch lacks of the products. */
  missingProductNames: string[]
  windows: (DeliveryWindow & { isFull: boolean })[]
  stores: PickupStore[]
  requestedAt: Date
  /** Of an order that is placed and paid: what it has lost since makes it no smaller one. */
  isPaid: boolean
}

type DeliveryOptionBuilder = (request: DeliveryQuoteRequest & { branch: Branch }) => DeliveryOption[]

/** One for each method of delivery to the customer's address, in the order in which pages show them. */
const addressOptionBuilders: DeliveryOptionBuilder[] = [
  function buildImmediateOption({ branch, itemsCents, missingProductNames, windows, requestedAt, isPaid }) {
    // By appointment, and no windows are set: people agree on a time.
    if (branch.shipsByAppointment && windows.length > 0) return []
    const promisedAt = calculatePromisedAt(branch, requestedAt)
    if (!promisedAt) return []
    const startsAt = findFirstDeliveryAt(branch, requestedAt, promisedAt)
    return [
      {
        choice: { method: 'now' },
        branchId: branch.id,
        ...calculateFee(branch, itemsCents),
        ...findMinimum(branch, itemsCents, isPaid),
        deliveryPromise: { from: startsAt, to: promisedAt },
        isPromiseFixed: false,
        missingProductNames,
        store: null,
      },
    ]
  },
  function buildWindowOptions({ branch, itemsCents, missingProductNames, windows, isPaid }) {
    return windows.map(({ id, startsAt, endsAt, isFull }) => ({
      choice: { method: 'window', windowId: id },
      branchId: branch.id,
      ...calculateFee(branch, itemsCents),
      ...findMinimum(branch, itemsCents, isPaid),
      deliveryPromise: { from: startsAt, to: endsAt },
      isPromiseFixed: true,
      ...(isFull && { obstacle: 'full' }),
      missingProductNames,
      store: null,
    }))
  },
]

/**
 * Fees and promises of delivery, for every page, e-mail and call: they are computed only here. Pure.
 * @returns the options of this order, those that cannot be chosen with their obstacle; stores last
 */
export function quoteDelivery(request: DeliveryQuoteRequest): DeliveryOption[] {
  const { branch } = request
  const addressOptions = branch
    ? addressOptionBuilders.flatMap((buildOptions) => buildOptions({ ...request, branch }))
    : []
  return [...addressOptions, ...request.stores.flatMap((store) => buildPickupOptions(store, request.requestedAt))]
}

/** None where the store opens no more. */
function buildPickupOptions(
  { branch, itemsCents, missingProductNames }: PickupStore,
  requestedAt: Date,
): DeliveryOption[] {
  const { name, isOpen, address } = branch
  const readyAt = calculatePickupReadyAt(branch, requestedAt)
  if (!readyAt) return []
  return [
    {
      choice: { method: 'pickup', branchId: branch.id },
      branchId: branch.id,
      feeCents: 0,
      amountUntilFreeDeliveryCents: 0,
      amountUntilMinimumCents: 0,
      deliveryPromise: { from: null, to: readyAt },
      isPromiseFixed: false,
      obstacle: missingProductNames.length > 0 ? 'short' : null,
      missingProductNames,
      store: {
        name,
        isOpen,
        changesAt: nextChangeAt(requestedAt, branch.hours),
        itemsCents,
        address: address ? formatStoreAddress(address) : '',
      },
    },
  ]
}

/** By when an order paid at that instant is brought: the branch works on it while it is open. Null where it opens no more. */
export function calculatePromisedAt(
  { hours, shippingEstimateMinutes }: Pick<Branch, 'hours' | 'shippingEstimateMinutes'>,
  paidAt: Date,
): Date | null {
  return addOpenMinutes(paidAt, shippingEstimateMinutes, hours)
}

/** The opening after which it is brought; null for what comes before the branch closes. */
function findFirstDeliveryAt({ hours }: Branch, requestedAt: Date, promisedAt: Date): Date | null {
  if (!isOpenAt(requestedAt, hours)) return nextOpeningAt(requestedAt, hours)
  const closesAt = closingAt(requestedAt, hours)
  return closesAt && closesAt < promisedAt ? nextOpeningAt(closesAt, hours) : null
}

/** By when an order paid at that instant waits in the store, which works on it while it is open. Null where it opens no more. */
export function calculatePickupReadyAt({ hours, pickupMinutes }: Branch, paidAt: Date): Date | null {
  return addOpenMinutes(paidAt, pickupMinutes ?? 0, hours)
}

/** What decides on a fee, in a place. */
export type FeeTerms = Pick<Branch, 'deliveryFeeCents' | 'freeDeliveryFromCents'>

/** In cents. */
export interface FeeRange {
  lowestCents: number
  highestCents: number
}

/** The fees of a branch's places for products that come to so much; null where it delivers nowhere. */
export function calculateFeeRange(terms: FeeTerms[], itemsCents: number): FeeRange | null {
  if (terms.length === 0) return null
  const fees = terms.map((place) => calculateFee(place, itemsCents).feeCents)
  return { lowestCents: Math.min(...fees), highestCents: Math.max(...fees) }
}

/** A branch's fee for products that come to so much. */
export function calculateFee(
  { deliveryFeeCents, freeDeliveryFromCents }: FeeTerms,
  itemsCents: number,
): { feeCents: number; amountUntilFreeDeliveryCents: number } {
  if (freeDeliveryFromCents === null || deliveryFeeCents === 0)
    return { feeCents: deliveryFeeCents, amountUntilFreeDeliveryCents: 0 }
  const amountUntilFreeDeliveryCents = Math.max(0, freeDeliveryFromCents - itemsCents)
  return { feeCents: amountUntilFreeDeliveryCents === 0 ? 0 : deliveryFeeCents, amountUntilFreeDeliveryCents }
}

/** What is missing for an order to be delivered there. */
function findMinimum(
  { minimumOrderCents }: Pick<Branch, 'minimumOrderCents'>,
  itemsCents: number,
  isPaid: boolean,
): Pick<DeliveryOption, 'amountUntilMinimumCents' | 'obstacle'> {
  const amountUntilMinimumCents = isPaid ? 0 : Math.max(0, (minimumOrderCents ?? 0) - itemsCents)
  return { amountUntilMinimumCents, obstacle: amountUntilMinimumCents > 0 ? 'minimum' : null }
}

export function formatStoreAddress({ street, number, neighborhood }: StoreAddress): string {
  return `${street}, ${number}, ${neighborhood}`
}

export function isSameDeliveryChoice(a: DeliveryChoice, b: DeliveryChoice): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
