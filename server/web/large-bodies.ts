import type { RequestHandler } from 'express'
import { errorPages } from '../../app/texts/error-pages.ts'
import { ShopError } from '../platform/errors.ts'
import { isLargeBody, type LargeBodyLimiter } from '../platform/http/request-bodies.ts'
import type { BackofficeGate } from './backoffice-gate.ts'
import { sendStaticPage } from './static-page.ts'

const { renderUploadBusyPage, renderBackofficeUploadBusyPage } = errorPages

/** Limits the large bodies of pages, whose routes read a file only of who is signed in, or to keep what was typed beside it. */
export function limitLargeBodies(
  { consumeNetworkQuota, acquireSlot }: LargeBodyLimiter,
  backofficeGate: BackofficeGate,
): RequestHandler {
  return async (request, response, next) => {
    try {
      if (isLargeBody(request)) {
        await consumeNetworkQuota(request)
        await acquireSlot(request)
      }
    } catch (error) {
      if (!(error instanceof ShopError)) return next(error)
      response.set('Retry-After', String(error.retryAfterSeconds))
      const renderBusyPage = backofficeGate.isBackofficeRequest(request)
        ? renderBackofficeUploadBusyPage
        : renderUploadBusyPage
      sendStaticPage(response, error.status, renderBusyPage(error.message))
      return
    }
    next()
  }
}
