import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emptyApproval } from '../../server/prescriptions/approvals.ts'
import { azitromicina, line, openCheckout, paper, trayenta } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf } from '../support/staff.ts'

type Checkout = Awaited<ReturnType<typeof openCheckout>>

async function open() {
  const shop = await openCheckout()
  return { shop, actor: await actorOf(shop, 'pharmacist') }
}

async function buy(shop: Checkout, prescriptionId: number | undefined, productId = trayenta): Promise<number> {
  const { customerId, addressId } = shop
  const bag = { lines: [line(productId)] }
  const idempotencyKey = crypto.randomUUID()
  const order = await shop.orders.placeOrder({ customerId, addressId, idempotencyKey, note: '', bag, prescriptionId })
  await receivePix(shop, order.id)
  return order.id
}

/** A prescription that an order uses, approved to serve again. */
async function first({ shop, actor }: Awaited<ReturnType<typeof open>>, times = '2', until = '10/08/2026') {
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([trayenta])])
  await buy(shop, prescriptionId)
  const partId = (await shop.prescriptions.findPrescription(prescriptionId))?.parts[0]?.id ?? 0
  const repeats = [{ partId, times, until }]
  await shop.backoffice.prescriptions.approvePrescription(actor, prescriptionId, { ...emptyApproval, repeats })
  return { prescriptionId, partId }
}

/** Chosen again by the customer, in a new prescription. */
async function again(shop: Checkout, partId: number): Promise<number> {
  await shop.prescriptions.reusePart(
    shop.customerId,
    partId,
    (await shop.prescriptions.findOpenPrescription(shop.customerId))?.id,
  )
  return (await shop.prescriptions.findOpenPrescription(shop.customerId))?.id ?? 0
}

const ended = { code: 'prescription.repeatEnded', status: 409 }

test('a prescription serves again as often as the pharmacist said, without a file, and each use is decided', async () => {
  const opened = await open()
  const { shop, actor } = opened
  const { partId, prescriptionId } = await first(opened)
  expect(await shop.prescriptions.listRepeatableParts(shop.customerId)).toMatchObject([
    { partId, maxUses: 2, useCount: 0, lastDay: '2026-08-10', patient: 'Ana Prates', products: [{ id: trayenta }] },
  ])
  const { approvePrescription, rejectPrescription, getPrescription } = shop.backoffice.prescriptions
  const second = await again(shop, partId)
  expect(await again(shop, partId)).toBe(second)
  expect((await shop.prescriptions.findPrescription(second))?.parts).toHaveLength(1)
  await buy(shop, second)
  const found = await getPrescription(actor, second)
  expect([...found.repeatsByPartId.values()]).toMatchObject([{ prescriptionId, maxUses: 2, useCount: 1 }])
  expect(found.repeatablePartIds).toEqual([])
  expect(found.otherUses).toMatchObject([{ prescriptionId, isOtherCustomer: false }])
  const look = await shop.backoffice.prescriptions.viewFile(actor, second, found.prescription.parts[0]?.id ?? 0)
  expect(look.length).toBeGreaterThan(0)
  await approvePrescription(actor, second, { ...emptyApproval, seenUses: [prescriptionId] })
  // A refused one has not served.
  const refused = await again(shop, partId)
  await buy(shop, refused)
  await rejectPrescription(actor, refused, 'Ilegível')
  const third = await again(shop, partId)
  await buy(shop, third)
  await approvePrescription(actor, third, { ...emptyApproval, seenUses: [prescriptionId, second] })
  expect(await shop.prescriptions.listRepeatableParts(shop.customerId)).toEqual([])
  await expect(again(shop, partId)).rejects.toMatchObject(ended)
})

test('a use whose order was cancelled after the approval has not served, and its prescription stays with that order', async () => {
  const opened = await open()
  const { shop, actor } = opened
  const { partId, prescriptionId } = await first(opened, '1')
  const second = await again(shop, partId)
  const orderId = await buy(shop, second)
  await shop.backoffice.prescriptions.approvePrescription(actor, second, {
    ...emptyApproval,
    seenUses: [prescriptionId],
  })
  expect(await shop.prescriptions.listRepeatableParts(shop.customerId)).toEqual([])
  await shop.backoffice.orders.cancelOrRefund(actor, orderId, 'desistiu')
  expect(await shop.prescriptions.listRepeatableParts(shop.customerId)).toMatchObject([{ partId, useCount: 0 }])
  expect(await shop.prescriptions.findPrescription(second)).toMatchObject({ status: 'approved', orderId })
})

test('a prescription may serve twelve times more', async () => {
  const opened = await open()
  const { partId } = await first(opened, '12')
  expect(await opened.shop.prescriptions.listRepeatableParts(opened.shop.customerId)).toMatchObject([
    { partId, maxUses: 12 },
  ])
})

test('of two orders with the last use of one prescription, placed at once, one is made', async () => {
  const opened = await open()
  const { shop } = opened
  const { partId } = await first(opened, '1')
  const one = await again(shop, partId)
  const { db } = shop.database
  await db.updateTable('prescription').set({ status: 'rejected' }).where('id', '=', one).execute()
  const other = await again(shop, partId)
  await db.updateTable('prescription').set({ status: 'sent' }).where('id', '=', one).execute()
  const outcomes = await Promise.allSettled([buy(shop, one), buy(shop, other)])
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refusals).toMatchObject([{ code: 'prescription.required' }])
  // What is left open covers nothing more.
  expect((await shop.prescriptions.findOpenPrescription(shop.customerId))?.parts).toEqual([])
})

test('after its last day it serves no more, nor once the pharmacist has ended it, and never another customer', async () => {
  const opened = await open()
  const { shop, actor } = opened
  const { partId, prescriptionId } = await first(opened, '3', '11/03/2026')
  const { customerId } = await shop.neighbour()
  await expect(shop.prescriptions.reusePart(customerId, partId)).rejects.toMatchObject(ended)
  const chosen = await again(shop, partId)
  shop.clock.pass(2 * 24 * 60)
  await expect(buy(shop, chosen)).rejects.toMatchObject({ code: 'prescription.required' })
  await expect(again(shop, partId)).rejects.toMatchObject(ended)
  const { getPrescription, setRepeats } = shop.backoffice.prescriptions
  const seenRepeats = async () => (await getPrescription(actor, prescriptionId)).seenHashes.repeats
  const old = await seenRepeats()
  await setRepeats(actor, prescriptionId, [{ partId, times: '3', until: '2026-04-01' }], old)
  const fromOldPage = setRepeats(actor, prescriptionId, [{ partId, times: '9', until: '2026-04-01' }], old)
  await expect(fromOldPage).rejects.toMatchObject({ code: 'page.outdated' })
  expect(await again(shop, partId)).toBe(chosen)
  await setRepeats(actor, prescriptionId, [{ partId, times: '0', until: '' }], await seenRepeats())
  await expect(again(shop, partId)).rejects.toMatchObject(ended)
  const clerk = await actorOf(shop, 'clerk')
  await expect(setRepeats(clerk, prescriptionId, [], await seenRepeats())).rejects.toMatchObject({
    code: 'staff.forbidden',
  })
})

test.each([
  ['-1', '10/08/2026'],
  ['13', '10/08/2026'],
  ['duas', '10/08/2026'],
  ['2', ''],
  ['2', '31/02/2026'],
  ['2', '09/03/2026'],
  ['2', '20/03/2027'],
])(
  'a prescription is not approved to serve again "%s" times until "%s", and nothing is written',
  async (times, until) => {
    const opened = await open()
    await expect(first(opened, times, until)).rejects.toMatchObject({ code: 'prescription.repeats', status: 422 })
    expect(await opened.shop.backoffice.prescriptions.listPendingPrescriptions(opened.actor)).toHaveLength(1)
  },
)

test('a retained prescription serves once, whatever was typed', async () => {
  const { shop, actor } = await open()
  const id = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  await buy(shop, id, azitromicina)
  const { prescription, repeatablePartIds } = await shop.backoffice.prescriptions.getPrescription(actor, id)
  expect(repeatablePartIds).toEqual([])
  const repeats = [{ partId: prescription.parts[0]?.id ?? 0, times: '1', until: '10/04/2026' }]
  await expect(
    shop.backoffice.prescriptions.approvePrescription(actor, id, { ...emptyApproval, repeats }),
  ).rejects.toMatchObject({
    code: 'prescription.repeats',
  })
})

test('what has become retained since serves no more', async () => {
  const opened = await open()
  const { shop } = opened
  const { partId } = await first(opened)
  const { db } = shop.database
  await db.updateTable('product').set({ prescriptionClass: 'RX_RETENCAO_10D' }).where('id', '=', trayenta).execute()
  expect(await shop.prescriptions.listRepeatableParts(shop.customerId)).toEqual([])
  await expect(again(shop, partId)).rejects.toMatchObject(ended)
})

test('the file of one that serves again stays until the last of them is erased', async () => {
  const opened = await open()
  const { shop } = opened
  const { partId, prescriptionId } = await first(opened)
  const files = () => readdirSync(`${shop.dataDir}/receitas`).length
  await again(shop, partId)
  shop.clock.pass(3 * 24 * 60)
  await shop.prescriptions.eraseUnused()
  expect(await shop.prescriptions.findOpenPrescription(shop.customerId)).toBeNull()
  expect(files()).toBe(1)
  const unused = await again(shop, partId)
  const { orderId = null } = (await shop.prescriptions.findPrescription(prescriptionId)) ?? {}
  await Promise.all([
    shop.prescriptions.erasePrescription(prescriptionId, orderId),
    shop.prescriptions.erasePrescription(unused, null),
  ])
  expect(files()).toBe(0)
})
