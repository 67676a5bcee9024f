import { beforeAll, expect, test } from 'vitest'
import { createEncryption } from '../../server/platform/encryption.ts'
import { sandboxCookieSecret } from '../../server/platform/secrets.ts'
import { emptyApproval } from '../../server/prescriptions/approvals.ts'
import type { NewPrescriptionPart } from '../../server/prescriptions/prescription.ts'
import { createPrescriptionService } from '../../server/prescriptions/prescriptions.ts'
import type { Actor } from '../../server/staff/roles.ts'
import { azitromicina, line, openCheckout, paper, trayenta } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { makeSignedSamples, type SignedSamples } from '../support/signed-pdf/samples.ts'
import { actorOf } from '../support/staff.ts'

let samples: SignedSamples
beforeAll(() => {
  samples = makeSignedSamples()
}, 120_000)

type Checkout = Awaited<ReturnType<typeof openCheckout>>
type Buyer = { customerId: number; addressId: number }

/** A paid order with a prescription, which the pharmacist finds waiting. */
async function review(shop: Checkout, part: NewPrescriptionPart, { customerId, addressId }: Buyer = shop) {
  const prescriptionId = await shop.prescriptions.submitPrescriptions(customerId, [part])
  return { prescriptionId, orderId: await buy(shop, part.productIds, prescriptionId, { customerId, addressId }) }
}

async function buy(shop: Checkout, productIds: number[], prescriptionId: number, buyer: Buyer = shop) {
  const { customerId, addressId } = buyer
  const bag = { lines: productIds.map((id) => line(id)) }
  const idempotencyKey = crypto.randomUUID()
  const order = await shop.orders.placeOrder({ customerId, addressId, idempotencyKey, note: '', bag, prescriptionId })
  await receivePix({ ...shop, customerId }, order.id)
  return order.id
}

const digital = (more: Partial<NewPrescriptionPart> = {}): NewPrescriptionPart => ({
  patient: 'Ana Prates',
  type: 1,
  issuers: 'Dra. Maria da Silva, CRM-SP 123456',
  code: 'A1B2-C3D4',
  issuedAt: '2026-03-09',
  productIds: [trayenta],
  ...more,
})

/** What the record of a retained one needs. */
async function factsOf(shop: Checkout, actor: Actor, prescriptionId: number) {
  const { retainedPartIds } = await shop.backoffice.prescriptions.getPrescription(actor, prescriptionId)
  const facts = { age: '52', sex: 'F', prescriber: 'Maria da Silva', registration: 'crm sp 123.456', sncr: '' }
  return retainedPartIds.map((partId) => ({ partId, ...facts, isProlonged: false }))
}

test('the pharmacist reads who signed a PDF; once the trusted roots are others it is checked again', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const file = samples.pdfs.get('RSA')
  const { prescriptionId } = await review(shop, digital({ file, issuers: 'Dr. José Antunes, CRM-SP 5' }))
  const part = async () => {
    const found = await shop.backoffice.prescriptions.getPrescription(actor, prescriptionId)
    return [...found.signaturesByPartId.values()][0]?.[0]
  }
  expect(await part()).toMatchObject({
    verdict: 'unchecked',
    namesOtherPerson: true,
    signer: { name: 'DRA MARIA DA SILVA', cpf: '***.456.789-**' },
  })
  const roots = { pem: samples.roots, id: 'others' }
  const later = createPrescriptionsWith(shop, roots)
  const prescription = await later.findPrescription(prescriptionId)
  const again = prescription && (await later.recheckSignatures(prescription))
  expect(again?.parts[0]?.signatures).toMatchObject({ rootsId: 'others', signatures: [{ chain: 'trusted' }] })
  expect((await later.findPrescription(prescriptionId))?.parts[0]?.signatures?.rootsId).toBe('others')
})

test('of a file that was changed after it was signed the pharmacist sees what was signed; of another one nothing', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const changed = samples.pdfs.get('contents replaced after signing')
  const first = await review(shop, digital({ file: changed }))
  const { signaturesByPartId } = await shop.backoffice.prescriptions.getPrescription(actor, first.prescriptionId)
  const [partId = 0] = signaturesByPartId.keys()
  expect(signaturesByPartId.get(partId)?.[0]?.verdict).toBe('changed')
  const look = (of: 'file' | 'signedRevision') =>
    shop.backoffice.prescriptions.viewFile(actor, first.prescriptionId, partId, of)
  expect((await look('signedRevision')).equals(await look('file'))).toBe(false)
  const whole = await review(shop, digital({ file: samples.pdfs.get('RSA') }))
  const { prescription } = await shop.backoffice.prescriptions.getPrescription(actor, whole.prescriptionId)
  const args = [actor, whole.prescriptionId, prescription.parts[0]?.id ?? 0, 'signedRevision'] as const
  await expect(shop.backoffice.prescriptions.viewFile(...args)).rejects.toMatchObject({ code: 'prescription.unknown' })
})

test.each([
  ['the same file', { file: 'RSA' }, { file: 'RSA', issuers: 'Memed', code: 'OUTRO' }],
  ['the same signature, with something appended', { file: 'RSA' }, { file: 'a note appended', code: 'OUTRO' }],
  ['the same issuer and code, typed otherwise', {}, { issuers: 'dra maria da silva crm sp 123456', code: 'a1b2c3d4' }],
  ['the same number of the SNCR', { sncr: '26111350001234' }, { sncr: '26111350001234', code: 'OUTRO' }],
])('%s from another account is told to the pharmacist: where it serves, and never whose', async (_what, one, two) => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const partOf = ({ file, ...more }: { file?: string } & Partial<Record<'issuers' | 'code' | 'sncr', string>>) =>
    digital({ ...more, ...(file && { file: samples.pdfs.get(file) }) })
  const first = await review(shop, partOf(one))
  const second = await review(shop, partOf(two), await shop.neighbour())
  const { otherUses } = await shop.backoffice.prescriptions.getPrescription(actor, second.prescriptionId)
  expect(otherUses).toEqual([
    {
      prescriptionId: first.prescriptionId,
      orderId: first.orderId,
      status: 'prescription_review',
      branchName: expect.stringMatching(/./),
      units: 1,
      isOtherCustomer: true,
      mayOpen: true,
      decision: null,
    },
  ])
})

test('who works in one branch is told where else a prescription serves, and opens it only there', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const first = await review(shop, digital())
  const second = await review(shop, digital(), await shop.neighbour())
  await shop.database.db.updateTable('orders').set({ branch_id: 2 }).where('id', '=', first.orderId).execute()
  const usesFor = async (branchId: number | null) =>
    (await shop.backoffice.prescriptions.getPrescription({ ...actor, branchId }, second.prescriptionId)).otherUses
  const [use] = await usesFor(1)
  expect(use).toMatchObject({ orderId: first.orderId, branchName: expect.stringMatching(/./), mayOpen: false })
  expect(await usesFor(null)).toMatchObject([{ orderId: first.orderId, mayOpen: true }])
})

test('another code of the same issuer is another prescription, and so is a photo of another', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  await review(shop, digital())
  const { prescriptionId } = await review(shop, digital({ code: 'A1B2-C3D5' }))
  expect((await shop.backoffice.prescriptions.getPrescription(actor, prescriptionId)).otherUses).toEqual([])
})

test('of two accounts with one prescription, both approved at once, one is held until the pharmacist has read of the other', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const neighbour = await shop.neighbour()
  const [first, second] = await Promise.all([review(shop, digital()), review(shop, digital(), neighbour)])
  const outcomes = await Promise.allSettled(
    [first, second].map(({ prescriptionId }) =>
      shop.backoffice.prescriptions.approvePrescription(actor, prescriptionId),
    ),
  )
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refusals).toMatchObject([{ code: 'prescription.servedMeanwhile', status: 409 }])
  const held = outcomes[0]?.status === 'rejected' ? first : second
  const { prescription, otherUses } = await shop.backoffice.prescriptions.getPrescription(actor, held.prescriptionId)
  expect(prescription.status).toBe('sent')
  expect(otherUses).toMatchObject([{ status: 'preparing', decision: { by: { name: actor.name } } }])
  const seenUses = otherUses.map(({ prescriptionId }) => prescriptionId)
  await shop.backoffice.prescriptions.approvePrescription(actor, held.prescriptionId, { ...emptyApproval, seenUses })
})

test('a retained one that served is approved again by who was shown where, and a written reason stays with the decision', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const { approvePrescription } = shop.backoffice.prescriptions
  const first = await review(shop, await paper([azitromicina]))
  await approvePrescription(actor, first.prescriptionId, {
    ...emptyApproval,
    facts: await factsOf(shop, actor, first.prescriptionId),
  })
  const { prescriptionId } = await review(shop, await paper([azitromicina]), await shop.neighbour())
  const facts = await factsOf(shop, actor, prescriptionId)
  const approval = { ...emptyApproval, facts, seenUses: [first.prescriptionId] }
  await expect(approvePrescription(actor, prescriptionId, { ...approval, seenUses: [] })).rejects.toMatchObject({
    code: 'prescription.servedMeanwhile',
  })
  await approvePrescription(actor, prescriptionId, { ...approval, justification: 'Duas caixas na receita.' })
  const { prescription } = await shop.backoffice.prescriptions.getPrescription(actor, prescriptionId)
  expect(prescription.decision?.justification).toBe('Duas caixas na receita.')
})

test('one whose order was ended before it left the shop has not served', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const first = await review(shop, digital())
  await shop.backoffice.prescriptions.approvePrescription(actor, first.prescriptionId)
  await shop.backoffice.orders.cancelOrRefund(actor, first.orderId, 'Endereço errado')
  const second = await review(shop, digital())
  expect((await shop.backoffice.prescriptions.getPrescription(actor, second.prescriptionId)).otherUses).toEqual([])
  await shop.backoffice.prescriptions.approvePrescription(actor, second.prescriptionId)
})

test.each([
  ['age', 'uma vida'],
  ['age', '131'],
  ['sex', 'X'],
  ['registration', '123456'],
  ['sncr', '2613.1-35.0001234'],
])('a retained one is not approved with %s "%s", and nothing is written', async (name, value) => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const { prescriptionId } = await review(shop, await paper([azitromicina]))
  const facts = (await factsOf(shop, actor, prescriptionId)).map((each) => ({ ...each, [name]: value }))
  const approval = { ...emptyApproval, facts }
  await expect(
    shop.backoffice.prescriptions.approvePrescription(actor, prescriptionId, approval),
  ).rejects.toMatchObject({
    code: 'prescription.facts',
    status: 422,
  })
  expect((await shop.prescriptions.findPrescription(prescriptionId))?.status).toBe('sent')
})

test('what the record of a retained one lacks at the approval follows later, by a pharmacist, with a line in the audit trail', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const { approvePrescription, completeDispensingFacts, getPrescription } = shop.backoffice.prescriptions
  const { prescriptionId } = await review(shop, await paper([azitromicina]))
  await approvePrescription(actor, prescriptionId)
  expect((await getPrescription(actor, prescriptionId)).isRecordIncomplete).toBe(true)
  const facts = await factsOf(shop, actor, prescriptionId)
  const wrong = facts.map((each) => ({ ...each, age: 'uma vida' }))
  await expect(completeDispensingFacts(actor, prescriptionId, wrong)).rejects.toMatchObject({
    code: 'prescription.facts',
  })
  await completeDispensingFacts(actor, prescriptionId, facts)
  const { prescription, isRecordIncomplete } = await getPrescription(actor, prescriptionId)
  expect([isRecordIncomplete, prescription.parts[0]?.age]).toEqual([false, '52'])
  const clerk = await actorOf(shop, 'clerk')
  await expect(completeDispensingFacts(clerk, prescriptionId, facts)).rejects.toMatchObject({ code: 'staff.forbidden' })
  const acts = await shop.database.db.selectFrom('audit_entry').select('act').execute()
  expect(acts.filter(({ act }) => act === 'prescriptions.complete')).toHaveLength(1)
})

test('what the pharmacist reads of a retained one is stored with it, and told in the customer’s own file', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const { prescriptionId } = await review(shop, { ...(await paper([azitromicina])), age: '8 meses', sex: 'M' })
  const [facts] = await factsOf(shop, actor, prescriptionId)
  const sent = facts ? [{ ...facts, isProlonged: true, sncr: '2611.1-35.0001234' }] : []
  await shop.backoffice.prescriptions.approvePrescription(actor, prescriptionId, { ...emptyApproval, facts: sent })
  const { prescriptions } = await shop.exportPersonalData(shop.customerId)
  expect(prescriptions[0]?.parts[0]).toMatchObject({
    age: '52',
    sex: 'F',
    prescriber: 'Maria da Silva',
    registration: 'CRM-SP 123456',
    sncr: '26111350001234',
    isProlonged: true,
  })
})

test('an antimicrobial of a prolonged treatment is valid 90 days, any other 10', async () => {
  const shop = await openCheckout()
  const part = await paper([azitromicina], '2026-01-10')
  await expect(shop.prescriptions.submitPrescriptions(shop.customerId, [part])).rejects.toMatchObject({
    code: 'prescription.expired',
  })
  await review(shop, { ...part, isProlonged: true })
  const tooOld = { ...part, isProlonged: true, issuedAt: '2025-12-01' }
  await expect(shop.prescriptions.submitPrescriptions(shop.customerId, [tooOld])).rejects.toMatchObject({
    code: 'prescription.expired',
  })
})

/** The same prescriptions, where the operator has put other roots. */
function createPrescriptionsWith(shop: Checkout, trustedRoots: { pem: string; id: string }) {
  const encryption = createEncryption([sandboxCookieSecret])
  return createPrescriptionService({ ...shop, encryption, storage: shop.files, trustedRoots })
}

test('of a retained medicine the lot goes with the order, and the month’s record tells what left, for whom and by whom, without a name', async () => {
  const shop = await openCheckout()
  const { orders, prescriptions, dispensing } = shop.backoffice
  const actor = await actorOf(shop, 'pharmacist')
  const sent = await paper([azitromicina])
  const { prescriptionId, orderId } = await review(shop, { ...sent, patient: 'Tibério Prates' })
  const facts = await factsOf(shop, actor, prescriptionId)
  await prescriptions.approvePrescription(actor, prescriptionId, { ...emptyApproval, facts })
  const owner = await actorOf(shop, 'owner')
  await orders.pickUnitWithoutScan(owner, orderId, azitromicina)
  const lots = (text: string) => ({ lots: [{ productId: azitromicina, text }] })
  await expect(orders.advanceOrder(owner, orderId, lots('AB12 x1, CD34 x1'))).rejects.toMatchObject({
    code: 'pick.lot',
    status: 422,
  })
  expect((await orders.getOrder(owner, orderId)).order.status).toBe('preparing')
  await orders.advanceOrder(owner, orderId, lots('ab12'))
  expect((await orders.getOrder(owner, orderId)).lines[0]?.lots).toEqual([{ lot: 'AB12', units: 1 }])

  const month = await dispensing.listDispensedLots(actor, '2026-03')
  expect(month).toMatchObject([
    { orderId, lot: 'AB12', units: 1, part: { age: '52', sex: 'F', registration: 'CRM-SP 123456' } },
  ])
  // Of the day on which it left, not of the one on which it arrived.
  const at = shop.clock.now()
  shop.clock.pass(2 * 24 * 60)
  await shop.backoffice.orders.advanceOrder(await actorOf(shop, 'owner'), orderId)
  expect(await dispensing.listDispensedLots(actor, '2026-03')).toMatchObject([{ orderId, dispensedAt: at }])
  expect(await dispensing.listDispensedLots(actor, '2026-04')).toEqual([])
  await expect(dispensing.listDispensedLots(await actorOf(shop, 'clerk'), '2026-03')).rejects.toMatchObject({
    code: 'staff.forbidden',
  })
})
