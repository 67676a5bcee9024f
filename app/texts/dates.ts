import { formatClock } from './format.ts'

// Separate from `format.ts`, which every page's scripts include: a browser spends 9 ms on its first `Intl.DateTimeFormat`.
const saoPaulo = { timeZone: 'America/Sao_Paulo' } as const
const dateAndTime = new Intl.DateTimeFormat('pt-BR', { ...saoPaulo, dateStyle: 'short', timeStyle: 'short' })
const timeOfDay = new Intl.DateTimeFormat('pt-BR', { ...saoPaulo, timeStyle: 'short' })

/** `20/11/2026, 14h05`, `20/11/2026, 7h` or `20/11/2026, 7h05` in São Paulo. */
export function formatDateAndTime(instant: Date): string {
  return dateAndTime
    .format(instant)
    .replace(':', 'h')
    .replace(/\b0?(\d+h)(\d\d)$/, (_, hours, minutes) => hours + (minutes === '00' ? '' : minutes))
}

/** `14h05`, `7h` in São Paulo. */
export function formatTime(instant: Date): string {
  return formatClock(timeOfDay.format(instant))
}

const dayKey = new Intl.DateTimeFormat('sv-SE', saoPaulo)

/** `2026-11-20` in São Paulo: the value of a date field. */
export function toIsoDay(instant: Date): string {
  return dayKey.format(instant)
}

const weekdayAndDay = new Intl.DateTimeFormat('pt-BR', { ...saoPaulo, weekday: 'long', day: 'numeric', month: 'long' })
const dayMs = 24 * 60 * 60_000

/** `Hoje`, `Amanhã`, or `Quinta-feira, 26 de novembro`, in São Paulo. */
export function relativeDay(instant: Date, now: Date): string {
  const day = toIsoDay(instant)
  if (day === toIsoDay(now)) return 'Hoje'
  if (day === toIsoDay(new Date(now.getTime() + dayMs))) return 'Amanhã'
  const text = weekdayAndDay.format(instant)
  return text[0]?.toUpperCase() + text.slice(1)
}
