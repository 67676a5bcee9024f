import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import { readLastBackupAt } from '../database/backup/last-backup.ts'
import type { StatsByJob } from '../jobs.ts'
import { secondsBetween } from '../platform/clock.ts'
import type { Shop } from '../shop.ts'
import type { MetricRegistrar } from './metric-registrar.ts'

export interface MetricSources {
  shop: Pick<
    Shop,
    'bags' | 'clock' | 'files' | 'mail' | 'orders' | 'payments' | 'databaseHealth' | 'webhooks' | 'whatsapp'
  >
  dataDir: string
  jobRecords: StatsByJob
}

/** How many items wait, and since when the oldest; null where none does. */
interface Backlog {
  count: number
  oldestAt: Date | null
}

/** The label of a periodic job's name: `job` is Prometheus' own, which would make it `exported_job`. */
const jobLabelName = 'task'
/** Items of one job with a time series of their own. */
const maxFailingItems = 20

/**
 * Metrics of the shop itself: what waits, since when, and whether somebody sees to it. Read at each collection, by a few
 * indexed queries. A metric that cannot be read then is left out; all others are reported.
 */
export function addShopMetrics(
  registry: Registry,
  { addGauge, addLabelledGauge, addCounter }: MetricRegistrar,
  { shop, dataDir, jobRecords }: MetricSources,
): void {
  const secondsSince = (instant: Date) => secondsBetween(instant, shop.clock.now())
  const startedAt = shop.clock.now()

  // The first to be read: the queries of those below would wait for connections themselves.
  addLabelledGauge(
    'database_connections',
    'Of this process to PostgreSQL, and requests waiting for one',
    'state',
    async () => {
      const connections = shop.databaseHealth.countConnections()
      if (!connections) return []
      const { openCount, idleCount, queuedCount } = connections
      return [
        ['open', openCount],
        ['idle', idleCount],
        ['waiting', queuedCount],
      ]
    },
  )
  addLabelledGauge('orders_waiting', 'Orders that somebody of the shop has to handle, by status', 'status', async () =>
    (await shop.orders.queue.summarizeQueue()).map(({ status, count }) => [status, count]),
  )
  addLabelledGauge(
    'orders_oldest_seconds',
    'Time since the longest waiting order was paid, by status',
    'status',
    async () =>
      (await shop.orders.queue.summarizeQueue()).map(({ status, oldestAt }) => [
        status,
        oldestAt ? secondsSince(oldestAt) : 0,
      ]),
  )
  addCounter('orders_placed_total', 'Orders placed, in this process', [], () => [
    [{}, shop.orders.getPlacementStats().placedCount],
  ])
  addCounter('orders_refused_total', 'Orders refused, by the refusal’s code, in this process', ['code'], () =>
    Array.from(shop.orders.getPlacementStats().refusalCounts, ([code, count]) => [{ code }, count]),
  )
  addGauge(
    'payment_webhook_age_seconds',
    'Time since the bank last called the webhook, in this process; absent before the first',
    async () => {
      const { lastCallAt } = shop.payments.getWebhookStats()
      return lastCallAt && secondsSince(lastCallAt)
    },
  )
  addCounter(
    'payment_webhook_entries_total',
    'Entries of the webhook’s calls that could not be used: odd ones, and those of charges that the shop does not know',
    ['kind'],
    () => {
      const { invalidCount, unknownChargeCount } = shop.payments.getWebhookStats()
      return [
        [{ kind: 'odd' }, invalidCount],
        [{ kind: 'unknown' }, unknownChargeCount],
      ]
    },
  )
  addBacklogGauges('outbox_emails', 'E-mails yet to be sent', shop.mail.loadOutboxStatus)
  addBacklogGauges('outbox_whatsapp', 'WhatsApp messages yet to be sent', shop.whatsapp.loadOutboxStatus)
  addGauge(
    'whatsapp_account_refusals',
    'WhatsApp messages of the last hour that Meta refused because of the shop’s account: blocked, its token, its payment',
    shop.whatsapp.countAccountRefusals,
  )
  addBacklogGauges('webhook_messages', 'Messages to webhooks yet to be sent', shop.webhooks.loadOutboxStatus)
  addBacklogGauges(
    'charges_unclear',
    'Charges of which money may have arrived that the shop cannot read',
    shop.payments.summarizeUnclearCharges,
  )
  addBacklogGauges('refunds_due', 'Refunds owed, of whole payments and of parts', shop.payments.summarizeDueRefunds)
  addGauge(
    'laboratory_changes_due',
    'Discounts delivered or given back of which the laboratories’ programme does not know yet',
    shop.bags.authorisations.countDueChanges,
  )

  addLabelledGauge(
    'job_last_success_seconds',
    'Time since the last round of each periodic job that did not fail, in this process; before the first since its start',
    jobLabelName,
    async () => [...jobRecords].map(([name, { lastSuccessAt }]) => [name, secondsSince(lastSuccessAt ?? startedAt)]),
  )
  addCounter('job_failures_total', 'Rounds of each periodic job that failed, in this process', [jobLabelName], () =>
    Array.from(jobRecords, ([name, { failureCount }]) => [{ [jobLabelName]: name }, failureCount]),
  )

  new Gauge({
    name: 'job_failing_items',
    help: 'What failed in the last round of a periodic job while the rest was done, such as "order 12", in this process',
    labelNames: [jobLabelName, 'item'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [name, { failedItemNames }] of jobRecords)
        for (const item of failedItemNames.slice(0, maxFailingItems)) this.set({ [jobLabelName]: name, item }, 1)
    },
  })

  addCounter(
    'file_store_faults_total',
    'What the store of files (FILES_URL) did not do when it was asked, by operation, in this process',
    ['operation'],
    () => Object.entries(shop.files.countFaultsByOperation()).map(([operation, count]) => [{ operation }, count]),
  )
  addGauge('database_ping_seconds', 'How long the database took for its smallest answer', async () => {
    const startMs = performance.now()
    await shop.databaseHealth.ping()
    return (performance.now() - startMs) / 1000
  })
  addLabelledGauge(
    'certificate_seconds_left',
    'Until a certificate of the connection to the bank ends, below zero since then: the shop’s own, and each host’s as it was seen last',
    'certificate',
    async () =>
      (await shop.payments.bank.listCertificates()).map(({ name, expiresAt }) => [
        name,
        secondsBetween(shop.clock.now(), expiresAt),
      ]),
  )
  addGauge('disk_free_bytes', 'Free space for DATA_DIR', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  })
  addGauge('backup_age_seconds', 'Time since the last backup; absent before the first', async () => {
    const backupAt = await readLastBackupAt(dataDir)
    return backupAt && secondsSince(backupAt)
  })

  function addBacklogGauges(name: string, help: string, loadBacklog: () => Promise<Backlog>): void {
    addGauge(name, help, async () => (await loadBacklog()).count)
    addGauge(`${name}_oldest_seconds`, `Age of the oldest of: ${help}`, async () => {
      const { oldestAt } = await loadBacklog()
      return oldestAt ? secondsSince(oldestAt) : 0
    })
  }
}
