import { traced } from './platform/tracing.ts'
import type { Shop } from './shop.ts'

interface Log {
  error(details: { err: unknown; job: string }, message: string): void
}

/** How a job went so far, in this process. */
interface JobRecord {
  /** Null before its first round without a failure. */
  lastSuccessAt: Date | null
  failures: number
}

/** By the job's name, such as `mail.sendDue`. */
export type JobRecords = Map<string, JobRecord>

/**
 * Periodic jobs: they expire unpaid orders, finish refunds, write back-in-stock e-mails, send e-mail and webhooks' messages, and
 * erase what must not be kept. Rounds of one job never overlap, and jobs do not wait for each other; two servers may both run them.
 * @param records are kept up to date, for the metrics
 * @returns a function that stops them, and waits for rounds under way
 */
export function startJobs(shop: Shop, log: Log, records: JobRecords = new Map()): () => Promise<void> {
  const { accounts, analytics, bags, catalogue, backoffice, delivery, mail, payments, prescriptions, staff } = shop
  const { accessLog, storage, webhooks } = shop
  const startInterval = (name: string, work: () => Promise<void>, pause: number) => repeat(recorded(name, work), pause)
  const stops = [
    startInterval('payments.expireDue', payments.expireDue, 15_000),
    startInterval('payments.rereadPaid', payments.rereadPaid, 60 * 60_000),
    // Short, since people wait for their codes.
    startInterval('mail.sendDue', mail.sendDue, 2_000),
    // Short, since the store's systems wait for orders. What one of them takes long to answer is awaited at the end.
    startInterval('webhooks.sendDue', webhooks.sendDue, 2_000),
    startInterval('webhooks.eraseOld', webhooks.eraseOld, 60 * 60_000),
    startInterval('analytics.countLeftPurchases', analytics.countLeftPurchases, 60_000),
    startInterval('stockNotices.writeDue', catalogue.stockNotices.writeDue, 30_000),
    startInterval('coverageNotices.writeDue', delivery.coverageNotices.writeDue, 10 * 60_000),
    startInterval('pauses.resumeDue', catalogue.pauses.resumeDue, 60_000),
    startInterval('emptySearches.eraseOld', catalogue.emptySearches.eraseOld, 60 * 60_000),
    // Short, so that a price changes within the minute in which its promotion begins or ends.
    startInterval('promotions.applyDue', catalogue.promotions.applyDue, 5_000),
    startInterval('mail.purgeSent', mail.purgeSent, 60 * 60_000),
    startInterval('prescriptions.eraseUnused', prescriptions.eraseUnused, 10 * 60_000),
    startInterval('orders.remindAndCancelPickups', shop.orders.pickup.remindAndCancel, 60_000),
    startInterval('orders.lapseProposals', shop.orders.proposals.lapseDue, 60_000),
    startInterval('orders.noticeLate', shop.orders.noticeLate, 60_000),
    startInterval('problems.eraseDrafts', shop.problems.eraseDrafts, 60 * 60_000),
    startInterval('accounts.finishErasures', accounts.finishErasures, 10 * 60_000),
    startInterval('accounts.eraseLateWrites', accounts.eraseLateWrites, 10 * 60_000),
    startInterval('reminders.writeDue', shop.reminders.writeDue, 10 * 60_000),
    startInterval('laboratory.eraseOld', bags.laboratory.eraseOld, 60 * 60_000),
    startInterval('laboratory.settleAuthorisations', bags.authorisations.settleDue, 5_000),
    startInterval('accounts.eraseExpiredSessions', accounts.eraseExpiredSessions, 60 * 60_000),
    startInterval('staff.eraseExpiredSessions', staff.eraseExpiredSessions, 60 * 60_000),
    startInterval('counter.imports.eraseOld', backoffice.imports.eraseOld, 10 * 60_000),
    startInterval('accessLog.flush', accessLog.flush, 5_000),
    startInterval('accessLog.eraseOld', accessLog.eraseOld, 60 * 60_000),
    startInterval('emptyLog', storage.emptyLog, 60 * 60_000),
    startInterval('accounts.eraseExpiredDevices', accounts.eraseExpiredDevices, 60 * 60_000),
    startInterval('accounts.eraseExpiredAttempts', accounts.eraseExpiredAttempts, 60 * 60_000),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
    await webhooks.waitUntilIdle()
  }

  function recorded(name: string, work: () => Promise<void>): () => Promise<void> {
    const record: JobRecord = { lastSuccessAt: null, failures: 0 }
    records.set(name, record)
    return async () => {
      try {
        await traced('internal', `job ${name}`, {}, work)
        record.lastSuccessAt = shop.clock.now()
      } catch (err) {
        record.failures += 1
        log.error({ err, job: name }, 'a round of jobs failed')
      }
    }
  }
}

/** `pause` in milliseconds between rounds. */
function repeat(work: () => Promise<void>, pause: number): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    await work()
    schedule()
  }
  const schedule = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      round = run()
    }, pause)
  }
  let round = run()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await round
  }
}
