import { LRUCache } from 'lru-cache'
import { addDays, weekdayOf } from '../../app/texts/days.ts'
import type { Row } from '../database/schema.ts'
import { addShopDays, isValidDay, shopTimeZone, toInstant, toShopDay } from '../platform/calendar.ts'
import { remember } from '../platform/remember.ts'

const minuteMs = 60_000
const dayMinutes = 24 * 60
/** How far ahead an opening is looked for: a branch that opens no more within so many days never does. */
const maxDaysAhead = 366
/** A branch that closes in so many days at most does close; else pages call it open round the clock. */
const maxDaysUntilClosing = 8

/** Minutes of a day on the wall, from its beginning; `to` is past 24 hours where it is open over midnight, 24 hours later at most. */
export interface OpeningRange {
  from: number
  to: number
}

/** When a branch is open: what opens on a day, in sequence; nothing where it stays closed. */
export interface OpeningHours {
  /** Seven days, Sunday first. */
  week: readonly (readonly OpeningRange[])[]
  /** Days (yyyy-MM-dd) with other hours. */
  specialDays: Readonly<Record<string, readonly OpeningRange[]>>
}

/** HH:MM on the wall; a branch that closes at or before the time it opens is open over midnight. */
export type DayHours = [openTime: string, closeTime: string]

/** What opens on each weekday, Sunday first; nothing where it stays closed. */
export type WeekHours = DayHours[][]

/** Whether a special day is one of every year: MM-dd. */
export function isYearlyDay(day: string): boolean {
  return /^\d{2}-\d{2}$/.test(day) && isValidDay(`2024-${day}`)
}

/** Special days, those of every year as the next one that comes; one of a year of its own counts above it. */
export function resolveYearlyDays(
  specialDays: Readonly<Record<string, DayHours | null>>,
  today: string,
): Record<string, DayHours | null> {
  const entries = Object.entries(specialDays)
  const year = Number(today.slice(0, 4))
  // What opened the evening before may close today.
  const [firstDay, lastDay] = [addDays(today, -7), addDays(today, 357)]
  const nextDays = entries
    .filter(([day]) => isYearlyDay(day))
    .flatMap(([day, hours]) => [-1, 0, 1].map((years) => [`${year + years}-${day}`, hours] as const))
    .filter(([day]) => isValidDay(day) && day >= firstDay && day <= lastDay)
  return Object.fromEntries([...nextDays, ...entries.filter(([day]) => !isYearlyDay(day))])
}

/** The same hours on every day. */
export function toDailyWeek(hours: DayHours): WeekHours {
  return Array.from({ length: 7 }, () => [hours])
}

/** The columns of a branch for such a week: of one whose days are all the same its two times, which a file may change. */
export function toHoursColumns(
  week: WeekHours,
): Partial<Pick<Row<'branch'>, 'openTime' | 'closeTime'>> & { weeklyHours: string | null } {
  const [[hours] = []] = week
  const isDaily = hours !== undefined && week.every((ranges) => JSON.stringify(ranges) === JSON.stringify([hours]))
  return isDaily
    ? { openTime: hours[0], closeTime: hours[1], weeklyHours: null }
    : { weeklyHours: JSON.stringify(week) }
}

/** @param specialDays null: closed */
export function toOpeningHours(
  week: WeekHours,
  specialDays: Readonly<Record<string, DayHours | null>> = {},
): OpeningHours {
  return {
    week: week.map((hours) => hours.map(toOpeningRange)),
    specialDays: Object.fromEntries(
      Object.entries(specialDays).map(([day, hours]) => [day, hours ? [toOpeningRange(hours)] : []]),
    ),
  }
}

export function toOpeningRange([openTime, closeTime]: DayHours): OpeningRange {
  const [from, to] = [parseMinuteOfDay(openTime), parseMinuteOfDay(closeTime)]
  return { from, to: to > from ? to : to + dayMinutes }
}

/** @param time HH:MM */
export function parseMinuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Whether it is open at that instant: from the opening minute on, until the closing minute begins (specification, section 4).
 */
export function isOpenAt(instant: Date, hours: OpeningHours, timeZone = shopTimeZone): boolean {
  const today = toShopDay(instant, timeZone)
  const isOpenFrom = (day: string) =>
    listIntervals(day, hours, timeZone).some(({ opensAt, closesAt }) => opensAt <= instant && instant < closesAt)
  // What opened yesterday may still be open.
  return isOpenFrom(today) || isOpenFrom(addDays(today, -1))
}

/** Whether it opens at some time of the day (yyyy-MM-dd), or is still open from the day before. */
export function isOpenOn(day: string, hours: OpeningHours, timeZone = shopTimeZone): boolean {
  const beginsAt = toInstant(day, 0, timeZone)
  return listIntervals(day, hours, timeZone).length > 0 || isOpenAt(beginsAt, hours, timeZone)
}

/** When it opens next, or the instant itself while it is open; null where it opens no more. */
export function nextOpeningAt(instant: Date, hours: OpeningHours, timeZone = shopTimeZone): Date | null {
  for (const { opensAt, closesAt } of listIntervalsFrom(instant, hours, timeZone))
    if (closesAt > instant) return opensAt > instant ? opensAt : instant
  return null
}

/** Until when it is open without a break; null while it is closed, and where it does not close. */
export function closingAt(instant: Date, hours: OpeningHours, timeZone = shopTimeZone): Date | null {
  let closing: Date | null = null
  const lastInstant = addShopDays(instant, maxDaysUntilClosing, timeZone)
  for (const { opensAt, closesAt } of listIntervalsFrom(instant, hours, timeZone)) {
    if (opensAt > (closing ?? instant)) return closing
    if (closesAt > (closing ?? instant)) closing = closesAt
    if (closing && closing > lastInstant) return null
  }
  return closing
}

/** When it closes, while it is open, else when it opens next; null where neither comes. */
export function nextChangeAt(instant: Date, hours: OpeningHours, timeZone = shopTimeZone): Date | null {
  return isOpenAt(instant, hours, timeZone)
    ? closingAt(instant, hours, timeZone)
    : nextOpeningAt(instant, hours, timeZone)
}

/** Whether it is open from the one instant to the other, without a break. */
export function isOpenThroughout(start: Date, end: Date, hours: OpeningHours, timeZone = shopTimeZone): boolean {
  if (!isOpenAt(start, hours, timeZone)) return false
  const closing = closingAt(start, hours, timeZone)
  return closing === null || closing >= end
}

/** Whether something may be promised for that instant: it is open then, or closes at it. */
export function isOpenUntil(instant: Date, hours: OpeningHours, timeZone = shopTimeZone): boolean {
  return isOpenAt(instant, hours, timeZone) || isOpenAt(new Date(instant.getTime() - 1), hours, timeZone)
}

/** When the day ends at which it is open next: its last closing; the day's own end where it opens no more. */
export function endOfOpenDay(instant: Date, hours: OpeningHours, timeZone = shopTimeZone): Date {
  const opening = nextOpeningAt(instant, hours, timeZone)
  if (!opening) return toInstant(addDays(toShopDay(instant, timeZone), 1), 0, timeZone)
  const lastClosing = listIntervals(toShopDay(opening, timeZone), hours, timeZone).at(-1)?.closesAt
  // Where nothing opens on its day, it is still open from the day before.
  return lastClosing ?? closingAt(opening, hours, timeZone) ?? opening
}

/**
 * When something is done that takes so many minutes of work, begun at that instant: it rests while the branch is closed.
 * @returns null where it opens no more, or not long enough within a year
 */
export function addOpenMinutes(
  start: Date,
  minutes: number,
  hours: OpeningHours,
  timeZone = shopTimeZone,
): Date | null {
  let remainingMs = minutes * minuteMs
  let doneUntilMs = start.getTime()
  for (const { opensAt, closesAt } of listIntervalsFrom(start, hours, timeZone)) {
    const continuesAtMs = Math.max(opensAt.getTime(), doneUntilMs)
    const openMs = closesAt.getTime() - continuesAtMs
    if (openMs <= 0) continue
    if (remainingMs <= openMs) return new Date(continuesAtMs + remainingMs)
    remainingMs -= openMs
    doneUntilMs = closesAt.getTime()
  }
  return null
}

interface OpenInterval {
  opensAt: Date
  closesAt: Date
}

/** Pages ask for the same few days of the same hours again and again. */
const intervalsByHours = new WeakMap<OpeningHours, LRUCache<string, OpenInterval[]>>()

/** What opens on the day. */
function listIntervals(day: string, hours: OpeningHours, timeZone: string): OpenInterval[] {
  const intervals = intervalsByHours.get(hours) ?? new LRUCache<string, OpenInterval[]>({ max: 100 })
  intervalsByHours.set(hours, intervals)
  return remember(intervals, `${timeZone} ${day}`, () => calculateIntervals(day, hours, timeZone))
}

/** A range that summer time skips has no length, and is left out. */
function calculateIntervals(day: string, { week, specialDays }: OpeningHours, timeZone: string): OpenInterval[] {
  return (specialDays[day] ?? week[weekdayOf(day)] ?? [])
    .map(({ from, to }) => ({ opensAt: toInstant(day, from, timeZone), closesAt: toInstant(day, to, timeZone) }))
    .filter(({ opensAt, closesAt }) => opensAt < closesAt)
}

/** From the day before the instant's on, in sequence. */
function* listIntervalsFrom(instant: Date, hours: OpeningHours, timeZone: string): Generator<OpenInterval> {
  const today = toShopDay(instant, timeZone)
  for (let days = -1; days <= maxDaysAhead; days += 1) yield* listIntervals(addDays(today, days), hours, timeZone)
}
