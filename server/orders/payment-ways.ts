import type { Context } from '../context.ts'
import { ShopError } from '../platform/errors.ts'

/** By what an order may be paid, in the order in which it is offered. */
export const paymentWays = ['pix', 'card', 'external'] as const
export type PaymentWay = (typeof paymentWays)[number]

/** A way that the summary shows. */
export interface PaymentWayOption {
  way: PaymentWay
}

/** The ways of an order, the one that is chosen unless another is first. */
export function listPaymentWays(ctx: Context): PaymentWayOption[] {
  return paymentWays.filter((way) => ctx.settings.offeredProviderNames.includes(way)).map((way) => ({ way }))
}

/** @throws ShopError "payment.notOffered" for a way that this shop has not, or no longer */
export function assertPaymentWayOffered(ctx: Context, way: PaymentWay): void {
  if (!listPaymentWays(ctx).some((option) => option.way === way))
    throw new ShopError('payment.notOffered', { input: 'paymentMethod' })
}
