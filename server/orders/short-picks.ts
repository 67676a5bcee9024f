import { restoreStock, settleShortage } from '../catalogue/stock.ts'
import type { TransactionContext } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { transitions } from './lifecycle.ts'
import { countKeptUnits, type NetLine, priceDepartingUnits } from './order-net.ts'
import { toNetLine } from './order-net-loader.ts'
import { selectOrderLines } from './orders.sql.ts'

/** While its goods are still in the shop. */
export const pickableStatuses: OrderStatus[] = [...transitions.pick.from, ...transitions.dispatch.from]

export interface ShortPick {
  orderId: number
  productId: number
  units: number
  /** The line's units as its form showed them: with others now, nothing is taken out. A form sent twice counts once. */
  expectedUnits?: number
}

/** Of what is not simply short. */
interface RemovalOptions {
  /** What each unit costs that comes in their place. */
  replacementUnitCents?: number
  /** There are enough of them: they stay on the shelf for others. */
  isOnShelf?: boolean
  /** Left out: while it is being picked. */
  statuses?: OrderStatus[]
}

/** What follows from units taken out, in cents. */
interface Removal {
  refundCents: number
  /** What comes in their place costs more than they did. */
  surchargeCents: number
  /** The coupon's share that what comes in their place takes over. */
  replacementCouponCents: number
}

/**
 * Takes units out of a paid order that is being picked, since there are none. Stock stays as it is: they were not there.
 *
 * What goes back is what was paid for them, and only what a bank received: balances are returned with the whole order alone.
 * @throws ShopError "step.impossible", "removal.units" for more than there are, "removal.everything" where nothing would be
 *   left, "removal.balances"
 */
export async function removeUnits(
  ctx: TransactionContext,
  { orderId, productId, units, expectedUnits }: ShortPick,
  { replacementUnitCents, isOnShelf = false, statuses = pickableStatuses }: RemovalOptions = {},
): Promise<Removal> {
  // The order's row is held first, so that of two removals, or a removal and an end, one comes after the other.
  const order = await ctx.db
    .updateTable('orders')
    .set((eb) => ({ shortPickedCents: eb.ref('shortPickedCents') }))
    .where('id', '=', orderId)
    .where('status', 'in', statuses)
    .returning('branchId')
    .executeTakeFirst()
  if (!order) throw new ShopError('step.impossible')
  const lines = (await selectOrderLines(ctx, [orderId])).map(toNetLine)
  const line = lines.find((candidate) => candidate.productId === productId)
  const remainingLineUnits = line ? countKeptUnits(line) : 0
  if (!line || remainingLineUnits !== (expectedUnits ?? remainingLineUnits)) throw new ShopError('step.impossible')
  if (!Number.isInteger(units) || units < 1 || units > remainingLineUnits)
    throw new ShopError('removal.units', { units: remainingLineUnits })
  const remainingOrderUnits = lines.reduce((sum, each) => sum + countKeptUnits(each), 0)
  if (remainingOrderUnits === units && replacementUnitCents === undefined) throw new ShopError('removal.everything')
  const removal = priceRemoval(line, units, replacementUnitCents ?? 0)
  await increaseRefund(ctx, orderId, removal.refundCents)
  if (isOnShelf) await restoreStock(ctx, order.branchId, [{ productId, quantity: units, name: '' }])
  else await settleUnpickedShortage(ctx, order.branchId, { orderId, productId, units, remainingLineUnits })
  await ctx.db
    .updateTable('orderLine')
    .set((eb) => ({ removedUnits: eb('removedUnits', '+', units) }))
    .where('orderId', '=', orderId)
    .where('productId', '=', productId)
    .execute()
  return removal
}

/** What comes in place of units keeps the coupon's share of its own price. */
export function priceRemoval(line: NetLine, units: number, replacementUnitCents: number): Removal {
  const { paidCents, couponCents } = priceDepartingUnits(line, units)
  const discountedCents = paidCents + couponCents
  const cheaperByCents = discountedCents - replacementUnitCents * units
  if (cheaperByCents < 0)
    return { refundCents: 0, surchargeCents: -cheaperByCents, replacementCouponCents: couponCents }
  const refundedCouponCents = discountedCents === 0 ? 0 : Math.floor((couponCents * cheaperByCents) / discountedCents)
  return {
    refundCents: cheaperByCents - refundedCouponCents,
    surchargeCents: 0,
    replacementCouponCents: couponCents - refundedCouponCents,
  }
}

/** Of units that are short, those that the shelf lacks: what lies in the bag has left it. */
export async function settleUnpickedShortage(
  ctx: TransactionContext,
  branchId: number,
  { orderId, productId, units, remainingLineUnits }: ShortPick & { remainingLineUnits: number },
): Promise<void> {
  const pick = await ctx.db
    .selectFrom('orderPick')
    .select('units')
    .where('orderId', '=', orderId)
    .where('productId', '=', productId)
    .executeTakeFirst()
  const unpickedUnits = Math.max(0, remainingLineUnits - (pick?.units ?? 0))
  await settleShortage(ctx, branchId, { productId, units: Math.min(units, unpickedUnits) })
}

/** Increases what is refunded of an order: no more than a bank received. */
export async function increaseRefund(ctx: TransactionContext, orderId: number, cents: number): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('orders')
    .set((eb) => ({ shortPickedCents: eb('shortPickedCents', '+', cents) }))
    .where('id', '=', orderId)
    .where((eb) => eb(eb('shortPickedCents', '+', cents), '<=', eb('totalCents', '-', eb.ref('balanceCents'))))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('removal.balances')
  return cents
}
