import { type ErrorRequestHandler, json, type Request, type RequestHandler, Router } from 'express'
import { CardApiProblem, type SandboxCard } from '../payments/sandbox/sandbox-card.ts'

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
    answering(200, ({ params }) => card.findOrder(params.id)),
  )
  router.post(
    '/v1/orders/:id/cancel',
    answering(200, ({ params }) => card.cancelOrder(params.id)),
  )
  router.post(
    '/v1/orders/:id/refund',
    answering(201, (request) =>
      card.refundOrder(request.params.id, request.get('x-idempotency-key') ?? '', request.body),
    ),
  )
  router.use(() => {
    throw new CardApiProblem(404, 'not_found', 'no such resource')
  })
  router.use(sayProblem)
  return router

  function requireToken(request: Request, _response: unknown, next: () => void) {
    const [scheme, token = ''] = (request.get('authorization') ?? '').split(' ')
    if (scheme !== 'Bearer' || !card.acceptsToken(token))
      throw new CardApiProblem(401, 'unauthorized', 'no valid token')
    next()
  }
}

/** Express 4 does not await promises: without this the caller would get no response after a rejection. */
function answering(
  status: number,
  work: (request: Request<{ id: string }>) => Promise<object>,
): RequestHandler<{ id: string }> {
  return async (request, response, next) => {
    try {
      response.status(status).json(await work(request))
    } catch (error) {
      next(error)
    }
  }
}

const sayProblem: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof CardApiProblem)) return next(error)
  const { status, code, message } = error
  response.status(status).json({ errors: [{ code, message }] })
}
