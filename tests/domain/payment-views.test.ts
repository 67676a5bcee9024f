import { expect, test } from 'vitest'
import { maxRefusals } from '../../server/payments/charges.sql.ts'
import {
  listDueRefunds,
  listPayments,
  loadPaymentMethods,
  summarizeDueRefunds,
} from '../../server/payments/payment-queries.ts'
import { refundMeans } from '../../server/payments/refund-settlements.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { byOperator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const after = (shop: Shop, minutes: number) => new Date(shop.clock.now().getTime() + minutes * 60_000)

async function addPayment(shop: Shop, orderId: number, reference: string, changes: object = {}) {
  const { id } = await shop.database.db
    .insertInto('payment')
    .values({
      ...{ orderId, provider: 'pix', reference, amountCents: 3_700, method: 'pix', status: 'captured' },
      ...{ receivedAt: after(shop, 0), ...changes },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addPart(shop: Shop, orderId: number, paymentId: number, amountCents: number, changes: object = {}) {
  const row = { orderId, paymentId, amountCents, status: 'due', createdAt: after(shop, 0) } as const
  const { db } = shop.database
  const { id } = await db.insertInto('partialRefund').values(row).returning('id').executeTakeFirstOrThrow()
  if (Object.keys(changes).length > 0) await db.updateTable('partialRefund').set(changes).where('id', '=', id).execute()
  return id
}

const refuse = (shop: Shop, id: number, refusalCount: number) =>
  shop.database.db
    .updateTable('payment')
    .set({ refusalCount, refusedAt: after(shop, 0), refusalReason: 'conta encerrada' })
    .where('id', '=', id)
    .execute()

const newOrder = async (shop: Shop) => (await shop.place([line(novalgina)])).id

test('a payment tells what came back of it, what is left, and what is still to be settled by hand', async () => {
  const shop = await openCheckout()
  const orderId = await newOrder(shop)
  const card = { cardBrand: 'visa', cardLastFour: '4242', installments: 3, method: 'card' }
  const id = await addPayment(shop, orderId, 'E1', card)
  const lateId = await addPayment(shop, orderId, 'E0', {
    ...{ status: 'refund_due', refundReason: 'late', receivedAt: after(shop, -300 * 24 * 60), amountCents: 50 },
  })
  const noticed = { orderId, paymentId: id, isDispute: false }
  const { db } = shop.database
  await db
    .insertInto('bankRefund')
    .values([
      { ...noticed, refundId: 'D2', amountCents: 900, status: 'failed', noticedAt: after(shop, 2) },
      { ...noticed, refundId: 'D1', amountCents: 200, status: 'under_way', noticedAt: after(shop, 1), isDispute: true },
    ])
    .execute()
  await addPart(shop, orderId, id, 400)
  await addPart(shop, orderId, id, 100, { refusalCount: 1, refusedAt: after(shop, 0), refusalReason: 'não' })
  const done = await addPart(shop, orderId, id, 50, { status: 'refunded', refusalCount: 1, refusedAt: after(shop, 0) })
  const { id: settlementId } = await db
    .insertInto('refundSettlement')
    .values({
      ...{ orderId, paymentId: id, partialRefundId: done, amountCents: 50, means: 'cash', settledOn: '2026-03-10' },
      ...{ receipt: 'R1', recordedAt: after(shop, 0) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const parts = await db.selectFrom('partialRefund').select('id').where('amountCents', '=', 100).execute()
  const nothing = {
    isSurcharge: false,
    bankRefunds: [],
    refundsToSettle: [],
    settlements: [],
    isRefundMatchedByAmount: false,
  }
  expect(await listPayments(shop.ctx, orderId)).toEqual([
    {
      ...{ provider: 'pix', reference: 'E0', orderId, amountCents: 50, status: 'refund_due', reason: 'late' },
      ...{
        method: { method: 'pix', brand: null, lastFour: null, installments: null, doorMethod: null },
        restCents: 50,
      },
      ...{ receivedAt: after(shop, -300 * 24 * 60), isRefundWindowOver: true, ...nothing },
    },
    {
      ...{ provider: 'pix', reference: 'E1', orderId, amountCents: 3_700, status: 'captured', reason: null },
      ...{
        method: { method: 'card', brand: 'visa', lastFour: '4242', installments: 3, doorMethod: null },
        restCents: 2_950,
      },
      ...{ receivedAt: after(shop, 0), isRefundWindowOver: false, isRefundMatchedByAmount: false, isSurcharge: false },
      bankRefunds: [
        { id: 'D1', amountCents: 200, status: 'under_way', isDispute: true, providerStatus: null },
        { id: 'D2', amountCents: 900, status: 'failed', isDispute: false, providerStatus: null },
      ],
      refundsToSettle: [{ key: `part-${parts[0]?.id}`, amountCents: 100, refusal: { reason: 'não', isFinal: false } }],
      settlements: [{ id: settlementId, amountCents: 50, means: 'cash', day: '2026-03-10', receipt: 'R1' }],
    },
  ])
  expect((await listPayments(shop.ctx, orderId, 'captured')).map(({ reference }) => reference)).toEqual(['E1'])
  expect(await listPayments(shop.ctx, await newOrder(shop))).toEqual([])
  expect(lateId).toBeGreaterThan(id)
})

test('a payment is to be settled by hand where its provider refunds nothing, or refused to', async () => {
  const shop = await openCheckout()
  const settle = async (changes: object, refusals = 0) => {
    const orderId = await newOrder(shop)
    const id = await addPayment(shop, orderId, `E${orderId}`, { status: 'refund_due', ...changes })
    if (refusals > 0) await refuse(shop, id, refusals)
    const [payment] = await listPayments(shop.ctx, orderId)
    return payment?.refundsToSettle.map(({ key, ...refund }) => ({ ...refund, isOwn: key === `payment-${id}` }))
  }
  const due = { amountCents: 3_700, isOwn: true }
  expect(await settle({})).toEqual([])
  expect(await settle({ provider: 'external' })).toEqual([{ ...due, refusal: null }])
  expect(await settle({ provider: 'external', status: 'captured' })).toEqual([])
  expect(await settle({}, 1)).toEqual([{ ...due, refusal: { reason: 'conta encerrada', isFinal: false } }])
  expect(await settle({}, maxRefusals)).toEqual([{ ...due, refusal: { reason: 'conta encerrada', isFinal: true } }])
})

test('all that is due is listed, whole payments and parts, the oldest first, and summed up', async () => {
  const shop = await openCheckout()
  expect(await summarizeDueRefunds(shop.ctx)).toEqual({ count: 0, oldestAt: null })
  const [whole, byHand, partly, empty] = [
    ...[await newOrder(shop), await newOrder(shop), await newOrder(shop), await newOrder(shop)],
  ] as [number, number, number, number]
  const wholeId = await addPayment(shop, whole, 'whole', { status: 'refund_due', receivedAt: after(shop, 5) })
  await refuse(shop, wholeId, maxRefusals)
  await addPayment(shop, byHand, 'by hand', {
    ...{ status: 'refund_due', provider: 'external' },
    receivedAt: after(shop, 1),
  })
  const partlyId = await addPayment(shop, partly, 'partly', { receivedAt: after(shop, -9) })
  const refused = { refusedAt: after(shop, 0), refusalReason: 'não' }
  await addPart(shop, partly, partlyId, 300, { createdAt: after(shop, 2), refusalCount: maxRefusals - 1, ...refused })
  await addPart(shop, partly, partlyId, 200, { createdAt: after(shop, 3), refusalCount: maxRefusals, ...refused })
  await addPart(shop, partly, partlyId, 100, { status: 'refunded', createdAt: after(shop, -5) })
  const emptyId = await addPayment(shop, empty, 'empty', { status: 'refund_due', receivedAt: after(shop, 9) })
  await addPart(shop, empty, emptyId, 3_700, { status: 'refunded' })
  const partOf = { orderId: partly, provider: 'pix', reference: 'partly', refusalReason: 'não' }
  expect(await listDueRefunds(shop.ctx)).toEqual([
    {
      ...{ orderId: byHand, provider: 'external', reference: 'by hand', amountCents: 3_700, refusalReason: null },
      ...{ receivedAt: after(shop, 1), requiresManualRefund: true },
    },
    { ...partOf, amountCents: 300, receivedAt: after(shop, 2), requiresManualRefund: false },
    { ...partOf, amountCents: 200, receivedAt: after(shop, 3), requiresManualRefund: true },
    {
      ...{ orderId: whole, provider: 'pix', reference: 'whole', amountCents: 3_700, refusalReason: 'conta encerrada' },
      ...{ receivedAt: after(shop, 5), requiresManualRefund: true },
    },
  ])
  expect(await summarizeDueRefunds(shop.ctx)).toEqual({ count: 5, oldestAt: after(shop, 1) })
})

test('orders tell how they were paid by the payment that they kept, an unnamed one as the external page’s', async () => {
  const shop = await openCheckout()
  const [kept, external, late, unpaid] = [
    ...[await newOrder(shop), await newOrder(shop), await newOrder(shop), await newOrder(shop)],
  ] as [number, number, number, number]
  await addPayment(shop, kept, 'card', { method: 'card' })
  await addPayment(shop, kept, 'pix', { status: 'refunded' })
  await addPayment(shop, external, 'external', { provider: 'external', method: null })
  await addPayment(shop, late, 'late', { status: 'refund_due', refundReason: 'late' })
  expect(await loadPaymentMethods(shop.ctx, [kept, external, late, unpaid])).toEqual(
    new Map([
      [kept, 'card'],
      [external, 'external'],
    ]),
  )
})

test('what was returned by other means is settled once: as much as is due, of this order, by a day that has come', async () => {
  const shop = await openCheckout()
  const orderId = await newOrder(shop)
  const id = await addPayment(shop, orderId, 'E1', { status: 'refund_due', provider: 'external' })
  await shop.database.db
    .insertInto('bankRefund')
    .values({
      ...{ orderId, paymentId: id, refundId: 'D1', amountCents: 700, status: 'returned', noticedAt: after(shop, 0) },
    })
    .execute()
  const other = await newOrder(shop)
  await addPayment(shop, other, 'E2', { status: 'refund_due', provider: 'external' })
  const settlement = {
    refundKey: `payment-${id}`,
    expectedCents: 3_000,
    means: 'cash',
    day: '2026-03-10',
    receipt: ' R1 ',
  }
  const settle = (changes: object = {}, of = orderId) =>
    shop.payments.settleRefund(of, { ...settlement, ...changes }, byOperator).catch(({ code }) => code)
  expect(await settle({ means: 'ouro' })).toBe('settlement.means')
  expect([await settle({ day: '2026-03-11' }), await settle({ day: '2026-02-30' })]).toEqual([
    ...['settlement.day', 'settlement.day'],
  ])
  expect(await settle({ receipt: 'x'.repeat(61) })).toBe('settlement.receipt')
  for (const gone of [
    { expectedCents: 3_700 },
    { refundKey: 'payment-999' },
    { refundKey: `part-${id}` },
    { refundKey: 'x' },
  ])
    expect(await settle(gone)).toBe('settlement.gone')
  expect(await settle({}, other)).toBe('settlement.gone')
  expect(await settle()).toBe(3_000)
  expect(await settle()).toBe('settlement.gone')
  const [payment] = await listPayments(shop.ctx, orderId)
  expect(payment).toMatchObject({
    ...{ status: 'refunded', refundsToSettle: [] },
    settlements: [{ amountCents: 3_000, means: 'cash', day: '2026-03-10', receipt: 'R1' }],
  })
  const events = await shop.orders.listEvents(orderId)
  expect(events.at(-1)).toMatchObject({
    ...{ kind: 'settleRefund', by: { kind: 'staff' }, data: { cents: 3_000, means: 'cash', receipt: 'R1' } },
  })
  expect(refundMeans).toContain('cash')
})

test('a part, and a payment that its provider refused, are settled by hand; one that it still returns is not', async () => {
  const shop = await openCheckout()
  const orderId = await newOrder(shop)
  const id = await addPayment(shop, orderId, 'E1')
  const refusal = { refusalCount: 1, refusedAt: after(shop, 0), refusalReason: 'não' }
  const [due, refused, done] = [
    await addPart(shop, orderId, id, 100),
    await addPart(shop, orderId, id, 200, refusal),
    await addPart(shop, orderId, id, 200, { ...refusal, status: 'refunded' }),
  ]
  const settle = (refundKey: string, expectedCents: number, of = orderId, receipt = 'x'.repeat(60)) =>
    shop.payments
      .settleRefund(of, { refundKey, expectedCents, means: 'pix', day: '2026-03-09', receipt }, byOperator)
      .catch(({ code }) => code)
  expect(await settle(`part-${due}`, 100)).toBe('settlement.gone')
  expect(await settle(`part-${done}`, 200)).toBe('settlement.gone')
  expect(await settle(`part-${refused}`, 200, await newOrder(shop))).toBe('settlement.gone')
  expect(await settle(`part-${refused}`, 200, orderId, ' ')).toBe(200)
  const [payment] = await listPayments(shop.ctx, orderId)
  expect(payment?.settlements).toMatchObject([{ amountCents: 200, receipt: null, day: '2026-03-09' }])
  const whole = await newOrder(shop)
  const wholeId = await addPayment(shop, whole, 'E2', { status: 'refund_due' })
  expect(await settle(`payment-${wholeId}`, 3_700, whole)).toBe('settlement.gone')
  await refuse(shop, wholeId, 1)
  expect(await settle(`payment-${wholeId}`, 3_700, whole)).toBe(3_700)
  const emptied = await newOrder(shop)
  const emptiedId = await addPayment(shop, emptied, 'E3', { status: 'refund_due', provider: 'external' })
  await addPart(shop, emptied, emptiedId, 3_700)
  expect(await settle(`payment-${emptiedId}`, 0, emptied)).toBe('settlement.gone')
})
