import type { Branch, StoreAddress } from './branch.ts'
import { calculatePromisedAt, findNextOpening, findNextOpeningChange } from './opening-hours.ts'
import type { DeliveryWindow } from './windows.ts'

/** Ways to the customer's address of which there is one each: a function below, its words in `app/texts/delivery-options.ts`. */
export type SimpleDeliveryMethod = 'now'

/** How a customer wants to get an order: in a simple way, in a window, or in a store. */
export type DeliveryChoice =
  | { method: SimpleDeliveryMethod }
  | { method: 'window'; windowId: number }
  | { method: 'pickup'; branchId: number }

/** A way that an order may take. */
export interface DeliveryOption {
  choice: DeliveryChoice
  branchId: number
  feeCents: number
  /** What more the products have to come to, in cents, for delivery to be free; 0 where it is, or never is. */
  missingForFreeCents: number
  /** When it arrives, or is ready to be picked up. `from` is null where it begins at once. */
  deliveryPromise: { from: Date | null; to: Date }
  /** Whether it holds whenever the order is paid; else it begins with the payment. */
  isPromiseFixed: boolean
  /** Null where it can be chosen. */
  obstacle: 'full' | 'short' | null
  /** Of a store: the names of the products that it lacks. */
  lackingNames: string[]
  /** Of a store. */
  store: StoreCard | null
}

export interface StoreCard {
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
  lackingNames: string[]
}

export interface QuoteRequest {
  /** Null where no branch delivers. */
  branch: Branch | null
  /** What the products come to after discounts and coupon: from the branch's sum on, delivery is free. */
  itemsCents: number
  windows: (DeliveryWindow & { isFull: boolean })[]
  stores: PickupStore[]
  requestedAt: Date
}

type OptionBuilder = (request: QuoteRequest & { branch: Branch }) => DeliveryOption[]

const noStoreFields = { lackingNames: [], store: null }

/** Each way to the customer's address, in the order in which pages show them. */
const optionBuilders: OptionBuilder[] = [
  function buildImmediateOption({ branch, itemsCents, windows, requestedAt }) {
    // By appointment, and no windows are set: people agree on a time.
    if (branch.shipsByAppointment && windows.length > 0) return []
    const startsAt = branch.isOpen ? null : findNextOpening(requestedAt, branch)
    const deliveryPromise = {
      from: startsAt,
      to: calculatePromisedAt(requestedAt, branch, branch.shippingEstimateMinutes),
    }
    return [
      {
        choice: { method: 'now' },
        branchId: branch.id,
        ...calculateFee(branch, itemsCents),
        deliveryPromise,
        isPromiseFixed: false,
        obstacle: null,
        ...noStoreFields,
      },
    ]
  },
  function buildWindowOptions({ branch, itemsCents, windows }) {
    return windows.map(({ id, startsAt, endsAt, isFull }) => ({
      choice: { method: 'window', windowId: id },
      branchId: branch.id,
      ...calculateFee(branch, itemsCents),
      deliveryPromise: { from: startsAt, to: endsAt },
      isPromiseFixed: true,
      obstacle: isFull ? 'full' : null,
      ...noStoreFields,
    }))
  },
]

/**
 * What delivery costs and promises, for every page, letter and call: the only place that knows. Pure.
 * @returns the ways that this order may take, those that it can't with their obstacle; stores last
 */
export function quoteDelivery(request: QuoteRequest): DeliveryOption[] {
  const { branch } = request
  const addressOptions = branch ? optionBuilders.flatMap((buildOptions) => buildOptions({ ...request, branch })) : []
  return [...addressOptions, ...request.stores.map((store) => buildPickupOption(store, request.requestedAt))]
}

function buildPickupOption({ branch, itemsCents, lackingNames }: PickupStore, requestedAt: Date): DeliveryOption {
  const { name, isOpen, address } = branch
  return {
    choice: { method: 'pickup', branchId: branch.id },
    branchId: branch.id,
    feeCents: 0,
    missingForFreeCents: 0,
    deliveryPromise: { from: null, to: calculateReadyAt(branch, requestedAt) },
    isPromiseFixed: false,
    obstacle: lackingNames.length > 0 ? 'short' : null,
    lackingNames,
    store: {
      name,
      isOpen,
      changesAt: findNextOpeningChange(requestedAt, branch),
      itemsCents,
      address: address ? formatStoreAddress(address) : '',
    },
  }
}

/** By when an order paid at that instant waits in the store, within its opening hours. */
export function calculateReadyAt(branch: Branch, paidAt: Date): Date {
  return new Date(findNextOpening(paidAt, branch).getTime() + (branch.pickupMinutes ?? 0) * 60_000)
}

/** A branch's fee for products that come to so much. */
export function calculateFee(
  { deliveryFeeCents, freeDeliveryFromCents }: Pick<Branch, 'deliveryFeeCents' | 'freeDeliveryFromCents'>,
  itemsCents: number,
): { feeCents: number; missingForFreeCents: number } {
  if (freeDeliveryFromCents === null || deliveryFeeCents === 0)
    return { feeCents: deliveryFeeCents, missingForFreeCents: 0 }
  const missingForFreeCents = Math.max(0, freeDeliveryFromCents - itemsCents)
  return { feeCents: missingForFreeCents === 0 ? 0 : deliveryFeeCents, missingForFreeCents }
}

export function formatStoreAddress({ street, number, neighborhood }: StoreAddress): string {
  return `${street}, ${number}, ${neighborhood}`
}

export function isSameChoice(a: DeliveryChoice, b: DeliveryChoice): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
