import type { DeliveryService as ShopDelivery } from '../delivery/delivery.ts'
import { ShopError } from '../platform/errors.ts'
import type { AuditLog } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import type { NewWebhook, Webhook, WebhookDelivery, WebhookService } from '../webhooks/webhooks.ts'

interface Deps {
  webhooks: WebhookService
  shopDelivery: Pick<ShopDelivery, 'listBranches'>
  audit: AuditLog
}

export type BackofficeWebhookService = ReturnType<typeof createBackofficeWebhookService>

/** Which of the store's own systems are told of orders, by the owner, and what became of the messages. */
export function createBackofficeWebhookService({ webhooks, shopDelivery, audit }: Deps) {
  return { addWebhook, listWebhooks, removeWebhook, listDeliveries, resendMessage }

  /**
   * @returns the secret that signs its messages, shown this once
   * @throws ShopError "staff.forbidden", "branch.unknown", "webhook.url", "webhook.network", "webhook.known"
   */
  async function addWebhook(actor: Actor, webhook: NewWebhook): Promise<{ id: number; secret: string }> {
    requirePermission(actor, 'webhooks.manage')
    const { branchId } = webhook
    if (branchId !== null && !(await shopDelivery.listBranches()).some(({ id }) => id === branchId))
      throw new ShopError('branch.unknown', { input: 'branch' })
    return webhooks.addWebhook(webhook, (tx, id) =>
      // The rest of an address may hold a password of the receiver's.
      audit.record(tx, actor, 'webhooks.add', { type: 'webhook', id }, new URL(webhook.url).host),
    )
  }

  /** @throws ShopError "staff.forbidden" */
  async function listWebhooks(actor: Actor): Promise<Webhook[]> {
    requirePermission(actor, 'webhooks.manage')
    return webhooks.listWebhooks()
  }

  /** @throws ShopError "staff.forbidden", "webhook.unknown" */
  async function removeWebhook(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'webhooks.manage')
    await webhooks.removeWebhook(id, (tx) => audit.record(tx, actor, 'webhooks.remove', { type: 'webhook', id }))
  }

  /** The newest messages. @throws ShopError "staff.forbidden" */
  async function listDeliveries(actor: Actor): Promise<WebhookDelivery[]> {
    requirePermission(actor, 'webhooks.manage')
    return webhooks.listDeliveries()
  }

  /** @throws ShopError "staff.forbidden", "webhook.messageUnknown" */
  async function resendMessage(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'webhooks.manage')
    await webhooks.resendMessage(id, (tx, { webhookId, orderId }) =>
      audit.record(tx, actor, 'webhooks.sendAgain', { type: 'webhook', id: webhookId }, `order ${orderId}`),
    )
  }
}
