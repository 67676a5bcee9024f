import { Router, raw } from 'express'
import type { ProviderName } from '../ports/payment-provider.ts'
import type { Shop } from '../shop.ts'
import { sendErrorStatus } from './webhook-errors.ts'

/**
 * Receives payment providers' webhooks; mounted at /webhooks. Banks append /pix to the registered address: the shop registers
 * {publicUrl}/webhooks, an operator who registers by hand may enter /webhooks/pix. A call is no proof of a payment: it only
 * makes the shop read the charge. Any status but 200 makes the provider repeat it.
 */
export function createPaymentWebhookRouter(payments: Pick<Shop['payments'], 'handleWebhook'>): Router {
  const router = Router()
  const addRoute = (paths: string[], provider: ProviderName, statusByOutcome: { unknown: number }) =>
    router.post(paths, raw({ limit: '64kb', type: () => true }), async (request, response, next) => {
      const body: unknown = request.body
      try {
        const outcome = await payments.handleWebhook(provider, {
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          getHeader: (name) => request.get(name),
          // Express's query parser is turned off (server.ts).
          query: new URL(request.originalUrl, 'http://shop').searchParams,
        })
        response.sendStatus(
          { processed: 200, forged: 401, otherMode: 403, malformed: 400, ...statusByOutcome }[outcome],
        )
      } catch (error) {
        next(error)
      }
    })
  // Banks also notify us of charges that are not ours; without a 200 they retry for ever.
  addRoute(['/pix', '/pix/pix'], 'pix', { unknown: 200 })
  addRoute(['/payment'], 'external', { unknown: 404 })
  addRoute(['/card'], 'card', { unknown: 200 })
  router.use(sendErrorStatus)
  return router
}
