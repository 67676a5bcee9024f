/** Tells people what happened, where they read it. */

import type { Context, TransactionContext } from '../context.ts'
import { enqueueItem, sendDue } from '../outbox/outbox.ts'
import * as outboxItems from '../outbox/outbox-items.ts'
import { channels } from './channels.ts'
import { emailChannel } from './mail/email-channel.ts'
import type { EventName, Notice, NoticeRecipient } from './notice.ts'
import type { NoticeChannel } from './notice-channel.ts'

/**
 * What another channel tells in the place of an e-mail. Of all else there is always an e-mail: the law wants it in writing (Decreto
 * 7.962/2013), it is about money or the account's safety, or it has a code that no other channel has.
 */
const eventsWithoutWriting = new Set<EventName>([
  'orderOnItsWay',
  'pickupReminder',
  'prescriptionApproved',
  'problemQuestion',
  'proposal',
  'quoteAnswered',
  'refillReminder',
])

const isEmail = (channel: NoticeChannel) => channel.name === emailChannel.name

/**
 * Tells somebody of an event, in the transaction of the event: both happen, or neither. Which channels tell it, the event and the
 * recipient's choice decide. Where another channel takes the e-mail's place and cannot deliver, the e-mail is sent after all.
 * @returns false where no channel reaches the recipient
 */
export async function notify(ctx: TransactionContext, notice: Notice, recipient: NoticeRecipient): Promise<boolean> {
  const deliveries = []
  for (const channel of channels) {
    const address = await channel.findAddress(ctx, recipient)
    const payload = address === null ? null : await channel.render(ctx, notice)
    if (address !== null && payload !== null) deliveries.push({ channel, address, payload })
  }
  const email = deliveries.find(({ channel }) => isEmail(channel))
  const others = deliveries.filter(({ channel }) => !isEmail(channel))
  const replacesEmail = others.length > 0 && eventsWithoutWriting.has(notice.event)
  const fallback = replacesEmail && email ? { recipient: email.address, payload: email.payload } : null
  if (email && !replacesEmail) await enqueueNotice(ctx, notice, email)
  for (const [index, delivery] of others.entries())
    await enqueueNotice(ctx, notice, { ...delivery, fallback: index === 0 ? fallback : null })
  return deliveries.length > 0
}

/** The same for a code for a mailbox, which makes the one before it void: that would be typed in vain, so it is not sent any more. */
export async function notifyCode(
  ctx: TransactionContext,
  notice: Notice,
  { email, purpose }: { email: string; purpose: string },
): Promise<void> {
  const kind = `code ${purpose}`
  const recipient = await emailChannel.findAddress(ctx, { email })
  const payload = await emailChannel.render(ctx, notice)
  if (recipient === null || payload === null) return
  if (emailChannel.createSender(ctx))
    await outboxItems.deleteItems(ctx, { channel: 'email', recipient, kinds: [kind], isWaiting: true })
  await enqueueItem(ctx, { channel: 'email', recipient, payload, kind })
}

interface Delivery {
  channel: NoticeChannel
  address: string
  payload: object
  fallback?: { recipient: string; payload: object } | null
}

async function enqueueNotice(
  ctx: TransactionContext,
  { order }: Notice,
  { channel, address, payload, fallback = null }: Delivery,
): Promise<void> {
  // Who waits at the counter for a code must not wait for another letter.
  const isSequenced = order !== undefined && !('code' in payload)
  await enqueueItem(ctx, {
    ...{ channel: channel.name, recipient: address, payload, fallback },
    ...(isSequenced && { sequenceKey: `${channel.name} order ${order.orderId}` }),
    ...order,
  })
}

/** Deletes an order's unsent notices of these kinds; not those of channels without access, which are only viewed. */
export async function deleteSupersededNotices(
  ctx: TransactionContext,
  orderId: number,
  kinds: string[],
): Promise<void> {
  for (const channel of channels)
    if (channel.createSender(ctx))
      await outboxItems.deleteItems(ctx, { channel: channel.name, orderId, kinds, isWaiting: true })
}

/** Sends what is due of a channel. Called periodically, by any number of servers. */
export async function sendDueNotices(ctx: Context, channel: NoticeChannel): Promise<void> {
  const sender = channel.createSender(ctx)
  if (sender) await sendDue(ctx, sender)
}
