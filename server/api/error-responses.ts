import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ErrorResponseSchema } from '../calls/openapi.ts'
import type { Operation } from '../calls/operation.ts'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { ShopError } from '../platform/errors.ts'
import { drainRequest } from '../platform/http/request-bodies.ts'
import { type WireNames, wireNameOf } from '../wire/names.ts'

/** When to try again while the database is unavailable or its disk full. */
export const databaseRetryAfterSeconds = 30

/** An entry's settings for the bodies of its refusals. */
type ErrorBodyOptions = Pick<Operation, 'wireNames' | 'extendErrorBody' | 'errorDetails' | 'unavailableCode'>

/** The error that a caller is told of: an unforeseen one becomes a general refusal. */
function toShopError(error: unknown, operation: ErrorBodyOptions | undefined): ShopError {
  if (error instanceof ShopError) return error
  if (!isDatabaseUnavailable(error)) return new ShopError('shop.failed')
  return new ShopError(operation?.unavailableCode ?? 'shop.unavailable', {
    retryAfterSeconds: databaseRetryAfterSeconds,
  })
}

/** Answers a call that failed. Our own faults are logged. */
export function sendErrorResponse(
  error: unknown,
  operation: ErrorBodyOptions | undefined,
  request: Request,
  response: Response,
  logger: Pick<Logger, 'error'>,
): void {
  const shopError = toShopError(error, operation)
  const { status, retryAfterSeconds } = shopError
  response.locals.refusal = shopError.code
  // A refusal that only asks the client to retry later is no fault.
  if (status >= 500 && (shopError !== error || retryAfterSeconds === undefined))
    logger.error({ id: response.locals.requestId, err: error }, 'call failed')
  if (status === 405) response.setHeader('Allow', 'POST')
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds))
  drainRequest(request)
  response.status(status).json(toErrorBody(shopError, operation))
}

/** What a caller reads of a refusal. */
export function toErrorBody(shopError: ShopError, operation?: ErrorBodyOptions) {
  const errors = toErrorEntries(
    shopError,
    { captcha: 'captchaToken', ...operation?.wireNames },
    operation?.errorDetails?.(shopError),
  )
  const { message = '', code = '' } = errors[0] ?? {}
  return { ...operation?.extendErrorBody?.(message, code), errors }
}

/** One error per invalid field, with its name on the wire: without the name of an enclosing object. */
function toErrorEntries(
  { code, message, input, cause }: ShopError,
  wireNames: WireNames,
  details?: Record<string, unknown>,
): z.input<typeof ErrorResponseSchema>['errors'] {
  if (!(cause instanceof z.ZodError)) return [{ code, message, field: input && wireNameOf(input, wireNames), details }]
  const toFieldName = (path: PropertyKey[]) =>
    path
      .slice(typeof path[1] === 'string' ? 1 : 0)
      .map((key) => wireNameOf(String(key), wireNames))
      .join('.') || undefined
  // A longer list would help nobody.
  return cause.issues.slice(0, 20).map(({ path, message }) => ({ code, message, field: toFieldName(path) }))
}
