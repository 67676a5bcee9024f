import type { Context } from '../context.ts'
import {
  createUnavailableError,
  isRefundWindowOver,
  type PaymentProvider,
  ProviderError,
  type ProviderName,
} from '../ports/payment-provider.ts'

/** Of what is taken where an order is handed over: nobody else holds it. */
export const doorProviderName = 'door'

export function findProvider(ctx: Context, name: ProviderName): PaymentProvider | undefined {
  return ctx.providers.payments.find((provider) => provider.name === name)
}

/** @throws ShopError "payment.unavailable" where the provider of a charge is set up no more */
export function requireProvider(ctx: Context, { provider: name }: { provider: ProviderName }): PaymentProvider {
  const provider = findProvider(ctx, name)
  if (!provider) throw createUnavailableError(new ProviderError(`no ${name} is set up`, null))
  return provider
}

/** Whether a person has to return what came through a provider: it has no API for refunds. */
export function requiresManualRefund(ctx: Context, name: ProviderName): boolean {
  return !findProvider(ctx, name)?.refund
}

/** Whether a provider no longer returns what was received at that instant. */
export function isPastRefundWindow(ctx: Context, name: ProviderName, receivedAt: Date): boolean {
  return isRefundWindowOver(findProvider(ctx, name), receivedAt, ctx.clock.now())
}
