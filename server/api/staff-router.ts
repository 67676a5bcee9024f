import { type Request, Router } from 'express'
import type { Logger } from 'pino'
import type { StaffAccess, StaffCaller, StaffOperation } from '../backoffice/staff-operation.ts'
import { ShopError } from '../platform/errors.ts'
import type { Shop } from '../shop.ts'
import { type Actor, hasPermission } from '../staff/roles.ts'
import { toClientNetwork } from '../web/client-network.ts'
import type { LargeBodyLimiter } from '../web/request-bodies.ts'
import { readCallBody, readInput } from './call-body.ts'
import { createCallRateLimiter } from './call-rate-limiter.ts'
import { sendErrorResponse } from './error-responses.ts'
import { setRequestAccount } from './request-account.ts'

type StaffApiShop = Pick<Shop, 'staffOperations' | 'staff' | 'getStaffOpenApiDocument'>

/**
 * The calls under /api/staff, for programs of the shop's own people: as the other calls (router.ts), with the token of one of
 * the staff or of a system in the header `Authorization: Bearer` (RFC 6750). What the token may not do is 403.
 */
export function createStaffApiRouter(
  shop: StaffApiShop,
  rateLimitFactor: number,
  logger: Pick<Logger, 'error'>,
  largeBodyLimiter: LargeBodyLimiter,
): Router {
  const operations = new Map<string, StaffOperation>(Object.entries(shop.staffOperations))
  const callRateLimiter = createCallRateLimiter(rateLimitFactor)

  const router = Router()
  router.get('/openapi.json', (_request, response) => response.json(shop.getStaffOpenApiDocument()))
  router.use(async (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    const operation = operations.get(`staff${request.path}`)
    try {
      if (!operation) throw new ShopError('call.unknown')
      response.json(await runOperation(operation, request))
    } catch (error) {
      const responseError = isForbidden(error) ? new ShopError('staff.notAllowed') : error
      if (responseError instanceof ShopError && responseError.status === 401)
        response.setHeader('WWW-Authenticate', 'Bearer')
      sendErrorResponse(responseError, undefined, request, response, logger)
    }
  })
  return router

  async function runOperation(operation: StaffOperation, request: Request): Promise<unknown> {
    if (request.method !== 'POST') throw new ShopError('call.notPost')
    const body = await readCallBody(request, {}, { ...largeBodyLimiter, verifyToken: async () => {} })
    const caller = await identifyCaller(operation.access, request)
    if (caller.actor) setRequestAccount(request, accountLabelOf(caller.actor))
    await callRateLimiter.consume(caller.clientNetwork, caller.bearerToken)
    const input = await readInput(operation, request, body)
    return operation.output.parse(await operation.run(input, caller))
  }

  async function identifyCaller(access: StaffAccess, request: Request): Promise<StaffCaller> {
    const clientNetwork = toClientNetwork(request.ip)
    if (access === 'anyone') return { actor: null, bearerToken: '', clientNetwork }
    const [, bearerToken = ''] = /^Bearer +([\w-]{43})$/i.exec(request.get('Authorization') ?? '') ?? []
    const session = await shop.staff.findSession(bearerToken, clientNetwork)
    const actor = session ? session.actor : await shop.staff.apiKeys.findSystemActor(bearerToken, clientNetwork)
    if (!session && !actor) throw new ShopError('token.invalid')
    if (access === 'session') return { actor, bearerToken, clientNetwork }
    if (!actor) throw new ShopError('staff.codeMissing')
    if (!hasPermission(actor, access)) throw new ShopError('staff.notAllowed')
    return { actor, bearerToken, clientNetwork }
  }
}

function accountLabelOf({ staffId, name }: Actor): string {
  return staffId === null ? name : `staff ${staffId}`
}

/** On a page it is as if it did not exist; who makes calls knows what there is. */
function isForbidden(error: unknown): boolean {
  return error instanceof ShopError && error.code === 'staff.forbidden'
}
