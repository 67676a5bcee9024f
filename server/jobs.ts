import { eraseExpiredAttempts } from './accounts/accounts.ts'
import { eraseExpiredDevices } from './accounts/known-devices.ts'
import * as customerSessions from './accounts/sessions.ts'
import { reportOverduePurchases } from './analytics/analytics.ts'
import { eraseExpiredFiles } from './backoffice/stored-uploads.ts'
import { eraseOldOptIns } from './bag/laboratory-discounts.ts'
import { notifyDueChanges } from './bag/programme/laboratory-authorisations.ts'
import { eraseOldSearches } from './catalogue/empty-searches.ts'
import { recordPrices } from './catalogue/price-periods.ts'
import { resumeDueProducts } from './catalogue/product-pauses.ts'
import { startAndEndDuePromotions } from './catalogue/promotions.ts'
import * as stockNotices from './catalogue/stock-notices.ts'
import type { Context } from './context.ts'
import { isAtRest } from './database/rest.ts'
import * as coverageNotices from './delivery/coverage-notices.ts'
import { channels } from './notify/channels.ts'
import { purgeSentEmails } from './notify/mail/mail.ts'
import { sendDueNotices } from './notify/notify.ts'
import { purgeMessages } from './notify/whatsapp/whatsapp.ts'
import { reportLateOrders } from './orders/delivery-updates.ts'
import { eraseOldScans } from './orders/fulfilment-queue.ts'
import { cancelUncollectedPickups, remindOfPickups } from './orders/pickup.ts'
import { endUnansweredPictureRequests } from './orders/picture-requests.ts'
import { lapseOverdueProposals } from './orders/proposals.ts'
import { expireOrdersAndSettleCharges, refreshPaidCharges } from './payments/charge-refresher.ts'
import { endOverdueSurcharges } from './payments/surcharge-payments.ts'
import { RoundError } from './platform/for-each-isolated.ts'
import { runInSpan } from './platform/tracing.ts'
import { eraseUnused } from './prescriptions/claims.ts'
import * as accessLog from './privacy/access-log.ts'
import { eraseLateWrites, finishErasures } from './privacy/deletion.ts'
import { eraseStaleDrafts } from './problems/problems.ts'
import { enqueueDueReminders } from './reminders/reminders.ts'
import * as callKeys from './staff/call-keys.ts'
import * as staff from './staff/staff.ts'
import { eraseOldMessages, sendDueMessages, waitUntilIdle } from './webhooks/webhooks.ts'

interface JobLogger {
  error(details: { err: unknown; job: string }, message: string): void
}

/** How a job went so far, in this process. */
interface JobStats {
  /** Null before its first round without a failure. */
  lastSuccessAt: Date | null
  failureCount: number
  /** What failed in its last round, such as "order 12"; empty where the round failed as a whole. */
  failedItemNames: string[]
}

/** By the job's name, such as `mail.sendDue`. */
export type StatsByJob = Map<string, JobStats>

interface Job {
  name: string
  /** Seconds between two rounds. */
  everySeconds: number
  run: (ctx: Context) => Promise<void>
  /** What a restored copy does, too: it must not act in the place of the shop that it was made of. */
  runsAtRest?: true
}

const tenMinutes = 600
const anHour = 3600

/** What is done periodically: unpaid orders end, refunds are finished, letters and messages go out, and what must not be kept is erased. */
const jobs: Job[] = [
  { name: 'payments.expireDue', everySeconds: 15, run: expireOrdersAndSettleCharges },
  { name: 'payments.endSurcharges', everySeconds: 15, run: endOverdueSurcharges },
  { name: 'payments.rereadPaid', everySeconds: anHour, run: refreshPaidCharges },
  // Short, since people wait for their codes.
  ...channels.map((channel) => ({
    name: `${channel.jobName}.sendDue`,
    everySeconds: 2,
    run: (ctx: Context) => sendDueNotices(ctx, channel),
  })),
  // Short, since the store's systems wait for orders. What one of them takes long to answer is awaited at the end.
  { name: 'webhooks.sendDue', everySeconds: 2, run: sendDueMessages },
  { name: 'webhooks.eraseOld', everySeconds: anHour, run: eraseOldMessages },
  { name: 'analytics.countLeftPurchases', everySeconds: 60, run: reportOverduePurchases },
  { name: 'stockNotices.writeDue', everySeconds: 30, run: stockNotices.enqueueDueNotices },
  { name: 'coverageNotices.writeDue', everySeconds: tenMinutes, run: coverageNotices.enqueueDueNotices },
  { name: 'pauses.resumeDue', everySeconds: 60, run: resumeDueProducts },
  { name: 'emptySearches.eraseOld', everySeconds: anHour, run: eraseOldSearches },
  // Short, so that a price changes within the minute in which its promotion begins or ends.
  { name: 'prices.record', everySeconds: 900, run: recordPrices },
  { name: 'promotions.applyDue', everySeconds: 5, run: startAndEndDuePromotions },
  { name: 'mail.purgeSent', everySeconds: anHour, run: purgeSentEmails },
  { name: 'whatsapp.purgeSent', everySeconds: anHour, run: purgeMessages },
  { name: 'prescriptions.eraseUnused', everySeconds: tenMinutes, run: eraseUnused },
  { name: 'orders.cancelUncollected', everySeconds: 60, run: cancelUncollectedPickups },
  { name: 'orders.remindOfPickups', everySeconds: 60, run: remindOfPickups },
  { name: 'orders.lapseProposals', everySeconds: 60, run: lapseOverdueProposals },
  { name: 'orders.endPictureRequests', everySeconds: 60, run: endUnansweredPictureRequests },
  { name: 'orders.eraseOldScans', everySeconds: anHour, run: eraseOldScans },
  { name: 'orders.noticeLate', everySeconds: 60, run: reportLateOrders },
  { name: 'problems.eraseDrafts', everySeconds: anHour, run: eraseStaleDrafts },
  { name: 'accounts.finishErasures', everySeconds: tenMinutes, run: finishErasures },
  { name: 'accounts.eraseLateWrites', everySeconds: tenMinutes, run: eraseLateWrites },
  { name: 'reminders.writeDue', everySeconds: tenMinutes, run: enqueueDueReminders },
  { name: 'laboratory.eraseOld', everySeconds: anHour, run: eraseOldOptIns },
  { name: 'laboratory.settleAuthorisations', everySeconds: 5, run: notifyDueChanges },
  { name: 'accounts.eraseExpiredSessions', everySeconds: anHour, run: customerSessions.eraseExpiredSessions },
  { name: 'staff.eraseExpiredSessions', everySeconds: anHour, run: staff.eraseExpiredSessions },
  { name: 'staff.eraseExpiredCallKeys', everySeconds: anHour, run: callKeys.eraseExpired },
  { name: 'counter.imports.eraseOld', everySeconds: tenMinutes, run: eraseExpiredFiles },
  { name: 'accessLog.flush', everySeconds: 5, run: accessLog.flush, runsAtRest: true },
  { name: 'accessLog.eraseOld', everySeconds: anHour, run: accessLog.eraseExpired },
  { name: 'emptyLog', everySeconds: anHour, run: (ctx) => ctx.truncateWal(), runsAtRest: true },
  { name: 'accounts.eraseExpiredDevices', everySeconds: anHour, run: eraseExpiredDevices },
  { name: 'accounts.eraseExpiredAttempts', everySeconds: anHour, run: eraseExpiredAttempts },
]

/**
 * Starts the jobs. Rounds of one never overlap, and jobs do not wait for each other; two servers may both run them.
 * @param statsByJob is kept up to date, for the metrics
 * @returns a function that stops them, and waits for rounds under way
 */
export function startJobs(ctx: Context, log: JobLogger, statsByJob: StatsByJob = new Map()): () => Promise<void> {
  const stopJobFunctions = jobs.map((job) => startRepeating(withStats(job), job.everySeconds * 1000))
  return async () => {
    await Promise.all(stopJobFunctions.map((stop) => stop()))
    await waitUntilIdle(ctx)
  }

  function withStats({ name, run, runsAtRest }: Job): () => Promise<void> {
    const stats: JobStats = { lastSuccessAt: null, failureCount: 0, failedItemNames: [] }
    statsByJob.set(name, stats)
    return async () => {
      try {
        if (!runsAtRest && (await isAtRest(ctx))) return
        await runInSpan('internal', `job ${name}`, {}, () => run(ctx))
        stats.lastSuccessAt = ctx.clock.now()
        stats.failedItemNames = []
      } catch (err) {
        stats.failureCount += 1
        stats.failedItemNames = err instanceof RoundError ? err.itemNames : []
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
