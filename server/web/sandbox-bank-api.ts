import { type ErrorRequestHandler, json, type Request, type Response, Router } from 'express'
import type { SandboxBank } from '../payments/sandbox/sandbox-bank.ts'
import { BankProblem } from '../payments/sandbox/sandbox-charge.ts'
import { answering } from './answering.ts'

/** The pretend bank's API Pix, to be mounted at /sandbox/pix-api. */
export function sandboxBankRouter(bank: SandboxBank): Router {
  const router = Router()
  router.post('/oauth/token', answering(200, giveToken))
  router.use(requireBankToken)
  router.use(json({ limit: '64kb', type: () => true, strict: false }))
  router.put(
    '/cob/:txid',
    answering<{ txid: string }>(201, ({ params, body }) => bank.putCharge(params.txid, body)),
  )
  router.get(
    '/cob/:txid',
    answering<{ txid: string }>(200, ({ params }) => bank.findCharge(params.txid)),
  )
  router.get(
    '/cob',
    // The shop reads no query for Express (server.ts).
    answering(200, ({ url }) => bank.listCharges(Object.fromEntries(new URL(url, 'http://bank').searchParams))),
  )
  router.patch(
    '/cob/:txid',
    answering<{ txid: string }>(200, ({ params, body }) => bank.reviseCharge(params.txid, body)),
  )
  router.put(
    '/pix/:endToEndId/devolucao/:id',
    answering<{ endToEndId: string; id: string }>(201, ({ params, body }) =>
      bank.putRefund(params.endToEndId, params.id, body),
    ),
  )
  router.put(
    '/webhook/:key',
    answering<{ key: string }>(200, ({ params, body }) => bank.putWebhook(params.key, body)),
  )
  router.get(
    '/webhook/:key',
    answering<{ key: string }>(200, ({ params }) => bank.findWebhook(params.key)),
  )
  router.use(() => {
    throw new BankProblem(404, 'NaoEncontrado', 'No such resource')
  })
  router.use(sendProblem)
  return router

  function giveToken({ headers }: Request) {
    const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ')
    const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
    return bank.issueToken(scheme === 'Basic' ? id : '', secret)
  }

  function requireBankToken({ headers }: Request, _response: Response, next: () => void) {
    const [scheme, token = ''] = (headers.authorization ?? '').split(' ')
    if (scheme !== 'Bearer' || !bank.acceptsToken(token)) throw new BankProblem(401, 'AcessoNegado', 'No valid token')
    next()
  }
}

const sendProblem: ErrorRequestHandler = (error, _request, response, next) => {
  const problem = asProblem(error)
  if (!problem) return next(error)
  const { status, type, message, violations } = problem
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ type, title: message, status, violacoes: violations }))
}

/** Errors of the body parser have a status. */
function asProblem(error: unknown): BankProblem | null {
  if (error instanceof BankProblem) return error
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  return status < 500 ? new BankProblem(status, 'RequisicaoInvalida', 'Unreadable request') : null
}
