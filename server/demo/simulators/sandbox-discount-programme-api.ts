import { type ErrorRequestHandler, json, Router } from 'express'
import { createJsonHandler } from './json-handler.ts'
import { type SandboxDiscountProgramme, SandboxDiscountProgrammeError } from './sandbox-discount-programme.ts'

/** The pretend laboratory's programme, to be mounted at /sandbox/laboratory-api. */
export function createSandboxDiscountProgrammeRouter(programme: SandboxDiscountProgramme): Router {
  const router = Router()
  router.use(json({ limit: '64kb', type: () => true }))
  router.post(
    '/eligibility',
    createJsonHandler(200, ({ body }) => programme.checkEligibility(body)),
  )
  router.put(
    '/authorisations/:id',
    createJsonHandler<{ id: string }>(200, ({ params, body }) => programme.authorise(params.id, body)),
  )
  router.post(
    '/authorisations/:id/confirmation',
    createJsonHandler<{ id: string }>(204, ({ params, body }) => programme.confirm(params.id, body)),
  )
  router.post(
    '/authorisations/:id/cancellation',
    createJsonHandler<{ id: string }>(204, ({ params, body }) => programme.cancel(params.id, body)),
  )
  router.use(() => {
    throw new SandboxDiscountProgrammeError(404, 'no such resource')
  })
  router.use(sendApiError)
  return router
}

const sendApiError: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof SandboxDiscountProgrammeError)) return next(error)
  response.status(error.status).json({ error: error.message })
}
