import { json, Router } from 'express'
import { WebhookCall } from '../payments/api-pix.shapes.ts'
import type { Payments } from '../payments/payments.ts'
import { sayStatus } from './webhook-errors.ts'

/**
 * Where the bank calls, to be mounted at /webhooks/pix. Banks add /pix to the address they were given: the shop gives them
 * {publicUrl}/webhooks, an operator who registers by hand may give them this one.
 *
 * Nobody signs these calls; what they say is only a reason to read the charge at the bank. No 200 makes the bank call again.
 */
export function pixWebhookRouter(payments: Pick<Payments, 'learnOfPix'>): Router {
  const router = Router()
  router.post(
    ['/', '/pix'],
    json({ limit: '64kb', type: () => true, strict: false }),
    async (request, response, next) => {
      const call = WebhookCall.safeParse(request.body)
      if (!call.success) return response.sendStatus(400)
      try {
        await payments.learnOfPix(call.data.pix)
        response.sendStatus(200)
      } catch (error) {
        next(error)
      }
    },
  )
  router.use(sayStatus)
  return router
}
