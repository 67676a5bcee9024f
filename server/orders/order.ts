import type { Address } from '../addresses/addresses.ts'
import type { Bag } from '../bag/bag.ts'
import type { OrderStatus } from '../database/schema.ts'

/** What a shopper asks for; every price is the server's own. */
export interface OrderRequest {
  customerId: number
  /** The same key sent twice makes one order. */
  submissionKey: string
  bag: Bag
  addressId: number
  /** What was sent for the lines that need it. */
  prescriptionId?: number
  /** The branch the shopper believes in; another than the address's own is refused. */
  branchId?: number
  /** The total the shopper was shown, in cents; another is refused, so that nobody pays what they did not see. */
  expectedTotalCents?: number
  note: string
  /** What places the order, in its own words. */
  appVersion?: string
}

export interface OrderLine {
  productId: number
  name: string
  quantity: number
  /** Per unit, in cents, before and after the product's discount. */
  fullPriceCents: number
  priceCents: number
  requiresPrescription: boolean
  /** Its laboratory has a discount, which no order takes (specification, section 5). */
  isPbm: boolean
  /** Null when the catalogue no longer has it. */
  slug: string | null
  pictureKey: string | null
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
  deliveryChargeCents: number
  totalCents: number
  note: string
  /** Delivered by appointment, not at once. */
  isScheduled: boolean
  appVersion: string | null
  /** The benefits its customer held. */
  gainIds: number[]
  prescriptionId: number | null
  /** Why the pharmacist could not take it; null unless so. */
  prescriptionRefusal: string | null
  placedAt: Date
  paymentDueAt: Date
  paidAt: Date | null
  lines: OrderLine[]
}
