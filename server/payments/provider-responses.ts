import type { z } from 'zod'
import { ShopError } from '../platform/errors.ts'
import type { OutgoingResponse } from '../platform/outgoing-http.ts'
import { ProviderError } from './provider.ts'

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

export function createUnavailableError(cause: ProviderError): ShopError {
  return new ShopError('payment.unavailable', {}, { cause })
}

/** Undefined for what is no JSON. */
export function tryParseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'))
  } catch {
    return undefined
  }
}
