import { z } from 'zod'
import { isUnavailable } from '../database/failures.ts'
import { ShopError } from '../platform/errors.ts'
import type { Errors } from './openapi.ts'
import type { Operation } from './operation.ts'

/** When to try again while the database is unavailable or its disk full. */
export const retryAfterSeconds = 30

/** The refusal that an error is answered with. */
export function refusalOf(error: unknown, operation?: Operation): ShopError {
  if (error instanceof ShopError) return error
  if (!isUnavailable(error)) return new ShopError('shop.failed')
  return new ShopError(operation?.whenAway ?? 'shop.unavailable', { retryAfterSeconds })
}

/** One error per invalid field, with its name in forms: without the name of an enclosing object. */
export function errorsOf({ code, message, field, cause }: ShopError): z.input<typeof Errors>['errors'] {
  if (!(cause instanceof z.ZodError)) return [{ code, message, field }]
  const nameOf = (path: PropertyKey[]) => path.slice(typeof path[1] === 'string' ? 1 : 0).join('.') || undefined
  // A longer list would help nobody.
  return cause.issues.slice(0, 20).map(({ path, message }) => ({ code, message, field: nameOf(path) }))
}
