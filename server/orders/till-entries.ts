/** Orders that somebody enters by hand at the store's till, which issues their fiscal documents. */

import type { TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { type EventActor, insertOrderEvent } from './events.ts'
import { loadNet } from './order-net-loader.ts'
import { listStatusesIn } from './statuses.ts'

export interface TillEntry {
  at: Date
  /** A name, as it was then. */
  by: string
  /** What the order came to then: units that are taken out after that are still in the till's figures. */
  totalCents: number
}

type TillColumns = Pick<Row<'orders'>, 'tillEntryAt' | 'tillEntryBy' | 'tillEntryCents'>

type StaffActor = Extract<EventActor, { kind: 'staff' }>

/** Also once more, after the order's total changed. @throws ShopError "step.impossible" for an order that is unpaid or over */
export async function enterAtTill(ctx: TransactionContext, orderId: number, by: StaffActor): Promise<void> {
  const { keptCents } = await loadNet(ctx, orderId)
  await updateTillEntry(ctx, orderId, 'enterAtTill', by, {
    tillEntryAt: ctx.clock.now(),
    tillEntryBy: by.actor.name,
    tillEntryCents: keptCents,
  })
}

/** What was ticked by mistake. @throws ShopError "step.impossible" for an order that is unpaid or over */
export async function removeTillEntry(ctx: TransactionContext, orderId: number, by: StaffActor): Promise<void> {
  const noEntry = { tillEntryAt: null, tillEntryBy: null, tillEntryCents: null }
  await updateTillEntry(ctx, orderId, 'removeTillEntry', by, noEntry)
}

async function updateTillEntry(
  ctx: TransactionContext,
  orderId: number,
  kind: 'enterAtTill' | 'removeTillEntry',
  by: StaffActor,
  columns: TillColumns,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('orders')
    .set(columns)
    .where('id', '=', orderId)
    .where('status', 'in', listStatusesIn('shop', 'inTransit', 'done'))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('step.impossible')
  await insertOrderEvent(ctx, { orderId, kind, by })
}

/** Null where nobody entered it. */
export function readTillEntry({ tillEntryAt, tillEntryBy, tillEntryCents }: TillColumns): TillEntry | null {
  if (tillEntryAt === null) return null
  return { at: tillEntryAt, by: tillEntryBy ?? '', totalCents: tillEntryCents ?? 0 }
}
