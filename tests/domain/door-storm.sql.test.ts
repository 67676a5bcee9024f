import { expect, test } from 'vitest'
import type { Row } from '../../server/database/schema.ts'
import * as doorPayments from '../../server/orders/door-payments.ts'
import type { Order } from '../../server/orders/order.ts'
import { ShopError } from '../../server/platform/errors.ts'
import { openPixShop } from '../support/pix-shop.ts'
import { seeded } from '../support/seeded.ts'
import { byOperator } from '../support/staff.ts'

const orderCount = process.env.TEST_LONG === '1' ? 400 : 30
const roundCount = 6
const ordersAtOnce = 3
const seed = Number(process.env.STORM_SEED ?? 11)

const sumOf = (orders: Order[], count: (order: Order) => number) => orders.reduce((sum, order) => sum + count(order), 0)
const countKept = ({ lines }: Order) => sum(lines.map(({ keptUnits }) => keptUnits))
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

/** What is not in the shop any more: of an order that came back whole, what was never there. */
function countGone(order: Order): number {
  const isBack = order.phase === 'void' && order.status !== 'refunded'
  return isBack ? 2 - countKept(order) : 2
}

function countSold(order: Order): number {
  return order.phase === 'void' || order.paidAt === null ? 0 : countKept(order)
}

/** Of one that was paid, what is kept of it was taken, once; of any other nothing. */
function expectPaidOnce(order: Order, own: Pick<Row<'payment'>, 'amountCents' | 'status'>[]): void {
  const cents = 1850 * countKept(order)
  // Refunded after it was paid and left: its goods are gone, and its money is owed.
  const status = order.status === 'refunded' ? 'refund_due' : 'captured'
  const expected = order.paidAt === null ? [] : [[cents, status]]
  expect([order.id, own.map(({ amountCents, status }) => [amountCents, status])]).toEqual([order.id, expected])
  if (order.status === 'delivered') expect(order.paidAt).not.toBeNull()
  if (order.doorTerms) expect(order.doorTerms.cents).toBe(cents)
  if (order.phase !== 'void') expect(order.net.netCents).toBe(cents)
}

test('after a storm of orders paid at the door stock, sales and money add up', async () => {
  const random = seeded(seed)
  const shop = await openPixShop()
  const { ctx, database, orders, payments, customerId } = shop
  const stockAtFirst = orderCount * 2
  await database.db.updateTable('branch').set({ doorPaymentLimitCents: 100_000 }).execute()
  await database.db.updateTable('offer').set({ stock: stockAtFirst }).execute()
  const { id: addressId } = await database.db.selectFrom('address').select('id').executeTakeFirstOrThrow()
  const ids: number[] = []
  for (let count = 0; count < orderCount; count += 1) {
    const means = random() < 0.5 ? ('cash' as const) : ('card' as const)
    const order = await orders.placeOrder({
      ...{ customerId, idempotencyKey: crypto.randomUUID(), addressId, note: '' },
      bag: { lines: [{ productId: 1, quantity: 2 }] },
      paymentMethod: 'door',
      door: { means, changeForCents: means === 'cash' ? 10_000 : undefined },
    })
    ids.push(order.id)
  }

  const take = async (id: number) => {
    const { doorTerms } = await orders.getOrder(customerId, id)
    const receipt = { method: random() < 0.5 ? 'cash' : 'debit', amountCents: doorTerms?.cents ?? 0 }
    await ctx.transact((ctx) => doorPayments.receiveAtDoor(ctx, id, receipt, byOperator))
  }
  const acts: ((id: number) => Promise<unknown>)[] = [
    (id) => orders.advanceOrder(id, 'pick', byOperator),
    (id) => orders.advanceOrder(id, 'pick', byOperator),
    (id) => orders.advanceOrder(id, 'dispatch', byOperator),
    (id) => orders.advanceOrder(id, 'dispatch', byOperator),
    (id) => orders.advanceOrder(id, 'deliver', byOperator),
    take,
    take,
    (id) => ctx.transact((ctx) => doorPayments.returnFromDoor(ctx, id, byOperator)),
    (id) => orders.removeUnits({ orderId: id, productId: 1, units: 1 }, byOperator),
    (id) => orders.cancelOrRefund(id, byOperator),
    (id) => payments.cancelUnpaidOrder(customerId, id),
  ]
  const refusals = new Set<string>()
  const act = async (id: number) => {
    const chosen = acts[Math.floor(random() * acts.length)]
    await chosen?.(id).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error
      refusals.add(error.code)
    })
  }
  for (let round = 0; round < roundCount; round += 1) {
    // Two people at each order at once; few orders at a time, as connections are few.
    for (let first = 0; first < ids.length; first += ordersAtOnce) {
      const some = ids.slice(first, first + ordersAtOnce)
      await Promise.all([...some, ...some].map((id) => act(id)))
    }
    shop.clock.pass(60)
  }

  const [product, offer, taken] = await Promise.all([
    database.db.selectFrom('product').select('unitsSold').executeTakeFirstOrThrow(),
    database.db.selectFrom('offer').select('stock').executeTakeFirstOrThrow(),
    database.db.selectFrom('payment').selectAll().execute(),
  ])
  const all = await Promise.all(ids.map((id) => orders.getOrder(customerId, id)))
  for (const order of all)
    expectPaidOnce(
      order,
      taken.filter(({ orderId }) => orderId === order.id),
    )
  const [gone, sold] = [sumOf(all, countGone), sumOf(all, countSold)]
  expect(offer.stock).toBe(stockAtFirst - gone)
  expect(product.unitsSold).toBe(sold)
  // It has covered everything.
  expect([...new Set(all.map(({ status }) => status))]).toEqual(expect.arrayContaining(['cancelled', 'delivered']))
  expect(taken.length).toBeGreaterThan(0)
  expect([...refusals]).toEqual(expect.arrayContaining(['door.gone', 'door.unpaid', 'step.impossible']))
}, 600_000)
