import type { Context } from '../context.ts'
import { findProviderError } from '../ports/payment-provider.ts'
import type { ChargeRow } from './charges.sql.ts'

export async function callWithErrorLog<Result>(
  ctx: Context,
  { reference, provider, orderId }: ChargeRow,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const providerError = findProviderError(error)
    if (providerError)
      ctx.log.warn(
        { charge: reference, provider, orderId, err: providerError },
        'a call to the payment provider failed',
      )
    throw error
  }
}

/** @returns false when the provider is unavailable; true also when it answered with an error */
export async function tryReachProvider(ctx: Context, charge: ChargeRow, work: () => Promise<void>): Promise<boolean> {
  try {
    await callWithErrorLog(ctx, charge, work)
    return true
  } catch (error) {
    const providerError = findProviderError(error)
    if (!providerError) throw error
    return !providerError.isUnavailable
  }
}
