import { expect, onTestFinished, test } from 'vitest'
import { residentBytes, tell } from '../support/figures.ts'
import { sendLoad } from '../support/load.ts'
import { startOwnPostgres } from '../support/postgres.ts'
import { startServerProcess } from '../support/server.ts'

const isLong = process.env.TEST_LONG === '1'
const seconds = isLong ? 20 : 2
const paths = ['/', '/categoria/medicamentos', '/produto/novalgina-1g-10-comprimidos', '/categoria?search=dipirona']
/** With any cookie a page is made for this visitor alone. */
const headers = { Cookie: 'somebody=else', 'Accept-Encoding': 'zstd' }
/** Of which the longest line, and what the pages in it are made of, need a part. */
const maxMoreMemory = 300_000_000
const overload = 10
/** Pages a second that no machine serves. */
const beyondAny = 5_000

const engines = isLong ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

test.each(engines)(
  'a flood of ten times what the shop can do is refused but for what it can do (%s)',
  async (engine) => {
    const server = await startServerProcess({ env: { ...(await databaseOf(engine)), RATE_LIMIT_FACTOR: '1' } })
    onTestFinished(async () => void (await server.stop()))
    // The first pages compile code.
    const [, calm] = await sendLoad({
      url: server.url,
      steps: [
        { paths, atOnce: 4, seconds, headers },
        { paths, atOnce: 4, seconds, headers },
      ],
    })
    const capacity = Math.ceil((calm?.sent ?? 0) / (calm?.seconds ?? 1))
    const before = residentBytes(server.process.pid)
    const sendFlood = async (perSecond: number) => {
      const [report] = await sendLoad({ url: server.url, steps: [{ paths, perSecond, seconds, headers }] })
      const { 200: served, '503 later': refused, ...others } = report?.answers ?? {}
      return { perSecond, cpuPercent: report?.cpuPercent, served, refused, others }
    }
    let flood = await sendFlood(capacity * overload)
    // A machine that was busy while the shop was measured may give it many times as much now: then that was no flood yet.
    while ((flood.served?.count ?? 0) >= (flood.refused?.count ?? 0) && flood.perSecond < beyondAny) {
      flood = await sendFlood(flood.perSecond * 3)
    }
    const after = residentBytes(server.process.pid)
    const { perSecond, cpuPercent, served, refused, others } = flood
    tell(`overload, ${engine}`, {
      'pages a second': capacity,
      'asked for': perSecond,
      served: served?.count ?? 0,
      'served p50': served?.p50 ?? 0,
      'served p99': served?.p99 ?? 0,
      refused: refused?.count ?? 0,
      'refused p50': refused?.p50 ?? 0,
      'refused p99': refused?.p99 ?? 0,
      'MB before': Math.round(before / 1e6),
      'MB after': Math.round(after / 1e6),
      'load CPU %': cpuPercent ?? 0,
    })
    expect(others).toEqual({})
    expect(served?.count).toBeGreaterThan(0)
    expect(refused?.count).toBeGreaterThan(served?.count ?? 0)
    expect(after - before).toBeLessThan(maxMoreMemory)
    expect((await fetch(server.url, { headers })).status).toBe(200)
  },
)

async function databaseOf(engine: 'sqlite' | 'postgres'): Promise<Record<string, string>> {
  if (engine === 'sqlite') return {}
  const postgres = await startOwnPostgres()
  if (!postgres) throw new Error('PostgreSQL not available')
  onTestFinished(postgres.stop)
  return { DATABASE_URL: postgres.url }
}
