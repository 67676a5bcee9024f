import type { DayHours, OpeningHours } from './opening-hours.ts'

/** A store of the shop, which delivers to its postal codes. */
export interface Branch {
  id: number
  name: string
  /** HH:MM in São Paulo. */
  openTime: string
  closeTime: string
  whatsapp: string
  shippingEstimateMinutes: number
  /** Delivers by appointment, not at once. */
  shipsByAppointment: boolean
  isOpen: boolean
  /** When it opens next; null while it is open, and where it opens no more. */
  opensAt: Date | null
  /** By when it would bring an order that is paid now; null where it opens no more. */
  promisesBy: Date | null
  /** The branch's own message above every page while it is open; null: the usual one. */
  notice: string | null
  deliveryFeeCents: number
  /** From this amount of products on, delivery is free; null: the fee is always charged. */
  freeDeliveryFromCents: number | null
  /** Minutes until an order is ready for pickup; null where nobody may pick up. */
  pickupMinutes: number | null
  /** For how many days an order is kept for pickup. */
  pickupDays: number
  /** Days (yyyy-MM-dd) with other hours; null: closed. */
  specialDays: Record<string, DayHours | null>
  /** Units of each product that are not sold online. */
  safetyStock: number
  /** All of these hours, for `opening-hours.ts`. */
  hours: OpeningHours
  /** Null for a branch that nobody can go to. */
  address: StoreAddress | null
  phone: string | null
  /** Its own legal data (RDC 44/2009, art. 53); null: the shop's. */
  legalData: BranchLegalData
}

export interface BranchLegalData {
  cnpj: string | null
  licence: string | null
  afe: string | null
  pharmacistName: string | null
  pharmacistCrf: string | null
}

export interface StoreAddress {
  zipcode: string
  street: string
  number: string
  neighborhood: string
  city: string
  state: string
}
