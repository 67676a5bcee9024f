import { expect, test } from 'vitest'
import { parseBrCode } from '../../server/payments/pix/br-code.ts'
import { anyCall } from '../support/bank.ts'
import { halfAnHour, openPixShop, statusOf } from '../support/pix-shop.ts'

test('an order gets one charge, for its total and the rest of its time, that says nothing of what was bought', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  shop.clock.pass(90)

  expect(await shop.payments.findCharge(shop.customerId, orderId)).toBeNull()
  const charge = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')

  expect(charge).toMatchObject({ amountCents: 3700, expiresAt: new Date('2026-03-02T15:30:00Z') })
  expect(charge.reference).toMatch(/^[a-zA-Z0-9]{26,35}$/)
  expect(parseBrCode(charge.codeOrUrl)).toMatchObject({ isOneTime: true, name: 'Farmacia Ipe', city: 'SAO PAULO' })
  const asked = shop.bank.traffic.find(({ method }) => method === 'PUT')
  expect(asked?.body).toEqual({
    calendario: { expiracao: 1710 },
    valor: { original: '37.00' },
    chave: expect.any(String),
    solicitacaoPagador: `Pedido ${orderId}`,
  })

  const callsBefore = shop.calls().length
  expect(await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).toEqual(charge)
  expect(await shop.payments.findCharge(shop.customerId, orderId)).toEqual(charge)
  expect(shop.calls()).toHaveLength(callsBefore)
})

test('asked for twice at once there is one charge, and both get it', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const other = shop.openShop()
  const [first, second] = await Promise.all([
    shop.payments.chargeOrder(shop.customerId, orderId, 'pix'),
    other.chargeOrder(shop.customerId, orderId, 'pix'),
  ])
  expect(second).toEqual(first)
  expect(await shop.bank.listCharges()).toMatchObject([{ txid: first.reference }])
})

test('an order is charged only for its customer, and only while it waits', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  await expect(shop.payments.chargeOrder(shop.customerId + 1, orderId, 'pix')).rejects.toMatchObject({
    code: 'order.unknown',
  })
  await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  expect(await shop.payments.findCharge(shop.customerId + 1, orderId)).toBeNull()

  const late = await shop.placeOrder()
  shop.clock.pass(halfAnHour)
  await expect(shop.payments.chargeOrder(shop.customerId, late, 'pix')).rejects.toMatchObject({
    code: 'order.notPayable',
  })
  await shop.payments.expireOrdersAndSettleCharges()
  await expect(shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).rejects.toMatchObject({
    code: 'order.notPayable',
  })
})

/** Of the order's one charge, which nobody was told of. */
async function txidOf({ database }: Awaited<ReturnType<typeof openPixShop>>, orderId: number): Promise<string> {
  const charges = database.db.selectFrom('charge').select('reference').where('orderId', '=', orderId)
  return (await charges.executeTakeFirstOrThrow()).reference
}

test('a bank that is away makes payment unavailable; a later try asks for the same charge', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  shop.bank.troubles.away = anyCall
  await expect(shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).rejects.toMatchObject({
    code: 'payment.unavailable',
  })
  const txid = await txidOf(shop, orderId)
  expect(await shop.payments.findCharge(shop.customerId, orderId)).toBeNull()
  expect(shop.warnings).toMatchObject([{ charge: txid, err: { isUnavailable: true } }])

  shop.bank.troubles.away = null
  expect(await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).toMatchObject({ reference: txid })
})

test('a charge whose answer was lost is found again, as it was made', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  shop.bank.troubles.hangsUp = /cob/
  await expect(shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).rejects.toMatchObject({
    code: 'payment.unavailable',
  })

  shop.bank.troubles.hangsUp = null
  shop.clock.pass(60)
  const { reference: txid, codeOrUrl: pixCode } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  expect(await shop.bank.getCharge(txid)).toMatchObject({
    revisao: 0,
    calendario: { expiracao: halfAnHour },
    pixCopiaECola: pixCode,
  })
})

test.each([
  ['another amount', { valor: { original: '37.01' } }],
  ['a damaged code', { pixCopiaECola: '00020101021226' }],
])('a charge with %s is not shown to anybody', async (_name, damage) => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  shop.bank.troubles.hangsUp = /cob/
  await expect(shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).rejects.toThrow()
  const txid = await txidOf(shop, orderId)
  await shop.bank.rewrite(txid, (charge) => void Object.assign(charge, damage))
  shop.bank.troubles.hangsUp = null
  await expect(shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).rejects.toMatchObject({
    code: 'payment.unavailable',
  })
  expect(await shop.payments.findCharge(shop.customerId, orderId)).toBeNull()
})

test('an order refused before its code was shown is not payable', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  shop.bank.troubles.hangsUp = /cob/
  await expect(shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).rejects.toThrow()
  const txid = await txidOf(shop, orderId)
  await shop.bank.refuseCharge(txid)
  shop.bank.troubles.hangsUp = null
  await expect(shop.payments.chargeOrder(shop.customerId, orderId, 'pix')).rejects.toMatchObject({
    code: 'order.notPayable',
  })
  expect(await statusOf(shop, orderId)).toBe('failed')
})
