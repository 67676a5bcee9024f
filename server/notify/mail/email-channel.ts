import type { EmailContent } from '../../../app/texts/mail.ts'
import { emailTexts } from '../../../app/texts/mail.ts'
import { toWritableText } from '../../../app/texts/writable-text.ts'
import type { Context } from '../../context.ts'
import type { Channel, OutboxItem, Outcome } from '../../outbox/outbox.ts'
import { addMinutes } from '../../platform/clock.ts'
import { retentionMinutesOf } from '../../platform/retention.ts'
import { type MailServer, MailServerError } from '../../ports/mail-server.ts'
import type { Notice } from '../notice.ts'
import type { NoticeChannel } from '../notice-channel.ts'
import { renderEmail } from './render-email.ts'

/** What is sent of an e-mail; of one that was sent in a live shop the subject alone is left. */
export interface EmailPayload {
  subject: string
  text?: string
  html?: string
  unsubscribePath?: string | null
  code?: string
}

/** Longer than any timeout of the mail server's. */
const claimSeconds = 600
const maxBackoffMinutes = 30
/** Minutes until an undelivered e-mail is given up. */
const maxDeliveryMinutes = retentionMinutesOf('mails')
/** Of addresses that can never exist (RFC 2606): of an account that nobody reads the e-mails of. */
const unreachableDomain = '@invalid'

export const emailChannel: NoticeChannel = {
  name: 'email',
  jobName: 'mail',
  findAddress: async (_ctx, { email }) => (email?.endsWith(unreachableDomain) ? null : (email?.toLowerCase() ?? null)),
  render: async (ctx, notice) => toEmailPayload(ctx, writeEmail(notice)),
  createSender: ({ providers }) => (providers.mailServer ? createEmailSender(providers.mailServer) : null),
}

function writeEmail({ event, facts }: Notice): EmailContent {
  return (emailTexts[event] as (...facts: readonly unknown[]) => EmailContent)(...facts)
}

function toEmailPayload(ctx: Context, content: EmailContent): EmailPayload {
  const { text, html } = renderEmail(content, {
    profile: ctx.settings.profile,
    origin: ctx.settings.getPublicOrigin(),
  })
  return {
    subject: toWritableText(content.subject),
    text: toWritableText(text),
    html: toWritableText(html),
    unsubscribePath: content.unsubscribePath ?? null,
    ...(content.code !== undefined && { code: content.code }),
  }
}

function createEmailSender(server: MailServer): Channel {
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

export function payloadOf({ payloadJson }: OutboxItem): EmailPayload {
  return JSON.parse(payloadJson) as EmailPayload
}
