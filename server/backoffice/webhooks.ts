import type { Context } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { deriveShownSecret } from '../platform/shown-once.ts'
import { record } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { createWebhookSecret } from '../webhooks/signature.ts'
import type { NewWebhook, Webhook, WebhookDelivery } from '../webhooks/webhooks.ts'
import * as webhooks from '../webhooks/webhooks.ts'

/**
 * @param formId as for `deriveShownSecret`: the same form sent again adds no other and shows the same secret
 * @returns the secret that signs its messages, shown this once
 * @throws ShopError "staff.forbidden", "branch.unknown", "webhook.url", "webhook.network", "webhook.known", "page.outdated"
 */
export async function addWebhook(
  ctx: Context,
  actor: Actor,
  webhook: NewWebhook,
  formId?: string,
): Promise<{ id: number; secret: string }> {
  requirePermission(actor, 'webhooks.manage')
  const { branchId, url } = webhook
  if (branchId !== null && !(await listBranches(ctx)).some(({ id }) => id === branchId))
    throw new ShopError('branch.unknown', { input: 'branch' })
  const values = ['webhook', actor.staffId, url, branchId]
  return webhooks.addWebhook(
    ctx,
    webhook,
    (ctx, id) =>
      // The rest of an address may hold a password of the receiver's.
      record(ctx, actor, 'webhooks.add', { type: 'webhook', id }, new URL(url).host),
    createWebhookSecret(deriveShownSecret(ctx.settings.hmacSecret, formId, values)),
  )
}

/** @throws ShopError "staff.forbidden" */
export async function listWebhooks(ctx: Context, actor: Actor): Promise<Webhook[]> {
  requirePermission(actor, 'webhooks.manage')
  return webhooks.listWebhooks(ctx)
}

/** @throws ShopError "staff.forbidden", "webhook.unknown" */
export async function removeWebhook(ctx: Context, actor: Actor, id: number): Promise<void> {
  requirePermission(actor, 'webhooks.manage')
  await webhooks.removeWebhook(ctx, id, (ctx) => record(ctx, actor, 'webhooks.remove', { type: 'webhook', id }))
}

/** The newest messages, each with the hash of what is shown of it. @throws ShopError "staff.forbidden" */
export async function listDeliveries(ctx: Context, actor: Actor): Promise<(WebhookDelivery & { seenHash: string })[]> {
  requirePermission(actor, 'webhooks.manage')
  const deliveries = await webhooks.listDeliveries(ctx)
  return deliveries.map((delivery) => ({ ...delivery, seenHash: toSeenHash(delivery) }))
}

/** @throws ShopError "staff.forbidden", "webhook.messageUnknown", "page.outdated" */
export async function resendMessage(ctx: Context, actor: Actor, id: number, seenHash: string): Promise<void> {
  requirePermission(actor, 'webhooks.manage')
  await webhooks.resendMessage(ctx, id, async (ctx, before) => {
    assertSeen(before, seenHash)
    const { webhookId, orderId } = before
    await record(ctx, actor, 'webhooks.sendAgain', { type: 'webhook', id: webhookId }, `order ${orderId}`)
  })
}
