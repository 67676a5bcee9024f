import type { Language } from '../../app/texts/operator/sentence.ts'
import { upkeepTexts as texts } from '../../app/texts/operator/upkeep.ts'
import type { WebhookDelivery } from '../webhooks/webhooks.ts'
import { resolveBranchId } from './branches.ts'
import { type Commands, formatTable, languageUsage } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { parseIdArgument } from './usage.ts'

export const webhookCommands: Commands = {
  'webhook add': {
    usage: `URL [--branch N] ${languageUsage}`,
    description:
      "tells the store's own system of each change of an order's status, signed; prints the secret, this once",
    async run([url = ''], { openShop, print, getOptionValue, language }) {
      const shop = await openShop()
      const branchId = await resolveBranchId(shop, getOptionValue('branch'))
      const { id, secret } = await shop.backoffice.webhooks.addWebhook(createOperatorActor(), { url, branchId })
      print(texts.webhookAdded(id)[language])
      print(secret)
    },
  },
  'webhook list': {
    usage: languageUsage,
    description: 'the addresses that are told, and how many messages wait for each',
    async run(_args, { openShop, print, language }) {
      const webhooks = await (await openShop()).backoffice.webhooks.listWebhooks(createOperatorActor())
      if (webhooks.length === 0) return print(texts.noWebhook[language])
      const rows = webhooks.map(({ id, branchId, unsentCount, failingCount, url }) => [
        String(id),
        branchId === null ? texts.allBranches[language] : String(branchId),
        String(unsentCount),
        String(failingCount),
        url,
      ])
      for (const line of formatTable([texts.webhookColumns[language], ...rows])) print(line)
    },
  },
  'webhook remove': {
    usage: `ID ${languageUsage}`,
    description: 'ends it; its messages stay in the log for 30 days',
    async run([id], { openShop, print, language }) {
      await (await openShop()).backoffice.webhooks.removeWebhook(createOperatorActor(), parseIdArgument(id))
      print(texts.removed[language])
    },
  },
  'webhook log': {
    usage: languageUsage,
    description: 'the newest 100 messages, and what became of them',
    async run(_args, { openShop, print, language }) {
      const deliveries = await (await openShop()).backoffice.webhooks.listDeliveries(createOperatorActor())
      if (deliveries.length === 0) return print(texts.noMessage[language])
      const rows = deliveries.map((delivery) => [
        String(delivery.id),
        delivery.createdAt.toISOString(),
        String(delivery.webhookId),
        String(delivery.orderId),
        delivery.status ?? delivery.event,
        String(delivery.attemptCount),
        delivery.lastAttemptAt?.toISOString() ?? '-',
        formatDeliveryResult(delivery, language),
      ])
      for (const line of formatTable([texts.messageColumns[language], ...rows])) print(line)
    },
  },
}

/** `entregue (204)`, `espera (timeout), próxima 2026-03-10T13:05:00.000Z` */
function formatDeliveryResult({ state, lastStatus, lastError, dueAt }: WebhookDelivery, language: Language): string {
  const lastStatusOrError = lastStatus ?? lastError
  const reason = lastStatusOrError === null ? '' : ` (${lastStatusOrError})`
  const next = dueAt === null ? '' : texts.next(dueAt.toISOString())[language]
  return `${texts.deliveryState(state)[language]}${reason}${next}`
}
