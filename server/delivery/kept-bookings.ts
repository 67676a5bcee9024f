import { toShopDay } from '../platform/calendar.ts'
import { buildWindows, type DeliverySlot } from './delivery-windows.ts'
import { isOpenUntil, type OpeningHours } from './opening-hours.ts'

/** An order that has not left the shop, as far as its branch's settings bear on it. */
export interface Booking {
  orderId: number
  type: 'delivery' | 'pickup'
  /** `from` in a window alone; null while nothing is promised. */
  deliveryPromise: { from: Date | null; to: Date } | null
  /** Until when it waits in the store; null until it is ready. */
  keptUntil: Date | null
  /** Eight digits of the address it goes to; null where that is not known any more. */
  zipcode: string | null
}

/** The settings of a branch that its open orders rely on. */
export interface BranchSetup {
  hours: OpeningHours
  slots: DeliverySlot[]
  /** Whether orders may be picked up there. */
  isPickupStore: boolean
  zipcodeRanges: { firstZipcode: number; lastZipcode: number }[]
}

/** Why a branch's settings do not keep what an order was promised. */
export type BrokenReason = 'closed' | 'noWindow' | 'noPickup' | 'closedPickup' | 'notServed'

export type BrokenBooking = Booking & { reason: BrokenReason }

/** The orders that these settings would not keep, though those before did. */
export function findBrokenBookings(bookings: Booking[], before: BranchSetup, after: BranchSetup): BrokenBooking[] {
  return bookings.flatMap((booking) => {
    const reason = findBrokenReason(booking, after)
    return reason && !findBrokenReason(booking, before) ? [{ ...booking, reason }] : []
  })
}

function findBrokenReason(booking: Booking, setup: BranchSetup): BrokenReason | null {
  return booking.type === 'pickup' ? findBrokenPickupReason(booking, setup) : findBrokenDeliveryReason(booking, setup)
}

function findBrokenPickupReason(
  { keptUntil, deliveryPromise }: Booking,
  { hours, isPickupStore }: BranchSetup,
): BrokenReason | null {
  if (!isPickupStore) return 'noPickup'
  if (keptUntil) return isOpenUntil(keptUntil, hours) ? null : 'closedPickup'
  return deliveryPromise && !isOpenUntil(deliveryPromise.to, hours) ? 'closed' : null
}

function findBrokenDeliveryReason(
  { deliveryPromise, zipcode }: Booking,
  { hours, slots, zipcodeRanges }: BranchSetup,
): BrokenReason | null {
  const isServed = ({ firstZipcode, lastZipcode }: BranchSetup['zipcodeRanges'][number]) =>
    firstZipcode <= Number(zipcode) && Number(zipcode) <= lastZipcode
  if (zipcode !== null && !zipcodeRanges.some(isServed)) return 'notServed'
  if (!deliveryPromise) return null
  const { from, to } = deliveryPromise
  if (!isOpenUntil(to, hours)) return 'closed'
  if (!from) return null
  const windows = buildWindows(slots, toShopDay(from), hours)
  return windows.some(({ startsAt, endsAt }) => startsAt <= from && to <= endsAt) ? null : 'noWindow'
}
