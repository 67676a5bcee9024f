/**
 * Signed messages to the store's own systems, in an outbox: written in the transaction of the change they tell, and sent
 * afterwards, at least once.
 */

import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Context, TransactionContext } from '../context.ts'
import type { OrderStatus, Row, WebhookDeliveryErrorCode } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { forEachIsolated } from '../platform/for-each-isolated.ts'
import { isLoopback } from '../platform/loopback.ts'
import { type ReencryptionOptions, type ReencryptionResult, reencryptColumn } from '../platform/reencryption.ts'
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

/** The events of which webhooks are notified. */
export type WebhookEvent = 'order.status_changed' | 'order.problem' | 'order.late'

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
/** Messages to one webhook in a round, and seconds after which the round ends before its next message. */
const maxMessagesPerRound = 20
const maxRoundSeconds = 10
export const deliveriesPerPage = 100
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
    .select((webhook) => {
      const unsentMessages = webhook
        .selectFrom('webhookDelivery')
        .whereRef('webhookDelivery.webhookId', '=', 'webhook.id')
        .where('dueAt', 'is not', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
      const failingMessages = unsentMessages.where((message) =>
        message.or([message('lastStatus', 'is not', null), message('lastError', 'is not', null)]),
      )
      return [unsentMessages.as('unsent'), failingMessages.as('failing')]
    })
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ unsent, failing, ...row }) => ({
    ...row,
    unsentCount: Number(unsent),
    failingCount: Number(failing),
  }))
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
    await ctx.db
      .updateTable('webhookDelivery')
      .set({ dueAt: null, givenUpAt: now })
      .where('webhookId', '=', id)
      .where('dueAt', 'is not', null)
      .execute()
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
  const now = ctx.clock.now()
  const message = {
    messageId: `msg_${randomUUID().replaceAll('-', '')}`,
    event,
    body: JSON.stringify({ type: event, timestamp: now.toISOString(), data }),
    createdAt: now,
    dueAt: now,
  }
  await ctx.db
    .insertInto('webhookDelivery')
    .values(recipients.map(({ id }) => ({ ...message, webhookId: id })))
    .execute()
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
    const round = sendDueMessagesTo(ctx, webhook)
      .catch((err) => ctx.log.warn({ webhook: webhook.id, err }, 'messages to a webhook wait for the next round'))
      .finally(() => activeRoundByWebhookId.delete(webhook.id))
    activeRoundByWebhookId.set(webhook.id, round)
  }
}

/** Waits until this process is sending nothing. */
export async function waitUntilIdle(ctx: Context): Promise<void> {
  await Promise.all(ctx.memory(createActiveRounds).values())
}

/** A failure ends the round, since the next message would most likely fail, too. */
async function sendDueMessagesTo(ctx: Context, webhook: Row<'webhook'>): Promise<void> {
  const roundEndsAt = addSeconds(ctx.clock.now(), maxRoundSeconds)
  const dueMessages = await ctx.db
    .selectFrom('webhookDelivery')
    .selectAll()
    .where('webhookId', '=', webhook.id)
    .where('dueAt', '<=', ctx.clock.now())
    .orderBy('dueAt')
    .orderBy('id')
    .limit(maxMessagesPerRound)
    .execute()
  let isOver = false
  await forEachIsolated(
    dueMessages,
    ({ messageId }) => messageId,
    async (message) => {
      if (!isOver) isOver = !(await attemptDelivery(ctx, webhook, message)) || ctx.clock.now() >= roundEndsAt
    },
  )
}

/** @returns false when it failed; true also for a message that another server has claimed */
async function attemptDelivery(
  ctx: Context,
  webhook: Row<'webhook'>,
  message: Row<'webhookDelivery'>,
): Promise<boolean> {
  const attemptedAt = ctx.clock.now()
  const claimedColumns = {
    dueAt: addSeconds(attemptedAt, claimSeconds),
    attempts: message.attempts + 1,
    lastAttemptAt: attemptedAt,
  }
  if (!(await updateIfStillDue(ctx, message, claimedColumns))) return true
  const outcome = await sendMessage(ctx, webhook, message, attemptedAt)
  const isDelivered = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
  const scheduleColumns = isDelivered
    ? { dueAt: null, deliveredAt: ctx.clock.now() }
    : toRetryColumns(ctx, outcome, claimedColumns.attempts)
  const outcomeColumns =
    'status' in outcome
      ? { lastStatus: outcome.status, lastError: null }
      : { lastStatus: null, lastError: outcome.fault }
  // Not if it was sent again, or its webhook removed, in the meantime.
  await updateIfStillDue(ctx, { ...message, ...claimedColumns }, { ...scheduleColumns, ...outcomeColumns })
  if ('givenUpAt' in scheduleColumns) {
    ctx.log.warn({ webhook: webhook.id, messageId: message.messageId }, 'a message to a webhook was given up')
  }
  return isDelivered
}

async function sendMessage(
  ctx: Context,
  webhook: Row<'webhook'>,
  { messageId, body }: Row<'webhookDelivery'>,
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

/** A receiver that responds 410 does not want the message any more. */
function toRetryColumns(ctx: Context, outcome: DeliveryOutcome, attemptCount: number) {
  const delaySeconds = retryDelaysSeconds[attemptCount - 1]
  const isGone = 'status' in outcome && outcome.status === 410
  if (delaySeconds === undefined || isGone) return { dueAt: null, givenUpAt: ctx.clock.now() }
  return { dueAt: addSeconds(ctx.clock.now(), delaySeconds) }
}

/** @returns false, changing nothing, when it is not due at that instant any more */
async function updateIfStillDue(
  ctx: Context,
  { id, dueAt }: Pick<Row<'webhookDelivery'>, 'id' | 'dueAt'>,
  update: Partial<Row<'webhookDelivery'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('webhookDelivery')
    .set(update)
    .where('id', '=', id)
    .where('dueAt', '=', dueAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The newest, those to removed webhooks too. @param page from 1 */
export async function listDeliveries(ctx: Context, page = 1): Promise<WebhookDelivery[]> {
  const rows = await ctx.db
    .selectFrom('webhookDelivery')
    .innerJoin('webhook', 'webhook.id', 'webhookId')
    .selectAll('webhookDelivery')
    .select('webhook.url')
    .orderBy('webhookDelivery.id', 'desc')
    .limit(deliveriesPerPage)
    .offset((page - 1) * deliveriesPerPage)
    .execute()
  return rows.map(toWebhookDelivery)
}

/** How many messages are yet to be sent, and since when the oldest; null where none is. */
export async function loadOutboxStatus(ctx: Context): Promise<{ count: number; oldestAt: Date | null }> {
  const { count, oldestAt } = await ctx.db
    .selectFrom('webhookDelivery')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('createdAt').as('oldestAt')])
    .where('dueAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return { count, oldestAt }
}

/**
 * Sends a message once more, at once and under the same id, whatever became of it before; its attempts begin anew.
 * @throws ShopError "webhook.messageUnknown", also where its webhook is removed
 */
export async function resendMessage(ctx: Context, id: number): Promise<void> {
  await ctx.transact(async (ctx) => {
    await lockMessage(ctx, id)
    const clearedColumns = {
      deliveredAt: null,
      givenUpAt: null,
      lastStatus: null,
      lastError: null,
      lastAttemptAt: null,
    }
    await ctx.db
      .updateTable('webhookDelivery')
      .set({ ...clearedColumns, dueAt: ctx.clock.now(), attempts: 0 })
      .where('id', '=', id)
      .execute()
  })
}

/**
 * The message, its row locked until the transaction ends: of two who send it again at once the second sees that it waits already.
 * @throws ShopError "webhook.messageUnknown", also where its webhook is removed
 */
export async function lockMessage(ctx: TransactionContext, id: number): Promise<WebhookDelivery> {
  const messageQuery = ctx.db
    .selectFrom('webhookDelivery')
    .innerJoin('webhook', 'webhook.id', 'webhookId')
    .selectAll('webhookDelivery')
    .select('webhook.url')
    .where('webhookDelivery.id', '=', id)
    .where('removedAt', 'is', null)
  const row = await (ctx.engine === 'postgres' ? messageQuery.forUpdate() : messageQuery).executeTakeFirst()
  if (!row) throw new ShopError('webhook.messageUnknown')
  return toWebhookDelivery(row)
}

/** Deletes messages of 30 days ago that have arrived, were given up, or have no receiver any more. Called periodically. */
export async function eraseOldMessages(ctx: Context): Promise<void> {
  const removedWebhookIds = ctx.db.selectFrom('webhook').select('id').where('removedAt', 'is not', null)
  await ctx.db
    .deleteFrom('webhookDelivery')
    .where('createdAt', '<=', addSeconds(ctx.clock.now(), -retentionMinutesOf('webhookMessages') * 60))
    .where((message) => message.or([message('dueAt', 'is', null), message('webhookId', 'in', removedWebhookIds)]))
    .execute()
}

/** Brings the secrets under the newest key. A removed webhook has none. */
export function reencrypt(ctx: Context, options: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
  return reencryptColumn(ctx, { table: 'webhook', column: 'secret_encrypted', buildEncryptionContext }, options)
}

/** Of the encryption: a secret cannot be moved from one webhook to another. */
function buildEncryptionContext(id: number): string {
  return `webhook ${id}`
}

function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}

function toWebhookDelivery(row: Row<'webhookDelivery'> & { url: string }): WebhookDelivery {
  const { orderId, status = null } = JSON.parse(row.body).data as { orderId: number; status?: OrderStatus }
  return {
    id: row.id,
    webhookId: row.webhookId,
    url: row.url,
    orderId,
    event: row.event as WebhookEvent,
    status,
    createdAt: row.createdAt,
    attemptCount: row.attempts,
    lastAttemptAt: row.lastAttemptAt,
    state: row.deliveredAt !== null ? 'delivered' : row.givenUpAt !== null ? 'given_up' : 'waiting',
    dueAt: row.dueAt,
    lastStatus: row.lastStatus,
    lastError: row.lastError,
  }
}
