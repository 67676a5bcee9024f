/**
 * `npm run bench -- day [seconds an hour]`: a generated day of a city, its 24 hours compressed to so many seconds each (6), against
 * one process on SQLite and one, two and three on PostgreSQL: first visits, searches, bags, orders paid at the pretend bank, the
 * counter's people, a price import at noon. Then visits in rising steps until the shop is full. The shoppers are a process of their
 * own, whose share of the processor is told. Prints tables and one line of JSON, and draws `tests/bench/figures/day.svg`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../server/database/connection.ts'
import { call } from '../support/calls.ts'
import { cpuMs, residentBytes } from '../support/figures.ts'
import { startOwnPostgres } from '../support/postgres.ts'
import * as shopping from '../support/purchase.ts'
import { type ServerProcess, startServerProcess } from '../support/server.ts'
import { createStaff } from '../support/staff.ts'
import { openCity, type StretchReport } from './day/city.ts'
import type { Account } from './day/visits.ts'
import { drawPlot } from './plot.ts'

const secondsAnHour = Number(process.argv[3] ?? 6)
/** Visits of each hour, of the busiest one's in percent: what shops report, lowest at four, highest at half past eight. */
const curve = [16, 9, 5, 4, 4, 6, 14, 28, 46, 62, 72, 78, 80, 72, 70, 74, 78, 82, 88, 94, 100, 88, 60, 34]
/** Visits a second in the busiest hour; each is three to nine requests. */
const peak = Number(process.env.DAY_PEAK ?? 12)
const importHour = 12
/** A step of the search for the limit, in seconds; it grows by a quarter each time. */
const stepSeconds = Math.max(4, secondsAnHour)
const maxP99Ms = 500
const seed = 20_260_310
/** Rate limits count each visitor's own network; admission is as in a live shop. */
const asLive = { LOG_LEVEL: 'silent', PAGE_CACHE_SECONDS: '5', RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' }

interface Hour extends StretchReport {
  pagesPerSecond: number
  ordersPerSecond: number
  /** Of one core: the servers, and PostgreSQL. */
  serverCpu: number
  databaseCpu: number
  megabytes: number
}

interface Setup {
  name: string
  servers: ServerProcess[]
  location: string
  env: Record<string, string>
  /** Milliseconds of processor time that PostgreSQL has used. */
  databaseMs: () => number
  close: () => Promise<void>
}

const results: Record<string, { day: Hour[]; steps: ({ perSecond: number } & Hour)[]; full: string }> = {}
for (const open of [openSqlite, ...[1, 2, 3].map((count) => () => openPostgres(count))]) {
  const setup = await open()
  if (!setup) {
    console.log('PostgreSQL not available')
    break
  }
  try {
    results[setup.name] = await live(setup)
  } finally {
    await setup.close()
  }
}
draw()
summarise()
console.log(JSON.stringify({ secondsAnHour, peak, results }))

async function live(setup: Setup) {
  await stockUp(setup.location)
  const city = await openCity({ urls: setup.servers.map(({ url }) => url), seed, ...(await accountsOf(setup)) })
  const measure = async (seconds: number, perSecond: number): Promise<Hour> => {
    const before = usedBy(setup)
    const report = await city.play({ seconds, perSecond })
    const after = usedBy(setup)
    const share = (ms: number) => Math.round(ms / 10 / seconds)
    return {
      ...report,
      pagesPerSecond: Math.round(report.count / seconds),
      ordersPerSecond: Math.round((10 * report.orders) / seconds) / 10,
      serverCpu: share(after.servers - before.servers),
      databaseCpu: share(after.database - before.database),
      megabytes: Math.round(after.bytes / 1e6),
    }
  }
  try {
    // The first pages compile code.
    await measure(stepSeconds, 3)
    const day: Hour[] = []
    print(setup.name)
    for (const [hour, share] of curve.entries()) {
      const importing = hour === importHour ? importPrices(setup) : null
      day.push(await measure(secondsAnHour, (peak * share) / 100))
      await importing
      row(`${hour} h`, day.at(-1) as Hour)
    }
    const steps = []
    for (let perSecond = peak; ; perSecond = Math.ceil(perSecond * 1.25)) {
      const step = { perSecond, ...(await measure(stepSeconds, perSecond)) }
      steps.push(step)
      row(`${perSecond} visits/s`, step)
      if (step.p99 > maxP99Ms || step.refused + step.failed > step.count / 100) break
    }
    const full = whatIsFull(steps.at(-1) as Hour, setup.servers.length)
    console.log(`full: ${full}`)
    return { day, steps, full }
  } finally {
    await city.close()
  }
}

/** A process that makes pages has one thread for it. */
function whatIsFull({ serverCpu, databaseCpu, cpuPercent }: Hour, servers: number): string {
  const all = serverCpu + databaseCpu + cpuPercent
  const cores = `servers ${serverCpu} %, PostgreSQL ${databaseCpu} %, shoppers ${cpuPercent} % of a core`
  if (serverCpu >= 85 * servers) return `each process's one thread (${cores})`
  return all >= 170
    ? `the machine's two cores (${cores})`
    : `neither thread nor cores: other programs, or the disk (${cores})`
}

function print(name: string): void {
  console.log(`\n${name}\n`)
  const names = [
    '',
    'pages/s',
    'orders/s',
    'p50 ms',
    'p99 ms',
    'refused',
    'failed',
    'CPU %',
    'database %',
    'load %',
    'MB',
  ]
  console.log(`| ${names.map((each) => each.padStart(10)).join(' | ')} |`)
  console.log(`| ${names.map(() => '---------:').join(' | ')} |`)
}

function row(name: string, hour: Hour): void {
  const { pagesPerSecond, ordersPerSecond, p50, p99, refused, failed, serverCpu, databaseCpu, cpuPercent, megabytes } =
    hour
  const values = [
    pagesPerSecond,
    ordersPerSecond,
    p50,
    p99,
    refused,
    failed,
    serverCpu,
    databaseCpu,
    cpuPercent,
    megabytes,
  ]
  console.log(`| ${[name, ...values].map((each) => String(each).padStart(10)).join(' | ')} |`)
}

/** The table of server/cli/how-far-it-goes.md: the busiest hour, and the last step before the shop was full. */
function summarise(): void {
  console.log(
    '\n|  | busiest hour: requests/s | orders/s | p50, p99 ms | CPU %, database % | MB | full above requests/s | since |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |')
  for (const [name, { day, steps, full }] of Object.entries(results)) {
    const busiest = day[curve.indexOf(Math.max(...curve))] as Hour
    const held = steps.at(-2) ?? busiest
    const cells = [
      name,
      busiest.pagesPerSecond,
      busiest.ordersPerSecond,
      `${busiest.p50}, ${busiest.p99}`,
      `${busiest.serverCpu}, ${busiest.databaseCpu}`,
      busiest.megabytes,
      held.pagesPerSecond,
      full,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log()
}

function draw(): void {
  const folder = join(import.meta.dirname, 'figures')
  mkdirSync(folder, { recursive: true })
  const lines = Object.entries(results).map(([name, { day }]) => ({ name, values: day.map(({ p99 }) => p99) }))
  const pages = Object.values(results)[0]?.day.map(({ pagesPerSecond }) => pagesPerSecond) ?? []
  const plot = drawPlot({
    title: `A day of a city, up to ${peak} visits and ${Math.max(0, ...pages)} requests a second: p99 in milliseconds`,
    xLabel: 'hour of the day',
    yLabel: 'p99, ms',
    x: curve.map((_, hour) => String(hour)),
    lines,
  })
  writeFileSync(join(folder, 'day.svg'), plot)
}

function usedBy({ servers, databaseMs }: Setup) {
  const pids = servers.map(({ process }) => process.pid)
  return {
    servers: pids.reduce<number>((sum, pid) => sum + cpuMs(pid), 0),
    database: databaseMs(),
    bytes: pids.reduce<number>((sum, pid) => sum + residentBytes(pid), 0),
  }
}

async function openSqlite(): Promise<Setup> {
  const server = await startServerProcess({ env: asLive })
  return {
    name: 'SQLite, one process',
    servers: [server],
    location: join(server.dataDir, 'balcao.db'),
    env: { DATA_DIR: server.dataDir },
    databaseMs: () => 0,
    close: async () => void (await server.stop()),
  }
}

async function openPostgres(count: number): Promise<Setup | null> {
  // As an operator runs it: on the disk, with every commit flushed.
  const postgres = await startOwnPostgres({ fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB' })
  if (!postgres) return null
  const env = { ...asLive, DATABASE_URL: postgres.url }
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-day-'))
  const servers: ServerProcess[] = []
  // The first one fills the database.
  for (let nth = 0; nth < count; nth += 1) servers.push(await startServerProcess({ env, dataDir }))
  const parent = await postmasterOf(postgres.url)
  return {
    name: `PostgreSQL, ${['one process', 'two processes', 'three processes'][count - 1]}`,
    servers,
    location: postgres.url,
    env: { DATA_DIR: dataDir, DATABASE_URL: postgres.url },
    databaseMs: () => familyCpuMs(parent),
    close: async () => {
      for (const server of servers) await server.stop()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const [, parent = 0] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8')) ?? []
  await client.end()
  return Number(parent)
}

/** Of a process with its children, those that have ended included. */
function familyCpuMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ended = (Number(fields[13]) + Number(fields[14])) * 10
  return children.reduce((sum, child) => sum + cpuMsOf(Number(child)), cpuMs(pid) + ended)
}

/** Zero for one that has just ended. */
function cpuMsOf(pid: number): number {
  try {
    return cpuMs(pid)
  } catch {
    return 0
  }
}

async function stockUp(location: string): Promise<void> {
  const database = openDatabase(location)
  await database.db.updateTable('offer').set({ stock: 1_000_000 }).where('productId', 'in', [60, 68, 145]).execute()
  await database.close()
}

/** Signed-in customers and staff, who come again and again. */
async function accountsOf({ servers }: Setup): Promise<{ customers: Account[]; staff: Account[] }> {
  const [server] = servers
  if (!server) throw new Error('no server')
  const customers: Account[] = []
  for (const email of ['cliente@example.com', 'beneficio@example.com']) {
    const browser = await shopping.openCustomer(server.url, email)
    const { access_token } = (await call(server, 'auth/getInitialToken', {})).body
    const login = { email, password: 'balcao-demo-2026', token: access_token }
    const { token } = (await call(server, 'auth/login', login)).body
    const [{ id }] = (await call(server, 'address/getAddressList', { token })).body
    customers.push({ cookies: [...browser.cookies], token, addressId: id })
  }
  const clerk = await createStaff(server.url, 'clerk')
  return { customers, staff: [{ cookies: [...clerk.cookies], token: '', addressId: 0 }] }
}

/** The operator exports all prices and imports them again, while shoppers go on. */
async function importPrices({ env }: Setup): Promise<void> {
  const file = join(tmpdir(), `balcao-offers-${process.pid}.csv`)
  for (const words of [
    ['export', file, '--force'],
    ['import', file],
  ]) {
    const child = spawn(process.execPath, ['server/cli/shop.ts', 'offers', ...words], {
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        SANDBOX: '1',
        ...env,
      },
      stdio: 'ignore',
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`offers ${words[0]} ended with ${code}`)
  }
  rmSync(file)
}
