import { type Breaker, BreakerOpen } from '../platform/breaker.ts'
import { ShopError } from '../platform/errors.ts'
import { findProviderError, type PaymentProvider, ProviderError } from './provider.ts'

const results = ['ok', 'refused', 'away', 'timeout', 'not_asked'] as const
type CallResult = (typeof results)[number]

/** A provider's calls that ended alike, and how long they took together, in seconds. */
interface Calls {
  count: number
  seconds: number
}

export type CallGuard = ReturnType<typeof createCallGuard>

/** A circuit breaker before a provider, which counts its calls by their result. */
export function createCallGuard(breaker: Breaker) {
  const calls = Object.fromEntries(results.map((result) => [result, { count: 0, seconds: 0 }])) as Record<
    CallResult,
    Calls
  >
  return { guard, traffic: () => ({ breaker: breaker.state(), calls }) }

  async function guard<Result>(call: () => Promise<Result>): Promise<Result> {
    const start = performance.now()
    const note = (result: CallResult) => {
      calls[result].count += 1
      calls[result].seconds += (performance.now() - start) / 1000
    }
    try {
      const answer = await breaker.run(call)
      note('ok')
      return answer
    } catch (error) {
      note(resultOf(error))
      if (!(error instanceof BreakerOpen)) throw error
      const { message, retryAfterSeconds } = error
      const cause = new ProviderError(message, null, error)
      throw new ShopError('payment.unavailable', { retryAfterSeconds }, { cause })
    }
  }
}

function resultOf(error: unknown): CallResult {
  if (error instanceof BreakerOpen) return 'not_asked'
  const providerError = findProviderError(error)
  if (providerError?.isTimeout) return 'timeout'
  return providerError?.isUnavailable === false ? 'refused' : 'away'
}

/** A provider whose calls are guarded. */
export function guardProvider(provider: PaymentProvider, { guard }: CallGuard): PaymentProvider {
  const { refund } = provider
  return {
    ...provider,
    start: (charge, call) => guard(() => provider.start(charge, call)),
    read: (charge, call) => guard(() => provider.read(charge, call)),
    close: (charge) => guard(() => provider.close(charge)),
    refund: refund && ((request) => guard(() => refund(request))),
  }
}
