import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyTemplate } from './database.ts'
import { keepLog } from './logs.ts'
import { freePort } from './ports.ts'

export interface RunningServer {
  /** Without a slash at the end. */
  url: string
  dataDir: string
  /** What it has logged so far. */
  output: () => string
  /** Lets it end what it does, and closes it; a folder made for it is deleted. */
  stop: () => Promise<unknown>
}

export interface ServerProcess extends RunningServer {
  process: ChildProcess
  /** What it has printed so far, both streams. */
  output: () => string
  /** Asks it to stop (SIGTERM) and gives its exit code; a folder made for it is deleted. */
  stop: () => Promise<number | null>
  /** A crash: SIGKILL; the data folder stays for the next start. */
  kill9: () => Promise<void>
}

interface Options {
  /** Added to the demo shop's variables, or in place of them; undefined removes one. */
  env?: Record<string, string | undefined>
  /** That of an earlier server, to start it again. */
  dataDir?: string
}

const root = join(import.meta.dirname, '..', '..')

/** The secret that signs cookies in tests. */
export const testSecret = 'a-secret-that-is-known-to-the-tests-alone'

/** A Tuesday, ten in the morning in São Paulo: every branch is open. */
export const openingInstant = '2026-03-10T10:00:00-03:00'

/**
 * Opens the production build in this process: the demo shop, a fixed clock, limits wide enough for a test run. What only a
 * process has (its end, its signals, Node's options, traces, its first lines) needs `startServerProcess`, which costs a hundred times as much.
 */
export async function startServer(options: Options = {}): Promise<RunningServer> {
  const { env, dataDir, url } = await prepare(options)
  // Tests of pages in browsers only start processes, and load none of this.
  const [{ readConfig }, { serve }, { pino }] = await Promise.all([
    import('../../server/config.ts'),
    import('../../server/serve.ts'),
    import('pino'),
  ])
  const config = readConfig(env)
  let output = ''
  const write = (line: string) => {
    output += line
    keepLog(process.pid, line)
  }
  const { close } = await serve(config, { logger: pino({ level: config.logLevel }, { write }) })
  return {
    url,
    dataDir,
    output: () => output,
    stop: async () => {
      await close()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Which shop a server opens, and where. */
async function prepare(options: Options) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'balcao-data-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env: Record<string, string | undefined> = {
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
  return { env, dataDir, url }
}

/**
 * The same as a process of its own, from `server/main.ts`.
 * @throws Error with the server's output when it ends or is not ready within 90 seconds
 */
export async function startServerProcess(options: Options = {}): Promise<ServerProcess> {
  const { env, dataDir, url } = await prepare(options)
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    // The IPC channel ends the server when the test process ends, even by SIGKILL.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Of the developer's environment only what a program needs to run.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      TZ: 'Pacific/Auckland',
      NODE_ENV: 'production',
      ...env,
    },
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
  const server: ServerProcess = {
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

/** Gives a shop that many tests buy from, in an order that chance decides, more of what is not scarce in it. */
export function stockUp({ dataDir }: RunningServer): void {
  const database = new DatabaseSync(join(dataDir, 'balcao.db'), { timeout: 10_000 })
  database.exec('UPDATE offer SET stock = stock + 500 WHERE stock > 10')
  database.close()
}

async function isReady({ url, process: child }: ServerProcess): Promise<boolean> {
  const deadline = performance.now() + 90_000
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return true
    await sleep(50)
  }
  return false
}
