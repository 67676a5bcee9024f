import { expect, test } from 'vitest'
import { openChargedShop, openPixShop, statusOf } from '../support/pix-shop.ts'

test('a Pix of another amount goes back, and the order keeps waiting', async () => {
  const shop = await openChargedShop()
  await shop.bank.reviseCharge(shop.charge.txid, { valor: { original: '36.99' } })
  await shop.bank.pay(shop.charge.txid)
  await expect.poll(() => shop.paymentsIn(shop.orderId)).toEqual(['3699 refunded'])
  expect(await statusOf(shop, shop.orderId)).toBe('pending_payment')
  const { pix } = await shop.bank.findCharge(shop.charge.txid)
  expect(pix?.[0]?.devolucoes).toMatchObject([
    { id: 'refund1', valor: '36.99', status: 'DEVOLVIDO', descricao: `Devolução do pedido ${shop.orderId}` },
  ])
})

test('a second Pix for a paid order goes back, the first stays', async () => {
  const shop = await openChargedShop()
  await shop.bank.pay(shop.charge.txid)
  await expect.poll(() => statusOf(shop, shop.orderId)).toBe('paid')
  await shop.bank.rewrite(shop.charge.txid, ({ pix }) => {
    const [first] = pix ?? []
    if (first) pix?.push({ ...first, endToEndId: `E${'9'.repeat(31)}`, horario: '2026-03-02T15:05:00Z' })
  })
  expect(await shop.notify({ pix: [{ txid: shop.charge.txid }] })).toBe(200)
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured', '3700 refunded'])
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
})

test('two servers that owe the same money send it back once', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { txid } = await shop.payments.chargeOrder(shop.customerId, orderId)
  await shop.bank.reviseCharge(txid, { valor: { original: '40.00' } })
  await shop.bank.pay(txid)
  await Promise.all([shop.payments, shop.openShop()].map((payments) => payments.handlePixWebhook([{ txid }])))
  await shop.payments.expireDue()
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refunded'])
  expect((await shop.bank.findCharge(txid)).pix?.[0]?.devolucoes).toHaveLength(1)
})

test('a refund that finds the bank away is made when it is back', async () => {
  const shop = await openChargedShop()
  await shop.bank.reviseCharge(shop.charge.txid, { valor: { original: '40.00' } })
  shop.bank.troubles.away = /devolucao/
  await shop.bank.pay(shop.charge.txid)
  await expect.poll(shop.webhookAnswers).toEqual([200])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['4000 refund_due'])

  shop.bank.troubles.away = null
  await shop.payments.expireDue()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['4000 refunded'])
})

test('a refund whose answer was lost is not made twice', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { txid } = await shop.payments.chargeOrder(shop.customerId, orderId)
  await shop.bank.reviseCharge(txid, { valor: { original: '40.00' } })
  await shop.bank.pay(txid)
  shop.bank.troubles.hangsUp = /devolucao/
  await shop.payments.handlePixWebhook([{ txid }])
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refund_due'])
  shop.bank.troubles.hangsUp = null
  await shop.payments.expireDue()
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refunded'])
  expect(shop.calls().filter((call) => call.includes('devolucao'))).toHaveLength(1)
})

test('a refund under way is waited for; one the bank could not carry out is asked for again an hour later', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { txid } = await shop.payments.chargeOrder(shop.customerId, orderId)
  await shop.bank.reviseCharge(txid, { valor: { original: '40.00' } })
  await shop.bank.pay(txid)
  shop.bank.troubles.hangsUp = /devolucao/
  await shop.payments.handlePixWebhook([{ txid }])
  shop.bank.troubles.hangsUp = null
  const refunds = () => shop.calls().filter((call) => call.includes('devolucao'))
  const refundBecomes = (status: string) =>
    shop.bank.rewrite(txid, ({ pix }) => {
      const [refund] = pix?.[0]?.devolucoes ?? []
      if (refund) refund.status = status
    })

  await refundBecomes('NAO_REALIZADO')
  shop.clock.pass(60 * 60 - 1)
  await shop.payments.expireDue()
  await refundBecomes('EM_PROCESSAMENTO')
  shop.clock.pass(60 * 60)
  await shop.payments.expireDue()
  expect(refunds()).toHaveLength(1)
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refund_due'])

  await refundBecomes('NAO_REALIZADO')
  await shop.payments.expireDue()
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refunded'])
  expect(refunds().map((call) => call.split('/').at(-1))).toEqual(['refund1', 'refund2'])
  expect(shop.warnings.at(-1)).toMatchObject({ message: 'the bank could not carry out a refund' })
})

test('a webhook that comes after the order ended sends the money back', async () => {
  const shop = await openChargedShop()
  await shop.orders.expireOrder(shop.orderId)
  await shop.bank.pay(shop.charge.txid)
  await expect.poll(() => shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect(await statusOf(shop, shop.orderId)).toBe('expired')
  expect(await shop.stock()).toBe(10)
})
