import { tzOffset } from '@date-fns/tz'
import { LRUCache } from 'lru-cache'
import { addDays } from '../../app/texts/days.ts'
import { remember } from './remember.ts'

/** Whose wall clock counts: opening hours, windows, days and deadlines are told by it, whatever the machine's zone. */
export const shopTimeZone = 'America/Sao_Paulo'

const minuteMs = 60_000
const dayMinutes = 24 * 60

interface WallTime {
  /** yyyy-MM-dd */
  readonly day: string
  readonly minuteOfDay: number
  /** Of the wall's zone: minutes east of Greenwich. */
  readonly offsetMinutes: number
}

/** Pages need the same few again and again, and looking one up is slow. By zone and minute. */
const wallTimeCache = new LRUCache<string, WallTime>({ max: 2000 })
/** In milliseconds, by zone, day and minute of the day. */
const instantCache = new LRUCache<string, number>({ max: 2000 })

/** What the wall shows at an instant. */
export function toWallTime(instant: Date | number, timeZone = shopTimeZone): WallTime {
  const instantMs = Number(instant)
  const cacheKey = `${timeZone} ${Math.floor(instantMs / minuteMs)}`
  return remember(wallTimeCache, cacheKey, () => readWall(instantMs, timeZone))
}

function readWall(instantMs: number, timeZone: string): WallTime {
  const offsetMinutes = tzOffset(timeZone, new Date(instantMs))
  const wallText = new Date(instantMs + offsetMinutes * minuteMs).toISOString()
  const minuteOfDay = Number(wallText.slice(11, 13)) * 60 + Number(wallText.slice(14, 16))
  return { day: wallText.slice(0, 10), minuteOfDay, offsetMinutes }
}

const getOffsetMinutes = (instantMs: number, timeZone: string) => toWallTime(instantMs, timeZone).offsetMinutes

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
  const cacheKey = `${timeZone} ${day} ${minuteOfDay}`
  return new Date(remember(instantCache, cacheKey, () => findInstantMs(day, minuteOfDay, timeZone)))
}

function findInstantMs(day: string, minuteOfDay: number, timeZone: string): number {
  const utcMs = Date.parse(addDays(day, Math.floor(minuteOfDay / dayMinutes))) + (minuteOfDay % dayMinutes) * minuteMs
  const toMs = (offsetMinutes: number) => utcMs - offsetMinutes * minuteMs
  const offsetBefore = getOffsetMinutes(utcMs - dayMinutes * minuteMs, timeZone)
  const offsetAfter = getOffsetMinutes(utcMs + dayMinutes * minuteMs, timeZone)
  const candidates = [toMs(offsetBefore), toMs(offsetAfter)].sort((a, b) => a - b)
  const instantMs = candidates.find((ms) => toMs(getOffsetMinutes(ms, timeZone)) === ms)
  return instantMs ?? findOffsetChange(candidates, offsetAfter, timeZone)
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
