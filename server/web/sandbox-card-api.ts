import { type ErrorRequestHandler, json, type Request, Router } from 'express'
import { CardApiProblem, type SandboxCard } from '../payments/sandbox/sandbox-card.ts'
import { answering } from './answering.ts'

/** The pretend card provider's Orders API, to be mounted at /sandbox/card-api. */
export function sandboxCardRouter(card: SandboxCard): Router {
  const router = Router()
  router.use(requireToken)
  router.use(json({ limit: '64kb', type: () => true }))
  router.post(
    '/v1/orders',
    answering(201, (request) => card.createOrder(request.get('x-idempotency-key') ?? '', request.body)),
  )
  router.get(
    '/v1/orders/:id',
    answering<{ id: string }>(200, ({ params }) => card.findOrder(params.id)),
  )
  router.post(
    '/v1/orders/:id/cancel',
    answering<{ id: string }>(200, ({ params }) => card.cancelOrder(params.id)),
  )
  router.post(
    '/v1/orders/:id/refund',
    answering<{ id: string }>(201, (request) =>
      card.refundOrder(request.params.id, request.get('x-idempotency-key') ?? '', request.body),
    ),
  )
  router.use(() => {
    throw new CardApiProblem(404, 'not_found', 'no such resource')
  })
  router.use(sendProblem)
  return router

  function requireToken(request: Request, _response: unknown, next: () => void) {
    const [scheme, token = ''] = (request.get('authorization') ?? '').split(' ')
    if (scheme !== 'Bearer' || !card.acceptsToken(token))
      throw new CardApiProblem(401, 'unauthorized', 'no valid token')
    next()
  }
}

const sendProblem: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof CardApiProblem)) return next(error)
  const { status, code, message } = error
  response.status(status).json({ errors: [{ code, message }] })
}
