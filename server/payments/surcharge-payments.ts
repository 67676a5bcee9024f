/** What a change of a paid order costs besides, by Pix: the change takes effect when its payment is read. */
import type { Context } from '../context.ts'
import type { Surcharge } from '../orders/surcharge.ts'
import { endSurcharge, findSurcharge, listOverdueSurcharges } from '../orders/surcharges.ts'
import { ShopError } from '../platform/errors.ts'
import { createFairRounds } from '../platform/for-each-isolated.ts'
import { closeAndRefreshCharge } from './charge-reading.ts'
import { findActiveCharge } from './charges.sql.ts'
import { type Charge, countSecondsUntil, findOrCreateCharge, startOrReadCharge } from './charges.ts'
import { pollCharge } from './payments.ts'
import { tryReachProvider } from './provider-caller.ts'

const maxPerRound = 100

const createOverdueRounds = () => createFairRounds(maxPerRound)

/**
 * The Pix that pays what a change of the order costs besides, made by the first call.
 * @throws ShopError "order.unknown", "surcharge.over" where none waits, "payment.unavailable"
 */
export async function chargeSurcharge(ctx: Context, customerId: number, orderId: number): Promise<Charge> {
  const { id: surchargeId, amountCents, dueAt: expiresAt } = await requireWaiting(ctx, customerId, orderId)
  if (countSecondsUntil(ctx, expiresAt) < 1) throw new ShopError('surcharge.over')
  const chargeable = { orderId, surchargeId, amountCents, expiresAt }
  return startOrReadCharge(ctx, await findOrCreateCharge(ctx, chargeable, 'pix'))
}

/** The latest of an order, after its provider was asked where it waits. @throws ShopError "order.unknown" */
export async function checkSurcharge(
  ctx: Context,
  customerId: number,
  orderId: number,
  { force }: { force: boolean },
): Promise<Surcharge | null> {
  const surcharge = await findSurcharge(ctx, customerId, orderId)
  if (surcharge?.state !== 'waiting') return surcharge
  await pollCharge(ctx, orderId, { force, surchargeId: surcharge.id })
  return findSurcharge(ctx, customerId, orderId)
}

/**
 * The customer does without the change: the order stays as it is. What was paid meanwhile counts.
 * @throws ShopError "order.unknown", "surcharge.over" where none waits
 */
export async function cancelSurcharge(ctx: Context, customerId: number, orderId: number): Promise<void> {
  if (!(await closeSurcharge(ctx, await requireWaiting(ctx, customerId, orderId))))
    throw new ShopError('surcharge.over')
}

/** Ends what was not paid in its time, or whose order can't be changed any more. Called periodically. */
export async function endOverdueSurcharges(ctx: Context): Promise<void> {
  await ctx.memory(createOverdueRounds)(
    await listOverdueSurcharges(ctx),
    ({ id, orderId }) => `surcharge ${id} of order ${orderId}`,
    (surcharge) => closeSurcharge(ctx, surcharge),
  )
}

/**
 * Closes its charge before it ends, so that no payment can arrive in between; while the provider is away it waits, since it may be paid.
 * @returns false where it was paid, or waits
 */
async function closeSurcharge(ctx: Context, surcharge: Surcharge): Promise<boolean> {
  const charge = await findActiveCharge(ctx, surcharge.orderId, surcharge.id)
  // One that nobody has seen can't be paid.
  if (charge?.payable && !(await tryReachProvider(ctx, charge, () => closeAndRefreshCharge(ctx, charge)))) return false
  return ctx.transact((ctx) => endSurcharge(ctx, surcharge))
}

async function requireWaiting(ctx: Context, customerId: number, orderId: number): Promise<Surcharge> {
  const surcharge = await findSurcharge(ctx, customerId, orderId)
  if (surcharge?.state !== 'waiting') throw new ShopError('surcharge.over')
  return surcharge
}
