import type { BrokenBooking } from '../delivery/kept-bookings.ts'

/** A file would change what orders rely on. */
export class BrokenBookingsError extends Error {
  readonly bookings: BrokenBooking[]

  constructor(bookings: BrokenBooking[]) {
    super(`${bookings.length} orders rely on what the file changes`)
    this.bookings = bookings
  }
}
