import type { z } from 'zod'
import type { ShopError } from '../platform/errors.ts'
import { type OutgoingResponse, ResponseTooLongError } from '../platform/outgoing-http.ts'
import { createUnavailableError, ProviderError } from '../ports/payment-provider.ts'

/** A provider's response, with the call it belongs to for the log. */
export interface ProviderResponse extends OutgoingResponse {
  callName: string
}

/** Reads a provider's error response, which has a format of its own. */
type ProviderErrorMapper = (response: ProviderResponse) => ProviderError

/** @throws ShopError "payment.unavailable" for any status but success, and for an answer of another shape */
export function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  response: ProviderResponse,
  toProviderError: ProviderErrorMapper,
): z.output<Schema> {
  assertSuccess(response, toProviderError)
  const result = schema.safeParse(tryParseJson(response.body))
  if (result.success) return result.data
  throw createUnavailableError(
    new ProviderError(`${response.callName}: unexpected answer`, response.status, result.error),
  )
}

/** @throws ShopError "payment.unavailable" for any status but success */
export function assertSuccess(response: ProviderResponse, toProviderError: ProviderErrorMapper): void {
  if (response.status < 200 || response.status > 299) throw createUnavailableError(toProviderError(response))
}

/** Why a call got no answer, or one that is too long to be read. */
export function createUnansweredError(callName: string, error: unknown): ShopError {
  return createUnavailableError(
    error instanceof ResponseTooLongError
      ? new ProviderError(`${callName}: ${error.message}`, error.status, error)
      : new ProviderError(`${callName}: no answer`, null, error),
  )
}

/** Undefined for what is no JSON. */
export function tryParseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'))
  } catch {
    return undefined
  }
}
