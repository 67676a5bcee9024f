/**
 * Signed messages to the store's own systems, in an outbox: written in the transaction of the change they tell, and sent
 * afterwards, at least once.
 */

import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Context, TransactionContext } from '../context.ts'
import type { OrderStatus, Row, WebhookDeliveryErrorCode } from '../database/schema.ts'
import { type Channel, enqueueItems, type OutboxItem, type Outcome, sendDue } from '../outbox/outbox.ts'
import * as outboxItems from '../outbox/outbox-items.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { isLoopback } from '../platform/loopback.ts'
import type { EncryptedColumn } from '../platform/reencryption.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { assertShownJustNow } from '../platform/shown-once.ts'
import { createWebhookPoster, type DeliveryOutcome, isAllowedAddress } from './post-webhook-message.ts'
import { buildSignatureHeaders, createWebhookSecret } from './signature.ts'

/** A change of which webhooks are notified: numbers and times, nothing about a person. */
interface StatusChange {
  orderId: number
  status: OrderStatus
  branchId: number
  reachedAt: Date
}

export type WebhookEvent = 'order.status_changed' | 'order.review_ended' | 'order.problem' | 'order.late'

/** What is sent of a message. */
interface MessagePayload {
  /** The same for every attempt, and for every webhook that is notified of the event: `msg_` and letters or digits. */
  messageId: string
  event: WebhookEvent
  /** The JSON that is signed and sent. Never with personal data. */
  body: string
}

export interface NewWebhook {
  /** https, without a user or a password; in the sandbox also http on this machine. */
  url: string
  /** Notified of that branch's orders alone; null: of all. */
  branchId: number | null
}

export interface Webhook extends NewWebhook {
  id: number
  /** Messages still to be sent, and how many of them have failed at least once. */
  unsentCount: number
  failingCount: number
}

/** A message of the log. */
export interface WebhookDelivery {
  id: number
  webhookId: number
  url: string
  orderId: number
  event: WebhookEvent
  /** Of a change of it. */
  status: OrderStatus | null
  createdAt: Date
  attemptCount: number
  /** Null before the first. */
  lastAttemptAt: Date | null
  state: 'waiting' | 'delivered' | 'given_up'
  /** When it will be tried next; null once it has arrived or was given up. */
  dueAt: Date | null
  /** Of the last attempt: the answer's status, or why there was none; both null before the first. */
  lastStatus: number | null
  lastError: WebhookDeliveryErrorCode | null
}

/** Seconds from each failed attempt to the next, as Standard Webhooks 1.0.0 suggests: three days in all. */
const retryDelaysSeconds = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600]
/** Seconds that a claimed message belongs to the server sending it: longer than any timeout, so that a crash only delays it. */
const claimSeconds = 60
const maxUrlLength = 500

/** What this process is sending, by webhook. */
const createActiveRounds = () => new Map<number, Promise<void>>()

/**
 * Registers an address.
 * @param secret signs its messages; the same one again, of a form that was sent twice, adds no other
 * @returns its number, and the secret, which is not shown again
 */
export async function addWebhook(
  ctx: Context,
  { url, branchId }: NewWebhook,
  secret: string = createWebhookSecret(),
): Promise<{ id: number; secret: string; isNew: boolean }> {
  const normalizedUrl = parseWebhookUrl(ctx, url)
  return ctx.transact(async (ctx) => {
    const existingWebhooks = await ctx.db
      .selectFrom('webhook')
      .selectAll()
      .where('removedAt', 'is', null)
      .where('url', '=', normalizedUrl)
      .execute()
    const existingWebhook = existingWebhooks.find((webhook) => webhook.branchId === branchId)
    if (existingWebhook) return { id: assertShownWebhook(ctx, existingWebhook, secret), secret, isNew: false }
    const createdAt = ctx.clock.now()
    const row = { url: normalizedUrl, secretEncrypted: '', branchId, createdAt }
    const { id } = await ctx.db.insertInto('webhook').values(row).returning('id').executeTakeFirstOrThrow()
    const secretEncrypted = ctx.encryption.encryptText(secret, buildEncryptionContext(id))
    await ctx.db.updateTable('webhook').set({ secretEncrypted }).where('id', '=', id).execute()
    return { id, secret, isNew: true }
  })
}

/** The one that a form has made already. @returns its number */
function assertShownWebhook(ctx: Context, webhook: Row<'webhook'>, secret: string): number {
  if (decryptSecret(ctx, webhook) !== secret) throw new ShopError('webhook.known', { input: 'url' })
  assertShownJustNow(webhook.createdAt, ctx.clock.now())
  return webhook.id
}

function parseWebhookUrl(ctx: Context, text: string): string {
  const url = URL.parse(text)
  if (!url || !isAcceptedUrl(ctx, url)) throw new ShopError('webhook.url', { input: 'url' })
  const address = url.hostname.replace(/^\[|\]$/g, '')
  const host = isIP(address) === 0 && isLoopback(url) ? '127.0.0.1' : address
  // A name's addresses are judged whenever a message is sent: they may change.
  if (isIP(host) !== 0 && !isAllowedAddress(ctx.settings, host))
    throw new ShopError('webhook.network', { input: 'url' })
  url.hash = ''
  return url.href
}

function isAcceptedUrl(ctx: Context, url: URL): boolean {
  const hasAcceptedScheme =
    url.protocol === 'https:' || (url.protocol === 'http:' && ctx.settings.isSandbox && isLoopback(url))
  return hasAcceptedScheme && url.username === '' && url.password === '' && url.href.length <= maxUrlLength
}

/** Those registered now, the oldest first. */
export async function listWebhooks(ctx: Context): Promise<Webhook[]> {
  const rows = await ctx.db
    .selectFrom('webhook')
    .select(['id', 'url', 'branchId'])
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
  const counts = await outboxItems.countWaitingByRecipient(ctx, 'webhook')
  return rows.map((row) => ({ ...row, ...(counts.get(String(row.id)) ?? { unsentCount: 0, failingCount: 0 }) }))
}

/** Ends its notifications; its messages stay in the log, those that wait as given up. */
export async function removeWebhook(ctx: Context, id: number): Promise<void> {
  await ctx.transact(async (ctx) => {
    const now = ctx.clock.now()
    const { numUpdatedRows } = await ctx.db
      .updateTable('webhook')
      .set({ removedAt: now, secretEncrypted: '' })
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('webhook.unknown')
    await outboxItems.giveUpItems(ctx, { channel: 'webhook', recipient: String(id) })
  })
}

/**
 * Writes the messages about a change in its transaction: both happen, or neither. Without a webhook it reads one index and
 * writes nothing.
 * @param loadStatusChange is called only where there is a webhook
 */
export async function enqueueStatusChange(
  ctx: TransactionContext,
  loadStatusChange: () => Promise<StatusChange>,
): Promise<void> {
  await enqueueEvent(ctx, 'order.status_changed', async () => {
    const { reachedAt, ...change } = await loadStatusChange()
    return { ...change, reachedAt: reachedAt.toISOString() }
  })
}

/**
 * An order may be picked: its prescription was approved, or nothing is left that needs one. It is `paid` as it was before the
 * review, which was told then: who takes that for a payment would count it twice.
 */
export async function enqueueReviewEnd(
  ctx: TransactionContext,
  loadReviewEnd: () => Promise<Omit<StatusChange, 'status'>>,
): Promise<void> {
  await enqueueEvent(ctx, 'order.review_ended', async () => {
    const { reachedAt, ...change } = await loadReviewEnd()
    return { ...change, reachedAt: reachedAt.toISOString() }
  })
}

/** A customer reported a problem with an order. */
export function enqueueProblem(
  ctx: TransactionContext,
  { id, ...problem }: { id: number; orderId: number; branchId: number; kind: string },
): Promise<void> {
  return enqueueEvent(ctx, 'order.problem', async () => ({ problemId: id, ...problem }))
}

/** An order did not arrive by the time that was promised. */
export function enqueueOrderLate(
  ctx: TransactionContext,
  lateOrder: { orderId: number; branchId: number; promisedAt: Date },
): Promise<void> {
  return enqueueEvent(ctx, 'order.late', async () => ({
    ...lateOrder,
    promisedAt: lateOrder.promisedAt.toISOString(),
  }))
}

async function enqueueEvent(
  ctx: TransactionContext,
  event: WebhookEvent,
  loadEventData: () => Promise<{ orderId: number; branchId: number; [field: string]: number | string }>,
): Promise<void> {
  const webhooks = await ctx.db
    .selectFrom('webhook')
    .select(['id', 'branchId'])
    .where('removedAt', 'is', null)
    .execute()
  if (webhooks.length === 0) return
  const data = await loadEventData()
  const recipients = webhooks.filter(({ branchId }) => branchId === null || branchId === data.branchId)
  if (recipients.length === 0) return
  const payload: MessagePayload = {
    messageId: `msg_${randomUUID().replaceAll('-', '')}`,
    event,
    body: JSON.stringify({ type: event, timestamp: ctx.clock.now().toISOString(), data }),
  }
  await enqueueItems(
    ctx,
    recipients.map(({ id }) => ({
      ...{ channel: 'webhook', recipient: String(id), payload },
      sequenceKey: `webhook ${id} order ${data.orderId}`,
    })),
  )
}

/**
 * Begins to send what is due, each message by the server that claims it first: to all webhooks at once, to each one message
 * after the other. It waits for none of them, so a slow one keeps only its own messages waiting. Called periodically, by any
 * number of servers.
 */
export async function sendDueMessages(ctx: Context): Promise<void> {
  const activeRoundByWebhookId = ctx.memory(createActiveRounds)
  const webhooks = await ctx.db.selectFrom('webhook').selectAll().where('removedAt', 'is', null).execute()
  for (const webhook of webhooks.filter(({ id }) => !activeRoundByWebhookId.has(id))) {
    const round = sendDue(ctx, createWebhookChannel(webhook), String(webhook.id))
      .catch((err) => ctx.log.warn({ webhook: webhook.id, err }, 'messages to a webhook wait for the next round'))
      .finally(() => activeRoundByWebhookId.delete(webhook.id))
    activeRoundByWebhookId.set(webhook.id, round)
  }
}

/** Waits until this process is sending nothing. */
export async function waitUntilIdle(ctx: Context): Promise<void> {
  await Promise.all(ctx.memory(createActiveRounds).values())
}

function createWebhookChannel(webhook: Row<'webhook'>): Channel {
  return {
    name: 'webhook',
    claimSeconds,
    nameOf: (item) => payloadOf(item).messageId,
    send: (ctx, item) => attemptDelivery(ctx, webhook, item),
    recoverFromError: (ctx, item) => retryOrGiveUp(ctx, webhook, item, { fault: 'connection' }),
  }
}

async function attemptDelivery(ctx: Context, webhook: Row<'webhook'>, item: OutboxItem): Promise<Outcome> {
  const outcome = await sendMessage(ctx, webhook, payloadOf(item), ctx.clock.now())
  const isDelivered = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
  return isDelivered
    ? { result: 'sent', keeps: 'all', lastStatus: outcome.status }
    : retryOrGiveUp(ctx, webhook, item, outcome)
}

async function sendMessage(
  ctx: Context,
  webhook: Row<'webhook'>,
  { messageId, body }: MessagePayload,
  sentAt: Date,
): Promise<DeliveryOutcome> {
  const secret = decryptSecret(ctx, webhook)
  if (secret === null) return { fault: 'secret' }
  const headers = buildSignatureHeaders({ secret, messageId, sentAt, body })
  return ctx.memory(createWebhookPoster)({ url: webhook.url, headers, body })
}

/** Null where ENCRYPTION_KEYS has no key for it. */
function decryptSecret(ctx: Context, { id, secretEncrypted }: Row<'webhook'>): string | null {
  try {
    return ctx.encryption.decryptText(secretEncrypted, buildEncryptionContext(id))
  } catch {
    return null
  }
}

/**
 * A failure ends the round, since the next message would most likely fail, too. A receiver that responds 410 does not want the message
 * any more.
 */
function retryOrGiveUp(ctx: Context, webhook: Row<'webhook'>, item: OutboxItem, outcome: DeliveryOutcome): Outcome {
  const answer =
    'status' in outcome
      ? { lastStatus: outcome.status, lastError: null }
      : { lastStatus: null, lastError: outcome.fault }
  const afterSeconds = retryDelaysSeconds[item.attempts - 1]
  const isGone = 'status' in outcome && outcome.status === 410
  if (afterSeconds === undefined || isGone) {
    const { messageId } = payloadOf(item)
    ctx.log.warn({ webhook: webhook.id, messageId }, 'a message to a webhook was given up')
    return { result: 'giveUp', keeps: 'all', ...answer }
  }
  return { result: 'retry', afterSeconds, isItemAtFault: true, endsRound: true, ...answer }
}

/** The newest, those to removed webhooks too. @param page from 1 */
export async function listDeliveries(ctx: Context, page = 1): Promise<WebhookDelivery[]> {
  const webhooks = await ctx.db.selectFrom('webhook').select(['id', 'url']).execute()
  const urlById = new Map(webhooks.map(({ id, url }) => [id, url]))
  const items = await outboxItems.listItems(ctx, { channel: 'webhook' }, page)
  return items.map((item) => toWebhookDelivery(item, urlById.get(Number(item.recipient)) ?? ''))
}

/** How many messages are yet to be sent, and since when the oldest; null where none is. */
export function loadOutboxStatus(ctx: Context): Promise<{ count: number; oldestAt: Date | null }> {
  return outboxItems.loadOutboxStatus(ctx, 'webhook')
}

/**
 * Sends a message once more, at once and under the same id, whatever became of it before; its attempts begin anew.
 * @throws ShopError "webhook.messageUnknown", also where its webhook is removed
 */
export async function resendMessage(ctx: Context, id: number): Promise<void> {
  await ctx.transact(async (ctx) => {
    await lockMessage(ctx, id)
    await outboxItems.restartItem(ctx, id)
  })
}

/**
 * The message, its row locked until the transaction ends: of two who send it again at once the second sees that it waits already.
 * @throws ShopError "webhook.messageUnknown", also where its webhook is removed
 */
export async function lockMessage(ctx: TransactionContext, id: number): Promise<WebhookDelivery> {
  const item = await outboxItems.lockItem(ctx, { channel: 'webhook', id })
  const webhook = await ctx.db
    .selectFrom('webhook')
    .select('url')
    .where('id', '=', Number(item?.recipient ?? 0))
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!item || !webhook) throw new ShopError('webhook.messageUnknown')
  return toWebhookDelivery(item, webhook.url)
}

/** Deletes messages of 30 days ago that have arrived, were given up, or have no receiver any more. Called periodically. */
export async function eraseOldMessages(ctx: Context): Promise<void> {
  const activeIds = new Set((await listWebhooks(ctx)).map(({ id }) => String(id)))
  await ctx.transact(async (ctx) => {
    for (const recipient of (await outboxItems.countWaitingByRecipient(ctx, 'webhook')).keys())
      if (!activeIds.has(recipient)) await outboxItems.giveUpItems(ctx, { channel: 'webhook', recipient })
    await outboxItems.deleteItemsBefore(ctx, {
      channel: 'webhook',
      before: addMinutes(ctx.clock.now(), -retentionMinutesOf('webhookMessages')),
      isWaitingDeleted: false,
    })
  })
}

/** A removed webhook has none. */
export const encryptedColumns: EncryptedColumn[] = [
  { table: 'webhook', column: 'secret_encrypted', buildEncryptionContext },
]

/** Of the encryption: a secret cannot be moved from one webhook to another. */
function buildEncryptionContext(id: number): string {
  return `webhook ${id}`
}

function payloadOf({ payloadJson }: OutboxItem): MessagePayload {
  return JSON.parse(payloadJson) as MessagePayload
}

function toWebhookDelivery(item: OutboxItem, url: string): WebhookDelivery {
  const { event, body } = payloadOf(item)
  const { orderId, status = null } = JSON.parse(body).data as { orderId: number; status?: OrderStatus }
  return {
    id: item.id,
    webhookId: Number(item.recipient),
    url,
    orderId,
    event,
    status,
    createdAt: item.createdAt,
    attemptCount: item.attempts,
    lastAttemptAt: item.lastAttemptAt,
    state: item.sentAt !== null ? 'delivered' : item.givenUpAt !== null ? 'given_up' : 'waiting',
    dueAt: item.dueAt,
    lastStatus: item.lastStatus,
    lastError: item.lastError as WebhookDeliveryErrorCode | null,
  }
}
