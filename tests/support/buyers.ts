import { expect } from 'vitest'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { call } from './calls.ts'
import { openPlainBrowser, type PlainBrowser } from './http.ts'
import * as shopping from './purchase.ts'
import { seeded } from './seeded.ts'
import { openingInstant, type RunningServer } from './server.ts'

/** Sold freely; enough of them that they never run out. */
const products = [60, 68]
const stockAtFirst = 1_000_000
/** Statuses in which an order holds neither stock nor money. */
const over = ['expired', 'failed', 'cancelled', 'refunded']

/** An order of which a buyer was told that it is placed. */
interface Acknowledged {
  id: number
  key: string
  cents: number
}

interface Buyer {
  browser: PlainBrowser
  token: string
  addressId: number
  random: () => number
  /** Of a form that was sent and not answered: it is sent again. */
  openKey: string | null
}

/**
 * Customers who place orders one after the other, and pay each third of them, on a server that may end at any moment: then they
 * send what was not answered once more to the next one.
 */
export async function openBuyers(server: RunningServer, databaseLocation: string, seed: number) {
  const already = await stockUp(databaseLocation)
  const acknowledged: Acknowledged[] = []
  /** Orders whose payment page said that they are paid. */
  const paid = new Set<number>()
  const seen = { unanswered: 0, unavailable: 0, slowestRefusalMs: 0, unnoticed: 0, looks: 0 }
  const buyers = await Promise.all([1, 2, 3, 4].map((nth) => openBuyer(server, seed + nth)))
  let isOver = false
  return {
    acknowledged,
    paid,
    seen,
    buyUntil,
    settle,
    expectWhole: () => expectWhole(databaseLocation, { acknowledged, paid, already }),
  }

  /** Everybody buys on this server until `end` has ended, and what is under way then. */
  async function buyUntil({ url }: RunningServer, end: (placed: () => number) => Promise<unknown>): Promise<void> {
    isOver = false
    const before = acknowledged.length
    const buying = buyers.map(async (buyer) => {
      buyer.browser = openPlainBrowser(url, buyer.browser.cookies)
      while (!isOver) await buy(url, buyer)
    })
    try {
      await end(() => acknowledged.length - before)
    } finally {
      isOver = true
      await Promise.all(buying)
    }
  }

  async function buy(url: string, buyer: Buyer): Promise<void> {
    buyer.openKey ??= crypto.randomUUID()
    const key = buyer.openKey
    const product = products[Math.floor(buyer.random() * products.length)]
    const cart = [{ id: product, quantity: 1 + Math.floor(buyer.random() * 3) }]
    const orderObject = { cart, delivery_address_id: buyer.addressId }
    const began = performance.now()
    const answer = await call(
      { url },
      'order/placeOrder',
      { orderObject, token: buyer.token },
      { 'Idempotency-Key': key },
    ).catch(unanswered)
    if (!answer) return
    if (answer.status === 503) {
      seen.unavailable += 1
      seen.slowestRefusalMs = Math.max(seen.slowestRefusalMs, Math.round(performance.now() - began))
      return
    }
    expect([answer.status, answer.body]).toEqual([200, expect.anything()])
    const { id, order_amount } = answer.body
    acknowledged.push({ id, key, cents: Math.round(order_amount * 100) })
    buyer.openKey = null
    if (acknowledged.length % 3 === 0) await pay(buyer, url, id).catch(unanswered)
  }

  async function pay({ browser, token }: Buyer, url: string, orderId: number): Promise<void> {
    await shopping.answerAtBank(browser, `/checkout/${orderId}`)
    await check(url, token, orderId)
  }

  async function check(url: string, token: string, orderId: number): Promise<void> {
    const { body } = await call({ url }, 'order/checkOrderPaymentStatus', { orderId, token })
    if (body.code === 'paid') paid.add(orderId)
  }

  /**
   * Everybody looks at their orders until the shop knows of all that the bank has received: a process that ended between a payment
   * and the bank's report of it has never heard of it. A bank that takes too long to answer changes nothing, and is asked again.
   */
  async function settle({ url }: RunningServer): Promise<void> {
    const { token = '' } = buyers[0] ?? {}
    seen.unnoticed = (await unknownPix(databaseLocation, already)).length
    const look = async () => {
      seen.looks += 1
      for (const { id } of acknowledged) if (!paid.has(id)) await check(url, token, id)
      return unknownPix(databaseLocation, already)
    }
    await expect.poll(look, { timeout: 600_000 }).toEqual([])
  }

  /** The server has ended, or a page of it was none: a browser without a form to send. */
  function unanswered(): null {
    seen.unanswered += 1
    return null
  }
}

async function openBuyer(server: RunningServer, seed: number): Promise<Buyer> {
  const browser = await shopping.openCustomer(server.url)
  const { access_token } = (await call(server, 'auth/getInitialToken', {})).body
  const login = { email: 'cliente@example.com', password: 'balcao-demo-2026', token: access_token }
  const { token } = (await call(server, 'auth/login', login)).body
  const [{ id }] = (await call(server, 'address/getAddressList', { token })).body
  return { browser, token, addressId: id, random: seeded(seed), openKey: null }
}

/**
 * The time for a server that is started in the place of another one (SANDBOX_CLOCK): as much later as has passed since, or its clock
 * would go back to the opening instant.
 */
export function tickingClock(): () => string {
  const began = performance.now()
  return () => new Date(Date.parse(openingInstant) + performance.now() - began).toISOString()
}

/** The demo shop's own orders. */
interface Already {
  lastOrder: number
  received: Set<string>
}

interface ReceivedPix {
  endToEndId: string
  valor: string
}

async function stockUp(location: string): Promise<Already> {
  const database = openDatabase(location)
  const { db } = database
  await db.updateTable('offer').set({ stock: stockAtFirst }).where('productId', 'in', products).execute()
  const last = await db.selectFrom('orders').select('id').orderBy('id', 'desc').executeTakeFirst()
  const received = await receivedBy(database)
  await database.close()
  return { lastOrder: last?.id ?? 0, received: new Set(received.map(({ endToEndId }) => endToEndId)) }
}

/** What the pretend bank has received. */
async function receivedBy({ db }: Database): Promise<ReceivedPix[]> {
  const charges = await db.selectFrom('sandboxCharge').select('charge').execute()
  return charges.flatMap(({ charge }) => JSON.parse(charge).pix ?? [])
}

/** What the bank has received and the shop does not know of. */
async function unknownPix(location: string, already: Already): Promise<string[]> {
  const database = openDatabase(location)
  const payments = await database.db.selectFrom('payment').select('reference').execute()
  const known = new Set([...already.received, ...payments.map(({ reference }) => reference)])
  const received = await receivedBy(database)
  await database.close()
  return received.map(({ endToEndId }) => endToEndId).filter((id) => !known.has(id))
}

interface Expected {
  acknowledged: Acknowledged[]
  paid: Set<number>
  already: Already
}

/** Nothing acknowledged is lost, nothing was done twice, stock and money add up. @returns how many orders there are */
async function expectWhole(location: string, { acknowledged, paid, already }: Expected): Promise<number> {
  const database = openDatabase(location)
  const { db } = database
  const { lastOrder } = already
  try {
    const orders = await db.selectFrom('orders').selectAll().where('id', '>', lastOrder).execute()
    const byId = new Map(orders.map((order) => [order.id, order]))
    expect(
      acknowledged.map(({ id }) => ({ id, key: byId.get(id)?.idempotencyKey, cents: byId.get(id)?.totalCents })),
    ).toEqual(acknowledged)
    expect(new Set(orders.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(orders.length)

    const held = new Set(orders.filter(({ status }) => !over.includes(status)).map(({ id }) => id))
    const lines = await db.selectFrom('orderLine').selectAll().where('orderId', '>', lastOrder).execute()
    const offers = await db.selectFrom('offer').selectAll().where('productId', 'in', products).execute()
    for (const product of products) {
      const missing = offers.filter(({ productId }) => productId === product).map(({ stock }) => stockAtFirst - stock)
      const sold = lines.filter(({ productId, orderId }) => productId === product && held.has(orderId))
      expect([product, sum(missing)]).toEqual([product, sum(sold.map(({ quantity }) => quantity))])
    }

    // What the bank received is what the shop has taken, once for each order, with its amount.
    const payments = await db.selectFrom('payment').selectAll().where('orderId', '>', lastOrder).execute()
    const received = (await receivedBy(database)).filter(({ endToEndId }) => !already.received.has(endToEndId))
    expect(received.map(({ endToEndId, valor }) => `${endToEndId} ${valor}`).sort()).toEqual(
      payments.map(({ reference, amountCents }) => `${reference} ${(amountCents / 100).toFixed(2)}`).sort(),
    )
    for (const id of paid) {
      const captured = payments.filter(({ orderId, status }) => orderId === id && status === 'captured')
      const { status, totalCents } = byId.get(id) ?? {}
      expect([id, status, captured.map(({ amountCents }) => amountCents)]).toEqual([id, 'paid', [totalCents]])
    }
    return orders.length
  } finally {
    await database.close()
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
