/**
 * `npm run bench -- replica [rounds]`: what the primary is spared by a replica. Two shops share one primary, one of them has a
 * replica; visitors without anything of their own, whose pages no cache holds, look at the same pages of both in turn. Prints,
 * for a page, the primary's statements and their milliseconds (planning and execution), as one line of JSON.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startOwnPostgres, startStandby } from '../support/postgres.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const [, rounds = '40'] = process.argv.slice(2)
const paths = ['/', '/categoria/medicamentos', '/categoria?search=dipirona', '/produto/novalgina-1g-10-comprimidos']

const primary = await startOwnPostgres({
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
})
if (!primary) throw new Error('PostgreSQL not available')
const standby = await startStandby(primary)
const client = new pg.Client({ connectionString: primary.url })
await client.connect()
const env = { DATABASE_URL: primary.url }
const alone = await startServer({ env })
const helped = await startServer({ env: { ...env, DATABASE_READ_URL: standby.url } })
try {
  await client.query('create extension pg_stat_statements')
  while (!/database_replica_read 1/.test(await (await fetch(`${helped.url}/metrics`)).text())) await pause(100)
  const figures = { alone: sums(), helped: sums() }
  await look(alone)
  await look(helped)
  for (let round = 0; round < Number(rounds); round += 1) {
    await add(figures.alone, () => look(alone))
    await add(figures.helped, () => look(helped))
  }
  const perPage = ({ statements, ms }: ReturnType<typeof sums>) => ({
    statements: Number((statements / Number(rounds) / paths.length).toFixed(2)),
    ms: Number((ms / Number(rounds) / paths.length).toFixed(3)),
  })
  console.log(JSON.stringify({ rounds, alone: perPage(figures.alone), helped: perPage(figures.helped) }))
} finally {
  await client.end()
  for (const server of [alone, helped, standby, primary]) await server.stop()
}

function sums() {
  return { statements: 0, ms: 0 }
}

/** A visitor who has been here before: such pages are made for each. */
async function look({ url }: RunningServer): Promise<void> {
  const headers = { Cookie: `deviceId=${crypto.randomUUID()}` }
  for (const path of paths) await (await fetch(url + path, { headers })).text()
}

/** Adds what the primary did meanwhile; the shops' own jobs took no part in it. */
async function add(sum: ReturnType<typeof sums>, work: () => Promise<void>): Promise<void> {
  await client.query('select pg_stat_statements_reset()')
  await work()
  const { rows } =
    await client.query(`select sum(calls)::int as statements, sum(total_plan_time + total_exec_time) as ms
    from pg_stat_statements where query ~ 'product|offer|category|banner|"branch"|shown_change|catalogue_version|search_word'
      and query !~ 'pg_stat|promotion|paused_until|delete|update|insert|stock_notice'`)
  sum.statements += rows[0].statements ?? 0
  sum.ms += Number(rows[0].ms ?? 0)
}
