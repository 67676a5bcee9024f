import { expect, test } from 'vitest'
import {
  findActiveCharge,
  hasChargeInReview,
  hasUnclearCharge,
  markChargeUnusableUnlessPaid,
  maxRefusals,
  selectChargesUncheckedSinceExpiry,
  selectChargesWithDueRefund,
  selectDisputedCharges,
  selectPaidCharges,
  selectUnattendedCharges,
  selectUnclearCharges,
} from '../../server/payments/charges.sql.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const minutesAgo = (shop: Shop, minutes: number) => new Date(shop.clock.now().getTime() - minutes * 60_000)

/** A charge of an order of its own, made an hour ago, as its page shows it; `name` is its reference. */
async function addCharge(shop: Shop, name: string, changes: object = {}) {
  const { id: orderId } = await shop.place([line(novalgina)])
  await addChargeOf(shop, orderId, name, changes)
  return orderId
}

async function addChargeOf(shop: Shop, orderId: number, name: string, changes: object = {}) {
  const { unclearAt, ...columns } = { unclearAt: null, ...changes }
  await shop.database.db
    .insertInto('charge')
    .values({
      ...{ reference: name, provider: 'pix', orderId, amountCents: 1_947, providerId: name, payable: name },
      ...{ createdAt: minutesAgo(shop, 60), expiresAt: minutesAgo(shop, 30), checkedAt: null, ...columns },
    })
    .execute()
  await shop.database.db.updateTable('charge').set({ unclearAt }).where('reference', '=', name).execute()
}

async function addPayment(shop: Shop, orderId: number, changes: object = {}) {
  const { id } = await shop.database.db
    .insertInto('payment')
    .values({
      ...{ orderId, provider: 'pix', reference: `paid-${orderId}`, amountCents: 1_947, status: 'captured' },
      ...{ method: 'pix', receivedAt: shop.clock.now(), ...changes },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const names = (rows: { reference: string }[]) => rows.map(({ reference }) => reference)

test('an order is paid with its charge that was not given up', async () => {
  const shop = await openCheckout()
  const orderId = await addCharge(shop, 'spent', { isSpent: true })
  expect(await findActiveCharge(shop.ctx, orderId)).toBeUndefined()
  await addChargeOf(shop, orderId, 'active')
  await addCharge(shop, 'other')
  expect((await findActiveCharge(shop.ctx, orderId))?.reference).toBe('active')
})

test('a charge is given up unless its order was paid: a payment that it could not take does not count', async () => {
  const shop = await openCheckout()
  const spentOf = async (name: string, payment: object | null) => {
    const orderId = await addCharge(shop, name)
    if (payment) await addPayment(shop, orderId, payment)
    const charge = await findActiveCharge(shop.ctx, orderId)
    if (charge) await markChargeUnusableUnlessPaid(shop.ctx, charge)
    return (await findActiveCharge(shop.ctx, orderId)) === undefined
  }
  expect(await spentOf('unpaid', null)).toBe(true)
  expect(await spentOf('late', { status: 'refund_due', refundReason: 'late' })).toBe(true)
  expect(await spentOf('paid', {})).toBe(false)
  expect(await spentOf('unpaid beside it', null)).toBe(true)
})

test('of orders that ended unpaid those charges are read that were not read since they expired', async () => {
  const shop = await openCheckout()
  const orders = [
    await addCharge(shop, 'never'),
    await addCharge(shop, 'before', { checkedAt: minutesAgo(shop, 31) }),
    await addCharge(shop, 'then', { checkedAt: minutesAgo(shop, 30) }),
  ]
  await addCharge(shop, 'of no order that is asked for')
  expect(names(await selectChargesUncheckedSinceExpiry(shop.ctx, orders)).sort()).toEqual(['before', 'never'])
})

test('charges in review, and those given up for another lately, are read now and then', async () => {
  const shop = await openCheckout()
  const given = { isSpent: true }
  await addCharge(shop, 'open')
  await addCharge(shop, 'refused', { state: 'refused', ...given })
  await addCharge(shop, 'given up', given)
  await addCharge(shop, 'given up, never shown', { ...given, payable: null })
  await addCharge(shop, 'given up, never shown, read', { ...given, payable: null, checkedAt: minutesAgo(shop, 50) })
  await addCharge(shop, 'given up long ago', { ...given, createdAt: minutesAgo(shop, 100) })
  await addCharge(shop, 'given up, just read', { ...given, checkedAt: minutesAgo(shop, 10) })
  await addCharge(shop, 'given up, read before', { ...given, checkedAt: minutesAgo(shop, 11) })
  await addCharge(shop, 'in review', { state: 'in_review', createdAt: minutesAgo(shop, 100) })
  const span = { checkedBefore: minutesAgo(shop, 10), abandonedSince: minutesAgo(shop, 100) }
  expect(names(await selectUnattendedCharges(shop.ctx, span)).sort()).toEqual([
    ...['given up', 'given up, never shown', 'given up, read before', 'in review'],
  ])
})

test('what is not clear is told of an order, and of all, the longest first', async () => {
  const shop = await openCheckout()
  const late = await addCharge(shop, 'late', { unclearAt: minutesAgo(shop, 5) })
  await addCharge(shop, 'early', { unclearAt: minutesAgo(shop, 50) })
  const clear = await addCharge(shop, 'clear')
  expect(names(await selectUnclearCharges(shop.ctx))).toEqual(['early', 'late'])
  expect(names(await selectUnclearCharges(shop.ctx, late))).toEqual(['late'])
  expect([await hasUnclearCharge(shop.ctx, late), await hasUnclearCharge(shop.ctx, clear)]).toEqual([true, false])
})

test('an order has a charge in review, or none', async () => {
  const shop = await openCheckout()
  const reviewed = await addCharge(shop, 'in review', { state: 'in_review' })
  const open = await addCharge(shop, 'open')
  expect([await hasChargeInReview(shop.ctx, reviewed), await hasChargeInReview(shop.ctx, open)]).toEqual([true, false])
})

async function addBankRefund(
  shop: Shop,
  name: string,
  status: 'under_way' | 'returned' | 'failed',
  isDispute: boolean,
) {
  const orderId = await addCharge(shop, name, { state: 'closed' })
  const paymentId = await addPayment(shop, orderId)
  await shop.database.db
    .insertInto('bankRefund')
    .values({ orderId, paymentId, refundId: name, amountCents: 100, status, isDispute, noticedAt: shop.clock.now() })
    .execute()
}

test('a dispute that is under way is followed, and a refund that the bank has under way is waited for', async () => {
  const shop = await openCheckout()
  for (const status of ['under_way', 'returned', 'failed'] as const)
    for (const isDispute of [true, false])
      await addBankRefund(shop, `${status} ${isDispute ? 'dispute' : 'refund'}`, status, isDispute)
  expect(names(await selectDisputedCharges(shop.ctx))).toEqual(['under_way dispute'])
  const due = await selectChargesWithDueRefund(shop.ctx, { refusedBefore: shop.clock.now() })
  expect(names(due)).toEqual(['under_way refund'])
})

test('a refund is made that is due, and again once after it was refused', async () => {
  const shop = await openCheckout()
  const refusals = {
    due: {},
    'refused, long ago': { refusalCount: maxRefusals - 1, refusedAt: minutesAgo(shop, 60) },
    'refused, just now': { refusalCount: maxRefusals - 1, refusedAt: minutesAgo(shop, 59) },
    'refused for good': { refusalCount: maxRefusals, refusedAt: minutesAgo(shop, 600) },
  }
  for (const [name, refusal] of Object.entries(refusals)) {
    const whole = await addCharge(shop, `whole, ${name}`)
    await addPayment(shop, whole, { status: 'refund_due', ...refusal })
    const part = await addCharge(shop, `part, ${name}`)
    const paymentId = await addPayment(shop, part)
    const row = { orderId: part, paymentId, amountCents: 100, status: 'due', createdAt: shop.clock.now() } as const
    await shop.database.db.insertInto('partialRefund').values(row).execute()
    if ('refusedAt' in refusal)
      await shop.database.db.updateTable('partialRefund').set(refusal).where('orderId', '=', part).execute()
  }
  const returned = await addCharge(shop, 'returned')
  const paymentId = await addPayment(shop, returned, { status: 'refunded' })
  const part = {
    orderId: returned,
    paymentId,
    amountCents: 100,
    status: 'refunded',
    createdAt: shop.clock.now(),
  } as const
  await shop.database.db.insertInto('partialRefund').values(part).execute()
  const due = await selectChargesWithDueRefund(shop.ctx, { refusedBefore: minutesAgo(shop, 60) })
  expect(names(due).sort()).toEqual([
    ...['part, due', 'part, refused, long ago', 'whole, due', 'whole, refused, long ago'],
  ])
})

test('paid charges of a provider are read again a week later, the least lately read first, and not for ever', async () => {
  const shop = await openCheckout()
  const paid = async (name: string, checkedMinutes: number, changes: object = {}, payment: object = {}) => {
    const orderId = await addCharge(shop, name, { checkedAt: minutesAgo(shop, checkedMinutes), ...changes })
    await addPayment(shop, orderId, payment)
  }
  await paid('lately', 11)
  await paid('long ago', 20)
  await paid('longer ago', 30)
  await paid('just now', 10)
  await paid('too old', 20, { createdAt: minutesAgo(shop, 500) })
  await paid('of another provider', 20, { provider: 'external' })
  await paid('paid by another provider', 20, {}, { provider: 'external' })
  await addCharge(shop, 'unpaid', { checkedAt: minutesAgo(shop, 20) })
  const list = async (limit: number) =>
    names(
      await selectPaidCharges(shop.ctx, {
        ...{ provider: 'pix', checkedBefore: minutesAgo(shop, 10), createdSince: minutesAgo(shop, 500), limit },
      }),
    )
  expect(await list(9)).toEqual(['longer ago', 'long ago', 'lately'])
  expect(await list(2)).toEqual(['longer ago', 'long ago'])
})
