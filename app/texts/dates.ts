import { countDaysBetween } from './days.ts'
import { formatTimeOfDay } from './format.ts'

// Separate from `format.ts`, which every page's scripts include: a browser spends 9 ms on its first `Intl.DateTimeFormat`.
const saoPauloOptions = { timeZone: 'America/Sao_Paulo' } as const
const dateTimeFormat = new Intl.DateTimeFormat('pt-BR', { ...saoPauloOptions, dateStyle: 'short', timeStyle: 'short' })
const timeFormat = new Intl.DateTimeFormat('pt-BR', { ...saoPauloOptions, timeStyle: 'short' })

/** `20/11/2026, 14h05`, `20/11/2026, 7h` or `20/11/2026, 7h05` in São Paulo. */
export function formatDateAndTime(instant: Date): string {
  return dateTimeFormat
    .format(instant)
    .replace(':', 'h')
    .replace(/\b0?(\d+h)(\d\d)$/, (_, hours, minutes) => hours + (minutes === '00' ? '' : minutes))
}

/** `14h05`, `7h` in São Paulo. */
export function formatTime(instant: Date): string {
  return formatTimeOfDay(timeFormat.format(instant))
}

/** Midnight's hour and the one after it are singular. */
const agree = (word: string, time: string) => `${word}${/^[01]h/.test(time) ? '' : 's'} ${time}`

/** `às 14h05`, `à 1h`. */
export const atHour = (time: string) => agree('à', time)

/** `das 8h`, `da 1h`. */
export const fromHour = (time: string) => agree('da', time)

/** `das 8h às 10h`, `da 0h às 6h`. */
export function formatHours(from: string, to: string): string {
  return `${fromHour(from)} ${atHour(to)}`
}

const isoDayFormat = new Intl.DateTimeFormat('sv-SE', saoPauloOptions)

/** `2026-11-20` in São Paulo: the value of a date field. */
export function toIsoDay(instant: Date): string {
  return isoDayFormat.format(instant)
}

const weekdayFormat = new Intl.DateTimeFormat('pt-BR', {
  ...saoPauloOptions,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** `quinta-feira, 26 de novembro` in São Paulo. */
export function formatWeekday(instant: Date): string {
  return weekdayFormat.format(instant)
}

/** `Hoje`, `Amanhã`, or `Quinta-feira, 26 de novembro`, in São Paulo. */
export function formatRelativeDay(instant: Date, now: Date): string {
  const day = toIsoDay(instant)
  const daysAhead = countDaysBetween(toIsoDay(now), day)
  if (daysAhead === 0) return 'Hoje'
  if (daysAhead === 1) return 'Amanhã'
  const text = formatWeekday(instant)
  return text[0]?.toUpperCase() + text.slice(1)
}
