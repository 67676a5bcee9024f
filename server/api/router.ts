import { type Request, Router } from 'express'
import type { Logger } from 'pino'
import { ShopError } from '../platform/errors.ts'
import type { Shop } from '../shop.ts'
import { type BodyAdmission, createBodyAdmission } from '../web/bodies.ts'
import { networkOf } from '../web/network.ts'
import type { Caller, Operation } from '../wire/operation.ts'
import { readCallBody, readInput } from './body.ts'
import { createCallLimits } from './call-limits.ts'
import { answerRefusal } from './error-responses.ts'
import { noteAccount } from './request-account.ts'

type CalledShop = Pick<Shop, 'operations' | 'accounts' | 'captcha' | 'contract'>

/**
 * The calls under /api: `POST /api/<group>/<name>` runs the registry's entry of that path. Refusals are decided in this
 * order: 404 unknown path, 405, 413, 415, 400, 401, 403, 429, 422, then what the entry itself says. No cookie is read, so
 * that no cross-site request forgery is possible.
 */
export function callsRouter(
  shop: CalledShop,
  rateLimitFactor: number,
  logger: Pick<Logger, 'error'>,
  bodies: BodyAdmission = createBodyAdmission(rateLimitFactor),
): Router {
  const operations = new Map<string, Operation>(Object.entries(shop.operations))
  const limits = createCallLimits(rateLimitFactor)

  const router = Router()
  router.get('/openapi.json', (_request, response) => response.json(shop.contract()))
  router.get('/captcha', (_, response, next) => shop.captcha.challenge().then(response.json.bind(response), next))
  router.use(async (request, response, next) => {
    // The documentation page, which Remix renders.
    if (request.path === '/') return next()
    response.setHeader('Cache-Control', 'no-store')
    const operation = operations.get(request.path.slice(1))
    try {
      if (!operation) throw new ShopError('call.unknown')
      response.json(await answer(operation, request))
    } catch (error) {
      answerRefusal(error, operation, request, response, logger)
    }
  })
  return router

  async function answer(operation: Operation, request: Request): Promise<unknown> {
    if (request.method !== 'POST') throw new ShopError('call.notPost')
    const { token, captchaToken, boxCaptchaToken, ...sent } = await readCallBody(request, operation, {
      ...bodies,
      identify: (early) => callerOf(operation, request, early),
    })
    const caller = await callerOf(operation, request, token)
    if (caller.customerId !== null) noteAccount(request, `customer ${caller.customerId}`)
    await limits.take(caller.network, token)
    if (operation.requiresCaptcha) await shop.captcha.check(captchaToken ?? boxCaptchaToken)

    const input = await readInput(operation, request, sent)
    // Removes fields that the schema does not name; a response that does not match it is our fault (500).
    return operation.output.parse(await operation.run(input, caller))
  }

  async function callerOf({ access }: Operation, request: Request, token: unknown): Promise<Caller> {
    const caller = { customerId: null, network: networkOf(request.ip), userAgent: request.get('User-Agent') }
    if (access === 'anyone') return caller
    const session = typeof token === 'string' ? await shop.accounts.findSession(token) : null
    if (!session) throw new ShopError('token.invalid')
    if (access === 'customer' && session.customerId === null) throw new ShopError('customer.required')
    const key = request.get('Idempotency-Key') || undefined
    if (key && key.length > 200) throw new ShopError('input.invalid', { input: 'Idempotency-Key' })
    return { ...caller, customerId: session.customerId, idempotencyKey: key }
  }
}
