/** An outbox: e-mails are written in the transaction of the event they report, and sent afterwards. */

import type { EmailContent } from '../../app/texts/mail.ts'
import { toWritableText } from '../../app/texts/writable-text.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { forEachIsolated } from '../platform/for-each-isolated.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { normalizeInput } from '../platform/user-input.ts'
import { type MailServer, MailServerError } from '../ports/mail-server.ts'
import { renderEmail } from './render-email.ts'

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

/** Minutes that a claimed e-mail belongs to the server sending it: longer than any timeout, so that a crash only delays it. */
const claimLifetimeMinutes = 10
const maxBackoffMinutes = 30
/** Minutes until an undelivered e-mail is given up. */
const maxDeliveryMinutes = retentionMinutesOf('mails')
const batchSize = 20
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
    await ctx.db
      .deleteFrom('outbox_email')
      .where('recipient', '=', to.toLowerCase())
      .where('kind', '=', kind)
      .where('sent_at', 'is', null)
      .execute()
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
    order_id: orderEmail.orderId,
    kind: orderEmail.kind,
    event_id: orderEmail.eventId,
  })
}

async function insertEmail(
  ctx: TransactionContext,
  to: string,
  content: EmailContent,
  reference: { order_id?: number; kind?: string; event_id?: number },
): Promise<void> {
  if (to.endsWith(unreachableDomain)) return
  const now = ctx.clock.now().toISOString()
  const { text, html } = renderEmail(content, {
    shopName: ctx.settings.profile.name,
    origin: ctx.settings.getPublicOrigin(),
  })
  await ctx.db
    .insertInto('outbox_email')
    .values({
      recipient: to.toLowerCase(),
      subject: toWritableText(content.subject),
      text_body: toWritableText(text),
      html_body: toWritableText(html),
      created_at: now,
      due_at: now,
      sent_at: null,
      unsubscribe_path: content.unsubscribePath ?? null,
      ...reference,
    })
    .execute()
}

/** Deletes an order's unsent e-mails of these kinds. Does nothing without a mail server: there e-mails are only viewed. */
export async function deleteSupersededEmails(ctx: TransactionContext, orderId: number, kinds: string[]): Promise<void> {
  if (!ctx.providers.mailServer) return
  await ctx.db
    .deleteFrom('outbox_email')
    .where('order_id', '=', orderId)
    .where('kind', 'in', kinds)
    .where('sent_at', 'is', null)
    .execute()
}

/** Changes the recipient of a customer's order e-mails: unsent ones go there, and all are listed and erased by it. */
export async function changeRecipient(ctx: TransactionContext, formerEmail: string, newEmail: string): Promise<void> {
  await ctx.db
    .updateTable('outbox_email')
    .set({ recipient: newEmail })
    .where('recipient', '=', formerEmail)
    .where('order_id', 'is not', null)
    .execute()
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
  await ctx.db
    .deleteFrom('outbox_email')
    .where('recipient', '=', formerEmail)
    .where('order_id', 'is not', null)
    .where('sent_at', 'is', null)
    .execute()
  await changeRecipient(ctx, formerEmail, replacement)
}

/** Enqueues the same e-mail again; does nothing if it has been deleted. */
export async function enqueueCopy(ctx: TransactionContext, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('outbox_email').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return
  const now = ctx.clock.now().toISOString()
  const { recipient, subject, text_body, html_body, order_id, kind } = row
  const copiedValues = { recipient, subject, text_body, html_body, order_id, kind }
  await ctx.db
    .insertInto('outbox_email')
    .values({ ...copiedValues, created_at: now, due_at: now, sent_at: null })
    .execute()
}

/** What one of an order's e-mails reports; null if the e-mail belongs to another order. */
export async function findOrderEmail(
  ctx: Context,
  orderId: number,
  id: number,
): Promise<{ kind: string | null; eventId: number | null; newestCopyId: number } | null> {
  const row = await ctx.db
    .selectFrom('outbox_email')
    .select(['kind', 'event_id as eventId'])
    .select((eb) =>
      eb
        .selectFrom('outbox_email as copy')
        .select((copy) => copy.fn.max('copy.id').as('id'))
        .whereRef('copy.order_id', '=', 'outbox_email.order_id')
        .whereRef('copy.event_id', '=', 'outbox_email.event_id')
        .as('newestCopyId'),
    )
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ? { ...row, newestCopyId: row.newestCopyId ?? id } : null
}

/** An order's e-mails, newest first. */
export async function listOrderEmails(
  ctx: Context,
  orderId: number,
): Promise<
  (Pick<StoredEmail, 'id' | 'subject' | 'writtenAt'> &
    EmailDelivery & { kind: string | null; eventId: number | null })[]
> {
  const rows = await ctx.db
    .selectFrom('outbox_email')
    .select(['id', 'kind', 'event_id', 'subject', 'recipient', 'created_at', 'sent_at'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, kind, event_id, subject, recipient, created_at, sent_at }) => ({
    id,
    kind,
    eventId: event_id,
    subject: removeCode(subject),
    to: recipient,
    writtenAt: new Date(created_at),
    sentAt: sent_at === null ? null : new Date(sent_at),
  }))
}

/** Everything written to an address, newest first; subjects without codes. */
export async function listByRecipient(ctx: Context, recipientEmail: string): Promise<StoredEmail[]> {
  const rows = await ctx.db
    .selectFrom('outbox_email')
    .select(['id', 'subject', 'text_body', 'created_at', 'order_id'])
    .where('recipient', '=', normalizeInput(recipientEmail).toLowerCase())
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    subject: removeCode(row.subject),
    text: row.text_body,
    writtenAt: new Date(row.created_at),
  }))
}

/** E-mails that were tried and not delivered, oldest first, with the address masked. */
export async function listFailingEmails(ctx: Context, limit: number) {
  const rows = await ctx.db
    .selectFrom('outbox_email')
    .select(['id', 'recipient', 'subject', 'attempts', 'created_at'])
    .where('sent_at', 'is', null)
    .where('attempts', '>', 1)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ created_at, recipient, subject, ...row }) => ({
    ...row,
    subject: removeCode(subject),
    recipient: recipient.replace(/^(.).*@/, '$1***@'),
    writtenAt: new Date(created_at),
  }))
}

/** How many e-mails are yet to be sent, and since when the oldest; null where none is. */
export async function loadOutboxStatus(ctx: Context): Promise<{ count: number; oldestAt: Date | null }> {
  const { count, oldest } = await ctx.db
    .selectFrom('outbox_email')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count, oldestAt: oldest ? new Date(oldest) : null }
}

/**
 * Sends what is due, each e-mail by the server that claims it first. Failed ones are retried with growing delays; an
 * unavailable mail server ends the round. Called periodically, by any number of servers.
 */
export async function sendDueEmails(ctx: Context): Promise<void> {
  const { mailServer } = ctx.providers
  if (!mailServer) return
  const dueEmails = await ctx.db
    .selectFrom('outbox_email')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('due_at', '<=', ctx.clock.now().toISOString())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('outbox_email as earlier')
            .select('earlier.id')
            .whereRef('earlier.order_id', '=', 'outbox_email.order_id')
            .whereRef('earlier.id', '<', 'outbox_email.id')
            .where('earlier.sent_at', 'is', null)
            // A letter that is put off for days must not hold back the pick-up code in the next.
            .where('earlier.is_deferred', '=', 0),
        ),
      ),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(batchSize)
    .execute()
  let isServerAvailable = true
  await forEachIsolated(
    dueEmails,
    ({ id }) => `e-mail ${id}`,
    async (email) => {
      if (isServerAvailable && (await claimEmail(ctx, email)))
        isServerAvailable = await sendEmail(ctx, email, mailServer)
    },
  )
}

/** Deletes old sent e-mails; in the sandbox, unsent ones too. Called periodically. */
export async function purgeSentEmails(ctx: Context): Promise<void> {
  const cutoff = addMinutes(ctx.clock.now(), -retentionMinutesOf('sentMails')).toISOString()
  await ctx.db
    .deleteFrom('outbox_email')
    .where('created_at', '<', cutoff)
    .$if(!ctx.settings.keepsSentEmails, (qb) => qb.where('sent_at', 'is not', null))
    .execute()
}

async function claimEmail(ctx: Context, email: Row<'outbox_email'>): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('outbox_email')
    .set({ due_at: addMinutes(ctx.clock.now(), claimLifetimeMinutes).toISOString(), attempts: email.attempts + 1 })
    .where('id', '=', email.id)
    .where('attempts', '=', email.attempts)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false when the server is unavailable */
async function sendEmail(ctx: Context, email: Row<'outbox_email'>, server: MailServer): Promise<boolean> {
  try {
    await server.send({
      // The same for every attempt, so that mail programs recognise a duplicate.
      id: messageIdOf(email),
      to: email.recipient,
      subject: email.subject,
      text: email.text_body,
      html: email.html_body,
      unsubscribeUrl:
        email.unsubscribe_path && new URL(email.unsubscribe_path, `${ctx.settings.getPublicOrigin()}/`).href,
    })
  } catch (error) {
    const { isUnavailable, isPermanent } =
      error instanceof MailServerError ? error : { isUnavailable: false, isPermanent: false }
    await postponeOrGiveUp(ctx, email, error, { isUnavailable, isPermanent })
    if (!(error instanceof MailServerError)) throw error
    return !isUnavailable
  }
  if (ctx.settings.keepsSentEmails || email.order_id !== null) await markSent(ctx, email)
  else await deleteEmail(ctx, email)
  return true
}

/** Keeps for a while that an order's e-mail was sent, without its text: it can be rendered again from its kind. */
async function markSent(ctx: Context, { id, created_at }: Row<'outbox_email'>): Promise<void> {
  const sentValues = { sent_at: ctx.clock.now().toISOString(), message_id: messageIdOf({ id, created_at }) }
  await ctx.db
    .updateTable('outbox_email')
    .set(ctx.settings.keepsSentEmails ? sentValues : { ...sentValues, text_body: '', html_body: '' })
    .where('id', '=', id)
    .execute()
}

async function postponeOrGiveUp(
  ctx: Context,
  email: Row<'outbox_email'>,
  error: unknown,
  { isUnavailable, isPermanent }: Pick<MailServerError, 'isUnavailable' | 'isPermanent'>,
): Promise<void> {
  const now = ctx.clock.now()
  const isTooOld = now >= addMinutes(new Date(email.created_at), maxDeliveryMinutes)
  if (isPermanent || isTooOld) {
    ctx.log.warn({ mail: email.id, err: error }, 'an e-mail was given up')
    await deleteEmail(ctx, email)
    return
  }
  ctx.log.warn({ mail: email.id, err: error }, 'an e-mail will be tried again')
  const backoffMinutes = Math.min(2 ** email.attempts, maxBackoffMinutes)
  await ctx.db
    .updateTable('outbox_email')
    .set({
      due_at: addMinutes(now, backoffMinutes).toISOString(),
      // While the server is away all wait, in their order.
      ...(isUnavailable ? {} : { is_deferred: 1 }),
    })
    .where('id', '=', email.id)
    .execute()
}

async function deleteEmail(ctx: Context, email: Row<'outbox_email'>): Promise<void> {
  await ctx.db.deleteFrom('outbox_email').where('id', '=', email.id).execute()
}

/** The first part of its Message-ID. */
function messageIdOf({ id, created_at }: Pick<Row<'outbox_email'>, 'id' | 'created_at'>): string {
  return `${id}.${Date.parse(created_at)}`
}

/** A subject as the shop's people may read it: a code is for who reads the mailbox. */
function removeCode(subject: string): string {
  return subject.replace(/: \d{6}$/, '')
}
