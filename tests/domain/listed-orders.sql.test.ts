import { expect, test } from 'vitest'
import { backofficeOrdersOperations } from '../../server/calls/staff/orders.operations.ts'
import { markPaid } from '../../server/orders/order-commands.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { advance, byOperator, operator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const everything = { branchId: null, afterChangeId: 0 }
const list = async ({ backoffice }: Shop, filter: object = {}) =>
  (await backoffice.orders.listOrdersByChange(operator, { ...everything, ...filter })).orders
const idsOf = (orders: { id: number }[]) => orders.map(({ id }) => id)

test('orders stand in the sequence of their last changes, of every status, and one that changes comes again at the end', async () => {
  const shop = await openCheckout()
  const start = (await list(shop)).at(-1)?.changeId ?? 0
  const placed = []
  for (const _ of [1, 2, 3]) placed.push((await shop.place([line(novalgina)])).id)
  const [first = 0, second = 0, third = 0] = placed
  expect(idsOf(await list(shop, { afterChangeId: start }))).toEqual([first, second, third])
  await receivePix(shop, first)
  await shop.orders.endUnpaidOrder(second, 'expire', { kind: 'job' })
  const changed = await list(shop, { afterChangeId: start })
  expect(changed.map(({ id, status }) => [id, status])).toEqual([
    [third, 'pending_payment'],
    [first, 'paid'],
    [second, 'expired'],
  ])
  await advance(shop, first)
  expect(idsOf(await list(shop, { afterChangeId: changed.at(-1)?.changeId }))).toEqual([first])
  expect(idsOf(await list(shop, { afterChangeId: start, status: 'expired' }))).toEqual([second])
  expect(idsOf(await list(shop, { afterChangeId: start, branchId: 2 }))).toEqual([])
  await shop.orders.cancelOrRefund(first, byOperator)
  expect((await list(shop, { afterChangeId: start })).at(-1)).toMatchObject({ id: first, status: 'cancelled' })
})

test('what changed since an instant counts by when the shop recorded it, not by when its bank says that it was paid', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  const paidAt = shop.clock.now()
  shop.clock.pass(10)
  const asked = shop.clock.now()
  expect(await list(shop, { updatedSince: asked })).toEqual([])
  shop.clock.pass(1)
  await shop.ctx.transact((ctx) => markPaid(ctx, id, paidAt))
  // A change of that very instant counts: who asks again since the last one they know misses none of the same millisecond.
  for (const updatedSince of [asked, shop.clock.now()])
    expect(await list(shop, { updatedSince })).toMatchObject([{ id, status: 'paid', updatedAt: shop.clock.now() }])
})

test('a page holds a hundred; those that follow begin where it ended, though orders change meanwhile', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  const { db } = shop.database
  const { id: _, ...row } = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 230 }, () => ({ ...row, idempotencyKey: crypto.randomUUID() }))
  const ids = (await db.insertInto('orders').values(copies).returning('id').execute()).map((copy) => copy.id)
  const at = shop.clock.now()
  await db
    .insertInto('orderEvent')
    .values(
      ids.map((orderId) => ({
        orderId,
        kind: 'place',
        at,
        status: row.status,
        actorKind: 'job',
        actorId: null,
        actorName: null,
        actorCrf: null,
        data: '{}',
      })),
    )
    .execute()
  const seen: number[] = []
  let afterChangeId = 0
  let hasMore = true
  while (hasMore) {
    const page = await shop.backoffice.orders.listOrdersByChange(operator, { ...everything, afterChangeId })
    if (page.hasMore) expect(page.orders).toHaveLength(100)
    seen.push(...idsOf(page.orders))
    afterChangeId = page.orders.at(-1)?.changeId ?? 0
    hasMore = page.hasMore
    // One of the first page changes while the others are read.
    if (seen.length === 100) await shop.orders.cancelOrRefund(id, byOperator)
  }
  for (const copy of ids) expect(seen.filter((each) => each === copy)).toHaveLength(1)
  expect(seen.at(-1)).toBe(id)
})

test('who asks from an instant that is still to come is told of what changes after it', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  const tomorrow = new Date(shop.clock.now().getTime() + 24 * 60 * 60_000)
  expect(await list(shop, { updatedSince: tomorrow })).toEqual([])
  shop.clock.pass(2 * 24 * 60 * 60)
  await shop.orders.endUnpaidOrder(id, 'expire', { kind: 'job' })
  expect(idsOf(await list(shop, { updatedSince: tomorrow }))).toEqual([id])
})

test('a cursor that was changed is refused, or is a place in the list, whoever made it', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  const { input, run } = backofficeOrdersOperations['staff/listOrders']
  const encode = (text: string) => Buffer.from(text).toString('base64url')
  const read = (text: string) => input.safeParse({ cursor: encode(text) })
  for (const text of [
    '',
    'change',
    'change -1',
    'change 1.5',
    'page 2',
    'change 1; drop table orders',
    'change 2147483648',
  ])
    expect([text, read(text).success]).toEqual([text, false])
  expect(input.safeParse({ cursor: encode('change 7').replace('c', 'x') }).success).toBe(false)
  const caller = { actor: operator, bearerToken: '', clientNetwork: '' }
  const ask = (text: string) => run(shop.ctx, input.parse({ cursor: encode(text) }), caller)
  expect(await ask('change 2147483647')).toEqual({ orders: [], nextCursor: null })
  const last = (await list(shop)).at(-1)?.changeId ?? 0
  expect((await ask(`change ${last - 1}`)).orders).toMatchObject([{ orderId: id }])
})

test('ten thousand changed orders come in a hundred pages of a hundred, each once', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  const { db } = shop.database
  const start = (await list(shop)).at(-1)?.changeId ?? 0
  const { id: _, ...row } = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { id: __, ...event } = await db
    .selectFrom('orderEvent')
    .selectAll()
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow()
  for (let batch = 0; batch < 20; batch += 1) {
    const copies = Array.from({ length: 500 }, () => ({ ...row, idempotencyKey: crypto.randomUUID() }))
    const ids = await db.insertInto('orders').values(copies).returning('id').execute()
    await db
      .insertInto('orderEvent')
      .values(ids.map(({ id: orderId }) => ({ ...event, orderId })))
      .execute()
  }
  const sizes: number[] = []
  const seen = new Set<number>()
  let afterChangeId = start
  for (let hasMore = true; hasMore; ) {
    const page = await shop.backoffice.orders.listOrdersByChange(operator, { ...everything, afterChangeId })
    for (const order of page.orders) seen.add(order.id)
    sizes.push(page.orders.length)
    afterChangeId = page.orders.at(-1)?.changeId ?? 0
    hasMore = page.hasMore
  }
  expect([seen.size, sizes.length, Math.max(...sizes)]).toEqual([10_000, 100, 100])
})
