import type { NewSlot } from '#server/delivery/window-formats.ts'

// A week as a table of fields, one row a day. It is read as the line that one may type in its place, so that both have one parser.

/** Monday first; the fields' names begin with these. */
export const gridDays = [
  { weekday: 1, key: 'mon', short: 'seg' },
  { weekday: 2, key: 'tue', short: 'ter' },
  { weekday: 3, key: 'wed', short: 'qua' },
  { weekday: 4, key: 'thu', short: 'qui' },
  { weekday: 5, key: 'fri', short: 'sex' },
  { weekday: 6, key: 'sat', short: 'sáb' },
  { weekday: 0, key: 'sun', short: 'dom' },
] as const
export type GridDay = (typeof gridDays)[number]

export type DayState = 'open' | 'closed' | 'allDay'

/** The fields of a day's hours, and of its second ones. */
export const hourFieldNames = ({ key }: GridDay, number: number) =>
  [`${key}_from_${number}`, `${key}_to_${number}`] as const

/** The fields above a window's column. */
export const windowFieldNames = (number: number) => ({
  from: `window_${number}_from`,
  to: `window_${number}_to`,
  minutes: `window_${number}_minutes`,
})

/** What a form has in its fields: '' for one that it lacks. */
type ReadField = (name: string) => string

/** `seg 08:00-12:00 | seg 13:00-20:00 | ter 24h`; a closed day is left out. */
export function composeHours(read: ReadField): string {
  return gridDays.flatMap((day) => composeDayHours(day, read)).join(' | ')
}

/** What is left out of a time stands as `?`, which the parser refuses. */
export function composeDayHours(day: GridDay, read: ReadField): string[] {
  const ranges = countFrom(
    1,
    (number) => read(hourFieldNames(day, number)[0]) !== '' || read(hourFieldNames(day, number)[1]) !== '',
  ).map((number) => hourFieldNames(day, number).map((name) => read(name).trim() || '?'))
  const state = readState(day, read, ranges.length > 0)
  if (state === 'closed') return []
  if (state === 'allDay') return [`${day.short} 24h`]
  if (ranges.length === 0) return [`${day.short} vazio`]
  return ranges.map(([from, to]) => `${day.short} ${from}-${to}`)
}

/** Hours typed for a day that was shown closed open it, though nobody chose so. */
function readState({ key }: GridDay, read: ReadField, hasHours: boolean): DayState {
  const state = read(`${key}_state`) as DayState
  return state === 'closed' && read(`${key}_shown`) === 'closed' && hasHours ? 'open' : state
}

/** More than anybody fills in. */
const maxNumber = 30

function countFrom(first: number, isFilled: (number: number) => boolean): number[] {
  return Array.from({ length: maxNumber }, (_, index) => first + index).filter(isFilled)
}

/** `seg 08:00-10:00 x10 -30`, for each window and day with a number of orders. */
export function composeWindows(read: ReadField): string {
  return countFrom(1, (number) => gridDays.some(({ key }) => read(`${key}_${number}`).trim() !== ''))
    .flatMap((number) => composeWindow(number, read))
    .join(' | ')
}

function composeWindow(number: number, read: ReadField): string[] {
  const names = windowFieldNames(number)
  const [from, to, minutes] = [names.from, names.to, names.minutes].map((name) => read(name).trim())
  return gridDays.flatMap(({ key, short }) => {
    const orders = read(`${key}_${number}`).trim()
    return orders === '' ? [] : [`${short} ${from || '?'}-${to || '?'} x${orders}${minutes ? ` -${minutes}` : ''}`]
  })
}

/** The fields of windows as they are: a column for all that have the same hours and cutoff. */
export function toWindowFields(slots: NewSlot[]): { count: number; values: Record<string, string> } {
  const columns = new Map<string, NewSlot[]>()
  for (const slot of slots.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))) {
    const hours = `${slot.startTime} ${slot.endTime} ${slot.lastOrderMinutes}`
    columns.set(hours, [...(columns.get(hours) ?? []), slot])
  }
  const values = [...columns.values()].flatMap((column, index) => {
    const names = windowFieldNames(index + 1)
    const [{ startTime = '', endTime = '', lastOrderMinutes = 0 } = {}] = column
    return [
      [names.from, startTime],
      [names.to, endTime],
      [names.minutes, String(lastOrderMinutes)],
      ...column.map((slot) => [`${keyOf(slot.weekday)}_${index + 1}`, String(slot.capacity)]),
    ]
  })
  return { count: columns.size, values: Object.fromEntries(values) }
}

function keyOf(weekday: number): string {
  return gridDays.find((day) => day.weekday === weekday)?.key ?? ''
}

/** The fields of hours as they are. */
export function toHourFields(
  week: readonly (readonly [openTime: string, closeTime: string])[][],
): Record<string, string> {
  const values = gridDays.flatMap((day) => {
    const ranges = week[day.weekday] ?? []
    const state = toState(ranges)
    const times =
      state === 'allDay'
        ? []
        : ranges.flatMap((range, index) => {
            const [from, to] = hourFieldNames(day, index + 1)
            return [
              [from, range[0]],
              [to, range[1]],
            ]
          })
    return [[`${day.key}_state`, state], [`${day.key}_shown`, state], ...times]
  })
  return Object.fromEntries(values)
}

function toState(ranges: readonly (readonly [openTime: string, closeTime: string])[]): DayState {
  const [first] = ranges
  if (first === undefined) return 'closed'
  return first[0] === first[1] ? 'allDay' : 'open'
}
