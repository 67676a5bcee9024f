import type { WebhookDelivery } from '../webhooks/webhooks.ts'
import { resolveBranchId } from './branches.ts'
import { type Commands, formatTable } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { parseIdArgument } from './usage.ts'

export const webhookCommands: Commands = {
  'webhook add': {
    usage: 'URL [--branch N]',
    description:
      "tells the store's own system of each change of an order's status, signed; prints the secret, this once",
    async run([url = ''], { openShop, print, getOptionValue }) {
      const shop = await openShop()
      const branchId = await resolveBranchId(shop, getOptionValue('branch'))
      const { id, secret } = await shop.backoffice.webhooks.addWebhook(createOperatorActor(), { url, branchId })
      print(`Webhook ${id}. Its messages are signed (Standard Webhooks) with this secret, which is not shown again:`)
      print(secret)
    },
  },
  'webhook list': {
    usage: '',
    description: 'the addresses that are told, and how many messages wait for each',
    async run(_args, { openShop, print }) {
      const webhooks = await (await openShop()).backoffice.webhooks.listWebhooks(createOperatorActor())
      if (webhooks.length === 0) return print('No webhooks. "webhook add" registers one.')
      const rows = webhooks.map(({ id, branchId, unsentCount, failingCount, url }) => [
        String(id),
        branchId === null ? 'all' : String(branchId),
        String(unsentCount),
        String(failingCount),
        url,
      ])
      for (const line of formatTable([['ID', 'BRANCH', 'WAITING', 'FAILING', 'URL'], ...rows])) print(line)
    },
  },
  'webhook remove': {
    usage: 'ID',
    description: 'ends it; its messages stay in the log for 30 days',
    async run([id], { openShop, print }) {
      await (await openShop()).backoffice.webhooks.removeWebhook(createOperatorActor(), parseIdArgument(id))
      print('Removed.')
    },
  },
  'webhook log': {
    usage: '',
    description: 'the newest 100 messages, and what became of them',
    async run(_args, { openShop, print }) {
      const deliveries = await (await openShop()).backoffice.webhooks.listDeliveries(createOperatorActor())
      if (deliveries.length === 0) return print('No messages.')
      const rows = deliveries.map((delivery) => [
        String(delivery.id),
        delivery.createdAt.toISOString(),
        String(delivery.webhookId),
        String(delivery.orderId),
        delivery.status ?? delivery.event,
        String(delivery.attemptCount),
        delivery.lastAttemptAt?.toISOString() ?? '-',
        formatDeliveryResult(delivery),
      ])
      const columnTitles = ['ID', 'WRITTEN', 'WEBHOOK', 'ORDER', 'STATUS', 'ATTEMPTS', 'LAST', 'RESULT']
      for (const line of formatTable([columnTitles, ...rows])) print(line)
    },
  },
}

/** `delivered (204)`, `waiting (timeout), next 2026-03-10T13:05:00.000Z` */
function formatDeliveryResult({ state, lastStatus, lastError, dueAt }: WebhookDelivery): string {
  const lastStatusOrError = lastStatus ?? lastError
  const result = `${state.replace('_', ' ')}${lastStatusOrError === null ? '' : ` (${lastStatusOrError})`}`
  return dueAt === null ? result : `${result}, next ${dueAt.toISOString()}`
}
