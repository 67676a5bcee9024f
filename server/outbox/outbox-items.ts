/** What waits in the outbox and what went out, as its channels list and change it. */

import type { ExpressionBuilder } from 'kysely'
import type { Context, TransactionContext } from '../context.ts'
import type { OutboxChannel, Tables } from '../database/schema.ts'
import { enqueueFallback, type OutboxItem } from './outbox.ts'

interface ItemFilter {
  channel: OutboxChannel
  id?: number
  recipient?: string
  orderId?: number
  kinds?: string[]
  eventId?: number
  /** About some order. */
  hasOrder?: true
  isWaiting?: true
  isGivenUp?: true
  messageId?: string
}

function matches(filter: ItemFilter) {
  const { kinds, hasOrder, isWaiting, isGivenUp, ...columns } = filter
  return (eb: ExpressionBuilder<Tables, 'outbox'>) =>
    eb.and([
      eb.and(columns),
      ...(kinds === undefined ? [] : [eb('kind', 'in', kinds)]),
      ...(hasOrder ? [eb('orderId', 'is not', null)] : []),
      ...(isWaiting ? [eb('dueAt', 'is not', null)] : []),
      ...(isGivenUp ? [eb('givenUpAt', 'is not', null)] : []),
    ])
}

export const itemsPerPage = 100

/** A page of them, the newest first. @param page from 1 */
export function listItems(ctx: Context, filter: ItemFilter, page = 1): Promise<OutboxItem[]> {
  return ctx.db
    .selectFrom('outbox')
    .selectAll()
    .where(matches(filter))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(itemsPerPage)
    .offset((page - 1) * itemsPerPage)
    .execute()
}

export async function findItem(ctx: Context, filter: ItemFilter & { id: number }): Promise<OutboxItem | null> {
  return (await ctx.db.selectFrom('outbox').selectAll().where(matches(filter)).executeTakeFirst()) ?? null
}

/** Its row locked until the transaction ends: of two who send it again at once the second sees that it waits already. */
export async function lockItem(
  ctx: TransactionContext,
  filter: ItemFilter & ({ id: number } | { messageId: string }),
): Promise<OutboxItem | null> {
  const query = ctx.db.selectFrom('outbox').selectAll().where(matches(filter))
  return (await (ctx.engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()) ?? null
}

/** Tried more than once and not delivered, the oldest first. */
export function listFailingItems(ctx: Context, channel: OutboxChannel, limit: number): Promise<OutboxItem[]> {
  return ctx.db
    .selectFrom('outbox')
    .selectAll()
    .where(matches({ channel, isWaiting: true }))
    .where('attempts', '>', 1)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** How many are yet to be sent, and since when the oldest; null where none is. */
export async function loadOutboxStatus(
  ctx: Context,
  channel: OutboxChannel,
): Promise<{ count: number; oldestAt: Date | null }> {
  const { count, oldestAt } = await ctx.db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('createdAt').as('oldestAt')])
    .where(matches({ channel, isWaiting: true }))
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldestAt }
}

/** How many were given up since then, for one of these errors. */
export async function countGivenUpSince(
  ctx: Context,
  { channel, since, errors }: { channel: OutboxChannel; since: Date; errors: string[] },
): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matches({ channel, isGivenUp: true }))
    .where('givenUpAt', '>', since)
    .where('lastError', 'in', errors)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** By recipient: how many are yet to be sent to it, and how many of those have failed at least once. */
export async function countWaitingByRecipient(
  ctx: Context,
  channel: OutboxChannel,
): Promise<Map<string, { unsentCount: number; failingCount: number }>> {
  const rows = await ctx.db
    .selectFrom('outbox')
    .select(({ fn }) => ['recipient', fn.countAll<number>().as('unsent')])
    .select((eb) =>
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(eb.or([eb('lastStatus', 'is not', null), eb('lastError', 'is not', null)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('failing'),
    )
    .where(matches({ channel, isWaiting: true }))
    .groupBy('recipient')
    .execute()
  return new Map(
    rows.map(({ recipient, unsent, failing }) => [
      recipient,
      { unsentCount: Number(unsent), failingCount: Number(failing) },
    ]),
  )
}

export async function deleteItems(ctx: Context, filter: ItemFilter): Promise<void> {
  await ctx.db.deleteFrom('outbox').where(matches(filter)).execute()
}

export async function changeRecipient(
  ctx: TransactionContext,
  filter: ItemFilter & { recipient: string },
  recipient: string,
): Promise<void> {
  await ctx.db.updateTable('outbox').set({ recipient }).where(matches(filter)).execute()
}

/** What waits is not sent any more, and stays in the log. */
export async function giveUpItems(ctx: TransactionContext, filter: ItemFilter): Promise<void> {
  await ctx.db
    .updateTable('outbox')
    .set({ dueAt: null, givenUpAt: ctx.clock.now() })
    .where(matches({ ...filter, isWaiting: true }))
    .execute()
}

/** Sends it once more, whatever became of it before; its attempts begin anew. */
export async function restartItem(ctx: TransactionContext, id: number): Promise<void> {
  await ctx.db
    .updateTable('outbox')
    .set({
      ...{ dueAt: ctx.clock.now(), attempts: 0, isRetried: false, lastAttemptAt: null },
      ...{ sentAt: null, givenUpAt: null, lastStatus: null, lastError: null },
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes what was written before. @param isWaitingDeleted also what waits */
export async function deleteItemsBefore(
  ctx: Context,
  { channel, before, isWaitingDeleted }: { channel: OutboxChannel; before: Date; isWaitingDeleted: boolean },
): Promise<void> {
  await ctx.db
    .deleteFrom('outbox')
    .where('channel', '=', channel)
    .where('createdAt', '<', before)
    .$if(!isWaitingDeleted, (query) => query.where('dueAt', 'is', null))
    .execute()
}

/** Not sent any more, nor counted as sent: the e-mail that was to take its place goes out. */
export async function endWithFallback(ctx: TransactionContext, item: OutboxItem, lastError: string): Promise<void> {
  const endColumns = { dueAt: null, sentAt: null, givenUpAt: ctx.clock.now(), lastError }
  await ctx.db.updateTable('outbox').set(endColumns).where('id', '=', item.id).execute()
  await enqueueFallback(ctx, item)
}

/** Of items whose recipient wants nothing more by their channel. */
export async function replaceByFallback(ctx: TransactionContext, filter: ItemFilter): Promise<void> {
  for (const item of await listItems(ctx, filter)) await endWithFallback(ctx, item, 'stopped')
}

/** Its channel tells that it was taken, also where its answer was lost, or that it arrived: no e-mail takes its place then. */
export async function recordReport(
  ctx: TransactionContext,
  { id, sentAt, deliveredAt, givenUpAt }: OutboxItem,
  { messageId, isDelivered }: { messageId: string; isDelivered: boolean },
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('outbox')
    .set({
      messageId,
      ...(givenUpAt === null && { dueAt: null, sentAt: sentAt ?? now }),
      ...(isDelivered && { deliveredAt: deliveredAt ?? now, fallbackRecipient: null, fallbackPayloadJson: null }),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteFallbacksBefore(ctx: Context, before: Date): Promise<void> {
  await ctx.db
    .updateTable('outbox')
    .set({ fallbackRecipient: null, fallbackPayloadJson: null })
    .where('fallbackRecipient', 'is not', null)
    .where('createdAt', '<', before)
    .execute()
}

/** Of the e-mails that may take a message's place. */
export async function changeFallbackRecipient(
  ctx: TransactionContext,
  former: string,
  recipient: string,
): Promise<void> {
  await ctx.db
    .updateTable('outbox')
    .set({ fallbackRecipient: recipient })
    .where('fallbackRecipient', '=', former)
    .execute()
}
