import type { Row } from '../database/schema.ts'
import type { DayHours, OpeningHours, WeekHours } from './opening-hours.ts'

type OwnForm =
  | 'isShippingScheduled'
  | 'noticeUntil'
  | 'specialDays'
  | 'weeklyHours'
  | keyof StoreAddress
  | keyof BranchLegalData

/**
 * A store of the shop, which delivers to its postal codes: its row, and what follows from it now. Fee, free-from, minimum and minutes
 * are those of a postal code where the branch was asked for with one.
 */
export interface Branch extends Omit<Row<'branch'>, OwnForm> {
  /** Delivers by appointment, not at once. */
  shipsByAppointment: boolean
  isOpen: boolean
  /** When it opens next; null while it is open, and where it opens no more. */
  opensAt: Date | null
  /** By when it would bring an order that is paid now; null where it opens no more. */
  promisesBy: Date | null
  /** Today's, as the shop's pages and calls tell them; of a day on which it stays closed, those of the next one that it opens on. */
  openTime: string
  closeTime: string
  weeklyHours: WeekHours
  /** Days (yyyy-MM-dd) with other hours; null: closed. */
  specialDays: Record<string, DayHours | null>
  /** The same as they are kept: days of every year as MM-dd. */
  plannedDays: Record<string, DayHours | null>
  /** All of these hours, for `opening-hours.ts`. */
  hours: OpeningHours
  /** Null for a branch that nobody can go to. */
  address: StoreAddress | null
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
