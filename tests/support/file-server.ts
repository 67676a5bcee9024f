import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type RunningServer, startServer, stockUp } from './server.ts'

let shared: Promise<RunningServer> | undefined

/**
 * A server with the default settings that all test files of a worker use, one after the other. It ends with the worker, and
 * its data with the run. Whoever changes what others may meet there, or stops it, has one of their own.
 */
export function sharedServer(): RunningServer {
  return fromFirstTest(() => {
    shared ??= startShared()
    return shared
  })
}

async function startShared(): Promise<RunningServer> {
  const server = await startServer({ dataDir: mkdtempSync(join(process.env.TEST_TEMPLATES ?? tmpdir(), 'shared-')) })
  stockUp(server)
  return server
}

/** A server that a test file has for itself, from its first test to its last. */
export function ownServer(...options: Parameters<typeof startServer>): RunningServer {
  const server = fromFirstTest(() => startServer(...options))
  afterAll(() => server.stop?.())
  return server
}

function fromFirstTest(start: () => Promise<RunningServer>): RunningServer {
  const server = {} as RunningServer
  beforeAll(async () => {
    Object.assign(server, await start())
  })
  return server
}
