import { TZDate } from '@date-fns/tz'

const shopTimezone = 'America/Sao_Paulo'

/**
 * Whether a shop that opens and closes at these times of day (HH:MM in São Paulo) is open at that instant: from the
 * opening minute on, until the closing minute begins (specification, section 4); round the clock where both are the same.
 */
export function isOpenAt(instant: Date, openTime: string, closeTime: string): boolean {
  const minute = localMinuteOfDay(instant)
  const opens = minuteOfDay(openTime)
  const closes = minuteOfDay(closeTime)
  return opens < closes ? minute >= opens && minute < closes : minute >= opens || minute < closes
}

/** Whether that opening time is still to come on the day of that instant in São Paulo; else it has passed. */
export function opensLaterToday(instant: Date, openTime: string): boolean {
  return localMinuteOfDay(instant) < minuteOfDay(openTime)
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

/**
 * By when an order paid at that instant is promised: the estimate counts from the payment, or from the next opening.
 * @param estimate minutes
 */
export function promisedAt(paidAt: Date, hours: { openTime: string; closeTime: string }, estimate: number): Date {
  if (isOpenAt(paidAt, hours.openTime, hours.closeTime)) return new Date(paidAt.getTime() + estimate * 60_000)
  const wait = (minuteOfDay(hours.openTime) - localMinuteOfDay(paidAt) + 24 * 60) % (24 * 60)
  return new Date(paidAt.getTime() + (wait + estimate) * 60_000)
}
