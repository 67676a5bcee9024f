/** What Meta reports: how messages went, and what is written to the shop's number. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isStopWord } from '../../../app/texts/whatsapp.ts'
import type { Context } from '../../context.ts'
import * as outboxItems from '../../outbox/outbox-items.ts'
import { forEachIsolated } from '../../platform/for-each-isolated.ts'
import { endContacts } from './contacts.ts'
import { loadSettings, toReference } from './whatsapp-channel.ts'

const Report = z.object({
  id: z.string(),
  status: z.string(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.object({ code: z.number() })).optional(),
})
type Report = z.infer<typeof Report>

const ReceivedMessage = z.object({
  from: z.string(),
  type: z.string().optional(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  system: z.object({ type: z.string().optional() }).optional(),
})
type ReceivedMessage = z.infer<typeof ReceivedMessage>

/** Whatever else Meta adds is left alone, and one part that cannot be read costs no other. */
const Call = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            metadata: z.object({ phone_number_id: z.string() }).optional(),
            statuses: z.array(z.unknown()).default([]),
            messages: z.array(z.unknown()).default([]),
          }),
        }),
      ),
    }),
  ),
})

/** What the owner types where the call's address is registered with Meta; null without an account there. */
export function getVerifyToken(ctx: Context): string | null {
  const settings = loadSettings(ctx)
  return settings && createHmac('sha256', settings.appSecret).update('verify token').digest('hex').slice(0, 32)
}

/** Whether Meta may register the address: it asks so once. */
export function isVerifyToken(ctx: Context, token: string): boolean {
  const expectedToken = getVerifyToken(ctx)
  return expectedToken !== null && isSame(token, expectedToken)
}

/** @param signature the header X-Hub-Signature-256: sha256= and the hex HMAC of the body by the app's secret */
export async function handleCall(
  ctx: Context,
  { body, signature }: { body: Buffer; signature: string },
): Promise<'processed' | 'forged' | 'malformed' | 'disabled'> {
  const settings = loadSettings(ctx)
  if (settings === null) return 'disabled'
  const expectedSignature = `sha256=${createHmac('sha256', settings.appSecret).update(body).digest('hex')}`
  if (!isSame(signature, expectedSignature)) return 'forged'
  const call = parseCall(body)
  if (!call) return 'malformed'
  // One app may have several numbers: what is written to another one, or reported of it, is not this shop's.
  const values = call.entry
    .flatMap(({ changes }) => changes.map(({ value }) => value))
    .filter(({ metadata }) => metadata?.phone_number_id === settings.phoneId)
  const works = values.flatMap(({ statuses, messages }) => [
    ...parseParts(Report, statuses).map((report) => () => readReport(ctx, report)),
    ...parseParts(ReceivedMessage, messages).map((message) => () => readMessage(ctx, message)),
  ])
  await forEachIsolated(
    works,
    () => 'a part of a WhatsApp call',
    (work) => work(),
  )
  return 'processed'
}

function parseCall(body: Buffer) {
  try {
    return Call.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

function parseParts<Part>(schema: z.ZodType<Part>, parts: unknown[]): Part[] {
  return parts.flatMap((part) => schema.safeParse(part).data ?? [])
}

/**
 * Reports may come twice, late, and in any order. A message that failed is replaced by its e-mail, once; one whose answer was lost turns out
 * to have been sent.
 */
async function readReport(ctx: Context, report: Report): Promise<void> {
  await ctx.transact(async (ctx) => {
    const id = Number(/^(\d{1,15})\./.exec(report.biz_opaque_callback_data ?? '')?.[1] ?? 0)
    const item =
      (await outboxItems.lockItem(ctx, { channel: 'whatsapp', id })) ??
      (await outboxItems.lockItem(ctx, { channel: 'whatsapp', messageId: report.id }))
    if (!item || (id === item.id && toReference(item) !== report.biz_opaque_callback_data)) return
    if (report.status === 'failed') {
      // What was told as delivered cannot fail any more.
      if (item.deliveredAt !== null) return
      await outboxItems.endWithFallback(ctx, item, String(report.errors?.[0]?.code ?? ''))
      return
    }
    await outboxItems.recordReport(ctx, item, {
      messageId: report.id,
      isDelivered: report.status === 'delivered' || report.status === 'read',
    })
  })
}

/** By a word, and when its owner has changed the number, which may be somebody else's soon. */
async function readMessage(ctx: Context, { from, text, button, system }: ReceivedMessage): Promise<void> {
  const words = text?.body ?? button?.text ?? ''
  if (isStopWord(words) || system?.type === 'user_changed_number' || system?.type === 'customer_changed_number')
    await ctx.transact((ctx) => endContacts(ctx, toPhone(from)))
}

/** National digits of a WhatsApp id, which may lack the ninth digit of older mobile numbers. */
export function toPhone(whatsappId: string): string {
  const digits = whatsappId.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '')
  return /^\d{2}[6-9]\d{7}$/.test(digits) ? `${digits.slice(0, 2)}9${digits.slice(2)}` : digits
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
