import { TZDate } from '@date-fns/tz'
import { LRUCache } from 'lru-cache'

const shopTimezone = 'America/Sao_Paulo'

/** The date in São Paulo, as yyyy-MM-dd. */
export function toShopDay(instant: Date): string {
  // Its ISO text is in local time: 2026-03-10T21:00:00.000-03:00.
  return new TZDate(instant, shopTimezone).toISOString().slice(0, 10)
}

/** In milliseconds, by day and days later: the report needs the same few some fifty times, and a time zone's arithmetic is slow. */
const dayStartCache = new LRUCache<string, number>({ max: 100 })

/** When a day (yyyy-MM-dd) begins in São Paulo, or the one `daysLater` days after it. */
export function startOfShopDay(day: string, daysLater = 0): Date {
  const cacheKey = `${day} ${daysLater}`
  const startMs = dayStartCache.get(cacheKey) ?? computeDayStartMs(day, daysLater)
  dayStartCache.set(cacheKey, startMs)
  return new Date(startMs)
}

function computeDayStartMs(day: string, daysLater: number): number {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  return new TZDate(year, month - 1, dayOfMonth + daysLater, shopTimezone).getTime()
}

/** Whether a text is a day as yyyy-MM-dd: not 2026-02-30. */
export function isValidDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && toShopDay(startOfShopDay(text)) === text
}

/** An instant from a time of São Paulo, yyyy-MM-ddTHH:mm; null for what is none. */
export function parseShopDateTime(localTime: string): Date | null {
  const [, day = '', hour = '', minute = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/.exec(localTime) ?? []
  if (!isValidDay(day) || Number(hour) > 23 || Number(minute) > 59) return null
  return new Date(startOfShopDay(day).getTime() + (Number(hour) * 60 + Number(minute)) * 60_000)
}
