import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { calculateInstallments } from '../../server/payments/installments.ts'
import { anyCall } from '../support/bank.ts'
import { openCardProvider } from '../support/card.ts'
import { openTestDatabase } from '../support/database.ts'
import { readLetters } from '../support/letters.ts'
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
  expect(payment?.method).toEqual({
    method: 'card',
    brand: 'visa',
    lastFour: '4242',
    installments: 3,
    doorMethod: null,
  })
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
  const become = (status: string, statusDetail: string) =>
    shop.cards.rewrite(shop.id, (order) => {
      Object.assign(order, { status, status_detail: statusDetail })
      Object.assign(order.transactions?.payments?.[0] ?? {}, { status, status_detail: statusDetail })
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
  for (const step of ['pick', 'dispatch', 'deliver'] as const)
    await shop.orders.advanceOrder(shop.orderId, step, byOperator)
  await shop.card.disputePayment(shop.id, 'lost')
  await shop.report()
  expect(await statusOf(shop, shop.orderId)).toBe('delivered')
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  await shop.card.disputePayment(shop.id, 'reimbursed')
  await shop.report()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured'])
  expect((await shop.orders.getOrder(shop.customerId, shop.orderId)).net.paidBackCents).toBe(0)
  expect(await shop.orders.cancelOrRefund(shop.orderId, byOperator)).toMatchObject({ refundCents: 3700 })
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

/** Takes one of the two units out, which owes 18.50. */
const removeUnit = (shop: Awaited<ReturnType<typeof openPaidShop>>) =>
  shop.orders.removeUnits({ orderId: shop.orderId, productId: 1, units: 1, expectedUnits: 2 }, byOperator)

async function openPickingShop() {
  const shop = await openPaidShop()
  await shop.orders.advanceOrder(shop.orderId, 'pick', byOperator)
  const refundAtPanel = async (amount: string, key = 'panel') => {
    const { transactions } = await shop.card.getOrder(shop.id)
    await shop.card.refundOrder(shop.id, key, { transactions: [{ id: transactions?.payments?.[0]?.id, amount }] })
    await shop.report()
  }
  const amountsReturned = async () =>
    (await shop.card.getOrder(shop.id)).transactions?.refunds?.map(({ amount }) => amount)
  const settle = async () => {
    for (const _ of [1, 2]) {
      shop.clock.pass(60)
      await shop.payments.expireOrdersAndSettleCharges()
    }
  }
  return { ...shop, refundAtPanel, amountsReturned, settle }
}

const refundCall = /POST .*refund/
const byItself = 'the payment provider returned money that the shop did not ask it to'
const byAmount = 'a refund was matched by its amount alone'

test('a refund of the same amount made at the panel is not taken for the shop’s own, whose request was lost', async () => {
  const shop = await openPickingShop()
  shop.cards.troubles.away = refundCall
  await removeUnit(shop)
  await shop.payments.expireOrdersAndSettleCharges()
  shop.cards.troubles.away = null
  await shop.refundAtPanel('18.50')
  await shop.settle()
  expect(await shop.amountsReturned()).toEqual(['18.50', '18.50'])
  expect(shop.warnings.map(({ message }) => message)).toContain(byItself)
  expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([
    { bankRefunds: [{ amountCents: 1850 }], isRefundMatchedByAmount: false },
  ])
  expect(await shop.payments.listDueRefunds()).toEqual([])
})

test('a refund that was carried out though its answer was lost is the shop’s own, and is not made twice', async () => {
  const shop = await openPickingShop()
  await removeUnit(shop)
  shop.cards.troubles.hangsUp = refundCall
  await shop.payments.expireOrdersAndSettleCharges()
  shop.cards.troubles.hangsUp = null
  await shop.settle()
  expect(await shop.amountsReturned()).toEqual(['18.50'])
  expect(shop.warnings.map(({ message }) => message)).not.toContain(byItself)
  expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([
    { bankRefunds: [], isRefundMatchedByAmount: false },
  ])
})

test('where either of two refunds may be the shop’s own, the money is right, and staff are told', async () => {
  const shop = await openPickingShop()
  await removeUnit(shop)
  shop.cards.troubles.hangsUp = refundCall
  await shop.payments.expireOrdersAndSettleCharges()
  shop.cards.troubles.hangsUp = null
  // The panel's own, before the shop has read anything.
  await shop.refundAtPanel('18.50')
  await shop.settle()
  expect(await shop.amountsReturned()).toEqual(['18.50', '18.50'])
  const messages = shop.warnings.map(({ message }) => message)
  expect(messages).toEqual(expect.arrayContaining([byItself, byAmount]))
  expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([{ isRefundMatchedByAmount: true }])
})

test.each<[string, object]>([
  ['amounts as numbers', { total_amount: 37, payment: { amount: 37.0 } }],
  ['one decimal', { payment: { amount: '37.0' } }],
  ['installments as a text', { payment: { payment_method: { id: 'master', installments: '1' } } }],
  ['no details of the method', { payment: { payment_method: 'credit_card', status_detail: null } }],
  ['times that are none', { created_date: 7, last_updated_date: null, payment: { date_approved: 'ontem' } }],
])('an answer with %s pays all the same', async (_name, { payment, ...order }: { payment?: object }) => {
  const shop = await openCardShop()
  await shop.card.approvePayment(shop.id)
  await shop.cards.rewrite(shop.id, (stored) => {
    Object.assign(stored, order)
    Object.assign(stored.transactions?.payments?.[0] ?? {}, payment)
  })
  expect(await shop.check()).toBe('paid')
})

test('a paid card whose amount cannot be read keeps its order, and a person is told', async () => {
  const shop = await openCardShop()
  await shop.card.approvePayment(shop.id)
  await shop.cards.rewrite(shop.id, ({ transactions }) =>
    Object.assign(transactions?.payments?.[0] ?? {}, { amount: '37,00' }),
  )
  shop.clock.pass(halfAnHour)
  for (const _ of [1, 2, 3]) await shop.payments.expireOrdersAndSettleCharges()
  expect([await statusOf(shop, shop.orderId), await shop.stock()]).toEqual(['pending_payment', 8])
  expect(await shop.payments.listUnclearCharges()).toMatchObject([{ orderId: shop.orderId, provider: 'card' }])
})

test('a refund without its payment is the only payment’s, and its amount may be a number', async () => {
  const shop = await openPaidShop()
  await shop.cards.rewrite(shop.id, ({ transactions }) =>
    Object.assign(transactions ?? {}, { refunds: [{ id: 'REF01MANUAL', amount: 37, status: 'processed' }] }),
  )
  await shop.report()
  expect(await statusOf(shop, shop.orderId)).toBe('refunded')
})

test('while a dispute cannot be read, its payment is not given back beside it, and a person is told', async () => {
  const shop = await openPaidShop()
  await shop.cards.rewrite(shop.id, ({ transactions }) => {
    const [payment] = transactions?.payments ?? []
    const dispute = { id: 'CHB01', transaction_id: payment?.id ?? '', amount: 'tudo', status: 'settled' }
    Object.assign(transactions ?? {}, { chargebacks: [dispute] })
  })
  await shop.report()
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await shop.payments.expireOrdersAndSettleCharges()
  expect((await shop.card.getOrder(shop.id)).transactions?.refunds).toEqual([])
  expect(await shop.payments.listUnclearCharges()).toMatchObject([{ orderId: shop.orderId, provider: 'card' }])
})

test.each(['documentation_pending', 'in_process', 'um_dia_novo'])(
  'a dispute that is %s takes no money yet: the order goes on, staff read the word, and only a lost one stops it',
  async (status) => {
    const shop = await openPaidShop()
    const dispute = (word: string) =>
      shop.cards.rewrite(shop.id, (order) => {
        const [payment] = order.transactions?.payments ?? []
        Object.assign(order, { status: 'charged_back', status_detail: 'in_process' })
        Object.assign(payment ?? {}, { status: 'charged_back', status_detail: 'in_process' })
        Object.assign(order.transactions ?? {}, {
          chargebacks: [{ id: 'CHB01', transaction_id: payment?.id, status: word }],
        })
      })
    await dispute(status)
    await shop.report()
    expect(await statusOf(shop, shop.orderId)).toBe('paid')
    expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([
      { status: 'captured', bankRefunds: [{ isDispute: true, status: 'under_way', providerStatus: status }] },
    ])
    // Nobody tells how it ends.
    await dispute('settled')
    shop.cards.reports()
    shop.clock.pass(24 * 60 * 60)
    await shop.payments.expireOrdersAndSettleCharges()
    expect(await statusOf(shop, shop.orderId)).toBe('refunded')
    expect((await shop.card.getOrder(shop.id)).transactions?.refunds).toEqual([])
  },
)

test('an order that expires while its card is in review says so by letter, and a late approval goes back on any day', async () => {
  const shop = await openCardShop()
  await shop.card.startPaymentReview(shop.id)
  expect(await shop.check()).toBe('pending')
  shop.clock.pass(halfAnHour)
  await shop.payments.expireOrdersAndSettleCharges()
  const letters = await readLetters(shop.database)
  expect(letters.filter(({ kind }) => kind === 'orderExpiredInReview')).toMatchObject([
    { textBody: expect.stringContaining('continua em análise') },
  ])
  expect(await shop.payments.hasChargeInReview(shop.orderId)).toBe(true)
  shop.cards.reports()
  const calls = () => shop.cards.calls.filter((call) => call.startsWith('GET')).length
  const before = calls()
  for (let hour = 0; hour < 11 * 24; hour += 1) {
    shop.clock.pass(60 * 60)
    await shop.payments.expireOrdersAndSettleCharges()
  }
  // Ever more rarely.
  expect(calls() - before).toBeLessThan(11 * 24)
  await shop.card.approvePayment(shop.id)
  shop.cards.reports()
  shop.clock.pass(24 * 60 * 60)
  for (const _ of [1, 2]) await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect(await shop.payments.hasChargeInReview(shop.orderId)).toBe(false)
})

const upper = (text: string) => text.toUpperCase()
const lower = (text: string) => text.toLowerCase()
const wrong = '0'.repeat(64)

test.each<[string, (text: string) => string, (text: string) => string, (ts: string, v1: string) => string]>([
  ['as it is', upper, upper, (ts, v1) => `ts=${ts},v1=${v1}`],
  ['in lower case, for a query in capitals', upper, lower, (ts, v1) => `ts=${ts},v1=${v1}`],
  ['in capitals, for a query in lower case', lower, upper, (ts, v1) => `ts=${ts},v1=${v1}`],
  ['in lower case both', lower, lower, (ts, v1) => `ts=${ts},v1=${v1}`],
  ['first of two', upper, lower, (ts, v1) => `ts=${ts},v1=${v1},v1=${wrong}`],
  ['last of two', upper, lower, (ts, v1) => `ts=${ts},v1=${wrong},v1=${v1}`],
  ['before its time, with spaces', upper, lower, (ts, v1) => ` v1 = ${upper(v1)} , ts = ${ts} `],
])('a call signed %s is believed', async (_name, spellQuery, spellSigned, write) => {
  const shop = await openCardShop()
  await shop.card.approvePayment(shop.id)
  shop.cards.reports()
  const signed = `id:${spellSigned(shop.id)};request-id:r1;ts:1;`
  const v1 = createHmac('sha256', shop.cards.settings.webhookSecret).update(signed).digest('hex')
  const headers: Record<string, string> = { 'x-signature': write('1', v1), 'x-request-id': 'r1' }
  const query = new URLSearchParams({ 'data.id': spellQuery(shop.id), type: 'order' })
  const call = { body: Buffer.from('{}'), getHeader: (name: string) => headers[name], query }
  expect(await shop.payments.handleWebhook('card', call)).toBe('processed')
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
})
