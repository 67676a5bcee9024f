import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/connection.ts'
import { openBuyers, tickingClock } from '../support/buyers.ts'
import { tell } from '../support/figures.ts'
import { openPlainBrowser } from '../support/http.ts'
import { startOwnPostgres } from '../support/postgres.ts'
import { answerAtBank, newCustomer, placeOrder } from '../support/purchase.ts'
import { seeded } from '../support/seeded.ts'
import { openingInstant, startServerProcess } from '../support/server.ts'

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
    let server = await startServerProcess({ dataDir, env })
    const buyers = await openBuyers(server, location, seed)
    for (let round = 0; round < rounds; round += 1) {
      const last = 1 + Math.floor(random() * 30)
      await buyers.buyUntil(server, async (placed) => {
        await expect.poll(placed, { interval: 1 }).toBeGreaterThanOrEqual(last)
        await server.kill9()
      })
      server = await startServerProcess({ dataDir, env: { ...env, SANDBOX_CLOCK: now() } })
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
      'paid unnoticed at first': buyers.seen.unnoticed,
      'looks until noticed': buyers.seen.looks,
    })
  },
  50 * 60_000,
)

test('a Pix of which the killed process never heard is found when its customer asks, though the clock was set back by the restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-killed-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const killed = await startServerProcess({ dataDir })
  const customer = await newCustomer(killed.url)
  await loseBankReports(join(dataDir, 'balcao.db'))
  const paymentPage = await placeOrder(customer)
  const pixPage = await answerAtBank(customer, paymentPage)
  await killed.kill9()

  const earlier = new Date(Date.parse(openingInstant) - 10_000).toISOString()
  const server = await startServerProcess({ dataDir, env: { SANDBOX_CLOCK: earlier } })
  const back = openPlainBrowser(server.url, customer.cookies)
  const { location } = await back.submit(pixPage, { button: 'Já paguei' })
  expect(location).toBe(`/minha-conta/pedidos/${paymentPage.split('/').at(-1)}`)
  await server.stop()
})

/** The bank calls where nobody listens. */
async function loseBankReports(location: string): Promise<void> {
  const database = openDatabase(location)
  const lost = await database.db.updateTable('sandboxWebhook').set({ url: 'http://127.0.0.1:9' }).execute()
  expect(lost.map(({ numUpdatedRows }) => numUpdatedRows)).toEqual([1n])
  await database.close()
}
