import { TZDate } from '@date-fns/tz'
import { shopDay, shopDayStart } from '../platform/calendar.ts'

const shopTimezone = 'America/Sao_Paulo'
const dayMinutes = 24 * 60

/** HH:MM in São Paulo; a branch that closes at or before the time it opens is open over midnight. */
export type DayHours = [openTime: string, closeTime: string]

/** When a branch is open. */
export interface Hours {
  openTime: string
  closeTime: string
  /** Days (yyyy-MM-dd) with other hours; null: closed. */
  specialDays?: Readonly<Record<string, DayHours | null>>
}

/**
 * Whether a shop with these hours is open at that instant: from the opening minute on, until the closing minute begins
 * (specification, section 4); round the clock where both are the same.
 */
export function isOpenAt(instant: Date, hours: Hours): boolean {
  const minute = localMinuteOfDay(instant)
  const today = hoursOf(instant, hours)
  if (today && isWithin(minute, today)) return true
  // What opened yesterday may still be open.
  const yesterday = hoursOf(daysAfter(instant, -1), hours)
  return yesterday !== null && isWithin(minute + dayMinutes, yesterday)
}

/** The same for a time of a day (yyyy-MM-dd, HH:MM), without looking up a time zone. */
export function isOpenOn(day: string, time: string, hours: Hours): boolean {
  const minute = minuteOfDay(time)
  const today = hoursOn(day, hours)
  if (today && isWithin(minute, today)) return true
  const dayBefore = new Date(Date.parse(day) - dayMinutes * 60_000).toISOString().slice(0, 10)
  const yesterday = hoursOn(dayBefore, hours)
  return yesterday !== null && isWithin(minute + dayMinutes, yesterday)
}

/** Whether it still opens on the day of that instant in São Paulo; else it has opened already, or stays closed. */
export function opensLaterToday(instant: Date, hours: Hours): boolean {
  const today = hoursOf(instant, hours)
  return today !== null && localMinuteOfDay(instant) < minuteOfDay(today[0])
}

/** When it opens next, or the instant itself while it is open. Where it opens no more within a year: in a year. */
export function nextOpening(instant: Date, hours: Hours): Date {
  if (isOpenAt(instant, hours)) return instant
  if (opensLaterToday(instant, hours)) return openingOn(instant, hours)
  for (let days = 1; days < 365; days += 1) {
    const day = daysAfter(instant, days)
    if (hoursOf(day, hours)) return openingOn(day, hours)
  }
  return daysAfter(instant, 365)
}

/** When it closes on the day (yyyy-MM-dd), or ends to be open over the midnight after it; null where it stays closed. */
export function closingOn(day: string, hours: Hours): Date | null {
  const [opens, closes] = hoursOn(day, hours)?.map(minuteOfDay) ?? []
  if (opens === undefined || closes === undefined) return null
  return at(day, closes > opens ? closes : closes + dayMinutes)
}

/** When it closes, where it is open, else when it opens next; null where it never closes. */
export function changesAt(instant: Date, hours: Hours): Date | null {
  if (!isOpenAt(instant, hours)) return nextOpening(instant, hours)
  for (let days = -1; days < 7; days += 1) {
    const closing = closingOn(shopDay(daysAfter(instant, days)), hours)
    if (closing && closing > instant && !isOpenAt(closing, hours)) return closing
  }
  return null
}

/**
 * By when an order paid at that instant is promised: the estimate counts from the payment, or from the next opening.
 * @param estimate minutes
 */
export function promisedAt(paidAt: Date, hours: Hours, estimate: number): Date {
  const from = nextOpening(paidAt, hours)
  return new Date(from.getTime() + estimate * 60_000)
}

function isWithin(minute: number, [open, close]: DayHours): boolean {
  const opens = minuteOfDay(open)
  const closes = minuteOfDay(close)
  return minute >= opens && minute < (closes > opens ? closes : closes + dayMinutes)
}

function hoursOn(day: string, { openTime, closeTime, specialDays = {} }: Hours): DayHours | null {
  const special = specialDays[day]
  return special === undefined ? [openTime, closeTime] : special
}

function hoursOf(instant: Date, hours: Hours): DayHours | null {
  // Most branches have no such days: then which day it is need not be looked up.
  if (!hours.specialDays || Object.keys(hours.specialDays).length === 0) return [hours.openTime, hours.closeTime]
  return hoursOn(shopDay(instant), hours)
}

function openingOn(instant: Date, hours: Hours): Date {
  const [open] = hoursOf(instant, hours) ?? [hours.openTime]
  return at(shopDay(instant), minuteOfDay(open))
}

/** A minute of a day in São Paulo. */
function at(day: string, minute: number): Date {
  return new Date(shopDayStart(day).getTime() + minute * 60_000)
}

function daysAfter(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * dayMinutes * 60_000)
}

let newest = { minute: Number.NaN, ofDay: 0 }

/** Cached for one minute: every page needs it, and looking up a time zone's offset is slow. */
function localMinuteOfDay(instant: Date): number {
  const minute = Math.floor(instant.getTime() / 60_000)
  if (newest.minute !== minute) {
    const local = new TZDate(instant, shopTimezone)
    newest = { minute, ofDay: local.getHours() * 60 + local.getMinutes() }
  }
  return newest.ofDay
}

function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
