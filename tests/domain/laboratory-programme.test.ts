import { expect, test } from 'vitest'
import { releaseUnits } from '../../server/bag/programme/laboratory-authorisations.ts'
import { line, openCheckout, paper, trayenta } from '../support/checkout.ts'
import { strangeCpf } from '../support/programme.ts'
import { byOperator } from '../support/staff.ts'

const cpf = '529.982.247-25'

/** The demo shop, and a customer whose bag has so many units with the laboratory's discount. */
async function openPurchase(units = 2, optInCpf = cpf) {
  const shop = await openCheckout()
  const { customerId, addressId, bags } = shop
  const laboratoryOptInId = await bags.laboratory.optIn({ branchId: 1, productId: trayenta, cpf: optInCpf, customerId })
  const bag = { lines: [line(trayenta, units)], laboratoryOptInId }
  const prescribe = async () => shop.prescriptions.submitPrescriptions(customerId, [await paper([trayenta])])
  return { ...shop, bag, review, order, open }

  function review() {
    return bags.reviewBag(bag, 1, { customerId })
  }

  /** As the summary sends it: at the total that it showed. */
  async function order(idempotencyKey: string = crypto.randomUUID(), prescriptionId?: number) {
    const { totalCents } = await review()
    const request = { customerId, addressId, idempotencyKey, bag, note: '', expectedTotalCents: totalCents }
    return shop.orders.placeOrder({ ...request, prescriptionId: prescriptionId ?? (await prescribe()) })
  }

  /** What the programme holds, once it was told everything. */
  async function open() {
    await bags.authorisations.notifyDueChanges()
    return (await shop.programme.listActiveAuthorisations()).map(({ units, state }) => ({ units, state }))
  }
}

test('an order is charged what the bag shows with the laboratory’s discount, and has no discount of its own', async () => {
  const shop = await openPurchase()
  const { totalCents, lines } = await shop.review()
  const order = await shop.order()
  expect(order).toMatchObject({ totalCents, itemsCents: totalCents, discountCents: 0 })
  const unitCents = lines[0]?.unitPriceCents
  expect(order.lines[0]).toMatchObject({ priceCents: unitCents, fullPriceCents: unitCents, isPbm: true })
  expect(await shop.open()).toEqual([{ units: 2, state: 'open' }])
  const { amountCents } = await shop.payments.chargeOrder(shop.customerId, order.id, 'external')
  expect(amountCents).toBe(totalCents)
})

test('a form sent twice at once has one order and one authorisation', async () => {
  const shop = await openPurchase()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([trayenta])])
  const orders = await Promise.all(['k', 'k'].map((key) => shop.order(key, prescriptionId)))
  expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
  expect(await shop.open()).toEqual([{ units: 2, state: 'open' }])
})

test('a programme that authorises less than it promised makes no order: the bag shows the new total, at which it is bought', async () => {
  const shop = await openPurchase(2, strangeCpf.lessThanPromised)
  const full = (await shop.bags.reviewBag({ lines: shop.bag.lines }, 1)).totalCents
  await expect(shop.order()).rejects.toMatchObject({ code: 'laboratory.changed', status: 409 })
  const review = await shop.review()
  expect(review).toMatchObject({ totalCents: full, bag: { lines: shop.bag.lines } })
  expect(review.lines[0]).toMatchObject({ laboratoryDiscount: null, laboratoryUnitLimit: 1 })
  expect(await shop.open()).toEqual([])
  expect((await shop.order()).totalCents).toBe(full)
})

test('a bag with more units than the programme grants keeps them at the shop’s price, with one unit it has the discount', async () => {
  const shop = await openPurchase(2, strangeCpf.oneUnit)
  expect((await shop.review()).lines[0]).toMatchObject({ laboratoryDiscount: null, laboratoryUnitLimit: 1 })
  const one = await shop.bags.reviewBag({ ...shop.bag, lines: [line(trayenta)] }, 1)
  expect(one.lines[0]?.laboratoryDiscount).toMatchObject({ discountBasisPoints: 2500 })
})

test('a programme that is away loses nothing: no order, the bag as it was, and nothing stays held', async () => {
  const shop = await openPurchase()
  const before = await shop.review()
  shop.programme.troubles.hangsUp = (call) => call.startsWith('PUT')
  await expect(shop.order()).rejects.toMatchObject({ code: 'laboratory.unavailable', status: 503 })
  expect(await shop.review()).toEqual(before)
  expect(await shop.open()).toEqual([])
  shop.programme.troubles.hangsUp = () => false
  expect((await shop.order()).totalCents).toBe(before.totalCents)
})

test('a programme that does not answer an opt-in, or does not know the CPF, stores nothing', async () => {
  const shop = await openCheckout()
  const wish = { branchId: 1, productId: trayenta }
  for (const [typed, code] of [
    [strangeCpf.away, 'laboratory.unavailable'],
    [strangeCpf.notEnrolled, 'laboratory.notEligible'],
    ['111.111.111-11', 'cpf.invalid'],
  ] as const)
    await expect(shop.bags.laboratory.optIn({ ...wish, cpf: typed })).rejects.toMatchObject({ code })
  expect(await shop.database.db.selectFrom('laboratoryOptIn').selectAll().execute()).toEqual([])
})

test('without consent for the product, or by another customer’s consent, nothing is asked of the programme', async () => {
  const shop = await openPurchase()
  const { customerId } = await shop.neighbour()
  const neighbours = await shop.bags.reviewBag(shop.bag, 1, { customerId })
  expect(neighbours.lines[0]).toMatchObject({ laboratoryDiscount: null, laboratoryUnitLimit: null })
  const calls: string[] = []
  shop.programme.troubles.hangsUp = (call) => calls.push(call) < 0
  const { bag, database, addressId } = shop
  await database.db.deleteFrom('laboratoryOptInProduct').execute()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([trayenta])])
  const request = { customerId: shop.customerId, addressId, idempotencyKey: 'k', bag, note: '', prescriptionId }
  const { totalCents } = await shop.orders.placeOrder(request)
  expect(totalCents).toBe((await shop.bags.reviewBag({ lines: bag.lines }, 1)).totalCents)
  expect(calls).toEqual([])
})

test('what the programme corrects of one product changes no other of the same opt-in', async () => {
  const shop = await openPurchase()
  const { laboratory } = shop.bags
  const { customerId } = shop
  const { id: other } = await shop.database.db
    .selectFrom('product')
    .select('id')
    .where('isPbm', '=', true)
    .where('id', '<>', trayenta)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const id = await laboratory.optIn({
    ...{ branchId: 1, productId: other, cpf, customerId },
    replacedOptInId: shop.bag.laboratoryOptInId,
  })
  const before = (await laboratory.loadOffersByProductId(id, customerId)).get(other)
  expect(before?.units).toBeGreaterThan(1)
  await laboratory.replaceOffer(id, trayenta, { discountBasisPoints: 100, units: 1 })
  const offers = await laboratory.loadOffersByProductId(id, customerId)
  expect([offers.get(trayenta), offers.get(other)]).toEqual([{ discountBasisPoints: 100, units: 1 }, before])
})

test('an order that is refused after its discount was authorised gives it back', async () => {
  const shop = await openPurchase()
  const { customerId, addressId, bag } = shop
  const request = { customerId, addressId, idempotencyKey: 'k', bag, note: '' }
  await expect(shop.orders.placeOrder(request)).rejects.toMatchObject({ code: 'prescription.required' })
  await expect(shop.orders.placeOrder({ ...request, expectedTotalCents: 1 })).rejects.toMatchObject({
    code: 'prices.changed',
  })
  expect(await shop.open()).toEqual([])
  expect((await shop.order('k')).totalCents).toBe((await shop.review()).totalCents)
})

test('an authorisation whose order was never placed, since its server died, is given back', async () => {
  const shop = await openPurchase()
  const { customerId, bag } = shop
  const [{ laboratoryDiscount } = { laboratoryDiscount: null }] = (await shop.review()).lines
  const discounted = {
    productId: trayenta,
    quantity: 2,
    ean: null,
    listPriceCents: 0,
    discountBasisPoints: 0,
    ...laboratoryDiscount,
  }
  await shop.bags.authorisations.authorise({ customerId, idempotencyKey: 'k' }, bag.laboratoryOptInId, [discounted])
  expect(await shop.open()).toEqual([{ units: 2, state: 'open' }])
  shop.clock.pass(11)
  expect(await shop.open()).toEqual([])
})

const ends: [
  name: string,
  end: (shop: Awaited<ReturnType<typeof openPurchase>>, orderId: number) => Promise<unknown>,
][] = [
  ['its customer cancels it unpaid', (shop, id) => shop.payments.cancelUnpaidOrder(shop.customerId, id)],
  [
    'it expires',
    async (shop) => {
      shop.clock.pass(120)
      await shop.payments.expireOrdersAndSettleCharges()
    },
  ],
  [
    'its prescription is refused',
    async (shop, id) => {
      await shop.pay(id)
      const [{ id: prescriptionId } = { id: 0 }] = await shop.prescriptions.listPrescriptionsWithOrder()
      const by = { ...byOperator, pharmacist: { name: 'Helena Prado', crf: 'SP-12345' } }
      await shop.orders.rejectPrescription(prescriptionId, by, 'Está ilegível.')
    },
  ],
  [
    'the staff end it',
    async (shop, id) => {
      await shop.pay(id)
      await shop.orders.cancelOrRefund(id, byOperator)
    },
  ],
  [
    'it is withdrawn from after its delivery',
    async (shop, id) => {
      await deliver(shop, id)
      expect(await shop.open()).toEqual([{ units: 2, state: 'confirmed' }])
      await shop.problems.saveDraft(shop.customerId, id, { kind: 'withdraw', items: items(2), message: '' }, [])
      await shop.problems.submitDraft(shop.customerId, id)
      // What is paid at the external page goes back by hand.
      await shop.orders.cancelOrRefund(id, byOperator).catch(() => {})
    },
  ],
]

test.for(ends)('nothing stays authorised of an order once %s', async ([, end]) => {
  const shop = await openPurchase()
  const { id } = await shop.order()
  expect(await shop.open()).toEqual([{ units: 2, state: 'open' }])
  await end(shop, id)
  expect(await shop.open()).toEqual([])
  expect(await shop.bags.authorisations.listByOrder(id)).toMatchObject([{ units: 0, state: 'cancelled' }])
})

test('a delivered order confirms its discount for the units that it still has', async () => {
  const shop = await openPurchase(3)
  const { id } = await shop.order()
  await shop.pay(id)
  await approve(shop)
  const removed = { productId: trayenta, units: 1 }
  await shop.ctx.transact((ctx) => releaseUnits(ctx, id, removed))
  expect(await shop.open()).toEqual([{ units: 2, state: 'open' }])
  for (const step of ['pick', 'dispatch', 'deliver'] as const) await shop.orders.advanceOrder(id, step, byOperator)
  expect(await shop.open()).toEqual([{ units: 2, state: 'confirmed' }])
})

test('what the programme must be told waits until it answers, and is told once', async () => {
  const shop = await openPurchase()
  const { id } = await shop.order()
  const calls: string[] = []
  shop.programme.troubles.hangsUp = (call) => calls.push(call) <= 2
  await shop.payments.cancelUnpaidOrder(shop.customerId, id)
  const { notifyDueChanges, countDueChanges } = shop.bags.authorisations
  await notifyDueChanges()
  expect([await countDueChanges(), calls.length]).toEqual([1, 1])
  for (const _ of [1, 2, 3, 4]) {
    shop.clock.pass(1)
    await notifyDueChanges()
  }
  expect([await countDueChanges(), calls.length]).toEqual([0, 3])
  expect(await shop.programme.listActiveAuthorisations()).toEqual([])
})

test('a programme that ends an authorisation by itself is told of in the log, and the customer pays what was agreed', async () => {
  const shop = await openPurchase()
  const { id, totalCents } = await shop.order()
  const [held] = await shop.programme.listActiveAuthorisations()
  await shop.programme.revokeAuthorisationSilently(held?.id ?? '')
  await deliver(shop, id)
  await shop.bags.authorisations.notifyDueChanges()
  expect(await shop.bags.authorisations.listByOrder(id)).toMatchObject([{ units: 2, state: 'lost' }])
  expect((await shop.orders.getOrder(shop.customerId, id)).totalCents).toBe(totalCents)
})

test('a programme that does not know an authorisation any more has ended it, and is told no further', async () => {
  const shop = await openPurchase()
  const { id } = await shop.order()
  await shop.database.db.deleteFrom('sandboxAuthorisation').execute()
  await deliver(shop, id)
  await shop.bags.authorisations.notifyDueChanges()
  expect(await shop.bags.authorisations.listByOrder(id)).toMatchObject([{ units: 2, state: 'lost' }])
  expect(await shop.bags.authorisations.countDueChanges()).toBe(0)
})

const items = (units: number) => [{ productId: trayenta, units }]

async function approve(shop: Awaited<ReturnType<typeof openPurchase>>) {
  const [{ id } = { id: 0 }] = await shop.prescriptions.listPrescriptionsWithOrder()
  await shop.orders.approvePrescription(id, { ...byOperator, pharmacist: { name: 'Helena Prado', crf: 'SP-12345' } })
}

async function deliver(shop: Awaited<ReturnType<typeof openPurchase>>, orderId: number) {
  await shop.pay(orderId)
  await approve(shop)
  for (const step of ['pick', 'dispatch', 'deliver'] as const) await shop.orders.advanceOrder(orderId, step, byOperator)
}
