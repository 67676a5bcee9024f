// Days of the calendar, as yyyy-MM-dd: no zone and no clock, so that a day has no length that could differ.
const dayMs = 24 * 60 * 60_000

/** The day so many days after another; before it, if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** From the first day to the last; negative if the last comes before it. */
export function countDaysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs)
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay()
}
