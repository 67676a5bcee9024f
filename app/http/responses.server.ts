import { type AppLoadContext, data, type LoaderFunctionArgs, redirect, type TypedResponse } from '@remix-run/node'
import type { ShopError, ShopErrorCode } from '#server/platform/errors.ts'
import { urlErrorMessages } from '../texts/pages.ts'
import { refusals } from '../texts/refusals.ts'
import type { FlashMessage } from './cookie-values.server.ts'
import { type CookieChanges, toSetCookieHeaders } from './cookies.server.ts'

/** 303 after a successful form: the browser continues with GET, so a reload resends nothing. */
export function seeOther(
  { shop }: AppLoadContext,
  target: string,
  cookieChanges: CookieChanges = {},
): TypedResponse<never> {
  return redirect(target, { status: 303, headers: toSetCookieHeaders(shop, cookieChanges) })
}

/**
 * A route's `headers`: health data and a customer's personal data must not be cached, not even by the browser, whose 'Back'
 * would show them after signing out. A visitor's bag may: it outlives the session.
 */
export const buildNoStoreHeaders = () => ({ 'Cache-Control': 'no-store' })

/** Whether an error is one that people can cause, with a message for them. Compared by name, since `app/` takes only types from `server/`. */
export function isShopError(error: unknown, ...codes: ShopErrorCode[]): error is ShopError {
  if (!(error instanceof Error) || error.name !== 'ShopError') return false
  return codes.length === 0 || codes.includes((error as ShopError).code)
}

/** Throws a shop error as the error page's response, with its status and message. Other errors are rethrown. */
export function throwAsErrorPage(error: unknown): never {
  if (!isShopError(error)) throw error
  throw data({ message: error.message }, toErrorResponseInit(error))
}

/** Throws a 404 for what does not exist, or is not the visitor's. */
export function throwNotFound(): never {
  throw data({ message: undefined }, 404)
}

/** Throws and logs the specification's 'Page Not Found: {path}' (section 8), for an address that its route refuses. */
export function throwInvalidPath({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): never {
  const message = urlErrorMessages.urlInvalid(new URL(request.url).pathname)
  context.logger.warn({ id: context.requestId }, message)
  throw data({ message }, 404)
}

/** The error shown when a form is redisplayed. */
export type FormError = Pick<ShopError, 'status' | 'message' | 'input' | 'retryAfterSeconds'> & { code: string }

/**
 * Logs an error and returns what the form shows of it. A database outage or a full disk also becomes a form error, so the input
 * is kept. Any other error is rethrown.
 */
export function toFormError({ shop, logger, requestId, logRefusal }: AppLoadContext, error: unknown): FormError {
  if (isShopError(error)) {
    logRefusal(error.code)
    return error
  }
  if (!shop.databaseHealth.isDatabaseUnavailable(error)) throw error
  logger.error({ id: requestId, err: error }, 'form failed')
  const message = refusals['shop.unavailable']()
  return { code: 'shop.unavailable', status: 503, message, input: undefined, retryAfterSeconds: 30 }
}

/** Status and headers of a page that shows an error; its code is for the log alone (server/web/pages.ts). */
export function toErrorResponseInit(error: FormError): ResponseInit {
  return { status: error.status, headers: { ...toRetryHeaders(error), 'X-Refusal': error.code } }
}

export function toRetryHeaders(error: Pick<FormError, 'retryAfterSeconds'>): Record<string, string> {
  return error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
}

/** The message that the next page shows as a toast. */
export function createFlashMessage(tone: FlashMessage['tone'], ...messages: string[]): FlashMessage {
  return { tone, messages }
}
