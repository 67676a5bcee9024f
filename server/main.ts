import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { readConfig } from './config.ts'
import { databaseFault } from './database/failures.ts'
import { type JobRecords, startJobs } from './jobs.ts'
import { OperatorError } from './platform/operator-error.ts'
import { startTracing, stopTracing } from './platform/tracing.ts'
import { openShop } from './shop.ts'
import { drain } from './web/drain.ts'
import { createMetrics, createMetricsServer } from './web/metrics.ts'
import { createProcessLog } from './web/process-log.ts'
import type { PagesBuild } from './web/remix.ts'
import { createWebServer } from './web/server.ts'

/** How long requests in flight may take after SIGTERM, in milliseconds. */
const graceMs = 10_000
/**
 * How long a connection stays open after a response, in milliseconds: a shopper reads before the next tap, and a new connection
 * costs a round trip. Longer than the 60 s that reverse proxies commonly wait, so that they close first: a connection closed
 * from this side may lose a request that is already on its way.
 */
const keepAliveTimeout = 65_000
/** Connections that may wait to be accepted: of a flood beyond Node's 511 the kernel drops the first packet, a wait of seconds. */
const maxUnaccepted = 4096

const config = readConfigOrExit()
if (config.tracedShare > 0) await startTracing(config.tracedShare)
const logger = await createProcessLog(config.logLevel, config.sandbox)
const server = createServer({ keepAliveTimeout })
const shop = await openShop(config, { log: logger, ownOrigin: () => `http://127.0.0.1:${port()}` }).catch((error) =>
  exitWith(
    `${config.databaseLocation.startsWith('postgres') ? 'DATABASE_URL' : 'DATA_DIR'}: ${databaseFault(error, config.databaseLocation) ?? reasonOf(error)}`,
  ),
)
const jobs: JobRecords = new Map()
const metrics = createMetrics({ shop, dataDir: config.dataDir, jobs })
let stopping = false
let stopJobs: (() => Promise<void>) | null = null

const development = process.argv.includes('--dev') ? await startVite() : null
server.on(
  'request',
  createWebServer({
    config,
    shop,
    logger,
    isStopping: () => stopping,
    metrics,
    build: development
      ? () => development.ssrLoadModule('virtual:remix/server-build') as Promise<PagesBuild>
      : ((await import(new URL('../build/server/index.js', import.meta.url).href)) as PagesBuild),
    development: development?.middlewares,
  }),
)
server.on('error', (error) => exitWith(`PORT, HOST: ${error.message}`))
server.listen(config.port, config.host, maxUnaccepted, open)
if (config.metrics.port !== undefined) {
  createServer(createMetricsServer(metrics, config.metrics.token))
    .on('error', (error) => exitWith(`METRICS_PORT: ${error.message}`))
    .listen(config.metrics.port, config.host)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The starter (server/cli) that started this process has ended: stop too, as nothing else would.
process.on('disconnect', stop)
if (process.send && !process.connected) stop()

function readConfigOrExit() {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exitWith(reasonOf(error))
  }
}

/** What the operator can mend is one sentence; a fault of the program has its stack trace. */
function reasonOf(error: unknown): string {
  return error instanceof OperatorError ? error.message : inspect(error)
}

function exitWith(reason: string): never {
  console.error(`Balcão cannot start: ${reason}`)
  process.exit(1)
}

async function startVite() {
  const { createServer: createViteServer } = await import('vite')
  return createViteServer({ server: { middlewareMode: true, hmr: { server } } })
}

function port(): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : config.port
}

function open(): void {
  announce()
  stopJobs = startJobs(shop, logger, jobs)
  if (!config.paymentWays.includes('pix')) return
  const webhook = shop.payments.sandbox?.bank ? `http://127.0.0.1:${port()}/webhooks` : `${config.publicUrl}/webhooks`
  shop.payments.bank
    .registerWebhook(webhook)
    .catch((err) => logger.error({ err }, 'the bank did not register the webhook: payments are polled'))
}

function announce(): void {
  console.log(`${shop.profile.name} is open at ${config.publicUrl ?? `http://localhost:${port()}`}`)
  if (!shop.demo) return
  console.log('This is the sandbox: nothing is sold, sent or charged for real.')
  console.log(`Demo logins: ${shop.demo.logins.emails.join(', ')} with password ${shop.demo.logins.password}`)
  if (shop.counter.isOpen)
    console.log(`The counter is at ${shop.counter.path}: ${shop.demo.logins.staff.join(', ')}, the same password`)
}

function stop(): void {
  if (stopping) return
  stopping = true
  void drain(server, graceMs).then(leave)
}

async function leave(): Promise<void> {
  await stopJobs?.()
  await shop.accessLog.flush().catch((err) => logger.error({ err }, 'the last seconds of the access log are lost'))
  await shop.close()
  await stopTracing()
  // Remix leaves a timer that would keep the process alive for seconds.
  process.exit(0)
}
