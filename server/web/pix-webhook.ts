import { json, Router } from 'express'
import type { Payments } from '../payments/payments.ts'
import { WebhookCall } from '../payments/pix/api-pix.shapes.ts'
import { sendErrorStatus } from './webhook-errors.ts'

/**
 * Receives the bank's calls; mounted at /webhooks/pix. Banks append /pix to the registered address: the shop registers
 * {publicUrl}/webhooks, an operator who registers by hand may give this one.
 *
 * These calls are not signed, so they are never trusted: they only make the shop read the charge at the bank. Any status but 200
 * makes the bank repeat the call.
 */
export function pixWebhookRouter(payments: Pick<Payments, 'handlePixWebhook'>): Router {
  const router = Router()
  router.post(
    ['/', '/pix'],
    json({ limit: '64kb', type: () => true, strict: false }),
    async (request, response, next) => {
      const call = WebhookCall.safeParse(request.body)
      if (!call.success) return response.sendStatus(400)
      try {
        await payments.handlePixWebhook(call.data.pix)
        response.sendStatus(200)
      } catch (error) {
        next(error)
      }
    },
  )
  router.use(sendErrorStatus)
  return router
}
