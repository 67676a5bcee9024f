import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { startOfShopDay, toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { isOpenAtLocalTime, type OpeningHours } from './opening-hours.ts'

/** Days ahead, today included, in which a window may be chosen. */
const bookableDayCount = 7
const dayMs = 24 * 60 * 60_000
const windowIdEpochMs = Date.UTC(2020, 0, 1)
/** Ids of one slot's windows, one for each day: 27 years, and more slots than a shop has fit an id of 31 bits. */
const windowIdsPerSlot = 10_000

/** Some hours of a day in which a branch delivers to a limited number of orders. */
export interface DeliveryWindow {
  /** Derived from its slot and its day: a window needs no row until it is booked. */
  id: number
  startsAt: Date
  endsAt: Date
  /** Until when it can be chosen. */
  orderCutoffAt: Date
  capacity: number
}

type DeliverySlot = Row<'delivery_slot'>

/** The windows of a branch that can still be chosen, in sequence; `isFull` where no place is left. */
export async function listWindows(
  db: Database['db'],
  branchId: number,
  hours: OpeningHours,
  now: Date,
): Promise<(DeliveryWindow & { isFull: boolean })[]> {
  const slots = await db.selectFrom('delivery_slot').selectAll().where('branch_id', '=', branchId).execute()
  if (slots.length === 0) return []
  const days = Array.from({ length: bookableDayCount }, (_, index) =>
    toShopDay(new Date(now.getTime() + index * dayMs)),
  )
  const windows = days
    .flatMap((day) => buildWindows(slots, day, hours))
    .filter((window) => window.orderCutoffAt > now)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const ids = windows.map(({ id }) => id)
  const bookedWindows =
    ids.length === 0 ? [] : await db.selectFrom('delivery_window').selectAll().where('id', 'in', ids).execute()
  const bookedCountById = new Map(bookedWindows.map((row) => [row.id, row.booked]))
  return windows.map((window) => ({ ...window, isFull: (bookedCountById.get(window.id) ?? 0) >= window.capacity }))
}

/** Books a place in a window, by a conditional update, so that the last one is taken once. @throws ShopError "delivery.full" */
export async function bookWindow(tx: Transaction, { id, capacity }: DeliveryWindow): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('delivery_window')
    .values({ id, booked: 1 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ booked: eb('delivery_window.booked', '+', 1) }))
        .where('delivery_window.booked', '<', capacity),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new ShopError('delivery.full')
}

/** Cancels a booking of a window. The database refuses a negative count. */
export async function releaseWindow(tx: Transaction, windowId: number): Promise<void> {
  await tx
    .updateTable('delivery_window')
    .set((eb) => ({ booked: eb('booked', '-', 1) }))
    .where('id', '=', windowId)
    .execute()
}

/** Builds the windows that start while the branch is open. The day's start is looked up once for all of them: time zones are slow. */
function buildWindows(slots: DeliverySlot[], day: string, hours: OpeningHours): DeliveryWindow[] {
  const weekday = weekdayOf(day)
  const daySlots = slots.filter((slot) => slot.weekday === weekday && isOpenAtLocalTime(day, slot.start_time, hours))
  if (daySlots.length === 0) return []
  const midnight = startOfShopDay(day)
  return daySlots.map((slot) => {
    const startsAt = toInstant(midnight, slot.start_time)
    return {
      id: slot.id * windowIdsPerSlot + Math.round((Date.parse(day) - windowIdEpochMs) / dayMs),
      startsAt,
      endsAt: toInstant(midnight, slot.end_time),
      orderCutoffAt: new Date(startsAt.getTime() - slot.last_order_minutes * 60_000),
      capacity: slot.capacity,
    }
  })
}

/** 0 is Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

function toInstant(midnight: Date, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(midnight.getTime() + (hours * 60 + minutes) * 60_000)
}
