import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createExternalProvider } from '../../server/payments/external/external-provider.ts'
import { openCardProvider } from '../support/card.ts'
import { openTestDatabase } from '../support/database.ts'
import { listFields, oddValues, replaceField } from '../support/odd-fields.ts'
import { tellExternal } from '../support/payments.ts'
import { halfAnHour, openChargedShop, openPixShop, pixCall, standingClock, statusOf } from '../support/pix-shop.ts'
import { byOperator } from '../support/staff.ts'

const day = 24 * 60 * 60
type Json = Record<string, never>
type ChargedShop = Awaited<ReturnType<typeof openChargedShop>>

/** A charge paid a minute after it was made, which the bank shows in its own way, and of which it tells nobody. */
async function openPaidAtBank(write: (charge: Json, pix: Json) => void) {
  const shop = await openChargedShop()
  shop.bank.holdWebhooks()
  shop.clock.pass(60)
  await shop.bank.payCharge(shop.charge.reference)
  await rewrite(shop, write)
  return shop
}

function rewrite({ bank, charge }: ChargedShop, write: (charge: Json, pix: Json) => void): Promise<void> {
  return bank.rewrite(charge.reference, (stored) => write(stored as never, (stored.pix?.[0] ?? {}) as never))
}

async function runRounds(shop: Pick<ChargedShop, 'payments' | 'clock'>, times: number, seconds: number) {
  for (let round = 0; round < times; round += 1) {
    await shop.payments.expireOrdersAndSettleCharges()
    shop.clock.pass(seconds)
  }
}

const paidAtOf = async ({ orders, customerId, orderId }: ChargedShop) =>
  (await orders.getOrder(customerId, orderId)).paidAt?.toISOString()

test.each<[string, (charge: Json, pix: Json) => void, string]>([
  [
    'a time without a zone, which is the shop’s',
    (_, pix) => Object.assign(pix, { horario: '2026-03-02T12:01:00' }),
    ':01',
  ],
  ['a zone without a colon', (_, pix) => Object.assign(pix, { horario: '2026-03-02T12:01:00.000-0300' }), ':01'],
  ['nanoseconds', (_, pix) => Object.assign(pix, { horario: '2026-03-02T15:01:00.123456789Z' }), ':01'],
  ['local time written as UTC', (_, pix) => Object.assign(pix, { horario: '2026-03-02T12:01:00Z' }), ':02'],
  ['a time in the future', (_, pix) => Object.assign(pix, { horario: '2026-03-02T18:01:00Z' }), ':02'],
  ['no time', (_, pix) => void delete pix.horario, ':02'],
  ['a time that is a word', (_, pix) => Object.assign(pix, { horario: 'ontem' }), ':02'],
  ['an amount as a number', (_, pix) => Object.assign(pix, { valor: 37 }), ':01'],
  ['an amount with one decimal', (_, pix) => Object.assign(pix, { valor: '37.0' }), ':01'],
  ['no code', (charge) => Object.assign(charge, { pixCopiaECola: null }), ':01'],
  ['the charge’s amount as a number', (charge) => Object.assign(charge, { valor: { original: 37.0 } }), ':01'],
  ['an end-to-end id of its own kind', (_, pix) => Object.assign(pix, { endToEndId: 'E-2026-0001' }), ':01'],
])('a bank that writes %s has its Pix counted, and no order is promised in the past', async (_name, write, minute) => {
  const shop = await openPaidAtBank(write)
  shop.clock.pass(60)
  expect(await shop.payments.checkPaymentStatus(shop.customerId, shop.orderId, { force: true })).toBe('paid')
  expect(await paidAtOf(shop)).toMatch(new RegExp(`^2026-03-02T15${minute}:00`))
  const hasOddTime = shop.warnings.some(({ message }) => message.includes('no plausible time'))
  expect(hasOddTime).toBe(minute === ':02')
})

test('a Pix of another amount is told apart, however that is written', async () => {
  const shop = await openPaidAtBank((_, pix) => Object.assign(pix, { valor: '37.1' }))
  await shop.payments.handleWebhook('pix', pixCall([{ txid: shop.charge.reference }]))
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3710 refunded'])
})

test.each<[string, (charge: Json, pix: Json) => void]>([
  ['three decimals', (_, pix) => Object.assign(pix, { valor: '37.000' })],
  ['a comma', (_, pix) => Object.assign(pix, { valor: '37,00' })],
  ['a power of ten', (_, pix) => Object.assign(pix, { valor: '3.7e1' })],
  ['no payment at all', (charge) => Object.assign(charge, { pix: null })],
  ['a payment without its id', (_, pix) => void delete pix.endToEndId],
])(
  'an amount with %s is not guessed: the order waits beyond its time, and is paid days later',
  async (_name, write) => {
    const shop = await openPaidAtBank(write)
    await runRounds(shop, 4, halfAnHour)
    expect([await statusOf(shop, shop.orderId), await shop.stock()]).toEqual(['pending_payment', 8])
    const told = shop.warnings.filter(({ message }) => message.startsWith('money may have arrived'))
    expect(told).toMatchObject([{ charge: shop.charge.reference, orderId: shop.orderId }])
    expect(await shop.payments.listUnclearCharges()).toMatchObject([{ orderId: shop.orderId, amountCents: 3700 }])
    expect(await shop.payments.findCharge(shop.customerId, shop.orderId)).toMatchObject({ isUnclear: true })
    shop.clock.pass(3 * day)
    await rewrite(shop, (charge) =>
      Object.assign(charge, {
        pix: [
          {
            endToEndId: `E${'1'.repeat(31)}`,
            txid: shop.charge.reference,
            valor: '37.00',
            horario: '2026-03-02T15:01:00Z',
          },
        ],
      }),
    )
    await runRounds(shop, 1, 15)
    expect(await statusOf(shop, shop.orderId)).toBe('paid')
    expect(await shop.payments.listUnclearCharges()).toEqual([])
    expect(await shop.payments.summarizeUnclearCharges()).toEqual({ count: 0, oldestAt: null })
  },
)

test.each<[string, (reference: string) => string]>([
  ['a page', () => '<html>manutenção</html>'],
  ['nothing', () => ''],
  ['ten megabytes', () => JSON.stringify('x'.repeat(10_000_000))],
  ['another charge', (reference) => JSON.stringify({ txid: reference.replace(/./g, 'a'), status: 'ATIVA' })],
])('a bank that answers with %s keeps the order waiting until it can be understood', async (_name, say) => {
  const shop = await openChargedShop()
  shop.clock.pass(halfAnHour)
  shop.bank.troubles.says = { call: /GET .cob/, status: 200, body: say(shop.charge.reference) }
  await Promise.all([shop.payments, shop.openShop()].map((payments) => payments.expireOrdersAndSettleCharges()))
  await runRounds(shop, 3, day)
  expect([await statusOf(shop, shop.orderId), await shop.stock()]).toEqual(['pending_payment', 8])
  expect(await shop.payments.listUnclearCharges()).toMatchObject([{ orderId: shop.orderId }])
  shop.bank.troubles.says = null
  await runRounds(shop, 2, 15)
  expect([await statusOf(shop, shop.orderId), await shop.stock()]).toEqual(['expired', 10])
  expect(await shop.payments.listUnclearCharges()).toEqual([])
})

test('before its time is over an answer that cannot be understood changes nothing, and nobody is told of money', async () => {
  const shop = await openChargedShop()
  shop.bank.troubles.says = { call: /GET .cob/, status: 200, body: '<html>' }
  expect(await shop.payments.checkPaymentStatus(shop.customerId, shop.orderId, { force: true })).toBe('pending')
  expect(await shop.payments.listUnclearCharges()).toEqual([])
})

test('an order that waits for its bank is ended by a person, and money that is found later goes back', async () => {
  const shop = await openPaidAtBank((_, pix) => Object.assign(pix, { valor: '37,00' }))
  await runRounds(shop, 2, halfAnHour)
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  expect([await statusOf(shop, shop.orderId), await shop.stock()]).toEqual(['cancelled', 10])
  await runRounds(shop, 3, day)
  await rewrite(shop, (_, pix) => Object.assign(pix, { valor: '37.00' }))
  await runRounds(shop, 2, 15)
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
})

test('a customer cancels such an order, too', async () => {
  const shop = await openPaidAtBank((_, pix) => Object.assign(pix, { valor: '37,00' }))
  await runRounds(shop, 2, halfAnHour)
  await shop.payments.cancelUnpaidOrder(shop.customerId, shop.orderId)
  expect(await statusOf(shop, shop.orderId)).toBe('cancelled')
})

test('an odd Pix spoils itself alone: the one beside it pays', async () => {
  const shop = await openPaidAtBank((charge, pix) => {
    const all = charge as unknown as { pix: object[] }
    all.pix.unshift({ ...(pix as object), endToEndId: 7, valor: 'muito' })
  })
  await shop.payments.handleWebhook('pix', pixCall([{ txid: shop.charge.reference }]))
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
  expect(await shop.payments.listUnclearCharges()).toMatchObject([{ orderId: shop.orderId }])
})

async function openPaidShop() {
  const shop = await openPaidAtBank(() => {})
  await shop.payments.handleWebhook('pix', pixCall([{ txid: shop.charge.reference }]))
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
  return shop
}

const returned = (refund: object) => (_: Json, pix: Json) =>
  void Object.assign(pix, {
    devolucoes: [{ rtrId: 'D00000000202603021000abcdefghijk', status: 'DEVOLVIDO', natureza: 'MED_FRAUDE', ...refund }],
  })

test.each<[string, object]>([
  ['without an id', { valor: '37.00', horario: { solicitacao: '2026-03-02T16:00:00Z' } }],
  ['whose id has hyphens', { id: 'med-2026-11-26-0001', valor: '37.00' }],
  ['whose time is a text', { id: 'D1', valor: '37.00', horario: '2026-03-02T16:00:00Z' }],
  ['whose id and time are null', { id: null, valor: '37.00', horario: null }],
  ['whose amount is a number', { id: 'D1', valor: 37 }],
  ['without any id', { rtrId: undefined, valor: '37.00' }],
])('a return %s stops the order, and is told', async (_name, refund) => {
  const shop = await openPaidShop()
  await rewrite(shop, returned(refund))
  for (const _ of [1, 2]) await shop.payments.handleWebhook('pix', pixCall([{ txid: shop.charge.reference }]))
  expect([await statusOf(shop, shop.orderId), await shop.stock()]).toEqual(['refunded', 10])
  expect(shop.warnings.at(-1)?.message).toContain('did not ask it to')
  expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([
    { status: 'refunded', restCents: 0, bankRefunds: [{ amountCents: 3700 }] },
  ])
})

test('what is owed behind a return without an id goes, less that return', async () => {
  const shop = await openPaidShop()
  await rewrite(shop, returned({ valor: '10.00' }))
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await runRounds(shop, 2, 15)
  const { pix = [] } = await shop.bank.getCharge(shop.charge.reference)
  expect(pix[0]?.devolucoes?.map(({ valor }) => valor)).toEqual(['10.00', '27.00'])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
})

test('while what went back cannot be read, nothing more does, and a person is told', async () => {
  const shop = await openPaidShop()
  await rewrite(shop, returned({ id: 'D1', valor: 'tudo' }))
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await runRounds(shop, 3, 3600)
  expect(shop.calls().filter((call) => call.includes('devolucao'))).toEqual([])
  expect(await shop.payments.listUnclearCharges()).toMatchObject([{ orderId: shop.orderId }])
  await rewrite(shop, returned({ id: 'D1', valor: '37.00' }))
  await runRounds(shop, 2, 15)
  expect(shop.calls().filter((call) => call.includes('devolucao'))).toEqual([])
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
})

test('one charge that cannot be read hides none of the others from the list of unknown payments', async () => {
  const shop = await openChargedShop()
  shop.bank.holdWebhooks()
  const other = await shop.payments.chargeOrder(shop.customerId, await shop.placeOrder(), 'pix')
  for (const txid of [shop.charge.reference, other.reference]) await shop.bank.payCharge(txid)
  await rewrite(shop, (charge) => Object.assign(charge, { valor: { original: '37,00' } }))
  const period = { from: new Date('2026-03-02T03:00:00Z'), until: new Date('2026-03-03T03:00:00Z') }
  expect(await shop.payments.listUnknownPayments(period)).toMatchObject([
    { txid: shop.charge.reference, orderId: shop.orderId, amountCents: null },
    { txid: other.reference, amountCents: 3700 },
  ])
})

const attempts = { numRuns: process.env.TEST_LONG ? 600 : 60, seed: Number(process.env.FUZZ_SEED ?? 1) }

/** Paid, or told: the order never ends in silence with money kept. */
async function expectFoundOrTold(shop: Awaited<ReturnType<typeof openPixShop>>, orderId: number): Promise<void> {
  const status = await statusOf(shop, orderId)
  const unclearCharges = await shop.payments.listUnclearCharges(orderId)
  const payments = await shop.paymentsIn(orderId)
  const isPaid = status === 'paid'
  const isToldAndKept = unclearCharges.length > 0 && status === 'pending_payment'
  expect({ status, payments, isFoundOrTold: isPaid || isToldAndKept || payments.length > 0 }).toMatchObject({
    isFoundOrTold: true,
  })
}

test('whatever field of a paid charge’s answer is odd, its Pix is found, or a person is told', async () => {
  const shop = await openPixShop()
  await shop.database.db.updateTable('offer').set({ stock: 1000 }).execute()
  const sample = await payAtBank(shop)
  const fields = listFields(await shop.bank.getCharge(sample.reference))
  expect(fields.map((path) => path.join('.'))).toEqual(expect.arrayContaining(['txid', 'status', 'pix.0.valor']))
  const tried: { reference: string; orderId: number }[] = []
  const arbitrary = fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...oddValues))
  for (const [path, value] of fc.sample(arbitrary, attempts)) {
    const charge = await payAtBank(shop)
    await shop.bank.rewrite(charge.reference, (stored) => replaceField(stored, path, value))
    tried.push(charge)
  }
  shop.clock.pass(halfAnHour)
  await runRounds(shop, Math.ceil(tried.length / 20) + 3, 15)
  for (const { orderId } of tried) await expectFoundOrTold(shop, orderId)
}, 120_000)

async function payAtBank(shop: Awaited<ReturnType<typeof openPixShop>>) {
  shop.bank.holdWebhooks()
  const orderId = await shop.placeOrder()
  const { reference } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  await shop.bank.payCharge(reference)
  return { reference, orderId }
}

test('whatever field of a paid card order’s answer is odd, its payment is found, or a person is told', async () => {
  const clock = standingClock('2026-03-02T15:00:00Z')
  const cards = await openCardProvider({ database: await openTestDatabase('sqlite'), clock })
  const shop = await openPixShop({ clock, others: (parts) => [cards.providerFor(parts)] })
  await shop.database.db.updateTable('offer').set({ stock: 1000 }).execute()
  const pay = async () => {
    const orderId = await shop.placeOrder()
    const charge = await shop.payments.chargeOrder(shop.customerId, orderId, 'card')
    const id = charge.codeOrUrl.split('=').at(-1) ?? ''
    await cards.card.approvePayment(id, 3)
    return { orderId, id }
  }
  const sample = await pay()
  const fields = listFields(await cards.card.getOrder(sample.id))
  const tried: number[] = []
  const arbitrary = fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...oddValues))
  for (const [path, value] of fc.sample(arbitrary, attempts)) {
    const { orderId, id } = await pay()
    // Its id is how the test finds it.
    if (path[0] !== 'id') await cards.rewrite(id, (order) => replaceField(order, path, value))
    tried.push(orderId)
  }
  shop.clock.pass(halfAnHour)
  await runRounds(shop, Math.ceil(tried.length / 20) + 3, 15)
  for (const orderId of tried) await expectFoundOrTold(shop, orderId)
}, 120_000)

test('whatever field of a signed report is odd, its payment is found, or a person is told, unless it names no order', async () => {
  const secret = 'known-to-the-tests-alone'
  const settings = { url: 'https://pay.example.com', secret }
  const shop = await openPixShop({ others: (parts) => [createExternalProvider({ ...parts, settings })] })
  await shop.database.db.updateTable('offer').set({ stock: 1000 }).execute()
  const paid = { payment_id: 'one', transaction_reference: 'two', status: 'paid', amount: 37 }
  const tried: number[] = []
  const fields = listFields(paid).filter(([name]) => name !== 'transaction_reference')
  for (const path of fields)
    for (const value of oddValues) {
      const orderId = await shop.placeOrder()
      const { reference } = await shop.payments.chargeOrder(shop.customerId, orderId, 'external')
      const report = { ...paid, payment_id: `P${orderId}`, transaction_reference: reference }
      replaceField(report, path, value)
      await tellExternal(shop.payments, report as never, secret)
      tried.push(orderId)
    }
  shop.clock.pass(halfAnHour)
  await runRounds(shop, Math.ceil(tried.length / 20) + 3, 15)
  for (const orderId of tried) await expectFoundOrTold(shop, orderId)
}, 120_000)
