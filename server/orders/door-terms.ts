import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import type { DoorTerms } from './order.ts'
import { isInPhase } from './statuses.ts'

type DoorRow = Pick<
  Row<'orders'>,
  'status' | 'paidAt' | 'doorMeans' | 'changeForCents' | 'totalCents' | 'balanceCents' | 'shortPickedCents'
>

/** What is to be taken at the door of an order, and how; null of one that is paid, over, or paid in another way. */
export function toDoorTerms(row: DoorRow): DoorTerms | null {
  if (row.doorMeans === null || row.paidAt !== null || isInPhase(row.status, 'unpaid', 'void')) return null
  const cents = row.totalCents - row.balanceCents - row.shortPickedCents
  const changeForCents = row.changeForCents !== null && row.changeForCents > cents ? row.changeForCents : null
  return {
    means: row.doorMeans,
    cents,
    changeForCents,
    changeCents: changeForCents === null ? 0 : changeForCents - cents,
  }
}

export async function findDoorTerms(ctx: Context, orderId: number): Promise<DoorTerms | null> {
  const row = await ctx.db
    .selectFrom('orders')
    .select(['status', 'paidAt', 'doorMeans', 'changeForCents', 'totalCents', 'balanceCents', 'shortPickedCents'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row ? toDoorTerms(row) : null
}

export async function isToBePaidAtDoor(ctx: Context, orderId: number): Promise<boolean> {
  return (await findDoorTerms(ctx, orderId)) !== null
}
