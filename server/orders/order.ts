import type { Address } from '../addresses/addresses.ts'
import type { Bag } from '../bag/bag.ts'
import type { DoorMethod, OrderStatus } from '../database/schema.ts'
import type { DeliveryChoice } from '../delivery/delivery-quote.ts'
import type { ApprovedUnits } from '../prescriptions/prescription.ts'
import type { BalanceChoice } from '../wallet/payment-split.ts'
import type { LinePromotion, NetLine, OrderNet } from './order-net.ts'
import type { PaymentWay } from './payment-way.ts'
import type { OrderPhase } from './statuses.ts'
import type { TillEntry } from './till-entries.ts'

/** What the specification's cart items carry beside: kept with the order's line as they were sent. The shop charges nothing for them. */
export interface LineExtras {
  addOns: { id: number; quantity: number }[]
  variations: { type: string; price: number }[]
}

/** A price that is not the one that the shopper was shown. */
export interface ChangedPrice {
  productId: number
  name: string
  /** Per unit, in cents; null where the shopper's is not known. */
  expectedCents: number | null
  priceCents: number
}

/** A shopper's request; all prices are the server's own. */
export interface OrderRequest {
  customerId: number
  /** Idempotency key: the same key sent twice makes one order. */
  idempotencyKey: string
  bag: Bag
  /** Where it is delivered; left out where it is picked up. */
  addressId?: number | undefined
  /** How it gets to its customer; left out: the first delivery option of its address's branch. */
  delivery?: DeliveryChoice | undefined
  /** The fee shown to the shopper, in cents; if the actual one differs, the order is refused. */
  expectedFeeCents?: number | undefined
  /** When it was shown to arrive, or to be ready in the store; if that has changed much, the order is refused. */
  expectedArrivalAt?: Date | undefined
  /** The prescription for the lines that need one. */
  prescriptionId?: number | undefined
  /** The branch shown to the shopper; if the address has another one, the order is refused. */
  branchId?: number | undefined
  /** The total shown to the shopper, in cents; if the actual one differs, the order is refused. */
  expectedTotalCents?: number | undefined
  /** The price per unit shown to the shopper, in cents by product: shows what changed, where the total differs. */
  expectedPrices?: ReadonlyMap<number, number> | undefined
  /** By product. */
  extras?: ReadonlyMap<number, LineExtras> | undefined
  /** The gains and the wallet that shall pay. */
  balances?: BalanceChoice | undefined
  /** What was shown as left to pay, in cents; if the actual amount differs, the order is refused. */
  expectedDueCents?: number | undefined
  /** By what it will be paid, where that is chosen already. */
  paymentMethod?: PaymentWay | undefined
  /** How it will be paid at the door. */
  door?: { means: DoorMeans | undefined; changeForCents: number | undefined } | undefined
  note: string
  /** The name and version that the client gives. */
  appVersion?: string | undefined
}

export type { DoorMethod } from '../database/schema.ts'
export const doorMethods = ['cash', 'debit', 'credit', 'pix'] as const satisfies DoorMethod[]

export type DoorMeans = 'card' | 'cash'

/** What is to be taken where an order is handed over. */
export interface DoorTerms {
  means: DoorMeans
  cents: number
  /** The banknote that the customer pays with, and what goes back to them; null and 0 without change. */
  changeForCents: number | null
  changeCents: number
}

export interface Courier {
  name: string
  /** Empty where unknown. */
  phone: string
  /** The tracking page; empty where there is none. */
  url: string
}

export interface OrderLine extends LineExtras, NetLine {
  name: string
  /** Neither taken out nor returned. */
  keptUnits: number
  /** What one came to after promotions and its product's own discount, in cents, rounded down. */
  priceCents: number
  /** What promotions took off it, as the bag showed them. */
  promotions: LinePromotion[]
  requiresPrescription: boolean
  /** Its laboratory has a discount, which orders never apply (specification, section 5). */
  isPbm: boolean
  /** Null when the catalogue no longer has it. */
  slug: string | null
  pictureKey: string | null
}

/** What other domains need of an order. */
export interface OrderSummary {
  id: number
  customerId: number
  branchId: number
  type: 'delivery' | 'pickup'
  status: OrderStatus
  totalCents: number
  /** What remains to be paid at a bank or a provider. */
  dueCents: number
  paidAt: Date | null
}

/** When an order is to arrive, or to be ready. */
export interface OrderPromise {
  deliveryPromise: { to: Date } | null
  /** By when it comes instead, as the staff revised it; null where the original promise holds. */
  revisedPromiseAt: Date | null
}

export interface Order {
  id: number
  customerId: number
  status: OrderStatus
  branchId: number
  addressId: number | null
  address: Address
  itemsCents: number
  discountCents: number
  couponCode: string | null
  couponTitle: string | null
  couponDiscountCents: number
  deliveryFeeCents: number
  /** Of the fee, what went back when the order was moved to pick-up. */
  refundedFeeCents: number
  totalCents: number
  /** How much of the total gains and wallet paid, and how much remains for the bank or the provider. */
  balanceCents: number
  dueCents: number
  /** What was refunded for units taken out of it, or replaced. */
  shortPickedCents: number
  /** What is left of it. */
  net: OrderNet
  note: string
  /** Delivered by appointment, not at once. */
  isScheduled: boolean
  appVersion: string | null
  /** The gains that pay it. */
  gainIds: number[]
  prescriptionId: number | null
  /** Why the pharmacist rejected the prescription; null if they did not. */
  prescriptionRefusal: string | null
  /** The lines of which the pharmacist approved fewer units than were ordered. */
  partlyApproved: ApprovedUnits[]
  placedAt: Date
  paymentDueAt: Date
  paidAt: Date | null
  phase: OrderPhase
  /** It is, or was, paid where it is handed over. */
  isPaidAtDoor: boolean
  /** What is to be taken at the door; null where nothing is. */
  doorTerms: DoorTerms | null
  /** Who brings it; null until it leaves, or where none was entered. */
  courier: Courier | null
  /** Who took it at the door. */
  receivedBy: string | null
  /** Of its fiscal document: 44 digits, or capitals within the issuer's CNPJ. */
  fiscalKey: string | null
  /** Null where nobody entered it at the store's till. */
  tillEntry: TillEntry | null
  type: 'delivery' | 'pickup'
  windowId: number | null
  /** When it arrives, or is ready to be picked up: in a window from its placement on, else once it is paid. */
  deliveryPromise: { from: Date | null; to: Date } | null
  /** Where it waits in the store; null until it is ready. */
  pickup: { code: string; until: Date; shelfMark: string | null } | null
  /** By when it comes instead, as the staff revised it; null where the original promise holds. */
  revisedPromiseAt: Date | null
  lines: OrderLine[]
}
