import type { AttemptLimit } from '../accounts/attempt-limiter.ts'
import { consume } from '../accounts/attempt-limiter.ts'
import type { Context, TransactionContext } from '../context.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { ShopError } from '../platform/errors.ts'
import { createFairRounds } from '../platform/for-each-isolated.ts'
import { parseEmail } from '../wire/values.ts'
import type { ProductSummary } from './types.ts'

/** A notice is an e-mail to an address that nobody has proved to read: no stranger's mailbox is to be filled with them. */
const emailLimit: AttemptLimit = { name: 'stock notices, email', maxAttempts: 10, periodMinutes: 60 }
const networkLimit: AttemptLimit = {
  name: 'stock notices, network',
  maxAttempts: 300,
  periodMinutes: 60,
  scope: 'network',
}

/** E-mails enqueued per run. */
const batchSize = 100

const keyColumns = ['productId', 'branchId', 'email', 'kind'] as const

const createDueRounds = () => createFairRounds(batchSize)

/**
 * Repeating a request changes at most its price: the last one counts.
 * @param price what the product costs, where a lower price is waited for; null: its return to stock
 * @throws ShopError "product.notSoldOnline" for a product that is not sold online even when in stock, "promotion.forbidden" where the
 *   law lets nobody praise its price (RDC 44/2009, art. 54), "email.invalid", "limit.reached"
 */
export async function requestNotice(
  ctx: Context,
  emailInput: string,
  product: Pick<ProductSummary, 'id' | 'isSellableOnline'>,
  branchId: number,
  clientNetwork: string,
  price: Pick<ProductSummary, 'isPromoAllowed' | 'priceCents'> | null = null,
): Promise<void> {
  if (!product.isSellableOnline) throw new ShopError('product.notSoldOnline')
  if (price?.isPromoAllowed === false) throw new ShopError('promotion.forbidden')
  const priceCents = price?.priceCents ?? null
  const email = parseEmail(emailInput)
  await consume(ctx, [emailLimit, email], [networkLimit, clientNetwork])
  await ctx.db
    .insertInto('stockNotice')
    .values({
      productId: product.id,
      branchId,
      email,
      kind: price ? 'price' : 'stock',
      priceCents,
      requestedAt: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns([...keyColumns]).doUpdateSet({ priceCents }))
    .execute()
}

/** The notices that an e-mail address still waits for, those of a lower price with the one it was asked at. */
export async function listNotices(
  ctx: Context,
  email: string,
): Promise<{ productId: number; branchId: number; priceCents: number | null; askedAt: Date }[]> {
  const rows = await ctx.db
    .selectFrom('stockNotice')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .orderBy('requestedAt')
    .execute()
  return rows.map(({ productId, branchId, priceCents, requestedAt: askedAt }) => {
    return { productId, branchId, priceCents, askedAt }
  })
}

/** Moves the notices of an e-mail address to another one of the same person. */
export async function changeRecipient(ctx: TransactionContext, oldEmail: string, newEmail: string): Promise<void> {
  const notices = await ctx.db.deleteFrom('stockNotice').where('email', '=', oldEmail).returningAll().execute()
  for (const notice of notices)
    await ctx.db
      .insertInto('stockNotice')
      .values({ ...notice, email: newEmail })
      .onConflict((conflict) => conflict.columns([...keyColumns]).doNothing())
      .execute()
}

/** Of what is out of stock. */
export async function listMostWantedProducts(
  ctx: Context,
  limit: number,
): Promise<{ productId: number; name: string; waitingCount: number }[]> {
  return ctx.db
    .selectFrom('stockNotice')
    .innerJoin('product', 'product.id', 'stockNotice.productId')
    .select(({ fn }) => [
      'product.id as productId',
      'product.name',
      fn.count<number>('email').distinct().as('waitingCount'),
    ])
    .where('stockNotice.kind', '=', 'stock')
    .groupBy(['product.id', 'product.name'])
    .orderBy('waitingCount', 'desc')
    .orderBy('product.id')
    .limit(limit)
    .execute()
}

/**
 * Writes e-mails for products that are back in stock, or cost less, longest wait first. The e-mail is written and the request deleted in
 * one transaction: nobody is notified twice, whatever the number of servers. Called periodically.
 */
export async function enqueueDueNotices(ctx: Context): Promise<void> {
  const dueNotices = await selectDueNotices(ctx).orderBy('stockNotice.requestedAt').execute()
  await ctx.memory(createDueRounds)(
    dueNotices,
    ({ productId, branchId }) => `product ${productId} in branch ${branchId}`,
    ({ productId, branchId, email, kind }) =>
      ctx.transact(async (ctx) => {
        const { numDeletedRows } = await ctx.db
          .deleteFrom('stockNotice')
          .where('productId', '=', productId)
          .where('branchId', '=', branchId)
          .where('email', '=', email)
          .where('kind', '=', kind)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return
        await notify(ctx, createNotice(kind === 'price' ? 'priceDropped' : 'backInStock', productId), { email })
      }),
    (notice) => JSON.stringify(notice),
  )
}

function selectDueNotices(ctx: Context) {
  return ctx.db
    .selectFrom('stockNotice')
    .innerJoin('offer', (join) =>
      join.onRef('offer.productId', '=', 'stockNotice.productId').onRef('offer.branchId', '=', 'stockNotice.branchId'),
    )
    .innerJoin('product', 'product.id', 'stockNotice.productId')
    .where('offer.isOutOfStock', '=', false)
    .where('product.isSellableOnline', '=', true)
    .where((eb) =>
      eb.or([
        eb('stockNotice.kind', '=', 'stock'),
        // The product's own discount counts, a promotion by quantity does not: only the bag knows what it gives.
        eb.and([
          eb('product.isPromoAllowed', '=', true),
          eb('offer.effectivePriceCents', '<', eb.ref('stockNotice.priceCents')),
        ]),
      ]),
    )
    .select(['stockNotice.productId', 'stockNotice.branchId', 'stockNotice.email', 'stockNotice.kind'])
}
