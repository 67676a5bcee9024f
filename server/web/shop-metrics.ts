import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { lastBackupAt } from '../database/backup/last-backup.ts'
import type { JobRecords } from '../jobs.ts'
import { secondsBetween } from '../platform/clock.ts'
import type { Shop } from '../shop.ts'

/** What is watched. */
export interface Watched {
  shop: Pick<Shop, 'bags' | 'clock' | 'files' | 'mail' | 'orders' | 'payments' | 'storage' | 'webhooks'>
  dataDir: string
  jobs: JobRecords
}

/** Things that wait, and since when the oldest; null where none does. */
interface Backlog {
  count: number
  oldestAt: Date | null
}

/** The label of a periodic job's name: `job` is Prometheus' own, which would make it `exported_job`. */
const task = 'task'

/**
 * Metrics of the shop itself: what waits, since when, and whether somebody sees to it. Read at each collection, by a few
 * indexed queries. What cannot be read then is left out, and everything else is told.
 */
export function addShopMetrics(registry: Registry, { shop, dataDir, jobs }: Watched): void {
  const age = (since: Date) => secondsBetween(since, shop.clock.now())
  const startedAt = shop.clock.now()
  const add = createGauges(registry)

  add.byLabel('orders_waiting', 'Orders that somebody of the shop has to handle, by status', 'status', async () =>
    (await shop.orders.queue.measureQueue()).map(({ status, count }) => [status, count]),
  )
  add.byLabel('orders_oldest_seconds', 'Time since the longest waiting order was paid, by status', 'status', async () =>
    (await shop.orders.queue.measureQueue()).map(({ status, oldestAt }) => [status, oldestAt ? age(oldestAt) : 0]),
  )
  new Counter({
    name: 'orders_placed_total',
    help: 'Orders placed, in this process',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(shop.orders.placements().placed)
    },
  })
  new Counter({
    name: 'orders_refused_total',
    help: 'Orders refused, by the refusal’s code, in this process',
    labelNames: ['code'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [code, count] of shop.orders.placements().refused) this.inc({ code }, count)
    },
  })
  add.addGauge(
    'payment_webhook_age_seconds',
    'Time since the bank last called the webhook, in this process; absent before the first',
    async () => {
      const { lastAt } = shop.payments.webhookCalls()
      return lastAt && age(lastAt)
    },
  )
  new Counter({
    name: 'payment_webhook_entries_total',
    help: 'Entries of the webhook’s calls that could not be used: odd ones, and those of charges that the shop does not know',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset()
      const { odd, unknown } = shop.payments.webhookCalls()
      this.inc({ kind: 'odd' }, odd)
      this.inc({ kind: 'unknown' }, unknown)
    },
  })
  backlog('outbox_emails', 'E-mails yet to be sent', shop.mail.measureOutbox)
  backlog('webhook_messages', 'Messages to webhooks yet to be sent', shop.webhooks.measureOutbox)
  backlog('refunds_due', 'Refunds owed, of whole payments and of parts', shop.payments.measureRefunds)
  add.addGauge(
    'laboratory_changes_due',
    'Discounts delivered or given back of which the laboratories’ programme does not know yet',
    shop.bags.authorisations.countDue,
  )

  add.byLabel(
    'job_last_success_seconds',
    'Time since the last round of each periodic job that did not fail, in this process; before the first since its start',
    task,
    async () => [...jobs].map(([name, { lastSuccessAt }]) => [name, age(lastSuccessAt ?? startedAt)]),
  )
  new Counter({
    name: 'job_failures_total',
    help: 'Rounds of each periodic job that failed, in this process',
    labelNames: [task],
    registers: [registry],
    collect() {
      this.reset()
      for (const [name, { failures }] of jobs) this.inc({ [task]: name }, failures)
    },
  })

  new Counter({
    name: 'file_store_faults_total',
    help: 'What the store of files (FILES_URL) did not do when it was asked, by operation, in this process',
    labelNames: ['operation'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [operation, count] of Object.entries(shop.files.faults())) this.inc({ operation }, count)
    },
  })
  add.addGauge('database_ping_seconds', 'How long the database took for its smallest answer', async () => {
    const start = performance.now()
    await shop.storage.ping()
    return (performance.now() - start) / 1000
  })
  add.byLabel(
    'database_connections',
    'Of this process to PostgreSQL, and requests waiting for one',
    'state',
    async () => {
      const connections = shop.storage.connections()
      if (!connections) return []
      const { open, idle, queued } = connections
      return [
        ['open', open],
        ['idle', idle],
        ['waiting', queued],
      ]
    },
  )
  add.byLabel(
    'certificate_seconds_left',
    'Until a certificate of the connection to the bank ends, below zero since then: the shop’s own, and each host’s as it was seen last',
    'certificate',
    async () =>
      (await shop.payments.bank.certificates()).map(({ name, endsAt }) => [
        name,
        secondsBetween(shop.clock.now(), endsAt),
      ]),
  )
  add.addGauge('disk_free_bytes', 'Free space for DATA_DIR', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  })
  add.addGauge('backup_age_seconds', 'Time since the last backup; absent before the first', async () => {
    const at = await lastBackupAt(dataDir)
    return at && age(at)
  })

  function backlog(name: string, help: string, measure: () => Promise<Backlog>): void {
    add.addGauge(name, help, async () => (await measure()).count)
    add.addGauge(`${name}_oldest_seconds`, `Age of the oldest of: ${help}`, async () => {
      const { oldestAt } = await measure()
      return oldestAt ? age(oldestAt) : 0
    })
  }
}

/** Gauges that are read at each collection; one that cannot be read, or is null, is absent. */
function createGauges(registry: Registry) {
  return { addGauge, byLabel }

  function addGauge(name: string, help: string, read: () => Promise<number | null>): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read().catch(() => null)
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  }

  function byLabel(
    name: string,
    help: string,
    label: string,
    read: () => Promise<(readonly [string, number])[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const values = await read().catch(() => [])
        this.reset()
        for (const [of, value] of values) this.set({ [label]: of }, value)
      },
    })
  }
}
