import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AccountantRow } from '../../server/backoffice/sales.ts'
import { selectPaidOrders } from '../../server/orders/orders.sql.ts'
import { buildSoldUnitsQuery } from '../../server/orders/sold-units.ts'
import { line, novalgina, openCheckout, unlimited } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { it } from '../support/rule.ts'
import { actorOf, byOperator, operator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

/** Sold freely, too. */
const antiseptic = 68

/** It is Tuesday the tenth of March, ten o'clock in São Paulo: the week began on the ninth. */
const week = { period: 'week', requestedDay: null, requestedBranchId: null } as const
const march = { firstDay: '2026-03-01', lastDay: '2026-03-31' }

/** The demo shop with a delivery fee, where a tenth may be taken off. */
async function openSales() {
  const shop = await openCheckout()
  const fee = { deliveryFeeCents: 790, freeDeliveryFromCents: null }
  await shop.database.db.updateTable('branch').set(fee).execute()
  const coupon = {
    code: 'DEZ',
    title: '10 %',
    discountType: 'percent' as const,
    discountValue: 10,
    maxDiscountCents: null,
  }
  await shop.bags.coupons.saveCoupon({ ...coupon, ...unlimited, isOncePerCustomer: false })
  return shop
}

async function sell(shop: Shop, lines: { productId: number; quantity: number }[], more: object = {}) {
  const order = await shop.place(lines, more)
  await receivePix(shop, order.id)
  return order
}

async function setPaidAt({ database: { db } }: Shop, orderId: number, paidAt: string) {
  await db
    .updateTable('orders')
    .set({ paidAt: new Date(paidAt) })
    .where('id', '=', orderId)
    .execute()
}

async function readFile(shop: Shop, days = march, branchId: number | null = null): Promise<AccountantRow[]> {
  const rows: AccountantRow[] = []
  for await (const page of await shop.backoffice.sales.streamAccountantRows(operator, days, branchId))
    rows.push(...page)
  return rows
}

const sumNet = (rows: AccountantRow[]) => rows.reduce((sum, { netCents }) => sum + netCents, 0)

test('sales are what is kept of what was paid, whatever coupon, refund, short pick, pick-up or balance: page and file agree', async () => {
  const shop = await openSales()
  const credit = { customerId: shop.customerId, gainId: null, orderId: null, kind: 'credit' as const }
  const entered = { amountCents: 1_000, enteredAt: shop.clock.now() }
  await shop.database.db
    .insertInto('ledgerEntry')
    .values({ ...credit, ...entered })
    .execute()
  // 3 at R$ 19,47 less R$ 5,84, with R$ 7,90; one is not on the shelf.
  const reduced = await sell(shop, [line(novalgina, 3)], { couponCode: 'DEZ' })
  await shop.orders.removeUnits({ orderId: reduced.id, productId: novalgina, units: 1 }, byOperator)
  const pickedUp = await sell(shop, [line(novalgina, 2)], { delivery: { method: 'pickup', branchId: 3 } })
  const ended = await sell(shop, [line(antiseptic)])
  await shop.orders.cancelOrRefund(ended.id, byOperator)
  const byWallet = await sell(shop, [line(antiseptic, 2)], { balances: { gainIds: [], walletCents: 1_000 } })
  const unpaid = await shop.place([line(novalgina)])
  await setPaidAt(shop, pickedUp.id, '2026-03-09T03:00:00.000Z')
  // The Tuesday before: by now, and later that day; and the Sunday between.
  const [before, later, sunday] = [
    await sell(shop, [line(novalgina)]),
    await sell(shop, [line(novalgina, 5)]),
    await sell(shop, [line(novalgina)]),
  ]
  await setPaidAt(shop, before.id, '2026-03-03T13:00:00.000Z')
  await setPaidAt(shop, later.id, '2026-03-03T13:00:00.001Z')
  await setPaidAt(shop, sunday.id, '2026-03-09T02:59:59.999Z')

  const chosenDays = { ...week, requestedFirstDay: '2026-03-08' }
  const chosen = await shop.backoffice.sales.buildSalesReport(operator, chosenDays)
  expect([chosen.days.firstDay, chosen.comparedDays]).toEqual([
    '2026-03-08',
    { firstDay: '2026-03-05', lastDay: '2026-03-07' },
  ])
  expect(chosen.sales.orderCount).toBe(4)
  // What is no day before the last one is ignored.
  const odd = await shop.backoffice.sales.buildSalesReport(operator, { ...week, requestedFirstDay: '2026-04-01' })
  expect(odd.isFirstDayChosen).toBe(false)

  const report = await shop.backoffice.sales.buildSalesReport(operator, week)
  const shortCents = 1947 - 194
  const reducedCents = reduced.totalCents - shortCents
  const salesCents = reducedCents + pickedUp.totalCents + byWallet.totalCents
  expect(reduced.totalCents).toBe(3 * 1947 - 584 + 790)
  expect(report.days).toEqual({ firstDay: '2026-03-09', lastDay: '2026-03-10' })
  expect(report.sales).toEqual({
    orderCount: 3,
    salesCents,
    refundedCents: shortCents + ended.totalCents,
    refundedOrderCount: 2,
  })
  expect(report.comparedDays).toEqual({ firstDay: '2026-03-02', lastDay: '2026-03-03' })
  expect(report.comparedSales).toMatchObject({ orderCount: 1, salesCents: before.totalCents })
  expect(
    report.salesByDay.map(({ day, sales, comparedSales }) => [day, sales.salesCents, comparedSales?.salesCents]),
  ).toEqual([
    ['2026-03-09', pickedUp.totalCents, 0],
    ['2026-03-10', salesCents - pickedUp.totalCents, before.totalCents],
  ])
  expect(
    report.salesByDay.map(({ salesByBranchId }) =>
      [...salesByBranchId].map(([id, figures]) => [id, figures.salesCents]),
    ),
  ).toEqual([[[3, pickedUp.totalCents]], [[1, salesCents - pickedUp.totalCents]]])
  expect(
    report.salesByBranch.filter(({ sales }) => sales.orderCount > 0).map(({ id, sales }) => [id, sales.salesCents]),
  ).toEqual([
    [1, salesCents - pickedUp.totalCents],
    [3, pickedUp.totalCents],
  ])
  // Of three with a coupon's R$ 5,84, two are kept with what is left of it.
  const [most, second] = [
    { productId: novalgina, units: 4, paidCents: reducedCents - 790 + pickedUp.totalCents },
    { productId: antiseptic, units: 2, paidCents: byWallet.totalCents - 790 },
  ]
  expect(report.soldProducts).toMatchObject(most.paidCents > second.paidCents ? [most, second] : [second, most])

  const rows = await readFile(shop, report.days)
  expect(rows.map(({ id }) => id)).toEqual([pickedUp.id, reduced.id, ended.id, byWallet.id])
  expect(rows.map(({ id }) => id)).not.toContain(unpaid.id)
  expect(sumNet(rows)).toBe(report.sales.salesCents)
  for (const row of rows)
    expect(
      row.itemsCents - row.discountCents - row.couponDiscountCents + row.deliveryFeeCents - row.refundedCents,
    ).toBe(row.netCents)
  expect(rows[1]).toMatchObject({ couponDiscountCents: 584, refundedCents: shortCents, method: { method: 'pix' } })
  expect(rows[3]).toMatchObject({ balanceCents: 1_000, netCents: byWallet.totalCents })
  expect(rows[0]).toMatchObject({ branchName: report.branches.find(({ id }) => id === 3)?.name, deliveryFeeCents: 0 })

  const ofBranch = { ...week, requestedBranchId: 3 }
  expect((await shop.backoffice.sales.buildSalesReport(operator, ofBranch)).sales.salesCents).toBe(pickedUp.totalCents)
  expect(sumNet(await readFile(shop, report.days, 3))).toBe(pickedUp.totalCents)
  // Who works in one branch reads no other's, whatever is asked.
  const owner = { ...(await actorOf(shop, 'owner')), branchId: 1 }
  const own = await shop.backoffice.sales.buildSalesReport(owner, ofBranch)
  expect([own.sales.salesCents, own.branches.map(({ id }) => id)]).toEqual([salesCents - pickedUp.totalCents, [1]])
  const ownFile = await shop.backoffice.sales.streamAccountantRows(owner, report.days, 3)
  expect(sumNet((await ownFile.next()).value ?? [])).toBe(own.sales.salesCents)
})

it('a day that is over counts whole, and beside it the one before; what is no day, or to come, is today', async () => {
  const shop = await openSales()
  const monday = await sell(shop, [line(novalgina)])
  await setPaidAt(shop, monday.id, '2026-03-10T02:59:59.999Z')
  const read = (requestedDay: string) =>
    shop.backoffice.sales.buildSalesReport(operator, { ...week, period: 'day', requestedDay })
  expect(await read('2026-03-09')).toMatchObject({ isToday: false, nextDay: '2026-03-10', sales: { orderCount: 1 } })
  for (const wrong of ['2026-02-30', 'ontem', '2026-03-11', '0001-01-01'])
    expect(await read(wrong), wrong).toMatchObject({
      days: { lastDay: '2026-03-10' },
      isToday: true,
      nextDay: null,
      sales: { orderCount: 0 },
      // By ten o'clock it had not been paid.
      comparedSales: { orderCount: 0 },
    })
})

test('orders paid in one instant stand in the file once, also where a page of it ends among them', async () => {
  const shop = await openSales()
  const { id } = await sell(shop, [line(novalgina)])
  const { db } = shop.database
  const { id: _, ...row } = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 1_100 }, () => ({ ...row, idempotencyKey: crypto.randomUUID() }))
  for (let start = 0; start < copies.length; start += 400)
    await db
      .insertInto('orders')
      .values(copies.slice(start, start + 400))
      .execute()
  const pages = []
  for await (const page of await shop.backoffice.sales.streamAccountantRows(operator, march, null))
    pages.push(page.length)
  expect(pages).toEqual([500, 500, 101])
  const rows = await readFile(shop)
  expect(new Set(rows.map((each) => each.id)).size).toBe(1_101)
  const report = await shop.backoffice.sales.buildSalesReport(operator, { ...week, period: 'month' })
  expect(sumNet(rows)).toBe(report.sales.salesCents)
})

it('a file has one to 366 days', async () => {
  const shop = await openCheckout()
  const open = ([firstDay, lastDay]: [string, string]) =>
    shop.backoffice.sales.streamAccountantRows(operator, { firstDay, lastDay }, null)
  for (const days of [
    ['2026-03-02', '2026-03-01'],
    ['2026-02-30', '2026-03-01'],
    ['', '2026-03-01'],
    ['2024-01-01', '2025-01-01'],
  ] as [string, string][])
    await expect(open(days), days.join()).rejects.toMatchObject({ code: 'sales.days', status: 422 })
  // A leap year.
  expect((await (await open(['2024-01-01', '2024-12-31'])).next()).done).toBe(true)
})

test('what sold and lasts less than a week is low, what is used up first; what is paused or did not sell is not', async () => {
  const shop = await openSales()
  const { db } = shop.database
  const setStock = (productId: number, stock: number) =>
    db.updateTable('offer').set({ stock }).where('branchId', '=', 1).where('productId', '=', productId).execute()
  const low = async () => (await shop.backoffice.sales.buildSalesReport(operator, week)).lowStock
  await setStock(novalgina, 100)
  await sell(shop, [line(novalgina, 30)])
  await sell(shop, [line(antiseptic, 3)])
  // One a day: six last six days, seven last a week. Safety stock is not sold.
  await setStock(novalgina, 7)
  expect(await low()).toEqual({ products: [], totalCount: 0 })
  await db.updateTable('product').set({ safetyStock: 1 }).where('id', '=', novalgina).execute()
  expect((await low()).products).toMatchObject([{ productId: novalgina, branchId: 1, availableUnits: 6, daysLeft: 6 }])
  await setStock(antiseptic, 0)
  expect(await low()).toMatchObject({ totalCount: 2, products: [{ productId: antiseptic, daysLeft: 0 }, {}] })
  await shop.catalogue.pauses.pauseProduct('FD0060', null)
  expect((await low()).totalCount).toBe(1)
  shop.clock.pass(31 * 24 * 60)
  expect((await low()).totalCount).toBe(0)
})

test('what was sought in vain stands for all days of the period, and problems by the answer that closed them', async () => {
  const shop = await openSales()
  const read = (period: 'day' | 'week') => shop.backoffice.sales.buildSalesReport(operator, { ...week, period })
  await shop.catalogue.emptySearchLog.recordEmptySearch('guaco')
  const order = await sell(shop, [line(novalgina, 2)])
  for (const step of ['pick', 'dispatch', 'deliver'] as const)
    await shop.orders.advanceOrder(order.id, step, byOperator)
  const told = { kind: 'damaged' as const, items: [{ productId: novalgina, units: 1 }], message: 'Amassada.' }
  await shop.problems.saveDraft(shop.customerId, order.id, told, [])
  const { id } = await shop.problems.submitDraft(shop.customerId, order.id)
  expect((await read('week')).problems).toEqual({ answeredCount: 0, openCount: 1, medianMinutes: null })
  shop.clock.pass(30)
  await shop.problems.answerProblem(byOperator, id, { decision: 'ask', message: 'De que lado?' })
  expect((await read('week')).problems.answeredCount).toBe(0)
  await shop.problems.replyAsCustomer(shop.customerId, order.id, id, 'De cima.', [])
  shop.clock.pass(24 * 60)
  await shop.problems.answerProblem(byOperator, id, { decision: 'grant', message: 'Pronto.' })
  await shop.catalogue.emptySearchLog.recordEmptySearch('guaco')
  expect(await read('week')).toMatchObject({
    problems: { answeredCount: 1, openCount: 0, medianMinutes: 24 * 60 + 30 },
    emptySearches: [{ words: 'guaco', times: 2 }],
  })
  expect((await read('day')).emptySearches).toEqual([{ words: 'guaco', times: 1 }])
})

test('prices above their ceiling are counted by branch, and of one branch alone where it alone is looked at', async () => {
  const shop = await openSales()
  const { db } = shop.database
  const countIn = async (branchName: string, requestedBranchId: number | null) => {
    const report = await shop.backoffice.sales.buildSalesReport(operator, { ...week, requestedBranchId })
    return report.pricesAboveCeiling.find(({ name }) => name === branchName)?.priceCount ?? 0
  }
  await db.updateTable('product').set({ ceilingPriceCents: 5_000 }).where('id', '=', novalgina).execute()
  const [paulista, moema] = [await countIn('Paulista', null), await countIn('Moema', null)]
  const offer = db.updateTable('offer').where('productId', '=', novalgina).where('branchId', '=', 1)
  await offer.set({ priceCents: 99_999 }).execute()
  expect([await countIn('Paulista', null), await countIn('Moema', null)]).toEqual([paulista + 1, moema])
  expect([await countIn('Paulista', 1), await countIn('Paulista', 2)]).toEqual([paulista + 1, 0])
})

test('sales of a range are found by an index', async () => {
  const shop = await openCheckout()
  const range = { from: new Date('2026-03-01T03:00:00.000Z'), until: new Date('2026-04-01T03:00:00.000Z') }
  const isPostgres = shop.database.engine === 'postgres'
  const plans = await shop.ctx.transact(async (ctx) => {
    // Of so few rows PostgreSQL would read all.
    if (isPostgres) await sql`set local enable_seqscan = off`.execute(ctx.db)
    const soldUnits = ctx.db.selectFrom(buildSoldUnitsQuery(range.from, null).as('sold')).selectAll()
    const queries = [selectPaidOrders(ctx, range, 0), soldUnits]
    return Promise.all(
      queries.map((query) => (isPostgres ? query.explain() : query.explain(undefined, sql`query plan`))),
    )
  })
  const rangeOfIndex = isPostgres
    ? /orders_by_payment.*Index Cond: \(+(orders\.)?paid_at >= /
    : /SEARCH orders USING INDEX orders_by_payment \(paid_at>/
  for (const plan of plans) expect(JSON.stringify(plan)).toMatch(rangeOfIndex)
})
