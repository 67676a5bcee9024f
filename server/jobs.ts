import type { Shop } from './shop.ts'

interface Log {
  error(details: { err: unknown }, message: string): void
}

type Jobs = Pick<
  Shop,
  | 'payments'
  | 'mail'
  | 'staff'
  | 'counter'
  | 'prescriptions'
  | 'bags'
  | 'accounts'
  | 'analytics'
  | 'catalogue'
  | 'delivery'
  | 'storage'
  | 'webhooks'
>

/**
 * Periodic jobs: they expire unpaid orders, finish refunds, write back-in-stock e-mails, send e-mail and webhooks' messages, and
 * erase what must not be kept. Rounds of one job never overlap, and jobs do not wait for each other; two servers may both run them.
 * @returns a function that stops them, and waits for rounds under way
 */
export function startJobs(shop: Jobs, log: Log): () => Promise<void> {
  const { payments, mail, staff, counter, prescriptions, bags, accounts, analytics, catalogue, delivery, storage } =
    shop
  const { webhooks } = shop
  const stops = [
    startInterval(payments.expireDue, 15_000, log),
    // Short, since people wait for their codes.
    startInterval(mail.sendDue, 2_000, log),
    // Short, since the store's systems wait for orders. What one of them takes long to answer is awaited at the end.
    startInterval(webhooks.sendDue, 2_000, log),
    startInterval(webhooks.eraseOld, 60 * 60_000, log),
    startInterval(analytics.countLeftPurchases, 60_000, log),
    startInterval(catalogue.stockNotices.writeDue, 30_000, log),
    startInterval(delivery.coverageNotices.writeDue, 10 * 60_000, log),
    startInterval(catalogue.pauses.resumeDue, 60_000, log),
    startInterval(catalogue.emptySearches.eraseOld, 60 * 60_000, log),
    // Short, so that a price changes within the minute in which its promotion begins or ends.
    startInterval(catalogue.promotions.applyDue, 5_000, log),
    // Short, since every request without cookies adds the rows up.
    startInterval(storage.mergeShownChanges, 60_000, log),
    startInterval(mail.purgeSent, 60 * 60_000, log),
    startInterval(prescriptions.eraseUnused, 10 * 60_000, log),
    startInterval(accounts.eraseRemains, 10 * 60_000, log),
    startInterval(accounts.eraseLatecomers, 10 * 60_000, log),
    startInterval(bags.laboratory.eraseOld, 60 * 60_000, log),
    startInterval(accounts.eraseExpiredSessions, 60 * 60_000, log),
    startInterval(staff.eraseExpiredSessions, 60 * 60_000, log),
    startInterval(counter.imports.eraseOld, 10 * 60_000, log),
    startInterval(storage.emptyLog, 60 * 60_000, log),
    startInterval(accounts.eraseExpiredDevices, 60 * 60_000, log),
    startInterval(accounts.eraseExpiredAttempts, 60 * 60_000, log),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
    await webhooks.settled()
  }
}

/** `pause` in milliseconds between rounds. */
function startInterval(work: () => Promise<void>, pause: number, log: Log): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    await work().catch((err) => log.error({ err }, 'a round of jobs failed'))
    schedule()
  }
  const schedule = () => {
    if (stopped) return
    timer = setTimeout(() => {
      round = run()
    }, pause)
  }
  let round = run()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await round
  }
}
