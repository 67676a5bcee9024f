import type { Kysely } from 'kysely'
import { emailTexts } from '../../app/texts/mail.ts'
import type { AttemptLimit, AttemptLimiter } from '../accounts/attempt-limiter.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Tables } from '../database/schema.ts'
import type { MailService } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { parseEmail } from '../wire/values.ts'

/** A notice is an e-mail to an address that nobody has proved to read: no stranger's mailbox is to be filled with them. */
const emailLimit: AttemptLimit = { name: 'stock notices, email', maxAttempts: 10, periodMinutes: 60 }
const networkLimit: AttemptLimit = { name: 'stock notices, network', maxAttempts: 30, periodMinutes: 60 }

/** E-mails enqueued per run. */
const batchSize = 100

export type StockNoticeService = ReturnType<typeof createStockNoticeService>

/** Back-in-stock notices, per product and branch. A shopper's address is kept until that one e-mail is written. */
export function createStockNoticeService(
  { db, transact }: Database,
  clock: Clock,
  mail: MailService,
  attemptLimiter: Pick<AttemptLimiter, 'consume'>,
) {
  return { requestNotice, listNotices, changeRecipient, listMostWantedProducts, enqueueDueNotices }

  /**
   * Idempotent: repeating a request changes nothing.
   * @throws ShopError "product.notSoldOnline" for a product that is not sold online even when in stock, "email.invalid", "limit.reached"
   */
  async function requestNotice(
    emailInput: string,
    product: { id: number; sellableOnline: boolean },
    branchId: number,
    clientNetwork: string,
  ): Promise<void> {
    if (!product.sellableOnline) throw new ShopError('product.notSoldOnline')
    const email = parseEmail(emailInput)
    await attemptLimiter.consume([emailLimit, email], [networkLimit, clientNetwork])
    await db
      .insertInto('stock_notice')
      .values({
        product_id: product.id,
        branch_id: branchId,
        email,
        asked_at: clock.now().toISOString(),
      })
      .onConflict((conflict) => conflict.columns(['product_id', 'branch_id', 'email']).doNothing())
      .execute()
  }

  /** The notices that an e-mail address still waits for. */
  async function listNotices(email: string): Promise<{ productId: number; branchId: number; askedAt: Date }[]> {
    const rows = await db
      .selectFrom('stock_notice')
      .selectAll()
      .where('email', '=', email.toLowerCase())
      .orderBy('asked_at')
      .execute()
    return rows.map((row) => ({ productId: row.product_id, branchId: row.branch_id, askedAt: new Date(row.asked_at) }))
  }

  /** Moves the notices of an e-mail address to another one of the same person. */
  async function changeRecipient(tx: Transaction, oldEmail: string, newEmail: string): Promise<void> {
    const notices = await tx.deleteFrom('stock_notice').where('email', '=', oldEmail).returningAll().execute()
    for (const notice of notices)
      await tx
        .insertInto('stock_notice')
        .values({ ...notice, email: newEmail })
        .onConflict((conflict) => conflict.columns(['product_id', 'branch_id', 'email']).doNothing())
        .execute()
  }

  /** The products that most people wait for. */
  async function listMostWantedProducts(
    limit: number,
  ): Promise<{ productId: number; name: string; waitingCount: number }[]> {
    return db
      .selectFrom('stock_notice')
      .innerJoin('product', 'product.id', 'stock_notice.product_id')
      .select(({ fn }) => [
        'product.id as productId',
        'product.name',
        fn.count<number>('email').distinct().as('waitingCount'),
      ])
      .groupBy(['product.id', 'product.name'])
      .orderBy('waitingCount', 'desc')
      .orderBy('product.id')
      .limit(limit)
      .execute()
  }

  /**
   * Writes e-mails for products that are back in stock, longest wait first. The e-mail is written and the request deleted in
   * one transaction: nobody is notified twice, whatever the number of servers. Called periodically.
   */
  async function enqueueDueNotices(): Promise<void> {
    const dueNotices = await selectDueNotices(db).orderBy('stock_notice.asked_at').limit(batchSize).execute()
    for (const { product_id, branch_id, email } of dueNotices) {
      await transact(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('stock_notice')
          .where('product_id', '=', product_id)
          .where('branch_id', '=', branch_id)
          .where('email', '=', email)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return
        await mail.enqueue(tx, email, emailTexts.backInStock(product_id))
      })
    }
  }
}

function selectDueNotices(db: Kysely<Tables>) {
  return db
    .selectFrom('stock_notice')
    .innerJoin('offer', (join) =>
      join
        .onRef('offer.product_id', '=', 'stock_notice.product_id')
        .onRef('offer.branch_id', '=', 'stock_notice.branch_id'),
    )
    .innerJoin('product', 'product.id', 'stock_notice.product_id')
    .where('offer.out_of_stock', '=', 0)
    .where('product.sellable_online', '=', 1)
    .select(['stock_notice.product_id', 'stock_notice.branch_id', 'stock_notice.email'])
}
