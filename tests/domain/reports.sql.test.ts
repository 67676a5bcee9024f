import { expect, test } from 'vitest'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { actorOf, approvePrescription } from '../support/staff.ts'

test('a day’s figures count what was paid in it in São Paulo, against the same weekdays up to the same time', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const { db } = shop.database
  const sale = async (paidAt: string, quantity = 1) => {
    const { id, totalCents } = await shop.place([line(novalgina, quantity)])
    await shop.pay(id)
    await db
      .updateTable('orders')
      .set({ paidAt: new Date(paidAt) })
      .where('id', '=', id)
      .execute()
    return { id, totalCents }
  }
  // It is Tuesday the tenth, ten o'clock in São Paulo.
  const [late, early] = [await sale('2026-03-10T02:59:59.000Z'), await sale('2026-03-10T03:00:00.000Z', 2)]
  await sale('2026-03-03T12:30:00.000Z')
  await sale('2026-03-03T13:30:00.000Z')
  const ended = await sale('2026-03-10T12:00:00.000Z')
  await shop.backoffice.orders.cancelOrRefund(owner, ended.id, 'engano')
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const reviewed = await shop.place([line(azitromicina)], { prescriptionId })
  await shop.pay(reviewed.id)

  const figures = await shop.backoffice.reports.buildDayReport(owner, null)
  expect(figures).toMatchObject({ day: '2026-03-10', isToday: true })
  expect(figures.sales).toEqual({
    orderCount: 2,
    salesCents: early.totalCents + reviewed.totalCents,
    prescriptionOrderCount: 1,
  })
  expect(figures.previousSales.map(({ orderCount }) => orderCount)).toEqual([1, 0, 0, 0])
  expect(figures.previousMeanSales.orderCount).toBe(0.25)
  expect(figures.hours.filter(({ orderCount: orders }) => orders > 0)).toMatchObject([
    { hour: 0, orderCount: 1 },
    { hour: 10, orderCount: 1 },
  ])
  expect(figures.hours[10]?.previousMeanCount).toBe(0.25)
  const yesterday = await shop.backoffice.reports.buildDayReport(owner, '2026-03-09')
  expect(yesterday.sales).toMatchObject({ orderCount: 1, salesCents: late.totalCents })
  expect(yesterday.hours[23]?.orderCount).toBe(1)
  for (const wrong of ['2026-13-01', 'ontem', '2027-01-01'])
    expect((await shop.backoffice.reports.buildDayReport(owner, wrong)).day).toBe('2026-03-10')
})

test('times run from the payment; the approval only where there was a review', async () => {
  const shop = await openCheckout()
  const [owner, pharmacist] = [await actorOf(shop, 'owner'), await actorOf(shop, 'pharmacist')]
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const reviewed = await shop.place([line(azitromicina)], { prescriptionId })
  await shop.pay(reviewed.id)
  const plain = await shop.place([line(novalgina)])
  await shop.pay(plain.id)
  shop.clock.pass(4)
  await shop.backoffice.orders.advanceOrder(pharmacist, plain.id, 'pick')
  shop.clock.pass(2)
  await approvePrescription(shop, pharmacist, prescriptionId)
  const { stepDurations } = await shop.backoffice.reports.buildDayReport(owner, null)
  expect(stepDurations[0]).toEqual({
    step: 'approve',
    medianMinutes: 6,
    percentile90Minutes: 6,
    previousMedianMinutes: null,
  })
  expect(stepDurations[1]).toMatchObject({ step: 'out_for_delivery', medianMinutes: null })
})

test('what was sought in vain, is waited for, owed and not delivered stands in the day', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const { emptySearchLog, stockNotices } = shop.catalogue
  for (const words of ['Guáco', 'guaco ', 'protetor sem cor', 'ab']) await emptySearchLog.recordEmptySearch(words)
  await stockNotices.requestNotice('ana@example.com', { id: novalgina, isSellableOnline: true }, 1, 'test')
  const { id } = await shop.place([line(novalgina)])
  await shop.pay(id)
  await shop.backoffice.orders.cancelOrRefund(owner, id, 'engano')
  await shop.database.db.updateTable('outbox').set({ attempts: 3 }).execute()
  const figures = await shop.backoffice.reports.buildDayReport(owner, null)
  expect(figures.emptySearches).toEqual([
    { words: 'guaco', times: 2 },
    { words: 'protetor sem cor', times: 1 },
  ])
  expect(figures.mostWantedProducts).toMatchObject([{ productId: novalgina, waitingCount: 1 }])
  expect(figures.dueRefunds).toMatchObject([{ orderId: id, requiresManualRefund: true }])
  expect(figures.failingEmails[0]).toMatchObject({ attempts: 3, recipient: 'c***@example.com' })
  shop.clock.pass(28 * 24 * 60)
  await emptySearchLog.eraseOldSearches()
  expect(await emptySearchLog.listByDays('2026-03-10', '2026-03-10')).toHaveLength(2)
  shop.clock.pass(24 * 60)
  await emptySearchLog.eraseOldSearches()
  expect(await emptySearchLog.listByDays('2026-03-10', '2026-03-10')).toEqual([])
})
