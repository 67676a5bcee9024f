import type { Server } from 'node:http'

/** How often connections are looked at, in milliseconds. */
const pollMs = 100

/**
 * Stops listening, closes connections as soon as they are idle, and lets requests in flight finish.
 * @returns when the last one has, or after `patienceMs`
 */
export function drain(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMs).unref()
    const sweep = setInterval(() => server.closeIdleConnections(), pollMs).unref()
    server.close(() => {
      clearInterval(sweep)
      resolve()
    })
  })
}
