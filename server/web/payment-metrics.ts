import { Counter, Gauge, type Registry } from 'prom-client'
import type { Shop } from '../shop.ts'

/** The calls to payment providers as the shop counted them, and whether the circuit breakers let them through. */
export function addPaymentMetrics(registry: Registry, callStatsGetters: Shop['payments']['callStatsGetters']): void {
  const labelNames = ['provider', 'result']
  const registers = [registry]
  const getterEntries = Object.entries(callStatsGetters)
  const listCallTotals = () =>
    getterEntries.flatMap(([provider, getCallStats]) =>
      Object.entries(getCallStats().calls).map(([result, totals]) => ({ labels: { provider, result }, ...totals })),
    )
  new Gauge({
    name: 'payment_breaker_open',
    help: '1 while a payment provider is not asked because it left callers waiting, 0.5 while one call tries it, else 0',
    labelNames: ['provider'],
    registers,
    collect() {
      for (const [provider, getCallStats] of getterEntries)
        this.set({ provider }, { closed: 0, halfOpen: 0.5, open: 1 }[getCallStats().breaker])
    },
  })
  new Counter({
    name: 'payment_calls_total',
    help: 'Calls to each payment provider, by result',
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const { labels, count } of listCallTotals()) this.inc(labels, count)
    },
  })
  new Counter({
    name: 'payment_call_seconds_total',
    help: 'How long the calls to each payment provider took together, by result',
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const { labels, seconds } of listCallTotals()) this.inc(labels, seconds)
    },
  })
}
