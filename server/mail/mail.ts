import type { EmailContent } from '../../app/texts/mail.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { normalizeInput } from '../platform/user-input.ts'
import { type MailServer, MailServerError } from './mail-server.ts'
import { type EmailSender, renderEmail } from './render-email.ts'

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

/** The log of e-mails that can't be sent: never with an address or their text. */
export interface MailLogger {
  warn(details: { mail: number; err?: unknown }, message: string): void
}

interface Deps {
  database: Database
  clock: Clock
  /** Null: e-mail is written but not sent. */
  mailServer: MailServer | null
  getSender: () => EmailSender
  /** Keeps sent e-mails, which the sandbox shows; elsewhere they are deleted. */
  keepsSentEmails: boolean
  log: MailLogger
}

/** Minutes that a claimed e-mail belongs to the server sending it: longer than any timeout, so that a crash only delays it. */
const claimLifetimeMinutes = 10
const maxBackoffMinutes = 30
/** Minutes until an undelivered e-mail is given up. */
const maxDeliveryMinutes = retentionMinutesOf('mails')
const batchSize = 20

export type MailService = ReturnType<typeof createMailService>

/** An outbox: e-mails are written in the transaction of the event they report, and sent afterwards. */
export function createMailService({ database, clock, mailServer, getSender, keepsSentEmails, log }: Deps) {
  const { db } = database
  return {
    enqueue,
    enqueueCode,
    enqueueForOrder,
    deleteSupersededEmails,
    changeRecipient,
    findOrderEmail,
    listOrderEmails,
    enqueueCopy,
    sendDueEmails,
    purgeSentEmails,
    listByRecipient,
    listFailingEmails,
    loadOutboxStatus,
  }

  /** Writes an e-mail in the transaction of the event it reports: both happen, or neither. */
  function enqueue(tx: Transaction, to: string, content: EmailContent): Promise<void> {
    return insertEmail(tx, to, content, {})
  }

  /** The same for a code, which makes the one before it void: that would be typed in vain, so it is not sent any more. */
  async function enqueueCode(tx: Transaction, to: string, purpose: string, content: EmailContent): Promise<void> {
    const kind = `code ${purpose}`
    if (mailServer)
      await tx
        .deleteFrom('outbox_email')
        .where('recipient', '=', to.toLowerCase())
        .where('kind', '=', kind)
        .where('sent_at', 'is', null)
        .execute()
    await insertEmail(tx, to, content, { kind })
  }

  /** The same for an e-mail about an order: those are sent in the order in which they were written. */
  function enqueueForOrder(
    tx: Transaction,
    to: string,
    orderEmail: OrderEmailReference,
    content: EmailContent,
  ): Promise<void> {
    return insertEmail(tx, to, content, {
      order_id: orderEmail.orderId,
      kind: orderEmail.kind,
      event_id: orderEmail.eventId,
    })
  }

  async function insertEmail(
    tx: Transaction,
    to: string,
    content: EmailContent,
    reference: { order_id?: number; kind?: string; event_id?: number },
  ): Promise<void> {
    const now = clock.now().toISOString()
    const { text, html } = renderEmail(content, getSender())
    await tx
      .insertInto('outbox_email')
      .values({
        recipient: to.toLowerCase(),
        subject: content.subject,
        text_body: text,
        html_body: html,
        created_at: now,
        due_at: now,
        sent_at: null,
        unsubscribe_path: content.unsubscribePath ?? null,
        ...reference,
      })
      .execute()
  }

  /** Deletes an order's unsent e-mails of these kinds. Does nothing without a mail server: there e-mails are only viewed. */
  async function deleteSupersededEmails(tx: Transaction, orderId: number, kinds: string[]): Promise<void> {
    if (!mailServer) return
    await tx
      .deleteFrom('outbox_email')
      .where('order_id', '=', orderId)
      .where('kind', 'in', kinds)
      .where('sent_at', 'is', null)
      .execute()
  }

  /** Changes the recipient of a customer's order e-mails: unsent ones go there, and all are listed and erased by it. */
  async function changeRecipient(tx: Transaction, formerEmail: string, newEmail: string): Promise<void> {
    await tx
      .updateTable('outbox_email')
      .set({ recipient: newEmail })
      .where('recipient', '=', formerEmail)
      .where('order_id', 'is not', null)
      .execute()
  }

  /** Enqueues the same e-mail again; does nothing if it has been deleted. */
  async function enqueueCopy(tx: Transaction, id: number): Promise<void> {
    const row = await tx.selectFrom('outbox_email').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return
    const now = clock.now().toISOString()
    const { recipient, subject, text_body, html_body, order_id, kind } = row
    const copiedValues = { recipient, subject, text_body, html_body, order_id, kind }
    await tx
      .insertInto('outbox_email')
      .values({ ...copiedValues, created_at: now, due_at: now, sent_at: null })
      .execute()
  }

  /** What one of an order's e-mails reports; null if the e-mail belongs to another order. */
  async function findOrderEmail(
    tx: Transaction,
    orderId: number,
    id: number,
  ): Promise<{ kind: string | null; eventId: number | null } | null> {
    const row = await tx
      .selectFrom('outbox_email')
      .select(['kind', 'event_id as eventId'])
      .where('id', '=', id)
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    return row ?? null
  }

  /** An order's e-mails, newest first. */
  async function listOrderEmails(
    orderId: number,
  ): Promise<(Pick<StoredEmail, 'id' | 'subject' | 'writtenAt'> & EmailDelivery & { kind: string | null })[]> {
    const rows = await db
      .selectFrom('outbox_email')
      .select(['id', 'kind', 'subject', 'recipient', 'created_at', 'sent_at'])
      .where('order_id', '=', orderId)
      .orderBy('id', 'desc')
      .limit(100)
      .execute()
    return rows.map(({ id, kind, subject, recipient, created_at, sent_at }) => ({
      id,
      kind,
      subject,
      to: recipient,
      writtenAt: new Date(created_at),
      sentAt: sent_at === null ? null : new Date(sent_at),
    }))
  }

  /** Everything written to an address, newest first. */
  async function listByRecipient(recipientEmail: string): Promise<StoredEmail[]> {
    const rows = await db
      .selectFrom('outbox_email')
      .select(['id', 'subject', 'text_body', 'created_at', 'order_id'])
      .where('recipient', '=', normalizeInput(recipientEmail).toLowerCase())
      .orderBy('id', 'desc')
      .limit(100)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      orderId: row.order_id,
      subject: row.subject,
      text: row.text_body,
      writtenAt: new Date(row.created_at),
    }))
  }

  /** E-mails that were tried and not delivered, oldest first, with the address masked. */
  async function listFailingEmails(limit: number) {
    const rows = await db
      .selectFrom('outbox_email')
      .select(['id', 'recipient', 'subject', 'attempts', 'created_at'])
      .where('sent_at', 'is', null)
      .where('attempts', '>', 1)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ created_at, recipient, ...row }) => ({
      ...row,
      recipient: recipient.replace(/^(.).*@/, '$1***@'),
      writtenAt: new Date(created_at),
    }))
  }

  /** How many e-mails are yet to be sent, and since when the oldest; null where none is. */
  async function loadOutboxStatus(): Promise<{ count: number; oldestAt: Date | null }> {
    const { count, oldest } = await db
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
  async function sendDueEmails(): Promise<void> {
    if (!mailServer) return
    const dueEmails = await db
      .selectFrom('outbox_email')
      .selectAll()
      .where('sent_at', 'is', null)
      .where('due_at', '<=', clock.now().toISOString())
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('outbox_email as earlier')
              .select('earlier.id')
              .whereRef('earlier.order_id', '=', 'outbox_email.order_id')
              .whereRef('earlier.id', '<', 'outbox_email.id')
              .where('earlier.sent_at', 'is', null),
          ),
        ),
      )
      .orderBy('due_at')
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const email of dueEmails) {
      if (!(await claimEmail(email))) continue
      if (!(await sendEmail(email, mailServer))) return
    }
  }

  /** Deletes old sent e-mails; in the sandbox, unsent ones too. Called periodically. */
  async function purgeSentEmails(): Promise<void> {
    const cutoff = addMinutes(clock.now(), -retentionMinutesOf('sentMails')).toISOString()
    await db
      .deleteFrom('outbox_email')
      .where('created_at', '<', cutoff)
      .$if(!keepsSentEmails, (qb) => qb.where('sent_at', 'is not', null))
      .execute()
  }

  async function claimEmail(email: Row<'outbox_email'>): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('outbox_email')
      .set({ due_at: addMinutes(clock.now(), claimLifetimeMinutes).toISOString(), attempts: email.attempts + 1 })
      .where('id', '=', email.id)
      .where('attempts', '=', email.attempts)
      .where('sent_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** @returns false when the server is unavailable */
  async function sendEmail(email: Row<'outbox_email'>, server: MailServer): Promise<boolean> {
    try {
      await server.send({
        // The same for every attempt, so that mail programs recognise a duplicate.
        id: messageIdOf(email),
        to: email.recipient,
        subject: email.subject,
        text: email.text_body,
        html: email.html_body,
        unsubscribeUrl: email.unsubscribe_path && new URL(email.unsubscribe_path, `${getSender().origin}/`).href,
      })
    } catch (error) {
      if (!(error instanceof MailServerError)) throw error
      await postponeOrGiveUp(email, error)
      return !error.isUnavailable
    }
    if (keepsSentEmails || email.order_id !== null) await markSent(email)
    else await deleteEmail(email)
    return true
  }

  /** Keeps for a while that an order's e-mail was sent, without its text: it can be rendered again from its kind. */
  async function markSent({ id, created_at }: Row<'outbox_email'>): Promise<void> {
    const sentValues = { sent_at: clock.now().toISOString(), message_id: messageIdOf({ id, created_at }) }
    await db
      .updateTable('outbox_email')
      .set(keepsSentEmails ? sentValues : { ...sentValues, text_body: '', html_body: '' })
      .where('id', '=', id)
      .execute()
  }

  async function postponeOrGiveUp(email: Row<'outbox_email'>, error: MailServerError): Promise<void> {
    const now = clock.now()
    const isTooOld = now >= addMinutes(new Date(email.created_at), maxDeliveryMinutes)
    if (error.isPermanent || isTooOld) {
      log.warn({ mail: email.id, err: error }, 'an e-mail was given up')
      await deleteEmail(email)
      return
    }
    log.warn({ mail: email.id, err: error }, 'an e-mail will be tried again')
    const backoffMinutes = Math.min(2 ** email.attempts, maxBackoffMinutes)
    const dueValues = { due_at: addMinutes(now, backoffMinutes).toISOString() }
    await db.updateTable('outbox_email').set(dueValues).where('id', '=', email.id).execute()
  }

  async function deleteEmail(email: Row<'outbox_email'>): Promise<void> {
    await db.deleteFrom('outbox_email').where('id', '=', email.id).execute()
  }
}

/** The first part of its Message-ID. */
function messageIdOf({ id, created_at }: Pick<Row<'outbox_email'>, 'id' | 'created_at'>): string {
  return `${id}.${Date.parse(created_at)}`
}
