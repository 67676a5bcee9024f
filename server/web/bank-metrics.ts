import { Counter, Gauge, type Registry } from 'prom-client'
import type { Shop } from '../shop.ts'

/** The calls to the bank as the shop counted them, and whether its circuit breaker lets them through. */
export function addBankMetrics(metrics: Registry, traffic: Shop['payments']['bank']['traffic']): void {
  new Gauge({
    name: 'bank_breaker_open',
    help: '1 while the bank is not asked because it left callers waiting, 0.5 while one call tries it, else 0',
    registers: [metrics],
    collect() {
      this.set({ closed: 0, trying: 0.5, open: 1 }[traffic().breaker])
    },
  })
  new Counter({
    name: 'bank_calls_total',
    help: 'Calls to the bank, by result',
    labelNames: ['result'],
    registers: [metrics],
    collect() {
      this.reset()
      for (const [result, { count }] of Object.entries(traffic().calls)) this.inc({ result }, count)
    },
  })
  new Counter({
    name: 'bank_call_seconds_total',
    help: 'How long the calls to the bank took together, by result',
    labelNames: ['result'],
    registers: [metrics],
    collect() {
      this.reset()
      for (const [result, { seconds }] of Object.entries(traffic().calls)) this.inc({ result }, seconds)
    },
  })
}
