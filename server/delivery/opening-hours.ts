import { TZDate } from '@date-fns/tz'
import { startOfShopDay, toShopDay } from '../platform/calendar.ts'

const shopTimezone = 'America/Sao_Paulo'
const minutesPerDay = 24 * 60

/** HH:MM in São Paulo; a branch that closes at or before the time it opens is open over midnight. */
export type DayHours = [openTime: string, closeTime: string]

/** When a branch is open. */
export interface OpeningHours {
  openTime: string
  closeTime: string
  /** Days (yyyy-MM-dd) with other hours; null: closed. */
  specialDays?: Readonly<Record<string, DayHours | null>>
}

/**
 * Whether a shop with these hours is open at that instant: from the opening minute on, until the closing minute begins
 * (specification, section 4); round the clock where both are the same.
 */
export function isOpenAt(instant: Date, hours: OpeningHours): boolean {
  const minuteOfDay = getLocalMinuteOfDay(instant)
  const todayHours = getHoursAt(instant, hours)
  if (todayHours && isWithinHours(minuteOfDay, todayHours)) return true
  // What opened yesterday may still be open.
  const yesterdayHours = getHoursAt(addDays(instant, -1), hours)
  return yesterdayHours !== null && isWithinHours(minuteOfDay + minutesPerDay, yesterdayHours)
}

/** The same for a time of a day (yyyy-MM-dd, HH:MM), without looking up a time zone. */
export function isOpenAtLocalTime(day: string, time: string, hours: OpeningHours): boolean {
  const minuteOfDay = parseMinuteOfDay(time)
  const todayHours = getHoursOnDay(day, hours)
  if (todayHours && isWithinHours(minuteOfDay, todayHours)) return true
  const yesterday = new Date(Date.parse(day) - minutesPerDay * 60_000).toISOString().slice(0, 10)
  const yesterdayHours = getHoursOnDay(yesterday, hours)
  return yesterdayHours !== null && isWithinHours(minuteOfDay + minutesPerDay, yesterdayHours)
}

/** Whether it still opens on the day of that instant in São Paulo; else it has opened already, or stays closed. */
export function opensLaterToday(instant: Date, hours: OpeningHours): boolean {
  const todayHours = getHoursAt(instant, hours)
  return todayHours !== null && getLocalMinuteOfDay(instant) < parseMinuteOfDay(todayHours[0])
}

/** When it opens next, or the instant itself while it is open. Where it opens no more within a year: in a year. */
export function findNextOpening(instant: Date, hours: OpeningHours): Date {
  if (isOpenAt(instant, hours)) return instant
  if (opensLaterToday(instant, hours)) return getOpeningOfDay(instant, hours)
  for (let days = 1; days < 365; days += 1) {
    const laterInstant = addDays(instant, days)
    if (getHoursAt(laterInstant, hours)) return getOpeningOfDay(laterInstant, hours)
  }
  return addDays(instant, 365)
}

/** When it closes on the day (yyyy-MM-dd), or after midnight where it is open over it; null where it stays closed. */
export function findClosingInstant(day: string, hours: OpeningHours): Date | null {
  const [openMinute, closeMinute] = getHoursOnDay(day, hours)?.map(parseMinuteOfDay) ?? []
  if (openMinute === undefined || closeMinute === undefined) return null
  return toInstant(day, closeMinute > openMinute ? closeMinute : closeMinute + minutesPerDay)
}

/** When it closes, where it is open, else when it opens next; null where it never closes. */
export function findNextOpeningChange(instant: Date, hours: OpeningHours): Date | null {
  if (!isOpenAt(instant, hours)) return findNextOpening(instant, hours)
  for (let days = -1; days < 7; days += 1) {
    const closing = findClosingInstant(toShopDay(addDays(instant, days)), hours)
    if (closing && closing > instant && !isOpenAt(closing, hours)) return closing
  }
  return null
}

/**
 * By when an order paid at that instant is promised: the estimate counts from the payment, or from the next opening.
 * @param estimateMinutes how long the delivery takes
 */
export function calculatePromisedAt(paidAt: Date, hours: OpeningHours, estimateMinutes: number): Date {
  const startsAt = findNextOpening(paidAt, hours)
  return new Date(startsAt.getTime() + estimateMinutes * 60_000)
}

function isWithinHours(minuteOfDay: number, [openTime, closeTime]: DayHours): boolean {
  const openMinute = parseMinuteOfDay(openTime)
  const closeMinute = parseMinuteOfDay(closeTime)
  return (
    minuteOfDay >= openMinute && minuteOfDay < (closeMinute > openMinute ? closeMinute : closeMinute + minutesPerDay)
  )
}

function getHoursOnDay(day: string, { openTime, closeTime, specialDays = {} }: OpeningHours): DayHours | null {
  const specialHours = specialDays[day]
  return specialHours === undefined ? [openTime, closeTime] : specialHours
}

function getHoursAt(instant: Date, hours: OpeningHours): DayHours | null {
  // Most branches have no such days: then which day it is need not be looked up.
  if (!hours.specialDays || Object.keys(hours.specialDays).length === 0) return [hours.openTime, hours.closeTime]
  return getHoursOnDay(toShopDay(instant), hours)
}

function getOpeningOfDay(instant: Date, hours: OpeningHours): Date {
  const [openTime] = getHoursAt(instant, hours) ?? [hours.openTime]
  return toInstant(toShopDay(instant), parseMinuteOfDay(openTime))
}

/** A minute of a day in São Paulo. */
function toInstant(day: string, minuteOfDay: number): Date {
  return new Date(startOfShopDay(day).getTime() + minuteOfDay * 60_000)
}

function addDays(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * minutesPerDay * 60_000)
}

let cachedLocalTime = { epochMinute: Number.NaN, minuteOfDay: 0 }

/** Cached for one minute: every page needs it, and looking up a time zone's offset is slow. */
function getLocalMinuteOfDay(instant: Date): number {
  const epochMinute = Math.floor(instant.getTime() / 60_000)
  if (cachedLocalTime.epochMinute !== epochMinute) {
    const localDate = new TZDate(instant, shopTimezone)
    cachedLocalTime = { epochMinute, minuteOfDay: localDate.getHours() * 60 + localDate.getMinutes() }
  }
  return cachedLocalTime.minuteOfDay
}

function parseMinuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
