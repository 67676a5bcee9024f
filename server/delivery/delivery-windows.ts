import { addDays, countDaysBetween, weekdayOf } from '../../app/texts/days.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { shopTimeZone, toInstant, toShopDay } from '../platform/calendar.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { listDeliverySlots } from './delivery-slots.ts'
import { isOpenThroughout, type OpeningHours, toOpeningRange } from './opening-hours.ts'

/** Days ahead, today included, in which a window may be chosen. */
const bookableDayCount = 7
const windowIdEpochDay = '2020-01-01'
/** Ids of one slot's windows, one for each day: 27 years, and more slots than a shop has fit an id of 31 bits. */
const windowIdsPerSlot = 10_000

/** Some hours of a day in which a branch delivers to a limited number of orders. */
export interface DeliveryWindow {
  /** Derived from its slot and its day: a window needs no row until it is booked. */
  id: number
  startsAt: Date
  endsAt: Date
  /** Until when an order in it has to be paid. */
  orderCutoffAt: Date
  capacity: number
}

export type DeliverySlot = Row<'deliverySlot'>

/**
 * The windows of a branch that can still be chosen, in sequence; `isFull` where no place is left.
 * @param paidBy when an order that chooses now is paid at the latest: a window that would then be too late is not offered
 */
export async function listWindows(
  ctx: Context,
  branchId: number,
  hours: OpeningHours,
  { now, paidBy }: { now: Date; paidBy: Date },
): Promise<(DeliveryWindow & { isFull: boolean })[]> {
  const slots = await listDeliverySlots(ctx, branchId)
  if (slots.length === 0) return []
  const windows = listBookableDays(toShopDay(now))
    .flatMap((day) => buildWindows(slots, day, hours))
    .filter((window) => window.orderCutoffAt > paidBy)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const ids = windows.map(({ id }) => id)
  const bookedWindows =
    ids.length === 0 ? [] : await ctx.db.selectFrom('deliveryWindow').selectAll().where('id', 'in', ids).execute()
  const bookedCountById = new Map(bookedWindows.map((row) => [row.id, row.booked]))
  return windows.map((window) => ({ ...window, isFull: (bookedCountById.get(window.id) ?? 0) >= window.capacity }))
}

/** The days in which a window may be chosen, from today on. */
export function listBookableDays(today: string): string[] {
  return Array.from({ length: bookableDayCount }, (_, index) => addDays(today, index))
}

/** Books a place in a window, by a conditional update, so that the last one is taken once. @throws ShopError "delivery.full" */
export async function bookWindow(ctx: TransactionContext, { id, capacity }: DeliveryWindow): Promise<void> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('deliveryWindow')
    .values({ id, booked: 1 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ booked: eb('deliveryWindow.booked', '+', 1) }))
        .where('deliveryWindow.booked', '<', capacity),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new ShopError('delivery.full')
}

/** Cancels a booking of a window. The database refuses a negative count. */
export async function releaseWindow(ctx: TransactionContext, windowId: number): Promise<void> {
  await ctx.db
    .updateTable('deliveryWindow')
    .set((eb) => ({ booked: eb('booked', '-', 1) }))
    .where('id', '=', windowId)
    .execute()
}

/** The windows of a day that lie within its opening hours, from beginning to end. */
export function buildWindows(
  slots: DeliverySlot[],
  day: string,
  hours: OpeningHours,
  timeZone = shopTimeZone,
): DeliveryWindow[] {
  const weekday = weekdayOf(day)
  return slots
    .filter((slot) => slot.weekday === weekday)
    .map((slot) => {
      const { from, to } = toOpeningRange([slot.startTime, slot.endTime])
      const startsAt = toInstant(day, from, timeZone)
      return {
        id: slot.id * windowIdsPerSlot + countDaysBetween(windowIdEpochDay, day),
        startsAt,
        endsAt: toInstant(day, to, timeZone),
        orderCutoffAt: addMinutes(startsAt, -slot.lastOrderMinutes),
        capacity: slot.capacity,
      }
    })
    .filter(({ startsAt, endsAt }) => startsAt < endsAt && isOpenThroughout(startsAt, endsAt, hours, timeZone))
}
