import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/ports.ts'

/** Where buildah can build: as root on Debian. */
const canBuild = process.getuid?.() === 0 && existsSync('/etc/debian_version')

/** The image as its Dockerfile makes it. In the workflow Docker itself builds it. */
describe.skipIf(!canBuild)('the image', () => {
  const work = mkdtempSync(join(tmpdir(), 'balcao-image-'))
  const store = ['--root', join(work, 'store'), '--runroot', join(work, 'run')]
  const options = { env: { ...process.env, BUILDAH_ISOLATION: 'chroot' }, encoding: 'utf8' as const }
  const buildah = (...args: string[]) => execFileSync('buildah', [...store, ...args], options).trim()
  let container: string

  beforeAll(() => {
    execFileSync(join(import.meta.dirname, 'build-image.sh'), [work], { stdio: ['ignore', 'inherit', 'inherit'] })
    container = buildah('from', '--pull-never', 'localhost/balcao')
  })
  afterAll(() => {
    execFileSync('buildah', [...store, 'rm', '--all'], options)
    rmSync(work, { recursive: true, force: true })
  })

  /** Its command, which buildah does not run by itself. */
  function start(settings: Record<string, string>): { child: ChildProcess; output: () => string } {
    const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const child = spawn('buildah', [...store, 'run', ...env, container, '--', ...config().Cmd], options)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    return { child, output: () => output }
  }

  function config(): { User: string; Cmd: string[]; Volumes: object; Healthcheck: { Test: string[] } } {
    return JSON.parse(buildah('inspect', container)).Docker.config
  }

  test('runs as an ordinary user, keeps its data in a volume and tells its health', () => {
    expect(config()).toMatchObject({ User: 'node', Volumes: { '/data': {} } })
    expect(config().Healthcheck.Test[0]).toBe('CMD')
  })

  test('holds the shop and what it runs on, not what it is built with', () => {
    const list = (path: string) => buildah('run', container, '--', 'ls', '-A', path).split('\n')
    expect(list('/shop').sort()).toEqual(['.cache', 'app', 'build', 'node_modules', 'package.json', 'server'])
    expect(list('/shop/app')).toEqual(['texts'])
    const packages = list('/shop/node_modules')
    for (const tool of ['node', 'vite', 'vitest', '@playwright', 'typescript', 'react', '@remix-run']) {
      expect(packages).not.toContain(tool)
    }
    const [kilobytes] = buildah('run', container, '--', 'du', '-sk', '/shop/node_modules').split('\t')
    expect(Number(kilobytes) / 1000).toBeLessThan(110)
  })

  test('refuses to start without its secrets, in one line', async () => {
    const { child, output } = start({})
    const [code] = await once(child, 'close')
    expect(code).not.toBe(0)
    expect(output()).toContain('SESSION_SECRETS')
  })

  test('opens the demo shop, and stops when told', async () => {
    const port = String(await freePort())
    const { child, output } = start({ SANDBOX: '1', PORT: port })
    const closed = once(child, 'close')
    await expect.poll(() => statusOf(`http://127.0.0.1:${port}/`), { message: output() }).toBe(200)
    child.kill('SIGTERM')
    await closed
    expect(await statusOf(`http://127.0.0.1:${port}/`)).toBe(0)
  })
})

/** 0: nobody answers. */
async function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  )
}
