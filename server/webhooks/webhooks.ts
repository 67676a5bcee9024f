import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import type { OrderStatus, Row, WebhookDeliveryErrorCode } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import { ShopError } from '../platform/errors.ts'
import { createGuardedLookup, type ResolveHostname } from '../platform/guarded-lookup.ts'
import { isLoopback } from '../platform/loopback.ts'
import { type ReencryptionOptions, type ReencryptionResult, reencryptColumn } from '../platform/reencryption.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { type DeliveryOutcome, postWebhookMessage } from './post-webhook-message.ts'
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

/** The log of what did not arrive: never with an address, which may hold a password of the receiver's. */
export interface WebhookLogger {
  warn(details: { webhook: number; messageId?: string; err?: unknown }, message: string): void
}

interface Deps {
  database: Database
  clock: Clock
  encryption: Encryption
  log: WebhookLogger
  /** Whether messages may be sent to an address. */
  isAllowedAddress: (address: string) => boolean
  /** Takes http for this machine, too: in the sandbox. */
  allowsHttpLoopback: boolean
  /** Tests answer for the system's resolver. */
  resolveHostname?: ResolveHostname | undefined
  /** From the first byte sent to the last one read. */
  timeoutMs?: number | undefined
}

/** Seconds from each failed attempt to the next, as Standard Webhooks 1.0.0 suggests: three days in all. */
const retryDelaysSeconds = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600]
/** Seconds that a claimed message belongs to the server sending it: longer than any timeout, so that a crash only delays it. */
const claimSeconds = 60
/** Messages to one webhook in a round, and seconds after which the round ends before its next message. */
const maxMessagesPerRound = 20
const maxRoundSeconds = 10
const maxListedDeliveries = 100
const maxUrlLength = 500

export type WebhookService = ReturnType<typeof createWebhookService>

/**
 * Signed messages to the store's own systems, in an outbox: written in the transaction of the change they tell, and sent
 * afterwards, at least once.
 */
export function createWebhookService({ database, clock, encryption, log, ...networkOptions }: Deps) {
  const { db, transact } = database
  const { isAllowedAddress, allowsHttpLoopback, resolveHostname, timeoutMs = 10_000 } = networkOptions
  const lookup = createGuardedLookup(isAllowedAddress, resolveHostname)
  /** What this process is sending, by webhook. */
  const activeRoundByWebhookId = new Map<number, Promise<void>>()
  return {
    addWebhook,
    listWebhooks,
    removeWebhook,
    enqueueStatusChange,
    enqueueProblem,
    enqueueOrderLate,
    sendDueMessages,
    waitUntilIdle,
    listDeliveries,
    loadOutboxStatus,
    resendMessage,
    eraseOldMessages,
    reencrypt,
  }

  /**
   * Registers an address.
   * @param transactionHook is given its number
   * @returns its number, and the secret that signs its messages, which is not shown again
   * @throws ShopError "webhook.url", "webhook.network", "webhook.known"
   */
  async function addWebhook(
    { url, branchId }: NewWebhook,
    transactionHook: (tx: Transaction, id: number) => Promise<void>,
  ): Promise<{ id: number; secret: string }> {
    const normalizedUrl = parseWebhookUrl(url)
    const secret = createWebhookSecret()
    return transact(async (tx) => {
      const existingWebhooks = await tx
        .selectFrom('webhook')
        .select('branch_id')
        .where('removed_at', 'is', null)
        .where('url', '=', normalizedUrl)
        .execute()
      if (existingWebhooks.some(({ branch_id }) => branch_id === branchId))
        throw new ShopError('webhook.known', { input: 'url' })
      const created_at = clock.now().toISOString()
      const row = { url: normalizedUrl, secret_encrypted: '', branch_id: branchId, created_at }
      const { id } = await tx.insertInto('webhook').values(row).returning('id').executeTakeFirstOrThrow()
      const secret_encrypted = encryption.encryptText(secret, buildEncryptionContext(id))
      await tx.updateTable('webhook').set({ secret_encrypted }).where('id', '=', id).execute()
      await transactionHook(tx, id)
      return { id, secret }
    })
  }

  /** @throws ShopError "webhook.url", "webhook.network" */
  function parseWebhookUrl(text: string): string {
    const url = URL.parse(text)
    if (!url || !isAcceptedUrl(url)) throw new ShopError('webhook.url', { input: 'url' })
    const host = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname.replace(/^\[|\]$/g, '')
    // A name's addresses are judged whenever a message is sent: they may change.
    if (isIP(host) !== 0 && !isAllowedAddress(host)) throw new ShopError('webhook.network', { input: 'url' })
    url.hash = ''
    return url.href
  }

  function isAcceptedUrl(url: URL): boolean {
    const hasAcceptedScheme =
      url.protocol === 'https:' || (url.protocol === 'http:' && allowsHttpLoopback && isLoopback(url))
    return hasAcceptedScheme && url.username === '' && url.password === '' && url.href.length <= maxUrlLength
  }

  /** Those registered now, the oldest first. */
  async function listWebhooks(): Promise<Webhook[]> {
    const rows = await db
      .selectFrom('webhook')
      .select(['id', 'url', 'branch_id'])
      .select((webhook) => {
        const unsentMessages = webhook
          .selectFrom('webhook_delivery')
          .whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')
          .where('due_at', 'is not', null)
          .select(({ fn }) => fn.countAll<number>().as('count'))
        const failingMessages = unsentMessages.where((message) =>
          message.or([message('last_status', 'is not', null), message('last_error', 'is not', null)]),
        )
        return [unsentMessages.as('unsent'), failingMessages.as('failing')]
      })
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(({ id, url, branch_id, unsent, failing }) => ({
      id,
      url,
      branchId: branch_id,
      unsentCount: Number(unsent),
      failingCount: Number(failing),
    }))
  }

  /** Ends its notifications; its messages stay in the log, those that wait as given up. @throws ShopError "webhook.unknown" */
  async function removeWebhook(id: number, transactionHook: TransactionHook): Promise<void> {
    await transact(async (tx) => {
      const now = clock.now().toISOString()
      const { numUpdatedRows } = await tx
        .updateTable('webhook')
        .set({ removed_at: now, secret_encrypted: '' })
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new ShopError('webhook.unknown')
      await tx
        .updateTable('webhook_delivery')
        .set({ due_at: null, given_up_at: now })
        .where('webhook_id', '=', id)
        .where('due_at', 'is not', null)
        .execute()
      await transactionHook(tx)
    })
  }

  /**
   * Writes the messages about a change in its transaction: both happen, or neither. Without a webhook it reads one index and
   * writes nothing.
   * @param loadStatusChange is called only where there is a webhook
   */
  async function enqueueStatusChange(tx: Transaction, loadStatusChange: () => Promise<StatusChange>): Promise<void> {
    await enqueueEvent(tx, 'order.status_changed', async () => {
      const { reachedAt, ...change } = await loadStatusChange()
      return { ...change, reachedAt: reachedAt.toISOString() }
    })
  }

  /** A customer reported a problem with an order. */
  function enqueueProblem(
    tx: Transaction,
    { id, ...problem }: { id: number; orderId: number; branchId: number; kind: string },
  ): Promise<void> {
    return enqueueEvent(tx, 'order.problem', async () => ({ problemId: id, ...problem }))
  }

  /** An order did not arrive by the time that was promised. */
  function enqueueOrderLate(
    tx: Transaction,
    lateOrder: { orderId: number; branchId: number; promisedAt: Date },
  ): Promise<void> {
    return enqueueEvent(tx, 'order.late', async () => ({
      ...lateOrder,
      promisedAt: lateOrder.promisedAt.toISOString(),
    }))
  }

  async function enqueueEvent(
    tx: Transaction,
    event: WebhookEvent,
    loadEventData: () => Promise<{ orderId: number; branchId: number; [field: string]: number | string }>,
  ): Promise<void> {
    const webhooks = await tx
      .selectFrom('webhook')
      .select(['id', 'branch_id'])
      .where('removed_at', 'is', null)
      .execute()
    if (webhooks.length === 0) return
    const data = await loadEventData()
    const recipients = webhooks.filter(({ branch_id }) => branch_id === null || branch_id === data.branchId)
    if (recipients.length === 0) return
    const now = clock.now().toISOString()
    const message = {
      message_id: `msg_${randomUUID().replaceAll('-', '')}`,
      event,
      body: JSON.stringify({ type: event, timestamp: now, data }),
      created_at: now,
      due_at: now,
    }
    await tx
      .insertInto('webhook_delivery')
      .values(recipients.map(({ id }) => ({ ...message, webhook_id: id })))
      .execute()
  }

  /**
   * Begins to send what is due, each message by the server that claims it first: to all webhooks at once, to each one message
   * after the other. It waits for none of them, so a slow one keeps only its own messages waiting. Called periodically, by any
   * number of servers.
   */
  async function sendDueMessages(): Promise<void> {
    const webhooks = await db.selectFrom('webhook').selectAll().where('removed_at', 'is', null).execute()
    for (const webhook of webhooks.filter(({ id }) => !activeRoundByWebhookId.has(id))) {
      const round = sendDueMessagesTo(webhook)
        .catch((err) => log.warn({ webhook: webhook.id, err }, 'messages to a webhook wait for the next round'))
        .finally(() => activeRoundByWebhookId.delete(webhook.id))
      activeRoundByWebhookId.set(webhook.id, round)
    }
  }

  /** Waits until this process is sending nothing. */
  async function waitUntilIdle(): Promise<void> {
    await Promise.all(activeRoundByWebhookId.values())
  }

  /** A failure ends the round, since the next message would most likely fail, too. */
  async function sendDueMessagesTo(webhook: Row<'webhook'>): Promise<void> {
    const roundEndsAt = addSeconds(clock.now(), maxRoundSeconds)
    const dueMessages = await db
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('webhook_id', '=', webhook.id)
      .where('due_at', '<=', clock.now().toISOString())
      .orderBy('due_at')
      .orderBy('id')
      .limit(maxMessagesPerRound)
      .execute()
    for (const message of dueMessages) {
      if (!(await attemptDelivery(webhook, message)) || clock.now() >= roundEndsAt) return
    }
  }

  /** @returns false when it failed; true also for a message that another server has claimed */
  async function attemptDelivery(webhook: Row<'webhook'>, message: Row<'webhook_delivery'>): Promise<boolean> {
    const attemptedAt = clock.now()
    const claimedColumns = {
      due_at: addSeconds(attemptedAt, claimSeconds).toISOString(),
      attempts: message.attempts + 1,
      last_attempt_at: attemptedAt.toISOString(),
    }
    if (!(await updateIfStillDue(message, claimedColumns))) return true
    const outcome = await sendMessage(webhook, message, attemptedAt)
    const isDelivered = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
    const scheduleColumns = isDelivered
      ? { due_at: null, delivered_at: clock.now().toISOString() }
      : toRetryColumns(outcome, claimedColumns.attempts)
    const outcomeColumns =
      'status' in outcome
        ? { last_status: outcome.status, last_error: null }
        : { last_status: null, last_error: outcome.fault }
    // Not if it was sent again, or its webhook removed, in the meantime.
    await updateIfStillDue({ ...message, ...claimedColumns }, { ...scheduleColumns, ...outcomeColumns })
    if ('given_up_at' in scheduleColumns) {
      log.warn({ webhook: webhook.id, messageId: message.message_id }, 'a message to a webhook was given up')
    }
    return isDelivered
  }

  async function sendMessage(
    webhook: Row<'webhook'>,
    { message_id, body }: Row<'webhook_delivery'>,
    sentAt: Date,
  ): Promise<DeliveryOutcome> {
    const secret = decryptSecret(webhook)
    if (secret === null) return { fault: 'secret' }
    const headers = buildSignatureHeaders({ secret, messageId: message_id, sentAt, body })
    return postWebhookMessage({ url: webhook.url, headers, body }, { lookup, timeoutMs })
  }

  /** Null where ENCRYPTION_KEYS has no key for it. */
  function decryptSecret({ id, secret_encrypted }: Row<'webhook'>): string | null {
    try {
      return encryption.decryptText(secret_encrypted, buildEncryptionContext(id))
    } catch {
      return null
    }
  }

  /** A receiver that responds 410 does not want the message any more. */
  function toRetryColumns(outcome: DeliveryOutcome, attemptCount: number) {
    const delaySeconds = retryDelaysSeconds[attemptCount - 1]
    const isGone = 'status' in outcome && outcome.status === 410
    if (delaySeconds === undefined || isGone) return { due_at: null, given_up_at: clock.now().toISOString() }
    return { due_at: addSeconds(clock.now(), delaySeconds).toISOString() }
  }

  /** @returns false, changing nothing, when it is not due at that instant any more */
  async function updateIfStillDue(
    { id, due_at }: Pick<Row<'webhook_delivery'>, 'id' | 'due_at'>,
    update: Partial<Row<'webhook_delivery'>>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('webhook_delivery')
      .set(update)
      .where('id', '=', id)
      .where('due_at', '=', due_at)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** The newest 100, those to removed webhooks too. */
  async function listDeliveries(): Promise<WebhookDelivery[]> {
    const rows = await db
      .selectFrom('webhook_delivery')
      .innerJoin('webhook', 'webhook.id', 'webhook_id')
      .selectAll('webhook_delivery')
      .select('webhook.url')
      .orderBy('webhook_delivery.id', 'desc')
      .limit(maxListedDeliveries)
      .execute()
    return rows.map(toWebhookDelivery)
  }

  /** How many messages are yet to be sent, and since when the oldest; null where none is. */
  async function loadOutboxStatus(): Promise<{ count: number; oldestAt: Date | null }> {
    const { count, oldest } = await db
      .selectFrom('webhook_delivery')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return { count, oldestAt: oldest ? new Date(oldest) : null }
  }

  /**
   * Sends a message once more, at once and under the same id, whatever became of it before; its attempts begin anew.
   * @param transactionHook is given the message
   * @throws ShopError "webhook.messageUnknown", also where its webhook is removed
   */
  async function resendMessage(
    id: number,
    transactionHook: (tx: Transaction, message: WebhookDelivery) => Promise<void>,
  ): Promise<void> {
    await transact(async (tx) => {
      const row = await tx
        .selectFrom('webhook_delivery')
        .innerJoin('webhook', 'webhook.id', 'webhook_id')
        .selectAll('webhook_delivery')
        .select('webhook.url')
        .where('webhook_delivery.id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      if (!row) throw new ShopError('webhook.messageUnknown')
      const clearedColumns = {
        delivered_at: null,
        given_up_at: null,
        last_status: null,
        last_error: null,
        last_attempt_at: null,
      }
      await tx
        .updateTable('webhook_delivery')
        .set({ ...clearedColumns, due_at: clock.now().toISOString(), attempts: 0 })
        .where('id', '=', id)
        .execute()
      await transactionHook(tx, toWebhookDelivery(row))
    })
  }

  /** Deletes messages of 30 days ago that have arrived, were given up, or have no receiver any more. Called periodically. */
  async function eraseOldMessages(): Promise<void> {
    const removedWebhookIds = db.selectFrom('webhook').select('id').where('removed_at', 'is not', null)
    await db
      .deleteFrom('webhook_delivery')
      .where('created_at', '<=', addSeconds(clock.now(), -retentionMinutesOf('webhookMessages') * 60).toISOString())
      .where((message) => message.or([message('due_at', 'is', null), message('webhook_id', 'in', removedWebhookIds)]))
      .execute()
  }

  /** Brings the secrets under the newest key. A removed webhook has none. */
  function reencrypt(options: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
    return reencryptColumn(
      { db, encryption },
      { table: 'webhook', column: 'secret_encrypted', buildEncryptionContext },
      options,
    )
  }
}

/** Of the encryption: a secret cannot be moved from one webhook to another. */
function buildEncryptionContext(id: number): string {
  return `webhook ${id}`
}

function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}

function toWebhookDelivery(row: Row<'webhook_delivery'> & { url: string }): WebhookDelivery {
  const { orderId, status = null } = JSON.parse(row.body).data as { orderId: number; status?: OrderStatus }
  return {
    id: row.id,
    webhookId: row.webhook_id,
    url: row.url,
    orderId,
    event: row.event as WebhookEvent,
    status,
    createdAt: new Date(row.created_at),
    attemptCount: row.attempts,
    lastAttemptAt: row.last_attempt_at === null ? null : new Date(row.last_attempt_at),
    state: row.delivered_at !== null ? 'delivered' : row.given_up_at !== null ? 'given_up' : 'waiting',
    dueAt: row.due_at === null ? null : new Date(row.due_at),
    lastStatus: row.last_status,
    lastError: row.last_error,
  }
}
