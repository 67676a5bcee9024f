import { expect, test } from 'vitest'
import { openPixShop } from '../support/pix-shop.ts'

/** A shop whose shoppers stop waiting for the bank when the test says so. */
async function openPatientShop() {
  const waiting: AbortController[] = []
  const shop = await openPixShop({
    createDeadlineSignal() {
      const controller = new AbortController()
      waiting.push(controller)
      return controller.signal
    },
  })
  // A token that lasts for the whole test.
  await shop.apiPix.findCharge('0'.repeat(32))
  shop.bank.traffic.length = 0

  /** 'Pagar com Pix'. */
  const pay = async () => {
    const orderId = await shop.placeOrder(1)
    return {
      orderId,
      charge: shop.payments.chargeOrder(shop.customerId, orderId, 'pix').catch((error: Error) => error),
    }
  }
  /** The shopper waits until the call has reached the bank, and then until the deadline. */
  const payInVain = async () => {
    const calls = shop.calls().length
    const { charge } = await pay()
    await expect.poll(() => shop.calls().length).toBe(calls + 1)
    waiting.at(-1)?.abort()
    return charge
  }
  return { ...shop, waiting, pay, payInVain }
}

test('of ten shoppers three wait for a bank that hangs, the others are told at once; their orders stay', async () => {
  const shop = await openPatientShop()
  shop.bank.troubles.hangs = /cob/
  for (const _ of [1, 2, 3]) {
    expect(await shop.payInVain()).toMatchObject({ code: 'payment.unavailable', cause: { isTimeout: true } })
  }
  for (const _ of [4, 5, 6, 7, 8, 9]) {
    const { charge } = await shop.pay()
    expect(await charge).toMatchObject({ code: 'payment.unavailable', retryAfterSeconds: 30 })
  }
  const tenth = await shop.pay()
  expect(await tenth.charge).toMatchObject({ code: 'payment.unavailable' })
  expect(shop.calls()).toHaveLength(3)
  expect(await shop.orders.getOrder(shop.customerId, tenth.orderId)).toMatchObject({ status: 'pending_payment' })
  expect(shop.apiPix.getCallStats()).toMatchObject({
    breaker: 'open',
    calls: { timeout: { count: 3 }, not_asked: { count: 7 } },
  })
})

test('half a minute later one shopper tries the bank for all: while it hangs the pause begins again, else everybody pays', async () => {
  const shop = await openPatientShop()
  shop.bank.troubles.hangs = /cob/
  for (const _ of [1, 2, 3]) await shop.payInVain()
  shop.clock.pass(30)
  expect(await shop.payInVain()).toMatchObject({ cause: { isTimeout: true } })
  expect(await (await shop.pay()).charge).toMatchObject({ code: 'payment.unavailable' })
  expect(shop.calls()).toHaveLength(4)

  shop.bank.troubles.hangs = null
  shop.clock.pass(30)
  for (const _ of [1, 2]) expect(await (await shop.pay()).charge).toMatchObject({ amountCents: 1850 })
  expect(shop.apiPix.getCallStats()).toMatchObject({ breaker: 'closed' })
})

test('one deadline ends the wait for the token too, and the next shopper does not ask for another one', async () => {
  const shop = await openPatientShop()
  shop.bank.troubles.hangs = /token/
  shop.clock.pass(60 * 60)
  expect(await shop.payInVain()).toMatchObject({ code: 'payment.unavailable', cause: { isTimeout: true } })
  for (const _ of [2, 3]) {
    const { charge } = await shop.pay()
    await expect.poll(() => shop.waiting.filter(({ signal }) => !signal.aborted)).toHaveLength(1)
    shop.waiting.at(-1)?.abort()
    expect(await charge).toMatchObject({ cause: { isTimeout: true } })
  }
  expect(await (await shop.pay()).charge).toMatchObject({ code: 'payment.unavailable', retryAfterSeconds: 30 })
  expect(shop.calls()).toEqual(['POST /oauth/token'])
})

test('who presses again waits once: the question about the first charge and the second charge have one deadline', async () => {
  const shop = await openPatientShop()
  for (const hangs of [/PUT/, /GET/]) {
    shop.bank.troubles.hangs = /PUT/
    const asked = shop.calls().length
    const first = await shop.pay()
    await expect.poll(() => shop.calls().length).toBe(asked + 1)
    shop.waiting.at(-1)?.abort()
    await first.charge

    shop.bank.troubles.hangs = hangs
    const [deadlines, calls] = [shop.waiting.length, shop.calls().length]
    const again = shop.payments.chargeOrder(shop.customerId, first.orderId, 'pix').catch((error: Error) => error)
    await expect
      .poll(() =>
        shop
          .calls()
          .slice(calls)
          .some((call) => hangs.test(call)),
      )
      .toBe(true)
    expect(shop.waiting).toHaveLength(deadlines + 1)
    shop.waiting.at(-1)?.abort()
    expect(await again).toMatchObject({ code: 'payment.unavailable', cause: { isTimeout: true } })
    shop.bank.troubles.hangs = null
    shop.clock.pass(30)
    await (await shop.pay()).charge
  }
})

test('a bank that refuses or drops calls at once keeps nobody waiting, so it is asked every time', async () => {
  const shop = await openPatientShop()
  for (const trouble of ['away', 'busy'] as const) {
    shop.bank.troubles[trouble] = /cob/
    for (const _ of [1, 2, 3, 4]) expect(await (await shop.pay()).charge).toMatchObject({ code: 'payment.unavailable' })
    shop.bank.troubles[trouble] = null
  }
  expect(await (await shop.pay()).charge).toMatchObject({ amountCents: 1850 })
  expect(shop.apiPix.getCallStats()).toMatchObject({
    breaker: 'closed',
    calls: { away: { count: 8 }, timeout: { count: 0 }, not_asked: { count: 0 } },
  })
})

test('after the wait the page is shown without a second one: for a button, and for whoever says to have paid', async () => {
  const shop = await openPatientShop()
  const paid = await shop.pay()
  await paid.charge
  shop.bank.troubles.hangs = /cob/
  const look = (orderId: number, ask: boolean) =>
    shop.payments.checkPaymentStatus(shop.customerId, orderId, { force: ask })
  const unpaid = await shop.pay()
  await expect.poll(() => shop.calls().length).toBe(2)
  shop.waiting.at(-1)?.abort()
  await unpaid.charge
  expect(await look(unpaid.orderId, false)).toBe('pending')

  const asked = look(paid.orderId, true)
  await expect.poll(() => shop.calls().length).toBe(3)
  shop.clock.pass(6)
  shop.waiting.at(-1)?.abort()
  expect(await asked).toBe('pending')
  expect(await look(paid.orderId, false)).toBe('pending')
  expect(shop.calls()).toHaveLength(3)
})

test('a wait that ends after the order did is no reading: what was paid meanwhile comes back', async () => {
  const shop = await openPatientShop()
  const { orderId, charge } = await shop.pay()
  const { reference: txid } = (await charge) as Exclude<Awaited<typeof charge>, Error>
  shop.bank.troubles.hangs = /GET/
  const asked = shop.payments.checkPaymentStatus(shop.customerId, orderId, { force: true })
  await expect.poll(() => shop.calls().length).toBe(2)
  shop.bank.holdWebhooks()
  await shop.bank.payAnyway(txid, 1850)
  shop.clock.pass(30 * 60)
  Object.assign(shop.bank.troubles, { hangs: null, away: /cob/ })
  await shop.payments.expireOrdersAndSettleCharges()
  shop.waiting.at(-1)?.abort()
  expect(await asked).toBe('expired')

  shop.bank.troubles.away = null
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.payments.listPayments(orderId)).toMatchObject([{ amountCents: 1850, status: 'refunded' }])
})
