import { createHash } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { StaffAccess, StaffCaller, StaffOperation } from '../calls/staff/staff-operation.ts'
import { ShopError } from '../platform/errors.ts'
import { toClientNetwork } from '../platform/http/client-network.ts'
import type { LargeBodyLimiter } from '../platform/http/request-bodies.ts'
import type { Shop } from '../shop.ts'
import type { CallAnswer } from '../staff/call-keys.ts'
import { nameCall } from '../staff/call-keys.ts'
import { type Actor, hasPermission } from '../staff/roles.ts'
import { readCallBody, readInput } from './call-body.ts'
import { createCallRateLimiter } from './call-rate-limiter.ts'
import { sendErrorResponse, toErrorBody } from './error-responses.ts'
import { setRequestAccount } from './request-account.ts'

type StaffApiShop = Pick<Shop, 'ctx' | 'staffOperations' | 'staff' | 'getStaffOpenApiDocument'>

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
      const { status, body } = await answerCall(operation, request)
      if (status >= 400) response.locals.refusal = (body as ReturnType<typeof toErrorBody>).errors[0]?.code
      if (operation.effect === 'reads') sendUnlessKnown(body, request, response)
      else response.status(status).json(body)
    } catch (error) {
      const responseError = isForbidden(error) ? new ShopError('staff.notAllowed') : error
      if (responseError instanceof ShopError && responseError.status === 401)
        response.setHeader('WWW-Authenticate', 'Bearer')
      sendErrorResponse(responseError, { wireNames: operation?.errorFields }, request, response, logger)
    }
  })
  return router

  async function answerCall(operation: StaffOperation, request: Request): Promise<CallAnswer> {
    if (request.method !== 'POST') throw new ShopError('call.notPost')
    const body = await readCallBody(request, {}, { ...largeBodyLimiter, verifyToken: async () => {} })
    const caller = await identifyCaller(operation.access, request)
    if (caller.actor) setRequestAccount(request, accountLabelOf(caller.actor))
    await callRateLimiter.consume(caller.clientNetwork, caller.bearerToken)
    const input = await readInput(operation, request, body)
    const key = request.get('Idempotency-Key')
    if (operation.effect !== 'changes' || key === undefined) return runOperation(operation, input, caller)
    const call = { callerName: callerNameOf(caller), path: request.path, key, input }
    return shop.staff.callKeys.answerOnce(call, async () => {
      try {
        return await runOperation(operation, input, { ...caller, callName: nameCall(call) })
      } catch (error) {
        if (!isFinalRefusal(error)) throw error
        return { status: error.status, body: toErrorBody(error, { wireNames: operation.errorFields }) }
      }
    })
  }

  async function runOperation(operation: StaffOperation, input: unknown, caller: StaffCaller): Promise<CallAnswer> {
    return { status: 200, body: operation.output.parse(await operation.run(shop.ctx, input, caller)) }
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

/** Whose idempotency keys they are: a person's in all of their sessions, a system's by its API key. */
function callerNameOf({ actor, bearerToken }: StaffCaller): string {
  return actor?.staffId ? `staff ${actor.staffId}` : `key ${bearerToken}`
}

/** Whether a repeat is to be refused in the same way: not where only who calls, or how often, was refused, nor a fault. */
function isFinalRefusal(error: unknown): error is ShopError {
  return error instanceof ShopError && !isForbidden(error) && [404, 409, 422].includes(error.status)
}

/** 304 where the caller has the same answer already (RFC 9110, section 13.1.2, which this contract extends to its POST). */
function sendUnlessKnown(body: unknown, request: Request, response: Response): void {
  const text = JSON.stringify(body)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  const knownEtags = (request.get('If-None-Match') ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  response.setHeader('ETag', etag)
  if (knownEtags.includes(etag)) response.status(304).end()
  else response.type('json').send(text)
}

function accountLabelOf({ staffId, name }: Actor): string {
  return staffId === null ? name : `staff ${staffId}`
}

/** On a page it is as if it did not exist; who makes calls knows what there is. */
function isForbidden(error: unknown): boolean {
  return error instanceof ShopError && error.code === 'staff.forbidden'
}
