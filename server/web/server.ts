import type { RequestListener } from 'node:http'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import type { Logger } from 'pino'
import { renderFaultPage } from '../../app/texts/error-pages.ts'
import { createApiRouter } from '../api/router.ts'
import { createStaffApiRouter } from '../api/staff-router.ts'
import type { Config } from '../config.ts'
import { toClientNetwork } from '../platform/http/client-network.ts'
import { createLargeBodyLimiter, drainUnreadRequest } from '../platform/http/request-bodies.ts'
import type { Shop } from '../shop.ts'
import { createAccountTagger, logAccess } from './access-log.ts'
import { createAdmissionControl } from './admission.ts'
import { createBackofficeGate, guardStaffApi } from './backoffice-gate.ts'
import { createCompressionDictionary } from './compression-dictionary.ts'
import { buildDictionaryText, type FetchPage } from './dictionary-text.ts'
import { createHealthRouter } from './health.ts'
import { rejectInvalidRequests } from './invalid-requests.ts'
import { limitLargeBodies } from './large-bodies.ts'
import { createPublicMetricsHandler, type Metrics } from './metrics.ts'
import { createPageCache } from './page-cache.ts'
import { createHandlerSelector, createPageHandler } from './pages.ts'
import { createPaymentWebhookRouter } from './payment-webhooks.ts'
import { redirectToPublicHost } from './public-host.ts'
import type { PagesBuild } from './remix.ts'
import { logRequests } from './request-log.ts'
import { normalizeRequestTarget } from './request-target.ts'
import { traceRequests } from './request-traces.ts'
import { rejectCrossSiteWrites, sanitizeForwardedHeaders, setSecurityHeaders } from './security.ts'
import { serveShopIcons } from './shop-icons.ts'
import { createStaticRouter, fileHeaders, readStylesheets } from './static-files.ts'
import { sendStaticPage } from './static-page.ts'
import { createWhatsappWebhookRouter } from './whatsapp-webhook.ts'

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
export function createRequestListener({
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

  const backofficeGate = createBackofficeGate(shop.backoffice)
  const selectHandler = createHandlerSelector(build, backofficeGate)
  const stylesheets = developmentMiddleware ? new Map<string, string>() : readStylesheets()
  const baseLoadContext = { shop, stylesheets, logger }
  const dictionary = typeof build === 'function' ? undefined : createDictionary(build.assets.version)

  const demoPictureFolders = shop.demo?.pictureFolders ?? []
  const pictureStore = config.s3Location ? shop.files : null
  app.use(serveShopIcons(shop, fileHeaders))
  app.use(
    createStaticRouter({
      dataDir: config.dataDir,
      pictureStore,
      demoPictureFolders,
      isDevelopment: developmentMiddleware !== undefined,
    }),
  )
  if (dictionary) app.use(dictionary.createHandler())
  app.use(setSecurityHeaders(developmentMiddleware !== undefined))
  app.use(metrics.measureRequest)
  const traceHandler = traceRequests()
  if (traceHandler) app.use(traceHandler)
  app.use(createHealthRouter({ assertDatabaseReady: shop.databaseHealth.assertReady, isStopping }))
  app.get('/metrics', createPublicMetricsHandler(metrics, config))
  if (developmentMiddleware) app.use(developmentMiddleware)

  app.use(logRequests(logger))
  app.use(logAccess(shop.accessLog))
  app.use(sanitizeForwardedHeaders)
  app.use('/webhooks/whatsapp', createWhatsappWebhookRouter(shop.whatsapp))
  app.use('/webhooks', createPaymentWebhookRouter(shop.payments))
  if (shop.simulators) app.use('/sandbox', shop.simulators.createRouter())
  // For the calls; `createPageHandler` applies it to data and feeds. Pages, `/api` among them, have encodings of their own.
  const compressionMiddleware = compression({ threshold: 512, level: 9 })
  app.use(/^\/api(?=\/)/, compressionMiddleware)
  const largeBodyLimiter = createLargeBodyLimiter(config.rateLimitFactor)
  const staffApiRouter = createStaffApiRouter(shop, config.rateLimitFactor, logger, largeBodyLimiter)
  app.use('/api/staff', guardStaffApi(backofficeGate, staffApiRouter))
  app.use('/api', createApiRouter(shop, config.rateLimitFactor, logger, largeBodyLimiter))
  app.use(redirectToPublicHost(config.publicUrl, shop.backoffice.origin))
  app.use(rejectCrossSiteWrites(config.publicUrl))
  app.use(rejectInvalidRequests(backofficeGate))
  app.use(drainUnreadRequest)
  app.use(limitLargeBodies(largeBodyLimiter, backofficeGate))
  app.use(setFormTokenHeader(shop.formGuard))

  const createLoadContext = (request: Request, response: Response) => ({
    ...baseLoadContext,
    clientNetwork: toClientNetwork(request.ip),
    requestId: response.locals.requestId,
    tagLogWithAccount: createAccountTagger(response),
    logRefusal: (code: string) => {
      response.locals.refusal = code
    },
  })
  const pageCache =
    developmentMiddleware || config.pageCacheSeconds === 0
      ? undefined
      : createPageCache(config.pageCacheSeconds, () => shop.profile)
  if (pageCache) metrics.addCacheMetrics(pageCache)
  app.all(
    '*',
    createPageHandler({
      selectHandler,
      backofficeGate,
      createLoadContext,
      compressionMiddleware,
      pageCache,
      dictionary,
    }),
  )
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
    sendStaticPage(response, 500, renderFaultPage(shop.profile.name, id))
  }
  app.use(handleError)
  const admissionControl = createAdmissionControl({
    countConnections: shop.databaseHealth.countConnections,
    rateLimitFactor: config.rateLimitFactor,
  })
  metrics.addAdmissionMetrics(admissionControl)
  return (request, response) => {
    normalizeRequestTarget(request)
    admissionControl.admit(request, response, () => app(request, response))
  }

  function createDictionary(buildVersion: string) {
    const dictionaryLoadContext = {
      ...baseLoadContext,
      clientNetwork: '',
      requestId: '',
      tagLogWithAccount: () => {},
      logRefusal: () => {},
    }
    const fetchPage: FetchPage = async (request) => {
      const { handle } = await selectHandler(new URL(request.url).pathname, false)
      return handle(request, { ...dictionaryLoadContext })
    }
    const origin = config.publicUrl ?? 'http://localhost'
    const buildText = async () =>
      buildDictionaryText({ fetchPage, origin, zipcode: await shop.delivery.findAnyServedZipcode() })
    return createCompressionDictionary({ folder: config.dataDir, buildVersion, buildText, logger })
  }
}

/**
 * Responses to the router carry a form token (app/client/form-token.ts): in the browser a page with a guarded form is
 * rendered from them, and only the server can make a token.
 */
function setFormTokenHeader({ createFormToken }: Shop['formGuard']): RequestHandler {
  return (request, response, next) => {
    if (request.path.endsWith('.data')) response.setHeader('Form-Token', createFormToken())
    next()
  }
}
