import { Router, raw } from 'express'
import type { Shop } from '../shop.ts'
import { sendErrorStatus } from './webhook-errors.ts'

/** Receives the calls of WhatsApp's Cloud API; mounted at /webhooks/whatsapp. */
export function createWhatsappWebhookRouter(whatsapp: Pick<Shop['whatsapp'], 'handleCall' | 'isVerifyToken'>): Router {
  const router = Router()
  // Meta asks once, when the address is registered, whether it may.
  router.get('/', (request, response) => {
    const { searchParams } = new URL(request.originalUrl, 'http://shop')
    const isAllowed =
      searchParams.get('hub.mode') === 'subscribe' && whatsapp.isVerifyToken(searchParams.get('hub.verify_token') ?? '')
    const challenge = searchParams.get('hub.challenge') ?? ''
    if (isAllowed) response.type('text/plain').send(challenge)
    else response.sendStatus(403)
  })
  router.post('/', raw({ limit: '1mb', type: () => true }), async (request, response, next) => {
    const body: unknown = request.body
    try {
      const outcome = await whatsapp.handleCall({
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        signature: request.get('x-hub-signature-256') ?? '',
      })
      response.sendStatus({ processed: 200, forged: 401, malformed: 400, disabled: 404 }[outcome])
    } catch (error) {
      next(error)
    }
  })
  router.use(sendErrorStatus)
  return router
}
