import { expect, test } from 'vitest'
import { createExternalProvider, ExternalReport } from '../../server/payments/external/external-provider.ts'
import { tellExternal } from '../support/payments.ts'
import { halfAnHour, openPixShop, pixCall, statusOf } from '../support/pix-shop.ts'
import { byOperator } from '../support/staff.ts'

const secret = 'known-to-the-tests-alone'
const settings = { url: 'https://pay.example.com', secret }

/** An order to be paid at the provider's page, and a function that makes the provider's calls. */
async function openExternalShop() {
  const shop = await openPixShop({ others: (parts) => [createExternalProvider({ ...parts, settings })] })
  const orderId = await shop.placeOrder()
  const { reference } = await shop.payments.chargeOrder(shop.customerId, orderId, 'external')
  const say = (status: 'paid' | 'refused' | 'refunded', paymentId = 'one', amount = 37) =>
    tellExternal(shop.payments, { payment_id: paymentId, transaction_reference: reference, status, amount }, secret)
  return { ...shop, orderId, say }
}

test('the provider’s word makes an order paid once, however often and in whatever order it comes', async () => {
  const shop = await openExternalShop()
  await Promise.all([shop.say('paid'), shop.say('paid')])
  await shop.say('refused')
  await shop.say('paid')
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured'])
  expect(shop.warnings).toEqual([])
})

test('nobody is led to the payment page once the time to pay is over, though no job has ended the order yet', async () => {
  const shop = await openExternalShop()
  const lead = async () => (await shop.payments.chargeOrder(shop.customerId, shop.orderId, 'external')).codeOrUrl
  shop.clock.pass(halfAnHour - 1)
  expect(await lead()).toContain(`order_id=${shop.orderId}`)
  shop.clock.pass(1)
  await expect(lead()).rejects.toMatchObject({ code: 'order.notPayable' })
})

test.each([
  ['another amount', 'pending_payment', 36.99],
  ['an order that is over', 'expired', 37],
])('money for %s is owed: the operator is told, and returns it where it came from', async (_name, status, amount) => {
  const shop = await openExternalShop()
  if (status === 'expired') {
    shop.clock.pass(halfAnHour)
    await shop.payments.expireOrdersAndSettleCharges()
  }
  await shop.say('paid', 'one', amount)
  await shop.say('paid', 'one', amount)
  expect(await statusOf(shop, shop.orderId)).toBe(status)
  const toReturn = { orderId: shop.orderId, reference: 'one' }
  expect(shop.warnings).toEqual([{ ...toReturn, message: 'a refund is due at the payment provider' }])
  expect(await shop.payments.listDueRefunds()).toMatchObject([
    { ...toReturn, amountCents: Math.round(amount * 100), requiresManualRefund: true },
  ])

  // No server can refund it, however often it tries.
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.payments.listDueRefunds()).toHaveLength(1)
  await shop.say('refunded')
  expect(await shop.payments.listDueRefunds()).toEqual([])
  expect(await shop.paymentsIn(shop.orderId)).toEqual([`${Math.round(amount * 100)} refunded`])
})

test('an order that the operator ends says who gives the money back: the provider’s operator, or the server for a Pix', async () => {
  const shop = await openExternalShop()
  await shop.say('paid')
  expect(await shop.orders.cancelOrRefund(shop.orderId, byOperator)).toMatchObject({
    refundCents: 3700,
    requiresManualRefund: true,
    refundedBalanceCents: 0,
  })

  shop.clock.pass(1)
  const byPix = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, byPix, 'pix')
  await shop.bank.payCharge(txid)
  await shop.payments.handleWebhook('pix', pixCall([{ txid }]))
  expect(await shop.orders.cancelOrRefund(byPix, byOperator)).toMatchObject({
    refundCents: 3700,
    requiresManualRefund: false,
    refundedBalanceCents: 0,
  })
  expect(
    (await shop.payments.listDueRefunds()).map(({ orderId, requiresManualRefund }) => [orderId, requiresManualRefund]),
  ).toEqual([
    [shop.orderId, true],
    [byPix, false],
  ])
  await shop.payments.expireOrdersAndSettleCharges()
  expect((await shop.payments.listDueRefunds()).map(({ orderId }) => orderId)).toEqual([shop.orderId])
})

test('a provider that gives back what the shop keeps is reported, its order is stopped, and nothing is owed', async () => {
  const shop = await openExternalShop()
  await shop.say('paid')
  for (const _ of [1, 2]) await shop.say('refunded')
  expect(await statusOf(shop, shop.orderId)).toBe('refunded')
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect(shop.warnings).toMatchObject([
    { orderId: shop.orderId, message: expect.stringContaining('did not ask it to') },
  ])
})

test('a provider’s refund that names another order’s payment changes neither order, whether it is captured or owed', async () => {
  const shop = await openExternalShop()
  await shop.say('paid')
  const other = await shop.placeOrder()
  const { reference } = await shop.payments.chargeOrder(shop.customerId, other, 'external')
  const mistaken = { payment_id: 'one', transaction_reference: reference, status: 'refunded', amount: 37 } as const
  await tellExternal(shop.payments, mistaken, secret)
  expect([await statusOf(shop, shop.orderId), await statusOf(shop, other)]).toEqual(['paid', 'pending_payment'])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured'])
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await tellExternal(shop.payments, mistaken, secret)
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refund_due'])
  expect(await shop.payments.listDueRefunds()).toMatchObject([{ orderId: shop.orderId, amountCents: 3700 }])
})

test('money that is reported as given back before it is reported as paid pays for nothing', async () => {
  const shop = await openExternalShop()
  await Promise.all([shop.say('refunded'), shop.say('refunded')])
  await shop.say('paid')
  expect(await statusOf(shop, shop.orderId)).toBe('pending_payment')
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])

  await shop.say('paid', 'two')
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
  expect(shop.warnings).toEqual([])
})

test('a call whose ids no database can store is no call of the provider', () => {
  const call = { payment_id: 'one', transaction_reference: 'two', status: 'paid', amount: 37 }
  expect(ExternalReport.safeParse(call).success).toBe(true)
  for (const id of ['a\0', '\0', '', 'x'.repeat(101)]) {
    for (const name of ['payment_id', 'transaction_reference']) {
      expect([name, id, ExternalReport.safeParse({ ...call, [name]: id }).success]).toEqual([name, id, false])
    }
  }
})
