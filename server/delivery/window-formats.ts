import { formatDay } from '../../app/texts/format.ts'
import { normalizeDay } from '../../app/texts/normalize-day.ts'
import { isValidDay } from '../platform/calendar.ts'
import { type DayHours, isYearlyDay, toOpeningRange, type WeekHours } from './opening-hours.ts'

/** Some hours of a weekday in which a branch delivers. */
export interface NewSlot {
  /** 0 is Sunday. */
  weekday: number
  /** HH:MM; the end may be past midnight. */
  startTime: string
  endTime: string
  capacity: number
  lastOrderMinutes: number
}

/** Reads a text that people type, in the back office or a file; what is wrong is told by `addFault`, in words after "it". */
export type TextParser<Value> = (text: string, addFault: (fault: string) => void) => Value

const weekdayNames = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb']
const fullWeekdayNames = [
  ['sunday', 'domingo'],
  ['monday', 'segunda'],
  ['tuesday', 'terca'],
  ['wednesday', 'quarta'],
  ['thursday', 'quinta'],
  ['friday', 'sexta'],
  ['saturday', 'sabado'],
]
const mondayFirst = [1, 2, 3, 4, 5, 6, 0]

const maxCapacity = 9999
/** Three days: windows can be chosen a week ahead. */
const maxCutoffMinutes = 4320
const defaultCutoffMinutes = 30
/** Longer over midnight, the times were rather typed the wrong way round. */
const maxNightMinutes = 12 * 60

/**
 * Windows such as "mon-fri 08:00-10:00 x20 -30", joined by `|`: weekdays, hours, orders, and by how many minutes before the
 * start an order has to be paid. Also "seg a sex 8h às 10h x20 - 30".
 */
export const parseDeliveryWindows: TextParser<NewSlot[]> = (text, addFault) => {
  const slots = splitPieces(text).flatMap((piece) => parseWindow(piece, addFault))
  const keys = new Set<string>()
  for (const slot of slots) {
    const key = `${weekdayNames[slot.weekday]} ${slot.startTime}-${slot.endTime}`
    if (keys.has(key)) addFault(`names ‘${key}’ twice`)
    keys.add(key)
  }
  return slots
}

function parseWindow(piece: string, addFault: (fault: string) => void): NewSlot[] {
  const match = /^([a-z]+(?:-[a-z]+)?) ([^- ]+)-([^- ]+) ?x ?(\d+)(?:-(\d+))?$/.exec(simplify(piece))
  if (!match) {
    addFault(`cannot be read at ‘${piece}’: a window is such as mon-fri 08:00-10:00 x20 -30`)
    return []
  }
  const [, daysText = '', startText = '', endText = '', capacityText, cutoffText] = match
  const weekdays = parseWeekdays(daysText, addFault)
  const [startTime, endTime] = [startText, endText].map((time) => parseTime(time, addFault))
  const capacity = Number(capacityText)
  const lastOrderMinutes = Number(cutoffText ?? defaultCutoffMinutes)
  if (capacity < 1 || capacity > maxCapacity) addFault(`must take 1 to ${maxCapacity} orders at ‘${piece}’`)
  if (lastOrderMinutes > maxCutoffMinutes)
    addFault(`must close 0 to ${maxCutoffMinutes} minutes before the start at ‘${piece}’`)
  if (startTime == null || endTime == null) return []
  if (!isInSequence([startTime, endTime])) {
    addFault(`must end after its start at ‘${piece}’`)
    return []
  }
  return weekdays.map((weekday) => ({ weekday, startTime, endTime, capacity, lastOrderMinutes }))
}

function isInSequence(times: DayHours): boolean {
  const { from, to } = toOpeningRange(times)
  return times[0] !== times[1] && (to <= 24 * 60 || to - from <= maxNightMinutes)
}

/**
 * The hours of the weekdays, such as "seg-sex 08:00-12:00 | seg-sex 13:00-20:00 | sáb 08:00-18:00 | dom fechado", "todos 24h"; a
 * day that is not named stays closed.
 */
export const parseWeeklyHours: TextParser<WeekHours> = (text, addFault) => {
  const week: WeekHours = Array.from({ length: 7 }, () => [])
  for (const piece of splitPieces(text)) {
    const { weekdays, hours } = parseDaysWithHours(piece, addFault)
    if (hours) for (const weekday of weekdays) week[weekday]?.push(hours)
  }
  for (const [weekday, ranges] of week.entries()) {
    ranges.sort(([a], [b]) => a.localeCompare(b))
    if (hasOverlap(ranges)) addFault(`has hours that overlap on ‘${weekdayNames[weekday]}’`)
  }
  if (week.every((ranges) => ranges.length === 0)) addFault('has no hours: write such as mon-sat 08:00-20:00')
  return week
}

/** "seg-sex 08:00-12:00", "todos 24h", "dom fechado". */
function parseDaysWithHours(piece: string, addFault: (fault: string) => void) {
  const [, daysText = '', hoursText = ''] = /^(\S+) (.+)$/.exec(simplify(piece)) ?? []
  const weekdays = /^(todos|daily|diario)$/.test(daysText) ? mondayFirst : parseWeekdays(daysText, addFault)
  if (/^(24 ?h(oras)?|0?0(h|:00)?-24(h|:00)?)$/.test(hoursText)) return { weekdays, hours: allDay }
  const hours = parseDayHours(hoursText, piece, addFault)
  if (hours && !isInSequence(hours)) addFault(`must end after its start at ‘${piece}’`)
  return { weekdays, hours }
}

const allDay: DayHours = ['00:00', '00:00']

function hasOverlap(ranges: DayHours[]): boolean {
  return ranges.some((range, index) => {
    const next = ranges[index + 1]
    return next !== undefined && toOpeningRange(next).from < toOpeningRange(range).to
  })
}

/** "seg-sex", "sab". */
function parseWeekdays(text: string, addFault: (fault: string) => void): number[] {
  const [firstName = '', lastName = firstName] = text.split('-')
  const [first, last] = [firstName, lastName].map((name) => parseWeekday(name, addFault))
  if (first == null || last == null) return []
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7)
}

/** A branch's week as people type it: consecutive days with the same hours are joined. */
export function formatWeeklyHours(week: WeekHours): string {
  const weekdaysByHours = new Map<string, number[]>()
  for (const weekday of mondayFirst)
    for (const [openTime, closeTime] of week[weekday] ?? []) {
      const hours = openTime === closeTime ? '24h' : `${openTime}-${closeTime}`
      weekdaysByHours.set(hours, [...(weekdaysByHours.get(hours) ?? []), weekday])
    }
  return [...weekdaysByHours]
    .flatMap(([hours, days]) =>
      (days.length === 7 ? ['todos'] : formatWeekdayRanges(days)).map((range) => `${range} ${hours}`),
    )
    .join(' | ')
}

/**
 * Days with other hours, such as "2026-12-25 closed|2026-12-24 07:00-14:00", also "25/12/2026 fechado"; "25/12 fechado" is the day of every
 * year, MM-dd.
 */
export const parseSpecialDays: TextParser<Record<string, DayHours | null>> = (text, addFault) => {
  const hoursByDay: Record<string, DayHours | null> = {}
  for (const piece of splitPieces(text)) {
    const [, dayText = '', hoursText = ''] = /^(\S+) (.+)$/.exec(simplify(piece)) ?? []
    const day = normalizeYearlyDay(dayText) ?? normalizeDay(dayText)
    if (!isValidDay(day) && !isYearlyDay(day)) addFault(`has no day at ‘${piece}’: a day is such as 2026-12-25 closed`)
    else if (day in hoursByDay) addFault(`names ‘${day}’ twice`)
    hoursByDay[day] = parseDayHours(hoursText, piece, addFault)
  }
  return hoursByDay
}

/** `25/12` as 12-25; null for what has a year, or is no day. */
function normalizeYearlyDay(text: string): string | null {
  const [, day, month] = /^(\d{1,2})[/.](\d{1,2})$/.exec(text) ?? []
  return day && month ? `${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null
}

function parseDayHours(text: string, piece: string, addFault: (fault: string) => void): DayHours | null {
  if (/^(closed|fechad[ao])$/.test(text)) return null
  const [, openText, closeText] = /^([^-]+)-([^-]+)$/.exec(text) ?? []
  if (openText === undefined || closeText === undefined) {
    addFault(`has no hours at ‘${piece}’: write closed or 07:00-14:00`)
    return null
  }
  const [openTime, closeTime] = [openText, closeText].map((time) => parseTime(time, addFault))
  return openTime && closeTime ? [openTime, closeTime] : null
}

function splitPieces(text: string): string[] {
  return text
    .split('|')
    .map((piece) => piece.trim())
    .filter(Boolean)
}

/** Without accents, with one kind of dash and of space: "seg a sex", "seg – sex" and "segunda-feira-sexta" as "seg-sex". */
function simplify(piece: string): string {
  return piece
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[‐-―−]/g, '-')
    .replace(/-feira/g, '')
    .replace(/\s+(?:a|as|ate|to)\s+/g, '-')
    .replace(/\s*-\s*/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

function parseWeekday(text: string, addFault: (fault: string) => void): number | null {
  const weekday = fullWeekdayNames.findIndex((names) => names.some((name) => text.length > 2 && name.startsWith(text)))
  if (weekday >= 0) return weekday
  addFault(`has no weekday ‘${text}’: they are mon, tue, wed, thu, fri, sat, sun`)
  return null
}

/** A time by itself; empty where it cannot be read. */
export const parseTimeOfDay: TextParser<string> = (text, addFault) => parseTime(simplify(text), addFault) ?? ''

/** `8`, `8h`, `8:00`, `8h30`, `24:00` as HH:MM. */
function parseTime(text: string, addFault: (fault: string) => void): string | null {
  const [, hourText, minuteText = '00'] = /^(\d{1,2})(?:[:h](\d{2})?)?$/.exec(text) ?? []
  const isMidnight = hourText === '24' && minuteText === '00'
  if (hourText !== undefined && (isMidnight || Number(hourText) < 24) && Number(minuteText) < 60)
    return `${isMidnight ? '00' : hourText.padStart(2, '0')}:${minuteText}`
  addFault(`has no time ‘${text}’: a time is such as 07:00`)
  return null
}

/** A branch's windows as people type them: consecutive days with the same windows are joined. */
export function formatDeliveryWindows(slots: NewSlot[]): string {
  const weekdaysByHours = new Map<string, number[]>()
  for (const slot of slots.toSorted((a, b) => a.startTime.localeCompare(b.startTime))) {
    const hours = `${slot.startTime}-${slot.endTime} x${slot.capacity} -${slot.lastOrderMinutes}`
    weekdaysByHours.set(hours, [...(weekdaysByHours.get(hours) ?? []), slot.weekday])
  }
  return [...weekdaysByHours]
    .flatMap(([hours, days]) => formatWeekdayRanges(days).map((row) => `${row} ${hours}`))
    .join(' | ')
}

/** `[1, 2, 3, 6, 0]` as `seg-qua` and `sáb-dom`. */
function formatWeekdayRanges(days: number[]): string[] {
  const runs: number[][] = []
  for (const position of mondayFirst.keys()) {
    if (!days.includes(mondayFirst[position] ?? 0)) continue
    const currentRun = runs.at(-1)
    if (currentRun && currentRun.at(-1) === position - 1) currentRun.push(position)
    else runs.push([position])
  }
  return runs.map((run) =>
    [...new Set([run[0] ?? 0, run.at(-1) ?? 0])].map((position) => weekdayNames[mondayFirst[position] ?? 0]).join('-'),
  )
}

/** A branch's days with other hours as people type them. */
export function formatSpecialDays(days: Record<string, DayHours | null>): string {
  return Object.entries(days)
    .map(
      ([day, hours]) =>
        `${isYearlyDay(day) ? day.split('-').reverse().join('/') : formatDay(day)} ${hours ? hours.join('-') : 'fechado'}`,
    )
    .join(' | ')
}
