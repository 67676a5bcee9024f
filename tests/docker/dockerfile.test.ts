import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listFiles } from '../architecture/sources.ts'
import { liveProfile } from '../support/live-profile.ts'
import { freePort } from '../support/ports.ts'
import {
  environmentOf,
  filesIn,
  ordinaryUser,
  parseDockerfile,
  replay,
  type Stage,
  weightOf,
  withoutIgnored,
} from './replay.ts'

const root = join(import.meta.dirname, '..', '..')
const context = {
  folder: root,
  files: withoutIgnored(listFiles({ untracked: false }), readFileSync(join(root, '.dockerignore'), 'utf8')),
}

const liveSettings = {
  PUBLIC_URL: 'https://balcao.example',
  SESSION_SECRETS: 'a-secret-for-sessions-that-tests-alone-know',
  ENCRYPTION_KEYS: 'a-key-for-prescriptions-that-tests-alone-know',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'loja@example.com',
  EXTERNAL_PAYMENT_URL: 'https://payments.example/',
  EXTERNAL_PAYMENT_SECRET: 'a-secret-of-a-provider-that-tests-alone-know',
}

let temp: string
let image: Stage
/** Built for live shops alone. */
let imageWithoutDemo: Stage

beforeAll(() => {
  temp = mkdtempSync(join(tmpdir(), 'balcao-docker-'))
  // The shop runs as another user, who must be able to read it.
  chmodSync(temp, 0o755)
  const instructions = parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const made = new Map<string, Stage>()
  image = replay(instructions, context, temp, { made })
  const same = new Map([...made].filter(([name]) => ['packages', 'build'].includes(name)))
  imageWithoutDemo = replay(instructions, context, join(temp, 'without-demo'), { buildArgs: { DEMO: '0' }, made: same })
})
afterAll(() => rmSync(temp, { recursive: true, force: true }))

test('the image holds the shop and what it runs on, and nothing else', () => {
  expect(readdirSync(join(image.root, 'shop')).sort()).toEqual([
    '.cache',
    'app',
    'build',
    'node_modules',
    'package.json',
    'server',
  ])
  expect(readdirSync(join(image.root, 'shop/app'))).toEqual(['texts'])
  for (const tool of ['node', 'vite', 'vitest', '@playwright', 'typescript', 'react', '@remix-run']) {
    expect(existsSync(join(image.root, 'shop/node_modules', tool)), tool).toBe(false)
  }
  expect(filesIn(image, 'shop/build/client').some((path) => path.endsWith('.js.br'))).toBe(true)
})

test('what the shop runs on weighs less than 75 MB, and keeps the licences of what it holds', () => {
  expect(weightOf(image, 'shop/node_modules') / 1e6).toBeLessThan(75)
  const files = filesIn(image, 'shop/node_modules')
  expect(files.filter((path) => /\.(map|d\.ts)$|(musl|win32|darwin).*\.node$/.test(path))).toEqual([])
  for (const name of ['@date-fns/tz', 'better-sqlite3', 'zod'])
    expect(
      files.some((path) => path.toLowerCase().startsWith(`shop/node_modules/${name}/licen`)),
      name,
    ).toBe(true)
})

test('the image has the compiled code of all that a start loads', () => {
  const compiled = filesIn(image, join('shop', '.cache'))
  const modules = filesIn(image, join('shop', 'server')).filter((path) => path.endsWith('.ts'))
  expect(compiled.length).toBeGreaterThan(modules.length / 2)
})

test('the image runs as an ordinary user and keeps its data in a volume', () => {
  expect(image.user).toBe('node')
  expect(image.volumes).toEqual(['/data'])
  expect(image.env).toMatchObject({ NODE_ENV: 'production', DATA_DIR: '/data' })
  expect(image.env.SANDBOX).toBeUndefined()
  expect(image.ports).toEqual([image.env.PORT])
})

test('without its secrets the shop refuses to start and names them in one line', async () => {
  const { child, output } = runImage(image.command, {})
  const [code] = await once(child, 'close')
  expect(code).not.toBe(0)
  expect(output().trim().split('\n')).toHaveLength(1)
  expect(output()).toContain('SESSION_SECRETS')
  expect(output()).toContain('ENCRYPTION_KEYS')
})

test('as the sandbox the image answers, is found healthy, keeps its data and stops when told', async () => {
  const port = String(await freePort())
  const before = filesIn(image, '.').filter((path) => !path.startsWith('data/'))
  const { child, output } = runImage(image.command, { SANDBOX: '1', PORT: port })
  const closed = once(child, 'close')
  const status = await answerOf(`http://127.0.0.1:${port}/healthz`, child)
  expect(status, output()).toBe(200)

  const [health] = await once(runImage(image.healthcheck, { PORT: port }).child, 'close')
  expect(health).toBe(0)
  expect(readdirSync(join(image.root, 'data'))).not.toEqual([])
  // So its root may be read-only (compose.yaml).
  expect(filesIn(image, '.').filter((path) => !path.startsWith('data/'))).toEqual(before)

  child.kill('SIGTERM')
  expect((await closed)[0]).toBe(0)
  const [unhealthy] = await once(runImage(image.healthcheck, { PORT: port }).child, 'close')
  expect(unhealthy).toBe(1)
})

test('the image has the demo, but not what its pictures were drawn with', () => {
  const files = filesIn(image, 'shop/server')
  expect(files).toContain('shop/server/demo/pictures/60-160.webp')
  expect(files.filter((path) => path.includes('/drawings'))).toEqual([])
})

test('an image for live shops alone holds no file of the demo, and opens a live shop', async () => {
  const files = filesIn(imageWithoutDemo, 'shop/server')
  expect(files).toContain('shop/server/shop.ts')
  expect(files.filter((path) => path.startsWith('shop/server/demo'))).toEqual([])

  writeFileSync(join(imageWithoutDemo.root, 'data/shop.json'), JSON.stringify(liveProfile), { mode: 0o644 })
  const port = String(await freePort())
  const { child, output } = runImage(imageWithoutDemo.command, { ...liveSettings, PORT: port }, imageWithoutDemo)
  const closed = once(child, 'close')
  expect(await answerOf(`http://127.0.0.1:${port}/healthz`, child), output()).toBe(200)
  child.kill('SIGTERM')
  expect((await closed)[0]).toBe(0)
})

test('an image without the demo refuses to be the sandbox, in one line', async () => {
  const { child, output } = runImage(imageWithoutDemo.command, { SANDBOX: '1' }, imageWithoutDemo)
  const [code] = await once(child, 'close')
  expect([code, output()]).toEqual([
    1,
    'Balcão cannot start: SANDBOX: the demo shop was left out of this installation; build the image with DEMO=1, or set SANDBOX=0\n',
  ])
})

test('the operator’s command line runs in the image, on the shop’s own data', async () => {
  const { child, output } = runImage(['node', 'server/cli/bootstrap.mjs', 'shop', 'orders', 'list'], { SANDBOX: '1' })
  expect((await once(child, 'close'))[0], output()).toBe(0)
  expect(output()).toContain('beneficio@example.com')
})

test('the replay refuses what it does not know', () => {
  const replayed = (text: string) => () =>
    replay(parseDockerfile(`FROM node:24-slim\n${text}`), context, mkdtempSync(join(temp, 'x-')))
  expect(replayed('ADD app app')).toThrow('Unknown instruction: ADD')
  expect(replayed('ARG DEMO')).toThrow('Unknown form')
  expect(replayed('COPY tests tests')).toThrow('tests is not in the build context')
  expect(replayed('COPY *.json ./')).toThrow('Unknown form')
  expect(replayed('RUN chown node /data')).toThrow('Would touch this machine')
  expect(replayed('RUN exit 3')).toThrow('RUN exit 3 ended with 3')
})

test('.dockerignore keeps back everything the Dockerfile does not name', () => {
  const offered = [
    '.env',
    '.git/config',
    'data/shop.db',
    'node_modules/zod/package.json',
    'tests/run.ts',
    'app/root.tsx',
  ]
  expect(withoutIgnored(offered, readFileSync(join(root, '.dockerignore'), 'utf8'))).toEqual(['app/root.tsx'])
})

function runImage([program = '', ...args]: string[], env: Record<string, string>, of = image) {
  let output = ''
  const child = spawn(program, args, {
    ...ordinaryUser(),
    cwd: join(of.root, of.workdir),
    env: { ...environmentOf(of), ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return { child, output: () => output }
}

async function answerOf(url: string, child: ChildProcess): Promise<number | undefined> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(url).catch(() => null)
    if (answer) return answer.status
    await sleep(100)
  }
  return undefined
}
