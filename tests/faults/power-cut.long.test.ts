import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBuyers, tickingClock } from '../support/buyers.ts'
import { tell } from '../support/figures.ts'
import { startOwnPostgres } from '../support/postgres.ts'
import { seeded } from '../support/seeded.ts'
import { type ServerProcess, startServerProcess } from '../support/server.ts'
import { openVolume } from '../support/volume.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 20)
const seed = Number(process.env.STORM_SEED ?? Math.floor(Math.random() * 2 ** 31))

// They need root and a loop device.
test('a power cut loses no order that was acknowledged, on SQLite', async () => {
  const volume = await openVolume(512)
  const dataDir = join(volume.folder, 'data')
  mkdirSync(dataDir)
  const env = { LOG_LEVEL: 'error' }
  const now = tickingClock()
  let server = await startServerProcess({ dataDir, env })
  const buyers = await openBuyers(server, join(dataDir, 'balcao.db'), seed)
  const random = seeded(seed)
  for (let round = 0; round < rounds; round += 1) {
    const last = 1 + Math.floor(random() * 30)
    await buyers.buyUntil(server, async (placed) => {
      await expect.poll(placed, { interval: 1 }).toBeGreaterThanOrEqual(last)
      // Without power nobody is told anything any more; a file system that is shutting down tells a running process of success.
      server.process.kill('SIGSTOP')
      volume.cutPower()
      await server.kill9()
    })
    await volume.powerOn()
    server = await startServerProcess({ dataDir, env: { ...env, SANDBOX_CLOCK: now() } })
  }
  await finish(server, buyers, 'sqlite')
}, 3_000_000)

test('a power cut loses no order that was acknowledged, on PostgreSQL', async () => {
  const volume = await openVolume(1024)
  const postgres = await startOwnPostgres({ fsync: 'on', full_page_writes: 'on' }, volume.folder)
  if (!postgres) throw new Error('PostgreSQL not available')
  onTestFinished(postgres.stop)
  const env = { DATABASE_URL: postgres.url, LOG_LEVEL: 'error' }
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-power-cut-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const now = tickingClock()
  let server = await startServerProcess({ dataDir, env })
  const buyers = await openBuyers(server, postgres.url, seed)
  const random = seeded(seed)
  for (let round = 0; round < rounds; round += 1) {
    const last = 1 + Math.floor(random() * 30)
    await buyers.buyUntil(server, async (placed) => {
      await expect.poll(placed, { interval: 1 }).toBeGreaterThanOrEqual(last)
      server.process.kill('SIGSTOP')
      postgres.freeze()
      volume.cutPower()
      await Promise.all([server.kill9(), postgres.kill9()])
    })
    await volume.powerOn()
    await postgres.comeBack()
    server = await startServerProcess({ dataDir, env: { ...env, SANDBOX_CLOCK: now() } })
  }
  await finish(server, buyers, 'postgres')
}, 3_000_000)

async function finish(server: ServerProcess, buyers: Awaited<ReturnType<typeof openBuyers>>, engine: string) {
  await buyers.settle(server)
  await server.stop()
  const orders = await buyers.expectWhole()
  const { acknowledged, seen, paid } = buyers
  tell(`power cut, ${engine}`, {
    rounds,
    acknowledged: acknowledged.length,
    lost: 0,
    'unanswered requests': seen.unanswered,
    orders,
    paid: paid.size,
    'paid unnoticed at first': seen.unnoticed,
    'looks until noticed': seen.looks,
  })
}
