import { timingSafeEqual } from 'node:crypto'
import express, { type Express, type RequestHandler, type Response } from 'express'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { type Config, reservedPathSegments } from '../config.ts'
import type { AdmissionControl } from './admission.ts'
import { createMetricRegistrar } from './metric-registrar.ts'
import type { PageCache } from './page-cache.ts'
import { addPaymentMetrics } from './payment-metrics.ts'
import { addShopMetrics, type MetricSources } from './shop-metrics.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What Prometheus collects from this process. */
export function createMetrics(metricSources: MetricSources) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registrar = createMetricRegistrar(registry)
  addPaymentMetrics(registrar, metricSources.shop.payments.callStatsGetters)
  addShopMetrics(registry, registrar, metricSources)
  const requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, status and the first part of the path',
    labelNames: ['method', 'status', 'route'],
    registers: [registry],
  })
  const measureRequest: RequestHandler = (request, response, next) => {
    const stopTimer = requestDuration.startTimer({ method: request.method })
    const route = toRouteLabel(request.path)
    response.on('finish', () => stopTimer({ status: response.statusCode, route }))
    next()
  }
  return {
    measureRequest,
    addCacheMetrics(cache: PageCache): void {
      registrar.addCounter(
        'page_cache_requests_total',
        'Requests for pages that everybody gets, by whether the page was cached',
        ['result'],
        () => Object.entries(cache.getLookupCounts()).map(([result, count]) => [{ result }, count]),
      )
    },
    addAdmissionMetrics({ getRefusedCount }: AdmissionControl): void {
      registrar.addCounter(
        'requests_refused_total',
        'Requests refused before they were begun, since too many were waiting; none of them is in the other figures',
        [],
        () => [[{}, getRefusedCount()]],
      )
    },
    async send(response: Response): Promise<void> {
      response.type(registry.contentType).send(await registry.metrics())
    },
  }
}

/** A path's first part where the shop has one; anybody may ask for any path, and each label costs memory. */
export function toRouteLabel(path: string): string {
  const [, firstSegment = ''] = path.split('/')
  const name = firstSegment.replace(/\.data$/, '')
  return name === '' ? 'home' : reservedPathSegments.has(name) ? name : 'other'
}

/**
 * `/metrics` on the shop's public port: for who has the token; for everybody in a sandbox without one. Elsewhere the page does
 * not exist, since it reveals what the shop sells and how busy it is.
 */
export function createPublicMetricsHandler(
  metrics: Metrics,
  { metrics: { port, token: metricsToken }, isSandbox }: Config,
): RequestHandler {
  const isServed = port === undefined && (metricsToken !== undefined || isSandbox)
  return isServed ? createMetricsHandler(metrics, metricsToken) : (_request, _response, next) => next()
}

/** The server of METRICS_PORT, which has nothing else. */
export function createMetricsApp(metrics: Metrics, metricsToken: string | undefined): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.get('/metrics', createMetricsHandler(metrics, metricsToken))
  return app
}

function createMetricsHandler(metrics: Metrics, metricsToken: string | undefined): RequestHandler {
  return (request, response, next) => {
    if (
      metricsToken !== undefined &&
      !isEqualInConstantTime(request.get('Authorization') ?? '', `Bearer ${metricsToken}`)
    ) {
      response.setHeader('WWW-Authenticate', 'Bearer')
      response.sendStatus(401)
      return
    }
    response.setHeader('Cache-Control', 'no-store')
    // Express 4 does not await promises: an unhandled rejection would end the process.
    metrics.send(response).catch(next)
  }
}

function isEqualInConstantTime(actual: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)]
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes)
}
