import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/connection.ts'
import { createClock } from '../../server/platform/clock.ts'
import { openTestBank } from '../support/bank.ts'
import { openBuyers } from '../support/buyers.ts'
import { percentiles, tell } from '../support/figures.ts'
import { openMovableClock } from '../support/movable-clock.ts'
import { startOwnPostgres } from '../support/postgres.ts'
import * as shopping from '../support/purchase.ts'
import { type ServerProcess, startServerProcess } from '../support/server.ts'
import { openSmtpSink } from '../support/smtp.ts'
import { openSmallDisk } from '../support/volume.ts'

/* What the shop depends on fails while orders are placed: with figures, so under `npm test -- long` alone, by the file's name. */

const seed = 1
const silent = { LOG_LEVEL: 'silent' }
const atLeast = (placed: () => number, orders: number) =>
  expect.poll(placed, { interval: 5 }).toBeGreaterThanOrEqual(orders)

async function open(env: Record<string, string | undefined>, dataDir?: string) {
  const server = await startServerProcess({ env: { ...silent, ...env }, ...(dataDir !== undefined && { dataDir }) })
  onTestFinished(async () => void (await server.stop()))
  const location = env.DATABASE_URL ?? join(server.dataDir, 'balcao.db')
  return { server, location, buyers: await openBuyers(server, location, seed) }
}

/** Milliseconds that a page took, asked for again and again until the work has ended. */
async function pagesDuring(server: ServerProcess, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const began = performance.now()
    const { status } = await fetch(`${server.url}/categoria/medicamentos`, { headers: { Cookie: 'somebody=else' } })
    expect(status).toBe(200)
    times.push(performance.now() - began)
  }
  await work
  return times
}

test('a full disk loses no order, refuses new ones, and the shop goes on once there is space', async () => {
  const dataDir = openSmallDisk(64)
  const { server, buyers } = await open({}, dataDir)
  const filling = join(dataDir, 'filling')
  let recovered = 0
  await buyers.buyUntil(server, async (placed) => {
    await atLeast(placed, 10)
    expect(() => writeFileSync(filling, Buffer.alloc(64 * 1024 * 1024))).toThrow('ENOSPC')
    await expect.poll(() => buyers.seen.unavailable).toBeGreaterThan(50)
    expect((await fetch(`${server.url}/categoria/medicamentos`)).status).toBe(200)
    const before = placed()
    rmSync(filling)
    const began = performance.now()
    await atLeast(placed, before + 1)
    recovered = Math.round(performance.now() - began)
    await atLeast(placed, before + 10)
  })
  await buyers.settle(server)
  const orders = await buyers.expectWhole()
  const { unavailable, slowestRefusalMs } = buyers.seen
  tell('disk full', {
    orders,
    lost: 0,
    refused: unavailable,
    'slowest ms': slowestRefusalMs,
    'back after ms': recovered,
  })
})

test('a database that goes away loses no order, and orders go on when it is back', async () => {
  const postgres = await startOwnPostgres()
  if (!postgres) throw new Error('PostgreSQL not available')
  onTestFinished(postgres.stop)
  const { server, buyers } = await open({ DATABASE_URL: postgres.url })
  const back: number[] = []
  await buyers.buyUntil(server, async (placed) => {
    for (let outage = 0; outage < 5; outage += 1) {
      const [before, refused] = [placed(), buyers.seen.unavailable]
      await atLeast(placed, before + 10)
      await (outage % 2 === 0 ? postgres.kill9() : postgres.goDown())
      await expect.poll(() => buyers.seen.unavailable).toBeGreaterThan(refused + 10)
      await postgres.comeBack()
      const [began, then] = [performance.now(), placed()]
      await atLeast(placed, then + 1)
      back.push(performance.now() - began)
    }
  })
  await buyers.settle(server)
  const orders = await buyers.expectWhole()
  const { unavailable, slowestRefusalMs } = buyers.seen
  const { longest } = percentiles(back)
  tell('database away', {
    outages: 5,
    orders,
    lost: 0,
    refused: unavailable,
    'slowest ms': slowestRefusalMs,
    'back after ms': longest,
  })
})

test('a bank that hangs holds up nothing but its own pages, and the breaker spares shoppers the wait', async () => {
  const bank = await openTestBank(createClock())
  const { server } = await open(bank.environment)
  const customer = await shopping.openCustomer(server.url)
  const charge = async (payment: string) => {
    const began = performance.now()
    const answer = await customer.submit(payment, { button: 'Pagar com Pix' })
    return { answer, ms: performance.now() - began }
  }
  const first = await shopping.placeOrder(customer)
  expect((await charge(first)).answer.location).toContain('pix')
  const orders: string[] = []
  for (let nth = 0; nth < 6; nth += 1) orders.push(await shopping.placeOrder(customer))
  const calm = await pagesDuring(server, new Promise((resolve) => setTimeout(resolve, 3_000)))
  bank.troubles.hangs = { test: () => true }
  const waits: number[] = []
  const hanging = async () => {
    for (const order of orders) waits.push((await charge(order)).ms)
  }
  const during = await pagesDuring(server, hanging())
  tell('bank hangs', {
    'charges tried': waits.length,
    'longest wait ms': percentiles(waits).longest,
    'wait once the breaker is open ms': Math.round(waits.at(-1) ?? 0),
    'pages p99 before': percentiles(calm).p99,
    'pages p99 meanwhile': percentiles(during).p99,
  })
  // The shopper's limit is six seconds; what the breaker refuses does not wait for the bank at all.
  expect(bank.calls().length).toBeLessThan(20)
})

test('without a mail server orders go on, and every e-mail arrives once when it is back', async () => {
  const smtp = await openSmtpSink()
  const clock = openMovableClock()
  const { server, buyers, location } = await open({ ...clock.env, SMTP_URL: smtp.url, MAIL_FROM: 'loja@example.com' })
  await smtp.stop()
  await buyers.buyUntil(server, (placed) => atLeast(placed, 40))
  await buyers.settle(server)
  const orders = await buyers.expectWhole()
  const database = openDatabase(location)
  onTestFinished(() => database.close())
  const unsent = async () => {
    const rows = await database.db.selectFrom('outbox').select('id').where('dueAt', 'is not', null).execute()
    return rows.length
  }
  const waiting = await unsent()
  expect(waiting).toBeGreaterThan(0)
  const began = performance.now()
  await smtp.start()
  // After so many failures the next try is some minutes away.
  clock.move(server, 15)
  await expect.poll(unsent).toBe(0)
  const seconds = Math.round((performance.now() - began) / 1000)
  const subjects = smtp.received.map(({ to, subject, text }) => JSON.stringify([to, subject, text]))
  expect(new Set(subjects).size).toBe(subjects.length)
  tell('mail away', {
    orders,
    'e-mails waited': waiting,
    arrived: subjects.length,
    twice: 0,
    'all sent after s': seconds,
  })
})

test.each([
  ['forward by an hour', 60],
  ['back by an hour', -60],
])('with the clock set %s orders go on, and those unpaid end once, with their stock', async (name, minutes) => {
  const clock = openMovableClock()
  const { server, buyers, location } = await open(clock.env)
  await buyers.buyUntil(server, (placed) => atLeast(placed, 20))
  await buyers.settle(server)
  const unpaid = buyers.acknowledged.filter(({ id }) => !buyers.paid.has(id)).map(({ id }) => id)
  clock.move(server, minutes)
  const database = openDatabase(location)
  onTestFinished(() => database.close())
  const expired = async () => {
    const rows = await database.db.selectFrom('orders').select('id').where('status', '=', 'expired').execute()
    return rows.map(({ id }) => id).filter((id) => unpaid.includes(id))
  }
  if (minutes > 0) await expect.poll(expired).toHaveLength(unpaid.length)
  const before = buyers.acknowledged.length
  await buyers.buyUntil(server, (placed) => atLeast(placed, 20))
  await buyers.settle(server)
  const orders = await buyers.expectWhole()
  if (minutes < 0) expect(await expired()).toEqual([])
  tell(`clock ${name}`, {
    'orders before': before,
    'orders since': buyers.acknowledged.length - before,
    orders,
    lost: 0,
    expired: (await expired()).length,
    unpaid: unpaid.length,
  })
})
