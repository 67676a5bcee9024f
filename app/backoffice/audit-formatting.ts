import { formatDateAndTime, formatTime, toIsoDay } from '../texts/dates.ts'

/** `14h05` today, else with the date. */
export function formatTimestamp(instant: Date, now: Date): string {
  return toIsoDay(instant) === toIsoDay(now) ? formatTime(instant) : formatDateAndTime(instant)
}
