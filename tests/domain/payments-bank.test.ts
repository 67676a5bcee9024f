import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createApiPixBank } from '../../server/payments/pix/api-pix.ts'
import { openTestBank } from '../support/bank.ts'
import { check, halfAnHour, openChargedShop, openPixShop, standingClock, statusOf } from '../support/pix-shop.ts'

const newTxid = () => crypto.randomUUID().replaceAll('-', '')
const chargeOf = (txid: string) => ({ txid, amountCents: 3700, expiresInSeconds: 1800, message: 'Pedido 1001' })

async function openBankAlone() {
  const clock = standingClock('2026-03-02T15:00:00Z')
  const bank = await openTestBank(clock)
  const tokens = () => bank.calls().filter((call) => call === 'POST /oauth/token').length
  return { bank, clock, tokens, apiPix: createApiPixBank({ getSettings: () => bank.settings, clock }) }
}

test('a bank that asks for a certificate gets the shop’s, and whoever has none is turned away at the door', async () => {
  const { bank, clock, apiPix } = await openBankAlone()
  expect(await apiPix.findCharge(newTxid())).toBeNull()

  const without = { ...bank.settings, certFile: undefined, certKeyFile: undefined }
  const callsBefore = bank.calls().length
  await expect(createApiPixBank({ getSettings: () => without, clock }).findCharge(newTxid())).rejects.toMatchObject({
    code: 'payment.unavailable',
    cause: { isUnavailable: true, cause: { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' } },
  })
  await expect(fetch(`${bank.settings.apiUrl}/cob/${newTxid()}`)).rejects.toThrow()
  expect(bank.calls()).toHaveLength(callsBefore)
})

test('a certificate that is gone makes payment unavailable, until its file is there again', async () => {
  const { bank, apiPix } = await openBankAlone()
  const { certFile } = bank.settings
  const certificate = readFileSync(certFile)
  rmSync(certFile)
  await expect(apiPix.findCharge(newTxid())).rejects.toMatchObject({ code: 'payment.unavailable' })
  writeFileSync(certFile, certificate)
  expect(await apiPix.findCharge(newTxid())).toBeNull()
})

test('a bank whose certificate no authority vouches for is told nothing', async () => {
  const { bank, apiPix } = await openBankAlone()
  bank.certificates.distrust()
  await expect(apiPix.findCharge(newTxid())).rejects.toMatchObject({
    code: 'payment.unavailable',
    cause: { cause: { code: 'SELF_SIGNED_CERT_IN_CHAIN' } },
  })
  expect(bank.calls()).toEqual([])
})

test('a hundred charges take one token, and a token that has run out one new one', async () => {
  const { apiPix, clock, tokens, bank } = await openBankAlone()
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 10 }, () => apiPix.createCharge(chargeOf(newTxid()))))
  }
  expect(await bank.listCharges()).toHaveLength(100)
  expect(tokens()).toBe(1)

  clock.pass(60 * 60)
  await Promise.all(Array.from({ length: 10 }, () => apiPix.createCharge(chargeOf(newTxid()))))
  expect(tokens()).toBe(2)
  expect(bank.traffic.filter(({ status }) => status === 401)).toEqual([])
  expect(bank.offences()).toEqual([])
})

test('a slow bank is waited for, and one that answers 503 tried again', async () => {
  const shop = await openChargedShop()
  shop.bank.troubles.slow = /GET/
  shop.bank.troubles.busy = /PATCH/
  expect(await check(shop, shop.orderId)).toBe('pending')
  shop.clock.pass(halfAnHour)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await statusOf(shop, shop.orderId)).toBe('expired')
  expect(shop.warnings.at(-1)).toMatchObject({ err: { status: 503, isUnavailable: true } })

  await shop.bank.payAnyway(shop.charge.reference, 3700)
  shop.bank.troubles.busy = /devolucao/
  await expect.poll(shop.webhookAnswers).toEqual([200])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refund_due'])
  shop.bank.troubles.busy = null
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
})

test('everything that goes over the wire is what the Central Bank’s standard says', async () => {
  const shop = await openChargedShop()
  await shop.bank.payAnyway(shop.charge.reference, 3699)
  // The second webhook is about the refund.
  await expect.poll(shop.webhookAnswers).toEqual([200, 200])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3699 refunded'])
  shop.clock.pass(halfAnHour)
  const second = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, second, 'pix')
  await shop.apiPix.cancelCharge(txid)
  await shop.apiPix.cancelCharge('f'.repeat(32))
  await shop.apiPix.findCharge(txid)

  expect(shop.bank.offences()).toEqual([])
  const kinds = shop.bank.traffic.map(({ method, path, status }) => `${method} /${path.split('/')[1]} ${status}`)
  expect([...new Set(kinds)].sort()).toEqual([
    'GET /cob 200',
    'PATCH /cob 200',
    'PATCH /cob 404',
    'POST /oauth 200',
    'POST /webhooks 200',
    'PUT /cob 201',
    'PUT /pix 201',
    'PUT /webhook 200',
  ])
})

test('the standard is a judge that says no', async () => {
  const shop = await openPixShop()
  const exchange = { method: 'GET', path: `/cob/${newTxid()}`, body: undefined, status: 404, answer: null }
  shop.bank.traffic.push(
    { ...exchange, path: '/cob/short' },
    { ...exchange, path: '/cobranca/x' },
    { ...exchange, method: 'DELETE' },
    { ...exchange, method: 'PUT', body: { valor: { original: '37' } } },
    { ...exchange, status: 418 },
    { ...exchange, method: 'POST', path: '/webhooks/pix', body: { pix: [{ txid: 'x' }] }, status: 200 },
    { ...exchange, method: 'POST', path: '/oauth/token', body: 'grant_type=password', status: 200 },
  )
  const offending = new Set(shop.bank.offences().map((offence) => offence.split(': ')[0]))
  expect(offending.size).toBe(7)
})
