import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { maxPaidChargesPerRound } from '../../server/payments/charge-refresher.ts'
import { createExternalProvider } from '../../server/payments/external/external-provider.ts'
import type { RefundToSettle } from '../../server/payments/payment-queries.ts'
import { ShopError } from '../../server/platform/errors.ts'
import { RoundError } from '../../server/platform/for-each-isolated.ts'
import { type NewCharge, type PaymentProvider, ProviderError } from '../../server/ports/payment-provider.ts'
import { readLetters } from '../support/letters.ts'
import { tellExternal } from '../support/payments.ts'
import { halfAnHour, openPixShop, pixCall, standingClock, statusOf } from '../support/pix-shop.ts'
import { it } from '../support/rule.ts'
import { byOperator } from '../support/staff.ts'
import { createVoucherProvider } from '../support/voucher-provider.ts'

const day = 24 * 60 * 60
const anyRefund = /PUT .*devolucao/
const deadlineOver = {
  type: 'https://pix.bcb.gov.br/api/v2/error/PixDevolucaoInvalida',
  title: 'Devolução inválida',
  status: 400,
  detail: 'O prazo de 90 dias para a devolução deste Pix terminou',
}

type Shop = Awaited<ReturnType<typeof openPaidShop>>

/** An order of two units that was paid by Pix and, if `isDelivered`, has arrived. */
async function openPaidShop({ isDelivered = true } = {}) {
  const shop = await openPixShop()
  const orderId = await shop.placeOrder()
  const { reference } = await shop.payments.chargeOrder(shop.customerId, orderId, 'pix')
  await shop.bank.payCharge(reference)
  await shop.payments.handleWebhook('pix', pixCall([{ txid: reference }]))
  for (const step of isDelivered ? (['pick', 'dispatch', 'deliver'] as const) : (['pick'] as const))
    await shop.orders.advanceOrder(orderId, step, byOperator)
  return { ...shop, orderId, reference }
}

const refuse = (shop: Shop, body: object = deadlineOver, status = 400) =>
  Object.assign(shop.bank.troubles, { says: { call: anyRefund, status, body: JSON.stringify(body) } })

const requests = (shop: Shop) => shop.calls().filter((call) => anyRefund.test(call))

async function runRounds(shop: Shop, times: number, seconds = 15) {
  for (let round = 0; round < times; round += 1) {
    await shop.payments.expireOrdersAndSettleCharges()
    shop.clock.pass(seconds)
  }
}

const lettersTo = async (shop: Pick<Shop, 'database'>) => (await readLetters(shop.database)).reverse()

async function refundsToSettle(shop: Pick<Shop, 'payments' | 'orderId'>): Promise<RefundToSettle[]> {
  return (await shop.payments.listPayments(shop.orderId)).flatMap(({ refundsToSettle }) => refundsToSettle)
}

const settlement = { expectedCents: 3700, means: 'transfer', day: '2026-06-02', receipt: 'TED 123' }
const settle = (shop: Pick<Shop, 'payments' | 'orderId'>, refundKey: string, changes: object = {}) =>
  shop.payments.settleRefund(shop.orderId, { ...settlement, refundKey, ...changes }, byOperator)

test('a Pix of more than 90 days: no letter promises the same means, the bank is asked once, and its words are kept', async () => {
  const shop = await openPaidShop()
  shop.clock.pass(91 * day)
  refuse(shop)
  expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([{ isRefundWindowOver: true }])
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  const [ended] = await lettersTo(shop)
  expect(ended?.subject).toContain('Reembolso do pedido')
  expect(ended?.textBody).toMatch(/Vamos devolver R\$\s37,00\./)
  expect(ended?.textBody).not.toContain('pelo mesmo meio de pagamento.')
  expect(ended?.textBody).toContain('combinar outro modo')
  await runRounds(shop, 40)
  await runRounds(shop, 72, 3600)
  for (const _ of [1, 2, 3]) await shop.payments.handleWebhook('pix', pixCall([{ txid: shop.reference }]))
  expect(requests(shop)).toHaveLength(1)
  const words = `${deadlineOver.title}; ${deadlineOver.detail}`
  expect(await refundsToSettle(shop)).toMatchObject([{ amountCents: 3700, refusal: { reason: words, isFinal: true } }])
  expect(await shop.payments.listDueRefunds()).toMatchObject([{ requiresManualRefund: true, refusalReason: words }])
  const letters = await lettersTo(shop)
  expect(letters.filter(({ kind }) => kind === 'refundRefused')).toHaveLength(1)
  expect(letters[0]?.textBody).toMatch(/Não conseguimos devolver R\$\s37,00 .*\(Pix\)/)
})

test('a refusal that may pass is requested once more an hour later; a second one is for good, on however many servers', async () => {
  const shop = await openPaidShop()
  refuse(shop, { title: 'Saldo insuficiente' })
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  const other = shop.openShop()
  await Promise.all([shop.payments, other].map((payments) => payments.expireOrdersAndSettleCharges()))
  await runRounds(shop, 20)
  expect(requests(shop).length).toBeLessThanOrEqual(2)
  expect(await refundsToSettle(shop)).toMatchObject([{ refusal: { reason: 'Saldo insuficiente', isFinal: false } }])
  expect((await lettersTo(shop)).filter(({ kind }) => kind === 'refundRefused')).toEqual([])
  const firstHour = requests(shop).length
  shop.clock.pass(3600)
  await Promise.all([shop.payments, other].map((payments) => payments.expireOrdersAndSettleCharges()))
  await runRounds(shop, 48, 3600)
  expect(requests(shop).length - firstHour).toBeLessThanOrEqual(2)
  expect(await refundsToSettle(shop)).toMatchObject([{ refusal: { isFinal: true } }])
  expect((await lettersTo(shop)).filter(({ kind }) => kind === 'refundRefused')).toHaveLength(1)
})

it('a refusal that passed leaves nothing to settle', async () => {
  const shop = await openPaidShop()
  refuse(shop, { title: 'Saldo insuficiente' })
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await runRounds(shop, 2)
  shop.bank.troubles.says = null
  shop.clock.pass(3600)
  await runRounds(shop, 1)
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect(await refundsToSettle(shop)).toEqual([])
})

it.each([401, 403, 408, 409, 423, 429, 500, 503])('an answer %i refuses nothing for good', async (status) => {
  const shop = await openPaidShop()
  refuse(shop, { title: 'Agora não' }, status)
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await runRounds(shop, 3, 3600)
  expect(await refundsToSettle(shop)).toEqual([])
  shop.bank.troubles.says = null
  await runRounds(shop, 1)
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
})

it('a refund that the bank could not carry out twice, as to a closed account, is not requested a third time', async () => {
  const shop = await openPaidShop()
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  shop.bank.troubles.hangsUp = anyRefund
  const fail = () =>
    shop.bank.rewrite(shop.reference, ({ pix }) => {
      for (const refund of pix?.[0]?.devolucoes ?? []) refund.status = 'NAO_REALIZADO'
    })
  for (const _ of [1, 2, 3, 4, 5]) {
    await runRounds(shop, 1, 3601)
    await fail()
  }
  expect(requests(shop)).toHaveLength(2)
  expect(await refundsToSettle(shop)).toMatchObject([{ refusal: { isFinal: true } }])
})

test('what was returned by other means is owed no more, and its customer reads how and when', async () => {
  const shop = await openPaidShop()
  shop.clock.pass(92 * day)
  refuse(shop)
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await runRounds(shop, 2)
  const [refund] = await refundsToSettle(shop)
  expect(await settle(shop, refund?.key ?? '')).toBe(3700)
  expect(await shop.payments.listDueRefunds()).toEqual([])
  expect(await shop.payments.summarizeDueRefunds()).toEqual({ count: 0, oldestAt: null })
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  const [letter] = await lettersTo(shop)
  expect(letter?.textBody).toMatch(/Devolvemos R\$\s37,00 por transferência bancária em 02\/06/)
  // What the staff typed stays with them.
  expect(letter?.textBody).not.toContain('TED 123')
  await expect(settle(shop, refund?.key ?? '')).rejects.toMatchObject({ code: 'settlement.gone' })
  shop.bank.troubles.says = null
  await runRounds(shop, 3, 3600)
  expect(requests(shop)).toHaveLength(1)
})

it.each<[string, object, string]>([
  ['of another amount than the page showed', { expectedCents: 3699 }, 'settlement.gone'],
  ['of another order’s refund', { refundKey: 'payment-999' }, 'settlement.gone'],
  ['of no refund', { refundKey: 'payment-' }, 'settlement.gone'],
  ['by no known means', { means: 'pombo' }, 'settlement.means'],
  ['of tomorrow', { day: '2026-06-03' }, 'settlement.day'],
  ['of no day', { day: '2026-02-30' }, 'settlement.day'],
  ['with a receipt that is a letter', { receipt: 'x'.repeat(61) }, 'settlement.receipt'],
])('a settlement %s is refused, and the money stays owed', async (_name, changes, code) => {
  const shop = await openPaidShop()
  shop.clock.pass(92 * day)
  refuse(shop)
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await runRounds(shop, 1)
  const [refund] = await refundsToSettle(shop)
  await expect(settle(shop, refund?.key ?? '', changes)).rejects.toMatchObject({ code })
  expect(await shop.payments.listDueRefunds()).toMatchObject([{ amountCents: 3700 }])
})

it('a refund that the server still makes cannot be settled by hand', async () => {
  const shop = await openPaidShop()
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  const payments = shop.database.db.selectFrom('payment').select('id').where('id', '>', 0)
  const { id } = await payments.executeTakeFirstOrThrow()
  await expect(settle(shop, `payment-${id}`, { day: '2026-03-02' })).rejects.toMatchObject({ code: 'settlement.gone' })
  await runRounds(shop, 1)
  expect(requests(shop)).toHaveLength(1)
})

it('a part that the server still returns cannot be settled by hand', async () => {
  const shop = await openPaidShop({ isDelivered: false })
  await shop.orders.removeUnits({ orderId: shop.orderId, productId: 1, units: 1 }, byOperator)
  const parts = shop.database.db.selectFrom('partialRefund').select('id').where('id', '>', 0)
  const { id } = await parts.executeTakeFirstOrThrow()
  const byHand = settle(shop, `part-${id}`, { day: '2026-03-02', expectedCents: 1850 })
  await expect(byHand).rejects.toMatchObject({ code: 'settlement.gone' })
  expect(await shop.payments.listDueRefunds()).toMatchObject([{ amountCents: 1850 }])
  await runRounds(shop, 1)
  expect(requests(shop)).toHaveLength(1)
})

it('a part that the bank refuses is settled for itself, and the rest goes when the order ends', async () => {
  const shop = await openPaidShop({ isDelivered: false })
  refuse(shop)
  await shop.orders.removeUnits({ orderId: shop.orderId, productId: 1, units: 1, expectedUnits: 2 }, byOperator)
  await runRounds(shop, 3, 3601)
  const [refund] = await refundsToSettle(shop)
  expect(refund).toMatchObject({ amountCents: 1850, refusal: { isFinal: true } })
  await settle(shop, refund?.key ?? '', { expectedCents: 1850, day: '2026-03-02', means: 'cash', receipt: '' })
  shop.bank.troubles.says = null
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await runRounds(shop, 2)
  const { pix = [] } = await shop.bank.getCharge(shop.reference)
  expect(pix[0]?.devolucoes?.map(({ valor }) => valor)).toEqual(['18.50'])
  expect(await shop.payments.listDueRefunds()).toEqual([])
})

test('a refusal of what another server has just requested is none: the refund counts, and no letter says otherwise', async () => {
  const shop = await openPixShop({
    others: ({ clock }) => {
      const { provider, pay } = createVoucherProvider(clock)
      const refund: PaymentProvider['refund'] = async (request) => {
        await provider.refund?.(request)
        throw new ShopError('payment.unavailable', {}, { cause: new ProviderError('used before', 400) })
      }
      return [{ ...provider, refund, startCharge: (charge) => startPaid(provider, pay, charge) }]
    },
  })
  const orderId = await shop.placeOrder()
  await shop.payments.chargeOrder(shop.customerId, orderId, 'voucher')
  expect(await shop.payments.checkPaymentStatus(shop.customerId, orderId, { force: true })).toBe('paid')
  await shop.orders.cancelOrRefund(orderId, byOperator)
  await shop.payments.expireOrdersAndSettleCharges()
  expect(await shop.paymentsIn(orderId)).toEqual(['3700 refunded'])
  expect((await lettersTo(shop)).filter(({ kind }) => kind === 'refundRefused')).toEqual([])
})

/** A charge that is paid as soon as it is made. */
async function startPaid(
  provider: PaymentProvider,
  pay: (reference: string, amountCents: number) => Promise<void>,
  charge: NewCharge,
) {
  const started = await provider.startCharge(charge)
  await pay(charge.reference, charge.amountCents)
  return started
}

const secret = 'known-to-the-tests-alone'

/** An order that was paid at a page whose money only a person returns, and then cancelled. */
async function openExternalShop() {
  const settings = { url: 'https://pay.example.com', secret }
  const shop = await openPixShop({ others: (parts) => [createExternalProvider({ ...parts, settings })] })
  const orderId = await shop.placeOrder()
  const { reference } = await shop.payments.chargeOrder(shop.customerId, orderId, 'external')
  const say = (status: 'paid' | 'refunded', amount: unknown = 37) =>
    tellExternal(shop.payments, { payment_id: 'one', transaction_reference: reference, status, amount }, secret)
  await say('paid')
  await shop.orders.cancelOrRefund(orderId, byOperator)
  return { ...shop, orderId, say }
}

it('money of a page without refunds is settled by the same form', async () => {
  const shop = await openExternalShop()
  const [refund] = await refundsToSettle(shop)
  expect(refund).toMatchObject({ amountCents: 3700, refusal: null })
  await settle(shop, refund?.key ?? '', { day: '2026-03-02', means: 'pix' })
  expect(await shop.payments.listDueRefunds()).toEqual([])
  // Its page returns it as well: twice is too much, and is told.
  await shop.say('refunded')
  expect(shop.warnings.at(-1)?.message).toContain('did not ask it to')
})

it('a page’s refund of exactly what is due is taken for it, and staff are told by what; of another amount it is not', async () => {
  const shop = await openExternalShop()
  await shop.say('refunded', 20)
  expect(await shop.payments.listDueRefunds()).toMatchObject([{ amountCents: 1700 }])
  expect(shop.warnings.at(-1)?.message).toContain('did not ask it to')
  await shop.say('refunded', '17.0')
  expect(await shop.payments.listDueRefunds()).toEqual([])
  expect(shop.warnings.at(-1)?.message).toBe('a refund was matched by its amount alone')
  expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([
    { status: 'refunded', isRefundMatchedByAmount: true },
  ])
})

test('a poisoned order or charge costs itself alone, and is asked last', async () => {
  const shop = await openPaidShop()
  await shop.orders.cancelOrRefund(shop.orderId, byOperator)
  await shop.database.db.updateTable('offer').set({ stock: 10 }).execute()
  const [poisoned, sound] = [await shop.placeOrder(1), await shop.placeOrder(1)]
  shop.clock.pass(halfAnHour)
  const { orders } = shop
  const failing = shop.openShop()
  await poison(shop, poisoned)
  await expect(failing.expireOrdersAndSettleCharges()).rejects.toThrow(`order ${poisoned}`)
  expect(await statusOf(shop, sound)).toBe('expired')
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 refunded'])
  expect(await orders.listPaymentOverdueOrderIds()).toEqual([poisoned])
})

/** A shop that takes vouchers, whose provider has a fault about the charges that `faultyReferences` names. */
async function openFaultyShop() {
  const faultyReferences = new Set<string>()
  const assertSound = (reference: string) => {
    if (faultyReferences.has(reference)) throw new Error('faulty')
  }
  const clock = standingClock('2026-03-02T15:00:00Z')
  const vouchers = createVoucherProvider(clock)
  const provider: PaymentProvider = {
    ...vouchers.provider,
    async readCharge(charge) {
      assertSound(charge.reference)
      return vouchers.provider.readCharge(charge)
    },
    async closeCharge(charge) {
      assertSound(charge.reference)
      return vouchers.provider.closeCharge(charge)
    },
  }
  const shop = await openPixShop({ clock, others: () => [provider] })
  return { ...shop, faultyReferences, vouchers, charge, pay }

  async function charge() {
    const orderId = await shop.placeOrder()
    const { reference } = await shop.payments.chargeOrder(shop.customerId, orderId, 'voucher')
    return { orderId, reference }
  }

  async function pay({ orderId, reference }: { orderId: number; reference: string }) {
    await vouchers.pay(reference, 3700)
    expect(await shop.payments.checkPaymentStatus(shop.customerId, orderId, { force: true })).toBe('paid')
  }
}

test('orders and charges that fail in one round are all named', async () => {
  const shop = await openFaultyShop()
  const [overdue, ended] = [await shop.charge(), await shop.charge()]
  await shop.pay(ended)
  await shop.orders.cancelOrRefund(ended.orderId, byOperator)
  shop.clock.pass(halfAnHour)
  for (const { reference } of [overdue, ended]) shop.faultyReferences.add(reference)
  const round = shop.payments.expireOrdersAndSettleCharges()
  await expect(round).rejects.toBeInstanceOf(RoundError)
  await expect(round).rejects.toMatchObject({
    itemNames: [`expiry: order ${overdue.orderId}`, `settlement: charge ${ended.reference} of order ${ended.orderId}`],
  })
})

test('payments that cannot be read again, however many, keep no other one waiting for more than a round', async () => {
  const shop = await openFaultyShop()
  const sound = await shop.charge()
  await shop.pay(sound)
  const { db } = shop.database
  const row = await db
    .selectFrom('charge')
    .selectAll()
    .where('reference', '=', sound.reference)
    .executeTakeFirstOrThrow()
  const checkedAt = new Date((row.checkedAt?.getTime() ?? 0) - 1)
  const faultyRows = Array.from({ length: maxPaidChargesPerRound }, (_, index) => ({
    ...row,
    reference: `faulty${index}`,
    checkedAt,
    isSpent: true,
    unclearAt: null,
    unclearReason: null,
  }))
  await db.insertInto('charge').values(faultyRows).execute()
  for (const { reference } of faultyRows) shop.faultyReferences.add(reference)
  await shop.vouchers.returnByItself(sound.reference, 3700)
  shop.clock.pass(8 * day)
  for (const _ of [1, 2]) await expect(shop.payments.refreshPaidCharges()).rejects.toThrow('faulty0')
  expect(await statusOf(shop, sound.orderId)).toBe('refunded')
})

/** Makes the database refuse one order's end. */
async function poison({ database: { db, engine } }: Shop, orderId: number): Promise<void> {
  if (engine === 'sqlite') {
    await sql
      .raw(
        `create trigger poison before update of status on orders when old.id = ${orderId}
          begin select raise(abort, 'poisoned'); end`,
      )
      .execute(db)
    return
  }
  await sql
    .raw(
      `create function poison() returns trigger language plpgsql as $$ begin
        if old.id = ${orderId} then raise exception 'poisoned'; end if; return new; end $$`,
    )
    .execute(db)
  await sql
    .raw('create trigger poison before update of status on orders for each row execute function poison()')
    .execute(db)
}
