import type { ChargeRow } from './charges.sql.ts'
import { findProviderError } from './provider.ts'

/** The process's logger, for failures of a provider and for what only a person can resolve. */
export interface PaymentLogger {
  warn(
    details:
      | { charge: string; provider?: string; orderId?: number; err?: unknown }
      | { orderId: number; reference: string },
    message: string,
  ): void
}

export type ProviderCaller = ReturnType<typeof createProviderCaller>

/** Runs work with a provider about one charge, and logs the provider's faults. */
export function createProviderCaller(log: PaymentLogger) {
  return { callWithErrorLog, tryReachProvider }

  async function callWithErrorLog<Result>(
    { reference, provider, order_id: orderId }: ChargeRow,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const providerError = findProviderError(error)
      if (providerError)
        log.warn({ charge: reference, provider, orderId, err: providerError }, 'a call to the payment provider failed')
      throw error
    }
  }

  /** @returns false when the provider is unavailable; true also when it answered with an error */
  async function tryReachProvider(charge: ChargeRow, work: () => Promise<void>): Promise<boolean> {
    try {
      await callWithErrorLog(charge, work)
      return true
    } catch (error) {
      const providerError = findProviderError(error)
      if (!providerError) throw error
      return !providerError.isUnavailable
    }
  }
}
