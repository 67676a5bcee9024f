import { type WhatsappMessage, whatsappWords } from '../../../app/texts/whatsapp.ts'
import type { Context, TransactionContext } from '../../context.ts'
import { type Channel, enqueueItem, type OutboxItem, type Outcome } from '../../outbox/outbox.ts'
import * as outboxItems from '../../outbox/outbox-items.ts'
import { addMinutes } from '../../platform/clock.ts'
import type { Notice } from '../notice.ts'
import type { NoticeChannel } from '../notice-channel.ts'
import { type SendResult, sendTemplate } from './cloud-api.ts'
import { findContact } from './contacts.ts'
import { loadTemplateNames } from './templates.ts'
import { toWhatsappSettings, type WhatsappSettings } from './whatsapp-environment.ts'

/** What is sent of a message. */
type WhatsappPayload = WhatsappMessage

/** Longer than the call's timeout. */
const claimSeconds = 60
/** After so many minutes an e-mail tells it instead: what WhatsApp tells is of the hour. */
const maxDeliveryMinutes = 30
const maxBackoffMinutes = 10
/** Until a report about a message whose answer was lost must have come. */
const reportWaitSeconds = 5 * 60
/** Of a message whose answers are lost: at most two arrive, and then the e-mail. */
const maxUnclearAttempts = 2

export const whatsappChannel: NoticeChannel = {
  name: 'whatsapp',
  jobName: 'whatsapp',
  async findAddress(ctx, { customerId = null, phone = null }) {
    if (loadSettings(ctx) === null) return null
    return phone ?? (customerId === null ? null : ((await findContact(ctx, customerId))?.phone ?? null))
  },
  async render(ctx, notice) {
    const message = writeMessage(notice)
    return message && (await loadTemplateNames(ctx))[message.template] !== '' ? message : null
  },
  createSender(ctx) {
    const settings = loadSettings(ctx)
    return settings && createWhatsappSender(settings)
  },
}

/** Null without an account at Meta. */
export function loadSettings({ settings }: Context): WhatsappSettings | null {
  return toWhatsappSettings(settings.getChannelEnvironment())
}

function writeMessage({ event, facts }: Notice): WhatsappMessage | null {
  const write = whatsappWords[event] as ((...facts: readonly unknown[]) => WhatsappMessage) | undefined
  return write?.(...facts) ?? null
}

/** Sends a code that proves a number. The one before it is void, so it is not sent any more. */
export async function enqueueNumberCode(ctx: TransactionContext, phone: string, code: string): Promise<void> {
  const kind = 'code whatsapp'
  await outboxItems.deleteItems(ctx, { channel: 'whatsapp', recipient: phone, kinds: [kind], isWaiting: true })
  const payload: WhatsappPayload = { template: 'numberCode', parameters: [code], suffix: code }
  await enqueueItem(ctx, { channel: 'whatsapp', recipient: phone, payload, kind })
}

/** Under which a report about an item's message names it. */
export function toReference({ id, createdAt }: Pick<OutboxItem, 'id' | 'createdAt'>): string {
  return `${id}.${createdAt.getTime()}`
}

function createWhatsappSender(settings: WhatsappSettings): Channel {
  return {
    name: 'whatsapp',
    claimSeconds,
    nameOf: ({ id }) => `WhatsApp message ${id}`,
    async send(ctx, item) {
      const { template, parameters, suffix } = payloadOf(item)
      const templateName = (await loadTemplateNames(ctx))[template]
      if (templateName === '') return giveUp(ctx, item, { lastError: 'template' })
      const reference = toReference(item)
      const message = { phone: item.recipient, templateName, parameters, suffix, reference }
      return toOutcome(ctx, item, await sendTemplate(settings, message))
    },
    recoverFromError: (ctx, item) => retryLater(ctx, item, { lastError: 'unexpected' }),
  }
}

function toOutcome(ctx: Context, item: OutboxItem, sending: SendResult): Outcome {
  switch (sending.result) {
    case 'accepted':
      return { result: 'sent', messageId: sending.messageId, keeps: keptOf(ctx) }
    case 'refused':
      return giveUp(ctx, item, { lastStatus: sending.status, lastError: String(sending.code ?? '') })
    case 'limited':
      return isTooOld(ctx, item)
        ? giveUp(ctx, item, { lastError: 'limit' })
        : {
            ...{ result: 'retry', afterSeconds: sending.waitSeconds, lastError: 'limit' },
            isItemAtFault: sending.isRecipientAlone,
            endsRound: !sending.isRecipientAlone,
            pauseSeconds: sending.isRecipientAlone ? 0 : sending.waitSeconds,
          }
    case 'unavailable':
      return retryLater(ctx, item, { lastError: String(sending.code ?? 'connection') })
    case 'unclear':
      return item.attempts >= maxUnclearAttempts
        ? giveUp(ctx, item, { lastError: 'unclear' })
        : {
            ...{ result: 'retry', afterSeconds: reportWaitSeconds, lastError: 'unclear' },
            ...{ isItemAtFault: true, endsRound: true },
          }
  }
}

function retryLater(ctx: Context, item: OutboxItem, { lastError }: { lastError: string }): Outcome {
  if (isTooOld(ctx, item)) return giveUp(ctx, item, { lastError })
  const afterSeconds = Math.min(2 ** (item.attempts - 1), maxBackoffMinutes) * 60
  return { result: 'retry', afterSeconds, isItemAtFault: false, endsRound: true, lastError }
}

function giveUp(
  ctx: Context,
  { id }: OutboxItem,
  answer: { lastStatus?: number; lastError: string },
): Extract<Outcome, { result: 'giveUp' }> {
  ctx.log.warn({ whatsapp: id, code: answer.lastError }, 'a WhatsApp message was given up')
  return { result: 'giveUp', keeps: keptOf(ctx), ...answer }
}

const isTooOld = (ctx: Context, { createdAt }: OutboxItem) =>
  ctx.clock.now() >= addMinutes(createdAt, maxDeliveryMinutes)

/** That it was sent is kept for the reports about it. */
const keptOf = ({ settings }: Context) => (settings.keepsSentEmails ? 'all' : 'trace')

export function payloadOf({ payloadJson }: OutboxItem): WhatsappPayload {
  return JSON.parse(payloadJson) as WhatsappPayload
}
