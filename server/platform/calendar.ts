import { tzOffset } from '@date-fns/tz'
import { LRUCache } from 'lru-cache'
import { addDays } from '../../app/texts/days.ts'

/** Whose wall clock counts: opening hours, windows, days and deadlines are told by it, whatever the machine's zone. */
export const shopTimeZone = 'America/Sao_Paulo'

const minuteMs = 60_000
const dayMinutes = 24 * 60

/** Minutes east of Greenwich, by zone and minute: pages need the same few again and again, and looking one up is slow. */
const offsetCache = new LRUCache<string, number>({ max: 2000 })

function getOffsetMinutes(instantMs: number, timeZone: string): number {
  const cacheKey = `${timeZone} ${Math.floor(instantMs / minuteMs)}`
  const offsetMinutes = offsetCache.get(cacheKey) ?? tzOffset(timeZone, new Date(instantMs))
  offsetCache.set(cacheKey, offsetMinutes)
  return offsetMinutes
}

/** What the wall shows at an instant: the day (yyyy-MM-dd) and the minute of it. */
export function toWallTime(instant: Date, timeZone = shopTimeZone): { day: string; minuteOfDay: number } {
  const instantMs = instant.getTime()
  const wallText = new Date(instantMs + getOffsetMinutes(instantMs, timeZone) * minuteMs).toISOString()
  return {
    day: wallText.slice(0, 10),
    minuteOfDay: Number(wallText.slice(11, 13)) * 60 + Number(wallText.slice(14, 16)),
  }
}

/** The shop's date, as yyyy-MM-dd. */
export function toShopDay(instant: Date, timeZone = shopTimeZone): string {
  return toWallTime(instant, timeZone).day
}

/**
 * The first instant at which the wall shows that minute of a day, or a later one: a time that summer time skips is the
 * instant of the change, and of a time that comes twice the first one counts.
 * @param minuteOfDay from 24 hours on, of a day after it
 */
export function toInstant(day: string, minuteOfDay: number, timeZone = shopTimeZone): Date {
  const utcMs = Date.parse(addDays(day, Math.floor(minuteOfDay / dayMinutes))) + (minuteOfDay % dayMinutes) * minuteMs
  const toMs = (offsetMinutes: number) => utcMs - offsetMinutes * minuteMs
  const offsetBefore = getOffsetMinutes(utcMs - dayMinutes * minuteMs, timeZone)
  const offsetAfter = getOffsetMinutes(utcMs + dayMinutes * minuteMs, timeZone)
  const candidates = [toMs(offsetBefore), toMs(offsetAfter)].sort((a, b) => a - b)
  const instantMs = candidates.find((ms) => toMs(getOffsetMinutes(ms, timeZone)) === ms)
  return new Date(instantMs ?? findOffsetChange(candidates, offsetAfter, timeZone))
}

/** @param range what lies before and after the change, in milliseconds */
function findOffsetChange(range: number[], offsetAfter: number, timeZone: string): number {
  let [before = 0, after = 0] = range
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
    if (getOffsetMinutes(middle, timeZone) === offsetAfter) after = middle
    else before = middle
  }
  return after
}

/** When a day (yyyy-MM-dd) of the shop begins, or the one `daysLater` days after it. */
export function startOfShopDay(day: string, daysLater = 0): Date {
  return toInstant(addDays(day, daysLater), 0)
}

/** The same time on the wall so many days later: a day of the calendar, not 24 hours. */
export function addShopDays(instant: Date, days: number, timeZone = shopTimeZone): Date {
  const { day, minuteOfDay } = toWallTime(instant, timeZone)
  return new Date(toInstant(addDays(day, days), minuteOfDay, timeZone).getTime() + (instant.getTime() % minuteMs))
}

/** Whether a text is a day as yyyy-MM-dd: not 2026-02-30. */
export function isValidDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
}

/** An instant from a time of the shop, yyyy-MM-ddTHH:mm; null for what is none. */
export function parseShopDateTime(localTime: string): Date | null {
  const [, day = '', hour = '', minute = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/.exec(localTime) ?? []
  if (!isValidDay(day) || Number(hour) > 23 || Number(minute) > 59) return null
  return toInstant(day, Number(hour) * 60 + Number(minute))
}
