/** E-mails in the outbox, as pages list them. */

import type { Context, TransactionContext } from '../../context.ts'
import { enqueueItem, sendDue } from '../../outbox/outbox.ts'
import * as outboxItems from '../../outbox/outbox-items.ts'
import { addMinutes } from '../../platform/clock.ts'
import { retentionMinutesOf } from '../../platform/retention.ts'
import { normalizeInput } from '../../platform/user-input.ts'
import { emailChannel, payloadOf } from './email-channel.ts'

/** An e-mail as the sandbox shows it. */
interface StoredEmail {
  id: number
  /** The order it is about; null for other e-mails. */
  orderId: number | null
  subject: string
  text: string
  writtenAt: Date
}

interface EmailDelivery {
  to: string
  /** Null while it waits. */
  sentAt: Date | null
}

/** Changes the recipient of a customer's order e-mails: unsent ones go there, and all are listed and erased by it. */
export async function changeRecipient(ctx: TransactionContext, formerEmail: string, newEmail: string): Promise<void> {
  await outboxItems.changeRecipient(ctx, { channel: 'email', recipient: formerEmail, hasOrder: true }, newEmail)
  await outboxItems.changeFallbackRecipient(ctx, formerEmail, newEmail)
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

/** What was written to an address, newest first; subjects without codes. @param page from 1 */
export async function listByRecipient(ctx: Context, recipientEmail: string, page = 1): Promise<StoredEmail[]> {
  const recipient = normalizeInput(recipientEmail).toLowerCase()
  const items = await outboxItems.listItems(ctx, { channel: 'email', recipient }, page)
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
  const sender = emailChannel.createSender(ctx)
  if (sender) await sendDue(ctx, sender)
}

/** Deletes old sent e-mails; in the sandbox, unsent ones too. Called periodically. */
export async function purgeSentEmails(ctx: Context): Promise<void> {
  const before = addMinutes(ctx.clock.now(), -retentionMinutesOf('sentMails'))
  await outboxItems.deleteItemsBefore(ctx, {
    ...{ channel: 'email', before },
    isWaitingDeleted: ctx.settings.keepsSentEmails,
  })
}

/** A subject as the shop's people may read it: a code is for who reads the mailbox. */
function removeCode(subject: string): string {
  return subject.replace(/: \d{6}$/, '')
}
