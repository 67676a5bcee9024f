import { expect, test } from 'vitest'
import { returnUnits } from '../../server/orders/returns.ts'
import { settleCashback } from '../../server/wallet/wallet.ts'
import { it } from '../support/rule.ts'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'
import { byOperator } from '../support/staff.ts'

async function benefitUser({ accounts }: TestShop): Promise<number> {
  const token = await accounts.signInWithPassword('beneficio@example.com', 'balcao-demo-2026', 'test')
  return (await accounts.findSession(token))?.customerId ?? 0
}

/** A delivered order of a product that earns cashback, of medicine that may be promoted, and of one that may not. */
async function deliver(shop: TestShop, { couponCents = 0, takenOutUnits = 0 } = {}) {
  const { customerId, addressId } = await demoCustomer(shop)
  const { db } = shop.database
  const cream = await db.selectFrom('product').select('id').where('sku', '=', 'FD0160').executeTakeFirstOrThrow()
  await db.updateTable('offer').set({ priceCents: 1947, stock: 9 }).where('productId', '=', cream.id).execute()
  await db.updateTable('product').set({ discountType: null, discountValue: null }).where('id', '=', cream.id).execute()
  const rx = await db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select('product.id')
    .where('isPromoAllowed', '=', false)
    .where('product.requiresPrescription', '=', false)
    .where('isSellableOnline', '=', true)
    .where('branchId', '=', 1)
    .where('stock', '>', 0)
    .executeTakeFirst()
  const lines = [
    { productId: cream.id, quantity: 3 },
    { productId: 60, quantity: 3 },
    ...(rx ? [{ productId: rx.id, quantity: 1 }] : []),
  ]
  const idempotencyKey = crypto.randomUUID()
  const order = await shop.orders.placeOrder({ customerId, addressId, idempotencyKey, bag: { lines }, note: '' })
  if (couponCents > 0) {
    await db
      .updateTable('orders')
      .set({ couponDiscountCents: couponCents, totalCents: order.totalCents - couponCents })
      .where('id', '=', order.id)
      .execute()
    const shared = db.updateTable('orderLine').set({ couponCents: couponCents / 2 })
    await shared.where('orderId', '=', order.id).where('quantity', '=', 3).execute()
  }
  if (takenOutUnits > 0)
    await db.updateTable('orderLine').set({ removedUnits: takenOutUnits }).where('quantity', '=', 3).execute()
  const sent = { status: 'out_for_delivery', paidAt: order.placedAt } as const
  await db.updateTable('orders').set(sent).where('id', '=', order.id).execute()
  await shop.orders.advanceOrder(order.id, 'deliver', byOperator)
  return { customerId, orderId: order.id, creamId: cream.id }
}

const settle = ({ ctx }: TestShop, order: { id: number; customerId: number }, dueCents: number) =>
  ctx.transact((ctx) => settleCashback(ctx, order, dueCents))

test('one percent of what was paid for what is no medicine and may be promoted comes back at delivery, once', async () => {
  const shop = await openTestShop()
  const { customerId, orderId } = await deliver(shop)
  // 3 × R$ 19,47 = R$ 58,41.
  expect(await shop.wallet.loadBalance(customerId)).toBe(58)
  await settle(shop, { id: orderId, customerId }, 58)
  expect(await shop.wallet.loadBalance(customerId)).toBe(58)
})

it('what was taken out of an order earns nothing', async () => {
  const shop = await openTestShop()
  const { customerId } = await deliver(shop, { takenOutUnits: 2 })
  expect(await shop.wallet.loadBalance(customerId)).toBe(19)
})

test('of what comes back in parts the cashback is taken back part by part, and never twice', async () => {
  const shop = await openTestShop()
  const { customerId, orderId, creamId } = await deliver(shop)
  const balances: number[] = []
  for (const _ of [1, 2]) {
    await shop.ctx.transact((ctx) => returnUnits(ctx, orderId, [{ productId: creamId, units: 1 }]))
    balances.push(await shop.wallet.loadBalance(customerId))
  }
  expect(balances).toEqual([39, 19])
  await settle(shop, { id: orderId, customerId }, 19)
  expect(await shop.wallet.loadBalance(customerId)).toBe(19)
})

it('what a coupon took off earns nothing, and a refund takes the cashback back, once', async () => {
  const shop = await openTestShop()
  const { customerId, orderId } = await deliver(shop, { couponCents: 500 })
  // Half of the coupon's R$ 5,00 was taken off medicine.
  expect(await shop.wallet.loadBalance(customerId)).toBe(56)
  for (let time = 0; time < 2; time += 1) await settle(shop, { id: orderId, customerId }, 0)
  expect(await shop.wallet.loadBalance(customerId)).toBe(0)
  const { entries } = await shop.wallet.loadStatement(customerId, { page: 1, perPage: 10 })
  expect(entries.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['cashback_returned', -56],
    ['cashback', 56],
  ])
})

it('an order that was never delivered has nothing to give back', async () => {
  const shop = await openTestShop()
  const { customerId, addressId } = await demoCustomer(shop)
  const bag = { lines: [{ productId: 60, quantity: 1 }] }
  const idempotencyKey = crypto.randomUUID()
  const { id } = await shop.orders.placeOrder({ customerId, addressId, idempotencyKey, bag, note: '' })
  await settle(shop, { id, customerId }, 0)
  expect(await shop.wallet.loadStatement(customerId, { page: 1, perPage: 10 })).toMatchObject({
    total: 0,
    balanceCents: 0,
  })
})

test('every balance is the sum of the entries of its statement', async () => {
  const shop = await openTestShop()
  const customerId = await benefitUser(shop)
  const gains = await shop.wallet.listGains(customerId)
  expect(gains).toHaveLength(2)
  for (const { id, balanceCents, addresses } of gains) {
    const { entries } = await shop.wallet.loadGainStatement(customerId, id, { page: 1, perPage: 100 })
    expect(entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(balanceCents)
    expect(await shop.wallet.loadGainBalance(customerId, id)).toBe(balanceCents)
    expect(balanceCents).toBeGreaterThan(0)
    expect(addresses).toMatchObject([{ zipcode: '01310100' }])
  }
  const { entries, balanceCents } = await shop.wallet.loadStatement(customerId, { page: 1, perPage: 100 })
  expect(entries.map(({ kind }) => kind)).toEqual(['cashback'])
  expect(balanceCents).toBe(entries[0]?.amountCents)
})

test('a statement shows the days asked for, both included, in São Paulo', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  const instants = ['2026-03-01T02:59:59Z', '2026-03-01T03:00:00Z', '2026-03-03T02:59:59Z', '2026-03-03T03:00:00Z']
  for (const [index, instant] of instants.entries()) {
    await shop.database.db
      .insertInto('ledgerEntry')
      .values({
        customerId,
        gainId: null,
        orderId: null,
        kind: 'adjustment',
        amountCents: index + 1,
        enteredAt: new Date(instant),
      })
      .execute()
  }
  const asked = { from: '2026-03-01', to: '2026-03-02', page: 1, perPage: 10 }
  const { entries, total, balanceCents } = await shop.wallet.loadStatement(customerId, asked)
  expect(entries.map(({ amountCents }) => amountCents)).toEqual([3, 2])
  expect([total, balanceCents]).toEqual([2, 10])
  const second = await shop.wallet.loadStatement(customerId, { page: 2, perPage: 3 })
  expect([second.entries.map(({ amountCents }) => amountCents), second.pages]).toEqual([[1], 2])
})

it("another customer's gain is unknown", async () => {
  const shop = await openTestShop()
  const [gain] = await shop.wallet.listGains(await benefitUser(shop))
  const { customerId } = await demoCustomer(shop)
  const id = gain?.id ?? 0
  const asked = { page: 1, perPage: 10 }
  await expect(shop.wallet.loadGainBalance(customerId, id)).rejects.toMatchObject({ code: 'gain.unknown', status: 404 })
  await expect(shop.wallet.loadGainStatement(customerId, id, asked)).rejects.toMatchObject({ code: 'gain.unknown' })
  expect(await shop.wallet.listGains(customerId)).toEqual([])

  // Nor for who has one.
  const own = { customerId, name: 'Vale', createdAt: shop.clock.now() }
  const { id: ownId } = await shop.database.db.insertInto('gain').values(own).returning('id').executeTakeFirstOrThrow()
  expect(await shop.wallet.loadGainBalance(customerId, ownId)).toBe(0)
  await expect(shop.wallet.loadGainBalance(customerId, id)).rejects.toMatchObject({ code: 'gain.unknown' })
})

test('an entry that moves nothing is refused by the database', async () => {
  const shop = await openTestShop()
  const { customerId } = await demoCustomer(shop)
  const empty = {
    customerId,
    gainId: null,
    orderId: null,
    kind: 'adjustment' as const,
    amountCents: 0,
    enteredAt: shop.clock.now(),
  }
  await expect(shop.database.db.insertInto('ledgerEntry').values(empty).execute()).rejects.toThrow(/moves_something/)
})

it('the calls speak reais, and refuse a period that ends before it begins', async () => {
  const shop = await openTestShop()
  const customerId = await benefitUser(shop)
  const caller = { customerId, clientNetwork: 'test' }
  const [gain] = await shop.wallet.listGains(customerId)
  const { balance } = await shop.operations['auth/getGainBalance'].run(shop.ctx, { id: gain?.id ?? 0 }, caller)
  expect(Math.round(balance * 100)).toBe(gain?.balanceCents)
  const call = shop.operations['auth/getGainStatement']
  const first = await call.run(shop.ctx, call.input.parse({ id: gain?.id, params: { perPage: 2 } }), caller)
  expect([first.statement.length, first.total_size]).toEqual([2, 6])
  expect(call.input.safeParse({ id: 1, params: { from: '2026-03-02', to: '2026-03-01' } }).success).toBe(false)
  expect(call.input.safeParse({ id: 1, params: { from: '30/02/2026' } }).success).toBe(false)
  expect(call.input.safeParse({ id: 1 }).success).toBe(true)
})

it('what a customer was given shows once the e-mail is confirmed', async () => {
  const shop = await openTestShop()
  const id = await benefitUser(shop)
  expect(await shop.wallet.listGains(id)).not.toEqual([])
  await shop.database.db.updateTable('customer').set({ emailConfirmedAt: null }).where('id', '=', id).execute()
  expect(await shop.wallet.listGains(id)).toEqual([])
})
