import { type ErrorRequestHandler, json, type Request, type Response, Router } from 'express'
import { createJsonHandler } from './json-handler.ts'
import type { SandboxBank } from './sandbox-bank.ts'
import { BankApiError } from './sandbox-charge.ts'

/** The pretend bank's API Pix, to be mounted at /sandbox/pix-api. */
export function createSandboxBankRouter(bank: SandboxBank): Router {
  const router = Router()
  router.post('/oauth/token', createJsonHandler(200, issueToken))
  router.use(requireBankToken)
  router.use(json({ limit: '64kb', type: () => true, strict: false }))
  router.put(
    '/cob/:txid',
    createJsonHandler<{ txid: string }>(201, ({ params, body }) => bank.putCharge(params.txid, body)),
  )
  router.get(
    '/cob/:txid',
    createJsonHandler<{ txid: string }>(200, ({ params }) => bank.getCharge(params.txid)),
  )
  router.get(
    '/cob',
    // The shop reads no query for Express (server.ts).
    createJsonHandler(200, ({ url }) => bank.listCharges(Object.fromEntries(new URL(url, 'http://bank').searchParams))),
  )
  router.patch(
    '/cob/:txid',
    createJsonHandler<{ txid: string }>(200, ({ params, body }) => bank.reviseCharge(params.txid, body)),
  )
  router.put(
    '/pix/:endToEndId/devolucao/:id',
    createJsonHandler<{ endToEndId: string; id: string }>(201, ({ params, body }) =>
      bank.putRefund(params.endToEndId, params.id, body),
    ),
  )
  router.put(
    '/webhook/:key',
    createJsonHandler<{ key: string }>(200, ({ params, body }) => bank.putWebhook(params.key, body)),
  )
  router.get(
    '/webhook/:key',
    createJsonHandler<{ key: string }>(200, ({ params }) => bank.getWebhook(params.key)),
  )
  router.use(() => {
    throw new BankApiError(404, 'NaoEncontrado', 'No such resource')
  })
  router.use(sendApiError)
  return router

  function issueToken({ headers }: Request) {
    const [scheme, encodedCredentials = ''] = (headers.authorization ?? '').split(' ')
    const [clientId = '', clientSecret = ''] = Buffer.from(encodedCredentials, 'base64').toString('utf8').split(':')
    return bank.issueToken(scheme === 'Basic' ? clientId : '', clientSecret)
  }

  function requireBankToken({ headers }: Request, _response: Response, next: () => void) {
    const [scheme, token = ''] = (headers.authorization ?? '').split(' ')
    if (scheme !== 'Bearer' || !bank.isValidToken(token)) throw new BankApiError(401, 'AcessoNegado', 'No valid token')
    next()
  }
}

const sendApiError: ErrorRequestHandler = (error, _request, response, next) => {
  const apiError = toBankApiError(error)
  if (!apiError) return next(error)
  const { status, type, message, violations } = apiError
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ type, title: message, status, violacoes: violations }))
}

/** Errors of the body parser have a status. */
function toBankApiError(error: unknown): BankApiError | null {
  if (error instanceof BankApiError) return error
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  return status < 500 ? new BankApiError(status, 'RequisicaoInvalida', 'Unreadable request') : null
}
