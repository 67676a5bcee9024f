import type { RequestHandler } from 'express'
import { findTracer } from '../platform/tracing.ts'
import { toRouteLabel } from './metrics.ts'

/** A span for each request, by the first part of its path: the rest may be a search, an order or a secret. Null where none is traced. */
export function traceRequests(): RequestHandler | null {
  const tracer = findTracer()
  if (!tracer) return null
  return (request, response, next) => {
    const { method } = request
    const route = toRouteLabel(request.path)
    const span = tracer.startSpan('server', `${method} ${route}`, {
      'http.request.method': method,
      'http.route': route,
    })
    response.on('close', () => {
      const { statusCode } = response
      const error = statusCode >= 500 ? new Error('failed') : undefined
      span.end({ 'http.response.status_code': statusCode }, error)
    })
    span.run(next)
  }
}
