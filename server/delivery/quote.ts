import type { Branch, StoreAddress } from './branch.ts'
import { changesAt, nextOpening, promisedAt } from './opening-hours.ts'
import type { DeliveryWindow } from './windows.ts'

/** Ways to the customer's address of which there is one each: a function below, its words in `app/texts/delivery-options.ts`. */
export type SimpleWay = 'now'

/** How a customer wants to get an order: in a simple way, in a window, or in a store. */
export type DeliveryChoice =
  | { way: SimpleWay }
  | { way: 'window'; windowId: number }
  | { way: 'pickup'; branchId: number }

/** A way that an order may take. */
export interface DeliveryOption {
  choice: DeliveryChoice
  branchId: number
  feeCents: number
  /** What more the products have to come to, in cents, for delivery to be free; 0 where it is, or never is. */
  missingForFreeCents: number
  /** When it arrives, or is ready to be picked up. `from` is null where it begins at once. */
  promise: { from: Date | null; to: Date }
  /** Whether it holds whenever the order is paid; else it begins with the payment. */
  isPromiseFixed: boolean
  /** Null where it can be chosen. */
  obstacle: 'full' | 'short' | null
  /** Of a store: the names of the products that it lacks. */
  lacks: string[]
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
export interface Store {
  branch: Branch
  itemsCents: number
  lacks: string[]
}

export interface QuoteRequest {
  /** Null where no branch delivers. */
  branch: Branch | null
  /** What the products come to after discounts and coupon: from the branch's sum on, delivery is free. */
  itemsCents: number
  windows: (DeliveryWindow & { isFull: boolean })[]
  stores: Store[]
  at: Date
}

type Way = (request: QuoteRequest & { branch: Branch }) => DeliveryOption[]

const withoutStore = { lacks: [], store: null }

/** Each way to the customer's address, in the order in which pages show them. */
const ways: Way[] = [
  function now({ branch, itemsCents, windows, at }) {
    // By appointment, and no windows are set: people agree on a time.
    if (branch.shippingLater && windows.length > 0) return []
    const from = branch.isOpen ? null : nextOpening(at, branch)
    const promise = { from, to: promisedAt(at, branch, branch.shippingEstimateMinutes) }
    return [
      {
        choice: { way: 'now' },
        branchId: branch.id,
        ...feeOf(branch, itemsCents),
        promise,
        isPromiseFixed: false,
        obstacle: null,
        ...withoutStore,
      },
    ]
  },
  function window({ branch, itemsCents, windows }) {
    return windows.map(({ id, startsAt, endsAt, isFull }) => ({
      choice: { way: 'window', windowId: id },
      branchId: branch.id,
      ...feeOf(branch, itemsCents),
      promise: { from: startsAt, to: endsAt },
      isPromiseFixed: true,
      obstacle: isFull ? 'full' : null,
      ...withoutStore,
    }))
  },
]

/**
 * What delivery costs and promises, for every page, letter and call: the only place that knows. Pure.
 * @returns the ways that this order may take, those that it can't with their obstacle; stores last
 */
export function quote(request: QuoteRequest): DeliveryOption[] {
  const { branch } = request
  const delivered = branch ? ways.flatMap((way) => way({ ...request, branch })) : []
  return [...delivered, ...request.stores.map((store) => pickup(store, request.at))]
}

function pickup({ branch, itemsCents, lacks }: Store, at: Date): DeliveryOption {
  const { name, isOpen, address } = branch
  return {
    choice: { way: 'pickup', branchId: branch.id },
    branchId: branch.id,
    feeCents: 0,
    missingForFreeCents: 0,
    promise: { from: null, to: readyAt(branch, at) },
    isPromiseFixed: false,
    obstacle: lacks.length > 0 ? 'short' : null,
    lacks,
    store: {
      name,
      isOpen,
      changesAt: changesAt(at, branch),
      itemsCents,
      address: address ? storeAddressLine(address) : '',
    },
  }
}

/** By when an order paid at that instant waits in the store, within its opening hours. */
export function readyAt(branch: Branch, paidAt: Date): Date {
  return new Date(nextOpening(paidAt, branch).getTime() + (branch.pickupMinutes ?? 0) * 60_000)
}

/** A branch's fee for products that come to so much. */
export function feeOf(
  { deliveryFeeCents, freeDeliveryFromCents }: Pick<Branch, 'deliveryFeeCents' | 'freeDeliveryFromCents'>,
  itemsCents: number,
): { feeCents: number; missingForFreeCents: number } {
  if (freeDeliveryFromCents === null || deliveryFeeCents === 0)
    return { feeCents: deliveryFeeCents, missingForFreeCents: 0 }
  const missingForFreeCents = Math.max(0, freeDeliveryFromCents - itemsCents)
  return { feeCents: missingForFreeCents === 0 ? 0 : deliveryFeeCents, missingForFreeCents }
}

export function storeAddressLine({ street, number, neighborhood }: StoreAddress): string {
  return `${street}, ${number}, ${neighborhood}`
}

export function isSameChoice(one: DeliveryChoice, other: DeliveryChoice): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
