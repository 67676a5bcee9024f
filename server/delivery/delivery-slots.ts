import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { type OpeningRange, toOpeningRange } from './opening-hours.ts'
import type { NewSlot } from './window-formats.ts'

type DeliverySlot = Row<'deliverySlot'>

/** The slots of all branches that deliver in them, or of one. */
export async function listDeliverySlots(ctx: Context, branchId?: number): Promise<DeliverySlot[]> {
  return ctx.db
    .selectFrom('deliverySlot')
    .selectAll()
    .where('isRemoved', '=', false)
    .$if(branchId !== undefined, (slots) => slots.where('branchId', '=', branchId as number))
    .execute()
}

export function hasSameSlots(existingSlots: DeliverySlot[], newSlots: NewSlot[] | undefined): boolean {
  if (!newSlots) return true
  const serializeSlots = (slots: NewSlot[]) =>
    slots
      .map((slot) => `${toSlotKey(slot)} ${slot.capacity} ${slot.lastOrderMinutes}`)
      .sort()
      .join()
  return serializeSlots(existingSlots) === serializeSlots(newSlots)
}

/**
 * Sets the slots of a branch. One that is written anew, or with other hours, keeps its id, and with it the bookings of its
 * windows; one that goes is only marked as removed, since it may come back.
 */
export async function replaceDeliverySlots(ctx: TransactionContext, branchId: number, slots: NewSlot[]): Promise<void> {
  const existingSlots = await ctx.db.selectFrom('deliverySlot').selectAll().where('branchId', '=', branchId).execute()
  const matches = matchSlots(existingSlots, slots)
  const keptIds = new Set(matches.map(({ existingSlot }) => existingSlot?.id))
  const removedIds = existingSlots.filter(({ id, isRemoved }) => !isRemoved && !keptIds.has(id)).map(({ id }) => id)
  if (removedIds.length > 0)
    await ctx.db.updateTable('deliverySlot').set({ isRemoved: true }).where('id', 'in', removedIds).execute()
  for (const { slot, existingSlot } of matches) {
    if (existingSlot)
      await ctx.db
        .updateTable('deliverySlot')
        .set({ ...slot, isRemoved: false })
        .where('id', '=', existingSlot.id)
        .execute()
  }
  const newSlots = matches.flatMap(({ slot, existingSlot }) => (existingSlot ? [] : [{ ...slot, branchId }]))
  if (newSlots.length > 0) await ctx.db.insertInto('deliverySlot').values(newSlots).execute()
}

/** In this sequence: the same hours; then what is offered and overlaps; then what was removed and overlaps. */
const matchers: ((slot: NewSlot, existingSlot: DeliverySlot) => boolean)[] = [
  (slot, existingSlot) => toSlotKey(slot) === toSlotKey(existingSlot),
  (slot, existingSlot) => !existingSlot.isRemoved && overlaps(slot, existingSlot),
  overlaps,
]

/** Which existing slot each new one continues; an existing one is continued once. */
function matchSlots(existingSlots: DeliverySlot[], slots: NewSlot[]) {
  const matches = slots.map((slot) => ({ slot, existingSlot: undefined as DeliverySlot | undefined }))
  const unmatchedSlots = new Set(existingSlots)
  for (const matcher of matchers)
    for (const match of matches) {
      if (match.existingSlot) continue
      match.existingSlot = [...unmatchedSlots].find((existingSlot) => matcher(match.slot, existingSlot))
      if (match.existingSlot) unmatchedSlots.delete(match.existingSlot)
    }
  return matches
}

function toSlotKey({ weekday, startTime, endTime }: NewSlot): string {
  return `${weekday} ${startTime} ${endTime}`
}

function overlaps(slot: NewSlot, existingSlot: DeliverySlot): boolean {
  const [range, existingRange]: OpeningRange[] = [slot, existingSlot].map(({ startTime, endTime }) =>
    toOpeningRange([startTime, endTime]),
  )
  if (!range || !existingRange || slot.weekday !== existingSlot.weekday) return false
  return range.from < existingRange.to && existingRange.from < range.to
}
