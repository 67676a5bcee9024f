import { expect, test } from 'vitest'
import { calculateInstallments } from '../../server/payments/installments.ts'
import { anyCall } from '../support/bank.ts'
import { openCardProvider } from '../support/card.ts'
import { openTestDatabase } from '../support/database.ts'
import { halfAnHour, openPixShop, standingClock, statusOf } from '../support/pix-shop.ts'
import { byOperator } from '../support/staff.ts'

/** A shop that takes cards, an order with its charge, and the id of its order at the provider. */
async function openCardShop() {
  const clock = standingClock('2026-03-02T15:00:00Z')
  const cards = await openCardProvider({ database: await openTestDatabase('sqlite'), clock })
  const shop = await openPixShop({ clock, others: (parts) => [cards.providerFor(parts)] })
  const orderId = await shop.placeOrder()
  const charge = await shop.payments.chargeOrder(shop.customerId, orderId, 'card')
  const id = charge.codeOrUrl.split('=').at(-1) ?? ''
  const report = async () => {
    for (const call of cards.reports()) await shop.payments.handleWebhook('card', call)
  }
  const check = () => shop.payments.checkPaymentStatus(shop.customerId, orderId, { force: true })
  return { ...shop, cards, card: cards.card, orderId, charge, id, report, check }
}

async function openPaidShop() {
  const shop = await openCardShop()
  await shop.card.approvePayment(shop.id, 3)
  await shop.report()
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
  return shop
}

test('the provider is told no product and no person, the sum in digits, and up to how many parts are without interest', async () => {
  const shop = await openCardShop()
  const order = await shop.card.getOrder(shop.id)
  expect(order).toMatchObject({ total_amount: '37.00', title: `Pedido ${shop.orderId}`, maxInstallments: 3 })
  expect(JSON.stringify(order)).not.toMatch(/Dipirona|Ana|example\.com"?,"?email/)
})

test('how it was paid is kept: brand and parts, and the last four digits where they are told', async () => {
  const shop = await openCardShop()
  await shop.card.approvePayment(shop.id, 3)
  await shop.cards.rewrite(shop.id, ({ transactions }) => {
    const [payment] = transactions?.payments ?? []
    if (payment?.payment_method) payment.payment_method.last_four_digits = '4242'
  })
  await shop.check()
  const [payment] = await shop.payments.listPayments(shop.orderId)
  expect(payment?.method).toEqual({ method: 'card', brand: 'visa', lastFour: '4242', installments: 3 })
})

test('a payment in review pays once it is approved; approved after the order ended, it goes back', async () => {
  const shop = await openCardShop()
  await shop.card.startPaymentReview(shop.id)
  expect(await shop.check()).toBe('pending')
  expect(await shop.payments.findCharge(shop.customerId, shop.orderId)).toMatchObject({ isInReview: true })
  shop.clock.pass(halfAnHour)
  await shop.payments.expireOrdersAndSettleCharges()
  expect([await statusOf(shop, shop.orderId), await shop.stock()]).toEqual(['expired', 10])
  // For two days nobody tells of it.
  shop.clock.pass(2 * 24 * 60 * 60)
  await shop.card.approvePayment(shop.id)
  shop.cards.reports()
  await shop.payments.expireOrdersAndSettleCharges()
  shop.clock.pass(60)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect((await shop.card.getOrder(shop.id)).transactions?.refunds).toMatchObject([{ amount: '37.00' }])
})

test('approved, refused and approved again: the order is stopped, and the money that is there in the end goes back', async () => {
  const shop = await openPaidShop()
  const become = (status: string, status_detail: string) =>
    shop.cards.rewrite(shop.id, (order) => {
      Object.assign(order, { status, status_detail })
      Object.assign(order.transactions?.payments?.[0] ?? {}, { status, status_detail })
    })
  await become('failed', 'rejected_by_issuer')
  await shop.report()
  expect(await statusOf(shop, shop.orderId)).toBe('refunded')
  expect(await shop.stock()).toBe(10)
  expect(await shop.payments.listDueRefunds()).toEqual([])
  await become('processed', 'accredited')
  await shop.report()
  await shop.payments.expireOrdersAndSettleCharges()
  shop.clock.pass(60)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect((await shop.card.getOrder(shop.id)).transactions?.refunds).toMatchObject([{ amount: '37.00' }])
})

test('a disputed payment is never returned on top: the order is stopped, and what the shop wins back is owed', async () => {
  const shop = await openPaidShop()
  await shop.card.disputePayment(shop.id, 'lost')
  await shop.report()
  expect(await statusOf(shop, shop.orderId)).toBe('refunded')
  expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([
    { status: 'refunded', restCents: 0, bankRefunds: [{ isDispute: true, amountCents: 3700 }] },
  ])
  await shop.payments.expireOrdersAndSettleCharges()
  expect((await shop.card.getOrder(shop.id)).transactions?.refunds).toEqual([])
  await shop.card.disputePayment(shop.id, 'reimbursed')
  await shop.report()
  await shop.payments.expireOrdersAndSettleCharges()
  expect((await shop.card.getOrder(shop.id)).transactions?.refunds).toMatchObject([{ amount: '37.00' }])
})

test('a dispute of which no call told is seen within a week, and nobody is asked about a payment more often', async () => {
  const shop = await openPaidShop()
  await shop.card.disputePayment(shop.id, 'lost')
  shop.cards.reports()
  shop.cards.calls.length = 0
  shop.clock.pass(6 * 24 * 60 * 60)
  await shop.payments.refreshPaidCharges()
  expect([await statusOf(shop, shop.orderId), shop.cards.calls]).toEqual(['paid', []])
  shop.clock.pass(2 * 24 * 60 * 60)
  await shop.payments.refreshPaidCharges()
  await shop.payments.refreshPaidCharges()
  expect(await statusOf(shop, shop.orderId)).toBe('refunded')
  expect(shop.cards.calls).toHaveLength(1)
  shop.clock.pass(181 * 24 * 60 * 60)
  await shop.payments.refreshPaidCharges()
  expect(shop.cards.calls).toHaveLength(1)
})

test('a dispute about an order that has arrived leaves it delivered; won, its payment counts again', async () => {
  const shop = await openPaidShop()
  for (const _ of [1, 2, 3]) await shop.orders.advanceOrder(shop.orderId, byOperator)
  await shop.card.disputePayment(shop.id, 'lost')
  await shop.report()
  expect(await statusOf(shop, shop.orderId)).toBe('delivered')
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  await shop.card.disputePayment(shop.id, 'reimbursed')
  await shop.report()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured'])
})

test('a refund whose answer is lost is asked for once; one that is refused is tried again an hour later', async () => {
  const shop = await openPaidShop()
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  const refund = /POST .*refund/
  shop.cards.troubles.hangsUp = refund
  await shop.payments.expireOrdersAndSettleCharges()
  shop.cards.troubles.hangsUp = null
  shop.clock.pass(60)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect((await shop.card.getOrder(shop.id)).transactions?.refunds).toHaveLength(1)

  const other = await openPaidShop()
  await other.orders.cancelOrRefund(other.orderId, byOperator)
  const asked = () => other.cards.calls.filter((call) => refund.test(call)).length
  // Refused for want of balance: not a fault of the token (403).
  await other.cards.rewrite(other.id, (order) =>
    Object.assign(order.transactions?.payments?.[0] ?? {}, { amount: '1.00' }),
  )
  for (const _ of [1, 2, 3]) await other.payments.expireOrdersAndSettleCharges()
  expect(asked()).toBe(1)
  expect(await other.payments.listDueRefunds()).toMatchObject([{ amountCents: 3700, requiresManualRefund: false }])
  await other.cards.rewrite(other.id, (order) =>
    Object.assign(order.transactions?.payments?.[0] ?? {}, { amount: '37.00' }),
  )
  other.clock.pass(60 * 60)
  await other.payments.expireOrdersAndSettleCharges()
  expect([asked(), await other.paymentsIn(other.orderId)]).toEqual([2, ['3700 refunded']])
})

test.each<[string, (header: (name: string) => string | undefined) => (name: string) => string | undefined]>([
  ['without a signature', () => () => undefined],
  ['with another’s', (header) => (name) => (name === 'x-signature' ? `ts=1,v1=${'0'.repeat(64)}` : header(name))],
  ['with a signature of another request', (header) => (name) => (name === 'x-request-id' ? 'another' : header(name))],
])('a call %s is refused, and nothing is read', async (_name, forge) => {
  const shop = await openCardShop()
  await shop.card.approvePayment(shop.id)
  const call = shop.cards.reports().at(-1)
  if (!call) throw new Error('the provider told nothing')
  const callsBefore = shop.cards.calls.length
  expect(await shop.payments.handleWebhook('card', { ...call, getHeader: forge(call.getHeader) })).toBe('forged')
  expect(shop.cards.calls.length).toBe(callsBefore)
  expect(await statusOf(shop, shop.orderId)).toBe('pending_payment')
  // The page asks by itself, and the same call may come again, however late.
  expect(await shop.check()).toBe('paid')
  shop.clock.pass(90 * 24 * 60 * 60)
  expect(await shop.payments.handleWebhook('card', call)).toBe('processed')
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured'])
})

test.each<[string, object]>([
  ['about another order', { external_reference: 'another' }],
  ['in another currency', { currency: 'ARS' }],
  ['with an amount that is none', { total_amount: '37,00' }],
])('an answer %s pays nothing', async (_name, change) => {
  const shop = await openCardShop()
  await shop.card.approvePayment(shop.id)
  await shop.cards.rewrite(shop.id, (order) => Object.assign(order, change))
  expect(await shop.check()).toBe('pending')
  expect(shop.warnings.at(-1)).toMatchObject({ err: { isUnavailable: false } })
})

test('of an order that the provider does not know nothing is read: no fault, and it expires in its time', async () => {
  const shop = await openCardShop()
  await shop.cards.forget(shop.id)
  expect(await shop.check()).toBe('pending')
  expect(shop.warnings).toEqual([])
  shop.clock.pass(halfAnHour)
  await shop.payments.expireOrdersAndSettleCharges()
  expect([await statusOf(shop, shop.orderId), await shop.stock()]).toEqual(['expired', 10])
  expect(shop.warnings).toEqual([])
})

test('whether a card was declined is told of the last charge, not of an earlier one', async () => {
  const shop = await openCardShop()
  await shop.cards.rewrite(shop.id, (order) => Object.assign(order, { status: 'canceled', status_detail: 'canceled' }))
  await shop.report()
  expect(await shop.payments.wasLastChargeDeclined(shop.orderId)).toBe(false)
  shop.clock.pass(60)
  const again = await shop.payments.chargeOrder(shop.customerId, shop.orderId, 'card')
  await shop.card.declinePayment(again.codeOrUrl.split('=').at(-1) ?? '')
  await shop.report()
  expect(await shop.payments.wasLastChargeDeclined(shop.orderId)).toBe(true)
})

test('a provider that has had too many calls has refused nothing: the refund is asked for again within a minute', async () => {
  const shop = await openPaidShop()
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  shop.cards.troubles.crowded = /POST .*refund/
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refund_due'])
  shop.cards.troubles.crowded = null
  shop.clock.pass(60)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
})

test('a payment of another amount goes back, and the order waits for the right one', async () => {
  const shop = await openCardShop()
  await shop.card.approvePayment(shop.id)
  await shop.cards.rewrite(shop.id, ({ transactions }) =>
    Object.assign(transactions?.payments?.[0] ?? {}, { amount: '36.99' }),
  )
  expect(await shop.check()).toBe('pending')
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3699 refunded'])
  const again = await shop.payments.chargeOrder(shop.customerId, shop.orderId, 'card')
  expect(again.reference).not.toBe(shop.charge.reference)
})

test('a provider that is away leaves the order as it is, and its webhook is not taken, so that it calls again', async () => {
  const shop = await openCardShop()
  await shop.card.approvePayment(shop.id)
  const [call] = shop.cards.reports()
  shop.cards.troubles.away = anyCall
  expect(await shop.check()).toBe('pending')
  await expect(shop.payments.handleWebhook('card', call as NonNullable<typeof call>)).rejects.toMatchObject({
    status: 503,
  })
  shop.cards.troubles.away = null
  expect(await shop.payments.handleWebhook('card', call as NonNullable<typeof call>)).toBe('processed')
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
})

test('the parts of a price come to the price, none is below the least, and none is zero', () => {
  const limits = { maxInstallments: 3, minInstallmentCents: 500 }
  expect(calculateInstallments(3777, limits)).toEqual({ count: 3, firstCents: 1259, eachCents: 1259 })
  expect(calculateInstallments(3700, limits)).toEqual({ count: 3, firstCents: 1234, eachCents: 1233 })
  expect(calculateInstallments(1499, limits)).toEqual({ count: 2, firstCents: 750, eachCents: 749 })
  expect(calculateInstallments(999, limits)).toEqual({ count: 1, firstCents: 999, eachCents: 999 })
  for (let cents = 1; cents < 5000; cents += 7) {
    const { count, firstCents, eachCents } = calculateInstallments(cents, limits)
    expect(firstCents + (count - 1) * eachCents).toBe(cents)
    expect(count === 1 || eachCents >= 500).toBe(true)
  }
})
