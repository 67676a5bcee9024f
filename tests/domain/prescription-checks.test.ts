import { beforeAll, expect, test } from 'vitest'
import { bindContext } from '../../server/context.ts'
import * as approvals from '../../server/prescriptions/approvals.ts'
import { emptyApproval } from '../../server/prescriptions/approvals.ts'
import type { NewPrescriptionPart } from '../../server/prescriptions/prescription.ts'
import * as prescriptionQueries from '../../server/prescriptions/prescription-queries.ts'
import { recheckSignatures } from '../../server/prescriptions/signature-checker.ts'
import * as submission from '../../server/prescriptions/submission.ts'
import type { Actor } from '../../server/staff/roles.ts'
import { azitromicina, line, openCheckout, paper, trayenta } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { pdfDocument, photoOfCodes } from '../support/prescriptions.ts'
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
  await shop.database.db.updateTable('orders').set({ branchId: 2 }).where('id', '=', first.orderId).execute()
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
  expect(otherUses).toMatchObject([{ status: 'paid', decision: { by: { name: actor.name } } }])
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
    input: `facts.${facts[0]?.partId}.${name}`,
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
  const { seenHashes } = await getPrescription(actor, prescriptionId)
  await expect(completeDispensingFacts(actor, prescriptionId, wrong, seenHashes.facts)).rejects.toMatchObject({
    code: 'prescription.facts',
  })
  await completeDispensingFacts(actor, prescriptionId, facts, seenHashes.facts)
  const { prescription, isRecordIncomplete } = await getPrescription(actor, prescriptionId)
  expect([isRecordIncomplete, prescription.parts[0]?.age]).toEqual([false, '52'])
  const clerk = await actorOf(shop, 'clerk')
  const refused = async (by: Actor, seenFacts: string) =>
    completeDispensingFacts(by, prescriptionId, facts, seenFacts).then(
      () => null,
      ({ code }) => code,
    )
  expect(await refused(clerk, seenHashes.facts)).toBe('staff.forbidden')
  // The page from before: sent twice, or while somebody else completed it.
  for (const old of [seenHashes.facts, '']) expect(await refused(actor, old)).toBe('page.outdated')
  const acts = await shop.database.db.selectFrom('auditEntry').select('action').execute()
  expect(acts.filter(({ action }) => action === 'prescriptions.complete')).toHaveLength(1)
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

test.each([
  ['2026-02-20', 'prescription.expired'],
  ['2026-05-01', 'prescription.inFuture'],
  ['2026-02-31', 'prescription.issueDate'],
])('the day on the paper counts, not what was typed: with %s it is refused beside its field', async (day, code) => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const { prescriptionId } = await review(shop, await paper([azitromicina]))
  const { prescription } = await shop.backoffice.prescriptions.getPrescription(actor, prescriptionId)
  const partId = prescription.parts[0]?.id ?? 0
  const approve = (issuedOn: string) =>
    shop.backoffice.prescriptions.approvePrescription(actor, prescriptionId, {
      ...emptyApproval,
      issueDates: [{ partId, day: issuedOn }],
    })
  await expect(approve(day)).rejects.toMatchObject({ code, input: `issueDates.${partId}` })
  expect((await shop.prescriptions.findPrescription(prescriptionId))?.status).toBe('sent')
  await approve('2026-03-05')
  expect((await shop.prescriptions.findPrescription(prescriptionId))?.parts[0]?.issuedAt).toBe('2026-03-05')
  const trail = await shop.database.db.selectFrom('auditEntry').select(['action', 'detail']).execute()
  expect(trail).toContainEqual({
    action: 'prescriptions.approve',
    detail: `part ${partId}: ${prescription.parts[0]?.issuedAt} → 2026-03-05`,
  })
})

test('a day on the paper that is older than ten days holds where the pharmacist reads that the treatment is prolonged', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const { prescriptionId } = await review(shop, await paper([azitromicina]))
  const facts = (await factsOf(shop, actor, prescriptionId)).map((each) => ({ ...each, isProlonged: true }))
  const issueDates = facts.map(({ partId }) => ({ partId, day: '2026-02-20' }))
  await shop.backoffice.prescriptions.approvePrescription(actor, prescriptionId, {
    ...emptyApproval,
    facts,
    issueDates,
  })
  expect((await shop.prescriptions.findPrescription(prescriptionId))?.parts[0]?.issuedAt).toBe('2026-02-20')
})

test('a part’s rule is that of the strictest of its products, whatever their order', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const { prescriptionId } = await review(shop, await paper([trayenta, azitromicina]))
  const { strictestClassByPartId, retainedPartIds } = await shop.backoffice.prescriptions.getPrescription(
    actor,
    prescriptionId,
  )
  expect([...strictestClassByPartId.values()]).toEqual(['RX_RETENCAO_10D'])
  expect(retainedPartIds).toHaveLength(1)
})

test('a file that another person signed afterwards is approved once somebody has looked whether it was dispensed', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const { approvePrescription, getPrescription } = shop.backoffice.prescriptions
  const file = samples.pdfs.get('dispensed by another pharmacy')
  const { prescriptionId } = await review(shop, digital({ file, issuers: '', code: 'X' }))
  const { signaturesByPartId, prescribersByPartId } = await getPrescription(actor, prescriptionId)
  expect([...signaturesByPartId.values()].flat()).toMatchObject([
    { signer: { name: 'DRA MARIA DA SILVA' }, isLaterByOther: false },
    { signer: { name: 'FARMACIA OUTRA' }, isLaterByOther: true, namesOtherPerson: null },
  ])
  expect([...prescribersByPartId.values()]).toEqual([{ name: 'DRA MARIA DA SILVA', registration: 'CRM-SP 123456' }])
  await expect(approvePrescription(actor, prescriptionId)).rejects.toMatchObject({
    code: 'prescription.signedLater',
    input: 'notDispensedElsewhere',
  })
  await approvePrescription(actor, prescriptionId, { ...emptyApproval, isNotDispensedElsewhere: true })
  // Two doctors on one file ask for nothing.
  const both = await review(shop, digital({ file: samples.pdfs.get('two signatures'), code: 'Y' }))
  await approvePrescription(actor, both.prescriptionId, { ...emptyApproval, seenUses: null })
})

test('who signed afterwards is no other pharmacy where the customer named them as a prescriber, too', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const { approvePrescription, getPrescription } = shop.backoffice.prescriptions
  const file = samples.pdfs.get('dispensed by another pharmacy')
  const issuers = 'Dra. Maria da Silva e Farmácia Outra'
  const { prescriptionId } = await review(shop, digital({ file, issuers }))
  const { signaturesByPartId } = await getPrescription(actor, prescriptionId)
  expect([...signaturesByPartId.values()].flat()).toMatchObject([{ isLaterByOther: false }, { isLaterByOther: false }])
  await approvePrescription(actor, prescriptionId)
  expect(await shop.prescriptions.findPrescription(prescriptionId)).toMatchObject({ status: 'approved' })
})

test('a PDF that carries more than its drawing is taken, and the pharmacist reads what was left out', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const file = pdfDocument({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert()) >>' })
  const { prescriptionId } = await review(shop, digital({ file }))
  const { prescription } = await shop.backoffice.prescriptions.getPrescription(actor, prescriptionId)
  expect(prescription.parts).toMatchObject([{ leftOut: ['scripts'], signatures: { hasUndrawnText: false } }])
})

test('what a QR code on the picture says is kept encrypted with the part until another picture comes; its number of the SNCR is proposed', async () => {
  const shop = await openCheckout()
  const actor = await actorOf(shop, 'pharmacist')
  const link = 'https://memed.com.br/receita/26111350001234'
  const file = await photoOfCodes([link])
  const { prescriptionId } = await review(shop, { ...(await paper([azitromicina])), file })
  const details = await shop.backoffice.prescriptions.getPrescription(actor, prescriptionId)
  const [part] = details.prescription.parts
  expect(part?.qrCodes).toEqual([{ text: link, href: link, code: '26111350001234' }])
  expect([part?.sncr, [...details.qrSncrByPartId.values()]]).toEqual([undefined, ['26111350001234']])
  const rows = await shop.database.db.selectFrom('prescriptionPart').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('memed')

  const { requestPicture } = shop.backoffice.prescriptions
  await requestPicture(actor, prescriptionId, { partId: part?.id ?? 0, reason: 'Ilegível ou cortada' })
  const request = (await shop.prescriptions.findPrescription(prescriptionId))?.pictureRequest
  const { sendPicture } = shop.orders.pictureRequests
  await sendPicture(shop.customerId, details.order.id, request?.id ?? 0, pdfDocument({ code: 'Outra via' }))
  const newPart = (await shop.prescriptions.findPrescription(prescriptionId))?.parts[0]
  expect(newPart?.qrCodes).toEqual([{ text: 'Outra via', href: null, code: null }])
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
function createPrescriptionsWith({ ctx }: Checkout, trustedRoots: { pem: string; id: string }) {
  const settings = { ...ctx.settings, trustedRoots }
  return bindContext({ ...ctx, settings }, { ...submission, ...prescriptionQueries, ...approvals, recheckSignatures })
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
  await expect(orders.advanceOrder(owner, orderId, 'dispatch', lots('AB12 x1, CD34 x1'))).rejects.toMatchObject({
    code: 'pick.lot',
    status: 422,
  })
  expect((await orders.getOrder(owner, orderId)).order.status).toBe('preparing')
  await orders.advanceOrder(owner, orderId, 'dispatch', lots('ab12'))
  expect((await orders.getOrder(owner, orderId)).lines[0]?.lots).toEqual([{ lot: 'AB12', units: 1 }])

  const march = { firstDay: '2026-03-01', lastDay: '2026-03-31', cnpj: null }
  const month = await dispensing.listDispensedLots(actor, march)
  expect(month).toMatchObject([
    { orderId, lot: 'AB12', units: 1, part: { age: '52', sex: 'F', registration: 'CRM-SP 123456' } },
  ])
  const listDay = (day: string) => dispensing.listDispensedLots(actor, { firstDay: day, lastDay: day, cnpj: null })
  expect([await listDay('2026-03-09'), await listDay('2026-03-10'), await listDay('2026-03-11')]).toEqual([
    [],
    month,
    [],
  ])
  // Of the day on which it left, not of the one on which it arrived.
  const at = shop.clock.now()
  shop.clock.pass(2 * 24 * 60)
  await shop.backoffice.orders.advanceOrder(await actorOf(shop, 'owner'), orderId, 'deliver')
  expect(await dispensing.listDispensedLots(actor, march)).toMatchObject([{ orderId, dispensedAt: at }])
  expect(
    await dispensing.listDispensedLots(actor, { firstDay: '2026-04-01', lastDay: '2026-04-30', cnpj: null }),
  ).toEqual([])
  await expect(dispensing.listDispensedLots(await actorOf(shop, 'clerk'), march)).rejects.toMatchObject({
    code: 'staff.forbidden',
  })
})
