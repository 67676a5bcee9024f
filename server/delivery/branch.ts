import type { DayHours } from './opening-hours.ts'

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
  /** The opening time is still to come today; while closed, else it opens tomorrow. */
  opensLaterToday: boolean
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
