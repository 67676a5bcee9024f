import { expect, test } from 'vitest'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, byOperator } from '../support/staff.ts'

test('of what is limited a customer gets so many in an order and in 30 days, what was cancelled apart', async () => {
  const shop = await openCheckout()
  await shop.database.db.updateTable('product').set({ maxUnits: 2 }).where('id', '=', novalgina).execute()
  const reviewed = await shop.bags.reviewBag({ lines: [line(novalgina, 3)] }, 1)
  expect(reviewed).toMatchObject({
    lines: [{ quantity: 2 }],
    reducedLines: [{ productId: novalgina, quantity: 2, isMaximum: true }],
  })
  expect(await shop.bags.addProduct({ lines: [line(novalgina)] }, 1, novalgina, 2)).toMatchObject({
    bag: { lines: [line(novalgina, 2)] },
    isClamped: true,
    isMaximum: true,
  })
  const refusal = { code: 'product.maxUnits', refusalValues: { max: 2 } }
  await expect(shop.place([line(novalgina, 3)])).rejects.toMatchObject(refusal)
  const first = await shop.place([line(novalgina)])
  await expect(shop.place([line(novalgina, 2)])).rejects.toMatchObject(refusal)
  await shop.orders.cancelOrRefund(first.id, byOperator)
  const second = await shop.place([line(novalgina, 2)])
  await expect(shop.place([line(novalgina)])).rejects.toMatchObject(refusal)
  const longAgo = new Date(second.placedAt.getTime() - 31 * 24 * 3_600_000)
  await shop.database.db.updateTable('orders').set({ placedAt: longAgo }).where('id', '=', second.id).execute()
  await shop.place([line(novalgina)])
})

test('medicines of one substance are named together, whatever their salts', async () => {
  const shop = await openCheckout()
  const ids = await shop.database.db
    .selectFrom('product')
    .select('id')
    .where('activeIngredient', 'in', ['Dipirona monoidratada', 'Dipirona sódica', 'Paracetamol'])
    .execute()
  const shared = await shop.catalogue.substances.listSharedSubstances(ids.map(({ id }) => id))
  expect(shared.map(({ substance }) => substance)).toEqual(['dipirona', 'paracetamol'])
  expect(await shop.catalogue.substances.listSharedSubstances([novalgina])).toEqual([])
})

test('the pharmacy sees the same at the order and at its prescription, of what is still in it', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const pharmacist = await actorOf(shop, 'pharmacist')
  const { db } = shop.database
  const dipyrone = await db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select(['product.id', 'name'])
    .where('branchId', '=', 1)
    .where('stock', '>', 1)
    .where('product.isSellableOnline', '=', true)
    .where('product.requiresPrescription', '=', false)
    .where('activeIngredient', 'like', 'Dipirona%')
    .where('activeIngredient', 'not like', '%+%')
    .orderBy('product.id')
    .limit(2)
    .execute()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const lines = [...dipyrone.map(({ id }) => line(id)), line(azitromicina)]
  const order = await shop.place(lines, { prescriptionId })
  await shop.pay(order.id)
  const names = dipyrone.map(({ name }) => name)
  expect(names).toHaveLength(2)
  const shared = [{ substance: 'dipirona', names }]
  expect(await shop.backoffice.orders.getOrder(owner, order.id)).toMatchObject({ sharedSubstances: shared })
  expect(await shop.backoffice.prescriptions.getPrescription(pharmacist, prescriptionId)).toMatchObject({
    sharedSubstances: shared,
  })
  const other = await shop.place(dipyrone.map(({ id }) => line(id)))
  await receivePix(shop, other.id)
  const productId = dipyrone[0]?.id ?? 0
  await shop.orders.removeUnits({ orderId: other.id, productId, units: 1, expectedUnits: 1 }, byOperator)
  expect(await shop.backoffice.orders.getOrder(owner, other.id)).toMatchObject({ sharedSubstances: [] })
})
