import { type Request, Router } from 'express'
import type { Logger } from 'pino'
import type { StaffAccess, StaffCaller, StaffOperation } from '../backoffice/staff-operation.ts'
import { ShopError } from '../platform/errors.ts'
import type { Shop } from '../shop.ts'
import { type Actor, hasPermission } from '../staff/roles.ts'
import { networkOf } from '../web/network.ts'
import type { LargeBodyLimiter } from '../web/request-bodies.ts'
import { readCallBody, readInput } from './body.ts'
import { createCallRateLimits } from './call-limits.ts'
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
  const callLimits = createCallRateLimits(rateLimitFactor)

  const router = Router()
  router.get('/openapi.json', (_request, response) => response.json(shop.getStaffOpenApiDocument()))
  router.use(async (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    const operation = operations.get(`staff${request.path}`)
    try {
      if (!operation) throw new ShopError('call.unknown')
      response.json(await runOperation(operation, request))
    } catch (error) {
      const refusal = isForbidden(error) ? new ShopError('staff.notAllowed') : error
      if (refusal instanceof ShopError && refusal.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
      sendErrorResponse(refusal, undefined, request, response, logger)
    }
  })
  return router

  async function runOperation(operation: StaffOperation, request: Request): Promise<unknown> {
    if (request.method !== 'POST') throw new ShopError('call.notPost')
    const body = await readCallBody(request, {}, { ...largeBodyLimiter, identify: async () => {} })
    const caller = await identifyCaller(operation.access, request)
    if (caller.actor) setRequestAccount(request, accountLabelOf(caller.actor))
    await callLimits.consume(caller.network, caller.token)
    const input = await readInput(operation, request, body)
    return operation.output.parse(await operation.run(input, caller))
  }

  async function identifyCaller(access: StaffAccess, request: Request): Promise<StaffCaller> {
    const network = networkOf(request.ip)
    if (access === 'anyone') return { actor: null, token: '', network }
    const [, token = ''] = /^Bearer +([\w-]{43})$/i.exec(request.get('Authorization') ?? '') ?? []
    const session = await shop.staff.findSession(token, network)
    const actor = session ? session.actor : await shop.staff.keys.findSystemActor(token, network)
    if (!session && !actor) throw new ShopError('token.invalid')
    if (access === 'session') return { actor, token, network }
    if (!actor) throw new ShopError('staff.codeMissing')
    if (!hasPermission(actor, access)) throw new ShopError('staff.notAllowed')
    return { actor, token, network }
  }
}

function accountLabelOf({ staffId, name }: Actor): string {
  return staffId === null ? name : `staff ${staffId}`
}

/** On a page it is as if it did not exist; who makes calls knows what there is. */
function isForbidden(error: unknown): boolean {
  return error instanceof ShopError && error.code === 'staff.forbidden'
}
