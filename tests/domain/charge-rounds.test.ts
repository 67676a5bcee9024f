import { expect, test } from 'vitest'
import type { Context } from '../../server/context.ts'
import { expireOrdersAndSettleCharges, refreshPaidCharges } from '../../server/payments/charge-refresher.ts'
import { wasLastChargeDeclined } from '../../server/payments/charges.ts'
import {
  cancelUnpaidOrder,
  checkPaymentStatus,
  getWebhookStats,
  handleWebhook,
} from '../../server/payments/payments.ts'
import { type ChargeSnapshot, createUnavailableError, ProviderError } from '../../server/ports/payment-provider.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'

const day = 24 * 60

/** A shop whose one provider notes which charges it is asked about, and answers as the test says. */
async function openRounds({ disputeWindowDays = 80, isDeclineFinal = true } = {}) {
  const shop = await openCheckout()
  const { db } = shop.database
  const asked: string[] = []
  const answers = new Map<string, ChargeSnapshot | 'away' | 'refused'>()
  const answer = (reference: string) => {
    asked.push(reference)
    const snapshot = answers.get(reference) ?? null
    if (snapshot === 'away') throw createUnavailableError(new ProviderError('away', null))
    if (snapshot === 'refused') throw createUnavailableError(new ProviderError('refused', 422))
    return snapshot
  }
  const provider = {
    ...{ name: 'pix', paymentTimeoutMinutes: 30, isDeclineFinal, disputeWindowDays, refundWindowDays: 90 },
    readCharge: async ({ reference }: { reference: string }) => answer(reference),
    closeCharge: async ({ reference }: { reference: string }) => void asked.push(`close ${reference}`),
    refund: async () => ({ status: 'returned' }),
    handleWebhook: async ({ references }: { references: string[] }) => ({ references, invalidCount: 2 }),
  }
  const warnings: object[] = []
  const ctx = {
    ...shop.ctx,
    providers: { ...shop.ctx.providers, payments: [provider] },
    log: { ...shop.ctx.log, warn: (details: object) => warnings.push(details) },
  } as unknown as Context
  const minutesAgo = (minutes: number) => new Date(shop.clock.now().getTime() - minutes * 60_000)
  return {
    ...{ shop, ctx, answers, warnings, minutesAgo },
    /** What was asked since the last time. */
    asked: () => asked.splice(0),
    async addCharge(reference: string, changes: object = {}, order: object = {}) {
      const { id: orderId } = await shop.place([line(novalgina)])
      if (Object.keys(order).length > 0) await db.updateTable('orders').set(order).where('id', '=', orderId).execute()
      await db
        .insertInto('charge')
        .values({
          ...{ reference, provider: 'pix', orderId, amountCents: 1_947, providerId: reference, payable: 'code' },
          ...{ createdAt: minutesAgo(60), expiresAt: minutesAgo(-30), checkedAt: null, ...changes },
        })
        .execute()
      return orderId
    },
    pay: async (orderId: number) =>
      db
        .insertInto('payment')
        .values({
          ...{ orderId, provider: 'pix', reference: `E${orderId}`, amountCents: 1_947, status: 'captured' },
          ...{ method: 'pix', receivedAt: shop.clock.now() },
        })
        .execute(),
    settle: () => expireOrdersAndSettleCharges(ctx),
    statusOf: async (id: number) => (await shop.orders.getOrder(shop.customerId, id)).status,
    chargeOf: (reference: string) =>
      db.selectFrom('charge').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow(),
  }
}

test('the charge of an order that ended unpaid is read for a day after its payment was due, until it was read', async () => {
  const shop = await openRounds()
  const ended = (minutes: number) => ({ status: 'expired', paymentDueAt: shop.minutesAgo(minutes) })
  const read = { expiresAt: shop.minutesAgo(10) }
  await shop.addCharge('now', read, ended(0))
  await shop.addCharge('a day', read, ended(day))
  await shop.addCharge('longer', read, ended(day + 1))
  await shop.addCharge('read', { ...read, checkedAt: shop.minutesAgo(10) }, ended(60))
  await shop.settle()
  expect(shop.asked().sort()).toEqual(['a day', 'now'])
  await shop.settle()
  expect(shop.asked()).toEqual([])
})

test('a charge that was given up is read every ten minutes, an old one ever more rarely, for ten days', async () => {
  const shop = await openRounds()
  const given = (minutes: number, checked: number) => ({
    ...{ isSpent: true, createdAt: shop.minutesAgo(minutes), checkedAt: shop.minutesAgo(checked) },
  })
  await shop.addCharge('due', given(60, 10.1))
  await shop.addCharge('not yet', given(60, 10))
  await shop.addCharge('old, due', given(2 * day, 60.1))
  await shop.addCharge('old, not yet', given(2 * day, 60))
  await shop.addCharge('too old', given(10 * day, 9 * day))
  await shop.addCharge('not too old', given(10 * day - 1, 9 * day))
  await shop.settle()
  const closed = ['close due', 'close not too old', 'close old, due']
  expect(shop.asked().sort()).toEqual([...closed, 'due', 'not too old', 'old, due'])
})

test('in one round twenty charges are read, those first that were not read for the longest time', async () => {
  const shop = await openRounds()
  for (let nth = 0; nth < 22; nth += 1)
    await shop.addCharge(`c${nth}`, { state: 'in_review', checkedAt: shop.minutesAgo(100 + nth) })
  await shop.settle()
  const first = shop.asked()
  expect([first.length, first[0], first.includes('c1'), first.includes('c2')]).toEqual([20, 'c21', false, true])
  await shop.settle()
  expect(shop.asked()).toEqual(['c1', 'c0'])
})

test('a charge that its provider refuses to tell of goes behind the others', async () => {
  const shop = await openRounds()
  shop.answers.set('refused', 'refused')
  await shop.addCharge('refused', { state: 'in_review', checkedAt: shop.minutesAgo(200) })
  await shop.addCharge('other', { state: 'in_review', checkedAt: shop.minutesAgo(100) })
  await shop.settle().catch(() => {})
  expect(shop.asked()).toEqual(['refused', 'other'])
  shop.shop.clock.pass(20)
  await shop.addCharge('third', { state: 'in_review', checkedAt: shop.minutesAgo(100) })
  await shop.settle().catch(() => {})
  expect(shop.asked().slice(0, 1)).toEqual(['third'])
})

test('while a provider is away none of its charges is asked about twice, and orders end without it', async () => {
  const shop = await openRounds()
  for (const name of ['a', 'b']) {
    shop.answers.set(name, 'away')
    await shop.addCharge(name, { state: 'in_review', checkedAt: shop.minutesAgo(100) })
  }
  await shop.settle().catch(() => {})
  expect(shop.asked()).toHaveLength(1)
})

test('paid charges are read again a week after the last time, while their payer may dispute them', async () => {
  const shop = await openRounds()
  const paid = async (name: string, changes: object) =>
    shop.pay(await shop.addCharge(name, { state: 'closed', ...changes }))
  await paid('a week', { checkedAt: shop.minutesAgo(7 * day + 1) })
  await paid('not yet', { checkedAt: shop.minutesAgo(7 * day) })
  await paid('long ago', { createdAt: shop.minutesAgo(80 * day), checkedAt: shop.minutesAgo(60 * day) })
  await paid('still', { createdAt: shop.minutesAgo(80 * day - 1), checkedAt: shop.minutesAgo(60 * day) })
  await refreshPaidCharges(shop.ctx)
  expect(shop.asked()).toEqual(['still', 'a week'])
  expect((await shop.chargeOf('a week')).checkedAt).toEqual(shop.shop.clock.now())
  await refreshPaidCharges(shop.ctx)
  expect(shop.asked()).toEqual([])
  const never = await openRounds({ disputeWindowDays: 0 })
  await never.pay(await never.addCharge('old', { state: 'closed', checkedAt: never.minutesAgo(30 * day) }))
  await refreshPaidCharges(never.ctx)
  expect(never.asked()).toEqual([])
})

const snapshot = (changes: Partial<ChargeSnapshot> = {}): ChargeSnapshot => ({
  ...{ state: 'open', codeOrUrl: 'code', payments: [] },
  ...changes,
})
const payment = (amountCents = 1_947) => ({
  ...{ reference: 'E1', amountCents, receivedAt: null, method: 'pix' as const, refunds: [] },
})

test('who looks asks the provider three times a second at most, and who insists always', async () => {
  const shop = await openRounds()
  const orderId = await shop.addCharge('c1')
  const check = (force = false) => checkPaymentStatus(shop.ctx, shop.shop.customerId, orderId, { force })
  expect(await check()).toBe('pending')
  shop.shop.clock.pass(0.29 / 60)
  await check()
  expect(shop.asked()).toEqual(['c1'])
  await check(true)
  expect(shop.asked()).toEqual(['c1'])
  shop.shop.clock.pass(0.3 / 60)
  await check()
  expect(shop.asked()).toEqual(['c1'])
  // The clock was set back.
  shop.shop.clock.pass(-0.9)
  await check()
  expect(shop.asked()).toEqual([])
  shop.shop.clock.pass(-0.2)
  await check()
  expect(shop.asked()).toEqual(['c1'])
})

test('what nobody has seen yet is not asked about, and an order past its time ends as it is looked at', async () => {
  const shop = await openRounds()
  const unseen = await shop.addCharge('unseen', { payable: null })
  const check = (orderId: number) => checkPaymentStatus(shop.ctx, shop.shop.customerId, orderId, { force: true })
  expect([await check(unseen), shop.asked()]).toEqual(['pending', []])
  const orderId = await shop.addCharge('c1')
  shop.shop.clock.pass(30)
  expect([await check(orderId), shop.asked()]).toEqual(['expired', ['close c1', 'c1']])
  expect(await check(orderId)).toBe('expired')
})

test.each([
  ['paid', 'paid'],
  ['prescription_review', 'paid'],
  ['delivered', 'paid'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
  ['refunded', 'cancelled'],
  ['expired', 'expired'],
])('of an order that is %s the payment is %s', async (status, told) => {
  const shop = await openRounds()
  const orderId = await shop.addCharge('c1', {}, { status })
  expect(await checkPaymentStatus(shop.ctx, shop.shop.customerId, orderId, { force: true })).toBe(told)
  expect(shop.asked()).toEqual([])
})

test('a refusal ends its order where it is final, and else makes room for another charge', async () => {
  const refused = async (isDeclineFinal: boolean, expiresMinutes: number, isSpent = false) => {
    const shop = await openRounds({ isDeclineFinal })
    const orderId = await shop.addCharge('c1', { expiresAt: shop.minutesAgo(-expiresMinutes), isSpent })
    shop.answers.set('c1', snapshot({ state: 'refused' }))
    await handleWebhook(shop.ctx, 'pix', { references: ['c1'] } as never)
    const { isSpent: isNowSpent, state } = await shop.chargeOf('c1')
    return [await shop.statusOf(orderId), isNowSpent, state]
  }
  expect(await refused(true, 30)).toEqual(['failed', false, 'refused'])
  expect(await refused(false, 30)).toEqual(['pending_payment', true, 'refused'])
  expect(await refused(true, 0)).toEqual(['expired', false, 'refused'])
  expect(await refused(true, 30, true)).toEqual(['pending_payment', true, 'refused'])
})

test('what is not clear neither ends an order nor makes room, and is told of once', async () => {
  const shop = await openRounds()
  const orderId = await shop.addCharge('c1')
  const tell = async (changes: Partial<ChargeSnapshot>) => {
    shop.answers.set('c1', snapshot(changes))
    await handleWebhook(shop.ctx, 'pix', { references: ['c1'] } as never)
    const { isSpent, unclearReason } = await shop.chargeOf('c1')
    return [await shop.statusOf(orderId), isSpent, unclearReason, shop.warnings.length]
  }
  expect(await tell({ state: 'refused', unclearReason: 'odd' })).toEqual(['pending_payment', false, 'odd', 1])
  expect(await tell({ state: 'closed', unclearReason: 'odder' })).toEqual(['pending_payment', false, 'odder', 1])
  expect(await tell({ state: 'open' })).toEqual(['pending_payment', false, null, 1])
  expect(await tell({ state: 'closed' })).toEqual(['pending_payment', true, null, 1])
})

test('a payment pays, and one without a plausible time counts as received now', async () => {
  const shop = await openRounds()
  const orderId = await shop.addCharge('c1')
  shop.answers.set('c1', snapshot({ state: 'closed', payments: [payment()] }))
  await handleWebhook(shop.ctx, 'pix', { references: ['c1'] } as never)
  const order = await shop.shop.orders.getOrder(shop.shop.customerId, orderId)
  expect([order.status, order.paidAt, shop.warnings.length]).toEqual(['paid', shop.shop.clock.now(), 1])
  await handleWebhook(shop.ctx, 'pix', { references: ['c1'] } as never)
  expect([shop.warnings.length, (await shop.chargeOf('c1')).isSpent]).toEqual([1, false])
  const timely = await shop.addCharge('c2')
  const receivedAt = shop.minutesAgo(5)
  shop.answers.set('c2', snapshot({ state: 'closed', payments: [{ ...payment(), reference: 'E2', receivedAt }] }))
  await handleWebhook(shop.ctx, 'pix', { references: ['c2'] } as never)
  expect((await shop.shop.orders.getOrder(shop.shop.customerId, timely)).paidAt).toEqual(receivedAt)
  expect(shop.warnings).toHaveLength(1)
})

test('a call names charges of the shop, or none, and what it names wrongly is counted', async () => {
  const shop = await openRounds()
  await shop.addCharge('c1')
  const call = (...references: string[]) => handleWebhook(shop.ctx, 'pix', { references } as never)
  expect([await call('c1'), await call('c1', 'x'), await call('x', 'y'), await call()]).toEqual([
    ...['processed', 'processed', 'unknown', 'processed'],
  ])
  expect(getWebhookStats(shop.ctx)).toEqual({
    ...{ lastCallAt: shop.shop.clock.now(), invalidCount: 8, unknownChargeCount: 3 },
  })
  expect(shop.warnings).toHaveLength(3)
  await call(...Array.from({ length: 12 }, (_, nth) => `z${nth}`))
  expect(shop.warnings).toHaveLength(13)
})

test('a customer cancels what is not paid, whose charge is closed; what was paid meanwhile is not cancelled', async () => {
  const shop = await openRounds()
  const orderId = await shop.addCharge('c1')
  await cancelUnpaidOrder(shop.ctx, shop.shop.customerId, orderId)
  expect([await shop.statusOf(orderId), shop.asked()]).toEqual(['cancelled', ['c1', 'close c1', 'c1']])
  const paid = await shop.addCharge('c2')
  shop.answers.set('c2', snapshot({ state: 'closed', payments: [payment()] }))
  await expect(cancelUnpaidOrder(shop.ctx, shop.shop.customerId, paid)).rejects.toMatchObject({
    code: 'order.notCancellable',
  })
  expect(await shop.statusOf(paid)).toBe('paid')
})

test('whether a card was declined is told of the charge in use, else of the last one', async () => {
  const shop = await openRounds()
  const declined = (orderId: number) => wasLastChargeDeclined(shop.ctx, orderId)
  const orderId = await shop.addCharge('early', { state: 'refused', isSpent: true, createdAt: shop.minutesAgo(50) })
  expect(await declined(orderId)).toBe(true)
  const { db } = shop.shop.database
  const { reference: _, ...row } = await shop.chargeOf('early')
  const add = (reference: string, changes: object) =>
    db
      .insertInto('charge')
      .values({ ...row, ...changes, reference, providerId: reference, unclearAt: null, unclearReason: null })
      .execute()
  await add('late', { state: 'closed', createdAt: shop.minutesAgo(40) })
  expect(await declined(orderId)).toBe(false)
  await add('in use', { state: 'refused', isSpent: false, createdAt: shop.minutesAgo(60) })
  expect(await declined(orderId)).toBe(true)
})
