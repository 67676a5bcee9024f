import { Router } from 'express'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, that is, the database responds and the process is not shutting
 * down. `/metrics`: Prometheus text.
 */
export function healthRoutes(ping: () => Promise<void>, isStopping: () => boolean) {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method and status',
    labelNames: ['method', 'status'],
    registers: [metrics],
  })

  const routes = Router()
  routes.use((request, response, next) => {
    const done = seconds.startTimer({ method: request.method })
    response.on('finish', () => done({ status: response.statusCode }))
    next()
  })
  routes.get('/healthz', (_request, response) => {
    response.type('text').send('ok')
  })
  routes.get('/readyz', async (_request, response) => {
    const ready = !isStopping() && (await answers(ping))
    response
      .status(ready ? 200 : 503)
      .type('text')
      .send(ready ? 'ok' : 'not ready')
  })
  routes.get('/metrics', (_request, response, next) => {
    // Express 4 does not await promises: an unhandled rejection would end the process.
    metrics.metrics().then((text) => response.type(metrics.contentType).send(text), next)
  })
  return routes
}

async function answers(ping: () => Promise<void>): Promise<boolean> {
  try {
    await ping()
    return true
  } catch {
    return false
  }
}
