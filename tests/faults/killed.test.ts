import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBuyers, tickingClock } from '../support/buyers.ts'
import { tell } from '../support/figures.ts'
import { startOwnPostgres } from '../support/postgres.ts'
import { seeded } from '../support/seeded.ts'
import { startServer } from '../support/server.ts'

const isLong = process.env.TEST_LONG === '1'
const rounds = isLong ? Number(process.env.FAULT_ROUNDS ?? 100) : 1
const seed = Number(process.env.STORM_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 1))
const engines = isLong ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

test.each(engines)(
  'a shop killed outright while orders are placed has lost none that it acknowledged, and made none twice (%s)',
  async (engine) => {
    console.log(`STORM_SEED=${seed}`)
    const random = seeded(seed)
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-killed-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const postgres = engine === 'postgres' ? await startOwnPostgres() : null
    if (postgres) onTestFinished(postgres.stop)
    const env = { DATABASE_URL: postgres?.url, LOG_LEVEL: 'error' }
    const location = postgres?.url ?? join(dataDir, 'balcao.db')

    const now = tickingClock()
    let server = await startServer({ dataDir, env })
    const buyers = await openBuyers(server, location, seed)
    for (let round = 0; round < rounds; round += 1) {
      const last = 1 + Math.floor(random() * 30)
      await buyers.buyUntil(server, async (placed) => {
        await expect.poll(placed, { interval: 1 }).toBeGreaterThanOrEqual(last)
        await server.kill9()
      })
      server = await startServer({ dataDir, env: { ...env, SANDBOX_CLOCK: now() } })
    }
    await buyers.settle(server)
    await server.stop()
    const orders = await buyers.expectWhole()
    tell(`SIGKILL, ${engine}`, {
      rounds,
      acknowledged: buyers.acknowledged.length,
      lost: 0,
      'unanswered requests': buyers.seen.unanswered,
      orders,
      paid: buyers.paid.size,
    })
  },
  50 * 60_000,
)
