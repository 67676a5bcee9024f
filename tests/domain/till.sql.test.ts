import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { createStaffApiRouter } from '../../server/api/staff-router.ts'
import { staffOperations } from '../../server/calls/staff/staff-operations.ts'
import { bindContext, type Context } from '../../server/context.ts'
import { listSales } from '../../server/orders/sales.ts'
import { isInPhase } from '../../server/orders/statuses.ts'
import { createLargeBodyLimiter } from '../../server/platform/http/request-bodies.ts'
import type { Shop } from '../../server/shop.ts'
import * as apiKeys from '../../server/staff/api-keys.ts'
import * as callKeys from '../../server/staff/call-keys.ts'
import { findSession } from '../../server/staff/staff.ts'
import { contextOn } from '../support/context.ts'
import { seeded } from '../support/seeded.ts'
import { operator } from '../support/staff.ts'
import { openStorm, stockAtFirst } from '../support/storm.ts'
import { openTill } from '../support/till-client.ts'

const isLong = process.env.TEST_LONG === '1'
const orderCount = isLong ? 1000 : 60
const ordersPerRound = isLong ? 25 : 15
const seed = Number(process.env.STORM_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 1))

/** The staff's calls of the shop, behind a network that loses requests, answers, and now and then patience. */
async function openCalls(ctx: Context) {
  const random = seeded(seed + 7)
  const seen = { unchanged: 0, requestsLost: 0, answersLost: 0, timeouts: 0 }
  const shop = {
    ctx,
    staffOperations,
    staff: {
      ...bindContext(ctx, { findSession }),
      apiKeys: bindContext(ctx, apiKeys),
      callKeys: bindContext(ctx, callKeys),
    },
    getStaffOpenApiDocument: () => expect.fail(),
  } as unknown as Pick<Shop, 'ctx' | 'staffOperations' | 'staff' | 'getStaffOpenApiDocument'>
  const logger = { error: (details: object) => expect.fail(JSON.stringify(details)) }
  let calls = 0
  const app = express()
  app.use((request, response, next) => {
    const chance = random()
    calls += 1
    // One in two hundred, and one for certain.
    const isTimeOut = calls === 20 || (chance >= 0.15 && chance < 0.155)
    response.on('finish', () => {
      if (response.statusCode === 304) seen.unchanged += 1
    })
    if (chance < 0.05 && !isTimeOut) {
      seen.requestsLost += 1
      request.socket.destroy()
      return
    }
    // What was asked is done, and nobody hears of it.
    if (chance < 0.15 && !isTimeOut) {
      seen.answersLost += 1
      response.end = () => {
        request.socket.destroy()
        return response
      }
    } else if (isTimeOut) {
      seen.timeouts += 1
      response.end = () => response
    }
    next()
  })
  app.use('/api/staff', createStaffApiRouter(shop, 1000, logger, createLargeBodyLimiter(1000)))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

test('a till that asks through a storm, and is away for an hour of it, has the shop’s books to the cent, and counted each box once', async () => {
  console.log(`STORM_SEED=${seed}`)
  const { database, clock, db, playRound, calmDown, endAll } = await openStorm(seed, Math.ceil(orderCount / 100))
  const ctx = contextOn(database, { clock })
  const { url, seen } = await openCalls(ctx)
  const key = await apiKeys.addApiKey(ctx, operator, { name: 'Caixa', scopes: ['orders', 'stock'], branchId: null })
  const till = openTill(url, key, { timeoutMs: 1_500, pauseMs: 5 })
  const arrival = { productId: 1, branchId: 1, addStock: 3 }
  let arrivedUnits = 0

  const rounds = orderCount / ordersPerRound
  const isAway = (round: number) => round > 1 && round < rounds - 1
  for (let round = 0; round < rounds; round += 1) {
    const storm = playRound(ordersPerRound)
    if (!isAway(round)) {
      // Beside the storm, so that it reads while orders change.
      await till.catchUp()
      const [outcome] = await till.changeStock([arrival])
      expect(outcome).not.toHaveProperty('error')
      arrivedUnits += arrival.addStock
      await till.catchUp()
    }
    await storm
  }
  // An hour without the till, in which all is paid, refused, expired and given back.
  await calmDown()
  await till.catchUp()
  await expectSameBooks()
  await Promise.all([endAll(), till.catchUp()])
  await till.catchUp()
  await expectSameBooks()

  // What nobody changed is not sent again.
  const before = seen.unchanged
  await till.catchUp()
  await till.catchUp()
  expect(seen.unchanged).toBeGreaterThan(before)
  expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([])

  // Every arrival counted once, however often it was sent; then the shelf is counted.
  const offer = await db
    .selectFrom('offer')
    .selectAll()
    .where('branchId', '=', 1)
    .where('productId', '=', 1)
    .executeTakeFirstOrThrow()
  expect(offer.stock).toBe(stockAtFirst + arrivedUnits - (await goneUnits()))
  const [counted] = await till.changeStock([{ productId: 1, branchId: 1, stock: 500 }])
  expect(counted).toMatchObject({ stock: 500 })

  /** By the accountant's figures, order by order: also those that ended, and those that were never paid. */
  async function expectSameBooks(): Promise<void> {
    const orders = await db.selectFrom('orders').select(['id', 'status', 'paidAt']).execute()
    expect([...till.orders.keys()].sort((a, b) => a - b)).toEqual(orders.map(({ id }) => id).sort((a, b) => a - b))
    expect(orders.map(({ id }) => [id, till.orders.get(id)?.status])).toEqual(
      orders.map(({ id, status }) => [id, status]),
    )
    const range = { from: new Date('2026-01-01'), until: new Date('2027-01-01') }
    let sales = 0
    for await (const page of listSales(ctx, range, null)) {
      for (const { id, net } of page) {
        const { paidCents = 0, refundedCents = 0, totalCents, units } = till.orders.get(id) ?? {}
        expect([id, paidCents, refundedCents]).toEqual([id, net.paidCents, net.paidBackCents])
        expect([id, totalCents, units]).toEqual([id, net.keptCents, net.units])
        sales += paidCents - refundedCents
      }
    }
    expect(sales).toBe(await keptMoney())
  }

  /** Counted of the providers' payments and the balances' entries alone. */
  async function keptMoney(): Promise<number> {
    const orders = await db.selectFrom('orders').select(['id', 'status', 'paidAt']).execute()
    const isKept = (id: number | null) =>
      orders.some((order) => order.id === id && order.paidAt !== null && !isInPhase(order.status, 'void'))
    const sum = (rows: { orderId: number | null; amountCents: number }[]) =>
      rows.filter(({ orderId }) => isKept(orderId)).reduce((total, { amountCents }) => total + amountCents, 0)
    const payments = await db.selectFrom('payment').selectAll().where('refundReason', 'is', null).execute()
    const parts = await db
      .selectFrom('partialRefund')
      .innerJoin('payment', 'payment.id', 'paymentId')
      .select(['payment.orderId', 'partialRefund.amountCents'])
      .execute()
    const entries = await db.selectFrom('ledgerEntry').selectAll().execute()
    const balances = entries.filter(({ kind }) => ['purchase', 'part_returned', 'purchase_returned'].includes(kind))
    return sum(payments) - sum(parts) - sum(balances)
  }

  /** What left the first branch with orders, or was never on its shelf. */
  async function goneUnits(): Promise<number> {
    const lines = await db
      .selectFrom('orderLine')
      .innerJoin('orders', 'orders.id', 'orderId')
      .select(['orders.id', 'orders.status', 'quantity', 'removedUnits'])
      .where('branchId', '=', 1)
      .where('productId', '=', 1)
      .execute()
    const left = await db
      .selectFrom('orderEvent')
      .select('orderId')
      .where('kind', 'in', ['dispatch', 'handOver'])
      .execute()
    const leftIds = new Set(left.map(({ orderId }) => orderId))
    return lines.reduce(
      (sum, { id, status, quantity, removedUnits }) =>
        sum + (leftIds.has(id) || !isInPhase(status, 'void') ? quantity : removedUnits),
      0,
    )
  }
}, 1_800_000)
