import { Router, raw } from 'express'
import { type ExternalPayments, ProviderCall } from '../payments/external/external-payments.ts'
import { sendErrorStatus } from './webhook-errors.ts'

/**
 * Receives the calls of the external payment page's provider; mounted at /webhooks/payment. The signature covers the raw bytes
 * of the body. Any status but 200 makes the provider repeat the call.
 */
export function paymentWebhookRouter(payments: Pick<ExternalPayments, 'isGenuine' | 'learn'>): Router {
  const router = Router()
  router.post('/', raw({ limit: '64kb', type: () => true }), async (request, response, next) => {
    const body: unknown = request.body
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    if (!payments.isGenuine(bytes, request.get('X-Signature') ?? '')) return response.sendStatus(401)
    const call = ProviderCall.safeParse(parseJson(bytes))
    if (!call.success) return response.sendStatus(400)
    try {
      response.sendStatus((await payments.learn(call.data)) ? 200 : 404)
    } catch (error) {
      next(error)
    }
  })
  router.use(sendErrorStatus)
  return router
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
