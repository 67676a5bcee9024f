/**
 * One outbox for every channel: what is to be sent is written in the transaction of the event that it reports, and sent afterwards. A bad
 * item holds nothing back: what was tried in vain goes behind what was never tried, and nothing waits for it.
 */

import type { ExpressionBuilder } from 'kysely'
import type { Context, TransactionContext } from '../context.ts'
import type { OutboxChannel, Row, Tables } from '../database/schema.ts'
import { forEachIsolated } from '../platform/for-each-isolated.ts'

export type OutboxItem = Row<'outbox'>

interface NewItem {
  channel: OutboxChannel
  recipient: string
  payload: object
  /** Of several with the same key a later one waits for the first attempt of those before it. Nothing urgent has one. */
  sequenceKey?: string | undefined
  orderId?: number | undefined
  kind?: string | undefined
  eventId?: number | undefined
  /** The e-mail that is sent where this cannot be delivered. */
  fallback?: { recipient: string; payload: object } | null
}

/** How a channel sends, and what becomes of an item then. */
export interface Channel {
  name: OutboxChannel
  /** How long a claimed item belongs to the server that sends it: longer than any timeout, so that a crash only delays it. */
  claimSeconds: number
  /** What the log calls an item: never personal data. */
  nameOf: (item: OutboxItem) => string
  send: (ctx: Context, item: OutboxItem) => Promise<Outcome>
  /** Of an item that `send` threw an error for, which the job then tells. */
  recoverFromError: (ctx: Context, item: OutboxItem, error: unknown) => Outcome
}

interface Answer {
  lastStatus?: number | null
  lastError?: string | null
}

interface Retry extends Answer {
  result: 'retry'
  afterSeconds: number
  /** Whether the item alone is refused for now; else its receiver is away, and all wait in their order. */
  isItemAtFault: boolean
  /** Whether the next items would most likely fail, too. */
  endsRound: boolean
  /** For so long nothing of the channel is tried in this process. */
  pauseSeconds?: number
}

export type Outcome =
  | (Answer & { result: 'sent'; keeps: Remainder; messageId?: string })
  | Retry
  | (Answer & { result: 'giveUp'; keeps: Remainder })

/** All of it, that it was sent without what it said, or nothing. */
type Remainder = 'all' | 'trace' | 'nothing'

/** Items read at once; of those at least so many that were tried before. */
const batchSize = 20
const minRetriesPerBatch = 5
/** After so many seconds a round ends before its next item: others of this process want to send, too. */
const maxRoundSeconds = 10

/** Items of which this process could not record an attempt: the others go first. */
const createFailedIds = () => new Set<number>()
/** Until when a channel that was asked to wait does so. */
const createPauses = () => new Map<OutboxChannel, Date>()

export async function enqueueItem(ctx: TransactionContext, { payload, ...item }: NewItem): Promise<void> {
  await enqueueItems(ctx, [{ payload, ...item }])
}

export async function enqueueItems(ctx: TransactionContext, items: NewItem[]): Promise<void> {
  const now = ctx.clock.now()
  const rows = items.map(({ payload, fallback, ...item }) => ({
    ...item,
    payloadJson: JSON.stringify(payload),
    fallbackRecipient: fallback?.recipient ?? null,
    fallbackPayloadJson: fallback ? JSON.stringify(fallback.payload) : null,
    createdAt: now,
    dueAt: now,
  }))
  if (rows.length > 0) await ctx.db.insertInto('outbox').values(rows).execute()
}

/**
 * Sends what is due of a channel, one after the other, each by the server that claims it first.
 * @param recipient its items alone
 * @throws RoundError of the items whose attempt could not be recorded, or whose sending failed in a way that nobody expected
 */
export async function sendDue(ctx: Context, channel: Channel, recipient?: string): Promise<void> {
  const pauseEndsAt = ctx.memory(createPauses).get(channel.name)
  if (pauseEndsAt && ctx.clock.now() < pauseEndsAt) return
  const roundEndsAt = addSeconds(ctx.clock.now(), maxRoundSeconds)
  let isOver = false
  while (!isOver) {
    const items = await listDueItems(ctx, channel.name, recipient)
    isOver = items.length === 0
    await forEachIsolated(items, channel.nameOf, async (item) => {
      if (isOver) return
      isOver = !(await attempt(ctx, channel, item)) || ctx.clock.now() >= roundEndsAt
    })
  }
}

/** At most a batch: those never tried first, and behind all others those that failed in this process. */
async function listDueItems(ctx: Context, channel: OutboxChannel, recipient?: string): Promise<OutboxItem[]> {
  const failedIds = [...ctx.memory(createFailedIds)].slice(-500)
  const select = (isRetried: boolean, limit: number) =>
    ctx.db
      .selectFrom('outbox')
      .selectAll()
      .where('channel', '=', channel)
      .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
      .where('isRetried', '=', isRetried)
      .where('dueAt', '<=', ctx.clock.now())
      .where((eb) => eb.not(eb.exists(selectEarlierInSequence(eb, failedIds))))
      .orderBy('dueAt')
      .orderBy('id')
      .limit(limit)
  const exclude = (query: ReturnType<typeof select>) =>
    failedIds.length > 0 ? query.where('id', 'not in', failedIds) : query
  const freshItems = await exclude(select(false, batchSize)).execute()
  const retryCount = Math.max(minRetriesPerBatch, batchSize - freshItems.length)
  const items = [...freshItems, ...(await exclude(select(true, retryCount)).execute())]
  if (items.length > 0 || failedIds.length === 0) return items
  ctx.memory(createFailedIds).clear()
  return [...(await select(false, batchSize).execute()), ...(await select(true, batchSize).execute())]
}

/** What an item waits for: unsent items of its key that were never refused. */
function selectEarlierInSequence(eb: ExpressionBuilder<Tables, 'outbox'>, failedIds: number[]) {
  const query = eb
    .selectFrom('outbox as earlier')
    .select('earlier.id')
    .whereRef('earlier.sequenceKey', '=', 'outbox.sequenceKey')
    .whereRef('earlier.id', '<', 'outbox.id')
    .where('earlier.dueAt', 'is not', null)
    .where('earlier.isRetried', '=', false)
  return failedIds.length > 0 ? query.where('earlier.id', 'not in', failedIds) : query
}

/** @returns false when the round is over; true also for an item that another server has claimed */
async function attempt(ctx: Context, channel: Channel, item: OutboxItem): Promise<boolean> {
  const failedIds = ctx.memory(createFailedIds)
  failedIds.add(item.id)
  const attemptedAt = ctx.clock.now()
  const claimColumns = {
    dueAt: addSeconds(attemptedAt, channel.claimSeconds),
    attempts: item.attempts + 1,
    lastAttemptAt: attemptedAt,
  }
  if (!(await updateIfStillDue(ctx, item, claimColumns))) {
    failedIds.delete(item.id)
    return true
  }
  const claimedItem = { ...item, ...claimColumns }
  let outcome: Outcome
  let unexpectedError: unknown = null
  try {
    outcome = await channel.send(ctx, claimedItem)
  } catch (error) {
    unexpectedError = error
    outcome = channel.recoverFromError(ctx, claimedItem, error)
  }
  await recordOutcome(ctx, claimedItem, outcome)
  failedIds.delete(item.id)
  if (outcome.result === 'retry' && outcome.pauseSeconds)
    ctx.memory(createPauses).set(channel.name, addSeconds(ctx.clock.now(), outcome.pauseSeconds))
  if (unexpectedError !== null) throw unexpectedError
  return !(outcome.result === 'retry' && outcome.endsRound)
}

/** Not if it was sent again, or its recipient removed, in the meantime. */
async function recordOutcome(ctx: Context, item: OutboxItem, outcome: Outcome): Promise<void> {
  const { lastStatus = null, lastError = null } = outcome
  if (outcome.result === 'retry') {
    const dueAt = addSeconds(ctx.clock.now(), outcome.afterSeconds)
    await updateIfStillDue(ctx, item, {
      ...{ dueAt, lastStatus, lastError },
      ...(outcome.isItemAtFault && { isRetried: true }),
    })
    return
  }
  await ctx.transact(async (ctx) => {
    const isRecorded = await recordEnd(ctx, item, outcome)
    if (isRecorded && outcome.result === 'giveUp') await enqueueFallback(ctx, item)
  })
}

async function recordEnd(
  ctx: TransactionContext,
  item: OutboxItem,
  outcome: Exclude<Outcome, Retry>,
): Promise<boolean> {
  if (outcome.keeps === 'nothing') {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('outbox')
      .where('id', '=', item.id)
      .where('dueAt', '=', item.dueAt)
      .executeTakeFirst()
    return numDeletedRows === 1n
  }
  const { lastStatus = null, lastError = null } = outcome
  const isSent = outcome.result === 'sent'
  return updateIfStillDue(ctx, item, {
    ...{ dueAt: null, lastStatus, lastError },
    ...(isSent ? { sentAt: ctx.clock.now() } : { givenUpAt: ctx.clock.now() }),
    ...(isSent && outcome.messageId !== undefined && { messageId: outcome.messageId }),
    ...(outcome.keeps === 'trace' && { payloadJson: traceOf(item) }),
  })
}

/** Sends the e-mail that is to take an item's place, once. */
export async function enqueueFallback(ctx: TransactionContext, item: OutboxItem): Promise<void> {
  const { id, fallbackRecipient, fallbackPayloadJson, orderId, kind, eventId } = item
  if (fallbackRecipient === null || fallbackPayloadJson === null) return
  await ctx.db
    .updateTable('outbox')
    .set({ fallbackRecipient: null, fallbackPayloadJson: null })
    .where('id', '=', id)
    .execute()
  await enqueueItem(ctx, {
    ...{ channel: 'email', recipient: fallbackRecipient, payload: JSON.parse(fallbackPayloadJson) },
    ...{ orderId: orderId ?? undefined, kind: kind ?? undefined, eventId: eventId ?? undefined },
  })
}

/** An e-mail's subject, say: what lists show of it. */
function traceOf({ payloadJson }: OutboxItem): string {
  const { subject } = JSON.parse(payloadJson) as { subject?: string }
  return JSON.stringify({ subject })
}

/** @returns false, changing nothing, when it is not due at that instant any more */
async function updateIfStillDue(
  ctx: Context,
  { id, dueAt }: Pick<OutboxItem, 'id' | 'dueAt'>,
  update: Partial<OutboxItem>,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('outbox')
    .set(update)
    .where('id', '=', id)
    .where('dueAt', '=', dueAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}
