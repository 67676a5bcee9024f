import { expect, test } from 'vitest'
import { buildRefund } from '../../server/demo/simulators/sandbox-charge.ts'
import { parseCents, toDecimalAmount } from '../../server/payments/amounts.ts'
import type { Charge } from '../../server/payments/charges.ts'
import { createExternalProvider } from '../../server/payments/external/external-provider.ts'
import type { IncomingWebhook, ProviderName } from '../../server/ports/payment-provider.ts'
import { anyCall } from '../support/bank.ts'
import { openCardProvider } from '../support/card.ts'
import { openTestDatabase } from '../support/database.ts'
import { externalCall } from '../support/payments.ts'
import { halfAnHour, openPixShop, pixCall, standingClock, statusOf } from '../support/pix-shop.ts'
import { byOperator } from '../support/staff.ts'
import { createVoucherProvider } from '../support/voucher-provider.ts'

const secret = 'known-to-the-tests-alone'

/** What happens at a provider, and the calls by which it tells the shop. */
interface Driver {
  pay(charge: Charge): Promise<void>
  refuse(charge: Charge): Promise<void>
  /** Returns money without the shop's asking. */
  returnByItself(charge: Charge, cents: number): Promise<void>
  /** Cents that it has returned, whoever asked. */
  returned(charge: Charge): Promise<number>
  /** Whether somebody could still pay it there. */
  isPayable(charge: Charge): Promise<boolean>
  setAway(isAway: boolean): void
  reportsOf(charge: Charge): IncomingWebhook[]
  refundsByHand: boolean
  isRefusalFinal: boolean
}

type Shop = Awaited<ReturnType<typeof openWays>>

/** A shop with every provider at once. */
async function openWays() {
  const page = { reports: [] as IncomingWebhook[], returned: new Map<string, number>() }
  const cardDatabase = await openTestDatabase('sqlite')
  let voucher: ReturnType<typeof createVoucherProvider> | undefined
  const clock = standingClock('2026-03-02T15:00:00Z')
  const cards = await openCardProvider({ database: cardDatabase, clock })
  const shop = await openPixShop({
    clock,
    others: (parts) => {
      voucher = createVoucherProvider(clock)
      const settings = { url: 'https://pay.example.com', secret }
      return [
        createExternalProvider({ ...parts, settings }),
        cards.providerFor(parts),
        cards.pixProviderFor(parts),
        voucher.provider,
      ]
    },
  })
  if (!voucher) throw new Error('the shop was opened without its providers')
  shop.bank.holdWebhooks()
  const tell = (charge: Charge, status: string, cents = charge.amountCents) => {
    const about = { transaction_reference: charge.reference, payment_id: `P${charge.reference}` }
    page.reports.push(externalCall({ ...about, status, amount: cents / 100 }, secret))
  }
  const orderIdOf = ({ codeOrUrl }: Charge) => codeOrUrl.split('=').at(-1) ?? ''
  const drivers: Record<string, Driver> = {
    pix: {
      pay: ({ reference, amountCents }) => shop.bank.payAnyway(reference, amountCents),
      refuse: ({ reference }) => shop.bank.refuseCharge(reference),
      returnByItself: async ({ reference }, cents) =>
        shop.bank.rewrite(reference, ({ pix: [pix] = [] }) => {
          const refund = buildRefund('D1', { valor: toDecimalAmount(cents) }, clock.now())
          if (pix) pix.devolucoes = [...(pix.devolucoes ?? []), refund]
        }),
      returned: async ({ reference }) =>
        ((await shop.bank.getCharge(reference)).pix ?? [])
          .flatMap(({ devolucoes = [] }) => devolucoes)
          .reduce((sum, { valor }) => sum + parseCents(valor), 0),
      isPayable: async ({ reference }) => (await shop.bank.getCharge(reference)).status === 'ATIVA',
      setAway: (isAway) => Object.assign(shop.bank.troubles, { away: isAway ? anyCall : null }),
      reportsOf: ({ reference }) => [pixCall([{ txid: reference }])],
      refundsByHand: false,
      isRefusalFinal: true,
    },
    external: {
      pay: async (charge) => tell(charge, 'paid'),
      refuse: async (charge) => tell(charge, 'refused'),
      returnByItself: async (charge, cents) => tell(charge, 'refunded', cents),
      returned: async () => 0,
      isPayable: async () => true,
      // Nobody asks it anything.
      setAway: () => {},
      reportsOf: () => page.reports.splice(0),
      refundsByHand: true,
      isRefusalFinal: true,
    },
    card: driveOrders(async (charge) => orderIdOf(charge), { isRefusalFinal: false }),
    pix_mercadopago: driveOrders(async ({ reference }) => (await cards.card.findOrderId(reference)) ?? '', {
      isRefusalFinal: true,
    }),
    voucher: {
      pay: ({ reference, amountCents }) => voucher?.pay(reference, amountCents) ?? Promise.resolve(),
      refuse: ({ reference }) => voucher?.refuse(reference) ?? Promise.resolve(),
      returnByItself: ({ reference }, cents) => voucher?.returnByItself(reference, cents) ?? Promise.resolve(),
      returned: ({ reference }) => voucher?.returned(reference) ?? Promise.resolve(0),
      isPayable: async ({ reference }) => voucher?.isPayable(reference) ?? false,
      setAway: (isAway) => Object.assign(voucher?.faults ?? {}, { isAway }),
      reportsOf: ({ reference }) => [
        { body: Buffer.from(reference), getHeader: () => undefined, query: new URLSearchParams() },
      ],
      refundsByHand: false,
      isRefusalFinal: false,
    },
  }
  return { ...shop, cards, drivers, charge, report }

  /** An order at the card's provider, paid by card or by Pix. */
  function driveOrders(
    findId: (charge: Charge) => Promise<string>,
    { isRefusalFinal }: Pick<Driver, 'isRefusalFinal'>,
  ): Driver {
    return {
      pay: async (charge) => cards.card.approvePayment(await findId(charge), 3),
      refuse: async (charge) => cards.card.declinePayment(await findId(charge)),
      returnByItself: async (charge, cents) => {
        const { transactions } = await cards.card.getOrder(await findId(charge))
        const id = transactions?.payments?.[0]?.id
        await cards.card.refundOrder(await findId(charge), 'by the panel', {
          transactions: [{ id, amount: toDecimalAmount(cents) }],
        })
      },
      returned: async (charge) =>
        ((await cards.card.getOrder(await findId(charge))).transactions?.refunds ?? []).reduce(
          (sum, { amount }) => sum + parseCents(amount),
          0,
        ),
      isPayable: async (charge) =>
        ['created', 'action_required'].includes((await cards.card.getOrder(await findId(charge))).status),
      setAway: (isAway) => Object.assign(cards.troubles, { away: isAway ? anyCall : null }),
      reportsOf: () => cards.reports(),
      refundsByHand: false,
      isRefusalFinal,
    }
  }

  function charge(orderId: number, name: ProviderName): Promise<Charge> {
    return shop.payments.chargeOrder(shop.customerId, orderId, name)
  }

  async function report(charge: Charge): Promise<void> {
    for (const call of drivers[charge.provider]?.reportsOf(charge) ?? [])
      await shop.payments.handleWebhook(webhookOf(charge.provider), call)
  }
}

/** An order with its charge at a provider. */
async function openCharged(name: ProviderName) {
  const shop = await openWays()
  const driver = shop.drivers[name] as Driver
  const orderId = await shop.placeOrder()
  return { ...shop, driver, orderId, own: await shop.charge(orderId, name) }
}

async function openPaid(name: ProviderName) {
  const shop = await openCharged(name)
  await shop.driver.pay(shop.own)
  await shop.report(shop.own)
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
  return shop
}

const rounds = async (shop: Shop, times = 3) => {
  for (let round = 0; round < times; round += 1) {
    await shop.payments.expireOrdersAndSettleCharges()
    shop.clock.pass(11 * 60)
  }
}

const providers: ProviderName[] = ['pix', 'external', 'card', 'pix_mercadopago', 'voucher']

/** One account has one webhook. */
function webhookOf(name: ProviderName): ProviderName {
  return name === 'pix_mercadopago' ? 'card' : name
}

test.each(providers)(
  '%s: a payment counts once, however often it is told of, and is read when nobody tells',
  async (name) => {
    const shop = await openCharged(name)
    expect(await shop.charge(shop.orderId, name)).toEqual(shop.own)
    await shop.driver.pay(shop.own)
    const calls = shop.driver.reportsOf(shop.own)
    await Promise.all([...calls, ...calls].map((call) => shop.payments.handleWebhook(webhookOf(name), call)))
    expect(await statusOf(shop, shop.orderId)).toBe('paid')
    expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured'])
    await rounds(shop)
    expect(await shop.driver.returned(shop.own)).toBe(0)
  },
)

test.each(providers)('%s: a refusal ends the order where it is final, else leaves it another try', async (name) => {
  const shop = await openCharged(name)
  await shop.driver.refuse(shop.own)
  await shop.report(shop.own)
  const check = await shop.payments.checkPaymentStatus(shop.customerId, shop.orderId, { force: true })
  expect(check).toBe(shop.driver.isRefusalFinal ? 'failed' : 'pending')
  if (shop.driver.isRefusalFinal) return expect(await shop.stock()).toBe(10)
  expect(await shop.payments.wasLastChargeDeclined(shop.orderId)).toBe(true)
  const again = await shop.charge(shop.orderId, name)
  expect(again.reference).not.toBe(shop.own.reference)
  expect(await shop.payments.wasLastChargeDeclined(shop.orderId)).toBe(false)
  await shop.driver.pay(again)
  await shop.report(again)
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
})

test.each(providers)('%s: what arrives after the order ended goes back, once', async (name) => {
  const shop = await openCharged(name)
  await shop.orders.endUnpaidOrder(shop.orderId, 'expire', { kind: 'job' })
  await shop.driver.pay(shop.own)
  await shop.report(shop.own)
  await rounds(shop)
  const { refundsByHand } = shop.driver
  expect(await shop.paymentsIn(shop.orderId)).toEqual([refundsByHand ? '3700 refund_due' : '3700 refunded'])
  if (refundsByHand) {
    expect(await shop.payments.listDueRefunds()).toMatchObject([{ amountCents: 3700, requiresManualRefund: true }])
    await shop.driver.returnByItself(shop.own, 3700)
    await shop.report(shop.own)
    expect(await shop.payments.listDueRefunds()).toEqual([])
  } else expect(await shop.driver.returned(shop.own)).toBe(3700)
})

test.each(providers)('%s: an order that ends unpaid closes its charge, and its stock is back', async (name) => {
  const shop = await openCharged(name)
  shop.clock.pass(halfAnHour)
  await rounds(shop)
  expect(await statusOf(shop, shop.orderId)).toBe('expired')
  expect(await shop.stock()).toBe(10)
  await expect(shop.charge(shop.orderId, name)).rejects.toMatchObject({ code: 'order.notPayable' })
})

test.each(providers)(
  '%s: while its provider is away nothing is charged, and a later try makes the same charge',
  async (name) => {
    const shop = await openWays()
    const driver = shop.drivers[name] as Driver
    const orderId = await shop.placeOrder()
    driver.setAway(true)
    const first = await shop.charge(orderId, name).catch(({ code }) => code)
    if (name !== 'external') expect(first).toBe('payment.unavailable')
    driver.setAway(false)
    const own = await shop.charge(orderId, name)
    const charges = shop.database.db.selectFrom('charge').select('reference').where('orderId', '=', orderId)
    const made = await charges.execute()
    expect(made).toEqual([{ reference: own.reference }])
    await driver.pay(own)
    await shop.report(own)
    expect(await statusOf(shop, orderId)).toBe('paid')
  },
)

test.each(providers)(
  '%s: an order that is ended gives its payment back, whole, in spite of a provider that fails',
  async (name) => {
    const shop = await openPaid(name)
    await shop.orders.cancelOrRefund(shop.orderId, byOperator)
    shop.driver.setAway(true)
    await rounds(shop)
    shop.driver.setAway(false)
    await rounds(shop)
    if (shop.driver.refundsByHand) expect(await shop.payments.listDueRefunds()).toMatchObject([{ amountCents: 3700 }])
    else expect(await shop.driver.returned(shop.own)).toBe(3700)
    await rounds(shop)
    if (!shop.driver.refundsByHand) expect(await shop.driver.returned(shop.own)).toBe(3700)
  },
)

test.each(providers)(
  '%s: a unit that is missing gives its part back; the rest goes when the order ends',
  async (name) => {
    const shop = await openPaid(name)
    await shop.orders.advanceOrder(shop.orderId, 'pick', byOperator)
    const removal = { orderId: shop.orderId, productId: 1, units: 1, expectedUnits: 2 }
    const remove = () => shop.orders.removeUnits(removal, byOperator)
    if (shop.driver.refundsByHand) return expect(remove()).rejects.toMatchObject({ code: 'removal.byHand' })
    await remove()
    await rounds(shop)
    expect(await shop.driver.returned(shop.own)).toBe(1850)
    await shop.orders.cancelOrRefund(shop.orderId, byOperator)
    await rounds(shop)
    expect(await shop.driver.returned(shop.own)).toBe(3700)
  },
)

test.each(providers)(
  '%s: what it returns by itself stops the order, is told, and is never returned again',
  async (name) => {
    const shop = await openPaid(name)
    await shop.driver.returnByItself(shop.own, 700)
    await shop.report(shop.own)
    expect(await statusOf(shop, shop.orderId)).toBe('paid')
    expect(await shop.payments.listPayments(shop.orderId)).toMatchObject([
      { restCents: 3000, bankRefunds: [{ amountCents: 700 }] },
    ])
    expect(shop.warnings.at(-1)?.message).toContain('did not ask it to')
    await shop.orders.cancelOrRefund(shop.orderId, byOperator)
    await rounds(shop)
    if (shop.driver.refundsByHand) expect(await shop.payments.listDueRefunds()).toMatchObject([{ amountCents: 3000 }])
    else expect(await shop.driver.returned(shop.own)).toBe(3700)
  },
)

const isSameAccount = (...names: ProviderName[]) => names.every((name) => ['card', 'pix_mercadopago'].includes(name))
const changes = providers.flatMap((from) => providers.filter((to) => to !== from).map((to) => [from, to] as const))

test.each(changes)('from %s to %s: the earlier charge is closed, and only the later one pays', async (from, to) => {
  const shop = await openCharged(from)
  const later = await shop.charge(shop.orderId, to)
  expect(later.provider).toBe(to)
  expect(await statusOf(shop, shop.orderId)).toBe('pending_payment')
  await shop.drivers[to]?.pay(later)
  await shop.report(later)
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
  await rounds(shop)
  expect(await shop.paymentsIn(shop.orderId)).toEqual(['3700 captured'])
})

test.each(changes)('from %s to %s: what was paid meanwhile counts', async (from, to) => {
  const shop = await openCharged(from)
  await shop.driver.pay(shop.own)
  // Nobody can be asked about the external page: only its report tells.
  if (from === 'external') await shop.report(shop.own)
  await expect(shop.charge(shop.orderId, to)).rejects.toMatchObject({ code: 'order.notPayable' })
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
})

// Both of one account are away together.
test.each(changes.filter((names) => !isSameAccount(...names)))(
  'from %s to %s: paid both ways, the second goes back',
  async (from, to) => {
    const shop = await openCharged(from)
    shop.driver.setAway(true)
    const later = await shop.charge(shop.orderId, to)
    shop.driver.setAway(false)
    await shop.driver.pay(shop.own)
    await shop.drivers[to]?.pay(later)
    await shop.report(later)
    await shop.report(shop.own)
    await rounds(shop)
    expect(await statusOf(shop, shop.orderId)).toBe('paid')
    const byHand = shop.driver.refundsByHand
    expect((await shop.paymentsIn(shop.orderId)).sort()).toEqual(
      ['3700 captured', byHand ? '3700 refund_due' : '3700 refunded'].sort(),
    )
    if (!byHand) expect(await shop.driver.returned(shop.own)).toBe(3700)
    expect(await shop.drivers[to]?.returned(later)).toBe(0)
  },
)

// The external page takes no call that ends a charge.
const closable = providers.filter((name) => name !== 'external')

test.each(closable)(
  '%s: left for another way while its provider was away, a charge is closed once it answers',
  async (name) => {
    const shop = await openCharged(name)
    shop.driver.setAway(true)
    await shop.charge(shop.orderId, closable.find((other) => other !== name && !isSameAccount(other, name)) ?? '')
    await rounds(shop, 1)
    shop.driver.setAway(false)
    expect(await shop.driver.isPayable(shop.own)).toBe(true)
    await rounds(shop, 1)
    expect(await shop.driver.isPayable(shop.own)).toBe(false)
  },
)

test('a charge that was left before anybody saw it is asked about once, not for ten days', async () => {
  const shop = await openWays()
  const orderId = await shop.placeOrder()
  shop.drivers.pix?.setAway(true)
  await expect(shop.charge(orderId, 'pix')).rejects.toMatchObject({ code: 'payment.unavailable' })
  const card = await shop.charge(orderId, 'card')
  await shop.drivers.card?.pay(card)
  await shop.report(card)
  shop.drivers.pix?.setAway(false)
  await rounds(shop, 1)
  const calls = shop.calls().length
  await rounds(shop, 3)
  expect(shop.calls().length).toBe(calls)
})

test('while the account of both is away, neither a card nor its Pix is to be had, and the order waits', async () => {
  const shop = await openWays()
  const orderId = await shop.placeOrder()
  shop.drivers.card?.setAway(true)
  for (const name of ['card', 'pix_mercadopago'])
    await expect(shop.charge(orderId, name)).rejects.toMatchObject({ code: 'payment.unavailable' })
  expect(await statusOf(shop, orderId)).toBe('pending_payment')
})

test('a Pix that expires at its provider makes room for another, and one paid there all the same counts', async () => {
  const shop = await openCharged('pix_mercadopago')
  expect(shop.own).toMatchObject({ way: 'pix', codeOrUrl: expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/) })
  const [{ id } = { id: '' }] = await shop.cards.listOrders()
  await shop.cards.rewrite(id, (order) => Object.assign(order, { status: 'expired', status_detail: 'expired' }))
  await shop.report(shop.own)
  const later = await shop.charge(shop.orderId, 'pix_mercadopago')
  expect(later.reference).not.toBe(shop.own.reference)
  await shop.driver.pay(later)
  await shop.report(later)
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
})

test('a Pix of this provider that is paid twice, or after its order’s end, goes back', async () => {
  const shop = await openPaid('pix_mercadopago')
  const [{ id } = { id: '' }] = await shop.cards.listOrders()
  await shop.cards.rewrite(id, ({ transactions }) => {
    const [payment] = transactions?.payments ?? []
    if (payment) transactions?.payments?.push({ ...payment, id: 'PAY01AGAIN' })
  })
  await shop.report(shop.own)
  await rounds(shop)
  expect((await shop.paymentsIn(shop.orderId)).sort()).toEqual(['3700 captured', '3700 refunded'])
  expect(await shop.driver.returned(shop.own)).toBe(3700)
})

test('what another account tells of is no charge of this shop’s, and a real account’s call is none to a sandbox', async () => {
  const shop = await openCharged('pix_mercadopago')
  await shop.driver.pay(shop.own)
  const [call] = shop.cards.reports() as [IncomingWebhook]
  const live = { ...call, body: Buffer.from('{"live_mode":true}') }
  expect(await shop.payments.handleWebhook('card', live)).toBe('otherMode')
  expect(shop.warnings.at(-1)?.message).toContain('real account calls a sandbox')
  expect(await statusOf(shop, shop.orderId)).toBe('pending_payment')
  shop.cards.card.notifyShop({ id: 'ORD01OTHER' })
  const [foreign] = shop.cards.reports() as [IncomingWebhook]
  expect(await shop.payments.handleWebhook('card', foreign)).toBe('unknown')
  expect(await shop.payments.handleWebhook('card', call)).toBe('processed')
  expect(await statusOf(shop, shop.orderId)).toBe('paid')
})
