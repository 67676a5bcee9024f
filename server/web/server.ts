import { randomBytes } from 'node:crypto'
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import { faultPage } from '../../app/texts/web.ts'
import type { Config } from '../config.ts'
import type { Shop } from '../shop.ts'
import { callsRouter } from './calls.ts'
import { healthRoutes } from './health.ts'
import { logRequests } from './logs.ts'
import { openMadePages } from './made-pages.ts'
import { openPageBodies } from './page-text.ts'
import { paymentWebhookRouter } from './payment-webhook.ts'
import { pixWebhookRouter } from './pix-webhook.ts'
import { groupRoutes } from './route-groups.ts'
import { sandboxBankRouter } from './sandbox-bank.ts'
import { dropForwardedHeaders, refuseForeignWrites, securityHeaders } from './security.ts'
import { sharedPages } from './shared-pages.ts'
import { readStylesheets, staticFiles } from './static-files.ts'
import { refuseUnreadable } from './unreadable.ts'
import { wholePages } from './whole-pages.ts'

interface Options {
  config: Config
  shop: Shop
  logger: Logger
  isStopping: () => boolean
  /** Remix's build, or in development a function that loads the newest one. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** Vite's middleware, in development only. */
  development?: RequestHandler
}

/** The HTTP server around Remix; its README lists the order of the handlers. */
export function createWebServer({ config, shop, logger, isStopping, build, development }: Options): Express {
  const app = express()
  app.disable('x-powered-by')
  // Pages are personal and short-lived: an ETag would cost a hash and never match.
  app.disable('etag')
  app.set('trust proxy', config.trustProxy)

  app.use(staticFiles({ dataDir: config.dataDir, sandbox: config.sandbox, development: development !== undefined }))
  app.use((_request, response, next) => {
    response.locals.nonce = randomBytes(16).toString('base64')
    next()
  })
  app.use(securityHeaders(development !== undefined))
  app.use(healthRoutes(shop.ping, isStopping))
  if (development) app.use(development)

  app.use(logRequests(logger))
  app.use(dropForwardedHeaders(config.trustProxy))
  app.use('/webhooks/pix', pixWebhookRouter(shop.payments))
  app.use('/webhooks/payment', paymentWebhookRouter(shop.externalPayments))
  if (shop.sandboxBank) app.use('/sandbox/pix-api', sandboxBankRouter(shop.sandboxBank))
  const bodyOf = openPageBodies()
  if (!development) app.use(sharedPages(shop.state, bodyOf))
  // For everything but pages: the calls, data for scripts, feeds. Pages compress themselves (whole-pages.ts).
  app.use(compression({ threshold: 512, level: 9 }))
  app.use('/api', callsRouter(shop, config.rateLimitFactor, logger))
  app.use(refuseForeignWrites(config.publicUrl))
  app.use(refuseUnreadable)
  app.use(wholePages(bodyOf))

  const stylesheets = development ? new Map<string, string>() : readStylesheets()
  const placeFor = development ? undefined : openMadePages()
  const getLoadContext: GetLoadContextFunction = (request, response) => ({
    shop,
    stylesheets,
    nonce: response.locals.nonce,
    network: request.ip ?? 'unknown',
    logger,
    requestId: response.locals.requestId,
    keepForAll: response.locals.keepForAll,
    placeFor,
    sendPage: response.locals.sendPage,
  })
  app.all('*', remixHandler(build, getLoadContext))
  const sayFault: ErrorRequestHandler = (error, _request, response, next) => {
    const id = response.locals.requestId ?? ''
    logger.error({ id, err: error }, 'request failed')
    if (response.headersSent) return next(error)
    response
      .status(500)
      .type('html')
      .send(faultPage(config.shopProfile.name, id, response.locals.nonce))
  }
  app.use(sayFault)
  return app
}

function remixHandler(build: Options['build'], getLoadContext: GetLoadContextFunction): RequestHandler {
  if (typeof build === 'function') return createRequestHandler({ build, getLoadContext })
  const buildFor = groupRoutes(build)
  const handlers = new Map<ServerBuild, RequestHandler>()
  return (request, response, next) => {
    const group = buildFor(request.path)
    const handle = handlers.get(group) ?? createRequestHandler({ build: group, getLoadContext })
    handlers.set(group, handle)
    return handle(request, response, next)
  }
}
