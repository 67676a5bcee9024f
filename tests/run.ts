/**
 * `npm test`: every check and test; tests/README.md says what to type for a part of it. The last line is always
 * `N passed, N failed`; the exit code corresponds to it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './support/chromium.ts'
import { findLeaks } from './support/logs.ts'
import { providePooler } from './support/pooler.ts'
import { folderInMemory, providePostgres } from './support/postgres.ts'
import { type Count, countPlaywright, countVitest, sum } from './support/reports.ts'
import { readSelection, type sectionNames } from './support/selection.ts'

type Name = (typeof sectionNames)[number]

interface Section {
  name: Name
  /** Started only when this one has passed. */
  needs?: Name
  run: (log: Log) => Promise<Count>
}

/** Where a section's output goes. */
type Log = (chunk: string) => void

/** Two, since every runner keeps two workers that often wait for servers, databases and browsers. */
const sideBySide = 2
/** Beside those: it installs packages twice, which is waiting for the registry and the disk. */
const inItsOwnLane: Name = 'docker'

const root = join(import.meta.dirname, '..')
/** Written by the docker section. */
const replayedInputs = 'tests/docker/replayed-inputs.sha256'
const tool = (path: string) => join(root, 'node_modules', path)
const selection = readSelection(process.argv.slice(2))
if ('message' in selection) {
  const isFault = selection.exitCode !== 0
  ;(isFault ? console.error : console.log)(selection.message)
  process.exit(selection.exitCode)
}
const { words, testName, watch, long, files } = selection
if (long) process.env.TEST_LONG = '1'
/** The time in milliseconds after which a step is considered to hang. All steps together stay well below CI's limit. */
const longestStep = (long ? 120 : 25) * 60_000

const reports = mkdtempSync(join(tmpdir(), 'balcao-reports-'))
const scratch: Record<string, string> = long ? {} : openScratch()
/** Biome and Vitest use colours even when writing to a file. */
const plain = !process.stdout.isTTY && !process.env.FORCE_COLOR
const colours: Record<string, string> = plain ? { NO_COLOR: '1' } : { FORCE_COLOR: '1' }
const running = new Set<ChildProcess>()
const hasPostgres = providePostgres()
const hasPooler = long && hasPostgres && providePooler()

/** In the order they start: the cheapest first, those that need the build after it. */
const sections: Section[] = [
  {
    name: 'format',
    run: (log) => check(log, tool('@biomejs/biome/bin/biome'), 'ci', ...(plain ? ['--colors=off'] : []), '.'),
  },
  { name: 'types', run: (log) => check(log, tool('typescript/bin/tsc'), '-p', '.') },
  { name: 'architecture', run: (log) => vitest(log, 'architecture') },
  { name: 'unit', run: (log) => vitest(log, 'unit', {}, ['pages']) },
  { name: 'build', run: (log) => check(log, 'server/cli/bootstrap.mjs', 'build') },
  { name: 'domain', run: domain },
  { name: 'http', needs: 'build', run: (log) => withSilentLogs(log, (env) => vitest(log, 'http', env)) },
  { name: 'e2e', needs: 'build', run: (log) => withSilentLogs(log, (env) => playwright(log, env)) },
  { name: 'docker', run: docker },
]

for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) {
  process.on(event, () => {
    for (const child of running) child.kill()
    rmSync(reports, { recursive: true, force: true })
    process.exit(130)
  })
}
process.channel?.unref()

const wanted = sections.filter(({ name }) => selection.sections.includes(name))
/** With one section its programs have the terminal to themselves. */
const alone = wanted.length === 1
const counts = await runSections(wanted)
rmSync(reports, { recursive: true, force: true })

const total = sum([...counts.values()].map(({ count }) => count))
if (!alone) {
  heading('summary')
  for (const [name, { count, seconds }] of counts) {
    console.log(`${name.padEnd(14)}${count.passed} passed, ${count.failed} failed, ${seconds} s`)
  }
}
if (!hasPostgres) console.log('PostgreSQL not available')
if (total.skipped > 0) console.log(`${total.skipped} skipped`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0

/** Runs sections, two at a time and one beside them. The output of the earliest one still running is shown as it comes, the others' after it. */
async function runSections(queue: Section[]) {
  const results = new Map<Name, { count: Count; seconds: number }>()
  const done = new Map<Name, Promise<Count>>()
  const outputs = queue.map(() => ({ chunks: [] as string[], isDone: false }))
  let shown = 0
  const show = () => {
    for (let output = outputs[shown]; output; output = outputs[shown]) {
      process.stdout.write(output.chunks.splice(0).join(''))
      if (!output.isDone) return
      shown += 1
    }
  }
  const work = async (todo: Iterable<[number, Section]>) => {
    for (const [index, section] of todo) {
      const output = outputs[index] as (typeof outputs)[number]
      const log: Log = (chunk) => {
        output.chunks.push(chunk)
        show()
      }
      log(`\n== ${section.name} ==\n`)
      const started = performance.now()
      const counting = runSection(section, log, done)
      done.set(section.name, counting)
      const count = await counting
      results.set(section.name, { count, seconds: Math.round((performance.now() - started) / 1000) })
      output.isDone = true
      show()
    }
  }
  const entries = [...queue.entries()]
  const own = entries.filter(([, { name }]) => name === inItsOwnLane)
  // One iterator for both lanes: whichever is free takes the next.
  const others = entries.filter(([, { name }]) => name !== inItsOwnLane).values()
  await Promise.all([work(own), ...Array.from({ length: sideBySide }, () => work(others))])
  return new Map(queue.map(({ name }) => [name, results.get(name) as { count: Count; seconds: number }]))
}

async function runSection({ needs, run }: Section, log: Log, done: Map<Name, Promise<Count>>): Promise<Count> {
  try {
    const need = needs && (await done.get(needs))
    if (!need?.failed) return await run(log)
    log(`Not run: ${needs} failed\n`)
  } catch (error) {
    log(`${error instanceof Error ? error.stack : error}\n`)
  }
  return failed()
}

async function check(log: Log, ...command: string[]): Promise<Count> {
  return (await run(log, command)) === 0 ? passed() : failed()
}

async function domain(log: Log): Promise<Count> {
  if (hasPooler) return vitest(log, 'sqlite', {}, ['postgres', 'pooler'])
  if (hasPostgres) return vitest(log, 'sqlite', {}, ['postgres'])
  const count = await vitest(log, 'sqlite')
  // The same tests, on the database that is missing.
  return sum([count, skippedWithoutPostgres(count.passed + count.failed)])
}

/**
 * Where tests keep databases and files: in memory, if there is enough, since on a disk much of their time is waiting for its
 * acknowledgements. Deleted when this process ends, even by SIGKILL. A long run cuts the power, and fills disks: it has the
 * machine's own place.
 */
function openScratch(): { TMPDIR?: string } {
  const memory = folderInMemory()
  if (memory === undefined) return {}
  const folder = mkdtempSync(join(memory, 'balcao-run-'))
  // PostgreSQL and PgBouncer run as another user.
  chmodSync(folder, 0o755)
  // The pipe closes when this process ends.
  const guard = spawn('sh', ['-c', 'cat >/dev/null; rm -rf "$0"', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return { TMPDIR: folder }
}

async function vitest(
  log: Log,
  project: string,
  env: Record<string, string> = {},
  others: string[] = [],
): Promise<Count> {
  const report = join(reports, `${project}.json`)
  const projects = [project, ...others].flatMap((name) => ['--project', name])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = [tool('vitest/vitest.mjs'), watch ? 'watch' : 'run', ...projects, ...reporters, ...words, ...files]
  const code = await run(log, testName ? [...command, '-t', testName] : command, { ...colours, ...scratch, ...env })
  const { skipped, ...count } = countVitest(readReport(report), code, { isFiltered: testName !== undefined })
  return sum([{ ...count, skipped: 0 }, skippedWithoutPostgres(skipped)])
}

/** Tests that PostgreSQL's absence left out: a failure where it should have been there. */
function skippedWithoutPostgres(skipped: number): Count {
  const isFailure = hasPostgres || process.env.CI === 'true'
  return isFailure ? { passed: 0, failed: skipped, skipped: 0 } : { passed: 0, failed: 0, skipped }
}

/** Runs the tests, then one more: the logs of the servers they started must contain none of the personal data they typed. */
async function withSilentLogs(log: Log, tests: (env: Record<string, string>) => Promise<Count>): Promise<Count> {
  const logs = mkdtempSync(join(reports, 'logs-'))
  const count = await tests({ TEST_LOGS: logs })
  // A selection of tests may start no server, or type nothing.
  if (words.length + files.length > 0 || testName) return count
  const leaks = findLeaks(logs)
  for (const leak of leaks.slice(0, 20)) log(`${leak}\n`)
  return sum([count, leaks.length === 0 ? passed() : failed()])
}

/**
 * The image is replayed where its inputs changed since that last passed, or when it was asked for. The sum of the inputs it
 * passed with is committed, like a lock file: on a fresh clone that someone forgot to replay, it is replayed.
 */
async function docker(log: Log): Promise<Count> {
  const stamp = join(root, replayedInputs)
  const inputs = imageInputs()
  if (!long && !alone && existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === inputs) {
    log('Its inputs are those of the last replay: npm test -- docker replays it anyway\n')
    return { passed: 0, failed: 0, skipped: 0 }
  }
  // It installs packages twice: too much for memory.
  const count = await vitest(log, 'docker', { TMPDIR: tmpdir() })
  if (count.failed === 0 && !testName) writeFileSync(stamp, `${inputs}\n`)
  return count
}

/** What decides whether the image can be built and starts; the code in it is tested outside of it too. */
function imageInputs(): string {
  const tests = readdirSync(join(root, 'tests/docker')).map((name) => join('tests/docker', name))
  const inputs = tests.filter((file) => file !== replayedInputs).sort()
  const packages = ['.npmrc', 'package.json', 'package-lock.json']
  const files = ['Dockerfile', '.dockerignore', ...packages, 'tsconfig.json', 'remix.config.ts', 'vite.config.ts']
  const hash = createHash('sha256')
  for (const file of [...files, 'server/cli/bootstrap.mjs', 'server/config.ts', ...inputs]) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

async function playwright(log: Log, env: Record<string, string>): Promise<Count> {
  const report = join(reports, 'e2e.json')
  const command = [tool('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts']
  const named = testName ? ['-g', testName] : []
  const code = await run(log, [...command, '--reporter', 'list,json', ...named, ...words, ...files], {
    ...colours,
    ...scratch,
    ...env,
    CHROMIUM_PATH: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return countPlaywright(readReport(report), code)
}

/** Runs a script to its end on this Node. */
async function run(log: Log, command: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', log)
  const limit = setTimeout(() => {
    log(`Stopped after ${longestStep / 60_000} minutes\n`)
    child.kill('SIGKILL')
  }, longestStep)
  if (watch) clearTimeout(limit)
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
  clearTimeout(limit)
  running.delete(child)
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
  return { passed: 1, failed: 0, skipped: 0 }
}

function failed(): Count {
  return { passed: 0, failed: 1, skipped: 0 }
}
