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
      .deleteFrom('outboxEmail')
      .where('recipient', '=', to.toLowerCase())
      .where('kind', '=', kind)
      .where('sentAt', 'is', null)
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
  const now = ctx.clock.now()
  const { text, html } = renderEmail(content, {
    profile: ctx.settings.profile,
    origin: ctx.settings.getPublicOrigin(),
  })
  await ctx.db
    .insertInto('outboxEmail')
    .values({
      recipient: to.toLowerCase(),
      subject: toWritableText(content.subject),
      textBody: toWritableText(text),
      htmlBody: toWritableText(html),
      createdAt: now,
      dueAt: now,
      sentAt: null,
      unsubscribePath: content.unsubscribePath ?? null,
      ...reference,
    })
    .execute()
}

/** Deletes an order's unsent e-mails of these kinds. Does nothing without a mail server: there e-mails are only viewed. */
export async function deleteSupersededEmails(ctx: TransactionContext, orderId: number, kinds: string[]): Promise<void> {
  if (!ctx.providers.mailServer) return
  await ctx.db
    .deleteFrom('outboxEmail')
    .where('orderId', '=', orderId)
    .where('kind', 'in', kinds)
    .where('sentAt', 'is', null)
    .execute()
}

/** Changes the recipient of a customer's order e-mails: unsent ones go there, and all are listed and erased by it. */
export async function changeRecipient(ctx: TransactionContext, formerEmail: string, newEmail: string): Promise<void> {
  await ctx.db
    .updateTable('outboxEmail')
    .set({ recipient: newEmail })
    .where('recipient', '=', formerEmail)
    .where('orderId', 'is not', null)
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
    .deleteFrom('outboxEmail')
    .where('recipient', '=', formerEmail)
    .where('orderId', 'is not', null)
    .where('sentAt', 'is', null)
    .execute()
  await changeRecipient(ctx, formerEmail, replacement)
}

/** Enqueues the same e-mail again; does nothing if it has been deleted. */
export async function enqueueCopy(ctx: TransactionContext, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('outboxEmail').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return
  const now = ctx.clock.now()
  const { recipient, subject, textBody, htmlBody, orderId, kind } = row
  const copiedValues = { recipient, subject, textBody, htmlBody, orderId, kind }
  await ctx.db
    .insertInto('outboxEmail')
    .values({ ...copiedValues, createdAt: now, dueAt: now, sentAt: null })
    .execute()
}

/** What one of an order's e-mails reports; null if the e-mail belongs to another order. */
export async function findOrderEmail(
  ctx: Context,
  orderId: number,
  id: number,
): Promise<{ kind: string | null; eventId: number | null; newestCopyId: number } | null> {
  const row = await ctx.db
    .selectFrom('outboxEmail')
    .select(['kind', 'eventId'])
    .select((eb) =>
      eb
        .selectFrom('outboxEmail as copy')
        .select((copy) => copy.fn.max('copy.id').as('id'))
        .whereRef('copy.orderId', '=', 'outboxEmail.orderId')
        .whereRef('copy.eventId', '=', 'outboxEmail.eventId')
        .as('newestCopyId'),
    )
    .where('id', '=', id)
    .where('orderId', '=', orderId)
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
    .selectFrom('outboxEmail')
    .select(['id', 'kind', 'eventId', 'subject', 'recipient as to', 'createdAt as writtenAt', 'sentAt'])
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, subject: removeCode(row.subject) }))
}

export const emailsPerPage = 100

/** What was written to an address, newest first; subjects without codes. @param page from 1 */
export async function listByRecipient(ctx: Context, recipientEmail: string, page = 1): Promise<StoredEmail[]> {
  const rows = await ctx.db
    .selectFrom('outboxEmail')
    .select(['id', 'orderId', 'subject', 'textBody as text', 'createdAt as writtenAt'])
    .where('recipient', '=', normalizeInput(recipientEmail).toLowerCase())
    .orderBy('id', 'desc')
    .limit(emailsPerPage)
    .offset((page - 1) * emailsPerPage)
    .execute()
  return rows.map((row) => ({ ...row, subject: removeCode(row.subject) }))
}

/** E-mails that were tried and not delivered, oldest first, with the address masked. */
export async function listFailingEmails(ctx: Context, limit: number) {
  const rows = await ctx.db
    .selectFrom('outboxEmail')
    .select(['id', 'recipient', 'subject', 'attempts', 'createdAt as writtenAt'])
    .where('sentAt', 'is', null)
    .where('attempts', '>', 1)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...row,
    subject: removeCode(row.subject),
    recipient: row.recipient.replace(/^(.).*@/, '$1***@'),
  }))
}

/** How many e-mails are yet to be sent, and since when the oldest; null where none is. */
export async function loadOutboxStatus(ctx: Context): Promise<{ count: number; oldestAt: Date | null }> {
  const { count, oldestAt } = await ctx.db
    .selectFrom('outboxEmail')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('createdAt').as('oldestAt')])
    .where('sentAt', 'is', null)
    .executeTakeFirstOrThrow()
  return { count, oldestAt }
}

/**
 * Sends what is due, each e-mail by the server that claims it first. Failed ones are retried with growing delays; an
 * unavailable mail server ends the round. Called periodically, by any number of servers.
 */
export async function sendDueEmails(ctx: Context): Promise<void> {
  const { mailServer } = ctx.providers
  if (!mailServer) return
  const dueEmails = await ctx.db
    .selectFrom('outboxEmail')
    .selectAll()
    .where('sentAt', 'is', null)
    .where('dueAt', '<=', ctx.clock.now())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('outboxEmail as earlier')
            .select('earlier.id')
            .whereRef('earlier.orderId', '=', 'outboxEmail.orderId')
            .whereRef('earlier.id', '<', 'outboxEmail.id')
            .where('earlier.sentAt', 'is', null)
            // A letter that is put off for days must not hold back the pick-up code in the next.
            .where('earlier.isDeferred', '=', false),
        ),
      ),
    )
    .orderBy('dueAt')
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
  const cutoff = addMinutes(ctx.clock.now(), -retentionMinutesOf('sentMails'))
  await ctx.db
    .deleteFrom('outboxEmail')
    .where('createdAt', '<', cutoff)
    .$if(!ctx.settings.keepsSentEmails, (qb) => qb.where('sentAt', 'is not', null))
    .execute()
}

async function claimEmail(ctx: Context, email: Row<'outboxEmail'>): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('outboxEmail')
    .set({ dueAt: addMinutes(ctx.clock.now(), claimLifetimeMinutes), attempts: email.attempts + 1 })
    .where('id', '=', email.id)
    .where('attempts', '=', email.attempts)
    .where('sentAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false when the server is unavailable */
async function sendEmail(ctx: Context, email: Row<'outboxEmail'>, server: MailServer): Promise<boolean> {
  try {
    await server.send({
      // The same for every attempt, so that mail programs recognise a duplicate.
      id: messageIdOf(email),
      to: email.recipient,
      subject: email.subject,
      text: email.textBody,
      html: email.htmlBody,
      unsubscribeUrl:
        email.unsubscribePath && new URL(email.unsubscribePath, `${ctx.settings.getPublicOrigin()}/`).href,
    })
  } catch (error) {
    const { isUnavailable, isPermanent } =
      error instanceof MailServerError ? error : { isUnavailable: false, isPermanent: false }
    await postponeOrGiveUp(ctx, email, error, { isUnavailable, isPermanent })
    if (!(error instanceof MailServerError)) throw error
    return !isUnavailable
  }
  if (ctx.settings.keepsSentEmails || email.orderId !== null) await markSent(ctx, email)
  else await deleteEmail(ctx, email)
  return true
}

/** Keeps for a while that an order's e-mail was sent, without its text: it can be rendered again from its kind. */
async function markSent(ctx: Context, { id, createdAt }: Row<'outboxEmail'>): Promise<void> {
  const sentValues = { sentAt: ctx.clock.now(), messageId: messageIdOf({ id, createdAt }) }
  await ctx.db
    .updateTable('outboxEmail')
    .set(ctx.settings.keepsSentEmails ? sentValues : { ...sentValues, textBody: '', htmlBody: '' })
    .where('id', '=', id)
    .execute()
}

async function postponeOrGiveUp(
  ctx: Context,
  email: Row<'outboxEmail'>,
  error: unknown,
  { isUnavailable, isPermanent }: Pick<MailServerError, 'isUnavailable' | 'isPermanent'>,
): Promise<void> {
  const now = ctx.clock.now()
  const isTooOld = now >= addMinutes(email.createdAt, maxDeliveryMinutes)
  if (isPermanent || isTooOld) {
    ctx.log.warn({ mail: email.id, err: error }, 'an e-mail was given up')
    await deleteEmail(ctx, email)
    return
  }
  ctx.log.warn({ mail: email.id, err: error }, 'an e-mail will be tried again')
  const backoffMinutes = Math.min(2 ** email.attempts, maxBackoffMinutes)
  await ctx.db
    .updateTable('outboxEmail')
    .set({
      dueAt: addMinutes(now, backoffMinutes),
      // While the server is away all wait, in their order.
      ...(isUnavailable ? {} : { isDeferred: true }),
    })
    .where('id', '=', email.id)
    .execute()
}

async function deleteEmail(ctx: Context, email: Row<'outboxEmail'>): Promise<void> {
  await ctx.db.deleteFrom('outboxEmail').where('id', '=', email.id).execute()
}

/** The first part of its Message-ID. */
function messageIdOf({ id, createdAt }: Pick<Row<'outboxEmail'>, 'id' | 'createdAt'>): string {
  return `${id}.${createdAt.getTime()}`
}

/** A subject as the shop's people may read it: a code is for who reads the mailbox. */
function removeCode(subject: string): string {
  return subject.replace(/: \d{6}$/, '')
}
