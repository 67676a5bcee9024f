import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyTemplate } from './database.ts'
import { keepLog } from './logs.ts'
import { freePort } from './ports.ts'

export type RunningServer = {
  /** Without a slash at the end. */
  url: string
  dataDir: string
  process: ChildProcess
  /** What it has printed so far, both streams. */
  output: () => string
  /** Asks it to stop (SIGTERM) and gives its exit code; a folder made for it is deleted. */
  stop: () => Promise<number | null>
  /** A crash: SIGKILL; the data folder stays for the next start. */
  kill9: () => Promise<void>
}

const root = join(import.meta.dirname, '..', '..')

/** The secret that signs cookies in tests. */
export const testSecret = 'a-secret-that-is-known-to-the-tests-alone'

/** A Tuesday, ten in the morning in São Paulo: every branch is open. */
export const openingInstant = '2026-03-10T10:00:00-03:00'

/**
 * Starts the production build as a process of its own: the demo shop, a fixed clock, limits wide enough for a test run.
 * `env` adds to that or replaces it (undefined removes); give the `dataDir` of an earlier server to start it again.
 * @throws Error with the server's output when it ends or is not ready within 90 seconds
 */
export async function startServer(
  options: { env?: Record<string, string | undefined>; dataDir?: string } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'balcao-data-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  // Of the developer's environment only what a program needs to run.
  const env: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    TZ: 'Pacific/Auckland',
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    SANDBOX: '1',
    SANDBOX_CLOCK: openingInstant,
    SESSION_SECRETS: testSecret,
    RATE_LIMIT_FACTOR: '1000',
    // What a test has changed is on the next page; `http/page-cache.test.ts` is about those that are some seconds old.
    PAGE_CACHE_SECONDS: '0',
    ...options.env,
  }
  provideDemoShop(env)
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    // The IPC channel ends the server when the test process ends, even by SIGKILL.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: env as NodeJS.ProcessEnv,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
      keepLog(child.pid, String(chunk))
    })
  }
  const ended = once(child, 'close')

  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  const server: RunningServer = {
    url,
    dataDir,
    process: child,
    output: () => output,
    stop: async () => {
      await end('SIGTERM')
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
      return child.exitCode
    },
    kill9: () => end('SIGKILL'),
  }

  if (await isReady(server)) return server
  await end('SIGKILL')
  throw new Error(`The server did not get ready (exit code ${child.exitCode}):\n${output}`)
}

/** Spares a new sandbox from filling its database: it has the template's, as if it had been filled at the opening instant. */
function provideDemoShop({
  DATA_DIR = '',
  SANDBOX,
  SANDBOX_CLOCK = '',
  DATABASE_URL,
}: Record<string, string | undefined>) {
  const file = join(DATA_DIR, 'balcao.db')
  const isTemplates = SANDBOX === '1' && Date.parse(SANDBOX_CLOCK) >= Date.parse(openingInstant) && !DATABASE_URL
  if (process.env.TEST_TEMPLATES && isTemplates && !existsSync(file)) copyTemplate('demo', file)
}

async function isReady({ url, process: child }: RunningServer): Promise<boolean> {
  const deadline = performance.now() + 90_000
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return true
    await sleep(50)
  }
  return false
}
