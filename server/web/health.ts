import { Router } from 'express'
import { isDiskFull } from '../database/failures.ts'

interface Deps {
  /** @throws when the database cannot be used */
  ping(): Promise<void>
  isStopping(): boolean
}

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, that is, the database responds and the process is not shutting
 * down.
 */
export function healthRoutes({ ping, isStopping }: Deps) {
  const routes = Router()
  routes.get('/healthz', (_request, response) => {
    response.type('text').send('ok')
  })
  routes.get('/readyz', async (_request, response) => {
    const reason = isStopping() ? 'stopping' : await unavailableReason(ping)
    response
      .status(reason ? 503 : 200)
      .type('text')
      .send(reason ? `not ready: ${reason}` : 'ok')
  })
  return routes
}

/** Why the database cannot be used; null when it can. */
async function unavailableReason(ping: () => Promise<void>): Promise<string | null> {
  try {
    await ping()
    return null
  } catch (error) {
    return isDiskFull(error) ? 'disk full' : 'database'
  }
}
