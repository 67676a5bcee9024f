import { type ErrorRequestHandler, json, type Request, Router } from 'express'
import { createJsonHandler } from './json-handler.ts'
import { CardApiError, type SandboxCardProvider } from './sandbox-card-provider.ts'

/** The pretend card provider's Orders API, to be mounted at /sandbox/card-api. */
export function createSandboxCardRouter(cardProvider: SandboxCardProvider): Router {
  const router = Router()
  router.use(requireToken)
  router.use(json({ limit: '64kb', type: () => true }))
  router.post(
    '/v1/orders',
    createJsonHandler(201, (request) => cardProvider.createOrder(request.get('x-idempotency-key') ?? '', request.body)),
  )
  router.get(
    '/v1/orders/:id',
    createJsonHandler<{ id: string }>(200, ({ params }) => cardProvider.getOrder(params.id)),
  )
  router.post(
    '/v1/orders/:id/cancel',
    createJsonHandler<{ id: string }>(200, ({ params }) => cardProvider.cancelOrder(params.id)),
  )
  router.post(
    '/v1/orders/:id/refund',
    createJsonHandler<{ id: string }>(201, (request) =>
      cardProvider.refundOrder(request.params.id, request.get('x-idempotency-key') ?? '', request.body),
    ),
  )
  router.use(() => {
    throw new CardApiError(404, 'not_found', 'no such resource')
  })
  router.use(sendApiError)
  return router

  function requireToken(request: Request, _response: unknown, next: () => void) {
    const [scheme, token = ''] = (request.get('authorization') ?? '').split(' ')
    if (scheme !== 'Bearer' || !cardProvider.isValidToken(token))
      throw new CardApiError(401, 'unauthorized', 'no valid token')
    next()
  }
}

const sendApiError: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof CardApiError)) return next(error)
  const { status, code, message } = error
  response.status(status).json({ errors: [{ code, message }] })
}
