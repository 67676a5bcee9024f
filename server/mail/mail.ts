/** E-mails in the outbox: written in the transaction of the event they report, and sent afterwards. */

import type { EmailContent } from '../../app/texts/mail.ts'
import { toWritableText } from '../../app/texts/writable-text.ts'
import type { Context, TransactionContext } from '../context.ts'
import { type Channel, enqueueItem, type OutboxItem, type Outcome, sendDue } from '../outbox/outbox.ts'
import * as outboxItems from '../outbox/outbox-items.ts'
import { addMinutes } from '../platform/clock.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { normalizeInput } from '../platform/user-input.ts'
import { type MailServer, MailServerError } from '../ports/mail-server.ts'
import { renderEmail } from './render-email.ts'

/** What is sent of an e-mail; of one that was sent in a live shop the subject alone is left. */
interface EmailPayload {
  subject: string
  text?: string
  html?: string
  unsubscribePath?: string | null
}

/** An e-mail as the sandbox shows it. */
interface StoredEmail {
  id: number
  /** The order it is about; null for other e-mails. */
  orderId: number | null
  subject: string
  text: string
  writtenAt: Date
}

/** What an e-mail says about an order. */
interface OrderEmailReference {
  orderId: number
  kind: string
  /** The order's event that it reports. */
  eventId: number
}

interface EmailDelivery {
  to: string
  /** Null while it waits. */
  sentAt: Date | null
}

/** Longer than any timeout of the mail server's. */
const claimSeconds = 600
const maxBackoffMinutes = 30
/** Minutes until an undelivered e-mail is given up. */
const maxDeliveryMinutes = retentionMinutesOf('mails')
/** Of addresses that can never exist (RFC 2606): of an account that nobody reads the e-mails of. */
const unreachableDomain = '@invalid'

/** Writes an e-mail in the transaction of the event it reports: both happen, or neither. */
export function enqueue(ctx: TransactionContext, to: string, content: EmailContent): Promise<void> {
  return insertEmail(ctx, to, content, {})
}

/** The same for a code, which makes the one before it void: that would be typed in vain, so it is not sent any more. */
export async function enqueueCode(
  ctx: TransactionContext,
  to: string,
  purpose: string,
  content: EmailContent,
): Promise<void> {
  const kind = `code ${purpose}`
  if (ctx.providers.mailServer)
    await outboxItems.deleteItems(ctx, {
      ...{ channel: 'email', recipient: to.toLowerCase(), kinds: [kind] },
      isWaiting: true,
    })
  await insertEmail(ctx, to, content, { kind })
}

/**
 * The same for an e-mail about an order: those are sent in the order in which they were written, but none waits for one that its mailbox
 * puts off.
 */
export function enqueueForOrder(
  ctx: TransactionContext,
  to: string,
  orderEmail: OrderEmailReference,
  content: EmailContent,
): Promise<void> {
  return insertEmail(ctx, to, content, {
    orderId: orderEmail.orderId,
    kind: orderEmail.kind,
    eventId: orderEmail.eventId,
  })
}

async function insertEmail(
  ctx: TransactionContext,
  to: string,
  content: EmailContent,
  reference: { orderId?: number; kind?: string; eventId?: number },
): Promise<void> {
  if (to.endsWith(unreachableDomain)) return
  const { text, html } = renderEmail(content, {
    profile: ctx.settings.profile,
    origin: ctx.settings.getPublicOrigin(),
  })
  const payload: EmailPayload = {
    subject: toWritableText(content.subject),
    text: toWritableText(text),
    html: toWritableText(html),
    unsubscribePath: content.unsubscribePath ?? null,
  }
  // Who waits at the counter's door for a code must not wait for another letter.
  const isSequenced = reference.orderId !== undefined && content.code === undefined
  await enqueueItem(ctx, {
    ...{ channel: 'email', recipient: to.toLowerCase(), payload },
    ...(isSequenced && { sequenceKey: `email order ${reference.orderId}` }),
    ...reference,
  })
}

/** Deletes an order's unsent e-mails of these kinds. Does nothing without a mail server: there e-mails are only viewed. */
export async function deleteSupersededEmails(ctx: TransactionContext, orderId: number, kinds: string[]): Promise<void> {
  if (ctx.providers.mailServer)
    await outboxItems.deleteItems(ctx, { channel: 'email', orderId, kinds, isWaiting: true })
}

/** Changes the recipient of a customer's order e-mails: unsent ones go there, and all are listed and erased by it. */
export async function changeRecipient(ctx: TransactionContext, formerEmail: string, newEmail: string): Promise<void> {
  await outboxItems.changeRecipient(ctx, { channel: 'email', recipient: formerEmail, hasOrder: true }, newEmail)
}

/**
 * The orders that an address was told of turn out to be somebody else's: what is unsent is not sent, and what was sent is listed under
 * another name.
 */
export async function withdrawRecipient(
  ctx: TransactionContext,
  formerEmail: string,
  replacement: string,
): Promise<void> {
  await outboxItems.deleteItems(ctx, { channel: 'email', recipient: formerEmail, hasOrder: true, isWaiting: true })
  await changeRecipient(ctx, formerEmail, replacement)
}

/** Enqueues the same e-mail again; does nothing if it has been deleted. */
export async function enqueueCopy(ctx: TransactionContext, id: number): Promise<void> {
  const item = await outboxItems.findItem(ctx, { channel: 'email', id })
  if (!item) return
  const { recipient, orderId, kind } = item
  await enqueueItem(ctx, {
    ...{ channel: 'email', recipient, payload: payloadOf(item) },
    ...(orderId !== null && { orderId }),
    ...(kind !== null && { kind }),
  })
}

/** What one of an order's e-mails reports; null if the e-mail belongs to another order. */
export async function findOrderEmail(
  ctx: Context,
  orderId: number,
  id: number,
): Promise<{ kind: string | null; eventId: number | null; newestCopyId: number } | null> {
  const item = await outboxItems.findItem(ctx, { channel: 'email', id, orderId })
  if (!item) return null
  const { kind, eventId } = item
  const copies = eventId === null ? [] : await outboxItems.listItems(ctx, { channel: 'email', orderId, eventId })
  return { kind, eventId, newestCopyId: Math.max(id, ...copies.map((copy) => copy.id)) }
}

/** An order's e-mails, newest first. */
export async function listOrderEmails(
  ctx: Context,
  orderId: number,
): Promise<
  (Pick<StoredEmail, 'id' | 'subject' | 'writtenAt'> &
    EmailDelivery & { kind: string | null; eventId: number | null })[]
> {
  const items = await outboxItems.listItems(ctx, { channel: 'email', orderId })
  return items.map((item) => ({
    ...{ id: item.id, kind: item.kind, eventId: item.eventId, subject: removeCode(payloadOf(item).subject) },
    ...{ to: item.recipient, writtenAt: item.createdAt, sentAt: item.sentAt },
  }))
}

/** Everything written to an address, newest first; subjects without codes. */
export async function listByRecipient(ctx: Context, recipientEmail: string): Promise<StoredEmail[]> {
  const recipient = normalizeInput(recipientEmail).toLowerCase()
  const items = await outboxItems.listItems(ctx, { channel: 'email', recipient })
  return items.map((item) => {
    const { subject, text = '' } = payloadOf(item)
    return { id: item.id, orderId: item.orderId, subject: removeCode(subject), text, writtenAt: item.createdAt }
  })
}

/** E-mails that were tried and not delivered, oldest first, with the address masked. */
export async function listFailingEmails(ctx: Context, limit: number) {
  const items = await outboxItems.listFailingItems(ctx, 'email', limit)
  return items.map((item) => ({
    ...{ id: item.id, attempts: item.attempts, writtenAt: item.createdAt },
    subject: removeCode(payloadOf(item).subject),
    recipient: item.recipient.replace(/^(.).*@/, '$1***@'),
  }))
}

/** How many e-mails are yet to be sent, and since when the oldest; null where none is. */
export function loadOutboxStatus(ctx: Context): Promise<{ count: number; oldestAt: Date | null }> {
  return outboxItems.loadOutboxStatus(ctx, 'email')
}

/** Sends what is due; an unavailable mail server ends the round. Called periodically, by any number of servers. */
export async function sendDueEmails(ctx: Context): Promise<void> {
  const { mailServer } = ctx.providers
  if (mailServer) await sendDue(ctx, createEmailChannel(mailServer))
}

/** Deletes old sent e-mails; in the sandbox, unsent ones too. Called periodically. */
export async function purgeSentEmails(ctx: Context): Promise<void> {
  const before = addMinutes(ctx.clock.now(), -retentionMinutesOf('sentMails'))
  await outboxItems.deleteItemsBefore(ctx, {
    ...{ channel: 'email', before },
    isWaitingDeleted: ctx.settings.keepsSentEmails,
  })
}

function createEmailChannel(server: MailServer): Channel {
  return {
    name: 'email',
    claimSeconds,
    nameOf: ({ id }) => `e-mail ${id}`,
    send: (ctx, item) => sendEmail(ctx, item, server),
    recoverFromError: (ctx, item, error) => postponeOrGiveUp(ctx, item, error),
  }
}

async function sendEmail(ctx: Context, item: OutboxItem, server: MailServer): Promise<Outcome> {
  const { subject, text = '', html = '', unsubscribePath } = payloadOf(item)
  // The same for every attempt, so that mail programs recognise a duplicate.
  const messageId = `${item.id}.${item.createdAt.getTime()}`
  try {
    await server.send({
      ...{ id: messageId, to: item.recipient, subject, text, html },
      unsubscribeUrl: unsubscribePath ? new URL(unsubscribePath, `${ctx.settings.getPublicOrigin()}/`).href : null,
    })
  } catch (error) {
    if (!(error instanceof MailServerError)) throw error
    return postponeOrGiveUp(ctx, item, error)
  }
  // That an order's e-mail was sent is kept for a while, without its text: it can be rendered again from its kind.
  const keeps = ctx.settings.keepsSentEmails ? 'all' : item.orderId === null ? 'nothing' : 'trace'
  return { result: 'sent', messageId, keeps }
}

function postponeOrGiveUp(ctx: Context, item: OutboxItem, error: unknown): Outcome {
  const { isUnavailable, isPermanent } =
    error instanceof MailServerError ? error : { isUnavailable: false, isPermanent: false }
  const isTooOld = ctx.clock.now() >= addMinutes(item.createdAt, maxDeliveryMinutes)
  if (isPermanent || isTooOld) {
    ctx.log.warn({ mail: item.id, err: error }, 'an e-mail was given up')
    return { result: 'giveUp', keeps: 'nothing' }
  }
  ctx.log.warn({ mail: item.id, err: error }, 'an e-mail will be tried again')
  const afterSeconds = Math.min(2 ** (item.attempts - 1), maxBackoffMinutes) * 60
  // While the server is away all wait, in their order.
  return { result: 'retry', afterSeconds, isItemAtFault: !isUnavailable, endsRound: isUnavailable }
}

function payloadOf({ payloadJson }: OutboxItem): EmailPayload {
  return JSON.parse(payloadJson) as EmailPayload
}

/** A subject as the shop's people may read it: a code is for who reads the mailbox. */
function removeCode(subject: string): string {
  return subject.replace(/: \d{6}$/, '')
}
