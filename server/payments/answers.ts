import type { z } from 'zod'
import { ShopError } from '../platform/errors.ts'
import type { OutgoingResponse } from '../platform/outgoing-http.ts'
import { ProviderError } from './provider.ts'

/** A provider's response, with the call it belongs to for the log. */
export interface Answer extends OutgoingResponse {
  call: string
}

/** What a provider's refusal says, in its own format. */
type RefusalOf = (answer: Answer) => ProviderError

/** @throws ShopError "payment.unavailable" for any status but success, and for an answer of another shape */
export function readAnswer<Shape extends z.ZodType>(
  shape: Shape,
  answer: Answer,
  refusalOf: RefusalOf,
): z.output<Shape> {
  insistOnSuccess(answer, refusalOf)
  const result = shape.safeParse(parseJson(answer.body))
  if (result.success) return result.data
  throw unavailable(new ProviderError(`${answer.call}: unexpected answer`, answer.status, result.error))
}

/** @throws ShopError "payment.unavailable" for any status but success */
export function insistOnSuccess(answer: Answer, refusalOf: RefusalOf): void {
  if (answer.status < 200 || answer.status > 299) throw unavailable(refusalOf(answer))
}

export function unavailable(cause: ProviderError): ShopError {
  return new ShopError('payment.unavailable', {}, { cause })
}

/** Undefined for what is no JSON. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'))
  } catch {
    return undefined
  }
}
