import { expect, test } from 'vitest'
import type { AddressChange } from '../../server/orders/address-change.ts'
import { recordUnrequestedRefunds } from '../../server/payments/unrequested-refunds.ts'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { expectOrderAddsUp } from '../support/order-money.ts'
import { receivePix, receiveSurcharge } from '../support/payments.ts'
import { it } from '../support/rule.ts'
import { actorOf, byOperator, operator } from '../support/staff.ts'

/** Sold freely, too. */
const antiseptic = 68

type Shop = Awaited<ReturnType<typeof openSurchargeShop>>

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    ({ code }) => code,
  )

/** The demo shop with a fee of R$ 7,90 at the Paulista and R$ 12,50 in Moema. */
async function openSurchargeShop(env: Record<string, string> = {}) {
  const shop = await openCheckout(env)
  const { db } = shop.database
  await db.updateTable('branch').set({ deliveryFeeCents: 790, freeDeliveryFromCents: null }).execute()
  await db.updateTable('branch').set({ deliveryFeeCents: 1250 }).where('id', '=', 2).execute()
  await db.updateTable('offer').set({ stock: 500 }).where('productId', 'in', [novalgina, antiseptic]).execute()
  return shop
}

async function payOrder(shop: Shop, lines = [line(novalgina, 2), line(antiseptic)]) {
  const { id } = await shop.place(lines)
  await receivePix(shop, id)
  return id
}

const orderOf = (shop: Shop, id: number) => shop.orders.getOrder(shop.customerId, id)

const inMoema: AddressChange['address'] = {
  ...{ id: null, placeId: null, addressType: 'Trabalho', zipcode: '04077020', street: 'Rua Nova', number: '12' },
  ...{ complement: '', neighborhood: 'Moema', city: 'São Paulo', state: 'SP' },
}

async function askForMoema(shop: Shop, orderId: number) {
  const change = { orderId, address: inMoema, choice: null }
  const addressHash = shop.orders.changes.hashAddressState(await orderOf(shop, orderId))
  const quote = await shop.orders.changes.quoteAddressChange(shop.customerId, change)
  const by = { kind: 'customer', id: shop.customerId } as const
  return shop.orders.changes.changeAddress(change, by, { addressHash, quoteHash: quote.seenHash })
}

const surchargeOf = (shop: Shop, id: number) =>
  shop.payments.surcharges.checkSurcharge(shop.customerId, id, { force: false })

const partsOf = async ({ database: { db } }: Shop, orderId: number) =>
  (await db.selectFrom('partialRefund').selectAll().where('orderId', '=', orderId).orderBy('id').execute()).map(
    ({ amountCents }) => amountCents,
  )

const paymentsOf = async ({ database: { db } }: Shop, orderId: number) =>
  (await db.selectFrom('payment').selectAll().where('orderId', '=', orderId).orderBy('id').execute()).map(
    ({ amountCents, status, refundReason }) => [amountCents, status, refundReason],
  )

async function findOrder(shop: Shop, orderId: number) {
  const call = shop.staffOperations['staff/findOrder']
  return call.output.parse(
    await call.run(shop.ctx, { orderId }, { actor: operator, bearerToken: '', clientNetwork: 'test' }),
  )
}

test('a dearer address waits for its difference; paid, the order goes there, and both payments add up to it', async () => {
  const shop = await openSurchargeShop()
  const id = await payOrder(shop)
  const before = await orderOf(shop, id)
  const { surcharge } = await askForMoema(shop, id)
  expect(surcharge).toMatchObject({ amountCents: 460, state: 'waiting' })
  expect(await orderOf(shop, id)).toEqual(before)
  expect((await shop.mail.listByRecipient('cliente@example.com'))[0]?.subject).toContain('Falta pagar a diferença')
  expect(await codeOf(askForMoema(shop, id))).toBe('change.waiting')
  const charge = await shop.payments.surcharges.chargeSurcharge(shop.customerId, id).catch(({ code }) => code)
  // There is no bank in this test; the order's own charge is another one.
  expect(charge).toBe('payment.unavailable')
  const neighbour = await shop.neighbour()
  expect(await codeOf(shop.payments.surcharges.chargeSurcharge(neighbour.customerId, id))).toBe('order.unknown')
  expect(await receiveSurcharge(shop, id)).toBe('captured')
  // Told twice, it counts once; another one goes back.
  expect(await receiveSurcharge(shop, id)).toBeNull()
  expect(await receiveSurcharge(shop, id, { reference: 'again' })).toBe('refund_due')
  const order = await orderOf(shop, id)
  expect(order).toMatchObject({
    ...{ branchId: 2, deliveryFeeCents: 1250, totalCents: before.totalCents + 460 },
    ...{ net: { netCents: before.totalCents + 460 }, address: { street: 'Rua Nova' } },
  })
  expect((await surchargeOf(shop, id))?.state).toBe('paid')
  expect(await paymentsOf(shop, id)).toEqual([
    [before.totalCents, 'captured', null],
    [460, 'captured', null],
    [460, 'refund_due', 'second'],
  ])
  await expectOrderAddsUp(shop.database, id, 'dearer')
  const told = await findOrder(shop, id)
  const paidCents = told.lines.reduce((sum, { paid }) => sum + Math.round(paid * 100), 0)
  expect(paidCents + Math.round(told.delivery * 100)).toBe(Math.round(told.total * 100))
  expect(told.payments.filter(({ status }) => status === 'captured').map(({ amount }) => amount)).toEqual([
    before.totalCents / 100,
    4.6,
  ])
  // Back where delivery costs less, the difference returns; its end gives the rest back, each by its own way.
  await shop.orders.cancelOrRefund(id, byOperator)
  expect((await paymentsOf(shop, id)).map(([, status]) => status)).toEqual(['refund_due', 'refund_due', 'refund_due'])
  expect((await orderOf(shop, id)).net).toMatchObject({ netCents: 0, endRefund: { providerCents: order.totalCents } })
  await expectOrderAddsUp(shop.database, id, 'ended')
})

it('a part of more than the last payment comes back from both, and no cent twice', async () => {
  const shop = await openSurchargeShop()
  const id = await payOrder(shop)
  await askForMoema(shop, id)
  await receiveSurcharge(shop, id)
  const by = { kind: 'customer', id: shop.customerId } as const
  const removal = { orderId: id, productId: novalgina, units: 1, expectedUnits: 2 }
  const cents = await shop.orders.changes.removeByWish(removal, by)
  expect(cents).toBeGreaterThan(460)
  expect(await partsOf(shop, id)).toEqual([460, cents - 460])
  await expectOrderAddsUp(shop.database, id, 'one less')
  const order = await orderOf(shop, id)
  await shop.orders.cancelOrRefund(id, byOperator)
  expect((await orderOf(shop, id)).net.endRefund.providerCents).toBe(order.totalCents - cents)
  await expectOrderAddsUp(shop.database, id, 'ended')
})

it('a difference of a cent waits to be paid, too, and lapses in the minute in which its time ends', async () => {
  const shop = await openSurchargeShop()
  await shop.database.db.updateTable('branch').set({ deliveryFeeCents: 791 }).where('id', '=', 2).execute()
  const id = await payOrder(shop)
  expect((await askForMoema(shop, id)).surcharge).toMatchObject({ amountCents: 1, state: 'waiting' })
  const { dueAt } = await shop.database.db
    .selectFrom('orderSurcharge')
    .select('dueAt')
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow()
  shop.clock.pass((dueAt.getTime() - shop.clock.now().getTime()) / 60_000)
  await shop.payments.surcharges.endOverdueSurcharges()
  expect((await surchargeOf(shop, id))?.state).toBe('over')
})

it('unpaid in its time, or by a customer who does without, the change lapses; a payment that comes then goes back', async () => {
  const shop = await openSurchargeShop()
  const id = await payOrder(shop)
  const before = await orderOf(shop, id)
  await askForMoema(shop, id)
  await shop.payments.surcharges.cancelSurcharge(shop.customerId, id)
  expect(await codeOf(shop.payments.surcharges.cancelSurcharge(shop.customerId, id))).toBe('surcharge.over')
  await askForMoema(shop, id)
  await shop.payments.surcharges.endOverdueSurcharges()
  expect((await surchargeOf(shop, id))?.state).toBe('waiting')
  shop.clock.pass(60)
  await shop.payments.surcharges.endOverdueSurcharges()
  expect((await surchargeOf(shop, id))?.state).toBe('over')
  expect(await receiveSurcharge(shop, id)).toBe('refund_due')
  expect(await orderOf(shop, id)).toEqual(before)
  expect((await shop.mail.listByRecipient('cliente@example.com'))[0]?.text).toContain('O pedido segue como estava')
  await expectOrderAddsUp(shop.database, id, 'lapsed')
})

test('paid when the order has left, or the shelf there is empty, it goes back and nothing has changed', async () => {
  const shop = await openSurchargeShop()
  const [left, short] = [await payOrder(shop), await payOrder(shop)]
  for (const id of [left, short]) await askForMoema(shop, id)
  for (const step of ['pick', 'dispatch'] as const) await shop.orders.advanceOrder(left, step, byOperator)
  const offer = shop.database.db.updateTable('offer').where('branchId', '=', 2).where('productId', '=', novalgina)
  const stockOf = async (branchId: number) =>
    shop.database.db.selectFrom('offer').select(['productId', 'stock']).where('branchId', '=', branchId).execute()
  await offer.set({ stock: 1 }).execute()
  const [before, stocks] = [await orderOf(shop, short), [await stockOf(1), await stockOf(2)]]
  expect(await receiveSurcharge(shop, left)).toBe('refund_due')
  expect(await receiveSurcharge(shop, short)).toBe('refund_due')
  expect((await orderOf(shop, left)).branchId).toBe(1)
  expect([await orderOf(shop, short), [await stockOf(1), await stockOf(2)]]).toEqual([before, stocks])
  await shop.payments.surcharges.endOverdueSurcharges()
  expect((await surchargeOf(shop, left))?.state).toBe('over')
  for (const id of [left, short]) await expectOrderAddsUp(shop.database, id, 'refused')
})

it('what the bank takes back of the difference stops no order; of the order’s own payment, the difference goes back, too', async () => {
  const shop = await openSurchargeShop()
  const id = await payOrder(shop)
  await askForMoema(shop, id)
  await receiveSurcharge(shop, id)
  const takeBack = (reference: string, amountCents: number) =>
    recordUnrequestedRefunds(shop.ctx, { reference: 'told', provider: 'pix', orderId: id } as never, {
      ...{ reference, amountCents, receivedAt: shop.clock.now(), method: 'pix' },
      refunds: [{ id: 'bank', amountCents, status: 'returned', requestedAt: null }],
    })
  const { totalCents } = await orderOf(shop, id)
  await takeBack(`S${id}`, 460)
  expect(await orderOf(shop, id)).toMatchObject({ status: 'paid', net: { netCents: totalCents - 460 } })
  const other = await payOrder(shop)
  await askForMoema(shop, other)
  await receiveSurcharge(shop, other)
  await recordUnrequestedRefunds(shop.ctx, { reference: 'told', provider: 'pix', orderId: other } as never, {
    ...{ reference: `E${other}`, amountCents: totalCents - 460, receivedAt: shop.clock.now(), method: 'pix' },
    refunds: [{ id: 'bank', amountCents: totalCents - 460, status: 'returned', requestedAt: null }],
  })
  expect((await orderOf(shop, other)).status).toBe('refunded')
  expect(await paymentsOf(shop, other)).toEqual([
    [totalCents - 460, 'refunded', null],
    [460, 'refund_due', null],
  ])
})

it('where nothing can be paid by Pix, what is dearer is refused at once', async () => {
  const shop = await openSurchargeShop({ NATIVE_PAYMENT: '0' })
  const id = await payOrder(shop)
  const before = await orderOf(shop, id)
  expect(await codeOf(askForMoema(shop, id))).toBe('change.dearer')
  expect(await orderOf(shop, id)).toEqual(before)
})

async function pickOrder(shop: Shop, lines = [line(novalgina, 2), line(antiseptic)], more: object = {}) {
  const { id } = await shop.place(lines, more)
  await receivePix(shop, id)
  return id
}

/** A product that is sold freely, not in the order, at this price in its branch. */
async function productAt(shop: Shop, priceCents: number) {
  const { db } = shop.database
  const { id } = await db
    .selectFrom('product')
    .select('id')
    .where('requiresPrescription', '=', false)
    .where('isSellableOnline', '=', true)
    .where('discountType', 'is', null)
    .where('id', 'not in', [novalgina, antiseptic])
    .where('id', 'in', db.selectFrom('offer').select('productId').where('branchId', '=', 1))
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('offer')
    .set({ priceCents, stock: 9 })
    .where('branchId', '=', 1)
    .where('productId', '=', id)
    .execute()
  return id
}

const latestOf = async (shop: Shop, id: number) => (await shop.orders.proposals.listByOrder(id))[0]

async function acceptLatest(shop: Shop, id: number) {
  return shop.orders.proposals.acceptProposal(shop.customerId, id, (await latestOf(shop, id))?.id ?? 0)
}

test('a dearer product that somebody looked for comes once its difference is paid', async () => {
  const shop = await openSurchargeShop()
  const id = await pickOrder(shop)
  await shop.orders.advanceOrder(id, 'pick', byOperator)
  const before = await orderOf(shop, id)
  const unitCents = before.lines.find(({ productId }) => productId === novalgina)?.priceCents ?? 0
  const replacementId = await productAt(shop, unitCents + 333)
  const { proposals } = shop.backoffice
  const name = (await shop.catalogue.loadProductRecords([replacementId])).get(replacementId)?.name ?? ''
  expect(await proposals.searchReplacements(operator, id, novalgina, name)).toContainEqual(
    expect.objectContaining({
      differenceCents: 333,
      obstacle: null,
      offer: expect.objectContaining({ productId: replacementId }),
    }),
  )
  await proposals.proposeReplacement(operator, id, { productId: novalgina, units: 2 }, replacementId)
  expect(await acceptLatest(shop, id)).toBe(-666)
  expect((await latestOf(shop, id))?.state).toBe('open')
  expect(await codeOf(acceptLatest(shop, id))).toBe('change.waiting')
  expect(await receiveSurcharge(shop, id)).toBe('captured')
  const order = await orderOf(shop, id)
  expect((await latestOf(shop, id))?.state).toBe('accepted')
  expect([order.totalCents, order.net.netCents]).toEqual([before.totalCents + 666, before.totalCents + 666])
  expect(order.lines).toContainEqual(
    expect.objectContaining({ productId: replacementId, quantity: 2, priceCents: unitCents + 333 }),
  )
  await expectOrderAddsUp(shop.database, id, 'replaced')
  await shop.orders.cancelOrRefund(id, byOperator)
  await expectOrderAddsUp(shop.database, id, 'ended')
})

it('a dearer product that is not paid lapses with its proposal, and the units go out as without an answer', async () => {
  const shop = await openSurchargeShop()
  const id = await pickOrder(shop)
  await shop.orders.advanceOrder(id, 'pick', byOperator)
  const unitCents = (await orderOf(shop, id)).lines.find(({ productId }) => productId === novalgina)?.priceCents ?? 0
  const replacementId = await productAt(shop, unitCents + 333)
  await shop.backoffice.proposals.proposeReplacement(operator, id, { productId: novalgina, units: 1 }, replacementId)
  await acceptLatest(shop, id)
  shop.clock.pass(121)
  await shop.orders.proposals.lapseOverdueProposals()
  expect((await surchargeOf(shop, id))?.state).toBe('waiting')
  await shop.payments.surcharges.endOverdueSurcharges()
  await shop.orders.proposals.lapseOverdueProposals()
  expect([(await latestOf(shop, id))?.state, await partsOf(shop, id)]).toEqual(['lapsed', [unitCents]])
  await expectOrderAddsUp(shop.database, id, 'lapsed')
})

it('a product that is withdrawn, paused or needs a prescription is no substitute', async () => {
  const shop = await openSurchargeShop()
  const id = await pickOrder(shop)
  await shop.orders.advanceOrder(id, 'pick', byOperator)
  const { proposeReplacement } = shop.backoffice.proposals
  const shortage = { productId: novalgina, units: 1 }
  expect(await codeOf(proposeReplacement(operator, id, shortage, azitromicina))).toBe('proposal.prescription')
  expect(await codeOf(proposeReplacement(operator, id, shortage, antiseptic))).toBe('proposal.impossible')
  const replacementId = await productAt(shop, 500)
  const { db } = shop.database
  const withdrawn = db.updateTable('product').set({ isSellableOnline: false }).where('id', '=', replacementId)
  await withdrawn.execute()
  expect(await codeOf(proposeReplacement(operator, id, shortage, replacementId))).toBe('stock.short')
  await db.deleteFrom('offer').where('productId', '=', replacementId).execute()
  expect(await codeOf(proposeReplacement(operator, id, shortage, replacementId))).toBe('proposal.impossible')
  expect(await latestOf(shop, id)).toBeUndefined()
})

it('in place of what was prescribed a pharmacist proposes its generic alone, and the prescription covers it', async () => {
  const shop = await openSurchargeShop()
  const { db } = shop.database
  const pharmacist = await actorOf(shop, 'pharmacist')
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const id = await pickOrder(shop, [line(novalgina), line(azitromicina)], { prescriptionId })
  await shop.backoffice.prescriptions.approvePrescription(pharmacist, prescriptionId)
  const columns = [
    'activeIngredient',
    'presentation',
    'prescriptionClass',
    'requiresPrescription',
    'isPromoAllowed',
  ] as const
  const prescribed = await db
    .selectFrom('product')
    .select(columns)
    .where('id', '=', azitromicina)
    .executeTakeFirstOrThrow()
  await db.updateTable('product').set({ kind: 'referencia' }).where('id', '=', azitromicina).execute()
  const genericId = await productAt(shop, 500)
  const shortage = { productId: azitromicina, units: 1 }
  const { proposeReplacement } = shop.backoffice.proposals
  expect(await codeOf(proposeReplacement(pharmacist, id, shortage, genericId))).toBe('proposal.prescription')
  await db
    .updateTable('product')
    .set({ ...prescribed, kind: 'generico', isMedicine: true })
    .where('id', '=', genericId)
    .execute()
  expect(await codeOf(proposeReplacement(await actorOf(shop, 'clerk'), id, shortage, genericId))).toBe(
    'proposal.pharmacist',
  )
  await proposeReplacement(pharmacist, id, shortage, genericId)
  expect(await acceptLatest(shop, id)).toBeGreaterThan(0)
  const { lines } = await orderOf(shop, id)
  expect(lines).toContainEqual(expect.objectContaining({ productId: genericId, requiresPrescription: true }))
  const prescription = await shop.prescriptions.findPrescription(prescriptionId)
  expect(prescription?.parts[0]?.products.map((product) => product.id)).toContain(genericId)
  await expectOrderAddsUp(shop.database, id, 'generic')
})
