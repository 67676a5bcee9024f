import { expect, test } from 'vitest'
import { readApprovedUnits } from '../../server/orders/approved-units.ts'
import { setCourier, setReceivedBy } from '../../server/orders/delivery-updates.ts'
import { addUnit, listDispensedOrders, loadLotsByProduct, setLots } from '../../server/orders/lots.ts'
import { listWaitingPickups, setShelfMark } from '../../server/orders/pickup.ts'
import { getPlacementStats } from '../../server/orders/placement.ts'
import { emptyApproval } from '../../server/prescriptions/approvals.ts'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, byOperator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const antiseptic = 68

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    ({ code }) => code,
  )

const lettersOf = async ({ database }: Shop, orderId: number) =>
  (await database.db.selectFrom('outbox').select('kind').where('orderId', '=', orderId).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

const soldUnits = async ({ database }: Shop, productId: number) =>
  (await database.db.selectFrom('product').select('unitsSold').where('id', '=', productId).executeTakeFirstOrThrow())
    .unitsSold

async function paidOrder(shop: Shop, lines = [line(novalgina, 2), line(antiseptic)], more: object = {}) {
  const { id } = await shop.place(lines, more)
  await receivePix(shop, id)
  return id
}

async function reviewedOrder(shop: Shop) {
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const id = await paidOrder(shop, [line(azitromicina, 2), line(novalgina)], { prescriptionId })
  return { id, prescriptionId }
}

const pharmacist = { ...byOperator, pharmacist: { name: 'Helena Prado', crf: 'SP-12345' } }

test('a unit that is taken out is refunded, counted as not sold, and its customer told', async () => {
  const shop = await openCheckout()
  const id = await paidOrder(shop)
  const sold = await soldUnits(shop, novalgina)
  expect(await shop.orders.removeUnits({ orderId: id, productId: novalgina, units: 1 }, byOperator)).toBe(1_947)
  expect(await soldUnits(shop, novalgina)).toBe(sold - 1)
  expect(await lettersOf(shop, id)).toContain('itemRemoved')
  const events = await shop.orders.listEvents(id)
  expect(events.at(-1)).toMatchObject({
    ...{ kind: 'removeUnits', status: null, by: { kind: 'staff' } },
    data: { productId: novalgina, units: 1, refundCents: 1_947 },
  })
  expect(events.at(-1)?.data).not.toHaveProperty('approvedUnits')
})

test('of a line as many units are taken out as it has, never the last of an order, and only what its form showed', async () => {
  const shop = await openCheckout()
  const id = await paidOrder(shop)
  const remove = (productId: number, units: number, expectedUnits?: number) =>
    codeOf(
      shop.orders.removeUnits(
        { orderId: id, productId, units, ...(expectedUnits !== undefined && { expectedUnits }) },
        byOperator,
      ),
    )
  for (const units of [0, -1, 1.5, 3]) expect(await remove(novalgina, units)).toBe('removal.units')
  expect(await remove(novalgina, 1, 1)).toBe('step.impossible')
  expect(await remove(azitromicina, 1)).toBe('step.impossible')
  expect(await remove(novalgina, 2, 2)).toBeNull()
  expect(await remove(antiseptic, 1)).toBe('removal.everything')
  const unpaid = await shop.place([line(novalgina, 2)])
  const early = { orderId: unpaid.id, productId: novalgina, units: 1 }
  expect(await codeOf(shop.orders.removeUnits(early, byOperator))).toBe('step.impossible')
})

test('what balances paid is not refunded in parts for units that are short', async () => {
  const shop = await openCheckout()
  const credit = { customerId: shop.customerId, gainId: null, orderId: null, kind: 'credit' as const }
  await shop.database.db
    .insertInto('ledgerEntry')
    .values({ ...credit, amountCents: 3_000, enteredAt: shop.clock.now() })
    .execute()
  const id = await paidOrder(shop, [line(novalgina, 3)], { balances: { gainIds: [], walletCents: 3_000 } })
  const remove = (units: number) =>
    codeOf(shop.orders.removeUnits({ orderId: id, productId: novalgina, units }, byOperator))
  expect([await remove(2), await remove(1), await remove(1)]).toEqual(['removal.balances', null, 'removal.balances'])
})

test('the first step of a paid order is to pick it, and a step that is not the next is refused', async () => {
  const shop = await openCheckout()
  const id = await paidOrder(shop)
  const advance = (step: 'pick' | 'dispatch' | 'deliver' | 'setAside') =>
    shop.orders.advanceOrder(id, step, byOperator).catch(({ code }) => code)
  expect([await advance('dispatch'), await advance('setAside'), await advance('pick')]).toEqual([
    ...['step.impossible', 'step.impossible', 'preparing'],
  ])
  expect([await advance('pick'), await advance('setAside'), await advance('dispatch')]).toEqual([
    ...['step.impossible', 'step.impossible', 'out_for_delivery'],
  ])
  expect([await advance('deliver'), await advance('deliver')]).toEqual(['delivered', 'step.impossible'])
  expect(await codeOf(shop.orders.advanceOrder(999, 'pick', byOperator))).toBe('order.unknown')
})

test('who ends an order is told what goes back: of the payment, and of the balances', async () => {
  const shop = await openCheckout()
  const credit = { customerId: shop.customerId, gainId: null, orderId: null, kind: 'credit' as const }
  await shop.database.db
    .insertInto('ledgerEntry')
    .values({ ...credit, amountCents: 1_000, enteredAt: shop.clock.now() })
    .execute()
  const id = await paidOrder(shop, [line(novalgina, 2)], { balances: { gainIds: [], walletCents: 1_000 } })
  expect(await shop.orders.cancelOrRefund(id, byOperator)).toEqual({
    ...{ status: 'cancelled', refundCents: 2_894, refundedBalanceCents: 1_000, requiresManualRefund: false },
  })
  const away = await paidOrder(shop, [line(novalgina)])
  for (const step of ['pick', 'dispatch'] as const) await shop.orders.advanceOrder(away, step, byOperator)
  expect(await shop.orders.cancelOrRefund(away, byOperator)).toEqual({
    ...{ status: 'refunded', refundCents: 1_947, refundedBalanceCents: 0, requiresManualRefund: false },
  })
})

test('a prescription that is refused ends its order, with the reason and the decision', async () => {
  const shop = await openCheckout()
  const { id, prescriptionId } = await reviewedOrder(shop)
  expect(await shop.orders.rejectPrescription(prescriptionId, pharmacist, 'Ilegível.')).toMatchObject({
    ...{ orderId: id, status: 'cancelled', refundedBalanceCents: 0 },
  })
  const { db } = shop.database
  const decisions = await db.selectFrom('prescriptionDecision').selectAll().execute()
  expect(decisions).toMatchObject([
    {
      ...{ prescriptionId, decision: 'rejected', pharmacistName: 'Helena Prado', pharmacistCrf: 'SP-12345' },
      ...{ decidedAt: shop.clock.now(), justification: null },
    },
  ])
  const prescription = await db
    .selectFrom('prescription')
    .selectAll()
    .where('id', '=', prescriptionId)
    .executeTakeFirst()
  expect(prescription).toMatchObject({ status: 'rejected', reason: 'Ilegível.', decidedAt: shop.clock.now() })
  const again = shop.orders.rejectPrescription(prescriptionId, pharmacist, 'De novo.')
  expect(await codeOf(again)).toBe('prescription.decided')
  expect(await codeOf(shop.orders.approvePrescription(prescriptionId, pharmacist))).toBe('prescription.decided')
  expect(await codeOf(shop.orders.approvePrescription(999, pharmacist))).toBe('prescription.decided')
  expect((await shop.orders.getOrder(shop.customerId, id)).prescriptionRefusal).toBe('Ilegível.')
})

test('a prescription that no order uses is not decided', async () => {
  const shop = await openCheckout()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  expect(await codeOf(shop.orders.approvePrescription(prescriptionId, pharmacist))).toBe('prescription.decided')
  expect(await shop.database.db.selectFrom('prescriptionDecision').selectAll().execute()).toEqual([])
})

test('a pharmacist approves no more of a prescribed line than was ordered, and not nothing at all', async () => {
  const shop = await openCheckout()
  const { id } = await reviewedOrder(shop)
  const read = (units?: string) =>
    shop.ctx
      .transact((ctx) => readApprovedUnits(ctx, id, units === undefined ? [] : [{ productId: azitromicina, units }]))
      .then(
        (lines) => lines.map(({ units }) => units),
        ({ code }) => code,
      )
  expect([await read(), await read('2'), await read(' 1 ')]).toEqual([[2], [2], [1]])
  for (const units of ['3', '-1', '1,5', '', 'dois', '12345']) expect(await read(units)).toBe('prescription.units')
  expect(await read('0')).toBe('prescription.nothingApproved')
  await shop.database.db
    .updateTable('orderLine')
    .set({ removedUnits: 1 })
    .where('orderId', '=', id)
    .where('productId', '=', azitromicina)
    .execute()
  expect([await read(), await read('2')]).toEqual([[1], 'prescription.units'])
})

test('of what was approved whole nothing is told as left out', async () => {
  const shop = await openCheckout()
  const { id, prescriptionId } = await reviewedOrder(shop)
  const units = [{ productId: azitromicina, units: '2' }]
  await shop.orders.approvePrescription(prescriptionId, pharmacist, { ...emptyApproval, units })
  expect(await shop.orders.getOrder(shop.customerId, id)).toMatchObject({ status: 'paid', partlyApproved: [] })
})

test('orders that were placed are counted, and those that were refused by why', async () => {
  const shop = await openCheckout()
  for (const _ of [1, 2]) await shop.place([line(novalgina)])
  for (const _ of [1, 2]) await codeOf(shop.place([]))
  await codeOf(shop.place([line(novalgina)], { expectedTotalCents: 1 }))
  const { placedCount, refusalCounts } = getPlacementStats(shop.ctx)
  expect([placedCount, Object.fromEntries(refusalCounts)]).toEqual([2, { 'bag.empty': 2, 'prices.changed': 1 }])
})

test('lots replace those before, of one line alone, and each scan adds a unit of its lot', async () => {
  const shop = await openCheckout()
  const [one, other] = [await paidOrder(shop), await paidOrder(shop)]
  const set = (productId: number, text: string, units = 2, orderId = one) =>
    shop.ctx.transact((ctx) => setLots(ctx, orderId, { productId, name: 'Novalgina', units, text }))
  await set(novalgina, 'AB12 x1, CD34 x1')
  await set(antiseptic, 'EF56', 1)
  await set(novalgina, 'GH78', 2, other)
  await set(novalgina, 'ZZ99')
  for (const _ of [1, 2]) await shop.ctx.transact((ctx) => addUnit(ctx, one, antiseptic, 'EF56'))
  await shop.ctx.transact((ctx) => addUnit(ctx, one, antiseptic, 'AA11'))
  expect(await loadLotsByProduct(shop.ctx, one)).toEqual(
    new Map([
      [novalgina, [{ lot: 'ZZ99', units: 2 }]],
      [
        antiseptic,
        [
          { lot: 'AA11', units: 1 },
          { lot: 'EF56', units: 3 },
        ],
      ],
    ]),
  )
  expect(await loadLotsByProduct(shop.ctx, other)).toEqual(new Map([[novalgina, [{ lot: 'GH78', units: 2 }]]]))
  await set(novalgina, ' ')
  expect(await codeOf(set(novalgina, '', 1))).toBe('pick.lot')
  expect(await loadLotsByProduct(shop.ctx, await paidOrder(shop))).toEqual(new Map())
})

test('what left the shop in a span is told once, when it left, of the branches asked for', async () => {
  const shop = await openCheckout()
  const { db } = shop.database
  const leave = async () => {
    const id = await paidOrder(shop)
    const prescribed = db.updateTable('orderLine').set({ requiresPrescription: true }).where('orderId', '=', id)
    await prescribed.where('productId', '=', antiseptic).execute()
    for (const step of ['pick', 'dispatch'] as const) await shop.orders.advanceOrder(id, step, byOperator)
    return { id, leftShopAt: shop.clock.now() }
  }
  const plain = await paidOrder(shop)
  for (const step of ['pick', 'dispatch'] as const) await shop.orders.advanceOrder(plain, step, byOperator)
  const first = await leave()
  shop.clock.pass(10)
  await shop.orders.advanceOrder(first.id, 'deliver', byOperator)
  const second = await leave()
  const list = (from: Date, until: Date, branches = [1]) => listDispensedOrders(shop.ctx, { from, until }, branches)
  const later = new Date(shop.clock.now().getTime() + 1)
  expect(await list(first.leftShopAt, later)).toEqual([first, second])
  expect(await list(first.leftShopAt, second.leftShopAt)).toEqual([first])
  expect(await list(new Date(first.leftShopAt.getTime() + 1), later)).toEqual([second])
  expect([await list(first.leftShopAt, later, [2]), await list(first.leftShopAt, later, [])]).toEqual([[], []])
})

const pickupIn = (branchId: number) => ({ delivery: { method: 'pickup', branchId } })

async function readyOrder(shop: Shop, branchId = 3) {
  const id = await paidOrder(shop, [line(novalgina)], pickupIn(branchId))
  for (const step of ['pick', 'setAside'] as const) await shop.orders.advanceOrder(id, step, byOperator)
  return id
}

test('a store lists what waits in it, with its place and until when it is kept', async () => {
  const shop = await openCheckout()
  const id = await readyOrder(shop)
  const over = await readyOrder(shop)
  const elsewhere = await readyOrder(shop, 2)
  await shop.orders.cancelOrRefund(over, byOperator)
  await shop.ctx.transact((ctx) => setShelfMark(ctx, id, `  ${'R'.repeat(21)} `))
  const { pickup } = await shop.orders.getOrder(shop.customerId, id)
  const waiting = { branchId: 3, customerId: shop.customerId, readyAt: shop.clock.now() }
  expect(await listWaitingPickups(shop.ctx, 3)).toEqual([
    { ...waiting, id, shelfMark: 'R'.repeat(20), keptUntil: pickup?.until },
  ])
  expect((await listWaitingPickups(shop.ctx, null)).map((order) => order.id).sort()).toEqual([id, elsewhere].sort())
  await shop.ctx.transact((ctx) => setShelfMark(ctx, id, ' '))
  expect((await listWaitingPickups(shop.ctx, 3))[0]?.shelfMark).toBeNull()
})

test('who takes an order by a document is named, who knows the code is not, and a code opens what waits alone', async () => {
  const shop = await openCheckout()
  const [byCode, byName] = [await readyOrder(shop), await readyOrder(shop)]
  const pickupOf = async (id: number) => (await shop.orders.getOrder(shop.customerId, id)).pickup?.code ?? ''
  const [code, otherCode] = [await pickupOf(byCode), await pickupOf(byName)]
  const hand = (id: number, proof: { code: string | null; name?: string }) =>
    codeOf(shop.orders.pickup.handOver(id, { name: '', hasSeenPrescription: false, ...proof }, byOperator))
  expect([await hand(byCode, { code: otherCode }), await hand(byCode, { code: '' })]).toEqual([
    ...['pickup.code', 'pickup.code'],
  ])
  expect(await hand(byName, { code: null, name: '  ' })).toBe('pickup.code')
  expect(await hand(byCode, { code: `${code.slice(0, 3)}-${code.slice(3)}` })).toBeNull()
  expect(await hand(byName, { code: null, name: ` ${'n'.repeat(81)}` })).toBeNull()
  const taker = async (id: number) => (await shop.orders.getOrder(shop.customerId, id)).receivedBy
  expect([await taker(byCode), await taker(byName)]).toEqual([null, 'n'.repeat(80)])
  expect(await codeOf(shop.orders.pickup.getWaitingOrderByCode(code, 3))).toBe('pickup.code')
  expect(await hand(await paidOrder(shop), { code: null, name: 'Ana' })).toBe('step.impossible')
})

test('who has a day left to come is written to, once', async () => {
  const shop = await openCheckout()
  const id = await readyOrder(shop)
  const { pickup } = await shop.orders.getOrder(shop.customerId, id)
  const minutesLeft = ((pickup?.until.getTime() ?? 0) - shop.clock.now().getTime()) / 60_000
  const letters = async () => (await lettersOf(shop, id)).filter((kind) => kind === 'pickupReminder').length
  shop.clock.pass(minutesLeft - 24 * 60 - 1)
  await shop.orders.pickup.remindOfPickups()
  expect(await letters()).toBe(0)
  shop.clock.pass(1)
  for (const _ of [1, 2]) await shop.orders.pickup.remindOfPickups()
  expect(await letters()).toBe(1)
})

test('a courier has a name of letters and an address to follow of 500 at most; who took it at the door is named', async () => {
  const shop = await openCheckout()
  const id = await paidOrder(shop)
  const set = (changes: object) =>
    codeOf(
      shop.ctx.transact((ctx) =>
        setCourier(ctx, id, { name: ' Jonas ', phone: ' 11 ', url: '', ...changes }, byOperator),
      ),
    )
  const url = (length: number) => `https://m.example/${'x'.repeat(length - 18)}`
  expect([await set({ name: 'x'.repeat(81) }), await set({ name: '123' })]).toEqual(['courier.name', 'courier.name'])
  expect([await set({ url: url(501) }), await set({ url: 'nada' })]).toEqual(['courier.url', 'courier.url'])
  expect([await set({ name: 'x'.repeat(80) }), await set({ url: url(500) }), await set({})]).toEqual([null, null, null])
  await shop.ctx.transact((ctx) => setReceivedBy(ctx, id, ` ${'v'.repeat(81)}`))
  const order = () => shop.orders.getOrder(shop.customerId, id)
  expect(await order()).toMatchObject({ courier: { name: 'Jonas', phone: '11', url: '' }, receivedBy: 'v'.repeat(80) })
  await shop.ctx.transact((ctx) => setReceivedBy(ctx, id, '  '))
  expect((await order()).receivedBy).toBeNull()
  const events = (await shop.orders.listEvents(id)).filter(({ kind }) => kind === 'setCourier')
  expect(events).toHaveLength(3)
})

test('an order is refused where its arrival was shown more than an hour sooner, or another day later', async () => {
  const shop = await openCheckout()
  const { chosenOption } = await shop.orders.quoteOrder(
    shop.customerId,
    { lines: [line(novalgina)] },
    { addressId: shop.addressId },
  )
  const actual = chosenOption.deliveryPromise?.to.getTime() ?? 0
  const place = (minutes: number) =>
    codeOf(shop.place([line(novalgina)], { expectedArrivalAt: new Date(actual + minutes * 60_000) }))
  const shownTo = await place(0)
  expect(shownTo).toBeNull()
  expect([await place(-60), await place(-61)]).toEqual([null, 'delivery.changed'])
  expect([await place(61), await place(24 * 60)]).toEqual([null, 'delivery.changed'])
})

test('prices that changed are those that differ from what was shown, and all where none is known to', async () => {
  const shop = await openCheckout()
  const refused = (expectedPrices?: Map<number, number>) =>
    shop
      .place([line(novalgina), line(antiseptic)], { expectedTotalCents: 1, ...(expectedPrices && { expectedPrices }) })
      .catch(({ refusalValues }) =>
        refusalValues?.prices?.map(({ productId, expectedCents, priceCents }: Record<string, number>) => [
          productId,
          expectedCents,
          priceCents,
        ]),
      )
  const { lines } = await shop.place([line(novalgina), line(antiseptic)])
  const price = (id: number) => lines.find(({ productId }) => productId === id)?.priceCents ?? 0
  expect(await refused()).toEqual([
    [novalgina, null, price(novalgina)],
    [antiseptic, null, price(antiseptic)],
  ])
  const shown = new Map([
    [novalgina, price(novalgina)],
    [antiseptic, 1],
  ])
  expect(await refused(shown)).toEqual([[antiseptic, 1, price(antiseptic)]])
})

test('extras stay with their line, and an order for the store has no day of its own', async () => {
  const shop = await openCheckout()
  const extras = new Map([[novalgina, { addOns: [{ id: 1, quantity: 2 }], variations: [{ type: 'azul', price: 0 }] }]])
  const order = await shop.place([line(novalgina), line(antiseptic)], { extras })
  const lineOf = (id: number) => order.lines.find(({ productId }) => productId === id)
  expect(lineOf(novalgina)).toMatchObject({ addOns: [{ id: 1, quantity: 2 }], variations: [{ type: 'azul' }] })
  expect(lineOf(antiseptic)).toMatchObject({ addOns: [], variations: [] })
  expect(await shop.place([line(novalgina)], pickupIn(3))).toMatchObject({
    ...{ isScheduled: false, type: 'pickup', addressId: null, windowId: null },
  })
})

test('staff take the steps that their role allows, whoever calls for them', async () => {
  const shop = await openCheckout()
  const id = await paidOrder(shop)
  const by = async (role: 'clerk' | 'pharmacist' | 'owner') =>
    ({ kind: 'staff', actor: await actorOf(shop, role) }) as const
  expect(await codeOf(shop.orders.cancelOrRefund(id, await by('clerk')))).toBe('staff.forbidden')
  await shop.orders.advanceOrder(id, 'pick', await by('clerk'))
  await shop.orders.cancelOrRefund(id, await by('pharmacist'))
  const { id: reviewed, prescriptionId } = await reviewedOrder(shop)
  const decide = async (role: 'clerk' | 'pharmacist') =>
    codeOf(shop.orders.approvePrescription(prescriptionId, { ...(await by(role)), pharmacist: pharmacist.pharmacist }))
  expect([await decide('clerk'), await decide('pharmacist')]).toEqual(['staff.forbidden', null])
  expect((await shop.orders.getOrder(shop.customerId, reviewed)).status).toBe('paid')
})

test('each step is an event of who took it, with its letter', async () => {
  const shop = await openCheckout()
  const id = await paidOrder(shop)
  const actor = await actorOf(shop, 'pharmacist')
  for (const step of ['pick', 'dispatch', 'deliver'] as const)
    await shop.orders.advanceOrder(id, step, { kind: 'staff', actor })
  const events = await shop.orders.listEvents(id)
  const by = { kind: 'staff', name: actor.name, crf: actor.crf }
  expect(events.map(({ kind, status, by }) => [kind, status, by])).toEqual([
    ['place', 'pending_payment', { kind: 'customer', name: null, crf: null }],
    ['pay', 'paid', { kind: 'bank', name: null, crf: null }],
    ['pick', 'preparing', by],
    ['dispatch', 'out_for_delivery', by],
    ['deliver', 'delivered', by],
  ])
  expect(await lettersOf(shop, id)).toEqual(['orderPlaced', 'orderPaid', 'orderOnItsWay', 'orderDelivered'])
  const { customerId } = shop
  const row = await shop.database.db.selectFrom('orderEvent').selectAll().where('orderId', '=', id).execute()
  expect(row.map(({ actorId }) => actorId)).toEqual([customerId, null, actor.staffId, actor.staffId, actor.staffId])
  const expired = await shop.place([line(novalgina)])
  shop.clock.pass(3)
  await shop.orders.endUnpaidOrder(expired.id, 'expire', { kind: 'job' })
  expect((await shop.orders.listEvents(expired.id)).at(-1)).toMatchObject({ kind: 'expire', by: { kind: 'job' } })
  expect(await shop.orders.endUnpaidOrder(expired.id, 'fail', { kind: 'bank' })).toBe(false)
})

test('an order that is late is told of once: by its own promise, or by the time the staff named', async () => {
  const shop = await openCheckout()
  const at = (minutes: number) => new Date(shop.clock.now().getTime() + minutes * 60_000)
  const promised = async (values: object) => {
    const id = await paidOrder(shop)
    await shop.database.db.updateTable('orders').set(values).where('id', '=', id).execute()
    return id
  }
  const orders = {
    late: await promised({ promiseEndsAt: at(-1) }),
    now: await promised({ promiseEndsAt: at(0) }),
    revised: await promised({ promiseEndsAt: at(-1), revisedPromiseAt: at(0) }),
    'revised, late': await promised({ promiseEndsAt: at(60), revisedPromiseAt: at(-1) }),
    over: await promised({ promiseEndsAt: at(-1), status: 'delivered' }),
    away: await promised({ promiseEndsAt: at(-1), status: 'out_for_delivery' }),
    unpaid: await promised({ promiseEndsAt: at(-1), status: 'pending_payment' }),
  }
  for (const _ of [1, 2]) await shop.orders.reportLateOrders()
  const late: Record<string, number> = {}
  for (const [name, id] of Object.entries(orders))
    late[name] = (await shop.orders.listEvents(id)).filter(({ kind }) => kind === 'late').length
  expect(late).toEqual({ late: 1, now: 0, revised: 0, 'revised, late': 1, over: 0, away: 1, unpaid: 0 })
})
