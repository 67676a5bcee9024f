import { expect, test } from 'vitest'
import {
  findDueRefund,
  findPaymentMethod,
  isPaymentPastRefundWindow,
  loadRefundableAmount,
  markPartialRefundDue,
  markRefundDue,
  sumPaymentReturns,
} from '../../server/receipts/order-payments.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

/** What is stored of a payment: captured by Pix unless it says otherwise. */
interface StoredPayment {
  status?: 'captured' | 'refund_due' | 'refunded'
  provider?: 'pix' | 'external'
  method?: 'pix' | 'card'
  refundReason?: 'late' | null
  receivedAt?: Date
  parts?: number[]
  returned?: number[]
  failed?: number[]
}

async function openPaidOrder() {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  return { shop, id }
}

async function addPayment(shop: Shop, orderId: number, { parts, returned, failed, ...changes }: StoredPayment = {}) {
  const { db } = shop.database
  const now = shop.clock.now()
  const { id: paymentId } = await db
    .insertInto('payment')
    .values({
      ...{ orderId, provider: 'pix', reference: crypto.randomUUID(), amountCents: 3_700, method: 'pix' },
      ...{ status: 'captured', receivedAt: now, ...changes },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const amountCents of parts ?? [])
    await db
      .insertInto('partialRefund')
      .values({ orderId, paymentId, amountCents, status: 'due', createdAt: now })
      .execute()
  for (const [status, amounts] of [
    ['returned', returned ?? []],
    ['failed', failed ?? []],
  ] as const)
    for (const amountCents of amounts)
      await db
        .insertInto('bankRefund')
        .values({ orderId, paymentId, refundId: crypto.randomUUID(), amountCents, status, noticedAt: now })
        .execute()
  return paymentId
}

const partsOf = ({ database }: Shop, orderId: number) =>
  database.db
    .selectFrom('partialRefund')
    .select(['amountCents', 'status', 'createdAt', 'paymentId'])
    .where('orderId', '=', orderId)
    .execute()

test('an order is paid by its last payment that it kept, whatever came back before or could not be taken', async () => {
  const { shop, id } = await openPaidOrder()
  expect(await findPaymentMethod(shop.ctx, id)).toBeNull()
  await addPayment(shop, id, { method: 'card', refundReason: 'late', status: 'refund_due' })
  expect(await findPaymentMethod(shop.ctx, id)).toBeNull()
  await addPayment(shop, id, { method: 'card' })
  await addPayment(shop, id, { method: 'pix', status: 'refunded' })
  expect(await findPaymentMethod(shop.ctx, id)).toMatchObject({ method: 'card' })
  const other = await shop.place([line(novalgina)])
  for (const method of ['pix', 'card'] as const) await addPayment(shop, other.id, { method, status: 'refunded' })
  expect(await findPaymentMethod(shop.ctx, other.id)).toMatchObject({ method: 'card' })
})

test('due is what is left of the payment that is to go back, without parts and what the bank returned', async () => {
  const { shop, id } = await openPaidOrder()
  const none = { refundCents: 0, requiresManualRefund: false }
  expect(await findDueRefund(shop.ctx, id)).toEqual(none)
  await addPayment(shop, id)
  await addPayment(shop, id, { status: 'refund_due', refundReason: 'late' })
  expect(await findDueRefund(shop.ctx, id)).toEqual(none)
  await addPayment(shop, id, { status: 'refund_due', parts: [500], returned: [200], failed: [1_000] })
  expect(await findDueRefund(shop.ctx, id)).toEqual({ refundCents: 3_000, requiresManualRefund: false })
  const byHand = await shop.place([line(novalgina)])
  await addPayment(shop, byHand.id, { status: 'refund_due', provider: 'external', returned: [3_800] })
  expect(await findDueRefund(shop.ctx, byHand.id)).toEqual({ refundCents: 0, requiresManualRefund: true })
})

test('of a captured payment as much can go back as did not yet', async () => {
  const { shop, id } = await openPaidOrder()
  expect(await loadRefundableAmount(shop.ctx, id)).toEqual({ refundableCents: 0, requiresManualRefund: false })
  await addPayment(shop, id, { status: 'refunded' })
  expect(await loadRefundableAmount(shop.ctx, id)).toEqual({ refundableCents: 0, requiresManualRefund: false })
  await addPayment(shop, id, { parts: [500, 100], returned: [200], failed: [1_000] })
  expect(await loadRefundableAmount(shop.ctx, id)).toEqual({ refundableCents: 2_900, requiresManualRefund: false })
  const byHand = await shop.place([line(novalgina)])
  await addPayment(shop, byHand.id, { provider: 'external', returned: [3_800] })
  expect(await loadRefundableAmount(shop.ctx, byHand.id)).toEqual({ refundableCents: 0, requiresManualRefund: true })
})

test('a part is marked to the last cent that is left, and no further', async () => {
  const { shop, id } = await openPaidOrder()
  const mark = (orderId: number, cents: number) => shop.ctx.transact((ctx) => markPartialRefundDue(ctx, orderId, cents))
  await expect(mark(id, 1)).rejects.toMatchObject({ code: 'removal.byHand' })
  const paymentId = await addPayment(shop, id, { returned: [700] })
  await expect(mark(id, 3_001)).rejects.toMatchObject({ code: 'removal.returned' })
  await mark(id, 2_000)
  await mark(id, 1_000)
  await expect(mark(id, 1)).rejects.toMatchObject({ code: 'removal.returned' })
  const part = { status: 'due', createdAt: shop.clock.now(), paymentId }
  expect(await partsOf(shop, id)).toEqual([
    { amountCents: 2_000, ...part },
    { amountCents: 1_000, ...part },
  ])
  const byHand = await shop.place([line(novalgina)])
  await addPayment(shop, byHand.id, { provider: 'external' })
  await expect(mark(byHand.id, 1)).rejects.toMatchObject({ code: 'removal.byHand' })
})

test('what went back is told of each order’s own payment, the one that it kept', async () => {
  const { shop, id } = await openPaidOrder()
  const other = await shop.place([line(novalgina)])
  const unpaid = await shop.place([line(novalgina)])
  await addPayment(shop, id, { parts: [500, 100], returned: [200], failed: [1_000] })
  await addPayment(shop, id, { status: 'refunded', parts: [50] })
  await addPayment(shop, id, { refundReason: 'late', status: 'refund_due' })
  await addPayment(shop, other.id, { status: 'refund_due', returned: [700] })
  expect(await sumPaymentReturns(shop.ctx, [id, other.id, unpaid.id])).toEqual(
    new Map([
      [id, { partCents: 600, unrequestedCents: 200, remainderCents: 0 }],
      [other.id, { partCents: 0, unrequestedCents: 700, remainderCents: 3_000 }],
    ]),
  )
})

test('an order’s end marks the payment that it kept, and none that is back or on its way', async () => {
  const { shop, id } = await openPaidOrder()
  for (const status of ['refunded', 'captured'] as const) await addPayment(shop, id, { status })
  await shop.ctx.transact((ctx) => markRefundDue(ctx, id))
  const rows = await shop.database.db.selectFrom('payment').select('status').where('orderId', '=', id).execute()
  expect(rows.map(({ status }) => status)).toEqual(['refunded', 'refund_due'])
})

test('a payment is past the time of its provider’s refunds, or not; one that was never taken does not count', async () => {
  const { shop, id } = await openPaidOrder()
  const daysAgo = (days: number) => new Date(shop.clock.now().getTime() - days * 24 * 60 * 60_000)
  await addPayment(shop, id, { receivedAt: daysAgo(1) })
  await addPayment(shop, id, { receivedAt: daysAgo(300), refundReason: 'late', status: 'refund_due' })
  expect(await isPaymentPastRefundWindow(shop.ctx, id)).toBe(false)
  const old = await shop.place([line(novalgina)])
  await addPayment(shop, old.id, { receivedAt: daysAgo(300) })
  expect(await isPaymentPastRefundWindow(shop.ctx, old.id)).toBe(true)
})
