import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate, type Template } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { novalgina } from '../support/purchase.ts'

const bootstrap = join(import.meta.dirname, '..', '..', 'server', 'cli', 'bootstrap.mjs')

test('a starter opens the demo shop in an empty folder; told to stop, it stops the server', async () => {
  const { starter, url } = await start()
  expect((await fetch(new URL(novalgina.path, url))).status).toBe(200)
  starter.kill('SIGTERM')
  expect(await once(starter, 'exit')).toEqual([0, null])
  await expect(fetch(url)).rejects.toThrow()
})

test('a starter that is killed outright leaves no server behind', async () => {
  const { starter, url } = await start('demo')
  starter.kill('SIGKILL')
  await until(() =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  )
})

test('a bad setting ends the start with one line that names it, and the starter says so too', async () => {
  const starter = spawn(process.execPath, [bootstrap, 'start'], { env: { ...process.env, PORT: 'quatro' } })
  let complaint = ''
  starter.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const [code] = await once(starter, 'close')
  expect(code).not.toBe(0)
  expect(complaint.trim().split('\n')).toHaveLength(1)
  expect(complaint).toContain('PORT')
})

test('where one of a live shop’s settings is made the starter opens the sandbox for nobody who does not ask for it', async () => {
  const clone = openClone()
  clone.write('server/cli/shop.ts', "console.log('SANDBOX=' + process.env.SANDBOX)")
  const sandboxWith = async (env: Record<string, string>) => (await clone.run('shop', env)).output.trim()
  for (const [name, value] of Object.entries({
    SESSION_SECRETS: 'signs-the-cookies-of-a-pharmacy-in-tests',
    ENCRYPTION_KEYS: 'seals-the-prescriptions-of-a-pharmacy-in-tests',
    DATABASE_URL: 'postgres://localhost:1/nowhere',
    SMTP_URL: 'smtp://mail.example',
    PIX_CLIENT_ID: 'farmacia',
  }))
    expect([name, await sandboxWith({ [name]: value })]).toEqual([name, expect.stringMatching(/SANDBOX=undefined$/)])

  const live = { PUBLIC_URL: 'https://farmacia.example' }
  expect(await sandboxWith(live)).toMatch(/SANDBOX=undefined$/)
  expect(await sandboxWith({ ...live, SANDBOX: '' })).toMatch(/SANDBOX=(undefined)?$/)
  expect(await sandboxWith({ ...live, SANDBOX: '0' })).toMatch(/SANDBOX=0$/)
  expect(await sandboxWith({ ...live, SANDBOX: '1' })).toMatch(/SANDBOX=1$/)
  expect(await sandboxWith({ PUBLIC_URL: '' })).toMatch(/SANDBOX=1$/)
})

test('the operator’s program opens the sandbox for who says nothing, and for who asks for it; not where it is declined or live', async () => {
  const opened = expect.stringContaining('This database holds a shop already')
  const refused = expect.stringContaining('The demo shop is for the sandbox alone')
  expect(await runShop(['demo'], {})).toEqual(opened)
  expect(await runShop(['demo'], { SANDBOX: '1', PUBLIC_URL: 'https://farmacia.example' })).toEqual(opened)
  expect(await runShop(['demo'], { SANDBOX: '0' })).toEqual(refused)
  expect(await runShop(['demo'], { PUBLIC_URL: 'https://farmacia.example' })).toEqual(refused)
})

test('a start with a part of a live shop’s settings names the others in one line, and opens no sandbox', async () => {
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
  write('server/cli/bootstrap.mjs', readFileSync(bootstrap, 'utf8'))
  let told = ''
  const asked = () => (existsSync(at('asked')) ? readFileSync(at('asked'), 'utf8').trim().split('\n') : [])
  return {
    at,
    asked,
    write,
    remove: (path: string) => rmSync(at(path)),
    told: () => told,
    run,
    /** Runs the starter's build. @returns what npm was asked for, and a code that is not 0 */
    async build(env: Record<string, string> = {}): Promise<string[]> {
      rmSync(at('asked'), { force: true })
      const { code, errors } = await run('build', env)
      told = errors
      return code === 0 ? asked() : [...asked(), `ended with ${code}`]
    },
  }

  async function run(verb: string, env: Record<string, string>) {
    const path = `${at('programs')}${delimiter}${process.env.PATH}`
    const starter = spawn(process.execPath, [at('server/cli/bootstrap.mjs'), verb], {
      env: { ...unset, ...env, PATH: path },
    })
    let [output, errors] = ['', '']
    starter.stdout.on('data', (chunk) => (output += chunk))
    starter.stderr.on('data', (chunk) => (errors += chunk))
    const [code] = await once(starter, 'close')
    return { code, output, errors }
  }
}

/** The environment without what makes a shop live. */
const unset = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(SANDBOX|PUBLIC_URL|SMTP_URL|DATABASE_URL|PIX_|.*_(SECRETS|KEYS)$)/.test(name),
  ),
) as NodeJS.ProcessEnv

/** Runs the operator's command line on a demo shop to its end, the way `npm run shop` does. @returns what it printed */
async function runShop(args: string[], env: Record<string, string>): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  copyTemplate('demo', join(dataDir, 'balcao.db'))
  const shop = spawn(process.execPath, [bootstrap, 'shop', ...args], { env: { ...unset, DATA_DIR: dataDir, ...env } })
  let told = ''
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk) => (told += chunk))
  await once(shop, 'close')
  return told
}

/** Starts the shop the way `npm start` does, in an empty folder or on a template's copy, and waits until it serves. */
async function start(template?: Template) {
  const port = await freePort()
  const url = `http://localhost:${port}/healthz`
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  if (template) copyTemplate(template, join(dataDir, 'balcao.db'))
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
