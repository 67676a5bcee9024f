/**
 * `npm test [-- SECTION…] [-- everywhere] [-- long]`: every check and test, or some sections, two side by side. The last line is
 * `N passed, N failed`. A part of a section is chosen with its own program: `npx vitest`, `npx playwright test`.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { findFirefox } from './support/firefox.ts'
import { providePooler } from './support/pooler.ts'
import { folderInMemory, providePostgres } from './support/postgres.ts'
import { findWebKit } from './support/webkit.ts'

interface Section {
  command: string[]
  /** A section that must have passed. */
  needs?: string
  /** What Vitest's and Playwright's reports count; a command without a report is one check. */
  count?: (report: Report) => Count
}
type Report = Record<string, number> & { stats?: Record<string, number> }
type Count = { passed: number; failed: number }

const args = process.argv.slice(2)
const isLong = args.includes('long')
/** The whole domain on PostgreSQL too, not only what SQL, locks and constraints are the subject of. */
const isEverywhere = isLong || args.includes('everywhere')
const words = ['long', 'everywhere']
const hasPostgres = providePostgres()
const isStrict = process.env.CI === 'true'
const folder = mkdtempSync(join((!isLong && folderInMemory()) || tmpdir(), 'balcao-run-'))
// PostgreSQL runs as another user.
chmodSync(folder, 0o755)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.channel?.unref()
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, () => process.exit(130))

/** Where PostgreSQL is not to be had, the tests that need it are skipped, but not in CI. */
const countVitest = ({ numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 }: Report): Count => ({
  passed: numPassedTests,
  failed: numFailedTests + (hasPostgres || isStrict ? numPendingTests : 0),
})
const countPlaywright = ({ stats = {} }: Report): Count => {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats
  return { passed: expected, failed: unexpected + flaky + skipped }
}
const vitest = (...projects: string[]): Section => ({
  command: ['vitest', 'run', ...projects.map((name) => `--project=${name}`), '--reporter=default', '--reporter=json'],
  count: countVitest,
})
const databases = [
  'sqlite',
  hasPostgres || isStrict ? 'postgres' : [],
  isLong && providePooler() ? 'pooler' : [],
].flat()

/** The cheapest first, and what needs the build after it. */
const sections: Record<string, Section> = {
  format: { command: ['biome', 'ci', '.'] },
  types: { command: ['tsc', '-p', '.'] },
  architecture: vitest('architecture'),
  unit: vitest('unit', 'drawing', 'pages'),
  build: { command: ['node', 'server/cli/bootstrap.mjs', 'build'] },
  domain: vitest(...databases),
  http: { ...vitest('http'), needs: 'build' },
  e2e: { command: ['playwright', 'test', '--reporter=list,json'], count: countPlaywright, needs: 'build' },
  ...(isLong && { docker: vitest('docker') }),
}
const unknown = args.find((arg) => !words.includes(arg) && !(arg in sections))
if (unknown) {
  console.error(
    `${unknown}: the sections are ${Object.keys(sections).join(' ')}; "everywhere" adds the whole domain on PostgreSQL, "long" what takes long`,
  )
  process.exit(2)
}
// Both make the build where it is missing, which must not happen twice at once.
const chosen = args.includes('http') && args.includes('e2e') ? [...args, 'build'] : args
const isWanted = (name: string) => chosen.every((arg) => words.includes(arg)) || chosen.includes(name)
const queue = Object.entries(sections)
  .filter(([name]) => isWanted(name))
  .values()
const done = new Map<string, Promise<Count>>()
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
const counts = await Promise.all(done.values())
const total = (key: keyof Count) => counts.reduce((sum, count) => sum + count[key], 0)
if (!hasPostgres) console.log('PostgreSQL not available')
if (done.has('e2e') && !findFirefox()) console.log('Firefox not available')
if (done.has('e2e') && isLong && !findWebKit()) console.log('WebKit not available')
console.log(`${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') === 0 ? 0 : 1

/** Takes the next section until there is none. */
async function work(): Promise<void> {
  for (const [name, section] of queue) {
    const counting = runSection(name, section)
    done.set(name, counting)
    await counting
  }
}

/** A section that fails without a failed test, or has no test, counts as one failure. Its output is printed at its end. */
async function runSection(name: string, { command, count, needs = '' }: Section): Promise<Count> {
  const need = await done.get(needs)
  if (need?.failed) return { passed: 0, failed: 1 }
  const started = performance.now()
  const report = join(folder, `${name}.json`)
  const { code, output } = await run(command, count === countVitest ? [`--outputFile.json=${report}`] : [], report)
  const { passed, failed } = count ? count(readReport(report)) : { passed: code === 0 ? 1 : 0, failed: 0 }
  const isBroken = failed === 0 && (code !== 0 || passed === 0)
  const counted = { passed, failed: isBroken ? 1 : failed }
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`\n== ${name} ==\n${output}\n${name}: ${passed} passed, ${counted.failed} failed, ${seconds} s`)
  return counted
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

function run([program = '', ...rest]: string[], more: string[], report: string) {
  const env = {
    ...process.env,
    ...(isLong && { TEST_LONG: '1' }),
    ...(isEverywhere && { TEST_EVERYWHERE: '1' }),
    TMPDIR: folder,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // The programs run on the Node that runs this one.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  }
  const path = join(import.meta.dirname, '..', 'node_modules', '.bin', program)
  const child = spawn(program === 'node' ? process.execPath : path, [...rest, ...more], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  process.on('exit', () => child.kill())
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
