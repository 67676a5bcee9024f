import { expect, test } from 'vitest'
import { beginRest, endRest } from '../../server/database/rest.ts'
import { findPaymentMethod } from '../../server/receipts/order-payments.ts'
import { readLetters } from '../support/letters.ts'
import { receivePix } from '../support/payments.ts'
import { openChargedShop, openPixShop, pixCall, statusOf } from '../support/pix-shop.ts'
import { it } from '../support/rule.ts'
import { byOperator } from '../support/staff.ts'

test('a Pix of another amount goes back, and the order keeps waiting', async () => {
  const shop = await openChargedShop()
  await shop.bank.reviseCharge(shop.charge.reference, { valor: { original: '36.99' } })
  await shop.bank.payCharge(shop.charge.reference)
  await expect.poll(() => shop.paymentsIn(shop.orderId)).toEqual(['3699 refunded'])
  expect(await statusOf(shop, shop.orderId)).toBe('pending_payment')
  const { pix } = await shop.bank.getCharge(shop.charge.reference)
  expect(pix?.[0]?.devolucoes).toMatchObject([
    { id: 'refund1', valor: '36.99', status: 'DEVOLVIDO', descricao: `Devolução do pedido ${shop.orderId}` },
  ])
})

it('a second Pix for a paid order goes back, the first stays', async () => {
  const shop = await openChargedShop()
  await shop.bank.payCharge(shop.charge.reference)
  await expect.poll(() => statusOf(shop, shop.orderId)).toBe('paid')
  await shop.bank.rewrite(shop.charge.reference, ({ pix }) => {
    const [first] = pix ?? []
    if (first) pix?.push({ ...first, endToEndId: `E${'9'.repeat(31)}`, horario: '2026-03-02T15:05:00Z' })
  })
  expect(await shop.notify({ pix: [{ txid: shop.charge.reference }] })).toBe(200)
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured', '3700 refunded'])
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
})

it('a second Pix that was back with its payer before the shop heard of it takes nothing off what the order brings', async () => {
  const shop = await openPaidShop()
  await shop.bank.rewrite(shop.charge.reference, ({ pix }) => {
    const [first] = pix ?? []
    const horario = '2026-03-02T15:05:00Z'
    const times = { solicitacao: horario, liquidacao: horario }
    const refund = {
      id: 'D1',
      rtrId: 'D1',
      valor: '37.00',
      status: 'DEVOLVIDO',
      natureza: 'ORIGINAL' as const,
      horario: times,
    }
    if (first) pix?.push({ ...first, endToEndId: `E${'9'.repeat(31)}`, horario, devolucoes: [refund] })
  })
  expect(await shop.notify({ pix: [{ txid: shop.charge.reference }] })).toBe(200)
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured', '3700 refunded'])
  expect(await shop.orders.queue.listByIds([shop.orderId])).toMatchObject([{ status: 'paid', totalCents: 3700 }])
})

it('an order is paid by what it kept, not by a card payment that was back with its payer before the shop heard of it', async () => {
  const shop = await openChargedShop()
  await receivePix(shop, shop.orderId)
  const back = {
    provider: 'card',
    reference: 'back',
    orderId: shop.orderId,
    amountCents: 3700,
    method: 'card',
  } as const
  const receivedAt = shop.clock.now()
  await shop.database.db
    .insertInto('payment')
    .values({ ...back, status: 'refunded', receivedAt })
    .execute()
  expect(await shop.payments.loadPaymentMethods([shop.orderId])).toEqual(new Map([[shop.orderId, 'pix']]))
  expect(await findPaymentMethod(shop.ctx, shop.orderId)).toMatchObject({ method: 'pix' })
})

test('two servers that owe the same money send it back once', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  await shop.bank.reviseCharge(txid, { valor: { original: '40.00' } })
  await shop.bank.payCharge(txid)
  await Promise.all(
    [shop.payments, shop.openShop()].map((payments) => payments.handleWebhook('pix', pixCall([{ txid }]))),
  )
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refunded'])
  expect((await shop.bank.getCharge(txid)).pix?.[0]?.devolucoes).toHaveLength(1)
})

it('a refund that finds the bank away is made when it is back', async () => {
  const shop = await openChargedShop()
  await shop.bank.reviseCharge(shop.charge.reference, { valor: { original: '40.00' } })
  shop.bank.troubles.away = /devolucao/
  await shop.bank.payCharge(shop.charge.reference)
  await expect.poll(shop.webhookAnswers).toEqual([200])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['4000 refund_due'])

  shop.bank.troubles.away = null
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['4000 refunded'])
})

it('a restored copy at rest hears of a payment and sends none of it back; once it is the shop, it does', async () => {
  const shop = await openPixShop()
  await beginRest(shop.database.db, 'live', shop.clock.now())
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  await shop.bank.reviseCharge(txid, { valor: { original: '40.00' } })
  await shop.bank.payCharge(txid)
  await shop.payments.handleWebhook('pix', pixCall([{ txid }]))
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refund_due'])

  await endRest(shop.database)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refunded'])
})

it('a refund whose answer was lost is not made twice', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  await shop.bank.reviseCharge(txid, { valor: { original: '40.00' } })
  await shop.bank.payCharge(txid)
  shop.bank.troubles.hangsUp = /devolucao/
  await shop.payments.handleWebhook('pix', pixCall([{ txid }]))
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refund_due'])
  shop.bank.troubles.hangsUp = null
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refunded'])
  expect(shop.calls().filter((call) => call.includes('devolucao'))).toHaveLength(1)
})

it('a refund under way is waited for; one the bank could not carry out is asked for again an hour later', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  await shop.bank.reviseCharge(txid, { valor: { original: '40.00' } })
  await shop.bank.payCharge(txid)
  shop.bank.troubles.hangsUp = /devolucao/
  await shop.payments.handleWebhook('pix', pixCall([{ txid }]))
  shop.bank.troubles.hangsUp = null
  const refunds = () => shop.calls().filter((call) => call.includes('devolucao'))
  const refundBecomes = (status: string) =>
    shop.bank.rewrite(txid, ({ pix }) => {
      const [refund] = pix?.[0]?.devolucoes ?? []
      if (refund) refund.status = status
    })

  await refundBecomes('NAO_REALIZADO')
  shop.clock.pass(60 * 60 - 1)
  await shop.payments.expireOrdersAndSettleCharges()
  await refundBecomes('EM_PROCESSAMENTO')
  shop.clock.pass(60 * 60)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(refunds()).toHaveLength(1)
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refund_due'])

  await refundBecomes('NAO_REALIZADO')
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(orderId)).toEqual(['4000 refunded'])
  expect(refunds().map((call) => call.split('/').at(-1))).toEqual(['refund1', 'refund2'])
  expect(shop.warnings.at(-1)).toMatchObject({ message: 'the payment provider could not carry out a refund' })
})

test('a webhook that comes after the order ended sends the money back', async () => {
  const shop = await openChargedShop()
  await shop.orders.endUnpaidOrder(shop.orderId, 'expire', { kind: 'job' })
  await shop.bank.payCharge(shop.charge.reference)
  await expect.poll(() => shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect(await statusOf(shop, shop.orderId)).toBe('expired')
  expect(await shop.stock()).toBe(10)
})

type ChargedShop = Awaited<ReturnType<typeof openChargedShop>>

async function openPaidShop() {
  const shop = await openChargedShop()
  await shop.bank.payCharge(shop.charge.reference)
  await expect.poll(() => statusOf(shop, shop.orderId)).toBe('paid')
  return shop
}

/** The bank gives money back by itself, under an id of its own, and calls the webhook as for any refund. */
async function returnByItself(shop: ChargedShop, valor: string, id = 'D123') {
  const { pix = [] } = await shop.bank.getCharge(shop.charge.reference)
  await shop.bank.putRefund(pix[0]?.endToEndId ?? '', id, { valor })
  await expect
    .poll(() => shop.database.db.selectFrom('bankRefund').selectAll().where('orderId', '=', shop.orderId).execute())
    .not.toEqual([])
  await expect.poll(shop.webhookAnswers).toEqual(expect.not.arrayContaining([0]))
}

/** Id and amount of everything the bank sent back, oldest first. */
async function returnedBy(shop: ChargedShop) {
  const { pix = [] } = await shop.bank.getCharge(shop.charge.reference)
  return pix.flatMap(({ devolucoes = [] }) => devolucoes.map(({ id, valor }) => `${id} ${valor}`))
}

const lettersTo = async (shop: ChargedShop) => (await readLetters(shop.database)).reverse()

test('an order whose whole Pix the bank returned by itself is stopped, its stock is back, and nothing is owed', async () => {
  const shop = await openPaidShop()
  await returnByItself(shop, '37.00')
  await expect.poll(() => statusOf(shop, shop.orderId)).toBe('refunded')
  expect(await shop.stock()).toBe(10)
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect(await shop.payments.listDueRefunds()).toEqual([])
  await expect(shop.orders.cancelOrRefund(shop.orderId, byOperator)).rejects.toThrow()
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await returnedBy(shop)).toEqual(['D123 37.00'])
  const [letter] = await lettersTo(shop)
  expect(letter?.subject).toBe(`O pedido ${shop.orderId} foi encerrado`)
  expect(letter?.textBody).not.toMatch(/Vamos devolver/)
  expect(shop.warnings.at(-1)).toMatchObject({
    charge: shop.charge.reference,
    orderId: shop.orderId,
    message: 'the payment provider returned money that the shop did not ask it to',
  })
})

it('a payment of which nothing is left to return is not among those owed', async () => {
  const shop = await openPaidShop()
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  expect(await shop.payments.listDueRefunds()).toMatchObject([{ amountCents: 3700 }])
  const ownPayment = shop.database.db.selectFrom('payment').select('id').where('orderId', '=', shop.orderId)
  const { id } = await ownPayment.executeTakeFirstOrThrow()
  const noticed = { orderId: shop.orderId, paymentId: id, noticedAt: shop.clock.now() }
  await shop.database.db
    .insertInto('bankRefund')
    .values({ ...noticed, refundId: 'D123', amountCents: 3700, status: 'returned' })
    .execute()
  expect(await shop.payments.listDueRefunds()).toEqual([])
})

it('of an order of which the bank returned a part by itself the rest alone goes back when it is cancelled', async () => {
  const shop = await openPaidShop()
  await returnByItself(shop, '7.00')
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
  expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([
    { restCents: 3000, bankRefunds: [{ id: 'D123', amountCents: 700, status: 'returned' }] },
  ])
  expect(await shop.orders.cancelOrRefund(shop.orderId, byOperator)).toMatchObject({ refundCents: 3000 })
  expect(await shop.payments.listDueRefunds()).toMatchObject([{ amountCents: 3000 }])
  for (const _ of [1, 2]) await shop.payments.expireOrdersAndSettleCharges()
  expect(await returnedBy(shop)).toEqual(['D123 7.00', 'refund1 30.00'])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect(shop.bank.offences()).toEqual([])
})

it('what the bank returned without calling the webhook is seen when the refund is made, and not returned twice', async () => {
  const shop = await openPaidShop()
  shop.bank.holdWebhooks()
  const { pix = [] } = await shop.bank.getCharge(shop.charge.reference)
  await shop.bank.putRefund(pix[0]?.endToEndId ?? '', 'D1', { valor: '37.00' })
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await returnedBy(shop)).toEqual(['D1 37.00'])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect(await statusOf(shop, shop.orderId)).toBe('cancelled')
})

it('a refund that the bank has under way by itself stops nothing, and is the shop’s to make if it fails', async () => {
  const shop = await openPaidShop()
  shop.bank.holdWebhooks()
  const { pix = [] } = await shop.bank.getCharge(shop.charge.reference)
  await shop.bank.putRefund(pix[0]?.endToEndId ?? '', 'D1', { valor: '37.00' })
  const becomes = (status: string) =>
    shop.bank.rewrite(shop.charge.reference, ({ pix }) => {
      const [refund] = pix?.[0]?.devolucoes ?? []
      if (refund) refund.status = status
    })
  await becomes('EM_PROCESSAMENTO')
  await shop.notify({ pix: [{ txid: shop.charge.reference }] })
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refund_due'])
  await becomes('NAO_REALIZADO')
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await returnedBy(shop)).toEqual(['D1 37.00', 'refund1 37.00'])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
})

it('a payment that came back whole stays so while the bank makes one of its refunds anew', async () => {
  const shop = await openPaidShop()
  await returnByItself(shop, '37.00')
  await expect.poll(() => shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  const become = (...statuses: string[]) =>
    shop.bank.rewrite(shop.charge.reference, ({ pix }) => {
      const [first] = pix?.[0]?.devolucoes ?? []
      if (!pix?.[0] || !first) throw new Error('the bank returned nothing')
      pix[0].devolucoes = statuses.map((status, at) => ({ ...first, id: `D${123 + at}`, status }))
    })
  await become('NAO_REALIZADO', 'EM_PROCESSAMENTO')
  await shop.notify({ pix: [{ txid: shop.charge.reference }] })
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  await become('NAO_REALIZADO', 'NAO_REALIZADO')
  await shop.notify({ pix: [{ txid: shop.charge.reference }] })
  expect(await returnedBy(shop)).toEqual(['D123 37.00', 'D124 37.00', 'refund1 37.00'])
})

it('a refund of the shop’s own that its database lost with a restore counts as returned', async () => {
  const shop = await openPaidShop()
  await returnByItself(shop, '7.00', 'refund1')
  expect(await shop.orders.cancelOrRefund(shop.orderId, byOperator)).toMatchObject({ refundCents: 3000 })
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await returnedBy(shop)).toEqual(['refund1 7.00', 'refund2 30.00'])
})

it('what is taken out is never more than the bank still has of the Pix', async () => {
  const shop = await openPaidShop()
  await returnByItself(shop, '20.00')
  const removal = { orderId: shop.orderId, productId: 1, units: 1, expectedUnits: 2 }
  await expect(shop.orders.removeUnits(removal, byOperator)).rejects.toMatchObject({ code: 'removal.returned' })
  expect((await shop.orders.getOrder(shop.customerId, shop.orderId)).shortPickedCents).toBe(0)
})

it('an order that has left the shop goes on when the bank returns its Pix, and nothing is owed for it', async () => {
  const shop = await openPaidShop()
  for (const step of ['pick', 'dispatch'] as const) await shop.orders.advanceOrder(shop.orderId, step, byOperator)
  await returnByItself(shop, '37.00')
  await expect.poll(() => shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect(await statusOf(shop, shop.orderId)).toBe('out_for_delivery')
  expect(await shop.orders.cancelOrRefund(shop.orderId, byOperator)).toMatchObject({ refundCents: 0 })
})

test('a Pix that the order cannot take is told to its customer with the reason, and is paid again with another charge', async () => {
  const shop = await openChargedShop()
  await shop.bank.reviseCharge(shop.charge.reference, { valor: { original: '36.99' } })
  await shop.bank.payCharge(shop.charge.reference)
  await expect.poll(() => shop.paymentsIn(shop.orderId)).toEqual(['3699 refunded'])
  const [letter] = await lettersTo(shop)
  expect(letter?.subject).toBe(`Pagamento devolvido: pedido ${shop.orderId}`)
  expect(letter?.textBody).toMatch(/pagamento de R\$\s36,99, mas o valor deste pedido é R\$\s37,00/)
  expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([{ reason: 'amount' }])

  // Its code is paid already.
  expect(await shop.payments.findCharge(shop.customerId, shop.orderId)).toBeNull()
  const again = await shop.payments.chargeOrder(shop.customerId, shop.orderId, 'pix')
  expect(again.reference).not.toBe(shop.charge.reference)
  await shop.bank.payCharge(again.reference)
  await expect.poll(() => statusOf(shop, shop.orderId)).toBe('paid')
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3699 refunded', '3700 captured'])
})

it('after a payment of a wrong amount the next one is late, not a second one', async () => {
  const shop = await openChargedShop()
  await receivePix(shop, shop.orderId, { reference: 'E1', amountCents: 3699 })
  await shop.orders.endUnpaidOrder(shop.orderId, 'expire', { kind: 'job' })
  await receivePix(shop, shop.orderId, { reference: 'E2' })
  const payments = await shop.payments.listPayments(shop.orderId)
  expect(payments.map(({ reference, reason }) => [reference, reason]).sort()).toEqual([
    ['E1', 'amount'],
    ['E2', 'late'],
  ])
})

it('a late Pix and a second one say so to the customer', async () => {
  const shop = await openChargedShop()
  await shop.orders.endUnpaidOrder(shop.orderId, 'expire', { kind: 'job' })
  await shop.bank.payCharge(shop.charge.reference)
  await expect.poll(() => shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  const [late] = await lettersTo(shop)
  expect(late?.textBody).toMatch(/R\$\s37,00 depois que este pedido terminou/)

  const paid = await openPaidShop()
  await paid.bank.rewrite(paid.charge.reference, ({ pix }) => {
    const [first] = pix ?? []
    if (first) pix?.push({ ...first, endToEndId: `E${'9'.repeat(31)}` })
  })
  await paid.notify({ pix: [{ txid: paid.charge.reference }] })
  const [second] = await lettersTo(paid)
  expect(second?.textBody).toMatch(/outro pagamento de R\$\s37,00, e este pedido já estava pago/)
})

it('a bank’s charge below the order’s total is refused: nothing is captured for it', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  shop.bank.troubles.hangsUp = /PUT .cob/
  await expect(shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).rejects.toMatchObject({
    code: 'payment.unavailable',
  })
  shop.bank.troubles.hangsUp = null
  const [made] = await shop.bank.listCharges()
  await shop.bank.reviseCharge(made?.txid ?? '', { valor: { original: '36.99' } })
  await expect(shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).rejects.toMatchObject({
    code: 'payment.unavailable',
  })
  expect(await shop.payments.findCharge(shop.customerId, orderId)).toBeNull()
})
