import type { RequestListener } from 'node:http'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import type { Logger } from 'pino'
import { faultPage } from '../../app/texts/web.ts'
import { callsRouter } from '../api/router.ts'
import { staffCallsRouter } from '../api/staff-router.ts'
import type { Config } from '../config.ts'
import type { Shop } from '../shop.ts'
import { accountNoter, logAccess } from './access-log.ts'
import { createAdmission } from './admission.ts'
import { backofficeCalls, createBackofficeGate } from './backoffice-gate.ts'
import { admitLargeBodies, createBodyAdmission, drainUnreadRequest } from './bodies.ts'
import { type AskForPage, sharedPageText } from './dictionary-pages.ts'
import { healthRoutes } from './health.ts'
import { logRequests } from './logs.ts'
import { type Metrics, publicMetrics } from './metrics.ts'
import { networkOf } from './network.ts'
import { createPageCache } from './page-cache.ts'
import { createPageDictionary } from './page-dictionary.ts'
import { pages, remixHandlers } from './pages.ts'
import { paymentWebhookRouter } from './payment-webhooks.ts'
import type { PagesBuild } from './remix.ts'
import { readRequestTarget } from './request-target.ts'
import { sandboxBankRouter } from './sandbox-bank-api.ts'
import { sandboxCardRouter } from './sandbox-card-api.ts'
import { sandboxProgrammeRouter } from './sandbox-programme-api.ts'
import { readForwardedHeaders, rejectForeignWrites, securityHeaders } from './security.ts'
import { readStylesheets, staticFiles } from './static-files.ts'
import { traceRequests } from './traces.ts'
import { rejectUnreadable } from './unreadable.ts'

interface Options {
  config: Config
  shop: Shop
  logger: Logger
  isStopping: () => boolean
  metrics: Metrics
  /** Remix's build, or in development a function that loads the newest one. */
  build: PagesBuild | (() => Promise<PagesBuild>)
  /** Vite's middleware, in development only. */
  development?: RequestHandler | undefined
}

/** The HTTP server around Remix; its README lists the order of the handlers. */
export function createWebServer({
  config,
  shop,
  logger,
  isStopping,
  metrics,
  build,
  development,
}: Options): RequestListener {
  const app = express()
  app.disable('x-powered-by')
  // Pages have their own (send-page.ts).
  app.disable('etag')
  // Pages, calls and webhooks read their addresses with URL.
  app.disable('query parser')
  app.set('trust proxy', config.trustProxy)

  const gate = createBackofficeGate(shop.backoffice)
  const remixFor = remixHandlers(build, gate)
  const stylesheets = development ? new Map<string, string>() : readStylesheets()
  const context = { shop, stylesheets, logger }
  const dictionary = typeof build === 'function' ? undefined : createDictionary(build.assets.version)

  const demoPictures = shop.demo?.pictures ?? []
  const store = config.s3Location ? shop.files : null
  app.use(staticFiles({ dataDir: config.dataDir, store, demoPictures, development: development !== undefined }))
  if (dictionary) app.use(dictionary.serve())
  app.use(securityHeaders(development !== undefined))
  app.use(metrics.measure)
  const tracing = traceRequests()
  if (tracing) app.use(tracing)
  app.use(healthRoutes({ ping: shop.storage.ping, isStopping }))
  app.get('/metrics', publicMetrics(metrics, config))
  if (development) app.use(development)

  app.use(logRequests(logger))
  app.use(logAccess(shop.accessLog))
  app.use(readForwardedHeaders)
  app.use('/webhooks', paymentWebhookRouter(shop.payments))
  const { bank, card } = shop.payments.sandbox ?? {}
  if (bank) app.use('/sandbox/pix-api', sandboxBankRouter(bank))
  if (card) app.use('/sandbox/card-api', sandboxCardRouter(card))
  const { pretendProgramme } = shop.bags
  if (pretendProgramme) app.use('/sandbox/laboratory-api', sandboxProgrammeRouter(pretendProgramme))
  // The calls; `pages` has it do the same for data and feeds. Pages, `/api` among them, have encodings of their own.
  const compress = compression({ threshold: 512, level: 9 })
  app.use(/^\/api(?=\/)/, compress)
  const bodies = createBodyAdmission(config.rateLimitFactor)
  const staffCalls = staffCallsRouter(shop, config.rateLimitFactor, logger, bodies)
  app.use('/api/staff', backofficeCalls(gate, staffCalls))
  app.use('/api', callsRouter(shop, config.rateLimitFactor, logger, bodies))
  app.use(rejectForeignWrites(config.publicUrl))
  app.use(rejectUnreadable(gate))
  app.use(drainUnreadRequest)
  app.use(admitLargeBodies(bodies, gate))
  app.use(formTokens(shop.formGuard))

  const loadContextOf = (request: Request, response: Response) => ({
    ...context,
    network: networkOf(request.ip),
    requestId: response.locals.requestId,
    tagLogWithAccount: accountNoter(response),
    logRefusal: (code: string) => {
      response.locals.refusal = code
    },
  })
  const cache = development || config.cacheSeconds === 0 ? undefined : createPageCache(config.cacheSeconds)
  if (cache) metrics.watchCache(cache)
  app.all('*', pages({ remixFor, gate, loadContextOf, compress, cache, dictionary }))
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
    response.status(500).type('html').send(faultPage(shop.profile.name, id))
  }
  app.use(handleError)
  const admission = createAdmission({ connections: shop.storage.connections, factor: config.rateLimitFactor })
  metrics.watchAdmission(admission)
  return (request, response) => {
    readRequestTarget(request)
    admission.admit(request, response, () => app(request, response))
  }

  function createDictionary(version: string) {
    const dictionaryContext = {
      ...context,
      network: '',
      requestId: '',
      tagLogWithAccount: () => {},
      logRefusal: () => {},
    }
    const ask: AskForPage = async (request) => {
      const { handle } = await remixFor(new URL(request.url).pathname, false)
      return handle(request, { ...dictionaryContext })
    }
    const origin = config.publicUrl ?? 'http://localhost'
    const make = async () => sharedPageText({ ask, origin, zipcode: await shop.delivery.servedZipcode() })
    return createPageDictionary({ folder: config.dataDir, version, make, logger })
  }
}

/**
 * Responses to the router carry a form token (app/client/form-token.ts): in the browser a page with a guarded form is
 * rendered from them, and only the server can make a token.
 */
function formTokens({ token }: Shop['formGuard']): RequestHandler {
  return (request, response, next) => {
    if (request.path.endsWith('.data')) response.setHeader('Form-Token', token())
    next()
  }
}
