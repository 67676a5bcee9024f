import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/connection.ts'
import { openReplica } from '../../server/database/replica.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { openOperator } from '../support/operator.ts'
import { providePostgres, startOwnPostgres, startStandby } from '../support/postgres.ts'
import { addToBag, bagPage, giveZipcode, novalgina, openCustomer } from '../support/purchase.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const postgres = providePostgres()
let primary: NonNullable<Awaited<ReturnType<typeof startOwnPostgres>>>
let standby: typeof primary
let server: RunningServer

beforeAll(async () => {
  if (!postgres) return
  primary = (await startOwnPostgres()) as typeof primary
  standby = await startStandby(primary)
  server = await startServer({ env: { DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url } })
})
afterAll(async () => {
  await server?.stop()
  await standby?.stop()
  await primary?.stop()
})

/** Runs a statement on one of the two servers. */
async function ask<Row>(url: string, statement: string): Promise<Row[]> {
  const database = openDatabase(url)
  try {
    return (await sql.raw<Row>(statement).execute(database.query)).rows
  } finally {
    await database.close()
  }
}

async function isRead(): Promise<string | undefined> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  return /^database_replica_read (\d)$/m.exec(metrics)?.[1]
}

/** How often the prices have been read on the replica. */
async function reads(): Promise<number> {
  const [row] = await ask<{ scans: number }>(
    standby.url,
    `select seq_scan + idx_scan as scans from pg_stat_user_tables where relname = 'offer'`,
  )
  return row?.scans ?? 0
}

const setPrice = (cents: number) =>
  ask(primary.url, `update offer set price_cents = ${cents}, effective_price_cents = ${cents} where product_id = 60`)

/** A visitor who has looked at a page and given a postal code, and one who is here for the first time. */
async function strangers() {
  const visitor = openPlainBrowser(server.url)
  await visitor.get(novalgina.path)
  await giveZipcode(visitor)
  await visitor.get('/')
  return [visitor, openPlainBrowser(server.url)]
}

const pages = ['/', '/categoria/medicamentos', '/categoria?search=dipirona', novalgina.path]

test.skipIf(!postgres)('what strangers look at is read from the replica', async () => {
  await expect.poll(isRead).toBe('1')
  expect(server.output()).toContain('pages are read from the replica')
  for (const stranger of await strangers()) {
    const before = await reads()
    for (const path of pages) expect((await stranger.get(path)).status, path).toBe(200)
    // PostgreSQL counts its reads a second later.
    await expect.poll(reads).toBeGreaterThan(before)
  }
})

test.skipIf(!postgres)(
  'a new price shows at once, in the bag and to strangers, though the replica stands still: that is left out, and taken again',
  async () => {
    await expect.poll(isRead).toBe('1')
    const [visitor, first] = await strangers()
    const customer = await openCustomer(server.url)
    await addToBag(customer, novalgina)
    // Into the cache.
    for (const path of pages) await first?.get(path)
    await ask(standby.url, 'select pg_wal_replay_pause()')
    onTestFinished(() => ask(standby.url, 'select pg_wal_replay_resume()').then(() => {}))
    for (const cents of [4321, 4322]) {
      await setPrice(cents)
      const shown = `R$ 43,${cents - 4300}`
      expect(wordsOf((await customer.get(bagPage)).html)).toContain(shown)
      for (const stranger of [visitor, openPlainBrowser(server.url)])
        expect(wordsOf((await stranger?.get(novalgina.path))?.html ?? '')).toContain(shown)
    }
    await expect.poll(isRead).toBe('0')
    expect(server.output()).toMatch(/it lags behind by [\d.]+ s.*the replica is left out/)

    await ask(standby.url, 'select pg_wal_replay_resume()')
    await expect.poll(isRead).toBe('1')
    expect(wordsOf((await openPlainBrowser(server.url).get(novalgina.path)).html)).toContain('R$ 43,22')
  },
)

test.skipIf(!postgres)(
  'pages do not notice that the replica is gone, or answers nothing; it is taken again',
  async () => {
    await expect.poll(isRead).toBe('1')
    const [visitor] = await strangers()
    const goOn = async () => {
      const answers = await Promise.all(pages.map((path) => visitor?.get(path)))
      expect(answers.map((answer) => answer?.status)).toEqual(pages.map(() => 200))
    }
    await standby.kill9()
    await goOn()
    await expect.poll(isRead).toBe('0')
    await standby.comeBack()
    await expect.poll(isRead).toBe('1')

    standby.freeze()
    onTestFinished(() => standby.thaw())
    await goOn()
    await expect.poll(isRead).toBe('0')
    standby.thaw()
    await expect.poll(isRead).toBe('1')
  },
)

test.skipIf(!postgres)('the doctor says of a replica whether it follows, lags, is none or is away', async () => {
  const operator = openOperator({ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url })
  const says = async (more: Record<string, string> = {}) => {
    const { output } = await operator.runWith(more, 'doctor')
    return output.split('\n').find((line) => / replica /.test(line))
  }
  expect(await says()).toMatch(/^ok +replica +a standby of this database, \d+ ms behind at most$/)
  await ask(standby.url, 'select pg_wal_replay_pause()')
  onTestFinished(() => ask(standby.url, 'select pg_wal_replay_resume()').then(() => {}))
  await setPrice(4399)
  expect(await says()).toMatch(/^look +replica +more than 2 s behind: the primary makes all pages until it is nearer$/)
  await ask(standby.url, 'select pg_wal_replay_resume()')
  expect(await says({ DATABASE_READ_URL: primary.url })).toMatch(/^fault +replica +DATABASE_READ_URL: it takes writes/)
  await standby.kill9()
  expect(await says()).toMatch(/^fault +replica +DATABASE_READ_URL: The database does not answer \(ECONNREFUSED\)/)
  await standby.comeBack()
  expect(await openOperator({ DATABASE_URL: primary.url }).run('doctor')).toMatchObject({
    output: expect.not.stringContaining(' replica '),
  })
})

test.skipIf(!postgres)('another database is never taken for a replica, and the log says so', async () => {
  await ask(primary.url, 'create database another')
  const database = openDatabase(primary.url)
  const lines: string[] = []
  const replica = openReplica(database, primary.url.replace(/postgres$/, 'another'), {
    warn: ({ reason }, message) => lines.push(`${message}: ${reason}`),
  })
  onTestFinished(async () => {
    await replica.close()
    await database.close()
  })
  await replica.check()
  await replica.check()
  expect(await replica.isUpToDate()).toBe(false)
  expect(lines).toEqual(['the replica is left out: it is no replica of this database'])
})

test.skipIf(!postgres)(
  'a query that the replica fails in the middle of a page is answered by the primary',
  async () => {
    const database = openDatabase(primary.url)
    const lines: string[] = []
    const replica = openReplica(database, standby.url, { warn: (_, message) => lines.push(message) })
    onTestFinished(async () => {
      await replica.close()
      await database.close()
    })
    const branches = () => replica.query.selectFrom('branch').select('id').orderBy('id').execute()
    // On a busy machine it is a moment behind.
    const isTaken = async () => {
      await replica.check()
      return replica.measure().isRead && (await replica.isUpToDate())
    }
    await expect.poll(isTaken).toBe(true)
    const known = await branches()
    await standby.kill9()
    expect(known).toHaveLength(6)
    expect(await branches()).toEqual(known)
    expect(lines).toEqual(['pages are read from the replica', 'the replica is left out'])
    await standby.comeBack()
  },
)
