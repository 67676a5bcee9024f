import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/ports.ts'
import { novalgina } from '../support/purchase.ts'

const bootstrap = join(import.meta.dirname, '..', '..', 'server', 'cli', 'bootstrap.mjs')

test('a starter opens the demo shop in an empty folder; killed outright, it leaves no server behind', async () => {
  const { starter, url } = await start()
  expect((await fetch(new URL(novalgina.path, url))).status).toBe(200)
  starter.kill('SIGKILL')
  await until(() =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  )
})

test('told to stop, a starter lets its server end, and ends as that does', async () => {
  const clone = openClone()
  clone.write('server/main.ts', "process.once('disconnect', () => process.exit(3))\nconsole.log('open')")
  const { starter, ended, output } = clone.start('start')
  await until(async () => output().includes('open'))
  starter.kill('SIGTERM')
  expect((await ended).code).toBe(3)
})

test('part of a live shop’s settings ends the start with one line that names the others, opens no sandbox, and the starter says so too', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  const env = { ...unset, PORT: String(await freePort()), DATA_DIR: dataDir, PUBLIC_URL: 'https://farmacia.example' }
  const starter = spawn(process.execPath, [bootstrap, 'start'], { env })
  onTestFinished(() => {
    starter.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  let told = ''
  for (const stream of [starter.stdout, starter.stderr]) stream.on('data', (chunk) => (told += chunk))
  await Promise.race([once(starter, 'close'), until(async () => told.includes('open at'))])
  expect(told).toMatch(/^Balcão cannot start: SESSION_SECRETS, ENCRYPTION_KEYS, SMTP_URL, [^\n]+SANDBOX=1[^\n]+\n$/)
  expect(starter.exitCode).toBe(1)
})

test('programs learn from the starter whether the sandbox opens: for who says nothing, not on a live shop’s settings', async () => {
  const clone = openClone()
  clone.write('server/cli/shop.ts', "console.log('SANDBOX=' + process.env.SANDBOX)")
  expect((await clone.run('shop', {})).output).toMatch(/SANDBOX=1\n$/)
  const live = await clone.run('shop', { PUBLIC_URL: 'https://farmacia.example' })
  expect(live.output).toMatch(/SANDBOX=undefined\n$/)
})

test('what is missing is installed, what is stale is built, and what is there is left alone', async () => {
  const clone = openClone()
  const both = ['ci --include=dev --loglevel=error', 'run build']
  expect(await clone.build()).toEqual(both)
  expect(await clone.build()).toEqual([])

  // The build is made of app/, not of the server's own files.
  clone.write('app/root.tsx', 'changed')
  expect(await clone.build()).toEqual(['run build'])
  clone.write('server/shop.ts', 'changed')
  expect(await clone.build()).toEqual([])
  clone.write('app/routes/nova.tsx', 'new')
  expect(await clone.build()).toEqual(['run build'])

  // A `git pull` brought a newer package; an installation was cut off before npm's last step; a build was deleted.
  clone.write('package-lock.json', lockOf('2.0.0'))
  expect(await clone.build()).toEqual(both)
  clone.remove('node_modules/.package-lock.json')
  expect(await clone.build()).toEqual(['ci --include=dev --loglevel=error'])
  clone.remove('build/server/index.js')
  expect(await clone.build()).toEqual(['run build'])
})

test('a failed installation or build ends the start, in words, and is made up for by the next', async () => {
  const clone = openClone()
  expect(await clone.build({ FAILS: 'ci' })).toEqual(['ci --include=dev --loglevel=error', 'ended with 1'])
  expect(clone.told()).toContain('The packages could not be installed')
  expect(await clone.build({ FAILS: 'run' })).toEqual([
    'ci --include=dev --loglevel=error',
    'run build',
    'ended with 1',
  ])
  expect(clone.told()).toContain('The shop could not be built')
  expect(await clone.build()).toEqual(['run build'])
})

test('of two starts at once in one folder one builds, and the other waits for it', async () => {
  const clone = openClone()
  const runs = await Promise.all([clone.run('build', { SLOW: 'run' }), clone.run('build', { SLOW: 'run' })])
  expect(runs.map(({ code }) => code)).toEqual([0, 0])
  expect(clone.asked()).toEqual(['ci --include=dev --loglevel=error', 'run build'])
  expect(runs.filter(({ output }) => output.includes('Waiting for another start'))).toHaveLength(1)
})

test('a build that a power cut ended keeps nobody waiting', async () => {
  const clone = openClone()
  clone.write('.cache/preparing', '')
  utimesSync(clone.at('.cache/preparing'), new Date(0), new Date(0))
  expect(await clone.build()).toEqual(['ci --include=dev --loglevel=error', 'run build'])
  expect(existsSync(clone.at('.cache/preparing'))).toBe(false)
})

const lockOf = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/express': { version } } })

/** A small clone with the real starter, and an npm that only notes what it is asked for and leaves what it would make. */
function openClone() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (path: string) => join(folder, path)
  const write = (path: string, content: string, mode?: number) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), content, { mode })
  }
  const npm = at('programs/npm')
  write(
    'programs/npm',
    `#!/bin/sh
echo "$*" >> "${at('asked')}"
[ "$1" = "$FAILS" ] && exit 1
[ "$1" = "$SLOW" ] && sleep 1
case "$1" in
  ci) mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json ;;
  rebuild) mkdir -p node_modules/node/bin && ln -sf "${process.execPath}" node_modules/node/bin/node ;;
  run) mkdir -p build/server && touch build/server/index.js ;;
esac
`,
    0o755,
  )
  // Where Node stands beside an npm of its own, that one builds.
  write('package.json', JSON.stringify({ scripts: { build: `${npm} run build` } }))
  write('package-lock.json', lockOf('1.0.0'))
  write('app/root.tsx', '')
  write('server/shop.ts', '')
  for (const name of ['bootstrap.mjs', 'sandbox-choice.mjs'])
    write(`server/cli/${name}`, readFileSync(join(dirname(bootstrap), name), 'utf8'))
  let told = ''
  const asked = () => (existsSync(at('asked')) ? readFileSync(at('asked'), 'utf8').trim().split('\n') : [])
  return {
    at,
    asked,
    write,
    remove: (path: string) => rmSync(at(path)),
    told: () => told,
    start,
    run,
    /** Runs the starter's build. @returns what npm was asked for, and a code that is not 0 */
    async build(env: Record<string, string> = {}): Promise<string[]> {
      rmSync(at('asked'), { force: true })
      const { code, errors } = await run('build', env)
      told = errors
      return code === 0 ? asked() : [...asked(), `ended with ${code}`]
    },
  }

  function start(verb: string, env: Record<string, string> = {}) {
    const path = `${at('programs')}${delimiter}${process.env.PATH}`
    const starter = spawn(process.execPath, [at('server/cli/bootstrap.mjs'), verb], {
      env: { ...unset, ...env, PATH: path },
    })
    let [output, errors] = ['', '']
    starter.stdout.on('data', (chunk) => (output += chunk))
    starter.stderr.on('data', (chunk) => (errors += chunk))
    const ended = once(starter, 'close').then(([code]) => ({ code, output, errors }))
    return { starter, ended, output: () => output }
  }

  function run(verb: string, env: Record<string, string>) {
    return start(verb, env).ended
  }
}

/** The environment without what makes a shop live. */
const unset = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(SANDBOX|PUBLIC_URL|SMTP_URL|DATABASE_URL|PIX_|.*_(SECRETS|KEYS)$)/.test(name),
  ),
) as NodeJS.ProcessEnv

/** Starts the shop the way `npm start` does, in an empty folder, and waits until it serves. */
async function start() {
  const port = await freePort()
  const url = `http://localhost:${port}/healthz`
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  const starter = spawn(process.execPath, [bootstrap, 'start'], {
    env: { ...unset, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  onTestFinished(() => {
    starter.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  await until(() =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  return { starter, url }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 90_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It did not come to that within 90 s')
    await sleep(50)
  }
}
