import { Router } from 'express'
import { isDiskFull } from '../database/database-errors.ts'

interface Deps {
  /** @throws when the database cannot be used, or is no longer what pages ask of it */
  assertDatabaseReady(): Promise<void>
  isStopping(): boolean
}

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, that is, the database has what pages ask of it and the process is not
 * shutting down.
 */
export function createHealthRouter({ assertDatabaseReady, isStopping }: Deps) {
  const router = Router()
  router.get('/healthz', (_request, response) => {
    response.type('text').send('ok')
  })
  router.get('/readyz', async (_request, response) => {
    const reason = isStopping() ? 'stopping' : await findUnavailableReason(assertDatabaseReady)
    response
      .status(reason ? 503 : 200)
      .type('text')
      .send(reason ? `not ready: ${reason}` : 'ok')
  })
  return router
}

/** Why the database cannot be used; null when it can. */
async function findUnavailableReason(assertDatabaseReady: () => Promise<void>): Promise<string | null> {
  try {
    await assertDatabaseReady()
    return null
  } catch (error) {
    return isDiskFull(error) ? 'disk full' : 'database'
  }
}
