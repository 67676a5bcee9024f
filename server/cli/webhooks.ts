import type { Language } from '../../app/texts/operator/sentence.ts'
import { upkeepTexts as texts } from '../../app/texts/operator/upkeep.ts'
import type { WebhookDelivery } from '../webhooks/webhooks.ts'
import { resolveBranchId } from './branches.ts'
import { type Commands, formatTable } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { formatOwnerError, languageUsage, readLanguage } from './owner-language.ts'
import { parseIdArgument } from './usage.ts'

export const webhookCommands: Commands = {
  'webhook add': {
    usage: `URL [--branch N] ${languageUsage}`,
    formatError: formatOwnerError,
    description:
      "tells the store's own system of each change of an order's status, signed; prints the secret, this once",
    async run([url = ''], { openShop, print, getOptionValue }) {
      const shop = await openShop()
      const branchId = await resolveBranchId(shop, getOptionValue('branch'))
      const { id, secret } = await shop.backoffice.webhooks.addWebhook(createOperatorActor(), { url, branchId })
      print(texts.webhookAdded(id)[readLanguage(getOptionValue)])
      print(secret)
    },
  },
  'webhook list': {
    usage: `${languageUsage}`,
    formatError: formatOwnerError,
    description: 'the addresses that are told, and how many messages wait for each',
    async run(_args, { openShop, print, getOptionValue }) {
      const language = readLanguage(getOptionValue)
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
    formatError: formatOwnerError,
    description: 'ends it; its messages stay in the log for 30 days',
    async run([id], { openShop, print, getOptionValue }) {
      await (await openShop()).backoffice.webhooks.removeWebhook(createOperatorActor(), parseIdArgument(id))
      print(texts.removed[readLanguage(getOptionValue)])
    },
  },
  'webhook log': {
    usage: `${languageUsage}`,
    formatError: formatOwnerError,
    description: 'the newest 100 messages, and what became of them',
    async run(_args, { openShop, print, getOptionValue }) {
      const language = readLanguage(getOptionValue)
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
