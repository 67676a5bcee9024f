import { sql } from 'kysely'
import { type AttemptLimit, consume } from '../accounts/attempt-limiter.ts'
import type { Context, TransactionContext } from '../context.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { createFairRounds } from '../platform/for-each-isolated.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { parseEmail } from '../wire/values.ts'
import { findBranchId, parseZipcode, uncoveredBranchId } from './delivery.ts'

/** An e-mail goes to an address that nobody has proved to read: no stranger's mailbox is to be filled with them. */
const emailLimit: AttemptLimit = { name: 'coverage notices, email', maxAttempts: 10, periodMinutes: 60 }
const networkLimit: AttemptLimit = {
  name: 'coverage notices, network',
  maxAttempts: 300,
  periodMinutes: 60,
  scope: 'network',
}

/** E-mails enqueued per run. */
const batchSize = 100

const createDueRounds = () => createFairRounds(batchSize)

/**
 * Idempotent: repeating a request changes nothing.
 * @throws ShopError "email.invalid", "zipcode.invalid", "zipcode.covered", "limit.reached"
 */
export async function requestNotice(
  ctx: Context,
  emailInput: string,
  zipcodeInput: string,
  clientNetwork: string,
): Promise<void> {
  const email = parseEmail(emailInput)
  const zipcode = parseZipcode(zipcodeInput)
  if ((await findBranchId(ctx, zipcode)) !== uncoveredBranchId) throw new ShopError('zipcode.covered')
  await consume(ctx, [emailLimit, email], [networkLimit, clientNetwork])
  await ctx.db
    .insertInto('coverageNotice')
    .values({ email, zipcode, requestedAt: ctx.clock.now() })
    .onConflict((conflict) => conflict.columns(['email', 'zipcode']).doNothing())
    .execute()
}

/** The postal codes that an e-mail address waits for. */
export async function listNotices(ctx: Context, email: string): Promise<{ zipcode: string; askedAt: Date }[]> {
  const rows = await ctx.db
    .selectFrom('coverageNotice')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .orderBy('requestedAt')
    .execute()
  return rows.map((row) => ({ zipcode: row.zipcode, askedAt: row.requestedAt }))
}

/** Moves the notices of an e-mail address to another one of the same person. */
export async function changeRecipient(ctx: TransactionContext, oldEmail: string, newEmail: string): Promise<void> {
  const notices = await ctx.db.deleteFrom('coverageNotice').where('email', '=', oldEmail).returningAll().execute()
  for (const notice of notices)
    await ctx.db
      .insertInto('coverageNotice')
      .values({ ...notice, email: newEmail })
      .onConflict((conflict) => conflict.columns(['email', 'zipcode']).doNothing())
      .execute()
}

/**
 * Writes e-mails for postal codes that are covered now, and forgets requests of more than a year ago. The e-mail is written and
 * the request deleted in one transaction: nobody is notified twice. Called periodically.
 */
export async function enqueueDueNotices(ctx: Context): Promise<void> {
  const cutoff = addMinutes(ctx.clock.now(), -retentionMinutesOf('coverageNotices'))
  await ctx.db.deleteFrom('coverageNotice').where('requestedAt', '<', cutoff).execute()
  const numericZipcode = sql<number>`cast(coverage_notice.zipcode as integer)`
  const dueNotices = await ctx.db
    .selectFrom('coverageNotice')
    .innerJoin('branchZipcodes', (join) =>
      join.on('firstZipcode', '<=', numericZipcode).on('lastZipcode', '>=', numericZipcode),
    )
    .select(['email', 'zipcode'])
    .distinct()
    .execute()
  await ctx.memory(createDueRounds)(
    dueNotices,
    ({ zipcode }) => `postal code ${zipcode}`,
    ({ email, zipcode }) =>
      ctx.transact(async (ctx) => {
        const { numDeletedRows } = await ctx.db
          .deleteFrom('coverageNotice')
          .where('email', '=', email)
          .where('zipcode', '=', zipcode)
          .executeTakeFirst()
        if (numDeletedRows !== 0n) await notify(ctx, createNotice('coverageStarted', zipcode), { email })
      }),
    (notice) => JSON.stringify(notice),
  )
}
