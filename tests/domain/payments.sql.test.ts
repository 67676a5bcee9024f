import { expect, test } from 'vitest'
import { anyCall } from '../support/bank.ts'
import { check, openChargedShop, openPixShop, pixCall, post, statusOf } from '../support/pix-shop.ts'
import { it } from '../support/rule.ts'

test('a Pix pays the order once, though the webhook repeats and batches', async () => {
  const shop = await openChargedShop()
  const other = await shop.placeOrder(1)
  const otherCharge = await shop.payments.chargeOrder(shop.customerId, other, 'pix')
  shop.clock.pass(60)
  await shop.bank.payCharge(shop.charge.reference)
  await shop.bank.payCharge(otherCharge.reference)
  await expect.poll(() => statusOf(shop, shop.orderId)).toBe('paid')
  await expect.poll(() => statusOf(shop, other)).toBe('paid')

  const pix = [shop.charge.reference, otherCharge.reference, shop.charge.reference].map((txid) => ({
    txid,
    valor: '1.00',
  }))
  expect(await Promise.all([shop.notify({ pix }), shop.notify({ pix }), shop.notify({ pix })])).toEqual([200, 200, 200])

  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured'])
  expect(await shop.paymentsIn(other)).toEqual(['1850 captured'])
  expect(await shop.stock()).toBe(7)
  expect((await shop.orders.getOrder(shop.customerId, other)).paidAt).toEqual(shop.clock.now())
  const { unitsSold } = await shop.database.db.selectFrom('product').select('unitsSold').executeTakeFirstOrThrow()
  expect(unitsSold).toBe(3)
  expect(await check(shop, shop.orderId)).toBe('paid')
})

test('two servers that learn of one Pix at the same time make one payment of it', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  await shop.bank.payCharge(txid)
  const shops = [shop.payments, shop.openShop(), shop.openShop()]
  await Promise.all(shops.map((payments) => payments.handleWebhook('pix', pixCall([{ txid }]))))
  expect(await statusOf(shop, orderId)).toBe('paid')
  expect(await shop.paymentsIn(orderId)).toEqual(['3700 captured'])
})

it('without a webhook the shop learns by asking, at most every 0.3 seconds, or at once when the shopper asks', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  expect(await check(shop, orderId)).toBe('pending')
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  const reads = () => shop.calls().filter((call) => call === `GET /cob/${txid}`).length

  expect(await Promise.all([check(shop, orderId), check(shop, orderId)])).toEqual(['pending', 'pending'])
  expect(reads()).toBe(1)
  await shop.bank.payCharge(txid)
  shop.clock.pass(0.2)
  expect(await check(shop, orderId)).toBe('pending')
  expect(reads()).toBe(1)
  expect(await check(shop, orderId, true)).toBe('paid')
  expect(reads()).toBe(2)
})

it.each([
  ['an hour', 60 * 60],
  // As much as the clocks of two servers may differ by, too.
  ['a few seconds', 5],
])('after the clock was set back by %s a payment is still found when the shopper asks', async (_by, seconds) => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  expect(await check(shop, orderId)).toBe('pending')
  await shop.bank.payCharge(txid)
  shop.clock.pass(-seconds)
  expect(await check(shop, orderId, true)).toBe('paid')
})

it('after the clock was set back a paid order is not cancelled', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  expect(await check(shop, orderId)).toBe('pending')
  await shop.bank.payCharge(txid)
  shop.clock.pass(-5)
  await expect(shop.payments.cancelUnpaidOrder(shop.customerId, orderId)).rejects.toMatchObject({
    code: 'order.notCancellable',
  })
  expect(await statusOf(shop, orderId)).toBe('paid')
})

it('the page’s own asking waits out its 0.3 seconds', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  await check(shop, orderId)
  await shop.bank.payCharge(txid)
  shop.clock.pass(0.2)
  expect(await check(shop, orderId)).toBe('pending')
  shop.clock.pass(0.1)
  expect(await check(shop, orderId)).toBe('paid')
})

it('a bank that does not answer leaves the payment pending, and the log knows', async () => {
  const shop = await openChargedShop()
  shop.bank.troubles.away = anyCall
  expect(await check(shop, shop.orderId)).toBe('pending')
  expect(shop.warnings).toMatchObject([{ charge: shop.charge.reference, err: { isUnavailable: true } }])
  await expect(check({ ...shop, customerId: shop.customerId + 1 }, shop.orderId)).rejects.toMatchObject({
    code: 'order.unknown',
  })
})

it('a forged webhook changes nothing, and one for a stranger’s charge does not even reach the bank', async () => {
  const shop = await openChargedShop()
  const pix = {
    endToEndId: 'E12345678202009091221kkkkkkkkkkk',
    charge: shop.charge.reference,
    valor: '37.00',
    horario: '2026-03-02T15:00:00Z',
  }
  expect(await shop.notify({ pix: [pix] })).toBe(200)
  expect(await statusOf(shop, shop.orderId)).toBe('pending_payment')
  expect(await shop.paymentsIn(shop.orderId)).toEqual([])

  const callsBefore = shop.calls().length
  expect(await shop.notify({ pix: [{ ...pix, txid: 'f'.repeat(32) }] })).toBe(200)
  expect(shop.calls().slice(callsBefore)).toEqual(['POST /webhooks/pix'])
})

it('of forged webhooks that come all at once the bank hears one at a time', async () => {
  const shop = await openChargedShop()
  shop.bank.holdWebhooks()
  const { reference: txid } = shop.charge
  const readings = () => shop.calls().filter((call) => call === `GET /cob/${txid}`).length
  await Promise.all(Array.from({ length: 30 }, () => shop.payments.handleWebhook('pix', pixCall([{ txid }]))))
  expect(readings()).toBeLessThan(30)
  await shop.bank.payAnyway(txid, shop.charge.amountCents)
  await Promise.all(Array.from({ length: 30 }, () => shop.payments.handleWebhook('pix', pixCall([{ txid }]))))
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
})

it('the webhook takes what a bank may send and refuses the rest', async () => {
  const { origin } = await openPixShop()
  const send = (body: unknown) => post(`${origin}/webhooks/pix`, body)
  const one = { endToEndId: 'E12345678202009091221kkkkkkkkkkk', valor: '37.00', horario: '2026-03-02T15:00:00Z' }
  expect(await send({ pix: [one] })).toBe(200)
  expect(await send({ pix: [] })).toBe(200)
  expect(await send({ evento: 'teste_webhook' })).toBe(200)
  expect(await post(`${origin}/webhooks/pix/pix`, { pix: [one] })).toBe(200)
  for (const txid of ['\0', 'a\0b', '\ud800', "' or 1=1", 'ofAStaticQrCode']) {
    expect([txid, await send({ pix: [{ ...one, txid }] })]).toEqual([txid, 200])
  }

  expect(await send('{"pix":')).toBe(400)
  expect(await send('null')).toBe(400)
  expect(await send('[]')).toBe(400)
  expect(await send({ pix: 'all' })).toBe(400)
  expect(await send({ pix: [{ ...one, infoPagador: 'x'.repeat(70_000) }] })).toBe(413)
})

it('each entry of a webhook’s call counts for itself: odd, unknown and numerous ones keep no other from being read', async () => {
  const shop = await openChargedShop()
  shop.bank.holdWebhooks()
  await shop.bank.payCharge(shop.charge.reference)
  const strangers = Array.from({ length: 120 }, (_, at) => ({ txid: String(at).padStart(32, 'a') }))
  const odd = [{ txid: null }, { txid: 7 }, null, 'x', ['y']]
  expect(await shop.notify({ pix: [...odd, ...strangers, { txid: shop.charge.reference }] })).toBe(200)
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
  expect(shop.payments.getWebhookStats()).toMatchObject({
    invalidCount: 4,
    unknownChargeCount: 120,
    lastCallAt: shop.clock.now(),
  })
  const told = shop.warnings.filter(({ message }) => message.includes('does not know'))
  expect([told.length, told[0]?.charge]).toEqual([10, strangers[0]?.txid])
})

it('a charge that the bank refuses to tell of keeps no other one of the same call from being read', async () => {
  const shop = await openChargedShop()
  shop.bank.holdWebhooks()
  const other = await shop.placeOrder(1)
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, other, 'pix')
  await shop.bank.payCharge(txid)
  shop.bank.troubles.refuses = { test: (call) => call === `GET /cob/${shop.charge.reference}` }
  expect(await shop.notify({ pix: [{ txid: shop.charge.reference }, { txid }] })).toBe(503)
  expect(await statusOf(shop, other)).toBe('paid')
})

it('a webhook that is refused learns no more than that', async () => {
  const { origin } = await openPixShop()
  const answer = await fetch(`${origin}/webhooks/pix`, { method: 'POST', body: '{"pix":' })
  expect(await answer.text()).toBe('Bad Request')
})

it('a webhook that finds the bank away is not taken, and the bank’s next call is', async () => {
  const shop = await openChargedShop()
  shop.bank.troubles.away = /^GET/
  await shop.bank.payCharge(shop.charge.reference)
  await expect.poll(shop.webhookAnswers).toContain(503)
  expect(shop.warnings[0]).toMatchObject({ charge: shop.charge.reference, err: { isUnavailable: true } })
  expect(await statusOf(shop, shop.orderId)).toBe('pending_payment')

  shop.bank.troubles.away = null
  await expect.poll(() => statusOf(shop, shop.orderId)).toBe('paid')
  await expect.poll(shop.webhookAnswers).toContain(200)
})

test('a refused payment fails the order and returns its stock, once', async () => {
  const shop = await openChargedShop()
  expect(await shop.stock()).toBe(8)
  await shop.bank.refuseCharge(shop.charge.reference)
  const other = shop.openShop()
  expect(
    await Promise.all([
      check(shop, shop.orderId),
      other.handleWebhook('pix', pixCall([{ txid: shop.charge.reference }])),
    ]),
  ).toEqual(['failed', 'processed'])
  expect(await check(shop, shop.orderId)).toBe('failed')
  expect(await statusOf(shop, shop.orderId)).toBe('failed')
  expect(await shop.stock()).toBe(10)
})

test('what the bank holds as paid and the database does not know is listed; what came back to its payer, or is unpaid, is not', async () => {
  const shop = await openPixShop()
  const { db } = shop.database
  const day = { from: new Date('2026-03-02T03:00:00Z'), until: new Date('2026-03-09T15:00:00Z') }
  const unknown = () => shop.payments.listUnknownPayments(day)
  const orders: { id: number; txid: string }[] = []
  // More than one page of the bank's list.
  for (const name of [
    'paid',
    'lost',
    'charge lost',
    'returned',
    'not returned',
    'unpaid',
    ...Array(20).fill('other paid'),
  ]) {
    await db.updateTable('offer').set({ stock: 10 }).execute()
    const id = await shop.placeOrder(1)
    const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, id, 'pix')
    orders.push({ id, txid })
    if (name !== 'unpaid') await shop.bank.payCharge(txid)
    shop.clock.pass(1)
  }
  const [, lost, chargeLost, returned, notReturned] = orders
  await shop.payments.handleWebhook('pix', pixCall(orders.map(({ txid }) => ({ txid }))))
  expect(await unknown()).toEqual([])

  for (const order of [returned, notReturned]) {
    const { pix: [pix] = [] } = await shop.bank.getCharge(order?.txid ?? '')
    await shop.bank.putRefund(pix?.endToEndId ?? '', 'byHand', { valor: '18.50' })
  }
  await shop.bank.rewrite(notReturned?.txid ?? '', ({ pix: [pix] = [] }) => {
    for (const refund of pix?.devolucoes ?? []) refund.status = 'NAO_REALIZADO'
  })
  const gone = [lost, chargeLost, returned, notReturned].map((order) => order?.id ?? 0)
  await db.deleteFrom('payment').where('orderId', 'in', gone).execute()
  await db.deleteFrom('charge').where('orderId', 'in', gone.slice(1)).execute()
  expect(await unknown()).toEqual([
    expect.objectContaining({ orderId: lost?.id, txid: lost?.txid, amountCents: 1850, message: `Pedido ${lost?.id}` }),
    expect.objectContaining({ orderId: null, txid: chargeLost?.txid, message: `Pedido ${chargeLost?.id}` }),
    expect.objectContaining({ orderId: null, txid: notReturned?.txid, message: `Pedido ${notReturned?.id}` }),
  ])
  const before = { from: new Date('2026-02-01T03:00:00Z'), until: new Date('2026-03-02T03:00:00Z') }
  expect(await shop.payments.listUnknownPayments(before)).toEqual([])
  shop.bank.troubles.away = anyCall
  await expect(unknown()).rejects.toThrow(expect.objectContaining({ code: 'payment.unavailable' }))
})
