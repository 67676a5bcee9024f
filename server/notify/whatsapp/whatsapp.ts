/** What pages read of WhatsApp. */

import { renderWhatsappText, whatsappTemplates } from '../../../app/texts/whatsapp.ts'
import type { Context } from '../../context.ts'
import type { OutboxItem } from '../../outbox/outbox.ts'
import * as outboxItems from '../../outbox/outbox-items.ts'
import { addMinutes } from '../../platform/clock.ts'
import { retentionMinutesOf } from '../../platform/retention.ts'
import { accountFaultCodes } from './cloud-api.ts'
import { getVerifyToken } from './incoming-calls.ts'
import { loadSettings, payloadOf } from './whatsapp-channel.ts'

/** A message as the phone shows it. */
export interface PhoneMessage {
  id: number
  text: string
  /** Null without a button; a code's is not a link. */
  button: { label: string; url: string | null } | null
  writtenAt: Date
  state: 'queue' | 'onItsWay' | 'delivery' | 'failure'
}

/** Minutes after which a message that was taken is not replaced by an e-mail any more. */
const fallbackMinutes = 24 * 60

/** Whether the shop has an account at Meta: only then customers may choose to be told so. */
export function isWhatsappEnabled(ctx: Context): boolean {
  return loadSettings(ctx) !== null
}

/** What was written to a number, the oldest first: in the sandbox, which keeps it. */
export async function listPhoneMessages(ctx: Context, phone: string): Promise<PhoneMessage[]> {
  const items = await outboxItems.listItems(ctx, { channel: 'whatsapp', recipient: phone })
  return items.reverse().flatMap((item) => {
    const { template, parameters, suffix } = payloadOf(item)
    if (template === undefined) return []
    const { button, category } = whatsappTemplates[template]
    const isLink = category === 'UTILITY' && suffix !== null
    const url = isLink ? new URL(suffix, `${ctx.settings.getPublicOrigin()}/`).href : null
    return {
      ...{ id: item.id, text: renderWhatsappText({ template, parameters }), writtenAt: item.createdAt },
      button: button === null ? null : { label: button, url },
      state: toState(item),
    }
  })
}

function toState({ givenUpAt, deliveredAt, sentAt }: OutboxItem): PhoneMessage['state'] {
  if (givenUpAt) return 'failure'
  if (deliveredAt) return 'delivery'
  return sentAt ? 'onItsWay' : 'queue'
}

/** What the owner sees of it: whether it is set up, and what went wrong of late. @param failurePage from 1 */
export async function loadWhatsappStatus(ctx: Context, failurePage = 1) {
  const settings = loadSettings(ctx)
  const items = await outboxItems.listItems(ctx, { channel: 'whatsapp', isGivenUp: true }, failurePage)
  return {
    isEnabled: settings !== null,
    callUrl: new URL('/webhooks/whatsapp', ctx.settings.getPublicOrigin()).href,
    verifyToken: getVerifyToken(ctx),
    waitingCount: (await loadOutboxStatus(ctx)).count,
    failures: items.map(({ id, lastError, givenUpAt }) => ({ id, code: lastError ?? '', at: givenUpAt })),
  }
}

/** How many are yet to be sent, and since when the oldest. */
export const loadOutboxStatus = (ctx: Context) => outboxItems.loadOutboxStatus(ctx, 'whatsapp')

/** Messages of the last hour that Meta refused for no fault of theirs: none will be taken until somebody sees to the account. */
export function countAccountRefusals(ctx: Context): Promise<number> {
  return outboxItems.countGivenUpSince(ctx, {
    ...{ channel: 'whatsapp', since: addMinutes(ctx.clock.now(), -60) },
    errors: accountFaultCodes.map(String),
  })
}

/** Deletes old messages, and of all the e-mail that would have taken their place. Called periodically. */
export async function purgeMessages(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await outboxItems.deleteFallbacksBefore(ctx, addMinutes(now, -fallbackMinutes))
  await outboxItems.deleteItemsBefore(ctx, {
    ...{ channel: 'whatsapp', before: addMinutes(now, -retentionMinutesOf('sentMails')) },
    isWaitingDeleted: true,
  })
}
