import type { RequestListener } from 'node:http'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import type { Logger } from 'pino'
import { renderFaultPage } from '../../app/texts/web.ts'
import { createApiRouter } from '../api/router.ts'
import { createStaffApiRouter } from '../api/staff-router.ts'
import type { Config } from '../config.ts'
import type { Shop } from '../shop.ts'
import { createAccountTagger, logAccess } from './access-log.ts'
import { createAdmission } from './admission.ts'
import { createBackofficeGate, guardStaffApi } from './backoffice-gate.ts'
import { buildSharedPageText, type FetchPage } from './dictionary-pages.ts'
import { createHealthRouter } from './health.ts'
import { rejectInvalidRequests } from './invalid-requests.ts'
import { createPublicMetricsHandler, type Metrics } from './metrics.ts'
import { networkOf } from './network.ts'
import { createPageCache } from './page-cache.ts'
import { createPageDictionary } from './page-dictionary.ts'
import { createHandlerSelector, createPageHandler } from './pages.ts'
import { createPaymentWebhookRouter } from './payment-webhooks.ts'
import type { PagesBuild } from './remix.ts'
import { admitLargeBodies, createBodyAdmission, drainUnreadRequest } from './request-bodies.ts'
import { logRequests } from './request-log.ts'
import { normalizeRequestTarget } from './request-target.ts'
import { traceRequests } from './request-traces.ts'
import { createSandboxBankRouter } from './sandbox-bank-api.ts'
import { createSandboxCardRouter } from './sandbox-card-api.ts'
import { createSandboxProgrammeRouter } from './sandbox-programme-api.ts'
import { rejectCrossSiteWrites, sanitizeForwardedHeaders, setSecurityHeaders } from './security.ts'
import { createStaticRouter, readStylesheets } from './static-files.ts'

interface Options {
  config: Config
  shop: Shop
  logger: Logger
  isStopping: () => boolean
  metrics: Metrics
  /** Remix's build, or in development a function that loads the newest one. */
  build: PagesBuild | (() => Promise<PagesBuild>)
  /** Vite's middleware, in development only. */
  developmentMiddleware?: RequestHandler | undefined
}

/** The HTTP server around Remix; its README lists the order of the handlers. */
export function createWebServer({
  config,
  shop,
  logger,
  isStopping,
  metrics,
  build,
  developmentMiddleware,
}: Options): RequestListener {
  const app = express()
  app.disable('x-powered-by')
  // Pages have their own (send-page.ts).
  app.disable('etag')
  // Pages, calls and webhooks read their addresses with URL.
  app.disable('query parser')
  app.set('trust proxy', config.trustProxy)

  const gate = createBackofficeGate(shop.backoffice)
  const selectHandler = createHandlerSelector(build, gate)
  const stylesheets = developmentMiddleware ? new Map<string, string>() : readStylesheets()
  const baseContext = { shop, stylesheets, logger }
  const dictionary = typeof build === 'function' ? undefined : createDictionary(build.assets.version)

  const demoPictures = shop.demo?.pictureFolders ?? []
  const pictureStore = config.s3Location ? shop.files : null
  app.use(
    createStaticRouter({
      dataDir: config.dataDir,
      pictureStore,
      demoPictures,
      isDevelopment: developmentMiddleware !== undefined,
    }),
  )
  if (dictionary) app.use(dictionary.createHandler())
  app.use(setSecurityHeaders(developmentMiddleware !== undefined))
  app.use(metrics.measureRequest)
  const traceHandler = traceRequests()
  if (traceHandler) app.use(traceHandler)
  app.use(createHealthRouter({ ping: shop.databaseHealth.ping, isStopping }))
  app.get('/metrics', createPublicMetricsHandler(metrics, config))
  if (developmentMiddleware) app.use(developmentMiddleware)

  app.use(logRequests(logger))
  app.use(logAccess(shop.accessLog))
  app.use(sanitizeForwardedHeaders)
  app.use('/webhooks', createPaymentWebhookRouter(shop.payments))
  const { bank, card } = shop.payments.sandbox ?? {}
  if (bank) app.use('/sandbox/pix-api', createSandboxBankRouter(bank))
  if (card) app.use('/sandbox/card-api', createSandboxCardRouter(card))
  const { sandboxProgramme } = shop.bags
  if (sandboxProgramme) app.use('/sandbox/laboratory-api', createSandboxProgrammeRouter(sandboxProgramme))
  // The calls; `pages` has it do the same for data and feeds. Pages, `/api` among them, have encodings of their own.
  const compress = compression({ threshold: 512, level: 9 })
  app.use(/^\/api(?=\/)/, compress)
  const bodyAdmission = createBodyAdmission(config.rateLimitFactor)
  const staffApiRouter = createStaffApiRouter(shop, config.rateLimitFactor, logger, bodyAdmission)
  app.use('/api/staff', guardStaffApi(gate, staffApiRouter))
  app.use('/api', createApiRouter(shop, config.rateLimitFactor, logger, bodyAdmission))
  app.use(rejectCrossSiteWrites(config.publicUrl))
  app.use(rejectInvalidRequests(gate))
  app.use(drainUnreadRequest)
  app.use(admitLargeBodies(bodyAdmission, gate))
  app.use(setFormToken(shop.formGuard))

  const createLoadContext = (request: Request, response: Response) => ({
    ...baseContext,
    network: networkOf(request.ip),
    requestId: response.locals.requestId,
    tagLogWithAccount: createAccountTagger(response),
    logRefusal: (code: string) => {
      response.locals.refusal = code
    },
  })
  const cache =
    developmentMiddleware || config.pageCacheSeconds === 0 ? undefined : createPageCache(config.pageCacheSeconds)
  if (cache) metrics.addCacheMetrics(cache)
  app.all('*', createPageHandler({ selectHandler, gate, createLoadContext, compress, cache, dictionary }))
  const handleError: ErrorRequestHandler = (error, _request, response, next) => {
    // A range that the picture has not (RFC 9110, section 15.5.17).
    if (error.status === 416)
      return response
        .status(416)
        .set(error.headers ?? {})
        .end()
    const id = response.locals.requestId ?? ''
    logger.error({ id, err: error }, 'request failed')
    if (response.headersSent) return next(error)
    response.status(500).type('html').send(renderFaultPage(shop.profile.name, id))
  }
  app.use(handleError)
  const admission = createAdmission({
    countConnections: shop.databaseHealth.countConnections,
    rateLimitFactor: config.rateLimitFactor,
  })
  metrics.addAdmissionMetrics(admission)
  return (request, response) => {
    normalizeRequestTarget(request)
    admission.admit(request, response, () => app(request, response))
  }

  function createDictionary(version: string) {
    const dictionaryContext = {
      ...baseContext,
      network: '',
      requestId: '',
      tagLogWithAccount: () => {},
      logRefusal: () => {},
    }
    const fetchPage: FetchPage = async (request) => {
      const { handle } = await selectHandler(new URL(request.url).pathname, false)
      return handle(request, { ...dictionaryContext })
    }
    const origin = config.publicUrl ?? 'http://localhost'
    const buildText = async () =>
      buildSharedPageText({ fetchPage, origin, zipcode: await shop.delivery.findServedZipcode() })
    return createPageDictionary({ folder: config.dataDir, version, buildText, logger })
  }
}

/**
 * Responses to the router carry a form token (app/client/form-token.ts): in the browser a page with a guarded form is
 * rendered from them, and only the server can make a token.
 */
function setFormToken({ createToken }: Shop['formGuard']): RequestHandler {
  return (request, response, next) => {
    if (request.path.endsWith('.data')) response.setHeader('Form-Token', createToken())
    next()
  }
}
