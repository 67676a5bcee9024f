import { expect, onTestFinished, test } from 'vitest'
import { anyCall } from '../support/bank.ts'
import { check, halfAnHour, openChargedShop, openPixShop, standingClock, statusOf } from '../support/pix-shop.ts'
import { it } from '../support/rule.ts'
import { startShopProcess } from '../support/shop-processes.ts'

test('orders end when their time has run out, and two servers return their stock exactly once', async () => {
  const shop = await openChargedShop()
  const uncharged = await shop.placeOrder(3)
  shop.clock.pass(halfAnHour - 1)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.stock()).toBe(5)

  shop.clock.pass(1)
  await Promise.all(
    [shop.payments, shop.openShop(), shop.openShop()].map((payments) => payments.expireOrdersAndSettleCharges()),
  )
  expect(await statusOf(shop, shop.orderId)).toBe('expired')
  expect(await statusOf(shop, uncharged)).toBe('expired')
  expect(await shop.stock()).toBe(10)
  expect(await shop.bank.getCharge(shop.charge.reference)).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  expect(await check(shop, shop.orderId)).toBe('expired')
})

test('two servers, each a process of its own, end the same orders at the same moment and return their stock once', async () => {
  const shop = await openPixShop()
  const ids = await Promise.all([1, 2, 3, 1, 2].map((quantity) => shop.placeOrder(quantity)))
  for (const id of ids.slice(2)) await shop.payments.chargeOrder(shop.customerId, id, 'pix')
  expect(await shop.stock()).toBe(1)
  const surroundings = {
    settings: { location: shop.database.location, pix: shop.bank.settings },
    authorityFile: shop.bank.certificates.authorityFile,
    now: () => shop.clock.now().getTime(),
  }
  const servers = await Promise.all([startShopProcess(surroundings), startShopProcess(surroundings)])
  onTestFinished(() => Promise.all(servers.map((server) => server.stop())).then(() => {}))

  shop.clock.pass(halfAnHour)
  const jobs = await Promise.all(
    servers.flatMap((server) => [
      server.ask('expireOrdersAndSettleCharges'),
      server.ask('expireOrdersAndSettleCharges'),
    ]),
  )
  expect(jobs.flatMap(({ refusal }) => refusal ?? [])).toEqual([])
  expect(await Promise.all(ids.map((id) => statusOf(shop, id)))).toEqual(ids.map(() => 'expired'))
  expect(await shop.stock()).toBe(10)
})

it('an order whose time has run out ends when somebody looks, without waiting for the next round', async () => {
  const shop = await openChargedShop()
  shop.clock.pass(halfAnHour)
  expect(await check(shop, shop.orderId)).toBe('expired')
  expect(await shop.stock()).toBe(10)
})

it('an order paid in its last second is paid, though the webhook never came', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  shop.clock.pass(halfAnHour - 1)
  await shop.bank.payCharge(txid)
  shop.clock.pass(1)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await statusOf(shop, orderId)).toBe('paid')
  expect(await shop.stock()).toBe(8)
})

test('a bank that is away keeps no stock: orders end, and a Pix nobody saw goes back when the bank does', async () => {
  const shop = await openPixShop()
  const paid = await shop.placeOrder()
  const unpaid = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, paid, 'pix')
  const other = await shop.payments.chargeOrder(shop.customerId, unpaid, 'pix')
  shop.clock.pass(halfAnHour - 1)
  await shop.bank.payCharge(txid)
  shop.clock.pass(1)

  shop.bank.troubles.away = anyCall
  const callsBefore = shop.calls().length
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await statusOf(shop, paid)).toBe('expired')
  expect(await statusOf(shop, unpaid)).toBe('expired')
  expect(await shop.stock()).toBe(10)
  expect(shop.calls().slice(callsBefore)).toEqual([`PATCH /cob/${txid}`])

  shop.bank.troubles.away = null
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(paid)).toEqual(['3700 refunded'])
  expect(await statusOf(shop, paid)).toBe('expired')

  // Every charge was read after its end: there is nothing left to ask.
  const callsAfter = shop.calls().length
  await shop.payments.expireOrdersAndSettleCharges()
  expect(shop.calls().slice(callsAfter)).toEqual([])
  expect(shop.calls()).toContain(`GET /cob/${other.reference}`)
})

it('an order cancelled after its time, with the bank away: a Pix of its last second goes back when the bank does', async () => {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  shop.clock.pass(halfAnHour - 1)
  await shop.bank.payCharge(txid)
  shop.clock.pass(1)
  shop.bank.troubles.away = anyCall
  await shop.payments.cancelUnpaidOrder(shop.customerId, orderId)
  expect(await statusOf(shop, orderId)).toBe('cancelled')

  shop.bank.troubles.away = null
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(orderId)).toEqual(['3700 refunded'])
})

test('who asks at the moment at which the time ends has read nothing: a Pix of the last second goes back', async () => {
  const clock = standingClock('2026-03-02T15:00:00Z')
  let millisecondsPerLook = 0
  const now = () => {
    const instant = clock.now()
    clock.pass(millisecondsPerLook / 1000)
    return instant
  }
  const shop = await openPixShop({ clock: { ...clock, now } })
  const orderId = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  clock.pass(halfAnHour - 1)
  await shop.bank.payCharge(txid)
  clock.pass(0.999)
  shop.bank.troubles.away = anyCall
  millisecondsPerLook = 1
  expect(await check(shop, orderId)).toBe('pending')
  millisecondsPerLook = 0
  expect(await check(shop, orderId)).toBe('expired')

  shop.bank.troubles.away = null
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(orderId)).toEqual(['3700 refunded'])
})

it('a bank that refuses one call is asked about the next order all the same', async () => {
  const shop = await openPixShop()
  const first = await shop.payments.chargeOrder(shop.customerId, await shop.placeOrder(), 'pix')
  const second = await shop.payments.chargeOrder(shop.customerId, await shop.placeOrder(), 'pix')
  shop.clock.pass(halfAnHour)
  shop.bank.troubles.refuses = new RegExp(first.reference)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.stock()).toBe(10)
  expect(await shop.bank.getCharge(first.reference)).toMatchObject({ status: 'ATIVA' })
  expect(await shop.bank.getCharge(second.reference)).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
})

test('what a bank that was away left over is asked for in turn, for a day', async () => {
  const shop = await openPixShop()
  const [early, late] = [await shop.placeOrder(), await shop.placeOrder()]
  const first = await shop.payments.chargeOrder(shop.customerId, early, 'pix')
  const second = await shop.payments.chargeOrder(shop.customerId, late, 'pix')
  const readsOfARound = async () => {
    const callsBefore = shop.calls().length
    await shop.payments.expireOrdersAndSettleCharges()
    return shop
      .calls()
      .slice(callsBefore)
      .filter((call) => call.startsWith('GET'))
  }
  shop.clock.pass(halfAnHour - 1)
  await check(shop, early)
  shop.clock.pass(1)
  shop.bank.troubles.away = anyCall
  await shop.payments.expireOrdersAndSettleCharges()

  // The bank is still away: the round stops at the least recently checked charge.
  expect(await readsOfARound()).toEqual([`GET /cob/${second.reference}`])
  shop.bank.troubles.away = null
  shop.bank.troubles.refuses = new RegExp(`GET /cob/${first.reference}`)
  shop.clock.pass(24 * 60 * 60 - 1)
  expect(await readsOfARound()).toEqual([`GET /cob/${second.reference}`, `GET /cob/${first.reference}`])
  shop.clock.pass(1)
  expect(await readsOfARound()).toEqual([`GET /cob/${first.reference}`])
  shop.clock.pass(1)
  expect(await readsOfARound()).toEqual([])
})

test('charges that the bank refuses to tell of, however many, keep no other one waiting for more than a round', async () => {
  const shop = await openPixShop()
  const endWithBankAway = async (orderId: number) => {
    shop.bank.troubles.away = anyCall
    await shop.payments.cancelUnpaidOrder(shop.customerId, orderId)
    shop.bank.troubles.away = null
    shop.clock.pass(1)
  }
  for (let count = 0; count < 21; count += 1) {
    const orderId = await shop.placeOrder(1)
    await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
    await endWithBankAway(orderId)
  }
  const paid = await shop.placeOrder()
  const { reference: txid } = await shop.payments.chargeOrder(shop.customerId, paid, 'pix')
  await shop.bank.payCharge(txid)
  await endWithBankAway(paid)

  shop.clock.pass(halfAnHour)
  shop.bank.troubles.refuses = { test: (call) => call.startsWith('GET /cob/') && !call.includes(txid) }
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(paid)).toEqual([])
  shop.clock.pass(15)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(paid)).toEqual(['3700 refunded'])
})
