import { type ErrorRequestHandler, json, Router } from 'express'
import { ProgrammeProblem, type SandboxProgramme } from '../bag/programme/sandbox-programme.ts'
import { answering } from './answering.ts'

/** The pretend laboratory's programme, to be mounted at /sandbox/laboratory-api. */
export function sandboxProgrammeRouter(programme: SandboxProgramme): Router {
  const router = Router()
  router.use(json({ limit: '64kb', type: () => true }))
  router.post(
    '/eligibility',
    answering(200, ({ body }) => programme.eligible(body)),
  )
  router.put(
    '/authorisations/:id',
    answering<{ id: string }>(200, ({ params, body }) => programme.authorise(params.id, body)),
  )
  router.post(
    '/authorisations/:id/confirmation',
    answering<{ id: string }>(204, ({ params, body }) => programme.confirm(params.id, body)),
  )
  router.post(
    '/authorisations/:id/cancellation',
    answering<{ id: string }>(204, ({ params, body }) => programme.cancel(params.id, body)),
  )
  router.use(() => {
    throw new ProgrammeProblem(404, 'no such resource')
  })
  router.use(sendProblem)
  return router
}

const sendProblem: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof ProgrammeProblem)) return next(error)
  response.status(error.status).json({ error: error.message })
}
