/**
 * `npm test`: every check and test, the cheapest first. `npm test -- http e2e` runs only the sections named. The last line
 * is always `N passed, N failed`; the exit code corresponds to it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './support/chromium.ts'
import { findLeaks } from './support/logs.ts'
import { providePostgres } from './support/postgres.ts'
import { type Count, countPlaywright, countVitest } from './support/reports.ts'

type Section = { name: string; run: () => Promise<Count> }

/** The time in milliseconds after which a step is considered to hang. All steps together stay well below CI's limit. */
const longestStep = 25 * 60_000

const root = join(import.meta.dirname, '..')
const tool = (path: string) => join(root, 'node_modules', path)
const reports = mkdtempSync(join(tmpdir(), 'balcao-reports-'))
/** Biome and Vitest use colours even when writing to a file. */
const plain = !process.stdout.isTTY && !process.env.FORCE_COLOR
const notices: string[] = []
let running: ChildProcess | undefined
let isBuilt: boolean | undefined

const sections: Section[] = [
  {
    name: 'format',
    run: () => check(tool('@biomejs/biome/bin/biome'), 'ci', ...(plain ? ['--colors=off'] : []), '.'),
  },
  { name: 'types', run: () => check(tool('typescript/bin/tsc'), '-p', '.') },
  { name: 'architecture', run: () => vitest('architecture') },
  { name: 'unit', run: () => vitest('unit') },
  { name: 'domain', run: async () => sum([await vitest('sqlite'), await onPostgres()]) },
  { name: 'build', run: build },
  { name: 'http', run: () => onBuild(() => withSilentLogs(() => vitest('http'))) },
  { name: 'e2e', run: () => onBuild(() => withSilentLogs(playwright)) },
  { name: 'docker', run: () => vitest('docker') },
]

for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) {
  process.on(event, () => {
    running?.kill()
    rmSync(reports, { recursive: true, force: true })
    process.exit(130)
  })
}
process.channel?.unref()

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !sections.some((section) => section.name === name))
if (unknown.length) {
  console.error(`No section ${unknown.join(', ')}; there are: ${sections.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const counts: Count[] = []
const summary: string[] = []
for (const section of sections) {
  if (wanted.length && !wanted.includes(section.name)) continue
  const started = performance.now()
  heading(section.name)
  const count = await section.run().catch((error: unknown) => {
    console.error(error)
    return failed()
  })
  counts.push(count)
  const seconds = Math.round((performance.now() - started) / 1000)
  summary.push(`${section.name.padEnd(14)}${count.passed} passed, ${count.failed} failed, ${seconds} s`)
}
rmSync(reports, { recursive: true, force: true })

heading('summary')
for (const line of [...summary, ...notices]) console.log(line)
const total = sum(counts)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0

async function check(...command: string[]): Promise<Count> {
  return (await run(command)) === 0 ? passed() : failed()
}

async function vitest(project: string): Promise<Count> {
  const report = join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = [tool('vitest/vitest.mjs'), 'run', '--project', project, ...reporters]
  const code = await run(command, plain ? { NO_COLOR: '1' } : {})
  return countVitest(readReport(report), code)
}

async function onPostgres(): Promise<Count> {
  if (providePostgres()) return vitest('postgres')
  notices.push('PostgreSQL not available')
  return process.env.CI === 'true' ? failed() : { passed: 0, failed: 0 }
}

async function build(): Promise<Count> {
  const count = await check('server/cli/bootstrap.mjs', 'build')
  isBuilt = count.failed === 0
  return count
}

/** Without a build there is nothing to test: the section counts as one failure. */
async function onBuild(tests: () => Promise<Count>): Promise<Count> {
  if (isBuilt === undefined) await build()
  if (isBuilt) return tests()
  console.error('Not run: the build failed')
  return failed()
}

/** Runs the tests, then one more: the logs of the servers they started must contain none of the personal data they typed. */
async function withSilentLogs(tests: () => Promise<Count>): Promise<Count> {
  const logs = mkdtempSync(join(reports, 'logs-'))
  process.env.TEST_LOGS = logs
  const count = await tests()
  const leaks = findLeaks(logs)
  for (const leak of leaks.slice(0, 20)) console.error(leak)
  return sum([count, leaks.length === 0 ? passed() : failed()])
}

async function playwright(): Promise<Count> {
  const report = join(reports, 'e2e.json')
  const command = [tool('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts']
  const code = await run([...command, '--reporter', 'list,json'], {
    CHROMIUM_PATH: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return countPlaywright(readReport(report), code)
}

/** Runs a script to its end on this Node, with its output passed through. */
async function run(command: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, command, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
  running = child
  const limit = setTimeout(() => {
    console.error(`Stopped after ${longestStep / 60_000} minutes`)
    child.kill('SIGKILL')
  }, longestStep)
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
  clearTimeout(limit)
  running = undefined
  return code
}

function readReport(path: string) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function heading(name: string): void {
  console.log(`\n== ${name} ==`)
}

function passed(): Count {
  return { passed: 1, failed: 0 }
}

function failed(): Count {
  return { passed: 0, failed: 1 }
}

function sum(all: Count[]): Count {
  return all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), { passed: 0, failed: 0 })
}
