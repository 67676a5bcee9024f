import { sql } from 'kysely'
import { emailTexts } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { MailService } from '../mail/mail.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { parseEmail } from '../wire/values.ts'
import { type DeliveryService, parseZipcode, uncoveredBranchId } from './delivery.ts'

interface AttemptLimit {
  name: string
  maxAttempts: number
  periodMinutes: number
}

/** An e-mail goes to an address that nobody has proved to read: no stranger's mailbox is to be filled with them. */
const emailLimit: AttemptLimit = { name: 'coverage notices, email', maxAttempts: 10, periodMinutes: 60 }
const networkLimit: AttemptLimit = { name: 'coverage notices, network', maxAttempts: 30, periodMinutes: 60 }

/** E-mails enqueued per run. */
const batchSize = 100

interface Deps {
  database: Database
  clock: Clock
  mail: MailService
  /** Counts attempts, and refuses too many. */
  attemptLimiter: { consume(...limits: [limit: AttemptLimit, key: string][]): Promise<unknown> }
  delivery: Pick<DeliveryService, 'findBranchId'>
}

export type CoverageNoticeService = ReturnType<typeof createCoverageNoticeService>

/** Requests to be notified when the shop delivers to a postal code. The e-mail address is kept until that one e-mail is written, or for a year. */
export function createCoverageNoticeService({ database, clock, mail, attemptLimiter, delivery }: Deps) {
  const { db, transact } = database
  return { requestNotice, listNotices, changeRecipient, countRequestsByRegion, enqueueDueNotices }

  /**
   * Idempotent: repeating a request changes nothing.
   * @throws ShopError "email.invalid", "zipcode.invalid", "zipcode.covered", "limit.reached"
   */
  async function requestNotice(emailInput: string, zipcodeInput: string, clientNetwork: string): Promise<void> {
    const email = parseEmail(emailInput)
    const zipcode = parseZipcode(zipcodeInput)
    if ((await delivery.findBranchId(zipcode)) !== uncoveredBranchId) throw new ShopError('zipcode.covered')
    await attemptLimiter.consume([emailLimit, email], [networkLimit, clientNetwork])
    await db
      .insertInto('coverage_notice')
      .values({ email, zipcode, asked_at: clock.now().toISOString() })
      .onConflict((conflict) => conflict.columns(['email', 'zipcode']).doNothing())
      .execute()
  }

  /** The postal codes that an e-mail address waits for. */
  async function listNotices(email: string): Promise<{ zipcode: string; askedAt: Date }[]> {
    const rows = await db
      .selectFrom('coverage_notice')
      .selectAll()
      .where('email', '=', email.toLowerCase())
      .orderBy('asked_at')
      .execute()
    return rows.map((row) => ({ zipcode: row.zipcode, askedAt: new Date(row.asked_at) }))
  }

  /** Moves the notices of an e-mail address to another one of the same person. */
  async function changeRecipient(tx: Transaction, oldEmail: string, newEmail: string): Promise<void> {
    const notices = await tx.deleteFrom('coverage_notice').where('email', '=', oldEmail).returningAll().execute()
    for (const notice of notices)
      await tx
        .insertInto('coverage_notice')
        .values({ ...notice, email: newEmail })
        .onConflict((conflict) => conflict.columns(['email', 'zipcode']).doNothing())
        .execute()
  }

  /** How many wait in each region, by the postal code's first five digits, the most first. */
  async function countRequestsByRegion(): Promise<{ prefix: string; waitingCount: number }[]> {
    const prefix = sql<string>`substr(zipcode, 1, 5)`
    return db
      .selectFrom('coverage_notice')
      .select(({ fn }) => [prefix.as('prefix'), fn.count<number>('email').distinct().as('waitingCount')])
      .groupBy(prefix)
      .orderBy('waitingCount', 'desc')
      .orderBy('prefix')
      .execute()
  }

  /**
   * Writes e-mails for postal codes that are covered now, and forgets requests of more than a year ago. The e-mail is written and
   * the request deleted in one transaction: nobody is notified twice. Called periodically.
   */
  async function enqueueDueNotices(): Promise<void> {
    const cutoff = addMinutes(clock.now(), -retentionMinutesOf('coverageNotices')).toISOString()
    await db.deleteFrom('coverage_notice').where('asked_at', '<', cutoff).execute()
    const numericZipcode = sql<number>`cast(coverage_notice.zipcode as integer)`
    const dueNotices = await db
      .selectFrom('coverage_notice')
      .innerJoin('branch_zipcodes', (join) =>
        join.on('first_zipcode', '<=', numericZipcode).on('last_zipcode', '>=', numericZipcode),
      )
      .select(['email', 'zipcode'])
      .distinct()
      .limit(batchSize)
      .execute()
    for (const { email, zipcode } of dueNotices) {
      await transact(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('coverage_notice')
          .where('email', '=', email)
          .where('zipcode', '=', zipcode)
          .executeTakeFirst()
        if (numDeletedRows !== 0n) await mail.enqueue(tx, email, emailTexts.coverageStarted(zipcode))
      })
    }
  }
}
