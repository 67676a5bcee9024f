import { releaseUnits } from '../bag/programme/laboratory-authorisations.ts'
import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { withdrawSoldUnits } from './door-payments.ts'
import type { EventActor } from './events.ts'
import { changeableStatuses, lockChangeableOrder, refundDifference, toRefundError } from './order-changes.ts'
import { applyTransition } from './order-commands.ts'
import { recordEventAndNotify } from './order-emails.ts'
import { countKeptUnits, priceDepartingUnits } from './order-net.ts'
import { toNetLine } from './order-net-loader.ts'
import { selectOrderLines } from './orders.sql.ts'
import { removeUnits, type ShortPick } from './short-picks.ts'

/** A line of which its customer may still take units out. */
export interface RemovableLine {
  productId: number
  name: string
  keptUnits: number
  /** How many may go, and what goes back then, in cents. */
  options: { units: number; refundCents: number }[]
}

/** What its customer may take out: the order keeps at least one unit, and what lies in the bag stays there. */
export async function listRemovableLines(ctx: Context, orderId: number): Promise<RemovableLine[]> {
  const rows = await selectOrderLines(ctx, [orderId])
  const lines = rows.map((row) => ({ row, line: toNetLine(row) }))
  const orderUnits = lines.reduce((sum, { line }) => sum + countKeptUnits(line), 0)
  const pickedUnits = await loadPickedUnits(ctx, orderId)
  return lines.flatMap(({ row, line }) => {
    const keptUnits = countKeptUnits(line)
    const maxUnits = Math.min(keptUnits - (pickedUnits.get(row.productId) ?? 0), orderUnits - 1)
    if (maxUnits < 1) return []
    const options = Array.from({ length: maxUnits }, (_, index) => {
      const units = index + 1
      return { units, refundCents: priceDepartingUnits(line, units).paidCents }
    })
    return [{ productId: row.productId, name: row.name, keptUnits, options }]
  })
}

/**
 * Takes units out that their customer no longer wants: they are on the shelf, and stay there.
 * @param by the customer, of what is not picked yet; or somebody of the staff
 * @returns cents that go back
 * @throws ShopError "order.unknown", "change.tooLate", "units.changed", "removal.units", "removal.picked", "removal.everything",
 *   "change.refund"
 */
export function removeByWish(
  ctx: Context,
  removal: ShortPick & { expectedUnits: number },
  by: Extract<EventActor, { kind: 'customer' | 'staff' }>,
): Promise<number> {
  const { orderId, productId, units, expectedUnits } = removal
  return ctx.transact(async (ctx) => {
    const order = await lockChangeableOrder(ctx, orderId, by.kind === 'customer' ? by.id : null)
    const lines = await selectOrderLines(ctx, [orderId])
    const line = lines.find((candidate) => candidate.productId === productId)
    const keptUnits = line ? countKeptUnits(toNetLine(line)) : 0
    if (keptUnits !== expectedUnits) throw new ShopError('units.changed', { units: keptUnits })
    if (by.kind === 'customer') await assertUnpicked(ctx, removal)
    const refundCents = await removeFromShelf(ctx, removal)
    await withdrawSoldUnits(ctx, orderId, [{ productId, quantity: units }])
    await releaseUnits(ctx, orderId, { productId, units })
    if (refundCents > 0) await refundDifference(ctx, orderId, refundCents)
    const data = { productId, units, refundCents }
    await recordEventAndNotify(ctx, { orderId, kind: 'removeByWish', by, data }, 'itemRemovedByWish')
    if (order.status === 'prescription_review' && !(await needsPrescription(ctx, orderId)))
      await applyTransition(ctx, 'waiveReview', orderId, by)
    return refundCents
  })
}

async function needsPrescription(ctx: TransactionContext, orderId: number): Promise<boolean> {
  const lines = await selectOrderLines(ctx, [orderId])
  return lines.some((line) => line.requiresPrescription && countKeptUnits(toNetLine(line)) > 0)
}

async function removeFromShelf(ctx: TransactionContext, removal: ShortPick): Promise<number> {
  try {
    const { refundCents } = await removeUnits(ctx, removal, { isOnShelf: true, statuses: changeableStatuses })
    return refundCents
  } catch (error) {
    throw toRefundError(error)
  }
}

/** What lies in the bag is taken out by those who pick it. */
async function assertUnpicked(
  ctx: TransactionContext,
  { orderId, productId, units, expectedUnits = 0 }: ShortPick,
): Promise<void> {
  const pickedUnits = (await loadPickedUnits(ctx, orderId)).get(productId) ?? 0
  if (units <= expectedUnits && units > expectedUnits - pickedUnits) throw new ShopError('removal.picked')
}

async function loadPickedUnits(ctx: Context, orderId: number): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom('orderPick')
    .select(['productId', 'units'])
    .where('orderId', '=', orderId)
    .execute()
  return new Map(rows.map(({ productId, units }) => [productId, units]))
}
