import { runInSpan } from './platform/tracing.ts'
import type { Shop } from './shop.ts'

interface JobLog {
  error(details: { err: unknown; job: string }, message: string): void
}

/** How a job went so far, in this process. */
interface JobRecord {
  /** Null before its first round without a failure. */
  lastSuccessAt: Date | null
  failureCount: number
}

/** By the job's name, such as `mail.sendDue`. */
export type JobRecords = Map<string, JobRecord>

/**
 * Periodic jobs: they expire unpaid orders, finish refunds, write back-in-stock e-mails, send e-mail and webhooks' messages, and
 * erase what must not be kept. Rounds of one job never overlap, and jobs do not wait for each other; two servers may both run them.
 * @param jobRecords are kept up to date, for the metrics
 * @returns a function that stops them, and waits for rounds under way
 */
export function startJobs(shop: Shop, log: JobLog, jobRecords: JobRecords = new Map()): () => Promise<void> {
  const { accounts, analytics, bags, catalogue, backoffice, delivery, mail, payments, prescriptions, staff } = shop
  const { accessLog, databaseHealth: database, webhooks } = shop
  const startInterval = (name: string, work: () => Promise<void>, pauseMs: number) =>
    startRepeating(recordRuns(name, work), pauseMs)
  const stopFunctions = [
    startInterval('payments.expireDue', payments.expireDueOrders, 15_000),
    startInterval('payments.rereadPaid', payments.refreshPaidCharges, 60 * 60_000),
    // Short, since people wait for their codes.
    startInterval('mail.sendDue', mail.sendDue, 2_000),
    // Short, since the store's systems wait for orders. What one of them takes long to answer is awaited at the end.
    startInterval('webhooks.sendDue', webhooks.sendDue, 2_000),
    startInterval('webhooks.eraseOld', webhooks.eraseOld, 60 * 60_000),
    startInterval('analytics.countLeftPurchases', analytics.reportOverduePurchases, 60_000),
    startInterval('stockNotices.writeDue', catalogue.stockNotices.enqueueDueNotices, 30_000),
    startInterval('coverageNotices.writeDue', delivery.coverageNotices.enqueueDueNotices, 10 * 60_000),
    startInterval('pauses.resumeDue', catalogue.pauses.resumeDueProducts, 60_000),
    startInterval('emptySearches.eraseOld', catalogue.emptySearches.eraseOld, 60 * 60_000),
    // Short, so that a price changes within the minute in which its promotion begins or ends.
    startInterval('promotions.applyDue', catalogue.promotions.applyDuePromotions, 5_000),
    startInterval('mail.purgeSent', mail.purgeSent, 60 * 60_000),
    startInterval('prescriptions.eraseUnused', prescriptions.eraseUnused, 10 * 60_000),
    startInterval('orders.remindAndCancelPickups', shop.orders.pickup.remindAndCancel, 60_000),
    startInterval('orders.lapseProposals', shop.orders.proposals.lapseOverdue, 60_000),
    startInterval('orders.noticeLate', shop.orders.reportLateOrders, 60_000),
    startInterval('problems.eraseDrafts', shop.problems.eraseDrafts, 60 * 60_000),
    startInterval('accounts.finishErasures', accounts.finishErasures, 10 * 60_000),
    startInterval('accounts.eraseLateWrites', accounts.eraseLateWrites, 10 * 60_000),
    startInterval('reminders.writeDue', shop.reminders.enqueueDueReminders, 10 * 60_000),
    startInterval('laboratory.eraseOld', bags.laboratory.eraseOld, 60 * 60_000),
    startInterval('laboratory.settleAuthorisations', bags.authorisations.notifyDueChanges, 5_000),
    startInterval('accounts.eraseExpiredSessions', accounts.eraseExpiredSessions, 60 * 60_000),
    startInterval('staff.eraseExpiredSessions', staff.eraseExpiredSessions, 60 * 60_000),
    startInterval('counter.imports.eraseOld', backoffice.imports.eraseOld, 10 * 60_000),
    startInterval('accessLog.flush', accessLog.flush, 5_000),
    startInterval('accessLog.eraseOld', accessLog.eraseOld, 60 * 60_000),
    startInterval('emptyLog', database.truncateWal, 60 * 60_000),
    startInterval('accounts.eraseExpiredDevices', accounts.eraseExpiredDevices, 60 * 60_000),
    startInterval('accounts.eraseExpiredAttempts', accounts.eraseExpiredAttempts, 60 * 60_000),
  ]
  return async () => {
    await Promise.all(stopFunctions.map((stop) => stop()))
    await webhooks.waitUntilIdle()
  }

  function recordRuns(name: string, work: () => Promise<void>): () => Promise<void> {
    const record: JobRecord = { lastSuccessAt: null, failureCount: 0 }
    jobRecords.set(name, record)
    return async () => {
      try {
        await runInSpan('internal', `job ${name}`, {}, work)
        record.lastSuccessAt = shop.clock.now()
      } catch (err) {
        record.failureCount += 1
        log.error({ err, job: name }, 'a round of jobs failed')
      }
    }
  }
}

/** `pause` in milliseconds between rounds. */
function startRepeating(work: () => Promise<void>, pauseMs: number): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    await work()
    schedule()
  }
  const schedule = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      currentRound = run()
    }, pauseMs)
  }
  let currentRound = run()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await currentRound
  }
}
