import { expect, test } from 'vitest'
import { returnUnits } from '../../server/orders/returns.ts'
import { emptyApproval } from '../../server/prescriptions/approvals.ts'
import { azitromicina, line, openCheckout, paper, trayenta } from '../support/checkout.ts'
import { readLetters } from '../support/letters.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf } from '../support/staff.ts'

type Checkout = Awaited<ReturnType<typeof openCheckout>>

/** A paid order of these units that waits for the pharmacist. */
async function openReview(units: [productId: number, units: number][]) {
  const shop = await openCheckout()
  const { customerId, addressId, prescriptions, orders } = shop
  const prescriptionId = await prescriptions.submitPrescriptions(customerId, [await paper(units.map(([id]) => id))])
  const bag = { lines: units.map(([id, quantity]) => line(id, quantity)) }
  const idempotencyKey = crypto.randomUUID()
  const order = await orders.placeOrder({ customerId, addressId, idempotencyKey, note: '', bag, prescriptionId })
  await receivePix(shop, order.id)
  const actor = await actorOf(shop, 'pharmacist')
  const approve = (approved: Record<number, string>) =>
    shop.backoffice.prescriptions.approvePrescription(actor, prescriptionId, {
      ...emptyApproval,
      units: Object.entries(approved).map(([productId, text]) => ({ productId: Number(productId), units: text })),
    })
  return { ...shop, actor, prescriptionId, orderId: order.id, approve }
}

async function stockOf({ database }: Checkout, productId: number): Promise<number> {
  const { stock } = await database.db
    .selectFrom('offer')
    .innerJoin('orders', 'orders.branchId', 'offer.branchId')
    .select('stock')
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  return stock
}

test('of five boxes the pharmacist approves the one that is prescribed: the others go back to shelf and customer in one step, and stay told', async () => {
  const shop = await openReview([[trayenta, 5]])
  const before = await stockOf(shop, trayenta)
  await shop.approve({ [trayenta]: '1' })
  const order = await shop.orders.getOrder(shop.customerId, shop.orderId)
  const { priceCents } = order.lines[0] ?? { priceCents: 0 }
  expect(order).toMatchObject({
    status: 'paid',
    lines: [{ quantity: 5, shortPickedUnits: 4 }],
    shortPickedCents: 4 * priceCents,
    partlyApproved: [{ productId: trayenta, units: 1, orderedUnits: 5 }],
  })
  expect(await stockOf(shop, trayenta)).toBe(before + 4)
  const refunds = await shop.database.db
    .selectFrom('partialRefund')
    .selectAll()
    .where('orderId', '=', shop.orderId)
    .execute()
  expect(refunds).toMatchObject([{ orderId: shop.orderId, amountCents: 4 * priceCents }])
  const { prescription } = await shop.backoffice.prescriptions.getPrescription(shop.actor, shop.prescriptionId)
  expect(prescription.decision?.approvedUnits).toEqual([{ productId: trayenta, units: 1, orderedUnits: 5 }])
  const letters = await readLetters(shop.database)
  const letter = letters.find(({ kind }) => kind === 'unitsNotPrescribed')
  expect(letter?.textBody).toContain('cobre 1 unidade de um produto, e não 5')
  expect(letters.map(({ kind }) => kind)).not.toContain('itemRemoved')
})

test('of a prescription with two products one is approved, and the other leaves the order', async () => {
  const shop = await openReview([
    [trayenta, 1],
    [azitromicina, 2],
  ])
  await shop.approve({ [trayenta]: '1', [azitromicina]: '0' })
  const order = await shop.orders.getOrder(shop.customerId, shop.orderId)
  expect(order.status).toBe('paid')
  expect(Object.fromEntries(order.lines.map((line) => [line.productId, line.shortPickedUnits]))).toEqual({
    [trayenta]: 0,
    [azitromicina]: 2,
  })
})

test.each([
  [{ [trayenta]: '6' }, 'prescription.units'],
  [{ [trayenta]: '-1' }, 'prescription.units'],
  [{ [trayenta]: 'uma' }, 'prescription.units'],
  [{ [trayenta]: '' }, 'prescription.units'],
  [{ [trayenta]: '0' }, 'prescription.nothingApproved'],
])('an approval of %j is refused beside its field, and nothing changes', async (approved, code) => {
  const shop = await openReview([[trayenta, 5]])
  await expect(shop.approve(approved)).rejects.toMatchObject({ code, status: 422, input: `units.${trayenta}` })
  const order = await shop.orders.getOrder(shop.customerId, shop.orderId)
  expect(order).toMatchObject({ status: 'prescription_review', shortPickedCents: 0, partlyApproved: [] })
  expect((await shop.prescriptions.findPrescription(shop.prescriptionId))?.decision).toBeNull()
})

test('an approval sent twice takes units out once, and one without numbers approves all', async () => {
  const shop = await openReview([[trayenta, 5]])
  const outcomes = await Promise.allSettled([shop.approve({ [trayenta]: '2' }), shop.approve({ [trayenta]: '2' })])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'prescription.decided' } },
  ])
  expect((await shop.orders.getOrder(shop.customerId, shop.orderId)).lines[0]?.shortPickedUnits).toBe(3)
  const whole = await openReview([[trayenta, 5]])
  await whole.approve({})
  expect((await whole.orders.getOrder(whole.customerId, whole.orderId)).lines[0]?.shortPickedUnits).toBe(0)
})

test('units that were given back before the decision are no longer there to approve', async () => {
  const shop = await openReview([[trayenta, 5]])
  await shop.ctx.transact((ctx) => returnUnits(ctx, shop.orderId, [{ productId: trayenta, units: 2 }]))
  await expect(shop.approve({ [trayenta]: '4' })).rejects.toMatchObject({ code: 'prescription.units' })
  await shop.approve({})
  const { prescription } = await shop.backoffice.prescriptions.getPrescription(shop.actor, shop.prescriptionId)
  expect(prescription.decision?.approvedUnits).toEqual([{ productId: trayenta, units: 3, orderedUnits: 3 }])
})
