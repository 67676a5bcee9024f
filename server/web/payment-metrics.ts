import type { Shop } from '../shop.ts'
import type { MetricRegistrar } from './metric-registrar.ts'

/** The calls to payment providers as the shop counted them, and whether the circuit breakers let them through. */
export function addPaymentMetrics(
  { addLabelledGauge, addCounter }: MetricRegistrar,
  callStatsGetters: Shop['payments']['callStatsGetters'],
): void {
  const labelNames = ['provider', 'result']
  const getterEntries = Object.entries(callStatsGetters)
  const listCallTotals = (kind: 'count' | 'seconds') =>
    getterEntries.flatMap(([provider, getCallStats]) =>
      Object.entries(getCallStats().calls).map(([result, totals]) => [{ provider, result }, totals[kind]] as const),
    )
  addLabelledGauge(
    'payment_breaker_open',
    '1 while a payment provider is not asked because it left callers waiting, 0.5 while one call tries it, else 0',
    'provider',
    async () =>
      getterEntries.map(([provider, getCallStats]) => [
        provider,
        { closed: 0, halfOpen: 0.5, open: 1 }[getCallStats().breaker],
      ]),
  )
  addCounter('payment_calls_total', 'Calls to each payment provider, by result', labelNames, () =>
    listCallTotals('count'),
  )
  addCounter(
    'payment_call_seconds_total',
    'How long the calls to each payment provider took together, by result',
    labelNames,
    () => listCallTotals('seconds'),
  )
}
