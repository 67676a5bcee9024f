import type { Transaction } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { transitions } from './lifecycle.ts'

/** While its goods are still in the shop. */
export const pickableStatuses: OrderStatus[] = [...transitions.pick.from, ...transitions.dispatch.from]

export interface ShortPick {
  orderId: number
  productId: number
  units: number
  /** The line's units as its form showed them: with others now, nothing is taken out. A form sent twice counts once. */
  expectedUnits?: number
}

/**
 * Takes units out of a paid order that is being picked, since there are none. Stock stays as it is: they were not there.
 *
 * What goes back is their price, less their share of the coupon (rounded down, for the customer), and only what a bank
 * received: balances are returned with the whole order alone.
 * @param replacementUnitCents what each unit costs that comes in their place
 * @returns cents to be refunded
 * @throws ShopError "step.impossible", "removal.units" for more than there are, "removal.everything" where nothing would be
 *   left, "removal.balances"
 */
export async function removeUnits(
  tx: Transaction,
  { orderId, productId, units, expectedUnits }: ShortPick,
  replacementUnitCents?: number,
): Promise<number> {
  // The order's row is held first, so that of two removals, or a removal and an end, one comes after the other.
  const { numUpdatedRows: lockedRowCount } = await tx
    .updateTable('orders')
    .set((eb) => ({ removed_cents: eb.ref('removed_cents') }))
    .where('id', '=', orderId)
    .where('status', 'in', pickableStatuses)
    .executeTakeFirst()
  if (lockedRowCount !== 1n) throw new ShopError('step.impossible')
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const lines = await tx.selectFrom('order_line').selectAll().where('order_id', '=', orderId).execute()
  const line = lines.find(({ product_id }) => product_id === productId)
  const remainingLineUnits = line ? line.quantity - line.removed_units : 0
  if (!line || remainingLineUnits !== (expectedUnits ?? remainingLineUnits)) throw new ShopError('step.impossible')
  if (!Number.isInteger(units) || units < 1 || units > remainingLineUnits)
    throw new ShopError('removal.units', { units: remainingLineUnits })
  const remainingOrderUnits = lines.reduce((sum, row) => sum + row.quantity - row.removed_units, 0)
  if (remainingOrderUnits === units && replacementUnitCents === undefined) throw new ShopError('removal.everything')

  // As placed: what came in place of something else later counts for that.
  const discountedItemsCents = order.items_cents - order.discount_cents
  const removedCents = (line.price_cents - (replacementUnitCents ?? 0)) * units
  const couponShareCents = Math.floor((order.coupon_discount_cents * removedCents) / discountedItemsCents)
  const refundCents = await increaseRefund(tx, orderId, removedCents - couponShareCents)
  await tx
    .updateTable('order_line')
    .set((eb) => ({ removed_units: eb('removed_units', '+', units) }))
    .where('order_id', '=', orderId)
    .where('product_id', '=', productId)
    .execute()
  return refundCents
}

/** Increases what is refunded of an order: no more than a bank received. @throws ShopError "removal.balances" */
export async function increaseRefund(tx: Transaction, orderId: number, cents: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set((eb) => ({ removed_cents: eb('removed_cents', '+', cents) }))
    .where('id', '=', orderId)
    .where((eb) => eb(eb('removed_cents', '+', cents), '<=', eb('total_cents', '-', eb.ref('balance_cents'))))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('removal.balances')
  return cents
}
