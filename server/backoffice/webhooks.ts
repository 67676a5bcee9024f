import type { Context } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { deriveShownSecret } from '../platform/shown-once.ts'
import { record } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { staffCommand } from '../staff/staff-command.ts'
import { createWebhookSecret } from '../webhooks/signature.ts'
import * as webhooks from '../webhooks/webhooks.ts'

/**
 * @param formId as for `deriveShownSecret`: the same form sent again adds no other and shows the same secret
 * @returns the secret that signs its messages, shown this once
 */
export async function addWebhook(
  ctx: Context,
  actor: Actor,
  webhook: webhooks.NewWebhook,
  formId?: string,
): Promise<{ id: number; secret: string }> {
  requirePermission(actor, 'webhooks.manage')
  const { branchId, url } = webhook
  if (branchId !== null && !(await listBranches(ctx)).some(({ id }) => id === branchId))
    throw new ShopError('branch.unknown', { input: 'branch' })
  const values = ['webhook', actor.staffId, url, branchId]
  const shownSecret = createWebhookSecret(deriveShownSecret(ctx.settings.hmacSecret, formId, values))
  return ctx.transact(async (ctx) => {
    const { id, secret, isNew } = await webhooks.addWebhook(ctx, webhook, shownSecret)
    // The rest of an address may hold a password of the receiver's.
    if (isNew) await record(ctx, actor, 'webhooks.add', { type: 'webhook', id }, new URL(url).host)
    return { id, secret }
  })
}

export async function listWebhooks(ctx: Context, actor: Actor): Promise<webhooks.Webhook[]> {
  requirePermission(actor, 'webhooks.manage')
  return webhooks.listWebhooks(ctx)
}

export const removeWebhook = staffCommand({
  permission: 'webhooks.manage',
  action: 'webhooks.remove',
  run: (ctx, _, id: number) => webhooks.removeWebhook(ctx, id),
  audit: (_, id) => ({ type: 'webhook', id }),
})

/** The newest messages, each with the hash of what is shown of it. @param page from 1 */
export async function listDeliveries(
  ctx: Context,
  actor: Actor,
  page = 1,
): Promise<(webhooks.WebhookDelivery & { seenHash: string })[]> {
  requirePermission(actor, 'webhooks.manage')
  const deliveries = await webhooks.listDeliveries(ctx, page)
  return deliveries.map((delivery) => ({ ...delivery, seenHash: toSeenHash(delivery) }))
}

export const resendMessage = staffCommand({
  permission: 'webhooks.manage',
  action: 'webhooks.sendAgain',
  async run(ctx, _, id: number, seenHash: string) {
    const message = await webhooks.lockMessage(ctx, id)
    assertSeen(message, seenHash)
    await webhooks.resendMessage(ctx, id)
    return message
  },
  audit: ({ webhookId, orderId }) => ({ type: 'webhook', id: webhookId, detail: `order ${orderId}` }),
})
