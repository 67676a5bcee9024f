import { type Request, Router } from 'express'
import type { Logger } from 'pino'
import type { Caller, Operation } from '../calls/operation.ts'
import { ShopError } from '../platform/errors.ts'
import { toClientNetwork } from '../platform/http/client-network.ts'
import { createLargeBodyLimiter, type LargeBodyLimiter } from '../platform/http/request-bodies.ts'
import type { Shop } from '../shop.ts'
import { readCallBody, readInput } from './call-body.ts'
import { createCallRateLimiter } from './call-rate-limiter.ts'
import { sendErrorResponse } from './error-responses.ts'
import { setRequestAccount } from './request-account.ts'

type ApiShop = Pick<Shop, 'ctx' | 'operations' | 'accounts' | 'captcha' | 'getOpenApiDocument'>

/**
 * The calls under /api: `POST /api/<group>/<name>` runs the registry's entry of that path. Refusals are decided in this
 * order: 404 unknown path, 405, 413, 415, 400, 401, 403, 429, 422, then the entry's own refusals. No cookie is read, so
 * that no cross-site request forgery is possible.
 */
export function createApiRouter(
  shop: ApiShop,
  rateLimitFactor: number,
  logger: Pick<Logger, 'error'>,
  largeBodyLimiter: LargeBodyLimiter = createLargeBodyLimiter(rateLimitFactor),
): Router {
  const operations = new Map<string, Operation>(Object.entries(shop.operations))
  const callRateLimiter = createCallRateLimiter(rateLimitFactor)

  const router = Router()
  router.get('/openapi.json', (_request, response) => response.json(shop.getOpenApiDocument()))
  router.get('/captcha', (_, response, next) => shop.captcha.issueChallenge().then(response.json.bind(response), next))
  router.use(async (request, response, next) => {
    // The documentation page, which Remix renders.
    if (request.path === '/') return next()
    response.setHeader('Cache-Control', 'no-store')
    const operation = operations.get(request.path.slice(1))
    try {
      if (!operation) throw new ShopError('call.unknown')
      response.json(await runOperation(operation, request))
    } catch (error) {
      sendErrorResponse(error, operation, request, response, logger)
    }
  })
  return router

  async function runOperation(operation: Operation, request: Request): Promise<unknown> {
    if (request.method !== 'POST') throw new ShopError('call.notPost')
    const { token, captchaToken, boxCaptchaToken, ...fields } = await readCallBody(request, operation, {
      ...largeBodyLimiter,
      verifyToken: (earlyToken) => identifyCaller(operation, request, earlyToken),
    })
    const caller = await identifyCaller(operation, request, token)
    if (caller.customerId !== null) setRequestAccount(request, `customer ${caller.customerId}`)
    await callRateLimiter.consume(caller.clientNetwork, token)
    if (operation.requiresCaptcha) await shop.captcha.assertSolved(captchaToken ?? boxCaptchaToken)

    const input = await readInput(operation, request, fields)
    // Removes fields that the schema does not name; a response that does not match it is our fault (500).
    return operation.output.parse(await operation.run(shop.ctx, input, caller))
  }

  async function identifyCaller({ access }: Operation, request: Request, token: unknown): Promise<Caller> {
    const caller = {
      customerId: null,
      clientNetwork: toClientNetwork(request.ip),
      userAgent: request.get('User-Agent'),
    }
    if (access === 'anyone') return caller
    const session = typeof token === 'string' ? await shop.accounts.findSession(token) : null
    if (!session) throw new ShopError('token.invalid')
    if (access === 'customer' && session.customerId === null) throw new ShopError('customer.required')
    const idempotencyKey = request.get('Idempotency-Key') || undefined
    if (idempotencyKey && idempotencyKey.length > 200)
      throw new ShopError('input.invalid', { input: 'Idempotency-Key' })
    return { ...caller, customerId: session.customerId, idempotencyKey }
  }
}
