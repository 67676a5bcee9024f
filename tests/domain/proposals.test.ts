import { expect, test } from 'vitest'
import { addUnit } from '../../server/orders/lots.ts'
import type { Offer } from '../../server/orders/offer.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, byOperator, operator } from '../support/staff.ts'

/** Sold freely, too. */
const antiseptic = 68

type Shop = Awaited<ReturnType<typeof openCheckout>>

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    ({ code }) => code,
  )

/** An order of two units that is being picked, and what may be proposed for it. */
async function pickedOrder(lines = [line(novalgina, 2), line(antiseptic)], more: object = {}) {
  const shop = await openCheckout()
  await shop.database.db.updateTable('branch').set({ deliveryFeeCents: 790 }).execute()
  const { id } = await shop.place(lines, more)
  await receivePix(shop, id)
  await shop.orders.advanceOrder(id, 'pick', byOperator)
  const { offers } = await shop.backoffice.proposals.listProposalsAndOffers(operator, id)
  return { shop, id, offers: offers.map(({ offer }) => offer) }
}

const propose = (shop: Shop, id: number, offer: Offer | undefined, units = 1) =>
  shop.backoffice.proposals.proposeOffer(
    operator,
    id,
    { productId: novalgina, units },
    (each) => JSON.stringify(each) === JSON.stringify(offer),
  )

const latestOf = async (shop: Shop, id: number) => (await shop.orders.proposals.listByOrder(id))[0]
const orderOf = (shop: Shop, id: number) => shop.orders.getOrder(shop.customerId, id)
/** Until when the queue says that the order waits for its customer. */
const askedUntil = async (shop: Shop, id: number) =>
  (await shop.backoffice.orders.searchOrders(operator, String(id))).orders[0]?.proposalDeadline

async function accept(shop: Shop, id: number) {
  return shop.orders.proposals.acceptProposal(shop.customerId, id, (await latestOf(shop, id))?.id ?? 0)
}

async function decline(shop: Shop, id: number) {
  return shop.orders.proposals.declineProposal(shop.customerId, id, (await latestOf(shop, id))?.id ?? 0)
}

const partsOf = async ({ database: { db } }: Shop, id: number) =>
  (await db.selectFrom('partialRefund').select('amountCents').where('orderId', '=', id).execute()).map(
    ({ amountCents }) => amountCents,
  )

async function stockIn({ database: { db } }: Shop, branchId: number, productId: number) {
  const row = await db
    .selectFrom('offer')
    .select('stock')
    .where('branchId', '=', branchId)
    .where('productId', '=', productId)
    .executeTakeFirst()
  return row?.stock ?? 0
}

const bookedIn = async ({ database: { db } }: Shop) =>
  (await db.selectFrom('deliveryWindow').selectAll().where('booked', '>', 0).execute()).map(({ id }) => id)

const of = <Way extends Offer['way']>(offers: Offer[], way: Way) =>
  offers.find((offer): offer is Extract<Offer, { way: Way }> => offer.way === way)

test('another laboratory’s medicine comes in place of what is short, and only what it costs less goes back', async () => {
  const { shop, id, offers } = await pickedOrder()
  const offer = of(offers, 'product')
  const before = await orderOf(shop, id)
  const paidCents = before.lines.find(({ productId }) => productId === novalgina)?.priceCents ?? 0
  expect(offer?.priceCents).toBeLessThanOrEqual(paidCents)
  const { productId = 0, priceCents = 0 } = offer ?? {}
  const stock = await stockIn(shop, before.branchId, productId)
  await propose(shop, id, offer)
  expect(await latestOf(shop, id)).toMatchObject({ state: 'open', units: 1, offer })
  expect(await accept(shop, id)).toBe(paidCents - priceCents)
  const order = await orderOf(shop, id)
  expect(order.lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ productId: novalgina, quantity: 2, shortPickedUnits: 1 }),
      expect.objectContaining({ productId, quantity: 1, priceCents }),
    ]),
  )
  expect(order.shortPickedCents).toBe(paidCents - priceCents)
  expect(await partsOf(shop, id)).toEqual(priceCents < paidCents ? [paidCents - priceCents] : [])
  expect(await stockIn(shop, before.branchId, productId)).toBe(stock - 1)
  // Ended, the order gives the rest back, and the other product to the shelf; the unit that was missing to none.
  const missing = await stockIn(shop, before.branchId, novalgina)
  expect(await shop.orders.cancelOrRefund(id, byOperator)).toMatchObject({
    refundCents: order.dueCents - order.shortPickedCents,
  })
  expect(await stockIn(shop, before.branchId, productId)).toBe(stock)
  expect(await stockIn(shop, before.branchId, novalgina)).toBe(missing + 1)
})

test('a product whose sale is paused is not proposed; paused since, it is gone', async () => {
  const { shop, id, offers } = await pickedOrder()
  const offer = of(offers, 'product')
  const { sku } = await shop.database.db
    .selectFrom('product')
    .select('sku')
    .where('id', '=', offer?.productId ?? 0)
    .executeTakeFirstOrThrow()
  const proposal = { orderId: id, productId: novalgina, units: 1, offer: offer as Offer }
  await shop.catalogue.pauses.pauseProduct(sku, null)
  expect(await codeOf(shop.orders.proposals.assertOfferPossible(proposal))).toBe('stock.short')
  await shop.catalogue.pauses.resumeProduct(sku)
  await propose(shop, id, offer)
  await shop.catalogue.pauses.pauseProduct(sku, null)
  expect(await codeOf(accept(shop, id))).toBe('proposal.gone')
})

test('a later window takes the order whole: its place is taken, the earlier one comes back', async () => {
  const { shop, id, offers } = await pickedOrder()
  await shop.backoffice.orders.setPromisedTime(operator, id, '2026-03-10T12:00')
  const [first, second] = offers.filter((offer): offer is Extract<Offer, { way: 'window' }> => offer.way === 'window')
  await propose(shop, id, first)
  await accept(shop, id)
  expect(await orderOf(shop, id)).toMatchObject({
    windowId: first?.windowId,
    isScheduled: true,
    // The window counts from now on, in place of the time that the staff had told.
    revisedPromiseAt: null,
    deliveryPromise: { from: new Date(first?.from ?? 0), to: new Date(first?.to ?? 0) },
    shortPickedCents: 0,
    deliveryFeeCents: 790,
  })
  expect(await bookedIn(shop)).toEqual([first?.windowId])
  await propose(shop, id, second)
  await accept(shop, id)
  expect(await bookedIn(shop)).toEqual([second?.windowId])
  await shop.orders.cancelOrRefund(id, byOperator)
  expect(await bookedIn(shop)).toEqual([])
})

test('an order that is picked up in another store instead gets its fee back, and its goods from there', async () => {
  const { shop, id, offers } = await pickedOrder()
  const offer = of(offers, 'pickup')
  const { branchId = 0 } = offer ?? {}
  const { branchId: home } = await orderOf(shop, id)
  await shop.backoffice.orders.pickUnitWithoutScan(operator, id, antiseptic)
  await shop.ctx.transact((ctx) => addUnit(ctx, id, antiseptic, 'L2409A'))
  const [here, there] = [await stockIn(shop, home, novalgina), await stockIn(shop, branchId, novalgina)]
  await propose(shop, id, offer)
  expect(await accept(shop, id)).toBe(790)
  const order = await orderOf(shop, id)
  expect(order).toMatchObject({ type: 'pickup', branchId, addressId: null, refundedFeeCents: 790, status: 'preparing' })
  expect(order.address.addressType).toBe(offer?.store)
  expect(await partsOf(shop, id)).toEqual([790])
  // One of two was missing.
  expect(await stockIn(shop, home, novalgina)).toBe(here + 1)
  expect(await stockIn(shop, branchId, novalgina)).toBe(there - 2)
  // Nothing of it is picked there yet, and then it waits for its customer.
  const { lines } = await shop.backoffice.orders.getOrder(operator, id)
  expect(lines.map(({ pickedUnits: picked }) => picked)).toEqual([0, 0])
  expect(lines.flatMap(({ lots }) => lots)).toEqual([])
  for (const productId of [novalgina, novalgina, antiseptic])
    await shop.backoffice.orders.pickUnitWithoutScan(operator, id, productId)
  expect(await shop.backoffice.orders.advanceOrder(operator, id, 'setAside')).toBe('ready_for_pickup')
})

test('declined, the units are taken out and their price goes back', async () => {
  const { shop, id, offers } = await pickedOrder()
  await propose(shop, id, of(offers, 'window'))
  const { lines } = await orderOf(shop, id)
  const cents = lines.find(({ productId }) => productId === novalgina)?.priceCents
  expect(await decline(shop, id)).toBe(cents)
  expect(await askedUntil(shop, id)).toBeNull()
  expect(await partsOf(shop, id)).toEqual([cents])
  expect((await orderOf(shop, id)).windowId).toBeNull()
  expect(await bookedIn(shop)).toEqual([])
  expect((await shop.orders.listEvents(id)).map(({ kind }) => kind).slice(-3)).toEqual([
    'propose',
    'declineProposal',
    'removeUnits',
  ])
})

test('without an answer in two hours, which the queue shows, the order goes on without the units, and a later answer counts no more', async () => {
  const { shop, id, offers } = await pickedOrder()
  expect(await askedUntil(shop, id)).toBeNull()
  await propose(shop, id, of(offers, 'product'))
  expect(await askedUntil(shop, id)).toEqual(new Date('2026-03-10T15:00:00Z'))
  shop.clock.pass(119)
  await shop.orders.proposals.lapseOverdueProposals()
  expect((await latestOf(shop, id))?.state).toBe('open')
  shop.clock.pass(1)
  expect(await askedUntil(shop, id)).toBeNull()
  expect((await latestOf(shop, id))?.state).toBe('lapsed')
  expect(await codeOf(accept(shop, id))).toBe('proposal.over')
  await Promise.all([shop.orders.proposals.lapseOverdueProposals(), shop.orders.proposals.lapseOverdueProposals()])
  expect((await orderOf(shop, id)).lines).toMatchObject([{ shortPickedUnits: 1 }, { shortPickedUnits: 0 }])
  expect(await partsOf(shop, id)).toHaveLength(1)
})

test('of answers at the same moment one counts', async () => {
  const { shop, id, offers } = await pickedOrder()
  const offer = of(offers, 'product')
  await propose(shop, id, offer)
  const answers = await Promise.all([accept, decline, accept, decline].map((answer) => codeOf(answer(shop, id))))
  expect(answers.sort()).toEqual([null, 'proposal.over', 'proposal.over', 'proposal.over'].sort())
  const { lines } = await orderOf(shop, id)
  expect(lines.find(({ productId }) => productId === novalgina)?.shortPickedUnits).toBe(1)
})

test('a proposal that an end overtook is over, takes nothing, and no job touches its order', async () => {
  const { shop, id, offers } = await pickedOrder()
  await propose(shop, id, of(offers, 'window'))
  await shop.orders.cancelOrRefund(id, byOperator)
  expect(await codeOf(accept(shop, id))).toBe('proposal.over')
  expect(await codeOf(decline(shop, id))).toBe('proposal.over')
  expect(await bookedIn(shop)).toEqual([])
  shop.clock.pass(121)
  await shop.orders.proposals.lapseOverdueProposals()
  expect(await partsOf(shop, id)).toEqual([])
  expect((await latestOf(shop, id))?.state).toBe('lapsed')
})

test('what is sold out meanwhile can’t be accepted, but declined', async () => {
  const { shop, id, offers } = await pickedOrder()
  const product = of(offers, 'product')
  await propose(shop, id, product)
  const stock = shop.database.db.updateTable('offer').set({ stock: 0 })
  await stock.where('productId', '=', product?.productId ?? 0).execute()
  expect(await codeOf(accept(shop, id))).toBe('proposal.gone')
  expect((await orderOf(shop, id)).lines).toMatchObject([{ shortPickedUnits: 0 }, { shortPickedUnits: 0 }])
  expect(await decline(shop, id)).toBeGreaterThan(0)

  const window = of(offers, 'window')
  await propose(shop, id, window)
  await shop.database.db.updateTable('deliverySlot').set({ capacity: 0 }).execute()
  expect(await codeOf(accept(shop, id))).toBe('proposal.gone')
  expect((await latestOf(shop, id))?.state).toBe('open')
})

test('of the other product a proposal takes no unit of the safety stock', async () => {
  const { shop, id, offers } = await pickedOrder()
  const product = of(offers, 'product')
  const { productId = 0 } = product ?? {}
  await propose(shop, id, product)
  await shop.database.db.updateTable('offer').set({ stock: 2 }).where('productId', '=', productId).execute()
  await shop.backoffice.products.setSafetyStock(operator, productId, 2, null)
  expect(await codeOf(accept(shop, id))).toBe('proposal.gone')
  await shop.backoffice.products.setSafetyStock(operator, productId, 1, 2)
  expect(await codeOf(accept(shop, id))).toBeNull()
})

test('units that were taken out meanwhile are no more to be replaced', async () => {
  const { shop, id, offers } = await pickedOrder()
  await propose(shop, id, of(offers, 'product'), 2)
  await shop.orders.removeUnits({ orderId: id, productId: novalgina, units: 1, expectedUnits: 2 }, byOperator)
  expect(await codeOf(accept(shop, id))).toBe('proposal.over')
  expect(await decline(shop, id)).toBeNull()
  expect((await orderOf(shop, id)).lines).toMatchObject([{ shortPickedUnits: 1 }, {}])
})

test('of an order that would have nothing left, the staff decide after a no', async () => {
  const { shop, id, offers } = await pickedOrder([line(novalgina)])
  await propose(shop, id, of(offers, 'product'))
  expect(await decline(shop, id)).toBeNull()
  expect(await orderOf(shop, id)).toMatchObject({ status: 'preparing', lines: [{ shortPickedUnits: 0 }] })
  expect((await latestOf(shop, id))?.state).toBe('declined')
})

test('its only product may be replaced whole', async () => {
  const { shop, id, offers } = await pickedOrder([line(novalgina)])
  await propose(shop, id, of(offers, 'product'))
  await accept(shop, id)
  const { lines } = await shop.backoffice.orders.getOrder(operator, id)
  expect(lines.map(({ unitsToPick: wanted }) => wanted).sort()).toEqual([0, 1])
})

test('an order paid outside, of which no part can go back by itself, is offered no way that would owe one', async () => {
  const shop = await openCheckout()
  await shop.database.db.updateTable('branch').set({ deliveryFeeCents: 790 }).execute()
  const { id } = await shop.place([line(novalgina, 2)])
  await shop.pay(id)
  const offers = (await shop.backoffice.proposals.listProposalsAndOffers(operator, id)).offers.map(({ offer }) => offer)
  expect(await codeOf(propose(shop, id, of(offers, 'pickup')))).toBe('removal.byHand')
  expect(await shop.orders.proposals.listByOrder(id)).toEqual([])
  await propose(shop, id, of(offers, 'window'))
  expect(await accept(shop, id)).toBe(0)
})

test('a second proposal waits for the first answer; what is not on the list, too many units and other branches’ orders are refused', async () => {
  const { shop, id, offers } = await pickedOrder()
  const product = of(offers, 'product')
  for (const units of [0, -1, 1.5, 3, Number.NaN]) {
    expect(await codeOf(propose(shop, id, product, units))).toBe('removal.units')
    expect(await codeOf(propose(shop, id, of(offers, 'pickup'), units))).toBe('removal.units')
  }
  expect(await codeOf(propose(shop, id, undefined))).toBe('proposal.impossible')
  const ofOther = shop.backoffice.proposals.proposeOffer(
    operator,
    id,
    { productId: antiseptic, units: 1 },
    ({ way }) => way === 'product',
  )
  expect(await codeOf(ofOther)).toBe('proposal.impossible')
  const stranger = { ...(await actorOf(shop, 'clerk')), branchId: 9 }
  expect(
    await codeOf(shop.backoffice.proposals.proposeOffer(stranger, id, { productId: novalgina, units: 1 }, () => true)),
  ).toBe('order.unknown')
  await propose(shop, id, product)
  expect(await codeOf(propose(shop, id, of(offers, 'window')))).toBe('proposal.open')
  expect(await shop.orders.proposals.listByOrder(id)).toHaveLength(1)
})

test('an order that is not being picked has nothing to propose', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  expect((await shop.backoffice.proposals.listProposalsAndOffers(operator, id)).offers).toEqual([])
  expect(await codeOf(propose(shop, id, { way: 'window', windowId: 1, from: '', to: '' }))).toBe('proposal.impossible')
})

test('an order’s own proposals are listed, the newest first; one whose time is over has lapsed', async () => {
  const { shop, id, offers } = await pickedOrder()
  const states = async () => (await shop.orders.proposals.listByOrder(id)).map(({ state }) => state)
  await propose(shop, id, of(offers, 'product'))
  await decline(shop, id)
  await shop.database.db
    .updateTable('orderLine')
    .set({ quantity: 3 })
    .where('orderId', '=', id)
    .where('productId', '=', novalgina)
    .execute()
  await propose(shop, id, of(offers, 'product'))
  expect(await states()).toEqual(['open', 'declined'])
  expect((await latestOf(shop, id))?.answerUntil.getTime()).toBe(shop.clock.now().getTime() + 120 * 60_000)
  shop.clock.pass(119)
  expect(await states()).toEqual(['open', 'declined'])
  shop.clock.pass(1)
  expect(await states()).toEqual(['lapsed', 'declined'])
  expect([await codeOf(accept(shop, id)), await codeOf(decline(shop, id))]).toEqual(['proposal.over', 'proposal.over'])
  await shop.orders.proposals.lapseOverdueProposals()
  const events = (await shop.orders.listEvents(id)).map(({ kind }) => kind)
  expect(events.filter((kind) => kind === 'lapseProposal')).toHaveLength(1)
  const stored = await shop.database.db.selectFrom('orderProposal').select('state').where('orderId', '=', id).execute()
  expect(stored.map(({ state }) => state).sort()).toEqual(['declined', 'lapsed'])
})

test('a proposal is answered with its own order alone', async () => {
  const { shop, id, offers } = await pickedOrder()
  await propose(shop, id, of(offers, 'product'))
  const other = await shop.place([line(novalgina, 2)])
  await receivePix(shop, other.id)
  const proposalId = (await latestOf(shop, id))?.id ?? 0
  const { acceptProposal, declineProposal } = shop.orders.proposals
  for (const answer of [acceptProposal, declineProposal])
    expect(await codeOf(answer(shop.customerId, other.id, proposalId))).toBe('proposal.over')
  expect((await latestOf(shop, id))?.state).toBe('open')
})

test('a proposal is made from a page that shows the units and the last proposal as they are', async () => {
  const { shop, id, offers } = await pickedOrder()
  const offer = of(offers, 'product') as Offer
  const make = (lineUnits: number, latestProposalId: number | null) =>
    codeOf(
      shop.orders.proposals.propose({ orderId: id, productId: novalgina, units: 1, offer }, byOperator, {
        ...{ lineUnits, latestProposalId },
      }),
    )
  expect([await make(1, null), await make(2, 7), await make(2, null)]).toEqual([
    ...['units.changed', 'proposal.overtaken', null],
  ])
  const latest = (await latestOf(shop, id))?.id ?? 0
  expect([await make(2, null), await make(2, latest)]).toEqual(['proposal.open', 'proposal.open'])
  await decline(shop, id)
  expect([await make(1, null), await make(2, latest), await make(1, latest)]).toEqual([
    ...['proposal.overtaken', 'units.changed', null],
  ])
})

test('another product takes the place of what is short in what was sold, and keeps its share of the coupon', async () => {
  const { shop, id, offers } = await pickedOrder([line(novalgina, 2), line(antiseptic)], { couponCode: 'BEMVINDO10' })
  const offer = of(offers, 'product')
  const sold = async (productId: number) =>
    (
      await shop.database.db
        .selectFrom('product')
        .select('unitsSold')
        .where('id', '=', productId)
        .executeTakeFirstOrThrow()
    ).unitsSold
  const { productId = 0 } = offer ?? {}
  const before = [await sold(novalgina), await sold(productId)]
  const whole = (await orderOf(shop, id)).net
  await propose(shop, id, offer, 2)
  const refundCents = await accept(shop, id)
  expect([await sold(novalgina), await sold(productId)]).toEqual([(before[0] ?? 0) - 2, (before[1] ?? 0) + 2])
  const order = await orderOf(shop, id)
  expect(order.net.goodsCents).toBe(whole.goodsCents - refundCents)
  expect(order.lines.find((each) => each.productId === productId)).toMatchObject({
    ...{ quantity: 2, requiresPrescription: false, priceCents: offer?.priceCents, fullPriceCents: offer?.priceCents },
  })
})
