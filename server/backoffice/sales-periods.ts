import { addDays, countDaysBetween, weekdayOf } from '../../app/texts/days.ts'

export const salesPeriods = ['day', 'week', 'month'] as const
export type SalesPeriod = (typeof salesPeriods)[number]

/** Days as yyyy-MM-dd, both included. */
export interface DayRange {
  firstDay: string
  lastDay: string
}

/** The period of the calendar that a day is in; a week runs from Monday to Sunday. */
export function findPeriod(period: SalesPeriod, day: string): DayRange {
  if (period === 'day') return { firstDay: day, lastDay: day }
  if (period === 'week') {
    const firstDay = addDays(day, -((weekdayOf(day) + 6) % 7))
    return { firstDay, lastDay: addDays(firstDay, 6) }
  }
  const firstDay = toFirstOfMonth(day)
  return { firstDay, lastDay: addDays(toFirstOfMonth(addDays(firstDay, 31)), -1) }
}

export function findPreviousPeriod(period: SalesPeriod, day: string): DayRange {
  return findPeriod(period, addDays(findPeriod(period, day).firstDay, -1))
}

export function findNextPeriod(period: SalesPeriod, day: string): DayRange {
  return findPeriod(period, addDays(findPeriod(period, day).lastDay, 1))
}

/** Of the period before, as many days as this one has up to a day; all of a month that has fewer. */
export function findComparedDays(period: SalesPeriod, day: string): DayRange {
  const previous = findPreviousPeriod(period, day)
  const sameDay = addDays(previous.firstDay, countDaysBetween(findPeriod(period, day).firstDay, day))
  return { firstDay: previous.firstDay, lastDay: pickEarlierDay(sameDay, previous.lastDay) }
}

/** As many days, just before. */
export function findDaysBefore({ firstDay, lastDay }: DayRange): DayRange {
  return { firstDay: addDays(firstDay, -countDaysBetween(firstDay, lastDay) - 1), lastDay: addDays(firstDay, -1) }
}

export function listDays({ firstDay, lastDay }: DayRange): string[] {
  return Array.from({ length: countDaysBetween(firstDay, lastDay) + 1 }, (_, index) => addDays(firstDay, index))
}

export function pickEarlierDay(day: string, otherDay: string): string {
  const [earlierDay = day] = [day, otherDay].sort()
  return earlierDay
}

function toFirstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}
