import { expect, test } from 'vitest'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { pdfDocument } from '../support/prescriptions.ts'
import { it } from '../support/rule.ts'
import { actorOf, byOperator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const reason = 'Ilegível ou cortada'
const dayMs = 24 * 60 * 60_000

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    ({ code }) => code,
  )

/** An order in review, for which the pharmacist has asked for another picture. */
async function openAskedOrder() {
  const shop = await openCheckout()
  const pharmacist = await actorOf(shop, 'pharmacist')
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const { id } = await shop.place([line(novalgina), line(azitromicina)], { prescriptionId })
  await receivePix(shop, id)
  const [part] = (await prescriptionOf(shop, prescriptionId)).parts
  const partId = part?.id ?? 0
  await shop.backoffice.prescriptions.requestPicture(pharmacist, prescriptionId, { partId, reason })
  const request = (await prescriptionOf(shop, prescriptionId)).pictureRequest
  if (!request) throw new Error('no picture is asked for')
  return { shop, pharmacist, prescriptionId, id, partId, request }
}

async function prescriptionOf(shop: Shop, id: number) {
  const prescription = await shop.prescriptions.findPrescription(id)
  if (!prescription) throw new Error(`no prescription ${id}`)
  return prescription
}

const partsIn = ({ database: { db } }: Shop, prescriptionId: number) =>
  db.selectFrom('prescriptionPart').selectAll().where('prescriptionId', '=', prescriptionId).execute()

const orderOf = (shop: Shop, id: number) => shop.orders.getOrder(shop.customerId, id)
const lettersTo = async (shop: Shop) =>
  (await shop.mail.listByRecipient('cliente@example.com')).map(({ subject }) => subject)

test('another picture is asked for with a reason, comes in the place of the first, and is reviewed as any', async () => {
  const { shop, pharmacist, prescriptionId, id, request, partId } = await openAskedOrder()
  expect(request).toMatchObject({ reason, partId, state: 'waiting', by: { name: pharmacist.name } })
  expect(request.dueAt.getTime() - request.requestedAt.getTime()).toBe(dayMs)
  expect((await lettersTo(shop))[0]).toBe(`Pedido ${id}: envie outra foto da receita`)
  const { requestPicture, listPendingPrescriptions } = shop.backoffice.prescriptions
  const again = { partId, reason }
  expect(await codeOf(requestPicture(pharmacist, prescriptionId, again))).toBe('picture.waiting')
  expect(await codeOf(requestPicture(pharmacist, prescriptionId, { partId, reason: ' ' }))).toBe('picture.reason')
  expect(await listPendingPrescriptions(pharmacist)).toContainEqual(
    expect.objectContaining({ id: prescriptionId, pictureDueAt: request.dueAt }),
  )
  const [before] = await partsIn(shop, prescriptionId)
  const { sendPicture } = shop.orders.pictureRequests
  const neighbour = await shop.neighbour()
  expect(await codeOf(sendPicture(neighbour.customerId, id, request.id, pdfDocument()))).toBe('order.unknown')
  expect(await codeOf(sendPicture(shop.customerId, id, request.id, undefined))).toBe('file.missing')
  expect(await codeOf(sendPicture(shop.customerId, id, request.id, Buffer.from('nada')))).toMatch(/^file\./)
  expect(await partsIn(shop, prescriptionId)).toEqual([before])
  await sendPicture(shop.customerId, id, request.id, pdfDocument())
  // Sent twice, it counts once.
  expect(await codeOf(sendPicture(shop.customerId, id, request.id, pdfDocument()))).toBe('picture.late')
  const [after, ...others] = await partsIn(shop, prescriptionId)
  expect(others).toEqual([])
  expect([after?.id, after?.fileKey === before?.fileKey, after?.isStored]).toEqual([partId, false, true])
  await expect(shop.ctx.files.read(`receitas/${before?.fileKey}`)).resolves.toBeFalsy()
  expect(await shop.backoffice.prescriptions.viewFile(pharmacist, prescriptionId, partId)).toBeInstanceOf(Buffer)
  const { approvePrescription } = shop.backoffice.prescriptions
  // Nobody approves by the picture that was there before.
  const staleApproval = approvePrescription(pharmacist, prescriptionId, undefined, `${request.id} waiting`)
  expect(await codeOf(staleApproval)).toBe('page.outdated')
  await approvePrescription(pharmacist, prescriptionId, undefined, `${request.id} answered`)
  expect((await orderOf(shop, id)).status).toBe('paid')
})

it('without another picture in a day the order ends as with a rejection, for the pharmacist’s reason', async () => {
  const { shop, prescriptionId, id, request, pharmacist } = await openAskedOrder()
  await shop.orders.pictureRequests.endUnansweredPictureRequests()
  expect((await orderOf(shop, id)).status).toBe('prescription_review')
  shop.clock.pass(24 * 60)
  const { sendPicture, endUnansweredPictureRequests } = shop.orders.pictureRequests
  expect(await codeOf(sendPicture(shop.customerId, id, request.id, pdfDocument()))).toBe('picture.late')
  await Promise.all([endUnansweredPictureRequests(), endUnansweredPictureRequests()])
  const order = await orderOf(shop, id)
  expect([order.status, order.net.netCents, order.prescriptionRefusal]).toEqual([
    'cancelled',
    0,
    `${reason}. A outra foto que pedimos não chegou em um dia`,
  ])
  const prescription = await prescriptionOf(shop, prescriptionId)
  expect(prescription).toMatchObject({ status: 'rejected', pictureRequest: { state: 'over' } })
  expect(prescription.decision?.by.name).toBe(pharmacist.name)
  expect((await lettersTo(shop))[0]).toBe(`Receita não aprovada: pedido ${id}`)
})

it('an order that ends while a picture is awaited leaves nothing that waits', async () => {
  const { shop, id, prescriptionId } = await openAskedOrder()
  await shop.orders.cancelOrRefund(id, byOperator)
  expect((await prescriptionOf(shop, prescriptionId)).pictureRequest?.state).toBe('over')
  shop.clock.pass(24 * 60)
  await shop.orders.pictureRequests.endUnansweredPictureRequests()
  expect((await orderOf(shop, id)).status).toBe('cancelled')
  expect((await prescriptionOf(shop, prescriptionId)).status).toBe('sent')
})
