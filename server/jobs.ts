import { runInSpan } from './platform/tracing.ts'
import type { Shop } from './shop.ts'

interface JobLogger {
  error(details: { err: unknown; job: string }, message: string): void
}

/** How a job went so far, in this process. */
interface JobStats {
  /** Null before its first round without a failure. */
  lastSuccessAt: Date | null
  failureCount: number
}

/** By the job's name, such as `mail.sendDue`. */
export type StatsByJob = Map<string, JobStats>

/**
 * Periodic jobs: they expire unpaid orders, finish refunds, write back-in-stock e-mails, send e-mail and webhooks' messages, and
 * erase what must not be kept. Rounds of one job never overlap, and jobs do not wait for each other; two servers may both run them.
 * @param jobRecords are kept up to date, for the metrics
 * @returns a function that stops them, and waits for rounds under way
 */
export function startJobs(shop: Shop, log: JobLogger, jobRecords: StatsByJob = new Map()): () => Promise<void> {
  const { accounts, analytics, bags, catalogue, backoffice, delivery, mail, payments, prescriptions, staff } = shop
  const { accessLog, databaseHealth: database, webhooks } = shop
  const startJob = (name: string, work: () => Promise<void>, pauseMs: number) =>
    startRepeating(withJobRecord(name, work), pauseMs)
  const stopJobFunctions = [
    startJob('payments.expireDue', payments.expireOrdersAndSettleCharges, 15_000),
    startJob('payments.rereadPaid', payments.refreshPaidCharges, 60 * 60_000),
    // Short, since people wait for their codes.
    startJob('mail.sendDue', mail.sendDueEmails, 2_000),
    // Short, since the store's systems wait for orders. What one of them takes long to answer is awaited at the end.
    startJob('webhooks.sendDue', webhooks.sendDueMessages, 2_000),
    startJob('webhooks.eraseOld', webhooks.eraseOldMessages, 60 * 60_000),
    startJob('analytics.countLeftPurchases', analytics.reportOverduePurchases, 60_000),
    startJob('stockNotices.writeDue', catalogue.stockNotices.enqueueDueNotices, 30_000),
    startJob('coverageNotices.writeDue', delivery.coverageNotices.enqueueDueNotices, 10 * 60_000),
    startJob('pauses.resumeDue', catalogue.pauses.resumeDueProducts, 60_000),
    startJob('emptySearches.eraseOld', catalogue.emptySearchLog.eraseOldSearches, 60 * 60_000),
    // Short, so that a price changes within the minute in which its promotion begins or ends.
    startJob('promotions.applyDue', catalogue.promotions.startAndEndDuePromotions, 5_000),
    startJob('mail.purgeSent', mail.purgeSentEmails, 60 * 60_000),
    startJob('prescriptions.eraseUnused', prescriptions.eraseUnused, 10 * 60_000),
    startJob('orders.remindAndCancelPickups', shop.orders.pickup.remindAndCancelPickups, 60_000),
    startJob('orders.lapseProposals', shop.orders.proposals.lapseOverdueProposals, 60_000),
    startJob('orders.noticeLate', shop.orders.reportLateOrders, 60_000),
    startJob('problems.eraseDrafts', shop.problems.eraseStaleDrafts, 60 * 60_000),
    startJob('accounts.finishErasures', accounts.finishErasures, 10 * 60_000),
    startJob('accounts.eraseLateWrites', accounts.eraseLateWrites, 10 * 60_000),
    startJob('reminders.writeDue', shop.reminders.enqueueDueReminders, 10 * 60_000),
    startJob('laboratory.eraseOld', bags.laboratory.eraseOldOptIns, 60 * 60_000),
    startJob('laboratory.settleAuthorisations', bags.authorisations.notifyDueChanges, 5_000),
    startJob('accounts.eraseExpiredSessions', accounts.eraseExpiredSessions, 60 * 60_000),
    startJob('staff.eraseExpiredSessions', staff.eraseExpiredSessions, 60 * 60_000),
    startJob('counter.imports.eraseOld', backoffice.imports.eraseExpiredFiles, 10 * 60_000),
    startJob('accessLog.flush', accessLog.flush, 5_000),
    startJob('accessLog.eraseOld', accessLog.eraseExpired, 60 * 60_000),
    startJob('emptyLog', database.truncateWal, 60 * 60_000),
    startJob('accounts.eraseExpiredDevices', accounts.eraseExpiredDevices, 60 * 60_000),
    startJob('accounts.eraseExpiredAttempts', accounts.eraseExpiredAttempts, 60 * 60_000),
  ]
  return async () => {
    await Promise.all(stopJobFunctions.map((stop) => stop()))
    await webhooks.waitUntilIdle()
  }

  function withJobRecord(name: string, work: () => Promise<void>): () => Promise<void> {
    const record: JobStats = { lastSuccessAt: null, failureCount: 0 }
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

/** Repeats the work until it is stopped. @param pauseMs between rounds */
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
