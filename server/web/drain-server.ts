import type { Server } from 'node:http'

/** How often connections are looked at, in milliseconds. */
const sweepIntervalMs = 100

/**
 * Stops listening, closes connections as soon as they are idle, and lets requests in flight finish.
 * @returns when the last one has, or after `timeoutMs`
 */
export function drainServer(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, timeoutMs).unref()
    const sweepTimer = setInterval(() => server.closeIdleConnections(), sweepIntervalMs).unref()
    server.close(() => {
      clearInterval(sweepTimer)
      resolve()
    })
  })
}
