import { createServer, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { explainDatabaseError } from './database/database-errors.ts'
import { restMessage } from './database/rest.ts'
import { type StatsByJob, startJobs } from './jobs.ts'
import { OperatorError } from './platform/operator-error.ts'
import { openShop, type Shop } from './shop.ts'
import { answerClientErrors } from './web/client-errors.ts'
import { drainServer } from './web/drain-server.ts'
import { createMetrics, createMetricsApp } from './web/metrics.ts'
import type { PagesBuild } from './web/remix.ts'
import { createRequestListener } from './web/server.ts'

/** How long requests in flight may take once the server is being closed, in milliseconds. */
const shutdownGraceMs = 10_000
/**
 * How long a connection stays open after a response, in milliseconds: a shopper reads before the next tap, and a new connection
 * costs a round trip. Longer than the 60 s that reverse proxies commonly wait, so that they close first: a connection closed
 * from this side may lose a request that is already on its way.
 */
const keepAliveTimeoutMs = 65_000
/** How often a server at rest looks whether it was resumed, in milliseconds. */
const restPollMs = 15_000
/** Connections that may wait to be accepted: of a flood beyond Node's 511 the kernel drops the first packet, a wait of seconds. */
const listenBacklog = 4096

/** Vite in development: its middleware, and what loads the newest pages. */
export interface DevelopmentServer {
  middleware: RequestHandler
  loadPagesBuild(): Promise<PagesBuild>
}

interface Options {
  logger: Logger
  startDevelopmentServer?: ((server: Server) => Promise<DevelopmentServer>) | undefined
}

export interface RunningServer {
  shop: Shop
  /** `http://localhost:` and the port. */
  localOrigin: string
  /** Lets requests in flight finish and jobs end their rounds, then closes the shop. A second call waits for the first. */
  close(): Promise<void>
}

/**
 * Opens the shop and answers for it at the configured port, with its jobs.
 * @throws OperatorError that names the variable: a database that cannot be used, a port that is taken
 */
export async function serve(config: Config, { logger, startDevelopmentServer }: Options): Promise<RunningServer> {
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs })
  answerClientErrors(server)
  const getPort = () => portOf(server) ?? config.port
  const shop = await openShop(config, { log: logger, getLocalOrigin: () => `http://127.0.0.1:${getPort()}` }).catch(
    (error) => {
      const message = explainDatabaseError(error, config.databaseLocation)
      if (!message && !(error instanceof OperatorError)) throw error
      const envVarName = config.databaseLocation.startsWith('postgres') ? 'DATABASE_URL' : 'DATA_DIR'
      throw new OperatorError(`${envVarName}: ${message ?? error.message}`)
    },
  )
  const jobRecords: StatsByJob = new Map()
  const metrics = createMetrics({ shop, dataDir: config.dataDir, jobRecords })
  let closePromise: Promise<void> | undefined
  const developmentServer = await startDevelopmentServer?.(server)
  server.on(
    'request',
    createRequestListener({
      config,
      shop,
      logger,
      isStopping: () => closePromise !== undefined,
      metrics,
      build: developmentServer
        ? developmentServer.loadPagesBuild
        : ((await import(new URL('../build/server/index.js', import.meta.url).href)) as PagesBuild),
      developmentMiddleware: developmentServer?.middleware,
    }),
  )
  const { host } = config
  await listen(server, 'PORT, HOST', { port: config.port, host })
  const metricsServer = createServer(createMetricsApp(metrics, config.metrics.token))
  if (config.metrics.port !== undefined)
    await listen(metricsServer, 'METRICS_PORT', { port: config.metrics.port, host })
  const stopJobs = startJobs(shop.ctx, logger, jobRecords)
  if (await shop.isAtRest()) logger.warn({ reason: 'at rest' }, restMessage)
  registerPixWebhook(getPort()).catch((err) =>
    logger.error({ err }, 'the bank did not register the webhook: payments are polled'),
  )
  return { shop, localOrigin: `http://localhost:${getPort()}`, close: () => (closePromise ??= closeAll()) }

  async function registerPixWebhook(port: number): Promise<void> {
    if (!config.paymentProviders.includes('pix') || config.pixProviderName !== 'pix') return
    const webhookUrl = shop.simulators?.bank ? `http://127.0.0.1:${port}/webhooks` : `${config.publicUrl}/webhooks`
    // The bank tells one address: a copy at rest must not be told in the shop's place.
    while (await shop.isAtRest()) {
      await pause(restPollMs, undefined, { ref: false })
      if (closePromise) return
    }
    await shop.payments.bank.registerWebhook(webhookUrl)
  }

  async function closeAll(): Promise<void> {
    await drainServer(server, shutdownGraceMs)
    metricsServer.close()
    await stopJobs()
    await shop.accessLog.flush().catch((err) => logger.error({ err }, 'the last seconds of the access log are lost'))
    await shop.close()
  }
}

function portOf(server: Server): number | null {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : null
}

/** @throws OperatorError that names the variables */
function listen(
  server: Server,
  envVarNames: string,
  listenOptions: { port: number; host: string | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new OperatorError(`${envVarNames}: ${error.message}`)))
    server.listen({ ...listenOptions, backlog: listenBacklog }, resolve)
  })
}
