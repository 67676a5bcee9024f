import { z } from 'zod'
import { Instant, TypedId, typedText } from '../api/wire.ts'
import { staffAct, staffOperation } from './staff-operation.ts'
import type { WebhookDesk } from './webhook-desk.ts'

export function webhookDeskOperations({ webhookDesk }: { webhookDesk: WebhookDesk }) {
  return {
    'staff/addWebhook': staffOperation('webhooks.manage', {
      input: z.object({ url: typedText().min(1).max(500), branchId: TypedId.optional() }),
      example: { url: 'https://erp.example.com/pedidos' },
      output: z.object({ webhookId: z.number(), secret: z.string().describe('shown this once') }),
      async run({ url, branchId }, actor) {
        const { id, secret } = await webhookDesk.add(actor, { url, branchId: branchId ?? null })
        return { webhookId: id, secret }
      },
    }),
    'staff/listWebhooks': staffOperation('webhooks.manage', {
      input: z.object({}),
      output: z.object({
        webhooks: z.array(
          z.object({
            webhookId: z.number(),
            url: z.string(),
            branchId: z.number().nullable().describe('null: orders of all branches'),
            waiting: z.number().describe('messages still to be sent'),
            failing: z.number().describe('of those, how many failed before'),
          }),
        ),
      }),
      async run(_input, actor) {
        const webhooks = await webhookDesk.list(actor)
        return { webhooks: webhooks.map(({ id, ...webhook }) => ({ webhookId: id, ...webhook })) }
      },
    }),
    'staff/removeWebhook': staffAct('webhooks.manage', {
      input: z.object({ webhookId: TypedId }),
      example: { webhookId: 1 },
      run: ({ webhookId }, actor) => webhookDesk.remove(actor, webhookId),
    }),
    'staff/listWebhookMessages': staffOperation('webhooks.manage', {
      input: z.object({}),
      output: z.object({
        messages: z
          .array(
            z.object({
              messageId: z.number(),
              webhookId: z.number(),
              orderId: z.number(),
              status: z.string(),
              state: z.enum(['waiting', 'delivered', 'given_up']),
              attempts: z.number(),
              lastAttemptAt: Instant.nullable(),
              lastStatus: z.number().nullable(),
              createdAt: Instant,
              dueAt: Instant.nullable(),
            }),
          )
          .describe('the newest 100'),
      }),
      async run(_input, actor) {
        const deliveries = await webhookDesk.listDeliveries(actor)
        return {
          messages: deliveries.map(({ id, createdAt, lastAttemptAt, dueAt, ...message }) => ({
            ...message,
            messageId: id,
            createdAt: createdAt.toISOString(),
            lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
            dueAt: dueAt?.toISOString() ?? null,
          })),
        }
      },
    }),
    'staff/resendWebhookMessage': staffAct('webhooks.manage', {
      input: z.object({ messageId: TypedId }),
      example: { messageId: 1 },
      run: ({ messageId }, actor) => webhookDesk.sendAgain(actor, messageId),
    }),
  }
}
