import { Counter, Gauge, type Registry } from 'prom-client'

export type MetricRegistrar = ReturnType<typeof createMetricRegistrar>

/** Adds metrics that are read at each collection; a gauge that cannot be read, or is null, is absent. */
export function createMetricRegistrar(registry: Registry) {
  return { addGauge, addLabelledGauge, addCounter }

  function addGauge(name: string, help: string, readValue: () => Promise<number | null>): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await readValue().catch(() => null)
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  }

  function addLabelledGauge(
    name: string,
    help: string,
    labelName: string,
    readValues: () => Promise<(readonly [string, number])[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [labelName],
      registers: [registry],
      async collect() {
        const values = await readValues().catch(() => [])
        this.reset()
        for (const [labelValue, value] of values) this.set({ [labelName]: labelValue }, value)
      },
    })
  }

  function addCounter(
    name: string,
    help: string,
    labelNames: string[],
    listTotals: () => (readonly [labels: Record<string, string>, total: number])[],
  ): void {
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        for (const [labels, total] of listTotals()) this.inc(labels, total)
      },
    })
  }
}
