import { BreakerOpenError, type CircuitBreaker } from '../platform/circuit-breaker.ts'
import { ShopError } from '../platform/errors.ts'
import { findProviderError, type PaymentProvider, ProviderError } from '../ports/payment-provider.ts'

const callResults = ['ok', 'refused', 'away', 'timeout', 'not_asked'] as const
type CallResult = (typeof callResults)[number]

/** How many of a provider's calls had one result, and how long they took together, in seconds. */
interface CallStats {
  count: number
  seconds: number
}

export type CallGuard = ReturnType<typeof createCallGuard>

/** A circuit breaker before a provider, which counts its calls by their result. */
export function createCallGuard(breaker: CircuitBreaker) {
  const statsByResult = Object.fromEntries(callResults.map((result) => [result, { count: 0, seconds: 0 }])) as Record<
    CallResult,
    CallStats
  >
  return { guard, getCallStats: () => ({ breaker: breaker.getState(), calls: statsByResult }) }

  async function guard<Result>(call: () => Promise<Result>): Promise<Result> {
    const startMs = performance.now()
    const recordResult = (result: CallResult) => {
      statsByResult[result].count += 1
      statsByResult[result].seconds += (performance.now() - startMs) / 1000
    }
    try {
      const value = await breaker.run(call)
      recordResult('ok')
      return value
    } catch (error) {
      recordResult(toCallResult(error))
      if (!(error instanceof BreakerOpenError)) throw error
      const { message, retryAfterSeconds } = error
      const cause = new ProviderError(message, null, error)
      throw new ShopError('payment.unavailable', { retryAfterSeconds }, { cause })
    }
  }
}

function toCallResult(error: unknown): CallResult {
  if (error instanceof BreakerOpenError) return 'not_asked'
  const providerError = findProviderError(error)
  if (providerError?.isTimeout) return 'timeout'
  return providerError?.isUnavailable === false ? 'refused' : 'away'
}

export function guardProvider(provider: PaymentProvider, { guard }: CallGuard): PaymentProvider {
  const { refund } = provider
  return {
    ...provider,
    startCharge: (charge, options) => guard(() => provider.startCharge(charge, options)),
    readCharge: (charge, options) => guard(() => provider.readCharge(charge, options)),
    closeCharge: (charge) => guard(() => provider.closeCharge(charge)),
    refund: refund && ((request) => guard(() => refund(request))),
  }
}
